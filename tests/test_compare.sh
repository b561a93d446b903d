#!/bin/sh
# test_compare.sh - two profiles side by side: --compare and --view=compare
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

# compare ARGUMENT...: prints the view of both profiles as TSV.
compare() {
	"$gprowse" --compare --view=compare --format=tsv --counts=samples "$@"
}

# column ID NAME: reads TSV, and prints column ID of the row of function NAME.
column() {
	awk -F'\t' -v id="$1" -v name="$2" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$1 == name { print at[id] ? $at[id] : "no such column" }'
}

# is NAME WANTED GOT
is() {
	[ "$2" = "$3" ] || { echo "wanted: $2"; echo "got: $3"; } >out
	ok "$([ "$2" = "$3" ]; echo $?)" "$1"
}

cat >a.folded <<'END'
main;parse 4000
main;parse;lookup 1100
main;emit 450
main;old 30
main;rest 1000
END
cat >b.folded <<'END'
main;parse 2000
main;parse;lookup 1400
main;emit 460
main;new 2
main;rest 1000
END

compare a.folded b.folded >tsv 2>err
columns="name self_a self_b self_delta self_ratio ratio_least ratio_most q total_a total_b
	total_delta total_q calls_a calls_b calls_delta cost_delta match mark"
# shellcheck disable=SC2086
is "the columns are those of the manual" "$(echo $columns)" "$(head -1 tsv | tr '\t' ' ')"
is "less" "less same -2000 0.5" "$(for c in mark match self_delta self_ratio; do column $c parse <tsv
	done | tr '\n' ' ' | sed 's/ $//')"
is "more" more "$(column mark lookup <tsv)"
is "noise" noise "$(column mark emit <tsv)"
is "gone" "gone gone" "$(column mark old <tsv) $(column match old <tsv)"
is "new" "new new" "$(column mark new <tsv) $(column match new <tsv)"
is "no time" "few" "$(column mark main <tsv)"
is "totals" "5100 3400 -1700" "$(column total_a parse <tsv) $(column total_b parse <tsv) $(
	column total_delta parse <tsv)"
is "rows add up to the difference" -1718 "$(awk -F'\t' 'NR > 1 { s += $4 } END { print s }' tsv)"
is "rows are sorted by the size of the change" "parse lookup old emit new" "$(columns name <tsv |
	head -5 | tr '\n' ' ' | sed 's/ $//')"

# Exchanging A and B negates differences, inverts ratios and keeps q.
compare b.folded a.folded >back
is "exchange" "" "$(awk -F'\t' '
	function size(x) { return x < 0 ? -x : x }
	function differs(x, y) { return size(x - y) > 1e-9 * size(x) }
	function is_inverse(x, y) { return x == "" || y == "" || y <= 0 || !differs(x, 1 / y) }
	NR == FNR { row[$1] = $0; next }
	FNR > 1 {
		split(row[$1], a, "\t")
		if (a[4] != -$4 || a[2] != $3 || differs(a[8], $8) || !is_inverse(a[5], $5) ||
				!is_inverse(a[7], $6))
			print $1
	}' tsv back)"

compare a.folded a.folded >same
is "a profile and itself" "few noise" "$(columns mark <same | sort -u | tr '\n' ' ' |
	sed 's/ $//')"

# Clones, numbers of the compiler, renames, parameters.
cat >c.folded <<'END'
main;work 500
main;work.constprop.0 500
main;run()::{lambda(int)#1} 300
main;old_name 400
main;f(int) 200
END
cat >d.folded <<'END'
main;work 300
main;work.part.1 700
main;run()::{lambda(int)#2} 300
main;new_name 400
main;f(long) 200
END
compare c.folded d.folded >tsv
is "clones are one row" "folded 1000 1000" "$(column match work <tsv) $(column self_a work <tsv) $(
	column self_b work <tsv)"
is "numbers of lambdas do not matter" 300 "$(column self_a 'run()::{lambda(int)#2}' <tsv)"
is "without --rename" "gone new" "$(column match old_name <tsv) $(column match new_name <tsv)"
compare --rename=s/old_/new_/ c.folded d.folded >tsv
is "--rename" "renamed 400 400" "$(column match new_name <tsv) $(column self_a new_name <tsv) $(
	column self_b new_name <tsv)"
compare --rename='s|^(old)_|new_|g' --rename='s/xx*/y/' c.folded d.folded >tsv
is "two renames" renamed "$(column match new_name <tsv)"

compare --scale=total a.folded b.folded >tsv
is "--scale=total makes the totals equal" 0 "$(awk -F'\t' 'NR > 1 { s += $4 }
	END { printf "%.6f\n", s }' tsv | sed 's/^-*0.000000/0/')"
sed 's/[0-9]*$/&0/' a.folded >ten.folded
compare --scale=median a.folded ten.folded >tsv
is "--scale=median" "4000 4000" "$(column self_a parse <tsv) $(column self_b parse <tsv)"

# Values that are not known to be samples are not tested; counted ones need no test.
"$gprowse" --compare --view=compare --format=tsv a.folded b.folded >tsv
is "without --counts" "few" "$(column mark parse <tsv)"
cat >a.callgrind <<'END'
events: Ir
fn=main
1 100
cfn=work
calls=10 5
1 900
fn=work
5 900
END
sed 's/900/1800/; s/calls=10/calls=20/' a.callgrind >b.callgrind
compare a.callgrind b.callgrind >tsv 2>err || compare a.callgrind b.callgrind
is "counted" "more equal" "$(column mark work <tsv) $(column mark main <tsv)"
is "calls are counted" "10 20 10 0" "$(for c in calls_a calls_b calls_delta cost_delta; do
	column $c work <tsv; done | tr '\n' ' ' | sed 's/ $//')"

for side in a b; do
	{ echo 'desc: Costs: counted'; sed 's/Ir/Time_(ns)/' $side.callgrind; } >$side.time
done
compare a.time b.time >tsv 2>err || compare a.time b.time
is "measured times may be noise" "few few" "$(column mark work <tsv) $(column mark main <tsv)"
"$gprowse" --compare --keys='/work<Enter>i' --screen=80x24 a.time b.time >out
holds "and are said to be measured" grep -q 'The times were measured, not sampled' out

sed 's/\(100\|900\)$/0/' a.callgrind >zero.callgrind
"$gprowse" --compare --view=compare zero.callgrind zero.callgrind >out 2>err
head -1 out | grep -q 'zero.callgrind  *change'
ok $? "without any cost, the parts of the title do not touch"

{ cat a.callgrind; echo 'calls=x'; } >cut.callgrind
"$gprowse" --compare --view=compare cut.callgrind b.callgrind >out 2>err
is "the first profile could not be read completely" 1 "$?"
grep -q cut.callgrind err
ok $? "and a message says so"

# The command line.
mkdir here && cd here || exit 99
"$gprowse" --compare >out 2>../err
is "nothing to compare" 1 "$?"
grep -q 'name two profiles' ../err
ok $? "and what to do"
cp ../a.folded perf.data.old
cp ../b.folded perf.data
is "without files" less "$("$gprowse" --compare --view=compare --format=tsv --counts=samples |
	column mark parse)"
cd .. || exit 99
for words in "a.folded" "a.folded b.folded c.folded" "a.folded --" "a.folded -- --reverse" \
	"--check=a.folded a.folded b.folded" "--rename=x a.folded b.folded" \
	"--rename=s/(/x/ a.folded b.folded" "--phi=0 a.folded b.folded" "-p a.folded b.folded"; do
	# shellcheck disable=SC2086
	"$gprowse" --compare $words >out 2>err
	is "refused: $words" "1 1" "$? $(grep -c '^gprowse: ' err)"
done
for words in a.folded "a.folded --"; do
	# shellcheck disable=SC2086
	"$gprowse" --compare $words >out 2>err
	is "$words: what is missing" 1 \
		"$(grep -c '^gprowse: --compare: a second profile is missing: .* a.folded NEW,' err)"
done
"$gprowse" --view=compare a.folded >out 2>err
is "--view=compare without --compare" "1" "$?"
"$gprowse" --phi=2 a.folded >out 2>err
is "--phi without --compare" "1" "$?"
compare a.folded -- b.folded >tsv
is "-- between two profiles" less "$(column mark parse <tsv)"
"$gprowse" --compare --counts=samples a.folded b.folded >out 2>err
is "without a terminal, the view is printed" 1 "$(grep -c '^▼.*parse$' out)"
LC_ALL=C "$gprowse" --compare --counts=samples a.folded b.folded >out 2>err
is "marks in ASCII" 1 "$(grep -c '^v.*parse$' out)"

# Several runs of each: the figures are those of one run, and the noise between runs is known.
for i in 1 2 3; do
	for side in a b; do
		awk -v side=$side -v i=$i 'BEGIN {
			for (f = 1; f <= 9; f++)
				print "main;f" f, 100 * f + 3 * ((i * f) % 5) + (side == "b" && f == 5) * 200
		}' >"run.$side.$i"
	done
done
compare run.a.1 run.a.2 run.a.3 -- run.b.1 run.b.2 run.b.3 >tsv
is "figures of one run" "more 200" "$(column mark f5 <tsv) $(column self_delta f5 <tsv |
	sed 's/\.0*$//')"
"$gprowse" --compare --gate --max-slower=10 --counts=samples run.a.1 run.a.2 run.a.3 -- \
	run.b.1 run.b.2 run.b.3 >out
is "several runs need no --phi" "1 slower: f5" "$? $(cut -d: -f1,2 out)"
"$gprowse" --compare --gate --max-slower=10 --counts=samples run.a.1 run.a.2 run.a.3 -- \
	run.a.1 run.a.2 run.a.3 >out
is "the same runs" 0 "$?"

# The browser: keys, and events that both profiles have.
echo 'main;f 100' >few.a
echo 'main;f 110' >few.b
screen() {
	keys=$1
	shift
	"$gprowse" --compare --screen=100x12 --keys="$keys" --counts=samples "$@"
}
screen 'f/f5<Enter>' run.a.1 run.a.2 -- run.b.1 run.b.2 run.b.3 >out
is "B alone has the sum of its runs, as its title says" "1 1" "$(head -1 out |
	grep -c 'sum of 3 runs') $(grep -c ' 2100 .* f5$' out)"
screen 'f||' run.a.1 run.a.2 -- run.b.1 run.b.2 run.b.3 >out
is "and so has A" 1 "$(head -1 out | grep -c 'sum of 2 runs')"
screen 'f|' run.a.1 run.a.2 -- run.b.1 run.b.2 run.b.3 >out
is "the difference is one of means" 1 "$(head -1 out | grep -c 'means of 2 and 3 runs')"
screen 'f|' run.a.1 run.a.2 run.a.3 -- run.b.1 run.b.2 run.b.3 >out
is "of as many runs" 1 "$(head -1 out | grep -c 'means of 3 runs')"
screen 'd' run.a.1 run.a.2 run.a.3 -- run.b.1 run.b.2 run.b.3 >out
is "and the comparison, too" 1 "$(head -1 out | grep -c 'mean of 3 runs')"
screen '/f5<Enter>i' run.a.1 run.a.2 run.a.3 -- run.b.1 run.b.2 run.b.3 >out
is "in words, too" 1 "$(grep -c 'f5: A .* (means of the runs), a difference' out)"
screen 'f' few.a few.b >out
is "one run is no sum" 0 "$(head -1 out | grep -c 'runs')"
screen '' a.folded b.folded >out
is "the title marks the change of the total" 1 "$(head -1 out | grep -c 'change ▼ -1718 ')"
screen '' few.a few.b >out
is "it may be noise" 1 "$(head -1 out | grep -c 'change ~ +10 ')"
screen '~' a.folded b.folded >out
is "~ shows only changes" "3 0" "$(grep -c '^[▲▼+-] .*\(parse\|lookup\|old\)$' out) $(
	grep -c 'emit$' out)"
screen '~r' a.folded b.folded >out
is "after r, too" 0 "$(grep -c 'emit$' out)"
compare a.folded b.folded >tsv.sides
screen 'fd' a.folded b.folded >out
is "d opens the comparison" 1 "$(grep -c '^▼.*parse$' out)"

# | shows B, the difference and A in turn; the selected function stays.
screen 'f/parse<Enter>' a.folded b.folded >out
is "B is shown first" "B b.folded 2000" "$(head -1 out | cut -c1-10) $(
	sed -n 's/^\[2\] parse *\([0-9]*\).*/\1/p' out)"
screen 'f/parse<Enter>|' a.folded b.folded >out
is "| shows the difference" "B - A b.folded [2] parse -2000" "$(head -1 out | cut -c1-14) $(
	sed -n '11s/  */ /gp' out | cut -d' ' -f1-3)"
screen 'f/parse<Enter>||' a.folded b.folded >out
is "again: A" "A a.folded parse" "$(head -1 out | cut -c1-10) $(sed -n '11p' out |
	sed 's/.*\] *\([a-z]*\) .*/\1/')"
screen 'f|||' a.folded b.folded >out
is "again: B" "B b.folded" "$(head -1 out | cut -c1-10)"
screen 'f/parse<Enter>c|<lt><gt>' a.folded b.folded >out
is "the history stays" "B - A b.folded" "$(head -1 out | cut -c1-14)"
for view in functions calls tree icicle notes; do
	for side in a b; do
		"$gprowse" --compare --side=$side --view=$view --format=json --counts=samples \
			a.folded b.folded >side 2>&1
		"$gprowse" --view=$view --format=json --counts=samples $side.folded >alone 2>&1
		is "--side=$side --view=$view" "" "$(sed '/^ "comparison"/,/^ },/d' side |
			diff alone - | grep '^[<>]' | head -3)"
	done
	"$gprowse" --compare --side=delta --view=$view --format=json --counts=samples a.folded \
		b.folded >side 2>err
	is "--side=delta --view=$view" "0 " "$? $(cat err)"
done
for side in a delta; do
	"$gprowse" --compare --side=$side --view=compare --format=tsv --counts=samples a.folded \
		b.folded >side
	is "--side=$side --view=compare" "" "$(diff tsv.sides side)"
done
for option in --view=compare --export=folded --screen=80x24; do
	"$gprowse" --watch $option --compare a.folded b.folded >out 2>&1
	is "--watch and $option" "1 $option" "$? $option"
done
"$gprowse" --watch --gate --same-calls --compare a.folded b.folded >out 2>&1
is "--watch and --gate" 2 $?
is "--watch needs the browser" 1 "$(grep -c '^gprowse: --watch goes with the browser' out)"

# Profiles of nothing: a header alone, and functions that cost nothing.
image=$srcdir/tests/vectors/image64le.elf
head -c 20 "$srcdir/tests/vectors/v01_gnu_64le.bin" >header.gmon
"$gprowse" --compare --side=delta --view=notes "$image" header.gmon -- "$image" header.gmon >out 2>&1
is "profiles without functions" 0 $?
printf 'events: Ir\nfn=a\n1 0\n' >nothing.callgrind
"$gprowse" --compare --side=delta --view=notes nothing.callgrind nothing.callgrind >out 2>&1
is "profiles whose functions cost nothing" "0 0" "$? $(grep -c nan out)"
"$gprowse" --compare --side=delta --view=summary a.folded b.folded >out 2>&1
is "the difference has no summary" 1 $?
is "one line says so" 1 "$(grep -c '^gprowse: --view=summary is about one side' out)"
screen '<Enter>' a.folded b.folded >out
is "Enter: the calls in the difference" "calls of [2] parse  ▼[1] 5100 3400 -1700 ▼[2] 5100 3400 \
-1700 ▲[3] 1100 1400 +300" "$(sed -n '1s/.*\(calls of .*parse\).*/\1/p' out) $(
	awk '/^[▼▲]/ { printf " %s%s %s %s %s", $1, $2, $(NF-4), $(NF-3), $(NF-2) }' out)"
screen '<Enter>i' a.folded b.folded >out
is "i: both sides" 1 "$(grep -c 'A has 4000 samples of it, B 2000' out)"
# A function that has another name in B: callers and callees tell which one it is.
printf 'main;a;was 100\nmain;a;was;leaf 5\nmain;b 10\n' >g.folded
printf 'main;a;is 60\nmain;a;is;leaf 5\nmain;b 10\nmain;b;other 101\n' >h.folded
screen '/was<Enter>^^' g.folded h.folded >out
is "a rename is found by its neighbours" 1 "$(grep -c '100  *60  *-40 .* is$' out)"
screen '/was<Enter>^' g.folded h.folded >out
is "not by its time alone" "is" "$(tail -2 out | head -1 | sed 's/^\[[0-9]*\] \([a-z]*\).*/\1/')"

# Without what is excluded, and of folded functions, both sides stay.
# main_of FILE: prints A, B and the change of the row of main in the calls of a function.
main_of() {
	awk '/ main$/ { for (i = 1; i <= NF; i++) if ($i ~ /^[-+][0-9]/ && $(i-1) ~ /^[0-9]+$/) {
		print $(i-2), $(i-1), $i; exit } }' "$1"
}
screen 'f|/emit<Enter>x:main<Enter>c' a.folded b.folded >out
is "without an excluded function" "6130 4402 -1728" "$(main_of out)"
screen 'f|/emit<Enter>xu:main<Enter>c' a.folded b.folded >out
is "with it again" "6580 4862 -1718" "$(main_of out)"
screen 'f|/lookup<Enter>@c' a.folded b.folded >out
is "only the stacks of a function" "1100 1400 +300" "$(
	sed -n 's/.* \(1100\) *\(1400\) *\(+300\) .*parse$/\1 \2 \3/p' out | head -1)"
printf 'main;K::f 100\nmain;K::g 50\n' >e.folded
printf 'main;K::f 70\nmain;K::g 90\nmain;L::z 7\n' >f.folded
screen 'f|===:K<Enter>c' e.folded f.folded >out
is "functions of a class as one" "150 160 +10" "$(main_of out)"
screen '===' e.folded f.folded >out
is "the view compares only single functions" "1 0" "$(grep -c '^ only single functions' out) $(
	grep -c '^[·~▲▼+=-] ' out)"
screen '/L::z<Enter>====' e.folded f.folded >out
is "unfolded, it has its rows again" "1 3" "$(grep -c 'nothing is folded' out) $(
	grep -c '^[·~▲▼+=-] .*[KL]::[fgz]$' out)"
"$gprowse" --compare --side=delta --view=tree a.folded b.folded >out
is "new and gone rows of the tree" "- old
+ new" "$(sed -n 's/^\([-+]\) .* \([a-z]*\)$/\1 \2/p' out)"
"$gprowse" --compare --side=delta --view=calls --select=work a.callgrind b.callgrind >out
is "calls of both sides" 1 "$(grep -c '10→20 .*work$' out)"
# Calls that cost nothing on a side are there nevertheless, and are no recursive calls.
cat >free.callgrind <<'END'
events: Ir
fn=main
1 100
cfn=work
calls=10 5
1 0
cfn=idle
calls=4 9
1 0
fn=work
5 0
fn=idle
9 0
END
awk '/^1 0$/ && !n++ { $0 = "1 900" } /^5 0$/ { $0 = "5 900" } { print }' free.callgrind >dear.callgrind
for view in tree calls; do
	"$gprowse" --compare --side=delta --view=$view --select=main free.callgrind dear.callgrind >out
	is "$view: a call that became dear is not new" "▲" "$(sed -n 's/^\([^ ]*\) .* work$/\1/p' out)"
	is "$view: a call without cost is not recursive" 0 "$(grep -c '↻' out)"
done
image=$srcdir/tests/vectors/image64le.elf
"$gprowse" --compare --side=delta --view=icicle "$image" "$srcdir/tests/vectors/v01_gnu_64le.bin" -- \
	"$image" "$srcdir/tests/vectors/v15_bsd44_64le.bin" >out 2>err
is "an icicle of estimates: one line says why not" "1 0 1" "$? $(grep -c . out) $(
	grep -c 'needs stacks of both' err)"
COLUMNS=160 "$gprowse" --compare --side=delta --view=icicle --counts=samples a.folded b.folded >out
is "the icicle marks changes without colours" "1 1 1" "$(grep -c 'parse -25.8 % ···' out) $(
	grep -c 'lookup +4.6 % ▓▓▓' out) $(grep -c 'rest 0.0 % ░░░' out)"
is "frames that are new or gone" "gone -|30 new +|2" "$(
	"$gprowse" --compare --side=delta --export=svg --counts=samples a.folded b.folded |
	sed -n 's/^2|[0-9]*\(new +|[0-9]*\)|.*/\1/p; s/^2|[0-9]*\(gone -|[0-9]*\)|.*/\1/p' |
	sort | tr '\n' ' ' | sed 's/ $//')"
"$gprowse" --screen=100x12 --keys='"rd' --counts=samples a.folded >out
is "compare from here" "0 6" "$(grep -c '^[▲▼+-]' out) $(grep -c '^[~·]' out)"
"$gprowse" --screen=100x12 --keys='"rf/parse<Enter>|c' --counts=samples a.folded >out
is "compare from here: |" "B - A a.folded" "$(head -1 out | cut -c1-14)"
screen '"' a.folded b.folded >out
is "two profiles stay those that were named" 1 "$(grep -c 'the command line names' out)"
"$gprowse" --compare --view=compare --format=json --counts=samples a.folded b.folded >json
is "JSON has what both profiles say" "0 1 1 1" "$(python3 -m json.tool json >/dev/null; echo $?) $(
	grep -c '"side": "b"' json) $(grep -c '"knows_runs": false' json) $(
	grep -c '"less": 1' json)"
screen '/old$<Enter>^^' a.folded b.folded >out
is "^ joins a function with the one it is in B" "1 0" "$(
	grep -c '^[·~▼].* 30 .* 2 .*\(new\|old\)$' out) $(grep -c '^[-+]' out)"
screen '/old$<Enter>^^r' a.folded b.folded >out
is "after r, too" 0 "$(grep -c '^[-+]' out)"
screen '/old$<Enter>^^||^' a.folded b.folded >out
is "a row of both sides cannot be joined" 1 "$(grep -c 'its mark is - or +' out)"
is "exports have both sides" "main;emit 450 460
main;new 0 2
main;old 30 0
main;parse 4000 2000
main;parse;lookup 1100 1400
main;rest 1000 1000" "$("$gprowse" --compare --side=delta --export=folded a.folded b.folded | sort)"
for export in folded svg callgrind pprof dot; do
	for side in a b; do
		"$gprowse" --compare --side=$side --export=$export a.folded b.folded >side 2>err
		"$gprowse" --export=$export $side.folded >alone
		sed "s/[AB] \($side.folded \)/\1/" side >same
		is "--side=$side --export=$export" 0 "$(cmp -s same alone; echo $?)$(cat err)"
	done
	"$gprowse" --compare --side=delta --export=$export a.folded b.folded >side 2>err
	is "--side=delta --export=$export" "0 " "$? $(cat err)"
done
screen 'i' a.folded b.folded >out
is "i explains" 1 "$(grep -c 'B takes 0.4. to 0.5. times the time of A' out)"
screen 'P' run.a.1 run.a.2 -- run.a.1 run.a.2 >out
is "P compares parts" 1 "$(grep -c 'only file run.a.1' out)"
screen 'P' run.a.1 run.a.2 -- run.b.1 run.b.2 >out
is "a part that A lacks" 1 "$(grep -c 'A has no file run.b.1' out)"

# gate STATUS ARGUMENT...: a case of --gate, which must exit with STATUS.
gate() {
	wanted=$1
	shift
	"$gprowse" --compare --gate "$@" >out 2>err
	is "gate: $*" "$wanted" "$?"
}
sed 's/lookup 1100/lookup 1400/' a.folded >slow.folded
gate 3 --max-slower=5 --counts=samples a.folded slow.folded
gate 1 --max-slower=5 --phi=1 --counts=samples a.folded slow.folded
is "one line a finding" "slower: lookup" "$(cut -d: -f1,2 out)"
gate 0 --max-slower=10 --phi=1 --counts=samples slow.folded a.folded
gate 0 --max-slower=10 --phi=1 --min-time=400 --counts=samples a.folded slow.folded
gate 0 --max-slower=30 --phi=1 --counts=samples a.folded slow.folded
gate 3 --max-slower=0.1 --phi=1 --counts=samples a.folded a.folded
gate 3 --max-slower=5 --phi=1 a.folded a.folded
gate 3 --max-slower=5 --phi=1 --counts=samples c.folded d.folded
gate 1 --max-slower=5 a.callgrind b.callgrind
gate 0 --max-slower=5 a.callgrind a.callgrind
gate 3 --max-slower=5 a.time b.time
gate 1 --same-calls a.callgrind b.callgrind
is "calls are exact" "calls: work: A 10, B 20" "$(grep calls: out)"
gate 0 --same-calls a.callgrind a.callgrind
gate 0 --max-calls=work=20 a.callgrind b.callgrind
gate 1 --max-calls=work=19 a.callgrind b.callgrind
sed 's/work/operator==/' a.callgrind >equal.callgrind
gate 1 --max-calls=operator===9 equal.callgrind equal.callgrind
gate 3 --same-calls a.folded b.folded
# Small functions of the same program that only some runs have sampled do not need partners.
few() {
	awk -v seed="$1" 'BEGIN {
		for (i = 0; i < 300; i++) {
			seed = (seed * 16807) % 2147483647
			n[int(400 * exp(3 * log(seed / 2147483647)))]++
		}
		for (f in n)
			print "main;f" f, n[f]
	}'
}
for run in 1 2 3 4 5 6; do
	few $((run * 7919)) >few.$run
done
gate 0 --max-slower=60 --counts=samples few.1 few.2 few.3 -- few.4 few.5 few.6
sed 's/main;f0 /main;other /' few.4 >few.7
gate 3 --max-slower=60 --counts=samples few.1 few.2 few.3 -- few.7 few.7 few.7
for words in "--max-calls=nothing=1 a.callgrind b.callgrind" "a.folded b.folded" \
	"--max-slower=x a.folded b.folded" "--max-calls=work a.callgrind b.callgrind" \
	"--same-calls a.folded no.folded" "--same-calls --view=compare a.folded b.folded" \
	"--min-time=5parsec --max-slower=5 a.folded b.folded" "--no-such-option" \
	"--same-calls --format=csv a.folded b.folded"; do
	# shellcheck disable=SC2086
	gate 2 $words
done
"$gprowse" --gate --same-calls a.callgrind b.callgrind >out 2>err
is "--gate without --compare" 2 "$?"
gate 1 --max-slower=5 --phi=1 --counts=samples --format=json a.folded slow.folded
is "JSON has what went into it" '"result":"regression" "phi":1 "method":"Holm" "kind":"slower"' "$(
	tr -d ' \n' <out | tr ',{' '\n\n' | grep -E '^"(result|phi|method|kind)"' | tr '\n' ' ' |
	sed 's/[]} ]*$//')"
if command -v python3 >/dev/null 2>&1; then
	cat >check.py <<'END'
import json
import sys
gate = json.load(open(sys.argv[1]))
c = gate["comparison"]
view = json.load(open(sys.argv[2]))["comparison"]
assert c == view, "the view has another comparison"
assert c["a"]["files"] == ["a.folded"] and c["b"]["runs"] == 1
assert c["scale"] == "none" and c["factor"] == 1 and c["phi"] == 1 and c["is_sampled"]
assert set(c["dispersion_of_functions"]) == {"base", "slope", "df"}
assert sum(m["functions"] for m in c["matching"].values()) == sum(c["marks"].values())
assert abs(sum(m["a_pct"] for m in c["matching"].values()) - 100) < 1e-9
assert abs(sum(m["b_pct"] for m in c["matching"].values()) - 100) < 1e-9
for f in gate["findings"]:
    assert f["kind"] == "slower" and f["ratio_least"] > 1.05 and f["p_holm"] < 0.05
    assert f["name"] == "all functions" or (f["match"] == "same" and f["mark"] == "more"
        and f["symbol_a"] == f["symbol_b"] == f["name"])
    assert abs(f["ratio"] - f["samples_b"] / f["exposure_b"]
        / (f["samples_a"] / f["exposure_a"])) < 1e-9
END
	"$gprowse" --compare --view=compare --phi=1 --counts=samples --format=json a.folded \
		slow.folded >view 2>err
	python3 check.py out view >err 2>&1
	ok $? "the gate has the comparison of the view, and all that went into findings"
	"$gprowse" --compare --view=compare --scale=total --format=json a.folded b.folded >view 2>err
	python3 -c 'import json, sys
c = json.load(open("view"))["comparison"]
sums = [sum(m[k] for m in c["matching"].values()) for k in ("a_pct", "b_pct")]
assert c["scale"] == "total" and max(abs(s - 100) for s in sums) < 1e-9, sums' >err 2>&1
	ok $? "--scale: the matching has all of the time"
else
	ok 0 "the gate has the comparison of the view # SKIP python3 is missing"
	ok 0 "--scale: the matching has all of the time # SKIP python3 is missing"
fi
if [ -c /dev/full ]; then
	"$gprowse" --compare --gate --same-calls a.callgrind a.callgrind >/dev/full 2>err
	is "the result cannot be written" 2 "$?"
fi

"$gprowse" --export=pprof a.folded >plain.pb
"$gprowse" --compare --view=compare --format=tsv plain.pb b.folded >out 2>messages
status=$?
is "stacks that do not say what they count, and their export to pprof" "0 4000 2000" \
	"$status $(column self_a parse <out) $(column self_b parse <out)"

cases_end
