#!/bin/sh
# Every view sorted by every column it can be sorted by, both ways.
#
# SPDX-License-Identifier: GPL-3.0-or-later

top=$(cd "${top_builddir:-.}" && pwd)
srcdir=$(cd "${srcdir:-.}" && pwd)
command -v python3 >/dev/null || { echo "1..0 # SKIP no python3"; exit 77; }
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
(cd "$srcdir" && ${CC:-cc} -pg -g -o "$tmp/sample" sample/*.c -lm) 2>"$tmp/cc.log" &&
	cd "$tmp" && ./sample 120 >/dev/null 2>&1 && [ -s gmon.out ] || {
	echo "1..0 # SKIP no profile of the sample here"
	exit 77
}

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

# Of a tree, the rows below another one are sorted among themselves: the outermost are looked at.
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
               '%s by %s%s' % (view, column, ', the other way round' if reverse else ''),
               'rows are lost' if lost else repr(values[:12]))
print('1..%d' % n)
END
python3 check.py "$top/gprowse"
