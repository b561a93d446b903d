#!/bin/sh
# test_inlined.sh - inlined functions of gmon.out as functions of their own: times, exports, errors
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

make_pack=$top/tests/make_pack
[ -x "$make_pack" ] && "$make_pack" || exit 77

# self WORD...: prints the self times of all functions, by name.
self() {
	"$gprowse" "$@" --view=functions --format=tsv pack pack.gmon 2>messages |
		awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
			{ print $at["name"], $at["self"] }' | sort
}

self >without
self --inlined >with
grep -q '^common_prefix 1.85$' with && ! grep -q common_prefix without
ok $? "inlined code has a row of its own"

[ "$(sed -n 's/^find_match //p' without)" = 2.8 ] && [ "$(sed -n 's/^find_match //p' with)" = 0.95 ]
ok $? "its time is no longer self time of the caller"

[ "$(grep -v -e find_match -e common_prefix with)" = "$(grep -v find_match without)" ]
ok $? "other functions stay the same"

"$gprowse" --inlined --export=callgrind pack pack.gmon >out 2>messages && [ ! -s messages ] &&
	grep -q '^calls=0 ' out && grep -q '^7 1480000$' out && grep -q '^totals: 3080000$' out
ok $? "an export for callgrind has the time of inlined code"

! "$gprowse" --inlined -p pack pack.gmon >out 2>messages && [ ! -s out ] &&
	[ "$(wc -l <messages)" -eq 1 ] && grep -q inlined messages
ok $? "a listing is refused"

! "$gprowse" --inlined -l --view=functions pack pack.gmon >out 2>messages && grep -q inlined messages
ok $? "rows are not lines and inlined functions at once"

"$gprowse" --screen=100x24 --keys=L pack - <pack.gmon >out 2>messages &&
	grep -q 'standard input does not allow; --inlined shows' out && [ ! -s messages ]
ok $? "L does not read standard input again"

cases_end
