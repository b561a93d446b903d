#!/bin/sh
# test_attach.sh - gprowse record records processes from outside
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/sample_common.sh"
built attached || skip_all "a program cannot be compiled: $(head -n 1 messages)"
cp attached attached-shared

# begin PROGRAM ARGUMENT...: starts PROGRAM in the background, and waits until it is ready.  $pid is
# its number.
begin() {
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

# finish: ends the program.  Fails unless its status is 7.
finish() {
	exec 9>&-
	wait "$pid"
	status=$?
	echo "status $status" >>out
	[ "$status" -eq 7 ]
}

# record_it OPTION...: records the program for a second.
record_it() {
	rm -rf data
	timeout "$patience" "$gprowse" record -F 997 -p "$pid" -o data "$@" >messages 2>&1
}

# share PATTERN: prints how many percent of the time are in stacks that match PATTERN.
share() {
	"$gprowse" --event=time --export=folded data 2>>messages | awk -v pattern="$1" '
		{ all += $NF }
		$0 ~ pattern { n += $NF }
		END { print int(all > 0 ? 100 * n / all : -1) }'
}

# near PERCENT PATTERN: is the share of PATTERN near to PERCENT?
near() {
	found=$(share "$2")
	echo "$found % are in $2" >>messages
	[ "$found" -ge $(($1 - 15)) ] && [ "$found" -le $(($1 + 15)) ]
}

begin ./attached work 2
if ! record_it --for=1s; then
	finish
	skip_all "the system does not allow it: $(head -n 1 messages)"
fi
holds "a process is recorded" near 75 'in_deep;in_deep;in_deep;.*;in_long'
holds "callers are complete" near 100 '^(_start;.*;main|.*start_thread);work;in_'
holds "all threads are recorded" [ "$(share ';main;work')" -gt 0 -a "$(share 'start_thread;work')" -gt 0 ]
"$gprowse" --view=threads data >shown 2>&1
holds "each thread is shown" [ "$(grep -c ' thread attached ' shown)" -ge 2 ]
for event in wait idle; do
	"$gprowse" --event=$event --export=folded data 2>&1
done >shown
holds "waits are recorded" grep -q 'wait_for_input;.*\[read: fd 0' shown
record_it --for=1s --clock=timer
holds "threads are stopped for samples" near 75 'in_deep;in_deep;in_deep;.*;in_long'
holds "the callers of a stopped thread" near 100 '^(_start;.*;main|.*start_thread);work;in_'
holds "the program goes on" finish

begin ./attached naps
record_it --for=1s
holds "a process that sleeps is recorded" near 100 'nap'
record_it --for=1s --clock=timer
holds "no sleep is interrupted" finish

begin ./attached twice
record_it --for=1s
holds "code that is mapped twice has its names" near 100 'main;run_twice;in_copy'
holds "and goes on" finish

# The file of the program gets another path, and then has none, as if a new version were installed.
cp attached moved
begin ./moved work 2
{ sleep 0.3; mv moved other; sleep 0.3; rm other; } &
record_it --for=1s --clock=timer
wait $!
holds "a program whose file is moved is the same program" [ "$(ls data/*.gprec | wc -l)" -eq 1 ]
holds "and goes on, too" finish

# start OPTION.. PROGRAM..: records a program for a second.
start() {
	rm -rf data
	{
		sleep 1
	} | timeout "$patience" "$gprowse" record -F 997 -o data "$@" >out 2>&1
	echo "status $?" >>out
}

"$gprowse" record --clock=perf -o probe true >messages 2>&1
perf=$?
[ $perf -eq 0 ] || echo "# $(head -n 1 messages)"

# sampled OPTION.. PROGRAM..: records a program that is controlled by its number.  Does the state
# have its samples?
sampled() {
	rm -rf data input
	mkfifo input
	"$gprowse" record -F 997 -o data "$@" <input >out 2>&1 &
	pid=$!
	exec 9>input
	tries=0
	until [ $((tries += 1)) -gt 100 ] || {
		grep -q ready out 2>/dev/null &&
			"$gprowse" control "$(tr -d ' ' <"/proc/$pid/task/$pid/children")" >state 2>messages &&
			grep -q '^samples  *[1-9]' state
	}; do
		sleep 0.05
	done
	finish && grep -q '^rate  *997 samples' state && [ "$(grep -c '^process' state)" -eq 1 ]
}

# Programs that cannot load the recorder.
if [ $perf -eq 0 ] && ${CC:-cc} -O1 -g -static -o attached-static "$programs/attached.c" -lpthread >log 2>&1; then
	start ./attached-static work 2
	holds "a static program goes as before" [ "$(cat out)" = "ready
done
status 7" ]
	holds "it is recorded" near 75 'in_deep;in_deep;in_deep;.*;in_long'
	holds "one recording" [ "$(ls data | grep -c 'gprec$')" -eq 1 ]
	start --stacks=none ./attached-static work 1
	"$gprowse" --export=folded data >shown 2>&1
	holds "without callers" awk '/;/ { n++ } END { exit NR == 0 || n > 0 }' shown
	rm -rf data
	"$gprowse" record --clock=perf --stacks=none -o data dd if=/dev/zero bs=1M count=3000 \
		2>&1 >/dev/null | grep gprowse
	"$gprowse" --view=functions data >shown 2>&1
	holds "a program that runs in the kernel, without callers" [ $? -eq 0 ]
	start ./attached-static execute ./attached
	holds "it executes a program that is recorded" grep -q 'status 7' out
	holds "both have one recording" [ "$(ls data | grep -c 'gprec$')" -eq 2 ]
	"$gprowse" --event=time --export=folded data >shown 2>&1
	holds "the program is in it" grep -q 'main;work;in_deep' shown
	rm -rf data
	"$gprowse" record --off -o data ./attached-static work 1 </dev/null >out 2>&1
	"$gprowse" --export=folded data >shown 2>&1
	holds "a recording that is off" grep -q 'no calls and no samples' shown
	holds "a static program is controlled by its number" sampled ./attached-static work 1
	holds "a program with the perf clock is controlled by its number" \
		sampled --clock=perf ./attached work 1
else
	skipped "a static program" "no static libc, or no perf_event_open"
fi

# Where the system does not allow perf_event_open, their threads are stopped for samples.
if ${CC:-cc} -O1 -g -static -o attached-static "$programs/attached.c" -lpthread >log 2>&1; then
	start --clock=timer ./attached-static work 2
	holds "a static program is stopped for samples, and goes as before" [ "$(cat out)" = "ready
done
status 7" ]
	holds "it is recorded, too" near 75 'in_deep;in_deep;in_deep;.*;in_long'
	start --clock=timer ./attached-static naps
	holds "no sleep of a program that was started is interrupted" grep -q 'status 7' out
	start --clock=timer ./attached-static execute ./attached-static
	holds "another program is executed" grep -q 'status 7' out
	holds "its time is known" near 75 'in_deep;in_deep;in_deep;.*;in_long'
	if [ "$(cat /proc/sys/kernel/randomize_va_space 2>/dev/null)" = 2 ]; then
		holds "it has its own recording, although it has the same file" \
			[ "$(ls data/*.gprec | wc -l)" -eq 2 ]
	fi
	cat >brief.c <<'END'
#include <pthread.h>
#include <time.h>

static volatile unsigned long sum;

static void *
in_thread(void *with)
{
	struct timespec t;

	do {
		for (int i = 0; i < 10000; i++)
			sum += i;
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	} while (t.tv_sec == 0 && t.tv_nsec < 12000000);
	return with;
}

int
main(void)
{
	for (int i = 0; i < 80; i++) {
		pthread_t t;

		pthread_create(&t, NULL, in_thread, NULL);
		pthread_join(t, NULL);
	}
}
END
	${CC:-cc} -static -o brief brief.c -lpthread
	threads=0
	for recording in 1 2 3; do		# gprowse may get no processor for long
		[ "${threads:-0}" -le 40 ] || break
		rm -rf data
		"$gprowse" record --clock=timer -o data ./brief >out 2>&1
		"$gprowse" --view=functions data >shown 2>&1
		threads=$(sed -n '1s/.* \([0-9]*\) threads.*/\1/p' shown)
	done
	holds "threads of some milliseconds are found" [ "${threads:-0}" -gt 40 ]
	"$gprowse" record --clock=timer -o data "$work/missing" >out 2>&1
	holds "a program that is missing" [ $? -eq 127 ]
	echo 'int main(void) { return 5; }' | ${CC:-cc} -static -o ends -xc -
	for run in 1 2 3; do
		"$gprowse" record --clock=timer -o "data$run" ./ends >out 2>&1
		holds "a program that ends at once has its name, run $run" \
			[ "$? $(ls "data$run" | sed -n 's/\..*gprec$//p')" = "5 ends" ]
	done
else
	skipped "a static program without perf_event_open" "there is no static libc"
fi

# Code in Go has no unwind tables.
cat >spin.go <<'END'
package main

import "os"

var sum uint64

//go:noinline
func inLoop(n uint64) {
	for i := uint64(0); i < n; i++ {
		sum += i * (sum | 1)
	}
}

//go:noinline
func inCaller(n uint64) { inLoop(n); sum++ }

func main() {
	go func() { os.Stdin.Read(make([]byte, 1)); os.Exit(7) }()
	for {
		inCaller(100000)
	}
}
END
if [ $perf -eq 0 ] &&
		GOCACHE=$work/cache GO111MODULE=off timeout "$patience" go build -o spin spin.go >log 2>&1; then
	start ./spin
	holds "a program in Go goes as before" [ "$(cat out)" = "status 7" ]
	holds "its callers are known" near 100 '^runtime.goexit.*;runtime.main;main.main;.*inLoop'
	start --clock=timer ./spin
	holds "it is stopped for samples" [ "$(cat out)" = "status 7" ]
	holds "and has the same callers" near 100 '^runtime.goexit.*;runtime.main;main.main;.*inLoop'
else
	skipped "a program in Go" "it cannot be built, or no perf_event_open"
fi

if [ $perf -eq 0 ]; then
	start --clock=perf ./attached faults
	holds "page faults are known" [ "$(share 'main;touch.*kernel: page fault')" -gt 20 ]
else
	skipped "page faults" "no perf_event_open"
fi

# The perf clock of a program that loads the recorder: its calls are counted there.
if [ $perf -eq 0 ] && ${CC:-cc} -O1 -g -pg -o attached-pg "$programs/attached.c" -lpthread >log 2>&1; then
	start --clock=perf ./attached-pg work 1
	holds "a program with the perf clock" [ "$(cat out)" = "ready
done
status 7" ]
	holds "its time" near 75 'in_deep;in_deep;in_deep;.*;in_long'
	"$gprowse" --view=functions --event=time --format=tsv data >shown 2>&1
	holds "its calls are exact" awk -F '\t' '
		NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
		{ calls[$column["name"]] = $column["calls"] }
		END { exit !(calls["in_long"] > 0 && calls["in_long"] == calls["in_short"]) }' shown
	"$gprowse" --view=notes data >shown 2>&1
	holds "it is one process" [ "$(grep -c 'processes' shown)" -eq 0 ]
	rm -rf data
	"$gprowse" record --clock=perf -o data sh -c '
		work() { i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; }
		work & work & work; wait' >out 2>&1
	"$gprowse" --view=notes data >shown 2>&1
	holds "children that have executed nothing are processes" grep -q ' 3 processes' shown
	holds "which have loaded the recorder" [ "$(grep -c 'recorded from outside' shown)" -eq 0 ]
	"$gprowse" control data >shown 2>&1
	holds "each is listed once" [ "$(grep -c '^process' shown)" -eq 3 ]
	holds "with its samples" [ "$(grep -c '^samples  [1-9]' shown)" -eq 3 ]
else
	skipped "a program with -pg" "it cannot be compiled, or no perf_event_open"
fi

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
