#!/bin/sh
# test_attach.sh - gprowse record records processes that run already
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/sample_common.sh"
. "$srcdir/tests/outside_common.sh"
built attached || skip_all "a program cannot be compiled: $(head -n 1 messages)"
cp attached attached-shared

# begin PROGRAM ARGUMENT...: starts PROGRAM in the background, and waits until it is ready.  $pid is
# its number.
begin() {
	rests=
	rm -f input
	mkfifo input
	"$@" <input >out 2>&1 &
	pid=$!
	exec 9>input
	tries=0
	until grep -q ready out 2>/dev/null || [ $((tries += 1)) -gt 200 ]; do
		sleep 0.05
	done
}

# record_it OPTION...: records the program for a moment.  If $rests is set, the program, which uses
# all processors, is stopped before and after that.
record_it() {
	last_options=$*
	rm -rf data
	kill -CONT "$pid"
	timeout "$patience" "$gprowse" record -F 997 -p "$pid" -o data --for="${moment}s" \
		"$@" >messages 2>&1
	set -- $?
	[ -z "$rests" ] || kill -STOP "$pid"
	return "$1"
}
again() {
	record_it $last_options
}

# The function in which a thread begins; without debug information, the C library does not name it.
begin_thread='(start_thread|\[libc\.so\.6\])'
begin ./attached work 2
rests=yes
if ! record_it; then
	finish
	skip_all "the system does not allow it: $(head -n 1 messages)"
fi
holds "a process is recorded" near 75 'in_deep;in_deep;in_deep;.*;in_long'
holds "callers are complete" near 100 "^(_start;.*;main|.*$begin_thread);work;in_"
holds "all threads are recorded" above 0 ';main;work'
holds "also those that it made" above 0 "$begin_thread;work"
"$gprowse" --view=threads data >shown 2>&1
holds "each thread is shown" [ "$(grep -c ' thread attached ' shown)" -ge 2 ]
for event in wait idle; do
	"$gprowse" --event=$event --export=folded data 2>&1
done >shown
holds "waits are recorded" grep -q 'wait_for_input;.*\[read: fd 0' shown
record_it --clock=timer
holds "threads are stopped for samples" near 75 'in_deep;in_deep;in_deep;.*;in_long'
holds "the callers of a stopped thread" near 100 "^(_start;.*;main|.*$begin_thread);work;in_"
holds "the program goes on" finish

begin ./attached naps
record_it
holds "a process that sleeps is recorded" near 100 'nap'
record_it --clock=timer
holds "no sleep is interrupted" finish

begin ./attached twice
record_it
holds "code that is mapped twice has its names" near 100 'main;run_twice;in_copy'
holds "and goes on" finish

# The file of the program gets another path, and then has none, as if a new version were installed.
cp attached moved
begin ./moved work 2
rests=yes
{ sleep 0.2; mv moved other; sleep 0.2; rm other; } &
record_it --clock=timer
wait $!
holds "a program whose file is moved is the same program" [ "$(ls data/*.gprec | wc -l)" -eq 1 ]
holds "and goes on, too" finish

"$gprowse" record -p 99999999 2>said
holds "a process that does not exist" [ $? -eq 1 ]
holds "one line says so" grep -q '^gprowse: -p 99999999: there is no process' said
"$gprowse" record -p x1 2>said
holds "no number" grep -q '^gprowse: -p x1: this is no number of a process' said
"$gprowse" record -p $$ true 2>said
holds "a process and a program" grep -q 'a process is recorded, so no program is run' said
"$gprowse" record --for=2y -p $$ 2>said
holds "an impossible time" grep -q '^gprowse: --for=2y: it is a time' said
cases_end
