#!/bin/sh
# run.sh - gprowse and gprof on large profiles: time, memory, growth (make bench)
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
#	bench/run.sh [quick]		quick: without gprof's slowest case
#
# Runs in a build directory.  Programs: $GPROWSE and $GPROF, else ./gprowse and gprof.
# Prints Markdown.  Times are wall-clock seconds, medians of several runs; memory is the
# peak in MiB.

gprowse=${GPROWSE:-./gprowse}
gprof=${GPROF:-gprof}
genprof=bench/genprof
timeit=bench/timeit
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
LC_ALL=C.UTF-8
export LC_ALL

# measure RUNS COMMAND...: sets seconds and memory, to "-" if it fails or takes too long.
measure() {
	runs=$1
	shift
	set -- $("$timeit" -t 20 "$runs" timeout 120 "$@" 2>/dev/null)
	seconds=${1:--} memory=${3:--}
}

# over A B: A / B, one digit.
over() {
	awk -v a="$1" -v b="$2" 'BEGIN {
		if (a == "-" || b == "-") print "-"
		else printf (a / b < 10 ? "%.1f\n" : "%.0f\n"), a / b }'
}

# Time and memory of both programs for SHAPE and N; gprof only if asked to.
row() {
	shape=$1 size=$2 with_gprof=$3
	image=$work/image profile=$work/profile
	"$genprof" "$shape" "$size" "$image" "$profile" || exit 1
	theirs=- their_memory=-
	if [ "$with_gprof" = yes ]; then
		measure 3 "$gprof" -b -p -q "$image" "$profile"
		theirs=$seconds their_memory=$memory
	fi
	measure 7 "$gprowse" -b -p -q "$image" "$profile"
	full=$seconds full_memory=$memory
	measure 7 "$gprowse" --screen=100x30 "$image" "$profile"
	screen=$seconds screen_memory=$memory
	echo "| $shape | $size | $theirs | $full | $(over "$theirs" "$full") |" \
		"$screen | $(over "$theirs" "$screen") |" \
		"$their_memory | $full_memory | $screen_memory |"
}

echo "| calls | functions | gprof | listing | ratio | first screen | ratio | gprof MiB | listing MiB | screen MiB |"
echo "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
row random 10000 yes
full_10=$full screen_10=$screen theirs_10=$theirs
row random 30000 yes
[ "$1" = quick ] && slow=no || slow=yes
row random 100000 $slow
full_100=$full screen_100=$screen theirs_100=$theirs
row random 1000000 no
for shape in near callers callees chain cycle; do
	row $shape 10000 yes
	row $shape 100000 no
done
echo
for size in 100000 1000000; do
	"$genprof" random $size "$work/image" "$work/profile" || exit 1
	bench/keys "$work/image" "$work/profile"
	echo
done
echo "From 10,000 to 100,000 functions the time grows by: listing $(over "$full_100" "$full_10")," \
	"first screen $(over "$screen_100" "$screen_10"), gprof $(over "$theirs_100" "$theirs_10")."

# Many files: one profile named 1,000 times; gprof, which would take too long, gets 20.
echo
echo "| summed | MB a file | gprof, each ms | gprowse, each ms | ratio | gprowse MB/s | gprowse MiB |"
echo "|---|--:|--:|--:|--:|--:|--:|"
"$genprof" near 10000 "$work/image" "$work/profile" || exit 1
bytes=$(wc -c <"$work/profile")
twenty=$(yes "$work/profile" | head -n 20)
thousand=$(yes "$work/profile" | head -n 1000)
(cd "$work" && exec "$OLDPWD/$timeit" -t 20 1 "$gprof" -s "$work/image" $twenty) >"$work/theirs" 2>/dev/null
measure 3 "$gprowse" -s --output="$work/sum" "$work/image" $thousand
awk -v theirs="$(cut -d' ' -f1 "$work/theirs")" -v ours="$seconds" -v bytes="$bytes" -v mib="$memory" 'BEGIN {
	a = theirs / 20 * 1000; b = ours
	printf "| 1,000 files | %.2f | %.2f | %.2f | %.0f | %.0f | %s |\n", bytes / 1e6, a, b, a / b,
		bytes * 1000 / 1e6 / ours, mib }'
echo
bench/readers "$work"
