#!/bin/sh
# test_sample_short.sh - threads and processes that are shorter than the kernel's ticks are sampled
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/sample_common.sh"
built sampleshort || skip_all "a program cannot be compiled: $(head -n 1 messages)"

# whole RATE MODE: do the samples, at RATE per second, stand for the processor time of all threads?
# The last threads may end before a tick brings the last samples, mostly on a busy machine.  A
# process that executes a program before its first sample has no table of its time, so that the
# samples of programs can stand for more than all tables, up to what the system has counted.
whole() {
	tables >tables 2>messages
	awk -v rate="$1" -v mode="$2" -v used="$(cat used)" '
		$1 == "thread" { samples += $4; time += $6 / 1000; n++ }
		END {
			counted = samples / rate
			most = mode == "programs" && used > time ? used : time
			printf "%d samples, %.3f s of %s s, %d tables\n", samples, time, used, n
			exit !(time > 0.2 && counted > 0.7 * time && counted < 1.12 * most)
		}' tables >>messages
}

# short RATE MODE MICROSECONDS N: cases of N threads or processes.  What the program prints and
# returns does not depend on N.
short() {
	plain ./sampleshort "$2" "$3" 1
	recorder_options="-F $1" recorded_as_plain ./sampleshort "$2" "$3" "$4"
	ok $? "$2 of $3 us"
	measured "their time is sampled, at $1 Hz" whole "$1" "$2"
}

short 1000 threads 100 1200
mostly "the time belongs to the threads that use it" 60 '(^|;)lengthy;' '(^|;)(brief|lengthy);'
mostly "also that of the shorter ones" 15 '(^|;)brief;' '(^|;)(brief|lengthy);'
short 100 threads 500 250
short 333 threads 4000 30
short 1000 children 300 250
same "each child has one file" 501 "$(ls data/*.0.gprec | wc -l)"
same "none has another" 501 "$(ls data/*.gprec | wc -l)"
nothing "each child has ended" "$("$gprowse" --view=notes data 2>&1 | grep 'did not end')"
short 250 children 1000 100
short 97 children 6000 20
short 1000 programs 800 250
short 100 programs 3000 80
holds "nothing but the recording stays" \
	[ "$(ls data | grep -cvE '(\.gprec|\.gpwait|\.gpimage|^gmon\.out|^gprowse-session)$')" -eq 0 ]

# What is in the file of accounts may be wrong.
for planted in 'yes >planted' 'head -c 20000 /dev/zero | tr "\0" "\377" >planted' ': >planted' \
		'ln -s elsewhere planted' 'mkfifo planted' 'mkdir planted'; do
	rm -rf data planted
	mkdir data
	(ulimit -f 100; sh -c "trap '' XFSZ; $planted" 2>/dev/null)
	mv planted data/gprowse-accounts
	timeout "$patience" env GPROWSE_RECORD="$work/data" GPROWSE_RECORD_HZ=1000 \
		LD_PRELOAD="$top/libgprowse.so" ./sampleshort threads 500 50 >messages 2>&1
	status=$?
	tables >tables 2>>messages
	cat tables >>messages
	holds "accounts: $planted" [ "$status" -eq 0 -a ! -e elsewhere -a "$(awk '
		$1 == "thread" { n += $4 }
		END { print n + 0 }' tables)" -lt 20000 ]
done
cases_end
