#!/bin/sh
# test_interrupted.sh - no system call of a recorded program is interrupted that would not be alone
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# With CHECK_WIDE, each program runs for 10 seconds.

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/sample_common.sh"
ms=300
[ "${CHECK_WIDE:-no}" != yes ] || ms=10000
built interrupted || skip_all "a program cannot be compiled: $(head -n 1 messages)"
mv interrupted dynamic
timeout "$patience" ./dynamic "$ms" >out 2>&1 && [ "$(cat out)" = done ] ||
	skip_all "calls are interrupted here anyway: $(head -n 1 out)"

# recorded NAME OPTION... PROGRAM: a case that passes if no call of PROGRAM is interrupted while it
# is recorded, and if it has samples.
recorded() {
	name=$1
	shift
	rm -rf data
	timeout "$patience" "$gprowse" record -o data "$@" "$ms" >out 2>said
	status=$?
	if grep -q perf_event_open said; then
		skipped "$name" "the system does not allow perf_event_open"
		return
	fi
	"$gprowse" --view=functions data >shown 2>>said
	[ $status -eq 0 ] && [ "$(cat out)" = done ] && grep -qw work shown
	failed=$?
	cat out said >messages
	ok $failed "$name"
}

recorded "by timers" ./dynamic
recorded "by timers, with frame pointers" --stacks=fp ./dynamic
recorded "by the perf clock" --clock=perf ./dynamic
if built interrupted -static; then
	mv interrupted static
	recorded "a static program" ./static
	recorded "by stops" --clock=timer ./static
else
	skipped "a static program" "$(head -n 1 messages)"
	skipped "by stops" "$(head -n 1 messages)"
fi

./dynamic $((ms * 2)) >out 2>messages &
program=$!
rm -rf data
timeout "$patience" "$gprowse" record -o data --clock=timer --for="${ms}ms" -p $program >said 2>&1
status=$?
wait $program
if [ $status -ne 0 ] && grep -q 'does not let gprowse' said; then
	skipped "a running program, by stops" "$(head -n 1 said)"
else
	cat out said >messages
	holds "a running program, by stops" [ "$status $(cat out)" = "0 done" ]
fi
cases_end
