#!/bin/sh
# test_notes.sh - findings: for each a profile that provokes it, and one that shows it silent
#
# SPDX-License-Identifier: GPL-3.0-or-later

vectors=$(cd "${srcdir:-.}" && pwd)/tests/vectors
. "${srcdir:-.}/tests/oracle_common.sh"
image=$vectors/image64le.elf
gnu=$vectors/v01_gnu_64le.bin
bsd=$vectors/v15_bsd44_64le.bin

# with FILE OFFSET BYTES: FILE with other bytes (as for printf) from OFFSET on.
with() {
	head -c "$2" "$1"
	printf "$3"
	tail -c +$(($2 + 1 + $(printf "$3" | wc -c))) "$1"
}

# noted TEXT OPERAND...: a note says TEXT.
noted() {
	text=$1
	shift
	"$gprowse" --view=notes "$@" >out 2>&1
	grep -q -e "$text" out
	ok $? "$text"
	grep -q -e "$text" out || sed 's/^/# /' out
}

# silent TEXT OPERAND...: no note says TEXT, and the profile opens.
silent() {
	text=$1
	shift
	"$gprowse" --view=notes "$@" >out 2>messages && ! grep -q -e "$text" out
	ok $? "silent: $text"
}

noted "more calls than it has room for" "$image" "$vectors/v34_ldprofile_dup_clamp.bin"
silent "more calls than it has room for" "$image" "$vectors/v32_ldprofile_64le.bin"
noted "Only 4 of the 8 bytes" "$image" "$vectors/v23_bsd44_mingw64_dirty_count.bin"
silent "Only 4 of the 8 bytes" "$image" "$bsd"
noted "scale of the buffer is 2" --raw=offset=0x1000,scale=2 "$image" "$vectors/v43_rawprofil_scale2.bin"
silent "scale of the buffer is 2" --raw=offset=0x1000,scale=0x8000 "$image" "$vectors/v41_rawprofil_u16le.bin"

noted "1 bin is at the ceiling of 65535" "$image" "$vectors/v10_gnu_saturated.bin"
noted "some files are at the ceiling" "$image" "$vectors/v10_gnu_saturated.bin" "$vectors/v10_gnu_saturated.bin"
silent "ceiling" "$image" "$gnu"

noted "does not say how many samples" "$image" "$vectors/v13_gnu_zero_rate.bin"
silent "does not say how many samples" "$image" "$gnu"
with "$gnu" 41 '\001' >slow
with "$gnu" 41 '\0\0\0\144' >swapped
noted "1 sample was taken per second, which no system does" "$image" slow
noted "1677721600 samples were taken per second" "$image" swapped
silent "which no system does" "$image" "$gnu"
silent "which no system does" --rate=100 "$image" swapped

# The table for 32 bytes of code has 50 entries, one of which is no call.
cp "$bsd" filled
for i in $(seq 46); do
	printf "\\$(printf %o $((i & 7)))\020\0\0\0\0\0\0\010\020\0\0\0\0\0\0\001\0\0\0\0\0\0\0"
done >>filled
noted "table of calls was full" "$image" filled
head -c -24 filled >almost
silent "table of calls was full" "$image" almost

with "$gnu" 86 '\364\377' >nowhere
noted "3 calls in 1 record are of code without a symbol" "$image" nowhere
silent "are of code without a symbol" "$image" "$gnu"

# Code that was moved, in all its addresses.
moved() {
	{
		head -c 21 "$gnu"
		printf '\0\120\125\125\125\125\0\0\040\120\125\125\125\125\0\0'
		tail -c +38 "$gnu" | head -c 40
		for arc in '\004 \010 \003' '\004 \022 \002' '\014 \022 \006'; do
			set -- $arc
			printf "\\001$1\\120\\125\\125\\125\\125\\0\\0$2\\120\\125\\125\\125\\125\\0\\0$3\\0\\0\\0"
		done
	}
}
moved >up
noted "up: the code ran 0x555555554000 bytes above where" "$image" up
silent "the code ran" "$image" "$gnu"
"$gprowse" --view=calls "$image" up | tail -n +2 >got
"$gprowse" --view=calls "$image" "$gnu" | tail -n +2 | cmp -s - got
ok $? "and it is found"
noted "So --slide says" --slide=0x555555554000 "$image" up
"$gprowse" --view=calls --slide=0x555555554000 "$image" up | tail -n +2 | cmp -s - got
ok $? "--slide"
noted "In 2 files the code ran elsewhere" "$image" up "$gnu" up
"$gprowse" -b --slide=0x555555554000 "$image" up >got
"$gprof" -b "$image" "$gnu" | cmp -s - got
ok $? "--slide in listings"
"$gprowse" -s --slide=0x555555554000 --output=down "$image" up &&
	"$gprowse" --decode down | grep -q '"lowpc": "0x1000"'
ok $? "--slide in sums"
moved | with /dev/stdin 21 '\0\0\0\0\001\0\0\0\040\0\0\0\001\0\0\0' >other
"$gprowse" --view=notes --slide=0x7000 "$image" "$gnu" >out 2>messages
[ $? -eq 1 ] && grep -q 'lies outside the image' messages
ok $? "--slide overrules what fits"

# The image that was run, and one that was built again.
cat >run.c <<'END'
#include <stdio.h>
volatile int x;
int first(int n) { int s = 0; for (int i = 0; i < n; i++) s += i * x; return s; }
int second(int n) { return first(n) + first(n + 1); }
int main(void) { return second(1000000) == 7; }
END
sed 's/^int first/int added(int n) { return printf("%d", n); }\nint first/; s/int s = 0;/int s = x;/' run.c >again.c
for flags in -O0 '-O0 -no-pie' '-O2 -fno-inline'; do
	if "$cc" -pg $flags -o run run.c && "$cc" -pg $flags -o again again.c && ./run; [ -s gmon.out ]; then
		silent "not the image that was run" run gmon.out
	fi
done
"$cc" -pg -O0 -o run run.c && "$cc" -pg -O0 -o again again.c
./run
noted "It is not the image that was run" again gmon.out
silent "Not compiled with -pg" again gmon.out

# Several threads, an image that is newer, a file that was cut short, one that is left out.
touch -d '2001-01-01' gmon.out
noted "image is newer" run gmon.out
touch -d '2030-01-01' gmon.out
silent "image is newer" run gmon.out
head -c 90 "$gnu" >cut
noted "^cut: .*ends inside an arc" "$image" cut
silent "ends inside" "$image" "$gnu"

echo "1..$n"
