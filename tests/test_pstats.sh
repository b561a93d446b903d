#!/bin/sh
# test_pstats.sh - profiles of Python's cProfile have the figures that Python's pstats reads
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

# shown WORD...: prints own time, total, calls and name of each function.
shown() {
	"$gprowse" --view=functions --format=tsv "$@" 2>messages |
		columns self total calls name | LC_ALL=C sort
}

# A dictionary as Python 3 writes it: main calls leaf three times.  Numbers are floats and integers,
# texts are interned, short or long, and referred to.
printf '{)\003\372\004a.py\351\007\000\000\000\332\004main' >a.prof
printf ')\005i\001\000\000\000i\001\000\000\000' >>a.prof
one='\000\000\000\000\000\000\360?'
printf "g$one" >>a.prof
printf 'g\000\000\000\000\000\000\010@{0)\003r\000\000\000\000\351\011\000\000\000\332\004leaf' >>a.prof
printf ')\005i\003\000\000\000i\003\000\000\000g\000\000\000\000\000\000\000@' >>a.prof
printf 'g\000\000\000\000\000\000\000@{)\003r\000\000\000\000r\001\000\000\000r\002\000\000\000' >>a.prof
printf ')\004i\003\000\000\000i\003\000\000\000g\000\000\000\000\000\000\000@' >>a.prof
printf 'g\000\000\000\000\000\000\000@00' >>a.prof
[ "$(shown a.prof)" = '1 3 1 main
2 2 3 leaf' ] && [ "$(shown - <a.prof | wc -l)" -eq 2 ]
ok $? "own time, total and calls"
[ "$("$gprowse" --view=files --format=tsv a.prof 2>/dev/null | grep -c 'a\.py')" -eq 1 ]
ok $? "source files are known"
"$gprowse" --view=notes a.prof >out 2>messages && ! grep -q 'states a total' out
ok $? "no note about a total that the file does not state"
# The profile ends early, or is damaged.
head -c 120 a.prof >cut.prof
"$gprowse" --view=functions cut.prof >out 2>messages
[ $? -eq 1 ] && [ "$(wc -l <messages)" -eq 1 ] && grep -q 'ends early' messages && grep -q main out
ok $? "a profile that is cut off"
{ head -c 60 a.prof; printf '?????????????'; } >bad.prof
"$gprowse" --view=functions bad.prof >out 2>messages
[ $? -eq 1 ] && [ "$(wc -l <messages)" -eq 1 ]
ok $? "a damaged profile"
# A function whose name is its code.
{ head -c -1 a.prof; printf ')\003\372\007profile\351\000\000\000\000\343\000\000\000\000'; } >code.prof
"$gprowse" --view=functions code.prof >out 2>messages
[ $? -eq 1 ] && grep -q 'has code of Python, .* profile the program with "python -m cProfile' messages
ok $? "a profile by the module profile"
# Each function refers to the same dictionary of callers: so few bytes could stand for very many
# calls.
awk 'BEGIN {
	printf "{)\003\372\001a\351\001%c%c%c\332\001b)\005r\001%c%c%cr\001%c%c%c", 0, 0, 0, 0, 0, 0, 0, 0, 0
	printf "NN\373"
}' >bomb.prof
for i in 1 2 3 4 5 6 7 8; do
	printf ')\003r\000\000\000\000i\00%d\000\000\000r\002\000\000\000i\001\000\000\000' $i >>bomb.prof
done
"$gprowse" --view=functions bomb.prof >out 2>messages
[ "$(wc -l <messages)" -eq 1 ]
ok $? "callers that are no tuples"

if ! python3 -c 'import cProfile' 2>messages; then
	ok 0 "the same as pstats # SKIP no python3"
	cases_end
	exit
fi
cat >prog.py <<'END'
import cProfile, marshal, pstats, sys

class A:
    def __init__(self, x): self.x = x
    def run(self): return sum(map(lambda y: y * y, range(self.x)))
class B:
    def __init__(self, x): self.a = A(x)
    def run(self): return self.a.run()
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
def even(n): fib(6); return n == 0 or odd(n - 1)
def odd(n): return n != 0 and even(n - 1)
def main():
    for i in range(30): B(i).run(); sorted([3, 1, 2], key=lambda x: -x)
    fib(12); even(30); odd(31)

profiler = cProfile.Profile()
profiler.runcall(main)
profiler.create_stats()
stats = profiler.stats
for version in range(5):
    with open("v%d.prof" % version, "wb") as f:
        f.write(marshal.dumps(stats, version))
names = {}
for file, line, name in stats:
    names[file, name] = names.get((file, name), 0) + 1
for (file, line, name), (cc, nc, tt, ct, callers) in stats.items():
    key = name
    if names[file, name] > 1:
        name += ":%d" % line
    calls = nc - callers.get((file, line, key), (0,))[0]
    print("%.9f %.9f %d %s" % (tt, ct, calls, name))
END
python3 prog.py | LC_ALL=C sort -k 4 >wanted
# Times may differ by three nanoseconds, because gprowse rounds each to nanoseconds.
for version in 0 1 2 3 4; do
	shown v$version.prof | LC_ALL=C sort -k 4 >out
	awk '{ own = $1; total = $2; $1 = $2 = "" }
		NR == FNR { owns[FNR] = own; totals[FNR] = total; rest[FNR] = $0; n = FNR; next }
		rest[FNR] != $0 || (own - owns[FNR]) ^ 2 > 1e-17 ||
				(total - totals[FNR]) ^ 2 > 1e-17 {
			print own, total, $0, "instead of", owns[FNR], totals[FNR], rest[FNR]
			wrong = 1
		}
		END { exit wrong || n == 0 || FNR != n }' wanted out >differences
	ok $? "the same as pstats, version $version of marshal"
done
# Functions that also ran before cProfile was enabled have calls by no function.
cat >midway.py <<'END'
import cProfile, sys
def work(): return sum(range(50))
def tick(): work()
def back(n): return n and back(n - 1)
p = cProfile.Profile()
p.enable()
for i in range(int(sys.argv[1])): tick()
work()
back(4)
p.disable()
p.dump_stats(sys.argv[2])
END
python3 midway.py 10 ten.prof
python3 midway.py 3 three.prof
# calls WORD...: prints the calls of the functions of midway.py that a list by gprowse has.
calls() {
	"$gprowse" --view=functions --format=tsv "$@" 2>messages | columns name calls |
		grep -E '^(work|tick|back) ' | LC_ALL=C sort | tr '\n' ' '
}
same "calls by no function" 'back 1 tick 10 work 11 ' "$(calls ten.prof)"
same "calls by no function, in two files" 'back 2 tick 13 work 15 ' "$(calls ten.prof three.prof)"
same "calls by no function, in one of two files" 'back 1 tick 3 work 4 ' \
	"$(calls --part=three.prof ten.prof three.prof)"
"$gprowse" --view=source --part=three.prof --format=tsv ten.prof three.prof 2>messages |
	columns text entered | grep -E '^ *def (work|tick|back)' | sed 's/.* //' >out
same "calls on lines, in one of two files" '4 3 5 ' "$(tr '\n' ' ' <out)"
"$gprowse" --view=calls --select=work --format=tsv ten.prof 2>messages | columns role total >out
awk '{ total[$1] = $2 }
	END { rest = total["function"] - total["caller"] - total["spontaneous"]
		exit total["spontaneous"] <= 0 || rest * rest > 1e-18 }' out
ok $? "they have the time that the calls by functions do not have"
"$gprowse" --view=calls --select=work -E tick --format=tsv ten.prof 2>messages |
	columns role total | grep spontaneous >out
same "their time is not known if a caller is excluded" 'spontaneous ' "$(cat out)"
"$gprowse" --view=tree --format=tsv ten.prof 2>messages | columns depth name | grep '^0 ' >out
holds "only functions without other callers are roots" sh -c \
	'grep -q "^0 tick$" out && grep -q "^0 back$" out && ! grep -q "^0 work$" out'
cat >cycle.py <<'END'
import cProfile
def even(n): sum(range(5000)); return n == 0 or odd(n - 1)
def odd(n): return n != 0 and even(n - 1)
cProfile.run("even(100)", "cycle.prof")
END
python3 cycle.py
"$gprowse" --view=notes cycle.prof >out 2>messages && grep -q 'functions that call each other' out &&
	grep -q 'members have totals without that, which the profile states' out &&
	! grep -q 'estimate' out
ok $? "a note about a cycle does not say that the totals of its members are estimates"
"$gprowse" --screen=100x12 --keys='/even<Enter>i' cycle.prof >out 2>messages
holds "and the totals are not explained by calls" grep -q 'Total: .*: as the file states it\.' out
python3 -c 'import marshal
for callee, figures in marshal.load(open("cycle.prof", "rb")).items():
	for caller, of in figures[4].items():
		if caller != callee and callee[2] in ("even", "odd"):
			print(caller[2], callee[2], "%.9f" % of[3])' | LC_ALL=C sort >wanted
for name in even odd; do
	"$gprowse" --view=calls --select=$name --format=tsv cycle.prof 2>messages |
		columns role total name | awk -v callee=$name '$1 == "caller" { print $3, callee, $2 }'
done | LC_ALL=C sort >out
awk 'NR == FNR { want[$1 " " $2] = $3; next }
	{ n++; wrong += !($1 " " $2 in want) || (want[$1 " " $2] - $3) ^ 2 > 1e-17 }
	END { exit n < 3 || n != length(want) || wrong > 0 }' wanted out
ok $? "calls inside a cycle have the time that the file states"
"$gprowse" --screen=120x12 --keys=':odd<Enter><Enter>k' cycle.prof >out 2>messages
holds "it is a part of the callee's total" grep -q '100\.0 % of the callee.s total' out
# The module profile counts calls, but does not measure their times.
sed 's/import cProfile/import profile as cProfile/; s/cycle\.prof/counted.prof/' cycle.py >counted.py
python3 counted.py
"$gprowse" --view=calls --select=odd --format=tsv counted.prof 2>messages |
	columns role total name >out
holds "calls that were not measured have no time inside a cycle" grep -q '^caller  even' out
# Two functions that call each other for 4.6e9 seconds: three times that is above 2^63 nanoseconds.
cat >long.py <<'END'
import marshal
main, one, other = ("a.py", 9, "main"), ("a.py", 1, "one"), ("a.py", 5, "other")
own, total = 2.3e9, 4.6e9
stats = {
    main: (1, 1, 0.0, total, {}),
    one: (1, 2, own, total, {main: (1, 1, own, total), other: (1, 1, own, total)}),
    other: (1, 2, own, total, {one: (2, 2, own, total)}),
}
for i in range(3):
    with open("long%d.prof" % i, "wb") as f:
        f.write(marshal.dumps(stats))
END
python3 long.py
same "stated totals are added up" '0 9200000000 2 main
4600000000 9200000000 4 one
4600000000 9200000000 4 other' "$(shown long0.prof long1.prof)"
same "they are not used if a sum is too large for 64 bits" '0 13800000000 3 main
6900000000  6 one
6900000000  6 other' "$(shown long0.prof long1.prof long2.prof)"

# Files that lack callers: all of them (subcalls=False), those of a function whose name and line
# another has, or the times of calls (the module profile).
cat >lacking.py <<'END'
import marshal
main, one, two, leaf = (("a.py", i + 1, n) for i, n in enumerate(("main", "one", "two", "leaf")))
def dump(name, stats):
    with open(name, "wb") as f:
        f.write(marshal.dumps(stats))
dump("none.prof", {main: (1, 1, 1.0, 10.0, {}), one: (2, 2, 3.0, 6.0, {}),
    two: (3, 3, 2.0, 3.0, {}), leaf: (4, 4, 4.0, 4.0, {})})
dump("some.prof", {main: (1, 1, 1.0, 10.0, {}), one: (2, 2, 3.0, 6.0, {main: (2, 2, 3.0, 6.0)}),
    two: (3, 3, 2.0, 3.0, {main: (3, 3, 2.0, 3.0)}),
    leaf: (4, 4, 4.0, 4.0, {two: (1, 1, 1.0, 1.0)})})
dump("counts.prof", {main: (1, 1, 1.0, 10.0, {}), one: (2, 2, 3.0, 6.0, {main: 2}),
    two: (3, 3, 2.0, 3.0, {main: 3}), leaf: (4, 4, 4.0, 4.0, {one: 3, two: 1})})
dump("low.prof", {main: (1, 1, 5.0, 4.0, {}), one: (2, 2, 2.0, 2.0, {main: (2, 2, 2.0, 2.0)})})
END
python3 lacking.py
# kinds WORD...: prints self, total, its kind, calls and name of each function.
kinds() {
	"$gprowse" --view=functions --format=tsv "$@" 2>messages |
		columns self total total_kind calls name | LC_ALL=C sort -k 5
}
stated='4 4 counted 4 leaf
1 10 counted 1 main
3 6 counted 2 one
2 3 counted 3 two'
for file in none some counts; do
	same "stated totals of $file.prof" "$stated" "$(kinds $file.prof)"
done
same "a total below self is not shown" '5 7 counted 1 main
2 2 counted 2 one' "$(kinds low.prof)"
# With exclusions, what no call explains is not known.
for file in none some; do
	same "they are not known without a function, $file.prof" '  4 leaf
1  bound 1 main
2  3 two
3  bound 2 one' "$(kinds $file.prof -E leaf | sed 's/^ *4/  4/; s/^2.* 3 two/2  3 two/' |
		LC_ALL=C sort)"
done
"$gprowse" --screen=100x10 --keys='=i' none.prof >out
holds "a group of functions has no stated total" sh -c \
	'grep -q "a.py" out && grep -q "Total: not known, from 10.*no calls that explain" out'
for file in none some; do
	"$gprowse" --export=folded $file.prof >out
	same "estimated stacks of $file.prof have nothing twice" "$(case $file in none) echo 10000000000 ;;
		*) echo 13000000000 ;; esac)" "$(awk '{ sum += $NF } END { printf "%.0f", sum }' out)"
done
"$gprowse" --screen=100x12 --keys='=V' none.prof >out
holds "the icicle of a group has its own time" grep -q 'a\.py 100' out
# The calls of a function cost more than its total: the excluded calls may be those that do.
python3 -c '
import marshal
main, init, g, k = (("a.py", 1, "main"), ("a.py", 2, "init"), ("b.py", 3, "g"), ("c.py", 3, "k"))
marshal.dump({ main: (1, 1, 1.0, 33.0, {}), init: (1, 1, 1.0, 3.0, { main: (2, 2, 2.0, 12.0) }),
    g: (2, 2, 10.0, 10.0, { init: (2, 2, 10.0, 10.0) }),
    k: (1, 1, 20.0, 20.0, { main: (1, 1, 20.0, 20.0) }) }, open("over.prof", "wb"), 2)'
"$gprowse" --view=functions --format=tsv -E g over.prof 2>messages |
	columns self total name >out
same "a total is not less than its parts" '1 1 init
1 22 main
20 20 k' "$(grep -v ' g$' out | LC_ALL=C sort)"
"$gprowse" --view=notes none.prof >out
holds "a note says that callers are missing" grep -q 'does not say which functions called which' out
"$gprowse" --view=notes some.prof >out
holds "a note says that calls do not explain the totals" \
	grep -q 'calls of 1 function do not explain its total' out
holds "and which part" grep -q '50\.0 % of that of one is in calls' out
"$gprowse" --view=notes counts.prof >out
holds "a note says that costs of calls are estimates" \
	grep -q 'costs of calls are estimates, from the numbers of calls' out
"$gprowse" --view=notes a.prof >out
! grep -q 'explain\|which called\|estimates' out
ok $? "no such notes about a whole file"

cases_end
