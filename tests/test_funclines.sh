#!/bin/sh
# test_funclines.sh - the lines of each function add up to its time, whatever is inlined
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

command -v python3 >/dev/null || skip_all "no python3 (Debian: python3)"

cat >check.py <<'END'
# check.py GPROWSE IMAGE PROFILE: compare the lines of each function with its self time and with
# the lines that the listing of lines prints.
import json, os, re, subprocess, sys

gprowse, files = sys.argv[1], sys.argv[2:]

def run(*options):
    return subprocess.run([gprowse, *options, *files], capture_output=True, text=True)

def view(*options):
    r = run('--format=json', *options)
    return json.loads(r.stdout) if r.returncode == 0 else r.stderr

listing = {}			# (function, place): seconds, number of rows
for row in run('--exact', '-l', '-b', '-p').stdout.split('\n\n')[-1].splitlines():
    found = re.match(r' *[\d.]+ +[\d.]+ +([\d.]+) +(.*)', row)
    if not found:
        continue
    name, place = found[2], '(no line)'
    where = re.match(r'(?:\d+ .*?  )?(.*) \((\S+:\d+) @ \w+\)$', name)
    if where:
        name, place = where[1].strip(), os.path.basename(where[2])
    key = name.strip().split('  ')[-1], place
    seconds, rows = listing.get(key, (0, 0))
    listing[key] = seconds + float(found[1]), rows + 1

functions = view('--view=functions')
rate, bad, most, compared = functions['rate'], 0, 0, 0
twice = {}
for f in functions['rows']:
    twice[f['name']] = twice.get(f['name'], 0) + 1
for f in functions['rows']:
    lines = view('--view=lines', '--select=[%d]' % f['index'])
    rows = lines['rows'] if isinstance(lines, dict) else []
    if sum(r['hits']['value'] for r in rows) != f['self']['samples'] \
            or sum(r['self']['samples'] for r in rows) != f['self']['samples']:
        print('the lines of', f['name'], 'do not add up to', f['self']['samples'])
        bad += 1
    if len(rows) == 0 and isinstance(lines, dict):
        print('no rows, and no message:', f['name'])
        bad += 1
    most = max(most, len({r['file'] for r in rows if r['hits']['value'] > 0}))
    if twice[f['name']] > 1:
        continue
    for r in rows:
        place = '%s:%d' % (os.path.basename(r['file']), r['line']) if r['file'] else '(no line)'
        seconds, n = listing.get((f['name'], place), (None, 0))
        if n == 0:
            continue
        compared += r['hits']['value'] > 0
        if abs(seconds - r['hits']['value'] / rate) > 0.0051 * n:
            print(f['name'], place, r['hits']['value'], 'samples; -l:', seconds, 's')
            bad += 1
total = sum(f['self']['samples'] for f in functions['rows'])
if total != functions['total']['samples']:
    print('the functions do not add up')
    bad += 1
print(len(functions['rows']), 'functions of', total, 'samples;', compared, 'lines compared; at most',
    most, 'files of a function')
sys.exit(bad > 0)
END

# compiled NAME COMMAND...: runs COMMAND, then the program NAME, which writes NAME.gmon.
compiled() {
	name=$1
	shift
	"$@" -o "$name" >messages 2>&1 && sampled 0.01 "$name" && mv gmon.out "$name.gmon"
}

# agree NAME WHAT: a case that passes if the lines of each function of NAME add up.
agree() {
	find_python
	timeout $((4 * patience)) "$python" check.py "$gprowse" "$1" "$1.gmon" >out 2>messages
	ok $? "$2"
}

cat >hot.h <<'END'
static inline unsigned mix(unsigned h, unsigned x)
{
	h ^= x;
	h *= 16777619u;
	return h ^ h >> 13;
}
END
cat >bare.c <<'END'
unsigned bare(unsigned n)
{
	unsigned h = 2;

	while (n-- > 0)
		h = h * 5 + n % 7;
	return h;
}
END
cat >hot.c <<'END'
#include <stdio.h>
#include "hot.h"
static unsigned table[512];
unsigned bare(unsigned n);
__attribute__((noinline)) unsigned sum(unsigned n)
{
	unsigned h = 1, i;

	for (i = 0; i < n; i++)
		h = mix(h, table[i % 512]) + mix(i, h);
	return h;
}
int main(void)
{
	printf("%u\n", sum(300000000) + bare(110000000));
	return 0;
}
END
for flags in -O0 -O2; do
	${CC:-cc} -pg -g0 $flags -c bare.c 2>messages && compiled hot ${CC:-cc} -pg -g $flags \
		hot.c bare.o || skip_all "no compiler that knows -pg"
	agree hot "C with $flags, and a file without debug information"
done
"$gprowse" --view=lines --select=bare hot hot.gmon >out 2>messages && grep -q '(no line)' out
ok $? "samples without a line have a row"

compiled sample ${CC:-cc} -pg -g -O2 "$srcdir"/sample/*.c -lm && {
	agree sample "the sample program"
}
if compiled shapes ${CXX:-c++} -pg -g -O2 "$programs/shapes.cc"; then
	# One run has few samples, and sometimes none, so the sum of five runs is compared.
	for run in 1 2 3 4; do
		./shapes >/dev/null && mv gmon.out "run$run.gmon"
	done
	"$gprowse" -s shapes shapes.gmon run?.gmon >/dev/null && mv gmon.sum shapes.gmon
	agree shapes "C++ with -O2"
fi

# What the view says of lines that are inlined from a header:
"$gprowse" --view=lines --select=sum hot hot.gmon >out 2>messages
grep -q '^hot .* lines of \[[0-9]*\] sum ' out && grep -q ' hot\.h:[345] ' out
ok $? "lines of a header are lines of the function"

# functions: prints the file and the function of each line of sum(), and the function that it is
# inlined into.
functions() {
	"$gprowse" --view=lines --select=sum --format=tsv hot hot.gmon | awk -F'\t' '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
		NR > 1 { print $at["file"], $at["function"], $at["inlined_into"] }' | sed 's/.*\///' | sort -u
}
[ "$(functions)" = "hot.c sum 
hot.h mix sum" ]
ok $? "data name the inlined function, and the function it is inlined into"

# keys KEYS: writes the screen after KEYS to the file out.
keys() {
	"$gprowse" --screen=80x24 --keys="$1" hot hot.gmon >out 2>messages
}

keys ':sum<Enter>'
header=$(sed -n 's/^\[[0-9]*\] sum .*hot\.c:\([0-9]*\)$/\1/p' out)
hottest=$("$gprowse" --view=lines --select=sum --format=tsv hot hot.gmon \
	| awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
		NR > 1 && $at["file"] ~ /hot\.c$/ { print $at["line"]; exit }')
bad=
for keys in ':sum<Enter>a' ':sum<Enter><Enter><Enter>' ':sum<Enter>vv<Tab>'; do
	keys "$keys" && tail -n 2 out | grep -q "^$hottest: [0-9.]* hit" || bad="$bad $keys"
done
[ -n "$hottest" ] && [ "$hottest" -gt "$header" ] && [ -z "$bad" ]
ok $? "the source of a function opens at its hottest line:$bad"
keys ':sum<Enter>a' && sed -n 1p out | grep -q 'source of \[[0-9]*\] sum ' &&
	sed -n 2p out | grep -q 'hot\.c: [0-9.]* of [0-9.]* s; rest (l): 0[0-9.]* s in hot\.h'
ok $? "the title of the text says where the rest of the time is"
for keys in '&hot\.c<Enter>' '/hot\.c<Enter>'; do
	keys "$keys" && sed -n 2p out | grep -q 'file:line' && grep -q ' hot\.c:[0-9]' out
	ok $? "$keys: a narrow screen shows the files that match"
done
keys '&sum<Enter>' && sed -n 2p out | grep -v -q 'file:line'
ok $? "&sum<Enter>: the name matches, so the column of names stays wide"
keys ':sum<Enter>e' && grep -q "^edit .*hot\.c +$header\$" out &&
	keys ':sum<Enter>aa' && tail -n 2 out | grep -q "^$header: "
ok $? "e and a lead to the header"
keys ':sum<Enter>l/hot.h<Enter><Enter>' && sed -n 1p out | grep -q 'source of \[[0-9]*\] sum ' &&
	tail -n 2 out | grep -q 'in mix, inlined into \[[0-9]*\] sum'
ok $? "a line of a header belongs to the function it is inlined into"
keys ':sum<Enter>l/hot.h<Enter><Enter>g' && tail -n 2 out | grep -q '^1: no figures' &&
	sed -n 1p out | grep -q 'source of \[[0-9]*\] sum '
ok $? "so does a line without samples beside it"

# The whole text of a function, and what is inlined into it from other lines and files.
cat >parts.c <<'END'
#include <stdio.h>
#include "hot.h"
static unsigned table[512];
static inline unsigned twist(unsigned h)
{
	for (int i = 0; i < 4; i++)
		h = (h ^ h << 5) + (h >> 7) + 77;
	return h * 3;
}
int unused(void)
{
	return 1;
}
int main(int argc, char **argv)
{
	unsigned h = 1, i, rounds = 100000000u;

	(void)argv;
	if (argc > 9) {
		perror("rare");
		__builtin_trap();
	}
	for (i = 0; i < rounds; i++)
		h = mix(h, table[i % 512]) + twist(h);
	printf("%u\n", h);
	return 0;
}
END
compiled parts ${CC:-cc} -pg -g -O2 parts.c
begin=$(grep -n '^int main' parts.c | cut -d: -f1)
"$gprowse" --view=source --select=main parts parts.gmon >out 2>messages
grep -q '^parts\.c: [0-9.]* of [0-9.]* s; rest: [0-9.]* s in hot\.h; --view=lines' out
ok $? "the text of a function ends with the files that have its other lines"
grep -q 'return 0;' out && grep -q 'int main' out && grep -q 'h << 5' out && ! grep -q unused out
ok $? "the text of a function is whole, with the lines that are inlined into it"
"$gprowse" --screen=80x24 --keys=":parts.c:$((begin + 12))<Enter>" parts parts.gmon >out 2>messages
sed -n 1p out | grep -q 'source of \[[0-9]*\] main '
ok $? "a line without samples belongs to the function that has code there, not to its cold part"

# Functions that begin in the text of another do not end it.
cat >lambda.cc <<'END'
#include <cstdio>
__attribute__((noinline)) unsigned work(unsigned n)
{
	unsigned s = 0;
	auto step = [&](unsigned x) __attribute__((noinline)) {
		for (unsigned i = 0; i < 50; i++)
			x = x * 31 + i;
		return x;
	};
	for (unsigned i = 0; i < n; i++)
		s += step(i);
	return s;
}
int main()
{
	printf("%u\n", work(5000000));
	return 0;
}
END
if compiled lambda ${CXX:-c++} -pg -g -O2 lambda.cc; then
	"$gprowse" --view=source --select=work lambda lambda.gmon >out 2>messages
	grep -q 'return s;' out && ! grep -q 'main' out
	ok $? "the text of a function goes on below a lambda"
fi

"$gprowse" --view=lines --select=hot.h:1000 hot hot.gmon >out 2>messages
[ $? -eq 1 ] && [ ! -s out ] && grep -q 'no lines with figures' messages
ok $? "a line without figures: only a message"
line=$("$gprowse" --view=lines hot hot.gmon | sed -n 's/.* hot\.h:\([0-9]*\) .*/\1/p' | head -n 1)
"$gprowse" --view=lines --select="hot.h:$((4294967296 + line))" hot hot.gmon >out 2>messages
[ $? -eq 1 ] && [ -n "$line" ] && [ ! -s out ] && grep -q 'no lines with figures' messages
ok $? "a line with a number of more than 32 bits"
cases_end
