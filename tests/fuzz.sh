#!/bin/sh
# fuzz.sh - every fuzzer reads its corpus and what chance makes of it: fuzz.sh [SECONDS]
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# With --enable-fuzz and SECONDS (make fuzz) libFuzzer looks for new inputs that long; what it
# finds is left in the current directory.  FUZZ_SEED=N looks elsewhere.

corpus=${srcdir:-.}/tests/corpus
vectors=${srcdir:-.}/tests/vectors
export LSAN_OPTIONS=print_suppressions=0 LC_ALL=C.UTF-8
unset DEBUGINFOD_URLS
n=0

# seeds NAME: files and directories of seeds.
seeds() {
	case $1 in
	profile | load) echo "$vectors/"*.bin "$vectors"/real/*.gmon "$vectors"/real/*.profile ;;
	image) echo "$vectors/"*.elf ;;
	esac
	[ ! -d "$corpus/$1" ] || echo "$corpus/$1"
}

# run PROGRAM NAME: replay, or fuzz for a while.
run() {
	if [ -z "$seconds" ]; then
		# libFuzzer takes no directories here; the other main takes both.
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

seconds=$1
export FUZZ_RUNS="${FUZZ_RUNS:-5}"
for program in ${FUZZERS:?names the fuzzers}; do
	name=${program##*fuzz_}
	n=$((n + 1))
	if run "./$program" "$name" >"fuzz_$name.out" 2>&1; then
		echo "ok $n - $name"
	else
		echo "not ok $n - $name"
		tail -n 40 "fuzz_$name.out" | sed 's/^/# /'
		bad=yes
	fi
	[ -z "$seconds" ] || sed -n 's/^stat::number_of_executed_units: */# executions: /p' "fuzz_$name.out"
	rm -f "fuzz_$name.out"
done
echo "1..$n"
[ -z "$bad" ]
