#!/bin/sh
# test_export.sh - exports can be read by the programs they are made for, and agree with the views
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

[ -x "$top/tests/make_story" ] || exit 77
"$top/tests/make_story" cfd gmon.out || exit 99
cases=cfd:gmon.out
mkdir s
if (cd "$srcdir" && ${CC:-cc} -pg -g -o "$work/s/sample" sample/*.c -lm) 2>cc.log &&
	(cd s && sampled 0.2 sample 120); then
	cases="$cases s/sample:s/gmon.out"
else
	skipped "exports of the sample are right" "no profile of the sample here"
fi

"$top/tests/make_story" interp interp.gmon interpreter || exit 99
"$gprowse" --export=dot interp interp.gmon >few.dot
holds "totals of few calls into a cycle are bounds in dot" \
	sh -c 'grep -q "run_script.*total 0-100 %" few.dot && grep -q "label=\"0-100 %.n6\"" few.dot'

fails() {
	! "$gprowse" "$@" cfd gmon.out >out 2>err && [ ! -s out ] && grep -q '^gprowse: ' err
}
holds "an unknown format is refused" fails --export=flames
holds "an export is no view" fails --export=dot --view=functions
holds "an export is no listing" fails --export=dot -p
holds "only dot and svg are limited" fails --export=folded --limit=3
"$gprowse" --export=callgrind cfd gmon.out >/dev/full 2>err
holds "a full disk is an error" [ $? -eq 1 -a -s err ]
for format in $(exports | grep -vx pprof); do
	"$gprowse" --export=$format cfd gmon.out >out
	holds "$format has no control characters" sh -c \
		"! LC_ALL=C tr -d '\n\t\040-\176\200-\377' <out | grep -q . &&
		! LC_ALL=C grep -q -e \$(printf '\302\233') -e \$(printf '\342\200\256') out"
	holds "$format is UTF-8" iconv -f UTF-8 -t UTF-8 out
done

vectors=$srcdir/tests/vectors
for format in $(exports | grep -vx pprof); do
	"$gprowse" --export=$format "$vectors/image64le.elf" "$vectors/v05_gnu_arcs_only.bin" >out 2>err
	holds "$format of a profile without samples" [ $? -eq 0 -a ! -s err ]
done

# The exports of recorded stacks have the same stacks.  Folded stacks have no objects and lines.
cat >recorded.folded <<'END'
main;parse;next token 17
main;parse;next token;copy_[i] 5
main;parse;parse;parse 2
main;parse;run_[j];sys_write_[k] 11
main;old -3
END
"$gprowse" --export=folded recorded.folded >again.folded 2>err
holds "recorded stacks are exported as they are" cmp recorded.folded again.folded
"$gprowse" --export=pprof recorded.folded >recorded.pb 2>err
holds "pprof of recorded stacks" [ $? -eq 0 -a ! -s err ]
"$gprowse" --export=folded recorded.pb >again.folded 2>err
holds "pprof of recorded stacks is read back" cmp recorded.folded again.folded
"$gprowse" --export=pprof recorded.pb >again.pb 2>err
"$gprowse" --export=pprof again.pb >third.pb 2>err
holds "pprof of pprof is the same" cmp again.pb third.pb

# A type of samples whose name ends like its unit, and a function that begins on line 7.
{
	printf '\012\004\010\001\020\002\022\004\010\001\020\005\042\006\010\001\042\002\010\001'
	printf '\052\010\010\001\020\003\040\004\050\007'
	printf '\062\000\062\012size/bytes\062\005bytes\062\001f\062\003f.c'
} >slash.pb
"$gprowse" --export=pprof slash.pb >again.pb 2>err
"$gprowse" --screen=80x9 --keys=i again.pb >out 2>>err
holds "a type with a slash keeps its name" grep -q '^again.pb  size/bytes 5 bytes  about f' out
holds "the line on which a function begins is exported" grep -q '^  Source: f.c:7' out
{
	printf '\012\002\020\002\022\004\010\001\020\005\042\006\010\001\042\002\010\001'
	printf '\052\004\010\001\020\003\062\000\062\001x\062\005bytes\062\001f'
} >unnamed.pb
"$gprowse" --export=pprof unnamed.pb >again.pb 2>>err
"$gprowse" --export=folded again.pb >out 2>>err
holds "a type without a name is exported" grep -qx 'f 5' out
"$gprowse" --export=pprof "$srcdir/tests/pprof/heap.pb.gz" >again.pb 2>>err
"$gprowse" --export=pprof again.pb >third.pb 2>>err
holds "pprof of four types is the same" cmp again.pb third.pb
cat >lines.cg <<'END'
positions: line
events: Ir
fl=a.c
fn=main
3 10
cfn=f
calls=1 8
4 20

fn=f
9 20
END
"$gprowse" --export=pprof lines.cg >again.pb 2>>err
cat >huge.cg <<'END'
events: Ir
fn=main
1 9223372036854775807
cfn=f
calls=1 1
2 9223372036854775807
fn=f
1 9223372036854775807
END
"$gprowse" --export=folded huge.cg >huge.folded 2>told
holds "numbers that are too large are reported" grep -q 'costs above 2305843009213693952' told
holds "stacks of huge costs do not overflow" sh -c '[ -s huge.folded ] && ! grep -q " -" huge.folded'
cat >events.cg <<'END'
event: Sum = Ir + 2 Dr : Ir and Dr
events: Ir Dr
fl=a.c
fn=main
3 10 1
4 0 2
cfn=f
calls=1 8
4 20 5
cfn=g
calls=2 10
5 0 7
fn=f
9 20 5
fn=g
10 0 7
END
"$gprowse" --export=callgrind events.cg >again.cg 2>>err
for event in Ir Dr Sum; do
	for view in functions lines calls; do
		for file in events again; do
			"$gprowse" --event=$event --view=$view --format=csv $file.cg >$file.csv 2>>err
		done
		holds "callgrind has all events: $event, $view" cmp events.csv again.csv
	done
done
holds "the totals of all events are exported" grep -qx 'totals: 30 15' again.cg
"$gprowse" --export=callgrind --event=Dr events.cg >again.cg 2>>err
holds "the event that is shown is the first" grep -qx 'events: Dr Ir' again.cg
"$gprowse" --export=callgrind --event=Sum events.cg >again.cg 2>>err
holds "a computed event is exported if it is shown" grep -qx 'events: Sum Ir Dr' again.cg
holds "its formula is then not exported" sh -c '! grep "^event:" again.cg'
"$gprowse" --export=callgrind "$srcdir/tests/pprof/heap.pb.gz" >again.cg 2>>err
"$gprowse" --view=lines --format=csv --event=alloc_objects "$srcdir/tests/pprof/heap.pb.gz" |
	cut -d, -f2 | grep '[1-9]' | sort >lines.csv
"$gprowse" --view=lines --format=csv '--event=alloc_objects_(count)' again.cg |
	cut -d, -f2 | grep '[1-9]' | sort >again.csv
holds "all events of pprof are exported to callgrind" cmp lines.csv again.csv

# A call in a function whose file is not known, after a line of another file.
cat >unknown.cg <<'END'
# callgrind format
events: Ir

fl=a.c
fn=callee
7 5

fl=???
fn=caller
fi=inlined.h
5 10
fe=???
cfi=a.c
cfn=callee
calls=3 7
0 5
END
"$gprowse" --export=callgrind unknown.cg >again.cg 2>>err
holds "a call whose file is not known is in no other file" [ "$(grep -A 1 '^5 10' again.cg |
	tail -n 1)" = "fe=(2)" ]
holds "some objects were compared" [ "$(wc -l <lines.csv)" -gt 3 ]

for name in main:3 f:8; do
	"$gprowse" --screen=80x9 "--keys=:${name%:*}<Enter>i" again.pb >out 2>>err
	holds "estimated stacks have files and lines: $name" grep -q "^  Source: a.c:${name#*:}" out
done
holds "exports without messages" [ ! -s err ]
cat >back.py <<'END'
import csv, io, subprocess, sys
program, image, profile, *exported = sys.argv[1:]

def read(*words):
    text = subprocess.run([program, '--view=functions', '--format=csv', *words],
        stdout=subprocess.PIPE, check=True).stdout.decode('utf-8')
    return {r['name']: (float(r['self']), float(r['total'] or 0)) for r in
        csv.DictReader(io.StringIO(text))}

first = read(image, profile)
for path in exported:
    again = read(path)
    scale = 1e-6 if path.endswith('folded') else 1
    assert not [n for n in again if n.startswith('[estimated')]
    for name, (self, total) in first.items():
        if self > 0.01 * sum(v[0] for v in first.values()):
            assert abs(again[name][0] * scale - self) <= 0.01 * self, (path, name)
    assert abs(sum(v[0] for v in again.values()) * scale - sum(v[0] for v in first.values())) < 1e-5
END
for case in $cases; do
	image=${case%%:*} profile=${case#*:}
	"$gprowse" --export=pprof "$image" "$profile" >estimated.pb 2>err
	"$gprowse" --export=folded "$image" "$profile" >estimated.folded 2>>err
	holds "exports of $image are read back" python3 back.py "$gprowse" "$image" "$profile" \
		estimated.pb estimated.folded
	"$gprowse" --export=folded estimated.pb >out 2>>err
	holds "estimates of $image stay estimates" sh -c \
		"[ ! -s err ] && ! grep -v '^\\[estimated from a call graph];' out"
done

cat >check.py <<'END'
import csv, io, re, subprocess, sys
program, what, image, profile = sys.argv[1:]

def run(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout.decode('utf-8')

def gprowse(*words):
    return run(program, *words, image, profile)

table = list(csv.DictReader(io.StringIO(gprowse('--view=functions', '--format=csv'))))
members = {r['name'] for r in csv.DictReader(io.StringIO(
    gprowse('--view=cycles', '--format=csv'))) if r['role'] == 'member'}
# The total of a member without samples is not known.
assert all(r['total'] or r['name'] in members for r in table)
us = {r['name']: {k: round(float(r[k] or 0) * 1e6) for k in ('self', 'total')} for r in table}
assert len(us) == len(table) > 5, sorted(r['name'] for r in table)

def annotated(*words):
    text = run('callgrind_annotate', '--threshold=100', '--auto=no', *words, 'out')
    found = {}
    for line in text.splitlines():
        m = re.match(r' *([\d,]+) \( *[\d.]+%\)  (.*)$', line)
        if m and m[2] == 'PROGRAM TOTALS':
            found[None] = int(m[1].replace(',', ''))
        elif m:
            name = re.sub(r' \[[^][]*\]$', '', m[2])
            name = name.split(':', 1)[1]
            found[name] = found.get(name, 0) + int(m[1].replace(',', ''))
    return found

def near(a, b, slack):
    return abs(a - b) <= slack

if what == 'callgrind':
    open('out', 'w').write(gprowse('--export=callgrind'))
    own, whole = annotated(), annotated('--inclusive=yes')
    assert near(own[None], sum(f['self'] for f in us.values()), len(us)), own[None]
    for name, f in us.items():
        if f['self'] > 1:
            assert near(own[name], f['self'], 1), (name, own.get(name), f)
        if f['total'] > 100 and name not in members:
            assert near(whole[name], f['total'], 40), (name, whole.get(name), f)
elif what == 'sites':
    # If the view shows source lines of calls, the export has them.
    text = gprowse('--export=callgrind')
    names, lines, now = {}, {}, None
    for line in text.splitlines():
        m = re.match(r'(c?fn)=\((\d+)\)(?: (.*))?$', line)
        if m:
            names.setdefault(m[2], m[3])
            if m[1] == 'fn':
                now = names[m[2]]
            else:
                callee = names[m[2]]
        m = re.match(r'calls=(\d+) ', line)
        if m:
            count = int(m[1])
        elif line[:1].isdigit() and count:
            lines.setdefault((now, callee), {}).setdefault(int(line.split()[0]), 0)
            lines[now, callee][int(line.split()[0])] += count
            count = 0
        elif line[:1] != 'c':
            count = 0
    calls = list(csv.DictReader(io.StringIO(gprowse('--view=calls', '--format=csv'))))
    index = {r['index']: r['name'] for r in calls}
    checked = 0
    for r in calls:
        if r['role'] != 'callee' or int(r['calls']) == 0:
            continue
        there = lines[index[r['entry']], r['name']]
        assert sum(there.values()) == int(r['calls']), (r, there)
        if r['sites'] and '?' not in r['sites'] and ' ' not in r['sites']:
            said = {int(x) for x in r['sites'].split(':')[1].split(',')}
            assert said == set(there), (r, there)
            checked += 1
    # "?": whether there is a call is not known, as on processors whose code is not decoded.
    assert checked > 10 or all('?' in r['sites'] for r in calls if r['role'] == 'caller')
elif what == 'folded':
    sums, total = {}, 0
    for line in gprowse('--export=folded').splitlines():
        stack, count = line.rsplit(' ', 1)
        frames = stack.split(';')
        assert frames[0] == '[estimated from a call graph]', line
        total += int(count)
        for name in set(frames[1:]):
            sums[name] = sums.get(name, 0) + int(count)
    everything = sum(f['self'] for f in us.values())
    assert near(total, everything, len(us)), (total, everything)
    for name, f in us.items():
        if name not in members and f['total'] > everything / 100:
            assert near(sums[name], f['total'], everything / 1000), (name, sums.get(name), f)
elif what == 'dot':
    open('out', 'w').write(gprowse('--export=dot'))
    # The export has no clusters (subgraphs): dot fails on those of real programs.
    text = open('out').read()
    assert 'subgraph' not in text
    assert text.count('in cycle ') == text.count('peripheries=2') == len(members), members
    plain = run('dot', '-Tplain', 'out')
    nodes = re.findall(r'^node ', plain, re.M)
    assert len(nodes) == len(us), (len(nodes), len(us))
    calls = list(csv.DictReader(io.StringIO(gprowse('--view=calls', '--format=csv'))))
    some = {(r['entry'], r['index']) for r in calls if r['role'] == 'callee'}
    edges = {tuple(m) for m in re.findall(r'^edge n(\d+) n(\d+) ', plain, re.M)}
    assert some <= edges, some - edges
    # Percentages are of the time that remains after exclusions, as in the view.
    out = ('-E', next(n for n, f in us.items() if re.fullmatch(r'\w+', n) and f['self'] > 0))
    left = csv.DictReader(io.StringIO(gprowse('--view=functions', '--format=csv', *out)))
    want = sorted('%.2f' % float(r['self_pct'] or 0) for r in left)
    found = sorted(re.findall(r'self (\S+) %', gprowse('--export=dot', *out)))
    assert found == want, (out, found, want)
    short = gprowse('--export=dot', '--limit=3')
    assert len(re.findall(r'^\tn\d+ \[', short, re.M)) == 3
END
for pair in $cases; do
	check() {
		holds "$1 of ${pair%:*}" python3 check.py "$gprowse" "$1" "${pair%:*}" "${pair#*:}"
	}
	needs "exports are right" python3 python3 || break
	check folded
	[ "$pair" = cfd:gmon.out ] || check sites
	needs callgrind callgrind_annotate valgrind && check callgrind
	needs dot dot graphviz && check dot
done

# Fifty call paths into a cycle of three thousand small members: members too small to show are one
# frame.
cat >ways.py <<'END'
import struct, sys
members, ways, at = 3000, 50, int(sys.argv[1], 16)
n = members + ways
with open('ways', 'rb') as f:
    header = f.read(6)
order, address = '<>'[header[5] == 2], 'IQ'[header[4] == 2]
def pack(layout, *values):
    return struct.pack(order + layout.replace('P', address), *values)
with open('ways.sym', 'w') as f:
    for i in range(n):
        f.write('%x T f%d\n' % (at + 16 * i, i))
def call(caller, callee):
    return b'\1' + pack('PPI', at + 16 * caller + 8, at + 16 * callee, 1)
with open('ways.gmon', 'wb') as f:
    f.write(b'gmon' + pack('I', 1) + bytes(12))
    f.write(b'\0' + pack('PPII', at, at + 16 * n, n, 100) + b'seconds'.ljust(15, b'\0') + b's')
    f.write(pack('%dH' % n, *[1] * n))
    for i in range(members):
        f.write(call(i, (i + 1) % members))
    for i in range(ways):
        f.write(call(members + i, 7 * i))
END
few_lines() {
	"$gprowse" --export=folded -S ways.sym ways ways.gmon >out &&
		[ "$(grep -c 'cycle 1>;\[\.\.\.\] ' out)" -eq 50 ] && [ "$(wc -l <out)" -eq 100 ] &&
		[ "$(awk '{ s += $NF } END { print s }' out)" -eq 30500000 ]
}
printf '.globl _start\n.text\n_start:\n.skip 65536\n' >ways.s
if ${CC:-cc} -nostdlib -static -o ways ways.s 2>cc.log; then
	needs "call paths that are too small are one frame" python3 python3 &&
		python3 ways.py "$(nm ways | sed -n 's/ T _start$//p')" &&
		holds "call paths that are too small are one frame" few_lines
else
	skipped "call paths that are too small are one frame" "no linker for that"
fi
# Each sample of folded stacks and of pprof has all its frames: if stacks are very deep, and each
# frame has a sample, the export would have gigabytes.
deep() {
	awk -v n="$1" 'BEGIN {
		printf "{\"nodes\":["
		for (i = 1; i <= n; i++)
			printf "%s{\"id\":%d,\"callFrame\":{\"functionName\":\"function%d\"}%s",
				(i > 1 ? "," : ""), i, i, (i < n ? ",\"children\":[" i + 1 "]}" : "}")
		printf "],\"samples\":["
		for (i = 1; i <= n; i++)
			printf "%s%d", (i > 1 ? "," : ""), i
		printf "],\"timeDeltas\":["
		for (i = 1; i <= n; i++)
			printf "%s1000", (i > 1 ? "," : "")
		print "]}"
	}'
}
deep 36000 >deep.cpuprofile
deep 300 >shallow.cpuprofile
for format in folded pprof; do
	# A fault would fill the disk.
	"$gprowse" --export=$format deep.cpuprofile 2>messages | head -c 1000000 >out
	[ ! -s out ] && [ "$(wc -l <messages)" -eq 1 ] && grep -q 'would write about .* GB, because' messages
	ok $? "--export=$format of very deep stacks is refused"
	"$gprowse" --export=$format shallow.cpuprofile >out 2>messages && [ -s out ] && [ ! -s messages ]
	ok $? "--export=$format of deep stacks"
done
"$gprowse" --export=callgrind deep.cpuprofile 2>messages >out && [ "$(wc -c <out)" -lt 10000000 ]
ok $? "--export=callgrind of very deep stacks"
cases_end
