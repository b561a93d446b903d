#!/bin/sh
# test_knownlines.sh - lines of profiles with known totals, compared with a reader of a few lines
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

command -v python3 >/dev/null || skip_all "no python3 (Debian: python3)"
cp "$srcdir"/tests/screens/words.* "$srcdir/tests/screens/parser.folded" .

cat >check.py <<'END'
# check.py GPROWSE FILE: compare the lines of FILE, a file of callgrind, with those of gprowse.
import collections, json, subprocess, sys

gprowse, profile = sys.argv[1:]

def view(*options):
    return json.loads(subprocess.run([gprowse, '--format=json', *options, profile], check=True,
        capture_output=True).stdout)

names, own, total, calls = {}, collections.Counter(), collections.Counter(), collections.Counter()
at, func, callee, count = 0, None, None, None

def name(kind, text):
    number, _, rest = text.partition(' ')
    if not number.startswith('('):
        return text
    return names.setdefault((kind, number), rest) if rest else names[kind, number]

for line in open(profile):
    key, _, text = line.strip().partition('=')
    if key in ('fl', 'fi', 'fe'):
        file = name('file', text)
    elif key in ('cfi', 'cfl'):
        name('file', text)
    elif key == 'ob' or key == 'cob':
        name('object', text)
    elif key == 'fn':
        func = name('fn', text)
    elif key == 'cfn':
        callee = name('fn', text)
    elif key == 'calls':
        count = int(text.split()[0])
    elif key[:1] in '0123456789+-*' and key[:1] and not text:
        words = key.split()
        first = words[0]
        at = at if first == '*' else at + int(first) if first[0] in '+-' else int(first)
        cost = int(words[1]) if len(words) > 1 else 0
        place = (file, at)
        if count is None:
            own[place] += cost
        else:
            calls[place] += count
        if count is None or callee != func:
            total[place] += cost
        count = None

bad = seen = 0
for row in view('--view=lines')['rows']:
    place = row['file'], row['line']
    here = [row[c]['value'] if row[c] else 0 for c in ('self', 'total', 'calls')]
    seen += 1
    if here != [own[place], total[place], calls[place]]:
        bad += 1
        print(place, here, own[place], total[place], calls[place])
functions = view('--view=functions')['rows']
for f in functions:
    lines = view('--view=lines', '--select=[%d]' % f['index'])['rows']
    if sum(r['self']['value'] for r in lines) != f['self']['value']:
        bad += 1
        print('the lines of', f['name'], 'do not add up to', f['self']['value'])
print(seen, 'lines,', len(functions), 'functions')
sys.exit(bad > 0 or seen == 0 or seen != len(own))
END

find_python
timeout $patience "$python" check.py "$gprowse" words.callgrind >out 2>messages
ok $? "costs and calls of each line of callgrind; the lines of each function add up to its cost"

"$gprowse" --view=source --select=add_word words.callgrind >out 2>messages
grep -q '^ *9000 .* 44000 .* 1250  *22 .* strcmp' out
ok $? "the text of a function has the calls of its lines"
! grep -q 'newer' out
ok $? "the source is not compared with an image"

"$gprowse" --screen=120x20 --keys=':strcmp<Enter>xl' words.callgrind >out 2>messages
"$gprowse" --screen=120x20 --keys=l words.callgrind >all 2>>messages
grep -q '%total .*file:line' all && grep -q '%self .*file:line' out && ! grep -q '%total' out
ok $? "lines have no totals if a function is excluded"
"$gprowse" --screen=120x20 --keys=':strcmp<Enter>xf:add_word<Enter>a:22<Enter>i' words.callgrind >out \
	2>messages
grep -q 'it calls strcmp \[5\] 1250 times\.$' out
ok $? "the explanation of a line says nothing of a cycle, then"

# The greatest line number is not in the last row.
printf 'events: Ir\nfl=long.c\nfn=main\n7 10\n1234567 20\n' >long.callgrind
"$gprowse" --view=source --sort=self --select=main long.callgrind >out 2>messages
grep -q '\<1234567\>' out
ok $? "line numbers are whole if lines are sorted by time"

# A difference: of the two lines, one has become faster.
printf 'events: Ir\nfl=less.c\nfn=main\n7 -300\n8 100\n' >less.callgrind
"$gprowse" --view=lines less.callgrind >out 2>messages
grep -q -- '-300 .*less.c:7' out
ok $? "the view of lines has times below 0"
"$gprowse" --view=source --select=main less.callgrind >out 2>messages
grep -q -- '-300 ' out
ok $? "so has the view of a source"
printf 'events: Ir\nfl=none.c\nfn=main\n7 -300\n8 300\n' >none.callgrind
"$gprowse" --screen=80x24 --keys='li' none.callgrind >out 2>messages
grep -q 'Counted: -*300 Ir on this line\.$' out
ok $? "a line has no percentage if the total is 0"

cat >pprof.py <<'END'
# pprof.py: write two profiles of pprof.  In inlined.pb, inner() is called, and in other samples it
# is inlined into main().  In uneven.pb, samples differ in value.
def number(n):
    out = b''
    while n > 127:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])

def field(key, value):
    if isinstance(value, int):
        return number(key << 3) + number(value)
    return number(key << 3 | 2) + number(len(value)) + value

texts = ['', 'samples', 'count', 'delay', 'nanoseconds', 'main', 'inner', 'a.c']
strings = b''.join(field(6, t.encode()) for t in texts)
functions = b''.join(field(5, field(1, i) + field(2, name) + field(4, 7))
    for i, name in ((1, 5), (2, 6)))
line = lambda function, at: field(4, field(1, function) + field(2, at))
locations = [line(2, 5) + line(1, 20), line(1, 21), line(2, 5)]
places = b''.join(field(4, field(1, i + 1) + lines) for i, lines in enumerate(locations))
count, delay = field(1, field(1, 1) + field(2, 2)), field(1, field(1, 3) + field(2, 4))

def sample(stack, values):
    return field(2, field(1, b''.join(map(number, stack))) + field(2, b''.join(map(number, values))))

open('inlined.pb', 'wb').write(count + sample([1], [10]) + sample([3, 2], [3]) + places + functions
    + strings)
open('uneven.pb', 'wb').write(count + delay + sample([2], [1, 1000]) + sample([3, 2], [4, 90000])
    + places + functions + strings)
END
python3 pprof.py
"$gprowse" --view=lines --format=json --select=inner inlined.pb >out 2>messages
grep -q '"line": *5' out && ! grep -q '"inlined_into": *"inner"' out
ok $? "a line of a function is not inlined into this function"
"$gprowse" --view=lines --format=json --select=main inlined.pb >out 2>messages
grep -q '"inlined_into": *"main"' out
ok $? "the line is inlined into another function"
"$gprowse" --screen=80x24 --event=delay --keys=i uneven.pb >out 2>messages
grep -q 'Samples differ in value' out && ! grep -q 'large objects' out
ok $? "only memory has objects"

for view in lines files source; do
	"$gprowse" --view=$view parser.folded >out 2>messages
	[ $? -eq 1 ] && [ ! -s out ] && [ "$(wc -l <messages)" -eq 1 ] && grep -q 'no source lines' messages
	ok $? "--view=$view of folded stacks says that they have no lines"
done
for key in a l F; do
	"$gprowse" --screen=80x24 --keys="$key" parser.folded >out 2>messages
	tail -n 1 out | grep -q '^the profile has no source lines$'
	ok $? "so does the key $key"
done
"$gprowse" --screen=80x24 --keys='!' parser.folded >out 2>messages
! grep -q 'debug info' out
ok $? "no note about debug information"

# The column of functions has demangled names or, after D, those of the symbol table.
printf '%s\n' 'positions: line' 'events: Ir' fl=deep.cc fn=_ZN4deep4walkEi '3 10' >deep.callgrind
"$gprowse" --screen=120x8 --keys=Fl deep.callgrind >out 2>messages
holds "names in the lines view are demangled" grep -q '10 .*deep\.cc:3 *deep::walk(int)' out
"$gprowse" --screen=120x8 --keys=FlD deep.callgrind >out 2>messages
holds "D shows names as in the symbol table" grep -q '10 .*deep\.cc:3 *_ZN4deep4walkEi' out

# Function work has a call inlined on line 10, whose own call on line 3 is inlined, too.
seq 1 20 | sed 's/.*/int line_&;/' >near.c
cat >near.json <<'END'
{"meta":{"interval":1,"product":"Prog"},"preprocessedProfileVersion":49,"libs":[],"threads":[{
"processName":"p","pid":"1","tid":1,"name":"t",
"samples":{"length":3,"stack":[3,3,4],"weight":null,"weightType":"samples","time":[0,1,2]},
"stackTable":{"length":5,"frame":[0,1,2,3,4],"prefix":[null,0,1,2,0]},
"frameTable":{"length":5,"func":[0,1,2,3,1],"address":[-1,100,100,100,200],
"line":[1,10,3,5,12],"inlineDepth":[0,0,1,2,0],"category":[0,0,0,0,0]},
"funcTable":{"length":4,"name":[0,1,2,3],"resource":[-1,-1,-1,-1],"fileName":[4,4,4,5]},
"resourceTable":{"length":0,"lib":[],"name":[]},
"stringArray":["main","work","helper","deep","near.c","deep.h"]}]}
END
"$gprowse" --screen=100x24 --keys='/work <Enter> a' near.json >out 2>messages
holds "of lines with the same total, a shows that of the function itself" grep -q '^10: ' out
cases_end
