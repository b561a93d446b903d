#!/bin/sh
# test_outside.sh - programs that cannot load the recorder are recorded from outside
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/sample_common.sh"
. "$srcdir/tests/outside_common.sh"
built attached || skip_all "a program cannot be compiled: $(head -n 1 messages)"

# start OPTION.. PROGRAM..: records a program for a moment.  No argument has a blank.
start() {
	last_start=$*
	rm -rf data
	{
		sleep $moment
	} | timeout "$patience" "$gprowse" record -F 997 -o data "$@" >out 2>&1
	echo "status $?" >>out
}
again() {
	start $last_start
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
	# The second has two, if its dynamic linker had a sample before it loaded the recorder.
	same "both have a recording" "attached attached-static" \
		"$(ls data | sed -n 's/\..*gprec$//p' | sort -u | xargs)"
	holds "the program is in it" above 0 'main;work;in_deep'
	rm -rf data
	"$gprowse" record --off -o data ./attached-static work 1 </dev/null >out 2>&1
	"$gprowse" --export=folded data >shown 2>&1
	holds "a recording that is off" grep -q 'no calls and no samples' shown
	cat >large.c <<'END'
static volatile unsigned long sum;
static __attribute__((noinline)) void
in_large(void)
{
	volatile char large[1 << 17];

	for (unsigned long i = 0; i < 300000000; i++)
		large[i & 0xffff] = (char)sum++;
}
int main(void) { in_large(); return 0; }
END
	${CC:-cc} -O1 -g -static -o large large.c >log 2>&1
	start --clock=perf ./large
	"$gprowse" --view=notes data >shown 2>&1
	holds "large stacks are noted" grep -q 'stacks had more than 128 frames, or were large' shown
	"$gprowse" --export=folded data >shown 2>&1
	holds "they are marked" grep -q '^\[truncated\];in_large ' shown
	holds "a static program is controlled by its number" sampled ./attached-static work 1
	holds "a program with the perf clock is controlled by its number" \
		sampled --clock=perf ./attached work 1
	# A program that ends before it was seen to load the recorder is one process all the same.
	echo 'int main(void) { for (volatile long i = 0; i < 3000000; i++) ; }' >soon.c
	${CC:-cc} -o soon soon.c
	: >shown
	tries='1 2 3 4 5'
	[ "${CHECK_WIDE:-no}" = no ] || tries='1 2 3 4 5 6 7 8 9 10'
	for try in $tries; do
		rm -rf data
		"$gprowse" record -F 997 --clock=perf -o data ./soon >messages 2>&1
		[ "$(ls data | grep -c gprec)" -ne 2 ] || echo "has samples" >>shown
		"$gprowse" --view=summary data >>shown 2>&1
		"$gprowse" --view=notes data >>shown 2>&1
	done
	holds "short programs with the perf clock have samples" grep -q 'has samples' shown
	nothing "each is one process" "$(grep -E '[0-9] processes|Nothing was loaded' shown)"
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
	"$gprowse" --view=notes data >shown 2>&1
	holds "and no processor time is missing" [ "$(grep -c 'child processes' shown)" -eq 0 ]
	start --clock=timer ./attached-static children ./attached-static
	holds "its children go as before" [ "$(cat out)" = "ready
ready
done
status 7" ]
	holds "its children are recorded" [ "$(ls data/*.gprec | wc -l)" -eq 3 ]
	holds "a child that has executed nothing" above 10 'main;make_children;in_child;work;in_'
	holds "a child that has executed a program" above 10 'main;work;in_'
	start --clock=timer ./attached-static children ./attached
	holds "a child that loads the recorder" grep -q 'status 7' out
	"$gprowse" --view=notes data >shown 2>&1
	holds "is recorded by it" grep -q '^Processes were recorded from outside: [^,]*, [^,]*\.$' shown
	holds "as if alone" above 10 'main;work;in_'
	start --clock=timer ./attached-static brief
	"$gprowse" --view=notes data >shown 2>&1
	holds "a note says if children were not found" \
		grep -q '^[0-9.]* s of processor time of child processes were not recorded' shown
	# Code of 32 bits, without a libc.
	cat >small.c <<'END'
static volatile int sum;

void
_start(void)
{
	for (int i = 0; i < 200000000; i++)
		sum += i;
	__asm__ volatile("int $0x80" :: "a"(1), "b"(7));
}
END
	if ${CC:-cc} -m32 -O1 -static -nostdlib -fno-pic -o small small.c >log 2>&1 &&
			{ ./small; [ $? -eq 7 ]; }; then
		start --clock=timer ./attached-static children ./small
		holds "a child of 32 bits is not harmed" grep -q 'status 7' out
		"$gprowse" --view=notes data >shown 2>&1
		holds "nor is it recorded, and a note says so" \
			[ "$(ls data | grep -c '^small.*gprec$') $(grep -c 'child processes' shown)" = "0 1" ]
	else
		skipped "a child of 32 bits" "the compiler or the system does not have them"
	fi
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
	holds "page faults are known" above 20 'main;touch.*kernel: page fault'
	if head -n 1 /proc/kallsyms | grep -q '^0*[1-9a-f]' && [ "$(id -u)" -eq 0 ]; then
		holds "and the functions of the kernel" above 20 \
			'main;touch.*kernel: page fault]_\[k\];[a-z].*_\[k\]'
		"$gprowse" --event=time --kernel=fold --export=folded data >shown 2>&1
		holds "which are part of the function with --kernel=fold" \
			[ "$(grep -c '_\[k\]' shown)" -eq 0 ]
	else
		skipped "functions of the kernel" "the system does not show their addresses"
	fi
else
	skipped "page faults" "no perf_event_open"
fi

# A user who may not sample the kernel: its time is known from that of the threads.
if [ $perf -eq 0 ] && { [ "$(id -u)" -ne 0 ] || command -v setpriv >/dev/null; }; then
	chmod 755 "$work"
	mkdir -m 777 open
	set -- "$gprowse" record --clock=perf -o open/data dd if=/dev/zero bs=1M count=2000
	[ "$(id -u)" -ne 0 ] || set -- setpriv --reuid=65534 --clear-groups "$@"
	timeout "$patience" "$@" >/dev/null 2>out
	rm -rf data
	mv open/data data
	"$gprowse" --event=time --export=folded data 2>&1 | tee messages |
		awk '{ ns += $NF } END { exit ns < 20000000 }'
	ok $? "the last time of a program is recorded"
else
	skipped "a user who may not sample the kernel" "no setpriv, or no perf_event_open"
fi

# The perf clock of a program that loads the recorder: its calls are counted there.
if [ $perf -eq 0 ] && ${CC:-cc} -O1 -g -pg -o attached-pg "$programs/attached.c" -lpthread >log 2>&1; then
	start --clock=perf ./attached-pg work 1
	holds "a program with the perf clock" [ "$(cat out)" = "ready
done
status 7" ]
	holds "its time" near 75 'in_deep;in_deep;in_deep;.*;in_long'
	# Each sample of the perf clock stands for the same time.  If gprowse got no processor, some
	# are missing.
	least=700
	[ "${CHECK_WIDE:-no}" = no ] || least=990
	"$gprowse" --view=threads --event=time --format=tsv data 2>&1 | columns part_kind time samples |
		awk -v least=$least '$1 == "process" { print; time += $2; samples += $3 }
			END { exit samples < least * time || samples > 1002 * time }' >messages
	ok $? "997 samples in a second of processor time"
	"$gprowse" --view=functions --event=time --format=tsv data >shown 2>&1
	holds "its calls are exact" awk -F '\t' '
		NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
		{ calls[$column["name"]] = $column["calls"] }
		END { exit !(calls["in_long"] > 0 && calls["in_long"] == calls["in_short"]) }' shown
	"$gprowse" --view=notes data >shown 2>&1
	holds "it is one process" [ "$(grep -c 'processes' shown)" -eq 0 ]
	# Children that end soon, and threads one after the other.
	cat >several.c <<'END'
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static volatile unsigned sink;
__attribute__((noinline)) static double burn(clockid_t clock, double ms)
{
	struct timespec a, b;
	clock_gettime(clock, &a);
	do {
		for (int i = 0; i < 20000; i++)
			sink += i;
		clock_gettime(clock, &b);
	} while ((b.tv_sec - a.tv_sec) * 1e3 + (b.tv_nsec - a.tv_nsec) / 1e6 < ms);
	return ms;
}
static void *run(void *name)
{
	pthread_setname_np(pthread_self(), name);
	burn(CLOCK_THREAD_CPUTIME_ID, *(char *)name == 'l' ? 300 : 30);
	return name;
}
int main(int argc, char **argv)
{
	char *name[] = { "brief", "brief", "brief", "long" };
	for (int i = 0; argc == 1 && i < 150; i++) {
		if (fork() == 0) {
			burn(CLOCK_PROCESS_CPUTIME_ID, 4);
			_exit(0);
		}
		wait(NULL);
	}
	for (int i = 0; argc > 1 && i < 4; i++) {
		pthread_t t;
		pthread_create(&t, NULL, run, name[i]);
		pthread_join(t, NULL);
	}
	return 0;
}
END
	${CC:-cc} -O1 -g -pthread -o several several.c >messages 2>&1
	rm -rf data
	"$gprowse" record --clock=perf -o data ./several >out 2>messages
	"$gprowse" --view=threads --format=tsv data 2>messages | columns part_kind part >shown
	same "150 children are 151 processes of a program" "151 several" "$(awk '
		$1 == "process" { n++; names[$2] } END { printf "%d", n; for (name in names) printf " %s", name }
		' shown)"
	"$gprowse" --view=functions --format=tsv data 2>messages | columns name self >shown
	holds "whose code has names" awk '$1 == "burn" { burn = $2 } $1 ~ /^\[unknown/ { unknown += $2 }
		END { exit !(burn > 0.3 && unknown < burn / 20) }' shown
	if unshare --user --map-root-user --pid --fork true 2>messages; then
		rm -rf data
		"$gprowse" record --clock=perf -o data unshare --user --map-root-user --pid --fork \
			bash -c 'for i in {1..150}; do x=$(echo $i); done; exit' >out 2>messages
		"$gprowse" --view=threads --format=tsv data 2>messages | columns part_kind part >shown
		nothing "in a container, each of these children has one thread" "$(grep '^thread' shown)"
	else
		skipped "in a container" "$(head -n 1 messages)"
	fi
	rm -rf data
	"$gprowse" record --clock=perf -o data ./several threads >out 2>messages
	"$gprowse" --view=threads --format=tsv data 2>messages | columns part_kind part time >shown
	holds "a thread after short ones has its own time" awk '$2 == "long" && $4 > 0.2 { found = 1 }
		$2 == "brief" && $4 > 0.01 { brief++ } END { exit !found || brief != 3 }' shown
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
cases_end
