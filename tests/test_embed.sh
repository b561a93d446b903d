#!/bin/sh
# test_embed.sh - programs without libc that record/embed/gmon.c profiles, on several processors
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A processor is skipped if its compiler, gprof or emulator is not installed.

. "${srcdir:-.}/tests/tap.sh"
LC_ALL=C
export LC_ALL
embed=$srcdir/record/embed
warnings='-Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Werror'
lost0='busy 0 error 0 outside 0 saturated 0'
lost1051='busy 0 error 1051 outside 0 saturated 0'
lost1100='busy 0 error 1100 outside 0 saturated 0'
ticks123='ticks: error 123 outside 0 saturated 0 wrong 0'
ticks3='ticks: error 0 outside 3 saturated 0 wrong 0'
ticks0='ticks: error 0 outside 0 saturated 0 wrong 0'

# build COMPILER FLAG...: compiles gmon.o, and the program board with it.
build() {
	rm -f board
	"$@" -std=c11 $warnings -ffreestanding -fno-stack-protector -g -c "$embed/gmon.c" &&
		"$@" -std=c11 -ffreestanding -fno-stack-protector -fno-jump-tables -g -pg \
			-I"$embed" -c "$programs/board.c" &&
		"$@" -static -nostdlib -o board board.o gmon.o
}

# obeys NAME LETTERS LINE...: a case that passes if board, which gets LETTERS, prints exactly the
# LINEs.  board writes the tables into the directory tables, and dumps into gmon and gmon2.
obeys() {
	title=$cpu:\ $1 letters=$2
	shift 2
	[ -d tables ] || mkdir tables
	printf %s "$letters" | $run ./board >out 2>messages 3>tables/gmonparam.bin \
		4>tables/kcount.bin 5>tables/froms.bin 6>tables/tos.bin 7>gmon 8>gmon2
	status=$?
	printf '%s\n' "$@" >expected
	diff expected out >differences && [ $status -eq 0 ]
	ok $? "$title"
	: >differences
}

# same_listing NAME ARGUMENT...: a case that passes if gprof and gprowse print the same listing,
# which is not empty.
same_listing() {
	title=$cpu:\ $1
	shift
	"$gprof" "$@" >want 2>messages && "$gprowse" "$@" >out 2>>messages && [ -s want ] &&
		cmp want out >>messages 2>&1
	ok $? "$title"
}

# calls FILE: prints the numbers of calls that gprowse finds in FILE, sorted by name.
calls() {
	"$gprowse" -b -p --rate=100 board "$1" 2>/dev/null |
		awk '$NF ~ /^(leaf|mixed|sums|work|one|two|three|four)$/ { calls[$NF] = $4 }
			END {
				n = split("four leaf mixed one sums three two work", name, " ")
				for (i = 1; i <= n; i++)
					if (name[i] in calls)
						print name[i], calls[name[i]]
			}'
}

# has_calls NAME FILE TEXT: a case that passes if the calls in FILE are those in TEXT.
has_calls() {
	same "$cpu: $1" "$3" "$(calls "$2")"
}

all='leaf 1030
mixed 10
sums 10
work 1'
twice='leaf 2060
mixed 20
sums 20
work 2'

# counts BYTES: cases about counts, with the program board of this processor.  BYTES is the size of
# its gmonparam.
counts() {
	obeys "begin and halt" Icsbcthctsdab "init 0" "state 3 $lost0 $ticks0" \
		"state 3 $lost0 $ticks3"
	has_calls "exact numbers of calls" gmon "$all"
	holds "$cpu: the size of gmonparam" [ "$(wc -c <tables/gmonparam.bin)" -eq "$1" ]
	same_listing "a listing of the dump" -b board gmon
	same_listing "a listing of all functions" -b -z board gmon
	same_listing "a listing by lines" -b -l -p board gmon
	mv gmon dump
	"$gprowse" -b --rate=100 board dump >want 2>messages
	"$gprowse" -b --rate=100 board tables >out 2>>messages && [ -s out ] && cmp want out >>messages
	ok $? "$cpu: the tables have the same listing"
	holds "$cpu: samples" sh -c 'grep -q "^ *[0-9.]* *1.20 " out && grep -q "0.20 .*work$" out'
	obeys "the functions that write a dump are not counted" IbctdDs "init 0" \
		"state 0 $lost0 $ticks3"
	holds "$cpu: the dump is the same" cmp gmon gmon2
	obeys "a profile goes on after a dump" IbcDcd "init 0"
	has_calls "the calls before the dump" gmon2 "$all"
	has_calls "all calls" gmon "$twice"
	obeys "reset keeps the state" Ibctrcsd "init 0" "state 0 $lost0 $ticks0"
	has_calls "only calls since the reset" gmon "$all"
	obeys "several callees of a call site" Ibffd "init 0"
	has_calls "calls of each callee" gmon "$(printf 'four 20\none 20\nthree 20\ntwo 20\n')"
	same_listing "their listing" -b board gmon
}

# losses: cases about what is lost, with the program board of this processor.
losses() {
	obeys "sizes that are refused" MbctDas "init 2" "init 2" "init 1" "init 1" \
		"state 2 $lost1051 $ticks123"
	holds "$cpu: nothing is dumped" [ ! -s gmon2 ]
	obeys "no calls before the first begin" Ictsd "init 0" "state 3 $lost0 $ticks0"
	obeys "a call is being counted" IbcBsd "init 0" "begin 1 halt 1 reset 1" \
		"state 0 busy 1051 error 0 outside 0 saturated 0 $ticks0"
	has_calls "the calls before it" gmon "$all"
	obeys "the table of arcs is full" ibcsbctshsd "init 0" \
		"state 2 busy 0 error 49 outside 0 saturated 0 $ticks0" \
		"state 2 $lost1100 $ticks123" "state 2 $lost1100 $ticks123"
	has_calls "the calls before that" gmon "$(printf 'leaf 1000\nsums 1\nwork 1\n')"
	same_listing "their listing" -b board gmon
	obeys "a reset ends this" ibcrsbfs "init 0" "state 3 $lost0 $ticks0" \
		"state 2 busy 0 error 38 outside 0 saturated 0 $ticks0"
	obeys "calls and samples outside the code" Obcts "init 0" \
		"state 0 busy 0 error 0 outside 1051 saturated 0 ticks: error 0 outside 120 saturated 0 wrong 0"
	obeys "a bin at its maximum" IbtTsd "init 0" \
		"state 0 $lost0 ticks: error 0 outside 3 saturated 95 wrong 0"
	same_listing "its listing" -b board gmon
	obeys "an arc at its maximum" IbcCcsd "init 0" \
		"state 0 busy 0 error 0 outside 0 saturated 995 $ticks0"
}

next_levels=-O0,-Os,-O3

# machine NAME TRIPLE EMULATOR BYTES FLAG...: all cases for one processor.  BYTES is as for counts.
machine() {
	cpu=$1 compiler=$2-gcc gprof=$2-gprof nm=$2-nm size=$2-size run=$3 bytes=$4
	shift 4
	for tool in "$compiler" "$gprof" "$run"; do
		command -v "$tool" >/dev/null || {
			skipped "$cpu" "$tool is not installed"
			return
		}
	done
	holds "$cpu: a program without libraries" build "$compiler" -O1 "$@" || return
	nothing "$cpu: gmon.o needs no function of others" "$("$nm" -u gmon.o)"
	counts "$bytes"
	losses
	# The processors take turns with the levels, unless CHECK_WIDE is set.
	levels=${next_levels%%,*}
	next_levels=${next_levels#*,},$levels
	[ -z "$CHECK_WIDE" ] || levels='-O0 -Os -O3'
	[ -z "$CHECK_BRIEF" ] || levels=
	for level in $levels; do
		holds "$cpu: $level" build "$compiler" $level "$@"
		nothing "$cpu: $level: gmon.o needs no function of others" "$("$nm" -u gmon.o)"
		obeys "$level: numbers" Ibctsd "init 0" \
			"state 0 $lost0 $ticks3"
	done
	"$compiler" "$@" -std=c11 -Os -ffreestanding -fno-asynchronous-unwind-tables -c "$embed/gmon.c" &&
		"$size" gmon.o | awk -v cpu="$cpu" 'NR == 2 {
			print "# " cpu ": " $1 " bytes of code and " $2 + $3 " of data with -Os" }'
}

# block WORD: prints the example in the manual that has WORD.
block() {
	awk -v word="$1" '
		/^\.Bd/ { text = ""; next }
		/^\.Ed/ { if (index(text, word)) printf "%s", text; next }
		{ text = text $0 "\n" }' "$srcdir/man/gprowse-embed.7.in" | sed 's/\\e/\\/g; s/\\&//g'
}

# debugged DEBUGGER ARGUMENT...: cases that pass if the tables that a debugger saves with the
# commands of the manual are those of the program.
debugged() {
	obeys "tables to compare with" Ibctha "init 0"
	block 'dump binary' >commands
	[ "$(wc -l <commands)" -eq 4 ] || exit 99
	rm -rf saved
	mkdir saved
	printf Ibcthx >letters
	(cd saved && timeout "$patience" "$@" -batch -nx -x ../commands -ex kill >../messages 2>&1 </dev/null)
	for table in gmonparam kcount froms tos; do
		cmp tables/$table.bin saved/$table.bin || echo different
	done >>messages 2>&1
	! grep -q '^different' messages
	ok $? "$cpu: a debugger saves the tables"
	"$gprowse" -b --rate=100 board saved >out 2>messages && cmp out want >>messages 2>&1
	ok $? "$cpu: the listing of the saved tables"
}

# emulated FLAG...: debugs a program in the emulator.
emulated() {
	cpu="Thumb, debugged"
	title="$cpu: a debugger saves the tables"
	for tool in "$arm-gcc" gdb-multiarch qemu-arm; do
		needs "$title" "$tool" "gcc-$arm, gdb-multiarch, qemu-user" || return
	done
	build "$arm-gcc" "$@" >messages 2>&1
	obeys "a dump to compare with" Ibcthd "init 0"
	"$gprowse" -b board gmon >want
	printf Ibcthx >letters
	timeout "$patience" qemu-arm -g "$work/socket" ./board <letters >log 2>&1 &
	until [ -S socket ] || ! kill -0 $! 2>/dev/null; do sleep 0.05; done
	debugged gdb-multiarch ../board -ex 'break stop_here' -ex "target remote $work/socket" \
		-ex continue
	wait
}

# interrupted NAME COMPILER FLAG...: a case that passes if calls in a handler are counted, or known
# to be lost, and a handler can halt and begin.
interrupted() {
	title=$1
	shift
	needs "$title" "$1" "$1" || return
	"$@" -std=gnu11 -I"$embed" -pg -c "$programs/boardsignals.c" >messages 2>&1 &&
		"$@" -std=c11 -ffreestanding -mgeneral-regs-only -c "$embed/gmon.c" >>messages 2>&1 &&
		"$1" -o signals boardsignals.o gmon.o 2>>messages && ./signals >out 2>>messages &&
		[ "$(wc -l <out)" -eq 4 ]
	ok $? "$title"
	sed 's/^/# /' messages
}

# script: prints a linker script for the board of the emulator, with the sections of the manual.
script() {
	cat <<-'END'
	MEMORY {
		FLASH (rx) : ORIGIN = 0, LENGTH = 1M
		RAM (rwx) : ORIGIN = 0x20000000, LENGTH = 1M
	}
	ENTRY(Reset_Handler)
	_estack = ORIGIN(RAM) + LENGTH(RAM);
	SECTIONS {
	END
	block .isr_vector | sed '/^\/\* .*the heap/{
		i .rodata : { *(.rodata*) } > FLASH
		i .data : { _sdata = .; *(.data*) _edata = .; } > RAM AT > FLASH
		i _ldata = LOADADDR(.data);
		i .bss : { _sbss = .; *(.bss*) _ebss = .; } > RAM
	}'
	echo '}'
}

# cortex NAME LOST FLAG...: cases of a board with a Cortex-M, with the code of the manual.  A timer
# interrupts the board.  LOST is a part of the line about lost calls.
cortex() {
	cpu=$1 lost=$2
	shift 2
	[ -n "$CHECK_WIDE" ] || {
		skipped "$cpu" "make check-wide runs it"
		return
	}
	for tool in "$bare-gcc" "$bare-gprof" qemu-system-arm; do
		needs "$cpu" "$tool" "gcc-$bare, qemu-system-arm" || return
	done
	{ block SysTick_Handler && block bkpt; } >handlers.c
	script >board.ld
	set -- "$@" -mthumb -mfloat-abi=soft -fno-pic -ffreestanding -fno-unwind-tables \
		-fno-asynchronous-unwind-tables -g -Os
	rm -f gmon.out
	"$bare-gcc" -std=c11 "$@" -c "$embed/gmon.c" 2>messages &&
		"$bare-gcc" -std=gnu11 "$@" -pg -I. -I"$embed" -c "$programs/cortexm.c" 2>>messages &&
		"$bare-gcc" "$@" -no-pie -static -nostdlib -T board.ld -Wl,--build-id=none \
			-o cortexm cortexm.o gmon.o 2>>messages &&
		timeout "$patience" qemu-system-arm -M mps2-an385 -nographic -monitor none -serial none \
			-semihosting-config enable=on,target=native -kernel cortexm </dev/null \
			>out 2>&1
	printf '%s\n' "the calls of the program are exact" \
		"each call in a handler was counted, or is known to be lost" >lines
	head -n 2 out | diff lines - >differences && grep -q "$lost" out
	ok $? "$cpu: calls"
	rm -f differences
	gprof=$bare-gprof
	same_listing "a listing" -b cortexm gmon.out
	"$gprowse" -b -p cortexm gmon.out | grep -qE '^ *[0-9.]+ +[0-9.]+ +0\.[0-9]+ .* work *$'
	ok $? "$cpu: samples"
}

# On several processors, GMON_ENTER waits until another processor has counted a call.  Here it ends
# this call itself.
cat >several.c <<'END'
static void end_call(void);
#define GMON_ENTER(saved) ((saved) = 0, end_call())
#define GMON_LEAVE(saved) ((void)(saved))
#include "gmon.c"
int printf(const char *format, ...);

static void
end_call(void)
{
	if (*state == GMON_PROF_BUSY)
		begin_next_state();
}

static void
put(unsigned char byte, void *arg)
{
	(void)byte;
	(void)arg;
}

int
main(void)
{
	static char memory[100000];

	gmon_init(memory, sizeof memory, (void *)0x1000, (void *)0x2000, 100);
	gmon_control('b');
	*state = GMON_PROF_BUSY;
	printf("dump %d\n", gmon_dump(put, NULL));
	*state = GMON_PROF_BUSY;
	printf("reset %d\n", gmon_control('r'));
	return 0;
}
END
case="another processor counts a call"
if ${CC:-cc} -I"$embed" -o several several.c >messages 2>&1; then
	same "$case" "dump 0 reset 0" "$(./several | paste -sd' ')"
else
	skipped "$case" "$(head -n 1 messages)"
fi

case $(uname -m) in
x86_64)
	machine x86-64 x86_64-linux-gnu env 96 -no-pie -fno-pic
	if needs "x86-64: a debugger saves the tables" gdb gdb; then
		build gcc -no-pie -fno-pic >messages 2>&1
		obeys "a dump to compare with" Ibcthd "init 0"
		"$gprowse" -b board gmon >want
		debugged gdb ../board -ex 'break stop_here' -ex 'run <../letters'
	fi
	interrupted "x86-64: interrupted" gcc -O0
	interrupted "x86-64: interrupted, -mfentry" gcc -O2 -mfentry
	interrupted "x86-64: interrupted, clang" clang -O2
	if [ -n "$CHECK_WIDE" ]; then
		interrupted "x86-64: interrupted" gcc -O2
		interrupted "x86-64: interrupted, -mfentry" gcc -O0 -mfentry
		interrupted "x86-64: interrupted, clang" clang -O0
	fi
	;;
esac
arm=arm-linux-gnueabi
command -v $arm-gcc >/dev/null || ! command -v ${arm}hf-gcc >/dev/null || arm=${arm}hf
machine ARM $arm qemu-arm 48 -marm -march=armv5te -mfloat-abi=soft -no-pie -fno-pic
machine "ARM with registers for floating point" $arm qemu-arm 48 -marm -march=armv7-a+simd \
	-mfloat-abi=hard -no-pie -fno-pic
machine "Thumb (Cortex-M0)" $arm qemu-arm 48 -mthumb -march=armv6s-m -mfloat-abi=soft -no-pie -fno-pic
machine "Thumb (Cortex-M3)" $arm qemu-arm 48 -mthumb -march=armv7-m -mfloat-abi=soft -no-pie -fno-pic
emulated -mthumb -march=armv7-m -mfloat-abi=soft -no-pie -fno-pic
bare=arm-none-eabi
command -v $bare-gcc >/dev/null || bare=$arm
cortex "a board with Cortex-M0" "lost" -mcpu=cortex-m0
cortex "a board with Cortex-M3" "lost" -mcpu=cortex-m3
cortex "a board that masks interrupts, Cortex-M0" "none was lost" -mcpu=cortex-m0 \
	-DGMON_MASK_INTERRUPTS
cortex "a board that masks interrupts, Cortex-M3" "none was lost" -mcpu=cortex-m3 \
	-DGMON_MASK_INTERRUPTS
machine aarch64 aarch64-linux-gnu qemu-aarch64 96 -no-pie -fno-pic
machine RISC-V riscv64-linux-gnu qemu-riscv64 96 -no-pie -fno-pic
cases_end
