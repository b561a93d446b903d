#!/bin/sh
# oracle_pprof.sh - self and total of every function agree with go tool pprof, for every type of
# samples, with and without inlined functions
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tests/pprof has profiles that tests/programs/profiles.go wrote, and for each a file NAME.tsv with
# what go tool pprof says of it.  Its columns are the type, whether inlined functions are functions
# of their own, self, total and name.  If go is installed, the test also writes new profiles with
# profiles.go.  "oracle_pprof.sh -w" writes NAME.tsv.

. "${srcdir:-.}/tests/tap.sh"

profiles=$srcdir/tests/pprof
cat >tops.py <<'END'
import csv, io, re, subprocess, sys
UNITS = {'nanoseconds': 'ns', 'bytes': 'B', 'count': 'count'}

def run(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        check=True).stdout.decode('utf-8')

def types_of(path):
    raw = run('go', 'tool', 'pprof', '-symbolize=none', '-raw', path)
    return [t.split('[')[0].split('/') for t in raw.split('Samples:\n')[1].split('\n')[0].split()]

def go_tops(path):
    """What go tool pprof says: {(type, inlined): {name: (self, total)}}."""
    tops = {}
    for kind, unit in types_of(path):
        for inlined in (0, 1):
            text = run('go', 'tool', 'pprof', '-top', '-symbolize=none', '-nodecount=0',
                '-nodefraction=0', '-unit=' + UNITS[unit], '-sample_index=' + kind,
                *([] if inlined else ['-noinlines']), path)
            top = tops[kind, inlined] = {}
            for line in text.split('cum%\n', 1)[1].splitlines():
                m = re.match(r' *(-?[\d.]+)\D* +\S+ +\S+ +(-?[\d.]+)\D*? +\S+% +(.*)$', line)
                name = re.sub(r' \((partial-)?inline\)$', '', m[3])
                if float(m[2]) != 0 or float(m[1]) != 0:
                    top[name] = round(float(m[1])), round(float(m[2]))
    return tops

def our_top(program, path, kind, inlined, scale):
    top = {}
    for r in csv.DictReader(io.StringIO(run(program, '--view=functions', '--format=csv',
            '--event=' + kind, *(['--inlined'] if inlined else []), path))):
        of = top.setdefault(r['name'], [0, 0])
        of[0] += float(r['self'])
        of[1] += float(r['total'])
    return {name: (round(v[0] * scale), round(v[1] * scale)) for name, v in top.items()
        if v != [0, 0]}

def read_tsv(path):
    tops = {}
    for line in open(path):
        kind, inlined, own, total, name = line.rstrip('\n').split('\t')
        tops.setdefault((kind, int(inlined)), {})[name] = int(own), int(total)
    return tops

what, program, path = sys.argv[1:4]
tops = read_tsv(sys.argv[4]) if what == 'recorded' else go_tops(path)
if what == 'write':
    for (kind, inlined), top in tops.items():
        for name, (own, total) in top.items():
            print(kind, inlined, own, total, name, sep='\t')
    sys.exit()
assert tops
for (kind, inlined), top in tops.items():
    ours = our_top(program, path, kind, inlined, 1e9 if kind in ('cpu', 'delay') else 1)
    for name in top.keys() | ours.keys():
        if top.get(name) != ours.get(name):
            sys.exit('%s, inlined %d: %s: %s, not %s' % (kind, inlined, name, ours.get(name),
                top.get(name)))
END

cat >errors.py <<'END'
import csv, io, math, re, subprocess, sys

def run(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        check=True).stdout.decode('utf-8')

# The variance of a value of n objects is the sum of the squares of those that were sampled, times
# the probability that one of them is missed.
program, path = sys.argv[1:]
raw = run('go', 'tool', 'pprof', '-symbolize=none', '-raw', path)
period = int(re.search(r'^Period: (\d+)', raw, re.M)[1])
types = [t.split('/')[0].split('[')[0] for t in
    raw.split('Samples:\n')[1].split('\n')[0].split()]
locations, last = {}, None
for line in raw.split('Locations\n')[1].split('Mappings\n')[0].splitlines():
    m = re.match(r' *(\d+): 0x[0-9a-f]+ (?:M=\d+ )?(.*?) \S+:\d+(?: s=\d+)?$', line)
    if m is not None:
        last = int(m[1])
    text = m[2] if m is not None else re.match(r' +(.*?) \S+:\d+(?: s=\d+)?$', line)[1]
    locations[last] = text		# the last line is the function that has the inlined ones
samples = re.findall(r'^ *((?: *-?\d+)+): ((?:\d+ ?)+)$', raw, re.M)
assert samples
for kind in ('alloc_space', 'inuse_space'):
    k, own = types.index(kind), {}
    for numbers, stack in samples:
        numbers, stack = list(map(int, numbers.split())), list(map(int, stack.split()))
        n, value = numbers[k - 1], numbers[k]
        if n == 0 or value == 0:
            continue
        certain = 1 - math.exp(-value / n / period)
        variance = value * value / (n * certain) * (1 - certain)
        name = locations[stack[0]]
        own[name] = own.get(name, 0) + variance
    for r in csv.DictReader(io.StringIO(run(program, '--view=functions', '--format=csv',
            '--event=' + kind, path))):
        expected = math.sqrt(own.get(r['name'], 0))
        if abs(float(r['err'] or 'nan') - expected) > 1e-6 * expected + 1e-6:
            sys.exit('%s: %s: %s, not %f' % (kind, r['name'], r['err'], expected))
END

if [ "${1:-}" = -w ]; then
	for kind in cpu heap mutex; do
		python3 tops.py write - "$profiles/$kind.pb.gz" >"$profiles/$kind.tsv" || exit 1
	done
	exit 0
fi

has_zlib() {
	"$gprowse" --view=functions "$profiles/mutex.pb.gz" >out 2>messages ||
		! grep -q 'without zlib' messages
}
has_zlib || skip_all "built without zlib"
for kind in cpu heap mutex; do
	holds "$kind as go tool pprof showed it" python3 tops.py recorded "$gprowse" \
		"$profiles/$kind.pb.gz" "$profiles/$kind.tsv"
done

if ! command -v go >/dev/null; then
	cases_end
	exit
fi
holds "errors of a profile of memory" python3 errors.py "$gprowse" "$profiles/heap.pb.gz"
GOCACHE=$work/cache HOME=$work GO111MODULE=off
export GOCACHE HOME GO111MODULE
if ! go build -o profiles "$srcdir/tests/programs/profiles.go" 2>messages || ! ./profiles >/dev/null; then
	cases_end
	exit
fi
for kind in cpu heap mutex; do
	if "$gprowse" --view=functions $kind.pb.gz 2>&1 >out | grep -q 'no samples'; then
		skipped "a new profile of $kind" "nothing was sampled"
		continue
	fi
	holds "a new profile of $kind" python3 tops.py go "$gprowse" $kind.pb.gz
	"$gprowse" --export=pprof $kind.pb.gz >$kind.pb
	[ $kind != heap ] || holds "errors of a new profile of memory" python3 errors.py "$gprowse" heap.pb.gz
	holds "an export of $kind" python3 tops.py go "$gprowse" $kind.pb
	python3 tops.py write - $kind.pb.gz | sort >out
	python3 tops.py write - $kind.pb | sort >expected
	holds "go tool pprof shows the same of the export of $kind" cmp out expected
done
go tool pprof -proto -diff_base "$profiles/cpu.pb.gz" cpu.pb.gz >cpu.diff.pb.gz 2>messages
holds "a difference" python3 tops.py go "$gprowse" cpu.diff.pb.gz
# With -diff_base, 100 % is the total of the base, whose samples have a label.  With -base, no
# sample has this label, and 100 % is the total of all.
for option in diff_base base; do
	go tool pprof -proto -$option "$profiles/cpu.pb.gz" cpu.pb.gz >$option.pb.gz 2>messages
	# "Showing nodes accounting for 30ms, 4.1% of 730ms total"
	go tool pprof -top -unit=ms $option.pb.gz 2>messages |
		sed -n 's/.* of \([0-9.]*\)ms total *$/\1/p' >out
	"$gprowse" --screen=120x8 $option.pb.gz | sed -n '1s/.* of \([0-9.]*\) s in.*/\1/p' |
		awk '{ printf "%.12g\n", 1000 * $1 }' >expected
	[ -s out ] && cmp out expected
	ok $? "the total of go tool pprof -$option"
done
cases_end
