#!/bin/sh
# test_batch.sh - views as data: python3's json and csv read them, and all formats agree
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

[ -x "$top/tests/make_story" ] || exit 77
"$top/tests/make_story" cfd gmon.out || exit 99
views="functions calls cycles lines source files tree icicle notes"
profiles="cfd:gmon.out"
mkdir s
if (cd "$srcdir" && ${CC:-cc} -pg -g -o "$work/s/sample" sample/*.c -lm) 2>cc.log &&
	(cd s && sampled 0.2 sample 120); then
	profiles="$profiles s/sample:s/gmon.out"
fi

fails() {
	! "$gprowse" "$@" cfd gmon.out >out 2>err && [ ! -s out ] && grep -q '^gprowse: ' err
}
holds "an unknown view is refused" fails --view=nothing
holds "an unknown format is refused" fails --view=functions --format=xml
holds "an unknown column is refused" fails --view=functions --sort=nothing
holds "a column without order is refused" fails --view=notes --sort=note
holds "a bad expression is refused" fails --view=functions --filter='('
holds "a bad limit is refused" fails --view=functions --limit=x
holds "an unknown function is refused" fails --view=calls --select=nothing
holds "an unknown function: no name is proposed if none is similar" sh -c '! grep -q "it may be" err'
holds "an unknown index is refused" fails --view=calls --select='[99]'
holds "an unknown index: the message is that of names" grep -q 'no function or cycle has this name or index' err
holds "a part of a name is refused" fails --view=calls --select=parse
holds "a part of a name: possible names are proposed" grep -q 'it may be \[11\] parse_sum, \[13\] parse_term' err
for option in --format=csv --sort=self --reverse --filter=x --limit=1 --select=main; do
	holds "$option needs a view" fails $option
done

for view in $views; do
	"$gprowse" --view=$view --filter=main cfd gmon.out >out 2>messages
	[ $? -le 1 ]
	ok $? "$view: a filter is used, or the reason is said"
done

# rows OPTION...: prints the columns $field of functions.
rows() {
	# The ids are words.
	# shellcheck disable=SC2086
	"$gprowse" --view=functions --format=tsv "$@" cfd gmon.out | columns $field
}
field=index
holds "--limit=3: three rows" [ "$(rows --limit=3 | wc -l)" -eq 3 ]
holds "--limit=0: no rows" [ "$(rows --limit=0 | wc -l)" -eq 0 ]
holds "sorted by index" sh -c "[ '$(rows --sort=index)' = '$(rows --sort=index | sort -n)' ]"
holds "sorted by index, reversed" sh -c "[ '$(rows --sort=index --reverse)' = '$(rows --sort=index | sort -rn)' ]"
field=name
holds "sorted by name" sh -c "[ '$(rows --sort=name)' = '$(rows --sort=name | LC_ALL=C sort)' ]"
holds "only matching rows" [ "$(rows --filter='parse_(sum|term)' | sort | tr '\n' ' ')" = "parse_sum parse_term " ]
field=calls
holds "sorted by the heading of a column" \
	[ "$(rows --sort=%total; rows --sort='total s')" = "$(rows --sort=total_pct; rows --sort=total)" ]
holds "sorted by calls" sh -c "[ '$(rows --sort=calls)' = '$(rows --sort=calls | sort -rn)' ]"
field=inner
holds "recursive calls have a column" [ "$(rows --select=fact)" = 27 ]
field=name
holds "a name without scopes, type and arguments is found" [ "$(rows --select=FieldAccessor::reduce | wc -l)" = 1 ]
# title VIEW OPTION...: prints the line with the titles of the columns.
title() {
	"$gprowse" --view="$@" cfd gmon.out | sed -n 2p
}
holds "titles are complete" sh -c "echo '$(title cycles)' | grep -q ' cycle / member / call inside'"
holds "a filter with ^ and $ matches the whole name" [ "$(field=name; rows --filter='^parse_sum$')" = parse_sum ]
holds "text is a view, too" [ "$("$gprowse" --view=functions --format=text cfd gmon.out)" = \
	"$("$gprowse" --view=functions cfd gmon.out)" ]
for view in notes summary; do
	COLUMNS=80 "$gprowse" --view=$view cfd gmon.out | sed 1d >narrow
	env -u COLUMNS "$gprowse" --view=$view cfd gmon.out | sed 1d >wide
	holds "$view: there are narrow lines" [ -s narrow ]
	holds "$view: they have all text" [ "$(tr -d ' \n' <narrow)" = "$(tr -d ' \n' <wide)" ]
	holds "$view: and at most 80 columns" sh -c '! LC_ALL=C.UTF-8 grep ".\{81\}" narrow'
done
holds "text is as wide as COLUMNS says" [ "$(LC_ALL=C COLUMNS=80 "$gprowse" --view=functions cfd gmon.out |
	tail -n +2 | awk 'length > 80' | wc -l)" = 0 ]
"$gprowse" --view=functions cfd gmon.out >out
holds "without COLUMNS names are complete" grep -q 'int cfd::mesh::FieldAccessor<double>::reduce<int>(int)' out
holds "without COLUMNS nothing is padded" [ "$(LC_ALL=C awk "length > 200" out | wc -l)" = 0 ]
field="total_kind total_least total_most"
holds "estimates are marked" [ "$(rows --select='cfd::time::RungeKutta<double>::advance' |
	cut -d ' ' -f 1)" = estimated ]
holds "estimates have bounds" [ "$(rows --select='cfd::time::RungeKutta<double>::advance' |
	awk '$2 < $3 { print "yes" }')" = yes ]
holds "sampled figures have no bounds" [ "$(rows --select=mcount | tr ' ' ,)" = sampled,, ]
holds "estimates in a tree, also of self time with -E" [ "$("$gprowse" --view=tree --format=csv --select=solve \
	-E _ZN3cfd4time10RungeKuttaIdE7advanceEd cfd gmon.out | grep -c '"estimated","estimated"')" -eq 3 ]
holds "a bad percentage is refused" fails --view=functions --percent-limit=101
holds "text is no percentage" fails --view=functions --percent-limit=5x
holds "--percent-limit needs rows with time" fails --view=notes --percent-limit=1
field="self_pct total_pct"
rows | awk '$1 >= 10 || $2 >= 10' >want
rows --percent-limit=10 >got 2>err
holds "--percent-limit hides rows with little time, self and total" cmp want got
holds "a row with a large total is not hidden" \
	awk '$1 < 10 && $2 >= 10 { n++ } END { exit n == 0 }' got
field=total_pct
rows --sort=total | awk '$1 >= 20' >want
rows --sort=total --percent-limit=20 >got 2>err
holds "--percent-limit with --sort=total: total time" cmp want got
"$gprowse" --view=functions --percent-limit=10 cfd gmon.out >out
hidden=$(($(rows | wc -l) - $(wc -l <out) + 3))
holds "the number of hidden rows is printed below the text" [ "$(tail -n 1 out)" = \
	"$hidden rows are hidden: self and total (or its lower bound) are less than 10 % of the time" ]
"$gprowse" --view=functions --format=csv --percent-limit=10 cfd gmon.out 2>err >out
holds "data: the number is on standard error" sh -c "! grep hidden out &&
	grep -q '^gprowse: $hidden rows are hidden' err"
"$gprowse" --view=tree --percent-limit=5 cfd gmon.out >out
"$gprowse" --view=tree cfd gmon.out >hottest
holds "a tree is unfolded above the limit" [ "$(grep -c '~ *[0-9.]* ' out)" -gt 0 -a \
	"$(grep -c '^ *\[[0-9]*\] .* + ' out)" -lt "$(grep -c '^ *\[[0-9]*\] .* + ' hottest)" ]
"$gprowse" --view=cycles --percent-limit=0.5 cfd gmon.out >out
holds "rows inside a hidden row are hidden" sh -c '! awk "\$2 == 0.0 && /<cycle/" out | grep .'
"$gprowse" --view=calls --percent-limit=30 cfd gmon.out >out
holds "calls: only entries with enough time" sh -c "! awk '\$2 < 30 && \$2 > 0' out | grep .
	grep -q '^ *\[[0-9]*\] *~*[0-9]' out && tail -n 1 out | grep -q hidden"
holds "--limit limits text" [ "$("$gprowse" --view=functions --limit=2 cfd gmon.out | wc -l)" -eq 4 ]

# gprof's options that select rows or exclude functions work for views, too.
all=$("$gprowse" --view=functions --limit=0 cfd gmon.out | sed -n 's/.* of \([0-9]*\) functions.*/\1/p')
field=index
holds "-z: rows without time and calls" [ "$(rows -z | wc -l)" -eq "$all" ]
holds "without -z, rows without time and calls are hidden" [ "$(rows | wc -l)" -lt "$all" ]
entries() {
	"$gprowse" --view=calls --format=tsv "$@" cfd gmon.out | columns entry | sort -un |
		tr '\n' ' '
}
sum=$(rows --select=parse_sum) leaf=$(rows --select=leaf_a)
holds "-e: without the entry of a function" [ "$(entries -e parse_sum)" = \
	"$(entries | sed "s/ $sum / /")" ]
holds "-f: only entries of it and of what it calls" [ "$(entries -f leaf_a)" = "$leaf " ]
holds "--select shows an entry despite -e" [ "$(entries -e parse_sum --select=parse_sum)" = "$sum " ]
if [ -s s/gmon.out ]; then
	holds "-L: paths of files" sh -c "'$gprowse' -L --view=functions s/sample s/gmon.out |
		grep -q '$srcdir/sample/main.c:\|[^ ]/sample/main.c:'"
	holds "names are last, so that none of them makes another line longer" sh -c "unset COLUMNS
		'$gprowse' --view=functions s/sample s/gmon.out >out && ! grep ' \$' out &&
		sed -n 2p out | grep -q ' file:line .* name\$'"
	"$gprowse" --view=source --format=tsv --select=evaluate s/sample s/gmon.out |
		columns text >out
	holds "source of a function begins with its name" sh -c 'head -n 2 out | grep -q "^evaluate("'
	holds "source of a function ends with it" [ "$(tail -n 1 out)" = "}" -a "$(grep -c '^}' out)" = 1 ]
	at=$(grep -n '^count_operators(' "$srcdir/sample/main.c" | cut -d : -f 1)
	"$gprowse" --view=source --format=tsv --select=main.c:$((at + 2)) s/sample s/gmon.out >out
	holds "source of a line is that of the function around it" \
		[ "$(grep -c 'count_operators(const' out)" = 1 -a "$(wc -l <out)" -lt 20 ]
	"$gprowse" --view=source --format=tsv --select=main.c s/sample s/gmon.out >out
	holds "source of a file is the whole file" \
		[ "$(wc -l <out)" -eq $(($(wc -l <"$srcdir/sample/main.c") + 1)) ]
	holds "without -L, names of files" sh -c "'$gprowse' --view=functions s/sample s/gmon.out |
		grep -q ' main.c:'"
	holds "-a: without static functions" sh -c "! '$gprowse' -a --view=functions s/sample s/gmon.out |
		grep -q ' find_root\$'"
else
	skipped "-L and -a" "no program was profiled"
fi
mkdir n
cat >named.c <<'EOF'
#include <stdlib.h>
int twice(int x) __asm__("twice_"), f(int x) __asm__("f_"), g(int x) __asm__("f__");
int known(int x) __asm__("__module_MOD_known");
int clone(int x) __asm__("clone.part.0");
int twice(int x) { return 2 * x; }
int f(int x) { return x + 1; }
int g(int x) { return x + 2; }
int known(int x) { return x + 3; }
int clone(int x) { return x + 4; }
int part(int x) __asm__("whole.part.0");
int part(int x) { for (volatile int i = 0; i < x; i++) ; return x; }
int whole(int x) { return x > 0 ? part(x) : 0; }
int main(int argc, char **argv) { return twice(f(g(known(clone(part(atoi(argv[1])))))) == argc; }
EOF
if ${CC:-cc} -pg -g -O0 -o n/named named.c 2>cc.log && (cd n && sampled 0.05 named 100000000); then
	holds "--select takes a name with the underscore of Fortran" \
		sh -c "'$gprowse' --view=functions --select=twice n/named n/gmon.out | grep -q ' twice_\$'"
	holds "--select takes a clone" \
		sh -c "'$gprowse' --view=functions --select=clone n/named n/gmon.out | grep -q ' clone.part.0\$'"
	"$gprowse" --view=calls --select=whole n/named n/gmon.out >out 2>err
	holds "--select names the clone that has the time" grep -q 'its clone whole.part.0 has$' err
	"$gprowse" --view=calls --select=whole.part.0 n/named n/gmon.out >out 2>err
	holds "--select says nothing of a function with time" [ ! -s err ]
	holds "--select takes a name of the debug information" \
		sh -c "'$gprowse' --view=calls --select=known n/named n/gmon.out |
			grep -q ' _*module[_A-Z:]*known\$'"
	holds "--select refuses a name that two functions may have" \
		sh -c "! '$gprowse' --view=functions --select=f n/named n/gmon.out 2>err && grep -q 'f__' err"
else
	skipped "--select of names that compilers change" "no program was profiled"
fi
# with_rows VIEW: sets $image and $profile to a program and a profile for which the view has rows.
# The view of the source has columns only if lines have figures, and cfd has no lines.
with_rows() {
	image=cfd profile=gmon.out
	[ "$1" != source ] || [ ! -s s/gmon.out ] || image=s/sample profile=s/gmon.out
}
for view in $views; do
	with_rows $view
	for id in $("$gprowse" --view=$view --sort=nothing $image $profile 2>&1 | sed -n 's/.* it has//p'); do
		"$gprowse" --view=$view --sort="$id" $image $profile >out 2>err
		holds "$view sorted by $id" [ $? -eq 0 ]
	done
done
mkdir long
if [ -s s/gmon.out ] && cp s/sample long && (cd long && sampled 0.2 sample) &&
	"$gprowse" -n operate --view=lines s/sample long/gmon.out >out && grep -q tree.c: out; then
	holds "-n: the title says what counts" grep -q ' of it counted ' out
	holds "-n: percentages are of the time that counts" \
		sh -c "'$gprowse' -n operate --view=lines --format=tsv s/sample long/gmon.out |
		awk 'NR > 1 { sum += \$1 } END { exit !(sum > 60 && sum < 100.1) }'"
	holds "-E: lines of the function do not count" \
		sh -c "! '$gprowse' -E operate --view=lines s/sample long/gmon.out |
		grep -q ' tree.c:45 '"
else
	skipped "-n and lines" "no sample fell into the function"
fi
for format in text csv json; do
	"$gprowse" --view=functions --format=$format cfd gmon.out >/dev/full 2>err
	holds "a full disk is an error, $format" [ $? -eq 1 -a -s err ]
done

for view in $views; do
	with_rows $view
	"$gprowse" --view=$view --format=tsv $image $profile 2>/dev/null | head -n 1 | tr '\t' '\n' >ids
	sed -n "/^\.It Sy $view\$/,/^\.\(It\|El\)/s/^\.Li //p" "$top/man/gprowse.1" |
		sed -n "/^$(head -n 1 ids)\$/,\$p" >described
	[ $view = source ] && [ ! -s ids ] && cp described ids
	holds "the manual has the columns of $view" diff ids described
done

if ! command -v python3 >/dev/null; then
	skipped "python3 reads JSON and CSV" "no python3 (Debian: python3)"
	cases_end
	exit 0
fi
cat >check.py <<'END'
import csv, io, json, math, subprocess, sys, traceback
program = sys.argv[1]

def check(view, image, profile):
    def run(form):
        done = subprocess.run([program, '--view=' + view, '--format=' + form, image, profile],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode != 0 and b'no source line has figures' not in done.stderr:
            sys.exit(done.stderr.decode())
        return done.stdout.decode('utf-8')

    def once(pairs):
        assert len({k for k, _ in pairs}) == len(pairs), pairs
        return dict(pairs)

    def refuse(constant):
        raise ValueError(constant)

    doc = json.loads(run('json'), object_pairs_hook=once, parse_constant=refuse)
    assert doc['schema'] == 'gprowse-view' and doc['version'] == 3 and doc['view'] == view
    assert doc['images'] == [image] and doc['profiles'] == [profile]
    ids = [c['id'] for c in doc['columns']]
    figures = {c['id'] for c in doc['columns'] if c['type'] == 'figure'}
    texts = {c['id'] for c in doc['columns'] if c['type'] == 'text'}
    rate = doc['rate']
    for row in doc['rows']:
        assert list(row) == ids, row
        for key, value in row.items():
            if value is None:
                continue
            if key in texts:
                assert isinstance(value, str)
            elif key in figures:
                assert value['kind'] in ('counted', 'sampled', 'estimated',
                                         'estimated in a cycle', 'bound'), value
                assert isinstance(value['value'], (int, float))
                if 'samples' in value:
                    assert math.isclose(value['samples'] / rate, value['value'])
                if 'least' in value:
                    assert value['kind'] in ('estimated', 'estimated in a cycle')
                    slack = 1e-9 * abs(value['most'])
                    assert value['least'] - slack <= value['value'] <= value['most'] + slack
            else:
                assert isinstance(value, int), (key, value)

    def told(value, form):
        if value is None:
            return ''
        if isinstance(value, dict):
            return value['value']
        if isinstance(value, str) and form == 'csv' and value[:1] in list('=+-@'):
            return "'" + value
        return value

    for row in doc['rows']:
        if row.get('total_kind') == 'bound':
            assert row.get('children') is None and row.get('total') is None
            assert row['total_least']['value'] <= row['total_most']['value']
            assert row['total_least']['kind'] == row['total_most']['kind'] == 'bound'

    tables = [('csv', list(csv.reader(io.StringIO(run('csv')), strict=True)))]
    tables.append(('tsv', [line.split('\t') for line in run('tsv').splitlines()]))
    for form, table in tables:
        assert table[0] == ids, table[0]
        assert len(table) == 1 + len(doc['rows'])
        for cells, row in zip(table[1:], doc['rows']):
            assert len(cells) == len(ids), cells
            for key, cell in zip(ids, cells):
                want = told(row[key], form)
                if key not in texts and want != '':
                    assert float(cell) == float(want), (key, cell, want)
                elif all(c.isprintable() for c in str(want)):
                    assert cell == str(want), (key, cell, want)
                else:
                    assert cell.isprintable(), cell

    if view == 'functions' and doc['total']['samples']:     # a short run may have none
        total = doc['total']['samples']
        assert math.fsum(r['self']['samples'] for r in doc['rows']) == total
        assert doc['rows'][-1]['cum_pct']['value'] == 100 or total == 0
        assert all(r['self']['kind'] == 'sampled' for r in doc['rows'])
    if view == 'functions' and image == 'cfd':
        kinds = {r['total']['kind'] for r in doc['rows'] if r['total'] is not None}
        assert {'sampled', 'estimated'} <= kinds, kinds
    if view == 'calls':
        index = {r['entry']: r for r in doc['rows'] if r['role'] in ('function', 'cycle')}
        assert all(r['index'] == r['entry'] for r in index.values())
        for r in doc['rows']:
            if r['role'] == 'caller' and r['calls']['value'] and r['of']:
                assert r['entry'] in index
                part = r['calls']['value'] / r['of']['value']
                assert math.isclose(r['call_pct']['value'], 100 * part)

for place in sys.argv[2:]:
    view, image, profile = place.split(':')
    try:
        check(view, image, profile)
        print('right:', view, image)
    except (Exception, SystemExit):
        print('wrong:', view, image, traceback.format_exc())
END
set --
for pair in $profiles; do
	for view in $views; do
		set -- "$@" "$view:$pair"
	done
done
python3 check.py "$gprowse" "$@" >checked 2>&1
for pair in $profiles; do
	for view in $views; do
		grep -qx "right: $view ${pair%:*}" checked || ! cp checked messages
		ok $? "python3 reads $view of ${pair%:*}"
	done
done
cat >cycle.py <<'END'
import json, sys
doc = json.load(sys.stdin)
rows = {r['name']: r for r in doc['rows']}
assert rows['parse_sum']['total']['kind'] == 'sampled'
for name in 'parse_term', 'parse_factor':
    r = rows[name]
    if sys.argv[1] == 'small':
        assert r['total_kind'] == r['total']['kind'] == 'estimated in a cycle'
        assert r['total']['least'] < r['total']['value'] < r['total']['most']
    else:
        assert r['total_kind'] == 'bound' and r['total'] is None and r['total_call'] is None
        assert r['total_least']['kind'] == r['total_most']['kind'] == 'bound'
        assert r['self']['samples'] <= r['total_least']['samples'] < r['total_most']['samples']
if sys.argv[1] == 'large':
    order = [r['name'] for r in doc['rows'] if r['total_kind'] != 'sampled']
    assert order.index('parse_term') < order.index('parse_factor')
END
"$gprowse" --view=functions --format=json cfd gmon.out >out
holds "members of a cycle with little time are estimated" python3 cycle.py small <out
"$gprowse" --view=functions --sort=total --format=json -n parse_sum cfd gmon.out >out
holds "members of a cycle have bounds where estimates differ, and are sorted by them" \
	python3 cycle.py large <out
"$top/tests/make_story" interp interp.gmon interpreter || exit 99
cat >few.py <<'END'
import json, subprocess, sys
def rows(*options):
    out = subprocess.run([sys.argv[1], '--format=json', *options, 'interp', 'interp.gmon'],
                         check=True, capture_output=True, text=True).stdout
    return json.loads(out)['rows']
functions = {r['name']: r for r in rows('--view=functions')}
for name in 'open_state', 'run_script', 'close_state', 'call_finalizers':
    r = functions[name]
    assert r['total_kind'] == 'bound' and r['total'] is None and r['total_call'] is None, r
    assert r['total_least']['samples'] <= 1 and r['total_most']['samples'] > 400, r
for name in 'main', 'table_get':
    assert functions[name]['total_kind'] == 'sampled'
callees = {r['name']: r for r in rows('--view=calls', '--select=run_script')
           if r['role'] == 'callee'}
r = callees['call_function']
assert r['total_kind'] == 'bound' and r['total_pct'] is None and r['self'] is None, r
assert r['total_least']['samples'] == 0 and r['total_most']['samples'] > 400, r
tree = [r for r in rows('--view=tree', '--select=main') if r['depth'] > 0]
assert {r['total_kind'] for r in tree if r['name'] == 'run_script'} == {'bound'}
END
holds "few calls that share the time of a cycle have only bounds" python3 few.py "$gprowse"

# The frames of an icicle are the stacks of the file.
cp "$srcdir/tests/screens/parser.folded" . || exit 99
cat >icicle.py <<'END'
import json, re, subprocess, sys
def rows(*options):
    out = subprocess.run([sys.argv[1], '--view=icicle', '--format=json', *options], check=True,
                         capture_output=True, text=True).stdout
    return json.loads(out)['rows']
want = {}
for line in open('parser.folded'):
    if not line.startswith('#'):
        stack, count = line.rsplit(' ', 1)
        path = ()
        # Inlined functions are part of their callers.
        frames = [f for f in stack.split(';') if not f.endswith('_[i]')]
        for name in ['all'] + [re.sub('_\\[[kj]\\]$', '', f) for f in frames]:
            path += name,
            total, own = want.get(path, (0, 0))
            want[path] = total + int(count), own
        want[path] = want[path][0], want[path][1] + int(count)
got, path = {}, ()
for r in rows('--percent-limit=0.0001', 'parser.folded'):
    path = path[:r['depth']] + (r['name'],)
    got[path] = r['total']['value'], r['self']['value']
assert got == want, (got, want)
large = rows('--percent-limit=20', 'parser.folded')
assert len(large) == sum(total >= 0.2 * 699 for total, own in want.values())
select = rows('--select=parse_array', 'parser.folded')
assert select[0]['name'] == 'parse_array' and select[0]['total']['value'] == 292, select[0]
sums = {}
for r in rows('cfd', 'gmon.out'):
    sums.setdefault(r['name'], []).append((r['self']['value'], r['self_kind']))
parts = [p for ps in sums.values() if len(ps) > 1 for p in ps]
assert parts and {kind for value, kind in parts if value} == {'estimated'}, parts
assert {kind for ps in sums.values() if len(ps) == 1 for value, kind in ps} >= {'sampled'}
kinds = {r['total_kind'] for r in rows('cfd', 'gmon.out')}
assert kinds == {'sampled', 'estimated'}, kinds
assert {r['total_kind'] for r in rows('parser.folded')} == {'counted'}
assert rows('--filter=malloc', 'parser.folded')[0]['total']['value'] == sum(
    own for path, (total, own) in want.items() if 'malloc' in path)
END
holds "an icicle has the stacks of the file" python3 icicle.py "$gprowse"
{
	echo "main;big 100000"
	seq -f 'main;f%g 1' 400
} >narrow.folded
"$gprowse" --screen=100x24 --keys='V/f377<Enter>' narrow.folded >out 2>messages
grep -q '^1 of 1 boxes that match' out
ok $? "a search finds a frame among many that are drawn together"
"$gprowse" --screen=100x24 --keys='V&nothing<Enter>' narrow.folded >out 2>messages
grep -q 'no row matches the filter' out
ok $? "a filter of an icicle that matches nothing"
holds "an icicle as text is as wide as the terminal" sh -c "COLUMNS=60 LC_ALL=C '$gprowse' --view=icicle \
	parser.folded | tail -n +3 | awk 'length > 60 || !/^\|/' | wc -l | grep -qx '0'"
# A deep icicle as text.  Frames with a depth of more than 10000 are omitted, and a message says so.
awk 'BEGIN { for (i = 0; i < 12000; i++) printf "f%d%s", i, i < 11999 ? ";" : " 1\n" }' >deep.folded
lines() {
	COLUMNS=40 LC_ALL=C "$gprowse" --view=icicle "$@" deep.folded
}
{ echo "# a comment"; cat deep.folded; } | "$gprowse" --view=functions --format=csv - >out
holds "the format of a pipe is recognized if the first stack has more than 64 KiB" \
	[ "$(grep -c f11999 out)" = 1 ]
awk 'BEGIN { printf "version: 1\ncmd: x"; for (i = 0; i < 30000; i++) printf " a%d", i
	print "\nevents: Ir\nfl=a.c\nfn=main\n1 100" }' | "$gprowse" --view=functions --format=csv - >out
holds "callgrind's format is recognized behind a command of more than 64 KiB" grep -q 'main' out
lines >out
holds "the text has all lines down to this depth" [ "$(grep -c '^|' out)" = 10001 ]
holds "the last one is the deepest" grep -q '^|f9999 100' out
tail -n 1 out >last
holds "it says what is omitted" grep -q '^1 frame at depth 10000 has deeper frames inside, which are omitted' last
"$gprowse" --view=icicle --format=csv deep.folded >out 2>said
holds "data say so on standard error" grep -q '1 frame at depth 10000 has deeper frames inside' said
holds "data have as many frames" [ "$(wc -l <out)" = 10002 ]
"$gprowse" --view=icicle --format=csv --select=f5000 deep.folded >out 2>said
holds "--select shows what was omitted" grep -q ',"f11999",' out
holds "then there is nothing to say" [ ! -s said ]
lines --limit=3 >out
holds "--limit has as many lines" [ "$(wc -l <out) $(grep -c '^|' out)" = "5 3" ]
lines --limit=0 >out
holds "no line leaves only the title" [ "$(wc -l <out)" = 1 ]

# A function with 2100 callees that 2100 functions call has more frames than are made.
if [ "${SANITIZE:-no}" = yes ]; then
	skipped "a call graph with too many frames" "sanitizers need too much memory"
else
	awk 'BEGIN {
		n = 2100
		print "events: Ir\n\nfn=main\n1 1"
		for (i = 0; i < n; i++) print "cfn=middle" i "\ncalls=1 1\n1 " 10 * n + 1
		for (i = 0; i < n; i++) print "\nfn=middle" i "\n1 1\ncfn=hub\ncalls=1 1\n1 " 10 * n
		print "\nfn=hub"
		for (i = 0; i < n; i++) print "cfn=leaf" i "\ncalls=" n " 1\n1 " 10 * n
		for (i = 0; i < n; i++) print "\nfn=leaf" i "\n1 " 10 * n
	}' >hub.out
	"$gprowse" --view=icicle --percent-limit=0.00001 --limit=1 --format=csv hub.out >out 2>messages
	grep -q 'incomplete: there are too many frames' messages
	ok $? "a call graph with too many frames"
fi

# A screen depends only on the files that the command line names.
mkdir -p home/.config/gprowse
echo 'set unit samples' >home/.config/gprowse/config
printf 'set unit percent\nset sort calls\nwrite W\n' >settings
HOME=$PWD/home "$gprowse" --screen=80x24 cfd gmon.out >plain 2>said
holds "--screen ignores the settings of the user" grep -q '^ index .* self s ' plain
"$gprowse" --screen=80x24 --config=settings --keys=W cfd gmon.out >set 2>said
holds "--screen uses the settings that --config names" grep -q '^ index .* calls▼' set
holds "--screen uses the keys that --config names" grep -q '^write to' set
"$gprowse" --screen=80x24 --config=missing cfd gmon.out >set 2>said
holds "a file of settings that is missing" grep -q 'missing: there is no such file' said
holds "the screen is then drawn with the defaults" cmp plain set
awk 'BEGIN { for (n = 200; n < 500; n += 3) {
	s = "f"; for (i = 0; i < n; i++) s = s (i % 2 ? "a" : " ")
	print "main;" s "aE 1" } }' >long.folded
holds "a long name is printed whole, wherever it has blanks" \
	[ "$("$gprowse" --view=functions long.folded | grep -c 'a aE$\|aaE$')" = 100 ]
printf 'main;a 5\nmain;b 7\n' >two.folded
"$gprowse" --view=functions --format=tsv two.folded >plain 2>said
"$gprowse" --view=functions --format=tsv --sort=calls two.folded >set 2>said
holds "--sort with a column that has no values: the usual order, and a message" \
	sh -c "cmp plain set && grep -q 'sort=calls: no row has a value' said"
"$gprowse" --screen=80x24 --config=settings two.folded >set 2>said
holds "a setting that asks for this is ignored" grep -q '^ index .*%self▼' set
cases_end
