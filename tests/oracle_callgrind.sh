#!/bin/sh
# oracle_callgrind.sh - profiles of callgrind, compared with callgrind_annotate and read back
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

# functions WORD...: prints self, total, calls and name of each function that gprowse WORD... shows.
functions() {
	"$gprowse" --view=functions --format=tsv "$@" 2>messages |
		awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
			{ print $at["self"], $at["total"], $at["calls"], $at["name"] }' | sort
}

# read_back NAME WORD...: a case that exports what gprowse WORD... shows and reads it again.
read_back() {
	name=$1
	shift
	functions "$@" >before
	"$gprowse" --export=callgrind "$@" >copy 2>messages && functions copy >after &&
		[ -s before ] && diff before after >differences
	ok $? "$name"
}

parser=$srcdir/tests/screens/parser
read_back 'costs of calls, exported and read back' "$parser.callgrind"
read_back 'another event' --event=CEst "$parser.callgrind"

# Calls in stacks are not counted, and the format cannot tell the totals of recursive functions.
functions "$parser.folded" | awk '{ print $1, $NF }' >before
"$gprowse" --export=callgrind "$parser.folded" >copy 2>messages &&
	functions copy | awk '{ print $1, $NF }' >after && diff before after >differences
ok $? 'samples of stacks'
"$gprowse" --export=callgrind "$parser.callgrind" >first
"$gprowse" --export=callgrind first >out 2>messages
grep -q '^events: Ir Dr ' out && grep -q '^desc: Costs: counted$' out && ! grep -q estimated out
ok $? 'the export says what the figures are'

"$top/tests/make_story" cfd gmon.out 2>messages &&
	"$gprowse" --export=callgrind cfd gmon.out >copy 2>>messages &&
	"$gprowse" --view=functions --format=json copy 2>>messages |
		grep -q '"total_pct": {"value": [0-9.]*, "kind": "estimated"}'
ok $? 'estimates of a gprof profile come back as estimates'

if ! command -v valgrind >/dev/null || ! command -v callgrind_annotate >/dev/null ||
	under_memcheck; then
	cases_end
	exit
fi
${CC:-cc} -gdwarf-4 -O1 -o sample "$srcdir"/sample/*.c -lm 2>messages &&
	valgrind --tool=callgrind --cache-sim=yes --callgrind-out-file=profile ./sample 5 \
		>out 2>messages && [ -s profile ] || {
	ok 0 'callgrind # SKIP valgrind does not run here'
	cases_end
	exit
}

# annotate EVENT: prints "self NAME COST" and "call CALLER CALLEE COUNT COST" from the listing of
# callgrind_annotate, of functions with names that only one function has.
annotate() {
	callgrind_annotate --threshold=100 --auto=no --tree=calling --show="$1" profile 2>/dev/null |
		awk '
		function name_of(s) {
			sub(/ \[[^]]*\]$/, "", s); sub(/ \([0-9,]*x\)$/, "", s); sub(/.*:/, "", s)
			return s
		}
		/^ *[0-9.]/ && / [*>] / {
			cost = $1; gsub(/,/, "", cost)
			sign = $0; sub(/^ *[0-9,.]* *(\([ 0-9.]*%\))? */, "", sign)
			rest = substr(sign, 2); sub(/^ */, "", rest)
			name = name_of(rest)
			if (substr(sign, 1, 1) == "*") {
				self[caller = name] += cost
				next
			}
			count = rest; sub(/.* \(/, "", count); sub(/x\).*/, "", count)
			gsub(/,/, "", count)
			calls[caller " " name] += count; costs[caller " " name] += cost
		}
		END {
			for (f in self) print "self", f, self[f]
			for (a in calls) print "call", a, calls[a], costs[a]
		}' | sort
}

# shown EVENT: prints what annotate prints, but from gprowse, which does not show costs inside
# cycles.
shown() {
	"$gprowse" --view=functions --format=tsv --event="$1" profile 2>messages |
		awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
			{ self[$at["name"]] += $at["self"] }
			END { for (f in self) print "self", f, self[f] }'
	"$gprowse" --view=calls --format=tsv --event="$1" profile 2>messages |
		awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
			$at["role"] == "function" { name[$at["entry"]] = $at["name"] }
			$at["role"] == "callee" { n++; caller[n] = $at["entry"]
				callee[n] = $at["name"]; calls[n] = $at["calls"]
				total[n] = $at["total"] }
			END {
				for (i = 1; i <= n; i++) {
					key = name[caller[i]] " " callee[i]
					all[key] += calls[i]; cost[key] += total[i]
				}
				for (key in all) if (cost[key] > 0) print "call", key, all[key], cost[key]
			}'
}

for event in Ir D1mr; do
	annotate $event >theirs
	shown $event | sort >ours
	grep '^self' theirs | sed 's/ [^ ]*$//' >names
	grep '^self' theirs >want
	grep '^self' ours | awk 'NR == FNR { known[$0]; next }
		{ line = $0; sub(/ [^ ]*$/, "", line); if (line in known || $NF > 0) print }' names - >got
	[ "$(wc -l <want)" -gt 50 ] && diff want got >differences
	ok $? "$event of every function"
	grep '^call' ours | comm -23 - theirs >differences
	[ "$(grep -c '^call' ours)" -gt 30 ] && [ ! -s differences ]
	ok $? "$event of calls"
done

# listed [ARGUMENT]: prints "NAME COST" of the functions of the file "exported", as callgrind_annotate
# lists them.
listed() {
	callgrind_annotate --threshold=100 --auto=no "$@" exported 2>messages | awk '
		/^ *[0-9][0-9,]* \(/ && /:/ && !/PROGRAM TOTALS/ {
			cost = $1; gsub(/,/, "", cost)
			sub(/^ *[0-9,]* \([ 0-9.]*%\)  */, ""); sub(/ \[[^]]*\]$/, ""); sub(/^[^:]*:/, "")
			costs[$0] += cost
		}
		END { for (f in costs) print f, costs[f] }' | LC_ALL=C sort
}

# column ID WORD...: prints "NAME VALUE" of each function that gprowse WORD... shows, without those
# whose value is 0 or not known.
column() {
	id=$1
	shift
	"$gprowse" --view=functions --format=tsv "$@" 2>messages | awk -F '\t' -v id="$id" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at[id] > 0 { values[$at["name"]] += $at[id] }
		END { for (f in values) print f, values[f] }' | LC_ALL=C sort
}

# annotated NAME WORD...: a case that passes if callgrind_annotate lists the same self and total of
# each function of an export as gprowse WORD..., and nothing above 100 %.
annotated() {
	name=$1
	shift
	"$gprowse" --export=callgrind "$@" >exported 2>messages
	column self "$@" >expected
	listed >out
	[ "$(wc -l <expected)" -gt 1 ] && diff expected out >differences
	ok $? "$name: self"
	column total "$@" >expected
	listed --inclusive=yes | grep -v '^<outermost frame> ' >out
	diff expected out >differences && ! callgrind_annotate --inclusive=yes exported |
		grep -q '([1-9][0-9][1-9]\.\|([2-9][0-9][0-9]\.'
	ok $? "$name: totals"
}

printf '%s\n' 'main;a;b 3' 'main;a 4' 'main;c 5' 'main;a;b;a 7' >recursive.folded
annotated 'recursion' recursive.folded
awk 'BEGIN {
	srand(3)
	for (i = 0; i < 200; i++) {
		stack = "main"
		for (k = int(9 * rand()); k > 0; k--)
			stack = stack ";f" int(7 * rand())
		print stack, 1 + int(50 * rand())
	}
}' >random.folded
annotated 'random stacks' random.folded
sed 's/^main;//' random.folded >roots.folded
annotated 'stacks that begin with functions that have callers' roots.folded
"$gprowse" --export=callgrind roots.folded >copy &&
	"$gprowse" --view=functions --format=tsv copy >out && ! grep -q 'outermost' out
ok $? 'the caller of outermost frames is no function when it is read back'
grep -q '^desc: Recursion: ' copy && printf 'a;b;c 1\na;c 2\n' >plain.folded &&
	"$gprowse" --export=callgrind plain.folded >plain && ! grep -q 'Recursion\|outermost frame>' plain
ok $? 'the export says whether functions are recursive'
printf '%s\n' 'events: Ir' 'fn=main' '1 10' 'cfn=f' 'calls=0 1' '1 90' 'fn=f' '1 30' 'cfn=g' 'calls=1 1' \
	'2 60' 'fn=g' '2 60' >uncounted
annotated 'calls whose number is not known' uncounted
printf '%s\n' 'events: Ir' 'fn=main' '1 10' 'cfn=f' 'calls=3 1' '1 90' 'fn=k' '2 5' >lacking
annotated 'a function without own cost' lacking
"$gprowse" --export=callgrind uncounted >copy && "$gprowse" --view=calls --format=tsv copy >out &&
	"$gprowse" --view=calls --format=tsv uncounted | diff - out >differences
ok $? 'a number that is not known stays so'
cases_end
