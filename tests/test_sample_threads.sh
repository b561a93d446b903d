#!/bin/sh
# test_sample_threads.sh - samples of threads, coroutines and children
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/sample_common.sh"
built samplethreads || skip_all "a program cannot be compiled: $(head -n 1 messages)"
wide=${CHECK_WIDE:-no}

unharmed "equal threads" ./samplethreads equal 2 0.4
enough "1000 samples per second of processor time" 3 700

# equal_shares: does each thread have at most 3 samples too few or too many, at 100 Hz?  If other
# programs often got the processor, one signal stood for several samples.  As many samples may then
# be missing when the thread ends.
equal_shares() {
	tables | awk '
		$1 == "thread" { print; n += $4; difference = $4 - $6 / 10; most = 3 + ($4 - $5) / 10 }
		difference > most || difference < -most { wrong = 1 }
		END { exit wrong || n < 120 }' >messages
}

# With make check-wide, the program is recorded ten times.
runs=1 seconds=0.7
[ "$wide" = no ] || runs=10 seconds=2
for run in $(seq "$runs"); do
	recorder_options='-F 100' plain_and_recorded ./samplethreads equal 2 "$seconds"
	measured "equal threads have equal shares at 100 Hz ($run)" equal_shares
done

rounds=1
[ "$wide" = no ] || rounds=2
unharmed "threads return, exit and are cancelled" ./samplethreads ends "$rounds"
holds "each table of a thread is right" tables
cancels=50
[ "$wide" = no ] || cancels=5000
recorder_options='-F 10000' unharmed "threads are cancelled while they take a sample" \
	./samplethreads cancels $cancels
unharmed "small stacks, and coroutines" ./samplethreads small
enough "small stacks are sampled" 10 150
mostly "a coroutine is in its function" 20 'coroutine'
mostly "the stack of a coroutine begins with its function" 80 '^coroutine' 'coroutine'
recorder_options=--stacks=fp unharmed "coroutines, by frame pointers" ./samplethreads small
enough "small stacks are sampled" 10 150
children=10 sleeps=4000
[ "$wide" = no ] || children=200 sleeps=15000
unharmed "children, of which some have threads" ./samplethreads forks "$children"
holds "each has a recording" [ "$(ls data/*.gprec | wc -l)" -eq $((children + 1)) ]
enough "children are sampled" 20 $((children * 10))
unharmed "a child of vfork()" ./samplethreads vfork
enough "its processor time is not that of its parent" 10 150
unharmed "no sleep is interrupted" ./samplethreads sleeps "$sleeps"
holds "the program counted them" grep -q '^0 sleeps interrupted' with
unharmed "jumps" ./samplethreads jumps
enough "all processor time is sampled" 10 150
# Threads that libc creates.  Those that call a function for aio_read() are not sampled.
if built libcthreads -lrt; then
	unharmed "functions that libc calls for timers" ./libcthreads timer
	enough "they are sampled" 20 600
	mostly "in the program's function" 80 '(^|;)by_libc;work'
	./libcthreads queue >out 2>&1
	if [ $? -ne 77 ]; then
		unharmed "functions that libc calls for a message queue" ./libcthreads queue
		enough "they are sampled" 20 300
	else
		skipped "functions that libc calls for a message queue" "the system has none"
	fi
	unharmed "a function that libc calls when a file was read" ./libcthreads file
	enough "the first thread is sampled, also when libc has created another" 10 800
	"$gprowse" --view=notes data >out 2>messages
	holds "the missing time is noted" grep -q \
		'^0.[12][0-9] s of processor time were used by threads of which no samples' out
	"$gprowse" record -F 1000 --off -o data ./libcthreads file >with 2>&1
	"$gprowse" --view=notes data >out 2>messages
	holds "it is not noted if the recorder was halted" sh -c '! grep -q "no samples are taken" out'
else
	skipped "threads that libc creates" "$(head -n 1 messages)"
fi
# Without `gprowse record`, the rate is what the environment says.  If the machine stands still,
# processor time passes without a sample, so the program is run up to five times, longer each time.
for rate in 2000000000 4294967296 18446744073709551616; do
	for try in 1 2 3 4 5; do
		rm -rf data
		mkdir data
		env GPROWSE_RECORD="$work/data" GPROWSE_RECORD_HZ=$rate \
			LD_PRELOAD="$top/libgprowse.so" ./samplethreads equal 1 0.$try >with 2>&1
		tables >tables 2>messages
		samples=$(awk '$1 == "thread" { n += $5 } END { print n + 0 }' tables)
		[ "$samples" -le 5 ] || break
	done
	cat tables >>messages
	holds "a rate of $rate" [ "$samples" -gt 5 ]
done
# The first thread is sampled after many other threads, each of which used the tables of an ended
# one again.
unharmed "a thread that works late" ./samplethreads late
first=$(ls data/*.gprec | sed 's/.*samplethreads\.\([0-9]*\).*/\1/')
"$gprowse" --part="thread=samplethreads $first" --export=folded data 2>>messages |
	awk '{ n += $NF } END { print n / 1e6, "ms"; exit !(n / 1e6 > 50 && n / 1e6 < 400) }' >>messages
ok $? "the samples of the first thread are not among those of other threads"
cases_end
