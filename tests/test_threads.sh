#!/bin/sh
# test_threads.sh - the view of processes, threads and other parts of a profile
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

printf '%s\n' 'main;f 10' 'main;g 5' >a.folded
printf '%s\n' 'main;g 7' >b.folded

# parts WORD...: prints value, name and hottest function of each part.
parts() {
	"$gprowse" --view=threads --format=tsv "$@" a.folded b.folded 2>messages |
		columns self part mostly part_kind depth
}

[ "$(parts)" = "15 a.folded f file 0
7 b.folded g file 0" ]
ok $? "each part has its values and its hottest function"

for thread in 4711 4712; do
	printf '%s %s  1.0:     1000000 cpu-clock: \n\t401b97 f+0x1f (/bin/prog)\n\n' \
		a-worker-with-a-name-that-is-long 4711/$thread
done >script.txt
"$gprowse" --screen=80x12 --keys=B script.txt >out 2>messages
holds "a name that is cut keeps the number" sh -c "grep -q '…[a-z-]* 4711 *\$' out &&
	grep -q '…[a-z-]* 4712 *\$' out"

[ "$(parts -Ef)" = "7 b.folded g file 0
5 a.folded g file 0" ]
ok $? "excluded functions have no part in them"

[ "$(parts --part=file=b.folded)" = "$(parts)" ]
ok $? "all parts have values while one is shown"

# keys KEYS: prints the title of the screen after KEYS.
keys() {
	"$gprowse" --screen=120x12 --keys="$1" a.folded b.folded | head -1
}

keys 'B<Enter>' | grep -q 'only file a.folded'
ok $? "Enter shows only the selected part"

! keys 'B<Enter><lt>' | grep -q only && keys 'B<Enter><lt>' | grep -q '2 parts' &&
	! keys 'B<Enter><lt><lt>' | grep -q only
ok $? "< shows all parts again"

keys 'B<Enter><lt>>' | grep -q 'only file a.folded'
ok $? "> shows the part again"

keys 'B<Enter>r' | grep -q 'only file a.folded' && ! keys 'B<Enter>r<lt>' | grep -q only
ok $? "so after the files were read again"

keys 'BPB' | grep -q 'only file' && keys 'BP<lt>' | grep -q 'only file'
ok $? "P chooses a part for all views"

printf 'events: Ir\nfl=x.c\nfn=f\n1 10\n' >one.callgrind
! "$gprowse" --screen=120x12 --keys='P<Enter><lt>' one.callgrind | head -1 | grep -q only
ok $? "if there is only one part, P chooses nothing"

"$gprowse" --screen=120x12 --keys='BGr' a.folded b.folded | grep -q '^file b.folded *7 '
ok $? "the selected part stays selected"

"$gprowse" --screen=80x12 --keys=B "$vectors/image64le.elf" "$vectors/v01_gnu_64le.bin" |
	grep -q 'does not distinguish threads'
ok $? "a gmon.out has no threads"

# The names of parts are cut with a mark in the middle.
long=a-profile-whose-name-has-more-letters-than-the-last-column.folded
cp a.folded $long
"$gprowse" --screen=60x12 --keys=B $long b.folded | grep -q '  file a-profile-[a-z-]*…[a-z.-]*$'
ok $? "a long name of a part has an ellipsis"
"$gprowse" --screen=60x12 --keys=B a.folded b.folded | grep -q '  file a.folded$'
ok $? "a short one does not"

cases_end
