#!/bin/sh
# test_columns.sh - every view sorted by each of its columns in both orders; details of rows
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

command -v python3 >/dev/null || skip_all "no python3"
(cd "$srcdir" && ${CC:-cc} -pg -g -o "$work/sample" sample/*.c -lm) 2>cc.log &&
	sampled 0.2 sample 120 || skip_all "no profile of the sample here"

cat >check.py <<'END'
import json, re, subprocess, sys
n = 0

def ok(good, name, why):
    global n
    n += 1
    print(('ok' if good else 'not ok'), n, '-', name)
    if not good:
        print('#', why)

def run(*words):
    return subprocess.run([sys.argv[1], *words, 'sample', 'gmon.out'],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)

def rows_of(view, *words):
    p = run('--view=' + view, '--format=json', *words)
    assert p.returncode == 0, p.stderr
    return json.loads(p.stdout.decode('utf-8'))['rows']

# Rows at depth 0.  Deeper rows of a tree are sorted only among their siblings.
def outer(rows):
    return [r for r in rows if r.get('depth', 0) == 0]

def value(row, column):
    v = row.get(column)
    return v['value'] if isinstance(v, dict) else v

for view in 'functions', 'lines', 'files', 'tree', 'cycles':
    columns = re.search(rb'it has (.*)', run('--view=' + view, '--sort=nosuch').stderr)
    if not columns:
        ok(False, view + ' names its columns', 'no list of columns')
        continue
    unsorted = sorted(json.dumps(r, sort_keys=True) for r in outer(rows_of(view))
                      ) if view != 'functions' else None
    for column in columns.group(1).decode().split():
        for reverse in False, True:
            rows = outer(rows_of(view, '--sort=' + column, *(['--reverse'] if reverse else [])))
            values = [v for v in (value(r, column) for r in rows) if v is not None]
            if view == 'lines' and column == 'line':       # places: file after file
                files = list(dict.fromkeys(r['file'] for r in rows))
                values = [(files.index(r['file']), r['line'] * (-1 if reverse else 1)) for r in rows]
                if reverse:
                    values = [(-f, -l) for f, l in values]
            text = values and isinstance(values[0], str)
            if text:
                values = [v.rsplit('/', 1)[-1] for v in values]
            least_first = text or column in ('line', 'index')
            want = sorted(values, reverse=reverse == least_first)
            lost = unsorted and sorted(json.dumps(r, sort_keys=True) for r in rows) != unsorted
            ok(values == want and rows and not lost,
               '%s by %s%s' % (view, column, ', reversed' if reverse else ''),
               'rows are lost' if lost else repr(values[:12]))
print(n, file=open('count', 'w'))
END
python3 check.py "$gprowse"
n=$(cat count)

# screen NAME PATTERN KEYS ARGUMENT...: a case that passes if the screen after KEYS has a line with
# PATTERN.
screen() {
	name=$1 pattern=$2 keys=$3
	shift 3
	"$gprowse" --screen=100x30 --keys="$keys" "$@" >out 2>messages && grep -q "$pattern" out
	ok $? "$name"
}

cp gmon.out long
./sample 60 >/dev/null
mv gmon.out short
screen "details of a line" 'samples on this line, which are' lli sample long
screen "details of a function in two profiles" 'In 2 files: from .* to .*, on average' i sample short long
screen "details of a file" 'on its lines; code' Fi sample long
screen "details of a function in a file" 'Calls: ' 'F<Enter>ji' sample long
screen "details of a call path in a tree" 'Times in a tree are estimates' ':main<Enter>tji' sample long
screen "details of the root of a tree" 'Total, with what it calls: ' ':main<Enter>ti' sample long
screen "details of a call" 'Calls: ' ':main<Enter>ji' sample long
screen "spread by file, sorted by percentage" '%file▼' 'Rs%' sample short long
screen "spread by file, sorted by name" 'file▲' 'Rsf' sample short long

# Callers of a cycle are sorted by time, then by calls; the last caller is next to the cycle.
cat >ring.c <<'END'
int ping(int n);
int pong(int n) { return n > 0 ? ping(n - 1) + 1 : 0; }
int ping(int n) { return n > 0 ? pong(n - 1) + 1 : 0; }
int seldom(void) { return ping(3) + ping(1); }
int often(void) { int s = 0; for (int i = 0; i < 7; i++) s += ping(2); return s; }
int main(void) { return often() + seldom() + pong(5) == 0; }
END
if ${CC:-cc} -pg -g -O0 -o ring ring.c && ./ring; then
	"$gprowse" --view=calls --select='[1]' --format=tsv ring gmon.out >out 2>messages
	same "callers of a cycle" '1 2 7 ' \
		"$(awk -F '\t' '$2 == "caller" { printf "%s ", $8 }' out)"
fi
cases_end
