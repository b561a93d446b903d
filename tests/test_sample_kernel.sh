#!/bin/sh
# test_sample_kernel.sh - samples of the kernel's time are told from those of the program's code
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/sample_common.sh"
built samplekernel || skip_all "a program cannot be compiled: $(head -n 1 messages)"

# least PERCENT: prints PERCENT or, if the system counted less than that, what it counted without
# 10, but more than code without system calls may have.  Below some hypervisors, half of the time of
# a page fault is not that of this kernel.
least() {
	awk -v percent="$1" '{
		n = $1 - 10 < percent ? $1 - 10 : percent
		print (n > 13 ? n : 13)
	}' system
}

# within LEAST MOST: is the share of the kernel, in percent, within these bounds?
within() {
	found=$(share '\[kernel')
	echo "$found % of the samples, $(cat system) % system time" >>messages
	[ "$found" -ge "$1" ] && [ "$found" -le "$2" ]
}

# enters LEAST MOST: is it within MOST and the least that may be?  The system time alone is no
# measure: if other programs use the processors, few ticks find this program, and the system time
# comes from their number alone.
enters() {
	within "$(least "$1")" "$2"
}

# touched: are as many samples of the functions that touch pages in the kernel?
touched() {
	match_mostly "$(least 60)" '(^|;)store_here;\[kernel: page fault\]' '(^|;)store_here(;|$)'
}

# as_counted: do the samples say the same as the system time?
as_counted() {
	counted=$(cat system)
	within $((counted - 3)) $((counted + 3))
}

# load NAME LEAST MOST LOAD...: a case that passes if samplekernel runs, and one about the share of
# the kernel.
load() {
	name=$1 least=$2 most=$3
	shift 3
	recorder_options=$options
	unharmed "$name" ./samplekernel system "$@"
	if [ "$least" -gt 0 ]; then
		measured "$name: the share of the kernel" enters "$least" "$most"
	else
		measured "$name: the share of the kernel" within "$least" "$most"
	fi
	[ "${CHECK_WIDE:-no}" = no ] || measured "$name: as the system time" as_counted
}

options=
load "page faults" 55 100 faults
measured "functions that touch pages enter the kernel" touched
# in_gmon: has the gmon.out many of its samples in the function that touches pages?
in_gmon() {
	"$gprowse" --view=functions --format=tsv ./samplekernel data/gmon.out 2>messages >rows
	[ "$(awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["name"] == "store_here" { print int($at["self_pct"]) }' rows)" -ge 40 ]
}
measured "a gmon.out has this time in the function" in_gmon
load "long system calls" 80 100 long
mostly "read() enters the kernel" 75 \
	'(^|;)long_calls;([^;]*read;)+(\[libc\.so\.6\];)*\[kernel: system call\]'
load "code without system calls" 0 12 user
load "all together" 34 55 faults long user user
options="-F 50"
load "all together, with 50 samples a second" 30 60 faults long user user
options="--stacks=fp"
load "all together, by frame pointers" 27 55 faults user
options=

recorder_options=
unharmed "short system calls" ./samplekernel system short
measured "short system calls: the share of the kernel" within 40 100
mostly "syscall() enters the kernel" 50 \
	'(^|;)short_calls;([^;]*syscall;)+(\[libc\.so\.6\];)*\[kernel: system call\]'

"$gprowse" --view=notes data >out 2>messages
grep -q 'samples are in \[kernel: system call\]' out
ok $? "a note says that these are too many"
unharmed "system calls of code that cannot be read" ./samplekernel system sealed
measured "such calls: the share of the kernel" within 40 100

# Reading the code around the interrupted instruction does no harm.
load "code at the start of mapped memory" 50 100 first
load "code at the end of mapped memory" 50 100 last
load "code that cannot be read" 50 100 hidden

# Without stacks, samples are those of the functions that entered the kernel.
recorder_options="--stacks=none"
unharmed "without stacks" ./samplekernel system long
same "without stacks, nothing is the kernel's" 0 "$(share '\[kernel')"
cases_end
