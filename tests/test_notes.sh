#!/bin/sh
# test_notes.sh - for each note, a profile that has it and a profile that does not
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/oracle_common.sh"
image=$vectors/image64le.elf
gnu=$vectors/v01_gnu_64le.bin
bsd=$vectors/v15_bsd44_64le.bin

# with FILE OFFSET BYTES: prints FILE with BYTES, a format of printf, in place of the bytes from
# OFFSET on.
with() {
	head -c "$2" "$1"
	printf "$3"
	tail -c +$(($2 + 1 + $(printf "$3" | wc -c))) "$1"
}

# noted TEXT OPERAND...: a case that passes if a note of the profile says TEXT.  Adds the notes to
# the file "seen".
: >seen
noted() {
	text=$1
	shift
	"$gprowse" --view=notes "$@" >out 2>&1
	cat out >>seen
	grep -q -e "$text" out
	ok $? "$text"
}

# silent TEXT OPERAND...: a case that passes if the profile opens, and none of its notes says TEXT.
# Adds TEXT to the file "absent".
: >absent
silent() {
	text=$1
	shift
	echo "$text" >>absent
	"$gprowse" --view=notes "$@" >out 2>messages && ! grep -q -e "$text" out
	ok $? "silent: $text"
}

# unshown TEXT: counts TEXT as seen, because no profile that can be made on this machine has such a
# note.
unshown() {
	echo "$1" >>seen
}

# never_seen: prints each text of a silent case that no noted case has found in a note.  The silent
# case then proves nothing, because the note may have been reworded.
never_seen() {
	sort -u absent | while read -r text; do
		grep -q -e "$text" seen || echo "$text"
	done
}

noted "more calls than it has room for" "$image" "$vectors/v34_ldprofile_dup_clamp.bin"
silent "more calls than it has room for" "$image" "$vectors/v32_ldprofile_64le.bin"
noted "Only 4 of the 8 bytes" "$image" "$vectors/v23_bsd44_mingw64_dirty_count.bin"
silent "Only 4 of the 8 bytes" "$image" "$bsd"
noted "scale of the buffer is 2, which is ambiguous" --raw=offset=0x1000,scale=2 \
	"$image" "$vectors/v43_rawprofil_scale2.bin"
grep -q 'as 32 KiB of code for each byte of the buffer' out
ok $? "the note says how much code the buffer covers"
silent "scale of the buffer is 2, which is ambiguous" --raw=offset=0x1000,scale=0x8000 \
	"$image" "$vectors/v41_rawprofil_u16le.bin"

printf '\007\0' >rest
noted "overflow counter (scale 2)" --raw=offset=0,scale=2 "$image" rest
silent "overflow counter (scale 2)" --raw=offset=0,scale=3 "$image" rest
silent "which is ambiguous" --raw=offset=0,scale=2 "$image" rest
{
	cat "$vectors/v35_macos_64le.bin"
	printf '\011\0\0\0\004\0\0\0what'
} >sections
noted "has parts of an unknown kind" "$image" sections
silent "has parts of an unknown kind" "$image" "$vectors/v35_macos_64le.bin"

ldprofile=$vectors/v32_ldprofile_64le.bin
with "$ldprofile" 64 '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' >idle
noted "image64le.elf has no samples, only calls" "$image" idle
silent "no sample was taken" "$image" idle
with "$gnu" 61 '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' >empty
noted "The histogram is empty: no sample was taken" "$image" empty
with "$gnu" 61 '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' >unsampled
noted "no sample was taken" "$image" unsampled
silent "has no samples, only calls" "$image" "$ldprofile"
noted "counts calls through the dynamic linker" "$image" "$ldprofile"
silent "Not compiled with -pg" "$image" "$ldprofile"

noted "There is no histogram" "$image" "$vectors/v05_gnu_arcs_only.bin"
silent "There is no histogram" "$image" "$gnu"
noted "There are no calls: nothing was compiled" "$image" "$vectors/v12_gnu_nonintegral_bin.bin"
silent "There are no calls" "$image" "$gnu"

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
silent "which no system does" "$image" "$vectors/v20_bsd44_freebsd_s64.bin"
silent "which no system does" --rate=100 "$image" swapped

# Two histograms of different addresses, one sampled at 100 Hz, the other at 50 Hz.
v12=$vectors/v12_gnu_nonintegral_bin.bin
tail -c +21 "$v12" >record
with record 1 '\040' >moved && with moved 9 '\064' >record && with record 21 '\062' >slower
cat "$v12" slower >tworates
cat "$v12" record >onerate
noted "sampled at different rates; all are shown at 100 per second" "$image" tworates
silent "different rates" "$image" onerate

# The table of calls for 32 bytes of code has 50 entries; the first entry is never used.
cp "$bsd" filled
for i in $(seq 46); do
	printf "\\$(printf %o $((i & 7)))\020\0\0\0\0\0\0\010\020\0\0\0\0\0\0\001\0\0\0\0\0\0\0"
done >>filled
noted "table of calls was full" "$image" filled
head -c -24 filled >almost
silent "table of calls was full" "$image" almost
"$gprowse" --view=functions "$image" filled | grep -q " >=[1-9]"
ok $? "counts are lower bounds if the table was full"
"$gprowse" --view=functions "$image" almost >out && ! grep -q ">=" out
ok $? "counts are exact if the table was not full"

# functions N: prints a mon.out file whose table for 300 functions has N entries.
functions() {
	printf '\0\020\0\0\060\020\0\0\054\001\0\0'
	for i in $(seq "$1"); do printf '\0\020\0\0\001\0\0\0'; done
	head -c $((8 * (300 - $1))) /dev/zero
	printf '\001\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0'
}
functions 300 >mon.full
functions 299 >mon.almost
noted "table of calls was full" "$vectors/image32le.elf" mon.full
silent "table of calls was full" "$vectors/image32le.elf" mon.almost

with "$gnu" 86 '\364\377' >nowhere
noted "3 calls, in 1 record, went to code without a symbol" "$image" nowhere
silent "went to code without a symbol" "$image" "$gnu"

# moved: prints the profile of $gnu with all addresses increased by 0x555555554000.
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
noted "up: the code was loaded 0x555555554000 bytes above its address" "$image" up
silent "the code was loaded" "$image" "$gnu"
"$gprowse" --view=calls "$image" up | tail -n +2 >got
"$gprowse" --view=calls "$image" "$gnu" | tail -n +2 | cmp -s - got
ok $? "the slide is found"
noted "given by --slide" --slide=0x555555554000 "$image" up
"$gprowse" --view=calls --slide=0x555555554000 "$image" up | tail -n +2 | cmp -s - got
ok $? "--slide"
noted "In 2 files, the code was loaded at other addresses" "$image" up "$gnu" up
"$gprowse" -b --slide=0x555555554000 "$image" up >got
"$gprof" -b "$image" "$gnu" | cmp -s - got
ok $? "--slide in listings"
"$gprowse" -b "$image" up >got 2>messages
[ $? -eq 1 ] && grep -q 'loaded at another address; use --slide=0x555555554000$' messages
ok $? "--slide is recommended"
"$gprowse" -s --slide=0x555555554000 --output=down "$image" up &&
	"$gprowse" --decode down | grep -q '"lowpc": "0x1000"'
ok $? "--slide in sums"
moved | with /dev/stdin 21 '\0\0\0\0\001\0\0\0\040\0\0\0\001\0\0\0' >other
"$gprowse" --view=notes --slide=0x7000 "$image" "$gnu" >out 2>messages
[ $? -eq 1 ] && grep -q 'lies outside the image' messages
ok $? "--slide overrides detection"

# The image that was run, and an image that was built again.
cat >run.c <<'END'
#include <stdio.h>
volatile int x;
int first(int n) { int s = 0; for (int i = 0; i < n; i++) s += i * x; return s; }
int second(int n) { return first(n) + first(n + 1); }
int main(void) { return second(1000000) == 7; }
END
sed 's/^int first/int added(int n) { return printf("%d", n); }\nint first/
	s/int s = 0;/int s = x;/' run.c >again.c
for flags in -O0 '-O0 -no-pie' '-O2 -fno-inline'; do
	if "$cc" -pg $flags -o run run.c && "$cc" -pg $flags -o again again.c && ./run; [ -s gmon.out ]; then
		silent "not the image that was run" run gmon.out
	fi
done
"$cc" -pg -O0 -o run run.c && "$cc" -pg -O0 -o again again.c
./run
case $(uname -m) in
x86_64 | i?86 | aarch64 | arm*)		# with so few calls, call instructions must be recognized
	noted "It is not the image that was run" again gmon.out
	silent "Not compiled with -pg" again gmon.out
	"$gprowse" --view=notes again gmon.out | sed -n 2p | grep -q '^Only\|has no code'
	ok $? "the note on the wrong image is the first note"
	"$gprowse" --screen=80x24 again gmon.out | tail -n 1 | grep -q '^this is not the image that was run'
	ok $? "the browser shows the note when it opens"
	"$gprof" -b again gmon.out >theirs
	"$gprowse" -b again gmon.out 2>messages | cmp -s - theirs &&
		[ "$(grep -c 'again: not the image that was run' messages)" -eq 1 ]
	ok $? "listings warn of the wrong image and do not change"
	;;
*)
	unshown "not the image that was run"
	skipped "an image that was built again" "calls are not recognized on this processor"
	;;
esac
"$gprowse" --screen=80x24 run gmon.out | tail -n 1 | grep -q '^Enter'
ok $? "the browser shows hints if the image is right"
"$gprowse" -b run gmon.out >out 2>messages && [ ! -s messages ]
ok $? "listings of the right image print no warning"
# Some symbols are no functions: names that gprof's rules reject and, with -a, static functions. The
# addresses of such symbols belong to the function before them.
cat >parts.c <<'END'
volatile int x;
int before(int n) { return n + x; }
#define PART(name) static int name(int) __asm__(#name ".part.0"); \
	static __attribute__((noinline)) int name(int n) { return n * x + __LINE__; }
PART(left)
PART(middle)
PART(right)
static __attribute__((noinline)) int inside(int n) { return n - x; }
int main(void)
{
	x += left(1) * x;
	x += middle(2) * x;
	x += right(3) * x;
	x += inside(4) * x;
	x += before(5) * x;
	return 0;
}
END
"$cc" -pg -O0 -o parts parts.c && ./parts
for option in -b -a "-S names"; do
	# If gprowse cannot decode the calls of a processor, it notes a wrong image unless most arcs
	# lead to the beginning of a function.  In this program, many do not.
	case $(uname -m) in
	x86_64 | i?86 | aarch64 | arm*) ;;
	*) skipped "$option: the image is right" "calls are not recognized on this processor"; continue ;;
	esac
	nm parts | grep ' T ' >names
	"$gprowse" -b -q $option parts gmon.out >out 2>messages && [ ! -s messages ] && grep -q main out
	ok $? "$option: the image is right"
done
# The vectors are of x86-64, at addresses where programs of x86-64 have code.
kind=$(od -An -tu1 -j4 -N1 run | tr -d ' ')/$(od -An -tu1 -j18 -N1 run | tr -d ' ')
if [ "$kind" = 2/62 ]; then
	noted "calls go to addresses where .*image64le.elf has no code" "$image" gmon.out
else
	skipped "calls of addresses without code" "programs are of another kind here"
fi

# A program that counts four billion calls; mcount is in the C library, or in the program.
"$cc" -pg -O0 -static -o inside run.c && ./inside
{ head -c -4 gmon.out && printf '\377\377\377\377'; } >counted
silent "s are missing" inside counted
./run
{ head -c -4 gmon.out && printf '\377\377\377\377'; } >counted
noted "^Some 21 to 86 s are missing: 4.29 billion calls were counted" run counted
silent "s are missing" run gmon.out
"$gprowse" --screen=80x24 run counted | sed -n 1p | grep -q ' ![1-9]$'
ok $? "the title counts the note"

# The gmon.out of a recording: calls were counted by the library of gprowse record, not by glibc.  A
# recording without the file of a process is one of glibc.
# recording FILE: makes a recording whose gmon.out is FILE.
recording() {
	mkdir -p made.data && echo 'gprowse-session 1' >made.data/gprowse-session &&
		: >made.data/x.1.1.gprec
	cp "$1" made.data/gmon.out
}
recording counted
silent "s are missing" run made.data/gmon.out
noted "in shared libraries (libc.so.6) and in counting calls" run made.data/gmon.out
noted "gprowse made.data shows the time in all programs" run made.data/gmon.out
(cd made.data && "$gprowse" --view=notes ../run gmon.out) >out 2>messages
grep -q "gprowse . shows the time in all programs" out
ok $? "a gmon.out in the current directory, which is a recording"
rm made.data/x.1.1.gprec
noted "s are missing" run made.data/gmon.out
silent "and in counting calls" run made.data/gmon.out

# Few samples, and many samples.
noted "^15 samples: the total time is accurate to .*26 %" "$image" "$gnu"
silent "the total time is accurate" "$image" "$vectors/v10_gnu_saturated.bin"

# All the work is done in a library of the user, or the program does no work.
echo 'int work(void) { return 0; }' >work.c
echo 'int work(void); static int go(void) { return work(); } int main(void) { return go(); }' >use.c
"$cc" -shared -fPIC -Wl,-soname,libwork.so.1 -o libwork.so.1 work.c &&
	"$cc" -pg -O0 -o use use.c ./libwork.so.1 -Wl,-rpath,. && ./use
noted "All the time was probably in libwork.so.1" use gmon.out
noted "LD_PROFILE=libwork.so.1 LD_PROFILE_OUTPUT=" use gmon.out
silent "All the time was probably in" run gmon.out

# Functions compiled without -pg; a program that can start threads, and a program that cannot.
cat >part.c <<'END'
extern volatile int x;
int inner(int n) { int s = 0; for (int i = 0; i < n; i++) s += i * x; return s; }
END
cat >threads.c <<'END'
#include <pthread.h>
volatile int x;
int inner(int n);
static void *work(void *p) { inner(100000000); return p; }
int main(int n, char **v) {
	pthread_t t;
	if (n > 2)
		return pthread_create(&t, 0, work, v);
	return work(v) == 0;
}
END
sed '/pthread_/d; /n > 2/d' threads.c >alone.c
"$cc" -O0 -c part.c && "$cc" -pg -g -O0 -pthread -o threads threads.c part.o && sampled 0.05 threads
noted "^1 function with .* of the time has no calls" threads gmon.out
noted "The program can start threads" threads gmon.out
recording gmon.out
silent "can start threads" threads made.data/gmon.out
"$gprowse" --screen=160x50 --keys=':work<Enter>i' threads made.data/gmon.out | grep -q "Counted, not sampled\.$"
ok $? "counts of a recording are exact"
"$gprowse" --screen=160x50 --keys=':work<Enter>i' threads gmon.out >out 2>&1
grep -q "Counted, not sampled; too low if several threads ran at once" out
ok $? "counts of a program that can start threads may be too low"
"$cc" -pg -O0 -pthread -static -o static threads.c part.o && ./static
noted "The program can start threads" static gmon.out
"$cc" -pg -O0 -static -o static alone.c part.o && ./static
silent "can start threads" static gmon.out

# Threads of C++ and OpenMP are started by other functions than pthread_create().
cat >omp.c <<'END'
volatile int x;
void __attribute__((noinline)) work(int i) { x += i; }
void __attribute__((noinline)) all(void) {
	#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		work(i);
}
int main(void) { all(); return 0; }
END
cat >threads.cc <<'END'
#include <thread>
volatile int x;
void __attribute__((noinline)) work() { x = x + 1; }
void __attribute__((noinline)) all() { std::thread t(work); t.join(); work(); }
int main() { all(); }
END
"$cxx" -pg -O0 -pthread -o cxx threads.cc && ./cxx
noted "The program can start threads" cxx gmon.out
if "$cc" -pg -O0 -fopenmp -o omp omp.c 2>messages && ./omp 2>messages; then
	noted "The program can start threads" omp gmon.out
	"$cc" -pg -O0 -o serial omp.c && ./serial
	silent "can start threads" serial gmon.out
else
	skipped "OpenMP" "this compiler has none"
fi

# A library that defines pthread_create() is not a program that starts threads.
cat >library.s <<'END'
	.globl pthread_create
	.type pthread_create, %function
	.size pthread_create, 32
pthread_create: .space 32
END
if [ "$kind" = 2/62 ]; then
	"$cc" -shared -nostdlib -o library.so library.s
	silent "can start threads" --profile-format=ldprofile --slide=0 library.so \
		"$vectors/v32_ldprofile_64le.bin"
else
	skipped "threads of a library" "programs are of another kind here"
fi

# Calls from code without -pg are not counted.
echo 'int main(void) { return 0; }' >single.c
"$cc" -pg -o single single.c && ./single
noted "There are no calls, though some code was compiled with -pg" single gmon.out
silent "nothing was compiled with -pg" single gmon.out
"$cc" -pg -O0 -c part.c && "$cc" -pg -g -O0 -o alone alone.c part.o && ./alone
silent "has no calls" alone gmon.out
silent "can start threads" alone gmon.out
"$gprowse" --screen=160x50 --keys=':work<Enter>i' alone gmon.out >out 2>&1
grep -q "Counted, not sampled" out && ! grep -q "too low" out
ok $? "counts of a program without threads are right"

# The file of a child also has what its parent did before fork().
cat >forks.c <<'END'
#include <sys/wait.h>
#include <unistd.h>
static void before(void) { }
static void after(void) { }
int main(void)
{
	before();
	if (fork() == 0)
		after();
	else
		wait(NULL);
	return 0;
}
END
"$cc" -pg -O0 -o forks forks.c && GMON_OUT_PREFIX=forked ./forks
[ "$(ls forked.* | wc -l)" = 2 ]
ok $? "parent and child write a file each"
noted "2 files were added up, and the program can call fork" forks forked.*
silent "call fork()" forks "$(ls forked.* | head -n 1)"
GMON_OUT_PREFIX=twice ./alone && GMON_OUT_PREFIX=twice ./alone
silent "call fork()" alone twice.*
"$cc" -pg -O0 -static -o static alone.c part.o && GMON_OUT_PREFIX=static ./static &&
	silent "call fork()" static static.* static.*

# If no function has a figure, or most code has no name, the first screen says why.
with "$gnu" 61 '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' | head -c 77 >nothing
"$gprowse" --screen=80x24 --keys= "$image" nothing >out 2>&1 &&
	grep -q 'no sample was taken' out && grep -q 'timers do not work where it ran' out
ok $? "the first screen of a profile without samples and calls"
{
	printf 'gmon\1\0\0\0'
	head -c 12 /dev/zero
	printf '\0\000\020\100\0\0\0\0\0\000\040\100\0\0\0\0\0\000\004\0\0\144\0\0\0'
	printf 'seconds\0\0\0\0\0\0\0\0s'
	head -c 1600 /dev/zero
	printf '\036\0\036\0\036\0'
	head -c 442 /dev/zero
} >beyond
"$gprowse" --screen=80x24 --keys= "$vectors/real/prog_nopie" beyond >out 2>&1 &&
	grep -q 'most samples are in code without a symbol' out
ok $? "the first screen of code without symbols"
"$gprowse" --screen=80x24 --keys= "$image" "$gnu" >out 2>&1 && ! grep -q 'without a symbol' out
ok $? "the first screen of code with symbols"

# Debug information is not read before the notes are shown.
silent "has no debug info" alone gmon.out
objcopy --only-keep-debug alone alone.debug && strip -g -o apart alone &&
	objcopy --add-gnu-debuglink=alone.debug apart
silent "has no debug info" apart gmon.out
rm alone.debug
noted "^apart has no debug info" apart gmon.out
mkfifo alone.debug
noted "^The debug info of apart is not used: its file is not a regular file" apart gmon.out
rm alone.debug
# 1,100 units claim the same code, more than the limit.
cat >units.S <<'END'
#if __SIZEOF_POINTER__ == 8
#define ADDRESS .quad
#else
#define ADDRESS .long
#endif
	.section .debug_abbrev,"",%progbits
abbreviations:
	.byte 1, 0x11, 0, 0x10, 0x17, 0x11, 0x01, 0x12, 0x06, 0, 0, 0
	.section .debug_line,"",%progbits
table:
	.section .debug_info,"",%progbits
	.rept 1100
	.long 2f - 1f
1:	.short 4
	.long abbreviations
	.byte __SIZEOF_POINTER__, 1
	.long table
	ADDRESS _init
	.long 0x100000
2:
	.endr
	.section .note.GNU-stack,"",%progbits
END
"$cc" -pg -g -O0 -o many units.S alone.c part.o && ./many
unused="^gprowse: many: some of its debug info is not used, because many parts of it refer to the same bytes"
"$gprowse" --view=lines many gmon.out 2>&1 >out | grep -q "$unused" &&
	"$gprowse" -b --exact -A many gmon.out 2>&1 >out | grep -q "$unused"
ok $? "a message says that debug information is not used completely"
"$gprowse" --screen=200x20 --keys='l!' many gmon.out | grep -q "^many: some of its debug info is not used"
ok $? "a note says that debug information is not used completely"

says() {
	"$gprowse" --screen=160x10 --keys="$1" "$image" "$gnu" | head -1
}
says '' | grep -q '!1' && says '!f' | grep -q '!2' && says '!' | grep -q '2 notes, 1 found now'
ok $? "late notes are counted as soon as they are known"

# The figures that a note gives for gprof's rules are the figures that gprof prints.
noted "^gprof's rules give a 0.05 seconds, views give it 0.02. 3 rows differ; gprof's rows add up to 148.57 %" \
	"$image" "$vectors/v12_gnu_nonintegral_bin.bin"
"$gprof" -b -p "$image" "$vectors/v12_gnu_nonintegral_bin.bin" | grep -q '0\.05  *a$'
ok $? "gprof prints the figure of the note"
silent "gprof's rules" "$image" "$gnu"
"$gprowse" --screen=80x24 --keys='!G/rules<Enter><Enter>' "$image" "$vectors/v12_gnu_nonintegral_bin.bin" >out
grep -q '^image64le.elf.*\[2\] a' out
ok $? "Enter goes to the function that differs most"

# Calls of names that gprof rejects, and time in mcount.  made NAME1 NAME2: prints the code of a
# program with the functions main, NAME1, NAME2 and tail.
made() {
	for s in "main 0x0 8" "$1 0x8 10" "$2 0x12 14" "tail 0x20 16"; do
		set -- $s
		echo ".globl $1; .type $1, @function; .size $1, $3; .org $2; $1:"
	done | sed '/part/s/.globl/.local/'
	echo '.org 0x30'
}
made a a.part.0 >part.s && made mcount b >mcount.s
for image in part mcount; do
	"$cc" -nostdlib -static -Wl,-Ttext=0x1000,-e,0x1000,--build-id=none -o $image $image.s
done
# Only if programs of this machine have 64 bits, lowest byte first, as the profiles below.
if [ "$(od -An -tu1 -j4 -N2 part | tr -d ' ')" = 21 ]; then
	noted "^gprof's rules give a.part.0 0 calls, views give it 8. 2 rows differ" part \
		"$vectors/v05_gnu_arcs_only.bin"
	noted "^mcount took 46.7 % of the time" mcount "$gnu"
else
	unshown "counting calls was expensive"
fi
image=$vectors/image64le.elf
silent "counting calls was expensive" "$image" "$gnu"

# The row about time that no profile has is not a note.
noted "^Never in a profile: time in shared libraries (libc.so.6), such as in mcount" alone gmon.out
"$gprowse" --view=notes --format=csv alone gmon.out | grep -q 'Never in a profile'
[ $? -eq 1 ]
ok $? "it is not in the data of notes"
noted "^Never in a profile: time spent waiting" "$image" "$gnu"
# Libraries that are shown do not count among those that are named.
mkdir shown
set --
for i in 1 2 3 4 5 6 7; do
	echo "int n$i;" >n.c && "$cc" -shared -Wl,-soname,libn$i.so -o libn$i.so n.c
	[ $i -eq 7 ] && continue
	cp "$image" shown/libn$i.so
	set -- "$@" shown/libn$i.so:"$vectors/v32_ldprofile_64le.bin"
done
echo 'int main(void) { return 0; }' >needing.c
"$cc" -Wl,--no-as-needed -o needing needing.c ./libn?.so
noted "time in shared libraries (libn7.so, libc.so.6), such" needing gmon.out "$@"
noted "time in shared libraries (libn1.so, .*, libn6.so ...), such" needing gmon.out
silent "shared libraries" "$image" "$gnu"

# Estimates that are compared with stacks.  b has half of 15 samples.  main made 2 of the 8 calls
# of b.
printf 'main;a;b 420\nmain;a 420\nmain 60\n' >hot.folded
printf 'main;a;b 420\nmain;a 320\nmain 60\nmain;other 100\n' >other.folded
noted "^gprof's rule gives 11.7 % of the time to the wrong callers of one function" \
	--check=hot.folded "$image" "$gnu"
silent "to the wrong callers" "$image" "$gnu"
noted "^0.0 % of the time here and 11.1 % of that in other.folded are in functions" \
	--check=other.folded "$image" "$gnu"
silent "are in functions that the other profile" --check=hot.folded "$image" "$gnu"
noted "^hot.folded: The file does not say what its numbers are" --check=hot.folded "$image" "$gnu"
silent "^hot.folded: The file does not say" --check=hot.folded --counts=samples "$image" "$gnu"

# An image that is newer than the profile, and a profile that was truncated.
touch -d '2001-01-01' gmon.out
# Files without the event that is shown.
for event in Ir Cy Dr; do
	printf 'events: %s\nfn=main\n1 50\n' $event >callgrind.$event
done
printf 'events: Ir Cy\nfn=main\n1 50 60\n' >callgrind.both
noted "^callgrind.Ir has no event Cy: the figures are those of the other files" \
	callgrind.Ir callgrind.Cy
noted "^2 of 3 files have no event Cy, such as callgrind.Ir:" callgrind.Ir callgrind.Dr callgrind.Cy
noted "^callgrind.Cy has no event Ir:" --event=Ir callgrind.Cy callgrind.both
silent "no event" --event=Cy callgrind.Cy callgrind.both

# Stacks that seem to be cut.  begun FORMAT: prints a perf script with three stacks that begin with
# the function and object that FORMAT gives for a number, and three stacks in which main calls them.
cut='in stacks that seem to be cut: they begin with one of'
i=0
while [ $((i += 1)) -le 5 ]; do
	printf 'main;f%d;g 5\nf%d;h 5\n' $i $i
done >cut.folded
begun() {
	for k in 1 2 3; do
		frame=$(printf "$1" $k $k)
		printf "p 1 1.0: 1 cycles: \n\t1 leaf (/bin/p)\n\t2 $frame\n\n"
		printf "p 1 1.0: 1 cycles: \n\t1 leaf (/bin/p)\n\t2 $frame\n\t3 main (/bin/p)\n\n"
	done
}
begun 'f%d (/bin/l%d)' >functions.perf
noted "^50 % of the total is $cut 3 functions" functions.perf
noted "or build with -fno-omit-frame-pointer" functions.perf
begun '[unknown] (/bin/l%d)' >unnamed.perf
silent "$cut" unnamed.perf
begun 'f%d (/bin/l%d)\n\tffffffffffffffff [unknown] ([unknown])' >copied.perf
silent "$cut" copied.perf
begun 'f%d ([kernel.kallsyms])' >kernel.perf
silent "$cut" kernel.perf
begun '[l%d.so] (/bin/l%d)' >bracketed.perf
silent "$cut" bracketed.perf

# Code without names: symbols name that of programs, but not addresses in no program.
unknown='in stacks with code whose name the profiler did not find'
nowhere='in stacks with addresses at which the profile knows no program or library'
begun '[unknown] ([unknown])' >nowhere.perf
noted "^100 % of the total is $nowhere" nowhere.perf
noted "symbols cannot name them. In code without frame pointers" nowhere.perf
silent "$unknown" nowhere.perf
noted "^100 % of the total is $unknown" unnamed.perf
silent "$nowhere" unnamed.perf
{ printf 'p 1 1.0: 1 cycles: \n\n'; cat nowhere.perf; } >empty.perf
noted "^100 % of the total is $nowhere" empty.perf
sed 's/leaf.*/[unknown] ([unknown])/' nowhere.perf >lost.perf
noted "symbols cannot name them. The profile does not say what was mapped there" lost.perf
silent "symbols cannot name them. In code" lost.perf
begun '[unknown]' >anywhere.perf
noted "^100 % of the total is $unknown" anywhere.perf
silent "$nowhere" anywhere.perf

# Other formats: whether they may have cut stacks, and whether these are of native code.
noted "If so, totals of the missing callers are too low: record deeper" cut.folded
"$gprowse" --export=pprof cut.folded >cut.pprof
noted "$cut 5 functions" cut.pprof
noted "Go before 1.23 to 32" cut.pprof
{
	printf '{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":['
	printf '{"name":"main"},{"name":"f1"},{"name":"f2"},{"name":"f3"}]},"profiles":[{'
	printf '"type":"sampled","name":"p","unit":"none","startValue":0,"endValue":6,'
	printf '"samples":[[1],[2],[3],[0,1],[0,2],[0,3]],"weights":[1,1,1,1,1,1]}]}'
} >cut.speedscope
silent "$cut" cut.speedscope
# Functions that V8 resumes have no callers.
{
	printf '{"nodes":[{"id":1,"callFrame":{"functionName":"(root)"},"children":[2,3,4,5]},'
	printf '{"id":2,"callFrame":{"functionName":"main"},"children":[6,7,8]}'
	for i in 1 2 3; do
		printf ',{"id":%d,"callFrame":{"functionName":"f%d"}}' $((i + 2)) $i
		printf ',{"id":%d,"callFrame":{"functionName":"f%d"}}' $((i + 5)) $i
	done
	printf '],"startTime":0,"endTime":60,"samples":[3,4,5,6,7,8],"timeDeltas":[10,10,10,10,10,10]}'
} >resumed.cpuprofile
silent "$cut" resumed.cpuprofile

noted "image is newer" run gmon.out
touch -d '2030-01-01' gmon.out
silent "image is newer" run gmon.out
head -c 90 "$gnu" >cut
noted "^cut: .*ends inside an arc" "$image" cut
silent "ends inside" "$image" "$gnu"

nothing "every text of a silent case is in the notes of another case" "$(never_seen)"
cases_end
