#!/bin/sh
# record.sh - compare what a counted call costs with glibc, gprowse record, uftrace, callgrind, perf
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
#	bench/record.sh
#
# Runs in a build directory and prints Markdown; bench/README explains the tables.  CALLS is the
# number of calls of each thread (default: 10000000), RUNS how often each command is run (default:
# 7).  The least time counts.  The runs of the profilers alternate, so that they have the same
# disturbances.

srcdir=$(cd "${srcdir:-.}" && pwd)
gprowse=$(readlink -f "${GPROWSE:-./gprowse}")
calls=${CALLS:-10000000}
runs=${RUNS:-7}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
LC_ALL=C.UTF-8
export LC_ALL
cd "$work" || exit 1

# build NAME FLAG...: compiles bench/calls.c.
build() {
	name=$1
	shift
	${CC:-cc} -O2 "$@" -o "$name" "$srcdir/bench/calls.c" -lpthread || exit 1
}
build plain
build pg -pg
build fentry -pg -mfentry 2>/dev/null || cp pg fentry
build inst -finstrument-functions

# under PROFILER THREADS: prints the nanoseconds of a call under PROFILER, or nothing.
under() {
	case $1 in
	plain)	./plain "$2" "$calls" ;;
	glibc)	./pg "$2" "$calls" ;;
	record)	"$gprowse" record -o data ./pg "$2" "$calls" ;;
	counts)	"$gprowse" record -F 0 -o data ./pg "$2" "$calls" ;;
	fentry)	"$gprowse" record -o data ./fentry "$2" "$calls" ;;
	inst)	"$gprowse" record -o data ./inst "$2" "$calls" ;;
	halted)	"$gprowse" record --off -o data ./pg "$2" "$calls" ;;
	uftrace) uftrace record --no-event -d uf -D 2 ./pg "$2" $((calls / 100)) ;;
	callgrind) valgrind --tool=callgrind --callgrind-out-file=cg ./plain "$2" $((calls / 100)) ;;
	perf)	perf record -q -F 100 -g -o perf.data ./plain "$2" "$calls" ;;
	esac 2>/dev/null | grep -xE '[0-9]+\.[0-9]+'
	rm -rf data data.old uf cg perf.data gmon.out
}

# least FILE: prints the least number in FILE, or "-".
least() {
	sort -n "$1" 2>/dev/null | head -n 1 | grep . || echo -
}

profilers='plain glibc record counts fentry inst halted uftrace callgrind perf'
for threads in 1 2; do
	i=0
	while [ $i -lt "$runs" ]; do
		for profiler in $profilers; do
			# Slow profilers are run at most three times.
			case $profiler in uftrace | callgrind) [ $i -lt 3 ] || continue ;; esac
			under $profiler $threads >>"$profiler.$threads"
		done
		i=$((i + 1))
	done
done

echo '| what | 1 thread, ns | of glibc | 2 threads, ns | of glibc |'
echo '|---|---|---|---|---|'
for profiler in $profilers; do
	echo "$profiler $(least $profiler.1) $(least plain.1) $(least glibc.1)" \
		"$(least $profiler.2) $(least plain.2) $(least glibc.2)"
done | awk '
	# The time of a call without the time of the loop, and its ratio to that of glibc.
	function net(all, loop) { return all == "-" ? "-" : sprintf("%.2f", all - loop) }
	function ratio(all, loop, glibc) {
		if (all == "-" || glibc == "-" || glibc - loop <= 0)
			return "-"
		return sprintf("%.2f", (all - loop) / (glibc - loop))
	}
	{
		printf "| %s | %s | %s ", $1, net($2, $3), ratio($2, $3, $4)
		printf "| %s | %s |\n", net($5, $6), ratio($5, $6, $7)
	}'

# What is in the profiles.
${CC:-cc} -O1 -pg -shared -fPIC -DLIBRARY -o libcases.so "$srcdir/bench/cases.c" || exit 1
${CC:-cc} -O1 -pg -o cases "$srcdir/bench/cases.c" -L. -lcases -lpthread || exit 1
LD_LIBRARY_PATH=$work
export LD_LIBRARY_PATH

# column FILE VIEW FILTER NAME: prints the column NAME of the rows of VIEW that match FILTER.
column() {
	file=$1
	"$gprowse" --view="$2" --format=tsv --filter="$3" $image "$file" 2>/dev/null |
		awk -F'\t' -v name="$4" '
			NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
			{ print $at[name] }' | tr '\n' ' '
}

# compare WHAT COMMAND COLUMN...: runs COMMAND alone, then under gprowse record, and prints the
# columns of both profiles.
compare() {
	what=$1 command=$2
	shift 2
	rm -rf data data.old gmon.out
	./$command >/dev/null 2>&1
	image=./${command%% *}
	[ ! -e gmon.out ] && theirs='no file' || theirs=$(column gmon.out "$@")
	"$gprowse" record -F "${HZ:-100}" -o data ./$command >/dev/null 2>&1
	image=
	ours=$(column data "$@")
	echo "| $what | ${theirs:--} | ${ours:--} |"
}

echo
echo '| what | glibc | gprowse record |'
echo '|---|---|---|'
for threads in 1 2 4; do
	compare "calls of $threads threads, of $((threads * calls))" "pg $threads $calls" \
		functions '^empty$' calls
done 2>/dev/null
compare 'calls of 1,000 short threads, of 1000000' 'cases short' functions '^empty$' calls
compare 'calls from 10,000 sites' 'cases sites' functions '^empty$' calls
compare 'calls before SIGSEGV, of 1000000' 'cases crash' functions '^empty$' calls
compare 'calls in 10 children, of 10000' 'cases children' functions '^empty$' calls
compare 'calls before another program is executed, of 1000' 'cases exec' functions '^empty$' calls
compare 'calls into a library and inside of it, of 1000 each' 'cases library' \
	functions '^(in_library|inside)$' calls
compare 'two equal threads, 1.5 s each, at 100 Hz' 'cases equal' functions '^(first|second)$' self
HZ=1000
compare 'the same, at 1,000 Hz' 'cases equal' functions '^(first|second)$' self
"$gprowse" control data | awk '
	$1 == "samples" { printf "| signals a second, for 1,000 samples | not possible | %.0f |\n", $2 / 3 }'
HZ=100
compare 'time of work() under easy() and hard()' 'cases hard' functions '^(easy|hard)$' total
