#!/bin/sh
# test_sample_kernel.sh - samples of the kernel's time are told from those of the program's code
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/sample_common.sh"
built samplekernel || skip_all "a program cannot be compiled: $(head -n 1 messages)"

# How many points the share of the kernel's samples may differ from that of the system time.
points=7
[ "${CHECK_WIDE:-no}" = no ] || points=3

# as_counted: do the recorded samples say the same as the kernel about its time?
as_counted() {
	found=$(share '\[kernel')
	counted=$(cat system)
	echo "$found % of the samples, $counted % system time" >>messages
	[ "$found" -ge $((counted - points)) ] && [ "$found" -le $((counted + points)) ]
}

# load NAME LOAD...: a case that passes if samplekernel runs, and one about the share of the kernel.
load() {
	name=$1
	shift
	recorder_options=$options
	unharmed "$name" ./samplekernel system "$@"
	measured "$name: the share of the kernel" as_counted
}

options=
load "page faults" faults
mostly "functions that touch pages enter the kernel" 60 '(^|;)store_here;\[kernel: page fault\]'
# in_gmon: has the gmon.out at least half of its samples in the function that touches pages?
in_gmon() {
	"$gprowse" --view=functions --format=tsv ./samplekernel data/gmon.out 2>messages >rows
	[ "$(awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["name"] == "store_here" { print int($at["self_pct"]) }' rows)" -ge 50 ]
}
measured "a gmon.out has this time in the function" in_gmon
load "long system calls" long
mostly "read() enters the kernel" 75 '(^|;)long_calls;[^;]*read;\[kernel: system call\]'
load "code without system calls" user
load "all together" faults long user user
options="-F 50"
load "all together, with 50 samples a second" faults long user user
options="--stacks=fp"
load "all together, by frame pointers" faults user
options=

# Interrupts are off when a call begins and ends.  So the kernel counts too little of short calls.
at_least_as_counted() {
	found=$(share '\[kernel: system call\]')
	echo "$found % of the samples, $(cat system) % system time" >>messages
	[ "$found" -ge $(($(cat system) - points)) ]
}
recorder_options=
unharmed "short system calls" ./samplekernel system short
measured "short system calls: the share of the kernel" at_least_as_counted
mostly "syscall() enters the kernel" 50 '(^|;)short_calls;[^;]*syscall;\[kernel: system call\]'

unharmed "system calls of code that cannot be read" ./samplekernel system sealed
measured "such calls: the share of the kernel" at_least_as_counted

# Reading the code around the interrupted instruction does no harm.
load "code at the start of mapped memory" first
load "code at the end of mapped memory" last
load "code that cannot be read" hidden

# Without stacks, samples are those of the functions that entered the kernel.
recorder_options="--stacks=none"
unharmed "without stacks" ./samplekernel system long
same "without stacks, nothing is the kernel's" 0 "$(share '\[kernel')"
cases_end
