#!/bin/sh
# perf.sh - compare the time and memory of gprowse and perf on recordings of perf (make bench-perf)
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
#	bench/perf.sh
#
# Runs in a build directory and prints Markdown.  perf records a program, which is python3 or
# PROGRAM with its arguments.  Then gprowse and perf read each recording in turn, RUNS times; the
# table has the medians of the processor time.  For the output of perf script, what perf needs to
# write it is not counted.

gprowse=$(readlink -f "${GPROWSE:-./gprowse}")
timeit=$PWD/bench/timeit
runs=${RUNS:-7}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
LC_ALL=C.UTF-8
export LC_ALL
cd "$work" || exit 1
command -v perf >/dev/null || { echo "perf.sh: perf is not installed" >&2; exit 1; }

cat >work.py <<'END'
import json, re
for k in range(6):
    d = {str(i): list(range(i % 50)) for i in range(20000)}
    s = json.dumps(d)
    json.loads(s)
    len(re.findall(r"[0-9]+, 4", s)), sum(sorted(int(n) * 7 % 1000 for n in d))
END
program=${PROGRAM:-$(python3 -c 'import sys; print(sys.executable)') work.py}

# median COLUMN FILE: prints the median of a column of numbers.
median() {
	cut -d ' ' -f "$1" "$2" | sort -n | sed -n "$((runs / 2 + 1))p"
}

# row TITLE FILE COMMAND...: prints a row for FILE, which gprowse reads, and COMMAND.
row() {
	title=$1 file=$2
	shift 2
	rm -f ours theirs
	for i in $(seq "$runs"); do
		"$timeit" 1 "$gprowse" --screen=80x24 --keys= "$file" >>ours ||
			return
		"$timeit" 1 "$@" >>theirs 2>/dev/null || return
	done
	samples=$("$gprowse" --view=functions --limit=1 "$file" 2>/dev/null |
		sed -n '1s/.* in \([0-9]*\) samples.*/\1/p')
	echo "$(median 1 ours) $(median 1 theirs) $(wc -c <"$file")" | awk -v title="$title" \
		-v samples="$samples" -v memory="$(median 2 ours) | $(median 2 theirs)" '{
		printf "| %s | %.0f | %s | %s | %.0f | %s | %.3g | %s |\n", title, $3 / 1e6, samples,
			$1, $3 / 1e6 / ($1 > 0 ? $1 : 1), $2, $2 / ($1 > 0 ? $1 : 1), memory }'
}

echo "| recording | MB | samples | gprowse, s | MB/s | perf, s | ratio | MiB | perf MiB |"
echo "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
for rate in 1000 10000; do
	perf record -q -e cpu-clock -F $rate --call-graph fp -o fp.data $program \
		>messages 2>&1 || exit
	row "frame pointers, $rate Hz; perf report --no-inline --no-children" fp.data \
		perf report --stdio --no-inline --no-children -i fp.data
	row "the same; perf report" fp.data perf report --stdio -i fp.data
done
perf script --no-inline -i fp.data >script.txt 2>messages
row "its text; perf report" script.txt perf report --stdio -i fp.data
perf record -q -e cpu-clock -a -F 1000 --call-graph fp -o all.data \
	sh -c 'for i in $(seq 1000); do sh -c "ls / | sed -n 1p"; done' >messages 2>&1 || exit
row "-a, 3,000 short processes; perf report" all.data perf report --stdio -i all.data
perf record -q -e cpu-clock -F 3000 --call-graph dwarf -o dwarf.data $program \
	>messages 2>&1 || exit
row "copies of stacks, 3000 Hz; perf script" dwarf.data perf script --no-inline -i dwarf.data
