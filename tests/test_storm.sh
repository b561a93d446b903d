#!/bin/sh
# test_storm.sh - the browser survives random keys, sizes, clicks and signals
#
# With CHECK_WIDE, each case has fifty thousand events; STORM_EVENTS is another number.
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/odd_common.sh"

events=${STORM_EVENTS:-700}
[ -z "$CHECK_WIDE" ] || events=50000
seed=${STORM_SEED:-1}

[ -x "$top/tests/storm" ] && [ -x "$top/tests/make_story" ] || skip_all "no libvterm or no cmocka"

# storm NAME WORD...: a case that sends events to "gprowse WORD...", in an empty directory for files
# that the key w writes.
storm() {
	name=$1
	shift
	rm -rf here && mkdir here && : >messages
	(cd here && "$top/tests/storm" "$events" "$seed" ../messages "$gprowse" "$@") >out 2>&1
	status=$?
	if [ $status -eq 77 ]; then
		skipped "$name" "no pseudo-terminals here"
	else
		ok $status "$name"
	fi
}

# The program storm types no "/", so that it writes no file outside this directory.  Searching
# therefore gets another key.
mkdir -p config/gprowse
echo 'search <C-s>' >config/gprowse/config
XDG_CONFIG_HOME=$work/config
VISUAL=true
export XDG_CONFIG_HOME VISUAL

"$top/tests/make_story" cfd gmon.out || exit 99
storm "a profile without source" ../cfd ../gmon.out
if cp "$programs/sites.c" . && ${CC:-cc} -pg -g -O1 --coverage -o sites sites.c 2>/dev/null &&
	GMON_OUT_PREFIX=sites.gmon ./sites >/dev/null && mv sites.gmon.* sites.gmon; then
	storm "a profile with source" ../sites ../sites.gmon
else
	skipped "a profile with source" "no compiler that knows -pg"
fi
cp "$srcdir/tests/screens/parser.folded" "$srcdir/tests/pprof/heap.pb.gz" . || exit 99
storm "stacks, two files" ../parser.folded ../parser.folded
storm "a profile of several events" ../heap.pb.gz
odd_profiles
storm "odd stacks" ../odd.folded
cp "$programs/sites.c" .
storm "odd costs of calls" ../odd.callgrind
cases_end
