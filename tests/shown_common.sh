# shown_common.sh - for tests of formats: what gprowse shows of a profile
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# To be sourced after tap.sh.

# shown WORD...: prints own value, total and name of each function.
shown() {
	"$gprowse" --view=functions --format=tsv "$@" 2>messages |
		columns self total name | LC_ALL=C sort
}

# same NAME FILE WANTED: a case that passes if FILE shows the lines WANTED, also from a pipe and
# compressed.
same() {
	[ "$(shown "$2")" = "$3" ] && [ ! -s messages ] && [ "$(shown - <"$2")" = "$3" ] &&
		{ gzip <"$2" >"$2.gz"; [ "$(shown "$2.gz")" = "$3" ]; }
	ok $? "$1"
}
