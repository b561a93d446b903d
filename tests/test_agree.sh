#!/bin/sh
# test_agree.sh - under random selections, views and exports have the same figures
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

command -v python3 >/dev/null || skip_all "no python3"

cat >agree.py <<'END'
import collections, json, os, random, subprocess, sys

program, rounds = sys.argv[1], 10 if os.environ.get("CHECK_BRIEF") else 40
files = ['a.folded', 'b.folded']
names = ['main', 'a', 'b', 'c', 'c.part.0', 'd', 'e', 'e.cold', 'f_[k]', 'g_[i]']

def write_stacks(path, is_signed):
    stacks = {}
    for _ in range(random.randint(2, 30)):
        depth = random.randint(0, 6)
        stack = ';'.join(['main'] + [random.choice(names[1:]) for _ in range(depth)])
        stacks[stack] = random.randint(1, 99) * (random.choice([1, 1, -1]) if is_signed else 1)
    with open(path, 'w') as f:
        f.writelines('%s %d\n' % stack for stack in stacks.items())

def selection():
    options = []
    if random.random() < 0.5:
        options += ['-E', random.choice(names[1:8])]
    if random.random() < 0.3:
        options += ['-k', random.choice(names[:5]) + '/' + random.choice(names[1:5])]
    if random.random() < 0.3:
        options.append('--focus=^%s$' % random.choice(names[1:5]))
    if random.random() < 0.3:
        options.append('--part=' + random.choice(files))
    if random.random() < 0.3:
        options.append('--kernel=fold')
    return options

def run(*words):
    done = subprocess.run([program, *words], capture_output=True)
    return done.stdout if done.returncode == 0 else None

def rows_of(view, *words):
    out = run('--format=json', '--view=' + view, *words)
    return None if out is None else json.loads(out)['rows']

def figure(row, column):
    return (row[column] or {}).get('value', 0)

# Self and total of each function that has any.  In pprof, a function inlined into the kernel is
# another than the same function elsewhere.
def functions_of(rows):
    figures = {}
    for row in rows or []:
        own, total = figures.get(row['name'], (0, 0))
        figures[row['name']] = (own + figure(row, 'self'), total + figure(row, 'total'))
    return {name: pair for name, pair in figures.items() if pair != (0, 0)}

def opened(export, inlined, words):
    out = run('--export=' + export, *words)
    if not out:
        return {}
    with open('exported', 'wb') as f:
        f.write(out)
    return functions_of(rows_of('functions', *inlined, 'exported'))

wrong = collections.Counter()
for number in range(rounds):
    random.seed(number)
    is_signed = number % 4 == 0
    for path in files:
        write_stacks(path, is_signed)
    inlined = ['--inlined'] if random.random() < 0.3 else []
    words = selection() + inlined + files
    functions = functions_of(rows_of('functions', *words))
    own = sum(pair[0] for pair in functions.values())
    sums = {
        'tree': sum(figure(row, 'total') for row in rows_of('tree', *words) or []
            if row['depth'] == 0),
        'icicle': sum(figure(row, 'self') for row in rows_of('icicle', '--percent-limit=1e-6', *words) or []),
        'threads': own if any(w.startswith('--part') for w in words) else
            sum(figure(row, 'self') for row in rows_of('threads', *words) or []),
    }
    for view, total in sums.items():
        if total != own:
            wrong[view] += 1
            print('# %s: %s is not %s: %s, round %d' % (view, total, own, words, number))
    for export in ['folded', 'pprof', 'callgrind']:
        found = opened(export, inlined, words)
        if export == 'callgrind':       # totals may be known only of cycles
            found = {name: found.get(name, (0, 0))[0] for name in functions}
            expected = {name: pair[0] for name, pair in functions.items()}
        else:
            expected = functions
        if found != expected:
            wrong[export] += 1
            print('# %s: %s is not %s: %s, round %d' % (export, found, expected, words, number))
for part in ['tree', 'icicle', 'threads', 'folded', 'pprof', 'callgrind']:
    print(wrong[part], part)
END

python3 agree.py "$gprowse" >found
for part in tree icicle threads folded pprof callgrind; do
	grep "^# $part" found >messages
	grep -q "^0 $part$" found
	ok $? "$part and the table of functions have the same figures"
done
cases_end
