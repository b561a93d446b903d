#!/bin/sh
# test_ranks.sh - which of many files or recordings differs from the others, function by function
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

# is NAME WANTED GOT
is() {
	[ "$2" = "$3" ] || { echo "wanted: $2"; echo "got: $3"; } >out
	ok "$([ "$2" = "$3" ]; echo $?)" "$1"
}

# ranks DIRECTORY FUNCTION RANK TIMES: writes 12 profiles in which rank RANK has TIMES as many
# samples of function FUNCTION; ALL stands for all functions.
ranks() {
	mkdir "$1" || exit 99
	for rank in 0 1 2 3 4 5 6 7 8 9 10 11; do
		awk -v rank=$rank -v of="$2" -v other="$3" -v times="$4" 'BEGIN {
			for (f = 1; f <= 9; f++) {
				n = 100 * f + 7 * ((rank * f + f) % 5)
				if (rank == other && (of == "all" || of == "f" f))
					n *= times
				print "main;f" f, int(n)
			}
		}' >"$1/rank.$rank"
	done
}

# differs DIRECTORY: prints functions with the rank that differs, and its times.
differs() {
	"$gprowse" --view=functions --sort=outlier --format=tsv --counts=samples "$1"/rank.* >tsv
	columns name outlier outlier_times outlier_q <tsv | awk '$4 != "" && $4 < 0.05 {
		printf "%s %s %.1f\n", $1, $2, $3 }'
}

ranks equal none 0 1
ranks one f5 7 1.6
ranks less f3 2 0.5
ranks slow all 4 1.5
is "equal ranks" "" "$(differs equal)"
is "all functions are tested" 9 "$(columns outlier_q <tsv | grep -c .)"
is "a rank with more" "f5 one/rank.7 1.6" "$(differs one)"
is "a rank with less" "f3 less/rank.2 0.5" "$(differs less)"
is "a slow rank" "8 slow/rank.4" "$(differs slow | wc -l | tr -d ' ') $(differs slow |
	cut -d' ' -f2 | sort -u)"
"$gprowse" --view=functions --format=tsv --counts=samples one/rank.7 one/rank.8 >tsv
is "two files: none can be told from the other" 0 "$(columns outlier <tsv | grep -c .)"
"$gprowse" --view=functions --format=tsv one/rank.* >tsv
is "it is not known how many samples the figures are" 0 "$(columns outlier <tsv | grep -c .)"

# screen KEYS DIRECTORY
screen() {
	"$gprowse" --screen=160x20 --keys="$1" --counts=samples "$2"/rank.* >out
}
screen '' one
is "the column" "1 1" "$(grep -c 'differs' out) $(grep -c '▲1.6 rank.7 .*f5$' out)"
LC_ALL=C screen '' less
is "in ASCII" 1 "$(grep -c 'v0.52. rank.2 .*f3$' out)"
screen '/f5<Enter>' one
is "the last line but one" 1 "$(grep -c 'file rank.7 differs: 1.6[0-9]* x the others, q <.001' out)"
screen '/f4<Enter>' one
is "not of other functions" 0 "$(grep -c 'differs:' out)"
screen '/f5<Enter>i' one
is "i says so" 1 "$(tr '\n' ' ' <out | grep -c 'rank.7 differs most from the others')"
screen '/f4<Enter>i' one
is "i says that it may be noise" 1 "$(tr '\n' ' ' <out | grep -c 'This may be noise (q 1.00)')"
screen '/f5<Enter>R' one
is "file by file" "1 11" "$(grep -c '^▲ .*<.001 .*rank.7$' out) $(grep -c '^~ ' out)"
screen 'P' one
is "one file alone" 0 "$(grep -c differs out)"
"$gprowse" --compare --screen=100x30 --keys='/f5<Enter>i' --counts=samples one/rank.* -- \
	equal/rank.* >out
is "--compare names the run" "1 0" "$(tr '\n' ' ' <out | tr -s ' ' |
	grep -c 'Of the 12 runs of A, one/rank.7 differs') $(grep -c 'runs of B' out)"
"$gprowse" --compare --side=a --view=functions --format=tsv --counts=samples one/rank.* -- \
	equal/rank.* >tsv
is "--side=a" "one/rank.7" "$(columns name outlier <tsv | sed -n 's/^f5 //p')"

# Recordings, each of one run.
if "$gprowse" record -o rec.0 true >out 2>&1; then
	for run in 0 1 2 3; do
		"$gprowse" record -o rec.$run sh -c 'i=0; while [ $i -lt 150000 ]; do i=$((i + 1)); done' \
			>out 2>&1
	done
	"$gprowse" --view=functions --format=tsv rec.0 rec.1 rec.2 rec.3 >tsv 2>err
	is "recordings are told apart" 1 "$(columns outlier <tsv | grep -c -m1 '^rec\.[0-3]$')"
else
	ok 0 "recordings are told apart # SKIP nothing can be recorded"
fi

cases_end
