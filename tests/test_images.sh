#!/bin/sh
# test_images.sh - a program and its libraries as one profile
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/oracle_common.sh"
cp "$vectors/image64le.elf" prog
cp "$vectors/image64le.elf" lib.so
cp "$vectors/v01_gnu_64le.bin" gmon.out
cp "$vectors/v32_ldprofile_64le.bin" lib.profile

# shows NAME WHAT OPERAND...: a case that passes if "gprowse OPERAND..." prints WHAT.
shows() {
	name=$1 what=$2
	shift 2
	"$gprowse" "$@" >out 2>messages
	grep -q -e "$what" out
	ok $? "$name"
}

shows "one profile of both" 'and 1 library *2 files *0.30 s in 30 samples' \
	--view=functions prog gmon.out lib.so:lib.profile
[ "$(awk '$NF == "a"' out | wc -l)" -eq 2 ]
ok $? "both images have their functions"
shows "callers outside" '<outside>' --view=calls prog gmon.out lib.so:lib.profile
shows "callers outside, as data" '"<outside>"' --view=calls --format=csv prog gmon.out lib.so:lib.profile
shows "callers without -pg are spontaneous" 'spontaneous' --view=calls prog gmon.out
! grep -q '<outside>' out
ok $? "a program has no callers outside"
shows "a library with two files" 'and 1 library *3 files *0.45 s' \
	--view=functions prog gmon.out lib.so:lib.profile lib.so:lib.profile
shows "the spread of its files" ' 1.00 ' --view=functions prog gmon.out lib.so:lib.profile lib.so:lib.profile
shows "--exact lists both" 'a$' --exact -b -p prog gmon.out lib.so:lib.profile
shows "gmon.out by itself" '2 files *0.30 s' --view=functions prog lib.so:lib.profile
cp gmon.out with:colon
shows "an existing file with a colon in its name" 'prog *with:colon *0.15 s' --view=functions prog with:colon
"$gprowse" -b -p prog gmon.out lib.so:lib.profile >out 2>messages
[ $? -eq 1 ] && [ ! -s out ] && grep -q "lib.so:lib.profile: listings by gprof's rules have one image" messages
ok $? "listings by gprof's rules have one image"
"$gprowse" -s prog gmon.out lib.so:lib.profile 2>messages
[ $? -eq 1 ] && [ ! -e gmon.sum ] && grep -q 'a sum is of one image' messages
ok $? "a sum is of one image"
shows "a library without its profile" '1 file skipped' --view=functions prog gmon.out lib.so:missing
grep -q '^gprowse: missing: ' messages && grep -q '0.15 s' out
ok $? "the missing profile is named and skipped"
"$gprowse" --view=functions prog gmon.out missing.so:lib.profile 2>&1 | grep -q '^gprowse: missing.so: '
ok $? "a missing library"

# A profile that the dynamic linker of this system writes.
cat >foo.c <<'END'
int inner(int n) { volatile int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
int foo(int n) { return inner(n) + inner(n + 1); }
END
cat >main.c <<'END'
int foo(int n);
int main(void) { int s = 0; for (int i = 0; i < 7; i++) s += foo(9000000); return s == 1; }
END
if "$cc" -O1 -fno-inline -fPIC -shared -Wl,-soname,libfoo.so.1 -o libfoo.so.1 foo.c &&
	"$cc" -o uses main.c ./libfoo.so.1 && LD_LIBRARY_PATH=. LD_PROFILE=libfoo.so.1 \
	LD_PROFILE_OUTPUT=$PWD ./uses && [ -s libfoo.so.1.profile ]; then
	shows "LD_PROFILE: calls" ' 14 .*inner$' --view=functions libfoo.so.1 libfoo.so.1.profile
	shows "LD_PROFILE: callers outside" '7/7 .*<outside>' --view=calls --select=foo \
		libfoo.so.1 libfoo.so.1.profile
fi

cases_end
