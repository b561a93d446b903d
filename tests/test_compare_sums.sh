#!/bin/sh
# test_compare_sums.sh - comparisons of every kind of profile: figures add up, exchanging A and B
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

# is NAME WANTED GOT
is() {
	[ "$2" = "$3" ] || { echo "wanted: $2"; echo "got: $3"; } >out
	ok "$([ "$2" = "$3" ]; echo $?)" "$1"
}

# sum COLUMN [DEPTH]: reads TSV, and prints the sum of a column of the rows, or of those of DEPTH.
sum() {
	awk -F'\t' -v id="$1" -v depth="$2" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		depth == "" || $at["depth"] == depth { sum += $at[id] }
		END { printf "%.6g", sum + 0 }'
}

# table COLUMNS: reads TSV, and prints the first column and COLUMNS, sorted.
table() {
	awk -F'\t' -v ids="$1" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; n = split(ids, id, " "); next }
		{
			line = $1
			for (i = 1; i <= n; i++)
				line = line " " ($at[id[i]] == "" ? "-" : sprintf("%.6g", $at[id[i]]))
			print line
		}' | sort
}

# pair NAME A B: a case of two profiles, each an image and a profile or only a profile.
pair() {
	name=$1
	# shellcheck disable=SC2086
	set -- $2 -- $3
	"$gprowse" --compare --view=compare --format=tsv "$@" >there 2>err || cat err >>bad
	"$gprowse" --compare --side=delta --view=functions --format=tsv "$@" >functions 2>>err
	"$gprowse" --compare --side=delta --view=tree --format=tsv "$@" >tree 2>>err
	"$gprowse" --compare --side=a --view=functions --format=tsv "$@" >a 2>>err
	"$gprowse" --compare --side=b --view=functions --format=tsv "$@" >b 2>>err
	is "$name: rows add up to the difference" "$(sum self_delta <there)" "$(
		sum self_b <there | awk -v a="$(sum self_a <there)" '{ printf "%.6g", $1 - a }')"
	is "$name: so does the profile of the difference" "$(sum self_delta <there)" "$(
		sum self <functions)"
	is "$name: sides are those of the rows" "$(sum self <a) $(sum self <b)" "$(
		sum self_a <there) $(sum self_b <there)"
	while [ "$1" != -- ]; do
		set -- "$@" "$1"
		shift
	done
	shift
	# Now "$@" is B, then A.
	half=$(($# / 2))
	if [ $half = 1 ]; then
		set -- "$1" -- "$2"
	else
		set -- "$1" "$2" -- "$3" "$4"
	fi
	"$gprowse" --compare --view=compare --format=tsv "$@" >back 2>>err
	is "$name: exchanging A and B" "$(table 'self_a self_b total_a total_b q total_q' <there)" "$(
		table 'self_b self_a total_b total_a q total_q' <back)"
	is "$name: no message" "" "$(grep -v 'holds no\|cut short' err)"
	if [ $half = 1 ]; then
		set -- "$1" -- "$1"
	else
		set -- "$1" "$2" -- "$1" "$2"
	fi
	"$gprowse" --compare --view=compare --format=tsv "$@" >same 2>>err
	is "$name: with itself" "" "$(awk -F'\t' 'NR > 1 && $NF !~ /^(few|noise|equal)$/' same)"
}

cat >a.folded <<'END'
main;parse 400
main;parse;lookup 110
main;emit;parse;lookup 45
main;old;lookup 30
END
cat >b.folded <<'END'
main;parse 200
main;parse;lookup 140
main;emit;parse;lookup 46
main;new;lookup 3
END
pair folded a.folded b.folded
for side in a b; do
	"$gprowse" --export=pprof $side.folded >$side.pprof
	"$gprowse" --export=callgrind $side.folded >$side.callgrind
done
pair pprof a.pprof b.pprof
pair callgrind a.callgrind b.callgrind
pair "stacks and callgrind" a.folded b.callgrind
for v in v01_gnu_64le:v15_bsd44_64le:image64le v02_gnu_64be:v18_bsd44_64be:image64be \
	v03_gnu_32le:v17_bsd44_32le:image32le v04_gnu_32be:v16_bsd44_32be:image32be \
	v07_gnu_multi_hist:v35_macos_64le:image64le; do
	image=$vectors/${v##*:}.elf
	v=${v%:*}
	pair "$v" "$image $vectors/${v%:*}.bin" "$image $vectors/${v#*:}.bin"
done

# The same work at 1,000 and at 100 Hz, of which perf tells the period.
for hz in 1000 100; do
	awk -v hz=$hz 'BEGIN {
		for (i = 0; i < 3 * hz; i++) {
			printf "prog 7 %.6f: %d cpu-clock:\n", i / hz, 1e9 / hz
			printf "\t401000 %s+0x1 (/prog)\n\t400000 main+0x1 (/prog)\n\n",
				i % 3 == 0 ? "emit" : "parse"
		}
	}' >at.$hz
done
"$gprowse" --compare --view=compare --format=tsv at.1000 at.100 >there 2>err
is "the same work at 1,000 and 100 Hz" "emit 1 1 noise
main 0 0 few
parse 2 2 noise" "$(awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	{ printf "%s %.3g %.3g %s\n", $1, $2, $3, $at["mark"] }' there | sort)"
head -n 11000 at.1000 >shorter.1000
"$gprowse" --compare --side=delta --view=functions at.1000 shorter.1000 >there 2>err
is "differences have the decimals of their sides" "-0.250 of 3.000 s" \
	"$(sed -n '1s/.*cpu-clock \(.* s\) .*/\1/p' there)"

cases_end
