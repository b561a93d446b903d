#!/bin/sh
# test_random_options.sh - random options, keys and profiles: gprowse ends as it promises
#
# With RANDOM_SECONDS, tries new combinations for this time ("make fuzz"); otherwise tries a few.
# RANDOM_SEED=N seeds the random numbers.
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/odd_common.sh"

[ -x "$top/tests/make_story" ] || exit 77
command -v python3 >/dev/null || skip_all "no python3"
"$top/tests/make_story" cfd gmon.out || exit 99
cp "$srcdir"/tests/screens/*.folded "$srcdir"/tests/screens/*.callgrind "$srcdir"/tests/pprof/*.pb.gz .
cp "$srcdir"/tests/vectors/*.bin "$srcdir"/tests/vectors/*.elf "$srcdir"/tests/vectors/real/*.gmon .
cp "$srcdir/tests/vectors/real/prog_nopie" . 2>/dev/null
for f in "$srcdir"/tests/corpus/measured/* "$srcdir"/tests/corpus/recording/*; do
	cp "$f" "$(basename "$f").corpus"
done
if cp "$programs/sites.c" . && ${CC:-cc} -pg -g -O1 --coverage -o sites sites.c 2>/dev/null; then
	GMON_OUT_PREFIX=sites.gmon ./sites >/dev/null && mv sites.gmon.* sites.gmon
fi
mkdir empty && : >nothing.folded
odd_profiles

cat >draw.py <<'END'
import csv, glob, io, json, os, random, re, subprocess, sys, time
import xml.etree.ElementTree as xml

program, source, runs, seconds, seed = sys.argv[1:4] + [float(sys.argv[4]), int(sys.argv[5])]
patience = float(os.environ['PATIENCE'])

def text(path):
    return open(os.path.join(source, path), encoding='utf-8').read()

def names(path, row):
    return re.findall(row + r'\((?:[A-Za-z_, \t]*\s)?"([^"]+)"', text(path))

views = re.findall(r'VIEW\(\w+,\s*\w+,\s*"([^"]+)"', text('ui/screen/views.def'))
printed = re.findall(r'VIEW\(\w+,\s*\w+,\s*"([^"]+)",\s*PRINT_', text('ui/screen/views.def'))
ids = re.findall(r'^\t\{ "(\w+)", VALUE', text('ui/table/column_values.c'), re.M)
exports = re.findall(r'^EXPORT\("?(\w+)', text('src/cli/exports.def'), re.M)
formats = re.findall(r'"([\w.-]+)"', text('model/samples/formats.def') + text('model/measured/formats.def'))
options = []
for letter, name, rest in re.findall(r"^OPTION\(\w+, ('.'|0), (\"[^\"]+\"|NULL), (.*),$",
        text('src/cli/options.def'), re.M):
    if name not in ('"help"', '"version"'):
        options.append((letter.strip("'"), name.strip('"'), rest))
assert len(views) > 10 and len(ids) > 30 and len(exports) > 4 and len(options) > 60, \
    (len(views), len(ids), len(exports), len(options))

functions = ['main', 'a', 'b', 'f', 'parse_sum', 'fact', '[1]', '2', '[99]', 'nothing', 'sites.c:20',
    'sites.c', 'cfd::time::RungeKutta<double>::advance', '', '(', 'a.c:f', 'größe_計算_x', 'x' * 3000]
specs = functions + ['main/a', 'a/b', 'parse_sum/parse_term', '/', 'a/', 'sites.c:20/b']
numbers = ['0', '1', '2', '3', '10', '80', '100', '-1', '1e9', '0.5', 'x', '', '99999999999999999999',
    '0x1000', '4', '8', 'nan', 'inf']
filters = ['a', 'a', '.', 'x|y', '^main$', '(', '[[:upper:]]', '\\(', '<', 'main.*a', '5', '$', '', '(a*)*b',
    '计', 'a{2}', '\\1', '(' * 200]
files = sorted(glob.glob('*.folded') + glob.glob('*.callgrind') + glob.glob('*.gz')
    + glob.glob('*.corpus') + glob.glob('*.bin') + glob.glob('*.gmon'))
programs = sorted(glob.glob('*.elf') + ['cfd', 'sites', 'prog_nopie'])
odd = ['nothing', 'empty', '.', '/dev/null', 'cfd', '-']
keys = ['<Enter>', '<Esc>', '<Tab>', '<Up>', '<Down>', '<Left>', '<Right>', '<PgDn>', '<Home>', '<End>',
    '<C-r>', '<C-o>', '<C-c>', '<F5>', '<Backspace>', '<lt>', '<Space>', '<Click:5x5>', '<Click:30x1>',
    '<WheelDown:9x9>', '<Tick>', '/a<Enter>', '&a<Enter>', '&<Enter>', ':main<Enter>', ':3<Enter>',
    ':sites.c:9<Enter>', ':<Tab><Tab>', 'sc', 's%', 'ma', "'a", 'w', 'o.<Enter>', '<Resize:40x10>',
    '<Resize:200x60>', '<Resize:1x1>', '<Resize:119x3>'] + list('fcatTVlFCR!?izvxXupESDPL=%*+-;[]HKJnN#>OI')

def value(r, name, rest):
    words = re.findall(r'"([^"]*)"', rest)
    kind = words[0] if words else ''
    if kind == 'SPEC' or kind == 'FROM/TO':
        return r.choice(specs)
    if kind == 'FUNCTION':
        return r.choice(functions)
    if kind == 'REGEX':
        return r.choice(filters)
    if kind == 'KEYS':
        return ''.join(r.choice(keys) for i in range(r.randrange(30)))
    if kind == 'COLSxROWS':
        return '%dx%d%s' % (r.choice([1, 39, 40, 41, 60, 80, 119, 120, 161, 200, 1000]),
            r.choice([1, 3, 8, 24, 50, 100]), r.choice(['', '', ',styles', ',x']))
    if name == 'view':
        return r.choice(printed if r.random() < 0.95 else views)
    if name == 'sort':
        return r.choice(ids + ['%self', 'self s', ''])
    if name == 'export':
        return r.choice(exports)
    if name == 'profile-format':
        return r.choice(formats)
    if name == 'event' or name == 'part':
        return r.choice(['Ir', 'Dr', 'cpu', 'samples', 'alloc_space', '1', 'file=odd.folded', ''])
    if kind == 'WORDS':
        return r.choice(['offset=0x1000,scale=0x8000', 'offset=0,scale=1,width=32', 'hz=0', 'x'])
    if kind == 'OLD=NEW':
        return r.choice(['/=/tmp', 'a=b', '=', 'x'])
    if kind in ('FILE', 'MAP', 'DIRS', 'DIR', 'STACKS'):
        if name == 'output':
            return r.choice(['sum.out', 'empty', 'no/such/dir'])
        return r.choice(files + odd)
    if len(words) > 1 and r.random() < 0.9:
        return r.choice(words[1:])
    return r.choice(numbers)

def command(r):
    line, chosen = [], r.choice(['view', 'view', 'export', 'screen', 'screen', 'listing', 'any'])
    if chosen in ('view', 'export', 'screen'):
        line.append('--%s=%s' % (chosen, value(r, chosen,
            '"COLSxROWS"' if chosen == 'screen' else '')))
    if chosen == 'screen':
        line.append('--keys=' + value(r, 'keys', '"KEYS"'))
    # Most options of a view are of those that choose its rows: others are often refused.
    rows = [o for o in options if o[1] in ('select', 'sort', 'filter', 'limit', 'percent-limit', 'format',
        'reverse')]
    some = rows + [o for o in options if o[1] in ('part', 'event', 'inlined', 'display-unused-functions',
        'no-demangle', 'exact')]
    for i in range(r.choice([0, 1, 1, 2, 2, 3])):
        letter, name, rest = r.choice(rows if r.random() < 0.8 and chosen == 'view'
            else some if r.random() < 0.6 and chosen != 'listing' else options)
        optional, needs = 'OPTIONAL' in rest, 'NO_ARGUMENT' not in rest
        argument = value(r, name, rest) if needs and not (optional and r.random() < 0.5) else None
        if name != 'NULL' and (letter == '0' or r.random() < 0.5):
            line.append('--' + name + ('' if argument is None else '=' + argument))
        else:
            line.append('-' + letter + ('' if argument is None else argument))
    kind = r.random()
    if kind < 0.5:
        line += [r.choice(files)] + ([r.choice(files)] if r.random() < 0.2 else [])
    elif kind < 0.7:
        line += ['cfd'] + r.choice([[], ['gmon.out'], ['gmon.out', 'gmon.out']])
    elif kind < 0.8:
        line += ['sites', 'sites.gmon']
    else:
        line += [r.choice(programs + odd), r.choice(files + odd)]
    return line

def judge(line, status, out, err):
    gate = any(w.startswith('--gate') for w in line)
    if status not in ((0, 1, 2, 3) if gate else (0, 1)):
        return 'status %d' % status
    if re.search(rb'[\x00-\x08\x0b-\x1f\x7f]', err):
        return 'control characters in a message'
    if status == 1 and not err and not gate:
        return 'no message'
    if any(l and not l.startswith(b'gprowse: ') and b'sanitizer' in l.lower() for l in err.split(b'\n')):
        return 'sanitizer'
    if status != 0:
        return None
    form = dict(w[2:].split('=', 1) for w in line if w.startswith('--') and '=' in w)
    try:
        if 'view' in form and form.get('format') == 'json':
            json.loads(out.decode('utf-8'))
        elif 'view' in form and form.get('format') == 'csv':
            rows = list(csv.reader(io.StringIO(out.decode('utf-8'))))
            assert len(set(len(row) for row in rows)) <= 1, 'rows differ in length'
        elif form.get('export') == 'svg':
            xml.fromstring(out)
        elif 'screen' in form and 'view' not in form and 'export' not in form:
            assert not re.search(rb'[\x00-\x09\x0b-\x1f\x7f]', out), 'control character'
    except Exception as e:
        return '%s: %s' % (type(e).__name__, e)
    return None

began, done, bad = time.time(), 0, 0
while (time.time() - began < seconds) if seconds > 0 else done < int(runs):
    r = random.Random(seed * 1000003 + done)
    line = command(r)
    done += 1
    env = dict(os.environ, LC_ALL=r.choice(['C', 'C.UTF-8', 'C.UTF-8']))
    try:
        p = subprocess.run([program] + line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, timeout=patience, env=env)
        why = judge(line, p.returncode, p.stdout, p.stderr)
        said = p.stderr.decode('utf-8', 'replace')[-400:]
    except subprocess.TimeoutExpired:
        why, said = 'more than %g s' % patience, ''
    if why is not None:
        bad += 1
        print('%s: LC_ALL=%s gprowse %s\n%s' % (why, env['LC_ALL'],
            ' '.join("'%s'" % w for w in line), said))
        sys.stdout.flush()
        if bad > 20:
            break
print('%d combinations, %d bad' % (done, bad))
sys.exit(bad > 0)
END
PATIENCE=$patience
export PATIENCE
unset GPROF_PATH
VISUAL=true
export VISUAL
python3 draw.py "$gprowse" "$srcdir" 300 "${RANDOM_SECONDS:-0}" "${RANDOM_SEED:-1}" >out 2>messages
ok $? "random options, keys and profiles"
[ -z "$RANDOM_SECONDS" ] || sed 's/^/# /' out
cases_end
