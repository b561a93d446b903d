#!/bin/sh
# test_check_recording.sh - --check of a recording: the example of the manual, and errors
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/check_common.sh"
. "$srcdir/tests/record_common.sh"

# block N: prints the N-th literal block of the section CHECKING ESTIMATES of gprowse-figures(7).
block() {
	awk -v wanted="$1" '/^\.Sh / { inside = /CHECKING ESTIMATES/ }
		inside && /^\.Ed/ { printing = 0 }
		printing { print }
		inside && /^\.Bd -literal/ { printing = ++blocks == wanted }' "$srcdir/man/gprowse-figures.7.in"
}

mkdir bin
printf '#!/bin/sh\nexec "%s" "$@"\n' "$gprowse" >bin/gprowse
# The commands of the manual use cc.  The real compiler runs with the old PATH, because $CC may be
# called cc, too.
printf '#!/bin/sh\nPATH=%s\nexec %s "$@"\n' "'$PATH'" "${CC:-cc}" >bin/cc
chmod +x bin/cc bin/gprowse
PATH=$work/bin:$PATH
block 1 >twice.c
cc -pg -o twice twice.c 2>messages || skip_all "no program can be compiled with -pg here"
block 2 | sed '$ s/$/ --view=check --format=tsv/' >commands
# work_time: prints the seconds of work.
work_time() {
	gprowse --view=functions --select=work --format=json gprowse.data |
		sed -n 's/.*"self": {"value": \([0-9.]*\).*/\1/p' | head -n 1
}
# If a virtual machine stands still, too few samples are taken: then the program is recorded again.
for recording in 1 2 3; do
	sh -e commands >out 2>messages
	status=$?
	[ "$status" -eq 0 ] && work_time | awk '{ enough = $1 >= 0.2 } END { exit !enough }' && break
done
ok "$status" "the commands of the manual run"

between "by gprof's rule, easy has half of the time of work" 45 50 "$(cell 'call work easy' estimated_pct)"
between "and hard the other half" 45 50 "$(cell 'call work hard' estimated_pct)"
between "by the stacks, easy has nothing" 0 2 "$(cell 'call work easy' known_pct)"
between "hard has all" 95 100 "$(cell 'call work hard' known_pct)"
holds "this is no noise" [ "$(cell 'call work hard' beyond_noise)" = yes ]
between "both sides have the same samples of work" -0.0001 0.0001 "$(cell 'function work ' difference)"
between "there is time" 0.1 100 "$(work_time)"

cp out expected
# same_rows WORD...: a case that passes if "gprowse WORD..." prints the rows in the file expected.
same_rows() {
	gprowse --view=check --format=tsv "$@" >out 2>messages && cmp expected out >differences
	ok $? "the same rows: $*"
}
same_rows --check=gprowse.data
same_rows --check=gprowse.data/
same_rows --check twice gprowse.data
same_rows --check=gprowse.data twice gprowse.data/gmon.out
gprowse --check gprowse.data >out 2>messages </dev/null && [ ! -s messages ] &&
	grep -q 'checked by gprowse.data' out && grep -q 'hard → work' out
ok $? "without a terminal, the view is printed"
gprowse --check gprowse.data --screen=80x24 --keys='r/hard.→.work<Enter>i' >out 2>messages &&
	grep -q 'gives hard 50.0 %' out
ok $? "the browser opens with the check, and reads the files again"
gprowse --check gprowse.data --view=notes >out 2>messages && grep -q 'code of twice are compared' out
ok $? "a note says which samples are compared"
if command -v python3 >/dev/null; then
	gprowse --check gprowse.data --view=check --format=json >out
	python3 - <<'END_OF_PYTHON'
import json
v = json.load(open('out'))
c = v['check']
assert v['profiles'] == ['gprowse.data/gmon.out'] and v['images'][0].endswith('/twice')
assert c['profile'] == 'gprowse.data' and c['measured']['format'] == 'recording'
assert c['known_unmatched_pct'] == 0 and c['damage'] is None
assert 45 < c['wrong_callers_pct'] <= 50 and c['wrong_callers_of'] == 'work'
rows = {(r['role'], r['name'], r['caller']): r for r in v['rows']}
assert rows['call', 'work', 'hard']['known_pct']['value'] >= 95
assert 45 < rows['call', 'work', 'hard']['estimated_pct']['value'] <= 50
END_OF_PYTHON
	ok $? "JSON"
fi

# refused TEXT WORD...: a case that passes if "gprowse WORD..." prints nothing but one line with
# TEXT, and exits with 1.
refused() {
	text=$1
	shift
	gprowse "$@" >out 2>messages </dev/null
	[ $? -eq 1 ] && [ ! -s out ] && [ "$(grep -vc '^usage: ' messages)" -eq 1 ] &&
		grep -qF -e "$text" messages
	ok $? "refused: $*"
}
sed 's/1000000/50000/' twice.c >short.c
gprowse record -o stackless.data --stacks=none ./twice >out 2>&1
refused 'it has no stacks' --check stackless.data
cc -o plain short.c && gprowse record -o plain.data ./plain >out 2>&1
refused 'no calls were counted in ' --check plain.data
cp -R gprowse.data ended.data && rm ended.data/gmon.out
refused 'ended.data: has no gmon.out' --check ended.data
refused 'one recording is checked' --check gprowse.data stackless.data
for file in gprowse.data/*.gprec; do
	refused 'is the file of one process' --check "$file"
done
refused 'its gmon.out has all processes' --check gprowse.data --part=1
cc -pg -o short short.c && gprowse record -o unsampled.data -F 0 ./short >out 2>&1
refused 'no samples were taken in ' --check unsampled.data
pid=$(echo gprowse.data/twice.*.gprec | cut -d . -f 3)
same_rows --check=gprowse.data --pid="$pid" twice gprowse.data/gmon.out
refused 'no such process' --check=gprowse.data --pid=1 twice gprowse.data/gmon.out
gprowse --screen=80x24 --keys=d gprowse.data >out 2>messages &&
	grep -q 'gprowse --check gprowse.data compares' out
ok $? "d in a recording names the command"
gprowse --screen=80x24 --keys=d stackless.data >out 2>messages &&
	grep -q 'record stacks, without --stacks=none' out && ! grep -q 'gprowse --check stackless' out
ok $? "d in a recording without stacks does not name it"
cc -pg -O1 -Wl,--build-id -o rebuilt twice.c
if readelf -n twice 2>/dev/null | grep -q 'Build ID'; then
	refused 'rebuilt is another build than the one that was recorded' --check rebuilt gprowse.data
	mv twice moved && cp rebuilt twice
	refused 'twice is another build than the one that was recorded' --check gprowse.data
	mv moved twice
else
	skipped "another build of the program" "the linker writes no build-id"
fi
mv twice moved
refused 'twice: there is no such file' --check gprowse.data
same_rows --check moved gprowse.data
cases_end
