#!/bin/sh
# fuzz.sh - run every fuzzer on its corpus and on random changes of it: fuzz.sh [SECONDS]
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# With --enable-fuzz and SECONDS (make fuzz), libFuzzer looks for new inputs for SECONDS seconds
# and leaves inputs that fail in the current directory.  Then random options, and random keys on a
# terminal, are tried.  FUZZ_SEED=N seeds the random numbers.

corpus=${srcdir:-.}/tests/corpus
vectors=${srcdir:-.}/tests/vectors
export LSAN_OPTIONS=print_suppressions=0 LC_ALL=C.UTF-8
unset DEBUGINFOD_URLS
n=0

# seeds NAME: prints files and directories with seeds of the fuzzer.
seeds() {
	case $1 in
	profile | load) echo "$vectors/"*.bin "$vectors"/real/*.gmon "$vectors"/real/*.profile ;;
	image) echo "$vectors/"*.elf ;;
	esac
	[ ! -d "$corpus/$1" ] || echo "$corpus/$1"
}

# run PROGRAM NAME: replays the seeds, or fuzzes for $seconds if it is set.
run() {
	if [ -z "$seconds" ]; then
		# To replay, libFuzzer needs files; fuzz_main.c takes directories, too.
		find $(seeds "$2") -type f | sort | xargs timeout 300 "$1"
		return
	fi
	found=$(mktemp -d) || return 1
	find $(seeds "$2") -type f -exec cp {} "$found" \;
	timeout $((seconds + 60)) "$1" -seed="${FUZZ_SEED:-1}" -max_total_time="$seconds" \
		-rss_limit_mb=2048 -timeout=10 -max_len="${FUZZ_LENGTH:-8192}" -print_final_stats=1 "$found"
	status=$?
	rm -rf "$found"
	return $status
}

# judge NAME: prints a TAP line for a fuzzer from its output, fuzz_NAME.out, and its exit status in
# fuzz_NAME.status.
judge() {
	n=$((n + 1))
	if [ "$(cat "fuzz_$1.status")" -eq 0 ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		tail -n 40 "fuzz_$1.out" | sed 's/^/# /'
		bad=yes
	fi
	[ -z "$seconds" ] || sed -n 's/^stat::number_of_executed_units: */# executions: /p' "fuzz_$1.out"
	rm -f "fuzz_$1.out" "fuzz_$1.status"
}

# To look for new inputs, run as many fuzzers at once as there are processors.  To replay, run one
# at a time, because automake runs other tests in parallel.
seconds=$1
at_once=1
[ -z "$seconds" ] || at_once=$(getconf _NPROCESSORS_ONLN)
export FUZZ_RUNS="${FUZZ_RUNS:-5}"
running=
for program in ${FUZZERS:?names the fuzzers} end; do
	name=${program##*fuzz_}
	set -- $running
	if [ $# -eq "$at_once" ] || [ "$program" = end ]; then
		wait
		for ended in $running; do
			judge "$ended"
		done
		running=
	fi
	[ "$program" != end ] || break
	{
		run "./$program" "$name" >"fuzz_$name.out" 2>&1
		echo $? >"fuzz_$name.status"
	} &
	running="$running $name"
done
# Random options and keys for the whole program.  Alone, these scripts are tests of their own.
if [ -n "$seconds" ]; then
	export STORM_EVENTS=$((100 * seconds)) STORM_SEED="${FUZZ_SEED:-1}"
	export RANDOM_SECONDS="$seconds" RANDOM_SEED="${FUZZ_SEED:-1}" SANITIZE=yes
	for name in random_options storm; do
		sh "${srcdir:-.}/tests/test_$name.sh" >"fuzz_$name.out" 2>&1
		! grep -q '^not ok' "fuzz_$name.out"
		echo $? >"fuzz_$name.status"
		sed -n 's/^# \([0-9]* combinations\)/# \1/p' "fuzz_$name.out"
		judge $name
	done
fi
echo "1..$n"
[ -z "$bad" ]
