#!/bin/sh
# test_sums.sh - sums that a double cannot hold have all their digits
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

# shows NAME TEXT WORD...: a case that passes if "gprowse WORD..." succeeds without a message and
# prints TEXT.
shows() {
	name=$1 text=$2
	shift 2
	"$gprowse" "$@" >out 2>messages && [ ! -s messages ] && grep -q -F -e "$text" out
	ok $? "$name"
}

# field ID NAME: reads TSV, and prints column ID of the row of function NAME.
field() {
	columns name "$1" | sed -n "s/^$2 //p"
}

printf '%s\n' 'main;a 9007199254740993' 'main;b 9007199254740993' 'main;b;c 5' >sums.folded
shows "the title has the sum" 'sums.folded   18014398509481991 counts' --view=functions sums.folded
shows "self and total of a function" '9007199254740993   50.0    50.0    9007199254740998  b' \
	--view=functions sums.folded
shows "JSON" '"value": 9007199254740998,' --view=functions --format=json sums.folded
shows "the sum in JSON" '"total": {"value": 18014398509481991,' \
	--view=functions --format=json sums.folded
shows "CSV" ',9007199254740998,' --view=functions --format=csv sums.folded
shows "the children of a call are not rounded" '9007199254740993                  5    b' \
	--view=calls sums.folded
shows "stacks that begin with a function" '18014398509481991 counts = 100.0 % of 18014398509481991' \
	--view=calls sums.folded
shows "a tree of callees" '9007199254740993                  5    - b' --view=tree sums.folded
shows "words about a function" 'Self: 9007199254740993 counts' --screen=100x20 --keys=i sums.folded
shows "the last line" '9007199254740993 counts' --screen=100x20 --keys=j sums.folded

printf '%s\n' 'main;b 9007199254740992' 'main;a 9007199254740993' 'main;b;c 1' \
	'main;d 9007199254740994' >order.folded
"$gprowse" --view=functions --format=tsv order.folded | columns self name >out
printf '%s %s\n' 9007199254740994 d 9007199254740993 a 9007199254740992 b 1 c 0 main |
	cmp -s - out
ok $? "rows that differ in the last digit are sorted by it"
shows "a callee of 1 beside 2^53" '+ b' --view=tree order.folded

printf '%s\n' 'main;a 9007199254740993' 'main;a -9007199254740992' 'main;b -9007199254740993' \
	'main;c 4' >difference.folded
"$gprowse" --view=functions --format=tsv difference.folded >out
[ "$(field self a <out)" = 1 ] && [ "$(field self b <out)" = -9007199254740993 ] \
	&& [ "$(field total main <out)" = -9007199254740988 ]
ok $? "values below 0"
shows "their sum, and the sum of their amounts" 'net -9007199254740988 of 27021597764222982 counts' \
	--view=functions difference.folded

printf '%s\n' 'main;a 9223372036854775807' 'main;b 9223372036854775807' >largest.folded
shows "the largest sum" '18446744073709551614  main' --view=functions largest.folded
shows "one of its halves" 'without [3] a: 9223372036854775807 of 18446744073709551614 counts' \
	--view=functions -E a largest.folded
cp largest.folded more.folded
echo 'main;c 5' >>more.folded
shows "a larger sum" '1.8446744074e+19 counts' --view=functions more.folded
shows "a note says so" 'The total is 2^64' --view=notes more.folded

cat >sums.callgrind <<END
# callgrind format
events: Ir
fn=main
1 9007199254740993
cfn=b
calls=1 1
2 9007199254740998
cfn=z
calls=1 1
2 9007199254740997
fn=b
3 9007199254740993
cfn=c
calls=2 1
4 5
fn=c
1 5
END
"$gprowse" --view=functions --format=tsv sums.callgrind >out
[ "$(field self main <out)" = 9007199254740993 ] && [ "$(field total main <out)" = 27021597764222988 ] \
	&& [ "$(field total b <out)" = 9007199254740998 ]
ok $? "costs of functions and calls"
[ "$(field self z <out)" = 0 ] && [ "$(field total z <out)" = 9007199254740997 ]
ok $? "a cost without an owner"
shows "the costs of calls" '9007199254740997           1/1' --view=calls sums.callgrind
"$gprowse" --view=functions --format=tsv -E b sums.callgrind >out
[ "$(field total z <out)" = 9007199254740997 ]
ok $? "a total that an exclusion does not change"

# The exports, listings, lines and parts.
"$gprowse" --export=callgrind sums.folded >out 2>messages
[ "$(grep -c '^0 9007199254740993$' out)" -eq 3 ] && grep -q -x '0 9007199254740998' out \
	&& grep -q -x 'totals: 18014398509481991' out
ok $? "the export of stacks to callgrind"
"$gprowse" --export=callgrind sums.callgrind >again.callgrind 2>messages
"$gprowse" --view=functions --format=tsv sums.callgrind | cut -f 1-12 >before
"$gprowse" --view=functions --format=tsv again.callgrind | cut -f 1-12 >out
cmp -s before out
ok $? "costs that were exported are the same"
shows "a flat profile" '18014398509481991.00                  5.00           c' -b -p sums.folded
shows "a call graph" '[2]     50.0  9007199254740993.00                 5.00                 b [2]' \
	-b -q sums.folded
sed 's/^fn=main/fl=x.c\n&/' sums.callgrind >lines.callgrind
shows "lines" '18014398509481995           2  x.c:2' --view=lines lines.callgrind
shows "a line with the costs of two functions" '9007199254740998 ██▋        33.33   9007199254740998' \
	--view=lines lines.callgrind
shows "files" '18014398509481991' --view=files lines.callgrind
shows "parts" '18014398509481991           4' --view=threads lines.callgrind
shows "the width of an icicle" 'the width is 18014398509481991 counts' --view=icicle sums.folded

# Random stacks: every figure is compared with a sum of integers.
needs "random sums" python3 python3 || { cases_end; exit; }
cat >check.py <<'END'
import random, subprocess, sys
from decimal import Decimal
rng = random.Random(7)
for round in range(12):
	negative, names = round % 2, "abcdefgh"
	stacks = {}
	for i in range(40):
		stack = ";".join(rng.choice(names) for i in range(rng.randrange(1, 9)))
		value = rng.choice([2**53 + 1, 2**57 - 1, 3, rng.randrange(2**56)])
		value *= rng.choice([-1, 1] if negative else [1])
		stacks[stack] = stacks.get(stack, 0) + value
	with open("random.folded", "w") as file:
		for stack, value in stacks.items():
			print(stack, value, file=file)
	out = subprocess.run([sys.argv[1], "--view=functions", "--format=tsv", "random.folded"],
		stdout=subprocess.PIPE, check=True, universal_newlines=True).stdout.splitlines()
	rows = [dict(zip(out[0].split("\t"), line.split("\t"))) for line in out[1:]]
	for row in rows:
		name = row["name"]
		own = sum(v for s, v in stacks.items() if s[-1] == name)
		all = sum(v for s, v in stacks.items() if name in s)
		assert Decimal(row["self"] or "0") == own, (row, own)
		assert Decimal(row["total"]) == all, (row, all)
	keys = [abs(Decimal(row["self"] or "0")) for row in rows]
	assert keys == sorted(keys, reverse=True)
END
python3 check.py "$gprowse" >out 2>&1
ok $? "random sums"
cases_end
