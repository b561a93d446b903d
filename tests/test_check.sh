#!/bin/sh
# test_check.sh - --check: gprof's estimates for a program that is compiled here, and known times
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/check_common.sh"

cat >twice.c <<'END_OF_C'
#include <stdlib.h>

static volatile unsigned long count;

static void __attribute__((noinline, noclone))
work(long n)
{
	while (n-- > 0)
		count += (unsigned long)n;
}

static void __attribute__((noinline, noclone))
easy(void)
{
	work(1);
	count++;
}

static void __attribute__((noinline, noclone))
hard(long n)
{
	work(n);
	count++;
}

int
main(int argc, char **argv)
{
	for (int i = 0; i < 1000; i++) {
		easy();
		hard(argc > 1 ? atol(argv[1]) : 0);
	}
	return 0;
}
END_OF_C
${CC:-cc} -O1 -g -pg -o twice twice.c 2>cc.log && sampled 0.2 twice 2000000 ||
	skip_all "no program with -pg has samples here"
printf 'main;hard;work 1990\nmain;hard 5\nmain 5\nmain;[kernel] 100\n' >twice.folded

# rows WORD...: prints the rows of the view.
rows() {
	"$gprowse" --view=check --format=tsv "$@" twice gmon.out 2>messages
}

rows --check=twice.folded --counts=samples >out
holds "no message" [ ! -s messages ]
between "easy gets half of the time of work" 45 50 "$(cell 'call work easy' estimated_pct)"
between "hard gets the other half" 45 50 "$(cell 'call work hard' estimated_pct)"
between "by the stacks, easy has nothing" 0 0 "$(cell 'call work easy' known_pct)"
between "by the stacks, hard has all" 94 96 "$(cell 'call work hard' known_pct)"
between "the difference of hard" -51 -43 "$(cell 'call work hard' difference)"
holds "it is larger than the noise" [ "$(cell 'call work hard' beyond_noise)" = yes ]
between "easy itself" 42 51 "$(cell 'function easy ' difference)"
between "work itself has nearly all of the time on both sides" -8 8 \
	"$(cell 'function work ' difference)"
between "the error of the stacks" 0.3 0.6 "$(cell 'call work hard' known_err)"
columns difference <out | awk '{ d = $1 < 0 ? -$1 : $1 } NR > 1 && d > last { bad = 1 }
	{ last = d } END { exit bad || NR < 7 }'
ok $? "rows are sorted by the size of the difference"
columns role <out | sort -u | tr '\n' ' ' | grep -qx 'call function '
ok $? "rows are functions and calls"
rows --check=twice.folded >out
holds "stacks that are no samples have no error" [ -z "$(cell 'call work hard' known_err)" ]
# gprof has no estimate of a function without samples and calls, such as the one that starts main.
sed 's/^main/_start;libc_start;main/' twice.folded >started.folded
rows --check=started.folded >out
holds "the caller of main is not compared" sh -c "grep -q main out && ! grep -q _start out"
sed 's/^main/_start;main/' twice.folded >started.folded
rows --check=started.folded >out
holds "nor is its call" sh -c "grep -q main out && ! grep -q _start out"
echo '_start 500' >>started.folded
rows --check=started.folded >out
holds "but if it has samples there, it is" grep -q "_start" out
rows --check=twice.folded --sort=known_pct --limit=1 >out
between "sorted by another column" 99 100 "$(cell 'function main ' known_pct)"

"$gprowse" --check=twice.folded twice gmon.out >out 2>messages </dev/null
[ $? -eq 0 ] && grep -q 'easy → work' out && [ ! -s messages ]
ok $? "without a terminal, --check prints the view"
for format in text csv tsv json; do
	"$gprowse" --check=twice.folded --view=check --format=$format twice gmon.out >out 2>messages &&
		[ -s out ] && [ ! -s messages ]
	ok $? "--format=$format"
done
if command -v python3 >/dev/null; then
	"$gprowse" --check=twice.folded --view=check --format=json twice gmon.out >out
	python3 - <<'END_OF_PYTHON'
import json
v = json.load(open('out'))
c = v['check']
calls = [r for r in v['rows'] if r['role'] == 'call' and r['name'] == 'work']
excess = sum(max(0, r['difference']['value']) for r in calls)
assert c['profile'] == 'twice.folded' and c['measured']['format'] == 'folded'
assert abs(c['wrong_callers_pct'] - excess) < 1e-9 and excess > 42
assert c['wrong_callers_of'] == 'work'
assert 4.7 < c['known_unmatched_pct'] < 4.8 and c['damage'] is None
for r in v['rows']:
    d = r['estimated_pct']['value'] - r['known_pct']['value']
    assert abs(r['difference']['value'] - d) < 1e-9
END_OF_PYTHON
	ok $? "JSON has what the rows do not say, and the rows agree with it"
fi
"$gprowse" --check=twice.folded --counts=samples --view=notes twice gmon.out >out 2>messages
grep -qE "gprof's rule gives (4[5-9]|50)\.[0-9] % of the time to the wrong callers of one function" out
ok $? "a note says how much time the wrong callers get"
grep -qE "0\.[0-9] % of the time here and 4\.8 % of that in twice.folded are in functions" out
ok $? "a note says what is not compared"
"$gprowse" --check=twice.folded --view=functions twice gmon.out >plain 2>messages
"$gprowse" --view=functions twice gmon.out | sed 's/  *![0-9]*$//' >expected
sed 's/  *![0-9]*$//' plain | cmp -s - expected
ok $? "other views are the same as without --check"

# screen NAME KEYS TEXT: a case that passes if the screen after KEYS contains TEXT.
screen() {
	LC_ALL=C.UTF-8 "$gprowse" --check=twice.folded --counts=samples --screen=160x40 --keys="$2" \
		twice gmon.out >out 2>messages && grep -qF -e "$3" out
	ok $? "$1"
}
screen "the browser opens with the check" '' 'checked by twice.folded'
screen "i explains a call" '/hard.→.work<Enter>i' \
	"gives hard 50.0 % of the time of work, because it made 1,000 of 2,000 calls; the stacks show 100.0 %"
screen "i explains a function" '/]\s+hard$<Enter>i' "gprof's rule gives it "
screen "Enter shows the calls" '/easy.→.work<Enter><Enter>' 'calls of ['
screen "q shows the functions, d the check" 'qd' 'checked by twice.folded'
screen "reading again keeps the check" 'r' 'checked by twice.folded'
screen "folded functions are not compared" 'q=d' 'only single functions can be compared: press = to unfold'

# Costs of calls.
if needs "callgrind" valgrind valgrind; then
	if ${CC:-cc} -O1 -g -o plain_twice twice.c 2>cc.log && valgrind --tool=callgrind \
		--callgrind-out-file=twice.callgrind ./plain_twice 2000 >vg.log 2>&1; then
		rows --check=twice.callgrind >out
		between "callgrind: hard has all time of work" 95 100 "$(cell 'call work hard' known_pct)"
		between "callgrind: easy has nothing" 0 1 "$(cell 'call work easy' known_pct)"
		holds "callgrind: costs have no error" [ -z "$(cell 'call work hard' known_err)" ]
	else
		skipped "callgrind" "valgrind does not run here"
	fi
fi

# refused TEXT WORD...: a case that passes if "gprowse WORD..." prints nothing but one line with
# TEXT, and perhaps the usage, and exits with 1.
refused() {
	text=$1
	shift
	"$gprowse" "$@" >out 2>messages </dev/null
	[ $? -eq 1 ] && [ ! -s out ] && [ "$(grep -vc '^usage: ' messages)" -eq 1 ] &&
		grep -qF -e "$text" messages
	ok $? "refused: $*"
}
refused 'neither stacks nor costs' --check=twice twice gmon.out
refused 'neither stacks nor costs' --check=gmon.out twice gmon.out
refused 'there is no such file' --check=nothing.folded twice gmon.out
refused 'name a profile that has them (--check=STACKS)' --check twice gmon.out
refused 'is empty' --check= twice gmon.out
refused 'its times are known' --check=twice.folded twice.folded
refused 'add --check=STACKS or, for a recording, --check' --view=check twice gmon.out
refused 'asks for a listing' --check=twice.folded -b twice gmon.out
refused 'compares functions' --check=twice.folded -l twice gmon.out
refused 'compares whole profiles' --check=twice.folded -E work twice gmon.out
refused 'ask for one of them' --check=twice.folded --export=dot twice gmon.out
refused 'no such event' --check=twice.folded --event=nothing twice gmon.out
printf 'start;other 3\n' >other.folded
refused 'no function of it is in twice' --check=other.folded twice gmon.out
printf 'main;work 0\n' >zero.folded
refused 'all its values are 0' --check=zero.folded twice gmon.out
"$gprowse" --export=folded twice gmon.out >estimated.folded 2>messages
refused 'its own totals are estimates' --check=estimated.folded twice gmon.out

# A damaged profile is used as far as it can be read.
{ cat twice.folded && echo 'no number at the end'; } >bad.folded
for i in 1 2 3 4 5 6 7 8 9; do echo "main;hard;f$i 1"; done >>bad.folded
"$gprowse" --check=bad.folded twice gmon.out >out 2>messages
[ $? -eq 1 ] && grep -q 'hard → work' out && [ "$(wc -l <messages)" -eq 1 ] &&
	grep -q 'bad.folded' messages
ok $? "a damaged profile is used as far as it can be read, with exit status 1"
"$gprowse" --check=bad.folded --view=notes twice gmon.out 2>messages | grep -q '^bad.folded: bad.folded:'
[ $? -ne 0 ] && "$gprowse" --check=bad.folded --view=notes twice gmon.out 2>messages | grep -q '^bad.folded: '
ok $? "a note names the damage, and the file once"
cases_end
