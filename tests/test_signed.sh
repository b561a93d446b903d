#!/bin/sh
# test_signed.sh - values below 0: a profile and its negation show the same rows
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

# negate FILE: prints folded stacks with the opposite values.
negate() {
	sed 's/ -\([0-9]*\)$/ +\1/; s/ \([0-9]*\)$/ -\1/; s/ +/ /' "$1"
}

# stacks SEED: prints random stacks, in which functions recur.
stacks() {
	awk -v seed="$1" 'BEGIN {
		srand(seed)
		for (i = 0; i < 30; i++) {
			s = "main"
			for (n = int(5 * rand()); n > 0; n--)
				s = s ";f" int(6 * rand())
			print s " " int(121 * rand()) - 60
		}
		# All samples of g add up to 0.
		print "main;g;h 7\nmain;g;k -7"
	}'
}

# costs SEED SIGN: prints random costs, multiplied by SIGN, as callgrind writes them.  f6 and f7
# call each other.
costs() {
	awk -v seed="$1" -v sign="$2" '
	function cost() { return sign * (int(121 * rand()) - 60) }
	BEGIN {
		srand(seed)
		print "events: Ir\nfl=x.c"
		for (f = 0; f < 8; f++) {
			print "fn=f" f
			for (i = 0; i < 3; i++)
				print 10 * f + i, cost()
			for (g = f + 1; g < 9; g++)
				if (rand() < 0.5 || f == 6)
					print "cfn=f" (g < 8 ? g : 6) "\ncalls=" g " 1\n" 10 * f + 2, cost()
		}
	}'
}

# rows SIGN FILE WORD...: prints the rows of a view of FILE, sorted.  Values are multiplied by SIGN
# and functions are named, because their numbers depend on the sign.
rows() {
	sign=$1 of=$2
	shift 2
	[ -s "$of.names" ] || "$gprowse" --view=functions --format=tsv "$of" >"$of.names"
	"$gprowse" --format=tsv "$@" "$of" >rows 2>messages || echo "failed: $*"
	awk -F'\t' -v sign="$sign" '
		FNR == 1 { for (i = 1; i <= NF; i++) column[i] = $i }
		FNR == 1 { files++; next }
		files == 1 { for (i = 1; i <= NF; i++) if (column[i] == "name") name[$1] = $i; next }
		{
			line = ""
			for (i = 1; i <= NF; i++) {
				value = $i
				if (column[i] ~ /^(index|cum_pct|self_kind|total_kind)$/)
					continue
				if (column[i] == "entry")
					value = name[value]
				if (column[i] ~ /^(self|children|total)/ && value != "")
					value = sprintf("%.9g", sign * value + 0)
				line = line "\t" value
			}
			print line
		}' "$of.names" rows | LC_ALL=C sort
}

# mirrored NAME FILE WORD...: a case that passes if a view of FILE has the rows that it has of the
# negation of FILE, with the opposite values.
mirrored() {
	name=$1 file=$2
	shift 2
	rows 1 "$file" "$@" >out
	sed -n 's/^gprowse: \([0-9]* rows* \(are\|is\) hidden\).*/\1/p' messages >>out
	rows -1 "not-$file" "$@" >opposite
	sed -n 's/^gprowse: \([0-9]* rows* \(are\|is\) hidden\).*/\1/p' messages >>opposite
	[ -s out ] && diff out opposite >differences
	ok $? "$name of $file"
}

# hot KEYS FILE: prints the functions that "]" and "[" stop at, in the view that KEYS open.
hot() {
	at=$1
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		at="$at]"
		for back in '' '['; do
			"$gprowse" --screen=100x30 --keys="$at${back}i" "$2"
		done
	done | sed -n 's/^ *\[[0-9]*\] *//p' | sort -u
}

# walk KEY FILE: prints the functions that KEY leads to, beginning with main or, for K, with f1.
walk() {
	at=':main<Enter><Enter>'
	[ "$1" = J ] || at=':f1<Enter><Enter>'
	for _ in 1 2 3 4; do
		at="$at$1"
		"$gprowse" --screen=100x30 --keys="${at}i" "$2"
	done | sed -n 's/^ *\[[0-9]*\] *//p'
}

# shapes FILE: prints the nodes and edges of the export to dot, sorted, without numbers and signs.
shapes() {
	"$gprowse" --export=dot --limit=6 "$1" |
		sed -n 's/-\([0-9]\)/\1/g; s/^.n[0-9]* *\(->\)* *n*[0-9]* */\1 /p' | LC_ALL=C sort
}

# summary FILE: prints the summary, without signs and without the line of the file.
summary() {
	"$gprowse" --view=summary "$1" | sed '/folded/d; s/-\([0-9]\)/\1/g; s/  *//g'
}

for seed in 1 2; do
	stacks $seed >$seed.folded
	negate $seed.folded >not-$seed.folded
	for view in functions calls tree cycles icicle; do
		mirrored "$view" $seed.folded --view=$view
		[ $view = icicle ] || mirrored "$view, large rows" $seed.folded --view=$view \
			--percent-limit=4
	done
	# Each of these cases is many screens.
	walks=
	[ $seed -gt 1 ] && [ -z "$CHECK_WIDE" ] || walks=yes
	for keys in ${walks:+f ':main<Enter>t*g'}; do
		hot "$keys" $seed.folded >out
		hot "$keys" not-$seed.folded >opposite
		[ "$(wc -l <out)" -gt 2 ] && diff out opposite >differences
		ok $? "hot rows of $seed.folded, keys $keys"
	done
	for step in ${walks:+J K}; do
		walk $step $seed.folded >out
		walk $step not-$seed.folded >opposite
		[ "$(wc -l <out)" -gt 1 ] && diff out opposite >differences
		ok $? "the hottest path of $seed.folded, key $step"
	done
	for format in callgrind folded pprof; do
		"$gprowse" --export=$format $seed.folded >$seed.$format.out
		"$gprowse" --export=$format not-$seed.folded >not-$seed.$format.out
		mirrored "export" $seed.$format.out --view=functions
	done
	summary $seed.folded >out
	summary not-$seed.folded >opposite
	[ "$(wc -l <out)" -gt 5 ] && diff out opposite >differences
	ok $? "the summary of $seed.folded"
	shapes $seed.folded >out
	shapes not-$seed.folded >opposite
	[ "$(wc -l <out)" -gt 10 ] && diff out opposite >differences
	ok $? "colours and widths of dot of $seed.folded"
done

for seed in 1 2; do
	costs $seed 1 >$seed.costs
	costs $seed -1 >not-$seed.costs
	for view in functions calls lines source files cycles; do
		mirrored "$view" $seed.costs --view=$view
		[ $view = source ] ||
			mirrored "$view, large rows" $seed.costs --view=$view --percent-limit=4
	done
	shapes $seed.costs >out
	shapes not-$seed.costs >opposite
	[ "$(wc -l <out)" -gt 10 ] && diff out opposite >differences
	ok $? "colours and widths of dot of $seed.costs"
	"$gprowse" --export=callgrind $seed.costs >$seed.costs.out
	"$gprowse" --export=callgrind not-$seed.costs >not-$seed.costs.out
	mirrored "export" $seed.costs.out --view=functions
done
cases_end
