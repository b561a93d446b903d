#!/bin/sh
# test_callgrind_writers.sh - files that other programs than callgrind write in its format
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

# figures FILE [WORD...]: prints self, total (with bounds, "0-5"), percentage and name of each
# function.
figures() {
	"$gprowse" --view=functions --format=tsv "$@" 2>messages | awk -F '\t' '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ total = $at["total"]
			if (total == "") total = $at["total_least"] "-" $at["total_most"]
			percent = $at["total_pct"] == "" ? "?" : sprintf("%.2f", $at["total_pct"])
			print $at["self"], total, percent, $at["name"] }' | LC_ALL=C sort -k 4
}

# shows NAME EXPECTED WORD...: a case that passes if figures WORD... prints EXPECTED and nothing was
# wrong with the file.
shows() {
	name=$1
	printf '%s\n' "$2" >expected
	shift 2
	figures "$@" >out
	diff expected out >differences && [ ! -s messages ]
	ok $? "$name"
}

# google-pprof writes each call as a block of its own, and a function without samples not at all.
cat >google <<'END'
events: Hits

fl=(1) main.cc
fn=(1) main
10 20

fl=(1)
fn=(1)
cfl=(2) leaf.cc
cfn=(2) leaf
calls=90 7
11 90
END
shows 'the total of a function without own cost is what its callers paid' '0 90 81.82 leaf
20 110 100.00 main' google
"$gprowse" --view=notes google >out 2>messages &&
	grep -q '^82 % of the total is in no function' out && grep -q 'leaf' out
ok $? 'a note says so'
"$gprowse" --view=functions --format=json google >out 2>messages && grep -q '"total": {"value": 110,' out &&
	"$gprowse" --screen=80x24 --keys='li' google | grep -q ' 110 Hits'
ok $? 'it is part of 100 %'

# go tool pprof -callgrind -call_tree gives numbers to callees, but not to callers.
cat >tree <<'END'
positions: instr line
events: cpu(ms)

ob=(1) /bin/program
fl=(1) main.go
fn=(1) main.main
0x1000 10 100
cfl=(2) work.go
cfn=(2) main.work [1/2]
calls=0 +16 4
* * 60
cfl=(2)
cfn=(3) main.work [2/2]
calls=0 +16 4
* * 40
cfl=(2)
cfn=(4) main.gone [1/1]
calls=0 +16 4
* * 7

ob=(1)
fl=(2)
fn=(5) main.work
+4096 4 60

ob=(1)
fl=(2)
fn=(5)
* 4 40
END
shows 'nodes of a call tree are one function' '0 0.007 3.38 main.gone [1/1]
0.1 0.207 100.00 main.main
0.1 0.1 48.31 main.work' tree

# stackprof writes no own costs of functions in C.  The sum of edges is more than the samples if
# calls are recursive.
cat >stackprof <<'END'
version: 1
creator: stackprof
pid: 0
cmd: ruby
part: 1
desc: mode: wall(1000)
positions: line
events: Instructions
summary: 20
fl=a.rb
fn=<main>
1 2
cfn=<main>
calls=20 1
1 20
cfl=<cfunc>
cfn=Array#each
calls=17 0
0 17

fl=<cfunc>
fn=Array#each
cfl=a.rb
cfn=Node#walk
calls=14 3
0 14

fl=a.rb
fn=Node#walk
3 9
cfl=<cfunc>
cfn=Array#each
calls=31 3
0 31
cfl=<cfunc>
cfn=Array#hash
calls=5 3
0 5

fl=
fn=(garbage collection)
cfn=(marking)
calls=1 0
0 1

totals: 20
END
shows 'own costs are missing in and outside a cycle' '0 1 5.00 (garbage collection)
0 1 5.00 (marking)
2 19 95.00 <main>
0 0-17 ? Array#each
0 5 25.00 Array#hash
9 14-17 ? Node#walk' stackprof
"$gprowse" --view=notes stackprof >out 2>messages && ! grep -q 'states a total' out
ok $? 'the sum is that which the file states'

# xdebug: the summary is the run time, memory can be freed, a time can be less than 0, and profiles
# are appended to one file.
cat >xdebug <<'END'
version: 1
creator: xdebug 3.1.2 (PHP 8.1.2)
cmd: /srv/a.php
part: 1
positions: line

events: Time_(10ns) Memory_(bytes)

fl=(1) php:internal
fn=(1) php::strlen
4 100 32

fl=(2) /srv/a.php
fn=(2) count
3 18446744073709551606 -32
cfl=(1)
cfn=(1)
calls=1 0 0
4 100 32

fl=(2)
fn=(3) {main}
1 700 400
cfl=(2)
cfn=(2)
calls=1 0 0
9 90 0

summary: 1500 393216

END
shows 'the summary of xdebug is no sum' '-1e-07 9e-07 11.11 count
1e-06 1e-06 12.35 php::strlen
7e-06 7.9e-06 97.53 {main}' xdebug
"$gprowse" --view=notes xdebug >out 2>messages &&
	grep -q 'states a total of 1500 Time_(10ns), but its costs add up to 790' out
ok $? 'a note has both totals'
{ cat xdebug; printf '\n==== NEW PROFILING FILE ==============================================\n'; cat xdebug; } \
	>appended
figures xdebug >once
shows 'an appended profile' "$(awk '{ print $1 * 2, $2 * 2, $3, $4 }' once)" appended
{ printf '\n==== NEW PROFILING FILE ==============================================\n'; cat xdebug; } \
	>to_append
shows 'a profile with the line that comes before each appended one' "$(cat once)" to_append

# Files of other programs: a callee without a file is in that of its caller.
cat >usual <<'END'
events: Ir

fl=a.c
fn=init
1 100

fl=b.c
fn=main
5 10
cfn=init
calls=1 3
5 50

fl=b.c
fn=init
3 50
END
[ "$("$gprowse" --view=functions --format=tsv usual | columns calls name file | LC_ALL=C sort)" = \
	'0 init a.c
0 main b.c
1 init b.c' ]
ok $? "a function of the same name that came before is not the callee"

# xdebug 2 does not say in which file a called function is.
cat >xdebug2 <<'END'
version: 0.9.6
cmd: /srv/a.php
part: 1

events: Time

fl=php:internal
fn=php::usleep
2 1000

fl=/srv/b.php
fn=f
3 50

fl=/srv/a.php
fn=f
7 20
cfn=php::usleep
calls=1 0 0
2 1000

fl=/srv/a.php
fn={main}

summary: 1090

0 10
cfn=f
calls=1 0 0
7 1020
END
shows 'called functions are those of their names' '20 1020 94.44 f
50 50 4.63 f
1000 1000 92.59 php::usleep
10 1030 95.37 {main}' xdebug2

# pyprof2calltree: the summary is the largest total.
cat >pyprof <<'END'
event: ns : Nanoseconds
events: ns
summary: 1000000000
fl=~
fn=<built-in method time.sleep>
0 250000000

fl=a.py
fn=f
3 749999000
cfl=~
cfn=<built-in method time.sleep>
calls=5 0
3 250000000

END
shows 'nanoseconds of Python' '0.25 0.25 25.00 <built-in method time.sleep>
0.749999 0.999999 100.00 f' pyprof
"$gprowse" --view=notes pyprof >out 2>messages && ! grep -q 'states a total' out
ok $? 'a total that is almost the sum needs no note'

# lsprofcalltree names files with fi=, and those of callees after their names.
cat >lsprof <<'END'
events: Ticks
summary: 30
fi=a.py
fn=f
1 10
cfn=g
cfi=b.py
calls=2 5
1 15
cfn=len
cfi=~
calls=1 0
1 5

fi=b.py
fn=g
5 15

fi=~
fn=len
0  5

END
shows 'the file of a callee is named after it' '10 30 100.00 f
15 15 50.00 g
5 5 16.67 len' lsprof
"$gprowse" --view=functions --format=tsv lsprof >out 2>messages &&
	[ "$(grep -c 'a.py' out) $(grep -c 'b.py' out)" = '1 1' ]
ok $? 'every function is in its file'

# Lines of the header that callgrind does not write, and lines less than 0.
cat >odd <<'END'
version: 1
tool: something
Date: today
events: Ir

fl=a
fn=f
-1 20
7 5
cfn=g
calls=1 -3
-1 10

fn=g
-1 10
END
shows 'a line of -1 is no line' '25 35 100.00 f
10 10 28.57 g' odd

# A file that is cut says so.  A file of another program may have any total.
for writer in callgrind-3.19.0 other; do
	printf 'creator: %s\nevents: Ir\nsummary: 9\nfn=f\n1 2\n' $writer >cut
	"$gprowse" --view=functions cut >out 2>messages
	[ $? -eq "$([ $writer = other ]; echo $?)" ] && grep -q ' f$' out
	ok $? "the total of $writer"
done
for total in x 1.5 '2 3' 99999999999999999999 ''; do
	printf 'creator: other\nevents: Ir\nsummary: %s\nfn=f\n1 2\n' "$total" >odd-total
	"$gprowse" --view=notes odd-total >out 2>messages && grep -q 'no notes' out && [ ! -s messages ]
	ok $? "a total of another program that is none: '$total'"
done
printf 'summary: 2\nevents: Ir\nfn=f\n1 2\n' >early
"$gprowse" --view=notes early >out 2>messages && grep -q 'no notes' out
ok $? 'a total before its event'
printf 'creator: other\nevents: Ir\nsummary: 9\nfn=f\n1 2' >cut
"$gprowse" --view=functions cut >out 2>messages
[ $? -eq 1 ] && grep -q 'line 3: the total is 9 Ir, but the costs add up to 2: the file is not whole' messages
ok $? 'a file that ends inside a line'

# Costs that contradict each other are marked wherever they are shown.  work has 50, but main paid
# 400 for it.
cat >doubled <<'END'
events: wall_time
fl=a.rb
fn=main
1 30
cfn=work
calls=12 5
2 400
cfn=done
calls=1 9
3 20

fn=work
5 20
cfn=step
calls=30 7
6 30

fn=step
7 30

fn=done
9 20
END
figures doubled >out
printf '%s\n' '20 20 20.00 done' '30 450 450.00 main' '30 30 30.00 step' '20 50 50.00 work' >expected
diff expected out >differences && [ ! -s messages ]
ok $? 'the figures are those of the file'
"$gprowse" --view=functions --format=tsv doubled | awk -F '\t' '
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	{ print $at["name"], $at["total_kind"] }' | sort >out
printf '%s\n' 'done counted' 'main impossible' 'step counted' 'work impossible' >expected
diff expected out >differences
ok $? 'the kind of a total that is impossible'
for view in functions calls tree icicle source lines; do
	"$gprowse" --view=$view doubled >out 2>messages && [ ! -s messages ] && grep -q '!4[05]0' out &&
		! sed 's/^.*calls of .1. main.*$//' out | grep -q '[^!]4[05]0\.0'
	ok $? "the mark in the view of $view"
done
"$gprowse" --view=notes doubled >out 2>messages &&
	grep -q '^Calls of work cost 400 in all, but it has only 50' out
ok $? 'a note names the costs'
"$gprowse" --export=dot doubled >out && grep -q 'main\\nself 30.00 %\\ntotal !450.0 %' out &&
	grep -q '"!400.0 %' out
ok $? 'the mark in dot'
"$gprowse" --export=svg doubled >out && grep -q '>!main<' out && grep -q '!450.0 %' out
ok $? 'the mark in SVG'
"$gprowse" --screen=80x24 '--keys=:work<Enter>i' doubled >out && grep -q 'impossible. Its callers paid$' out
ok $? 'the explanation'
printf '%s\n' 'main 30' 'main;done 20' 'main;work 20' 'main;work;step 30' 'main;work;[...] 350' |
	sed 's/^/[estimated from a call graph];/' | sort >expected
"$gprowse" --export=folded doubled | sort >out
diff expected out >differences
ok $? 'parts of a callee are at most all of it'

# Layers of functions that each call all of the next layer: costs below 0 cancel the sum of the
# calls.
awk 'BEGIN {
	print "events: Ir\nfn=root\n1 100"
	for (k = 0; k < 22; k++)
		for (x = 0; x < 2; x++) {
			if (k > 0 || x == 0)
				print k == 0 ? "" : "fn=f" k - 1 "." x "\n1 0"
			for (y = 0; y < 2; y++)
				print "cfn=f" k "." y "\ncalls=1 1\n1 1000"
			if (k > 0)
				print "cfn=none\ncalls=1 1\n1 -1999"
			if (k == 0)
				break
		}
	print "fn=none\n1 1"
}' >layers
for export in folded pprof svg dot callgrind; do
	timeout $patience "$gprowse" --export=$export layers >out 2>messages &&
		[ "$(wc -c <out)" -lt 2000000 ] && ! grep -q -a '[0-9]\{13\}' out
	ok $? "an end of $export if costs cancel each other out"
done
"$gprowse" --export=svg layers | LC_ALL=C tr -d '\t\n -~\200-\377' >out && [ ! -s out ]
ok $? 'every byte of SVG is text'
timeout $patience "$gprowse" --view=icicle --format=tsv layers >out 2>messages &&
	[ "$(wc -l <out)" -lt 20000 ]
ok $? 'an end of the icicle'
"$gprowse" --view=calls --format=text layers >out && grep -q '!-1999' out && "$gprowse" --view=notes layers |
	grep -q '^Calls of none cost less than 0'
ok $? 'calls that cost less than 0 are impossible'
for value in 9 -9; do
	printf 'events: Ir\nfn=a\n1 5\ncfn=b\ncalls=1 2\n1 %s\n' $value >nothing
	"$gprowse" --export=folded nothing >out && ! grep -q '[0-9]\{4\}' out
	ok $? "a callee without costs, a call of $value"
done

# cachegrind writes no calls: neither totals nor calls are known.
cat >cachegrind <<'END'
desc: I1 cache:         32768 B, 64 B, 8-way associative
cmd: ./sort
events: Ir I1mr
fl=/srv/sort.c
fn=cmp
2 790 3
fn=main
3 320 2
fl=???
fn=qsort
0 5550 9
summary: 6660 14
END
for view in functions calls tree lines; do
	"$gprowse" --view=$view --format=text cachegrind >out 2>messages && [ ! -s messages ] &&
		grep -q 790 out && ! grep -q 'total n\|%total\|calls *self\|called' out
	ok $? "no totals and calls in the view of $view"
done
"$gprowse" --view=functions --format=json cachegrind >out 2>messages &&
	[ "$(grep -c '"self": {"value": 790, .*"total_pct": null, "total": null, "calls": null' out)" = 1 ] &&
	grep -q '"totals_from": null' out && grep -q '"total": {"value": 6660,' out
ok $? 'they are null in JSON'
"$gprowse" --screen=80x24 '--keys=:cmp<Enter>i' cachegrind >out &&
	grep -q 'Total: not known. The file has only own costs' out && grep -q 'Calls: not recorded' out &&
	"$gprowse" --view=notes cachegrind | grep -q 'The file has only own costs'
ok $? 'words say so'
"$gprowse" -b -p cachegrind >out && grep -q 'Totals are not known: 6660 Ir' out &&
	"$gprowse" --export=dot cachegrind >out && ! grep -q 'total [0-9]' out
ok $? 'listings and dot'
"$gprowse" --export=folded cachegrind | sort >out &&
	printf '%s\n' 'cmp 790' 'main 320' 'qsort 5550' | sed 's/^/[estimated from a call graph];/' >expected &&
	diff expected out >differences
ok $? 'stacks of one frame'

# yappi names all files, then all functions, and then writes the numbers where the costs are.
cat >yappi <<'END'
version: 1
creator: http://www.yappi.com
pid: 1
cmd: a.py
part: 1

events: Ticks

fl=(1) a.py
fl=(2) b.py
fl=(3) a.py
fl=(4) c.py
fn=(1) main a.py:1
fn=(2) work b.py:2
fn=(3) work b.py:2
fn=(4) called c.py:7

fl=(1)
fn=(1)
1 100
cfl=(2)
cfn=(2)
calls=1 0
1 700
cfl=(4)
cfn=(4)
calls=2 0
1 30

fl=(2)
fn=(2)
2 700

fl=(3)
fn=(3)
2 50
END
# Functions may be named with their files, too, and be used without.
cat >declared <<'END'
events: Ticks
fl=(1) a.py
fn=(1) main
fl=(2) b.py
fn=(2) work
fl=(3) c.py
fn=(3) never
fn=(4) alone
5 5
fn=(1)
1 100
cfn=(2)
calls=1 0
1 700
fn=(2)
2 700
END
# files FILE: prints self, total, calls, name and file of each function.
files() {
	"$gprowse" --view=functions --format=tsv "$1" 2>messages | columns self total calls name file |
		LC_ALL=C sort -k 4
}
same 'functions are in the files in which their costs are' '0 30 2 called c.py:7 c.py
100 830 0 main a.py:1 a.py
50 50 0 work b.py:2 a.py
700 700 1 work b.py:2 b.py' "$(files yappi)"
same 'functions that are only declared keep the file that was named with them' '5 5 0 alone c.py
100 800 0 main a.py
700 700 1 work b.py' "$(files declared | grep -v never)"
# Two such files in one, as cat(1) writes them.
cat >twice <<'END'
events: Ir
fl=(1) a.c
fn=(1) first
1 10

events: Ir
fl=(1) x.c
fn=(1) second
fl=(1)
fn=(1)
1 100
END
same 'a number that is declared again' '10   first a.c
100   second x.c' "$(files twice)"
cases_end
