#!/bin/sh
# test_directory.sh - directories as profiles: which files are found and used, and what is said
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
image=$vectors/image64le.elf
gnu=$vectors/v01_gnu_64le.bin

# calls OPERAND...: prints the number of calls of each function.
calls() {
	"$gprowse" --view=functions --format=tsv --sort=name "$@" 2>said | columns index calls
}

mkdir runs other empty kernel
cp "$gnu" runs/gmon.out.7
cp "$gnu" runs/gmon.out.10
cp "$gnu" runs/gmon.sum
cp "$gnu" runs/other.gmon.out
mkdir runs/gmon.out.d
mkfifo runs/gmon.out.pipe
calls "$image" "$gnu" "$gnu" >want
calls "$image" runs >got
holds "all gmon.out* in a directory are added up, and nothing else" cmp want got
holds "the number of profiles is printed" grep -qx 'gprowse: 2 profiles in runs are added up' said
calls "$image" runs "$gnu" >got
holds "a directory beside a named file: its profiles are counted" \
	grep -qx 'gprowse: 2 profiles in runs are added up' said
mkdir more
cp "$gnu" more/gmon.out
calls "$image" runs more >got
holds "several directories" grep -qx 'gprowse: 3 profiles in directories are added up' said
"$gprowse" --view=notes "$image" runs >out 2>said
holds "no note if all files fit" sh -c '! grep "do not fit" out'
(cd runs && calls "$image" .) >got
holds "the current directory" cmp want got
"$gprowse" -b "$image" "$gnu" "$gnu" >want
"$gprowse" -b "$image" runs >got 2>said
holds "listings" cmp want got
holds "--screen" sh -c "'$gprowse' --screen=80x24 '$image' runs 2>said | head -n 1 | grep -q '2 files'"
"$gprowse" -s --output=sum "$image" "$gnu" "$gnu" && "$gprowse" -s --output=sum2 "$image" runs
holds "sums" cmp sum sum2

# Files that do not fit: of another program, no profile, empty.
"$top/tests/make_story" cfd runs/gmon.out.1 || exit 99
: >runs/gmon.out.2
echo text of some length >runs/gmon.out.3
calls "$image" "$gnu" "$gnu" >want
calls "$image" runs >got
holds "files that do not fit are skipped" cmp want got
holds "files that do not fit are named" grep -q '2 profiles .*; 3 of 5 profiles do not fit the image:' \
	said
"$gprowse" --view=notes "$image" runs >out 2>said
holds "a view succeeds though files were skipped" [ $? -eq 0 ]
grep -A 1 '^3 of 5 profiles do not fit' out >note
holds "a note says why" grep -q 'They were skipped. The first one .*another program' note
cp runs/gmon.out.1 other
! "$gprowse" --view=functions "$image" other >out 2>said
holds "no file fits" [ $? -eq 0 -a ! -s out ]
holds "no file fits: why" grep -q "no profile in other fits the image .*: other/gmon.out.1 " said
cp runs/gmon.out.3 runs/gmon.out.4
calls "$image" runs >got
holds "one more than three that do not fit" grep -q 'gmon.out.2, runs/gmon.out.3 and 1 other$' said
for i in 5 6; do cp runs/gmon.out.3 runs/gmon.out.$i; done
calls "$image" runs >got
holds "many files that do not fit: three are named" grep -q 'gmon.out.2, runs/gmon.out.3 and 3 others$' said
head -c -3 "$gnu" >runs/gmon.out.8
calls "$image" runs >got
holds "a damaged file counts as far as it can be read" grep -q 'gmon.out.8' said

! "$gprowse" --view=functions "$image" empty >out 2>said
holds "a directory without profiles" [ $? -eq 0 ]
holds "a directory without profiles: why" grep -q 'empty: is a directory without profiles' said
cp "$gnu" kernel/gmon.out
: >kernel/gmonparam.bin
! "$gprowse" --view=functions "$image" kernel >out 2>said
holds "the counters of a kernel are preferred to gmon.out*" grep -q 'kcount.bin' said

"$gprowse" --decode runs >out 2>said
holds "--decode prints every profile of a directory" \
	[ "$(grep -c '"file": "gmon.out' out)" -eq "$(find runs -name 'gmon.out*' -type f | wc -l)" ]
"$gprowse" --decode kernel >out 2>said
holds "--decode prints the counters of a kernel as one file" grep -q '^ "file": "kernel"' out

# Without a PROFILE.
cp "$image" runs/prog
! "$gprowse" --view=functions runs/prog >out 2>said
holds "a profile beside the program" [ $? -eq 0 -a "$(wc -l <said)" -eq 1 ]
holds "it is named" grep -q \
	'not in this directory, but in that of the program; use: gprowse runs/prog runs/gmon.out.1$' said
! (cd runs && "$gprowse" --view=functions ../runs/prog) >out 2>said
holds "other profiles in the current directory are named" grep -q \
	'^gprowse: gmon.out: not in this directory, but gmon.out.1 is: gprowse ../runs/prog \. ' said
mkdir alone
cp "$image" alone/prog
! "$gprowse" --view=functions alone/prog >out 2>said
holds "no profile anywhere" grep -q 'gmon.out: not in this directory; compile' said
! (cd empty && "$gprowse") >out 2>said
holds "an empty directory" grep -q \
	'a.out: not in this directory; .* gprowse PROGRAM; or record a program: gprowse record PROGRAM$' said
cases_end
