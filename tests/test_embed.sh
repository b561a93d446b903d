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

# build COMPILER FLAG...: make gmon.o, and the program board with it.
build() {
	rm -f board
	"$@" -std=c11 $warnings -ffreestanding -fno-stack-protector -g -c "$embed/gmon.c" &&
		"$@" -std=c11 -ffreestanding -fno-stack-protector -fno-jump-tables -g -pg \
			-I"$embed" -c "$programs/board.c" &&
		"$@" -static -nostdlib -o board board.o gmon.o
}

# obeys NAME LETTERS LINE...: board gets LETTERS and prints exactly the lines.  It writes the tables
# into the directory tables, and dumps into gmon and gmon2.
obeys() {
	title=$cpu:\ $1 letters=$2
	shift 2
	rm -rf tables gmon gmon2
	mkdir tables
	printf %s "$letters" | $run ./board >out 2>messages 3>tables/gmonparam.bin \
		4>tables/kcount.bin 5>tables/froms.bin 6>tables/tos.bin 7>gmon 8>gmon2
	status=$?
	printf '%s\n' "$@" | diff - out >differences
	[ $? -eq 0 ] && [ $status -eq 0 ]
	ok $? "$title"
	rm -f differences
}

# same NAME ARGUMENT...: gprof and gprowse print the same listing, which is not empty.
same() {
	title=$cpu:\ $1
	shift
	"$gprof" "$@" >want 2>messages && "$gprowse" "$@" >out 2>>messages && [ -s want ] &&
		cmp want out >>messages 2>&1
	ok $? "$title"
}

# calls FILE: print the numbers of calls that gprowse finds in FILE, sorted by name.
calls() {
	"$gprowse" -b -p --rate=100 board "$1" 2>/dev/null |
		awk '$NF ~ /^(leaf|mixed|sums|work|one|two|three|four)$/ { print $NF, $4 }' | sort
}

# has_calls NAME FILE TEXT: the calls in FILE are those in TEXT.
has_calls() {
	calls "$2" >out
	echo "$3" | diff - out >messages
	ok $? "$cpu: $1"
}

all='leaf 1030
mixed 10
sums 10
work 1'
twice='leaf 2060
mixed 20
sums 20
work 2'

# The counts, with the program board of this processor.
counts() {
	obeys "begin and halt" Icsbcthctsdab "init 0" "state 3 $lost0 $ticks0" \
		"state 3 $lost0 $ticks3"
	has_calls "exact numbers of calls" gmon "$all"
	holds "$cpu: the size of gmonparam" [ "$(wc -c <tables/gmonparam.bin)" -eq "$1" ]
	same "a listing of the dump" -b board gmon
	same "a listing of all functions" -b -z board gmon
	same "a listing by lines" -b -l -p board gmon
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
	same "their listing" -b board gmon
}

# What is lost, with the program board of this processor.
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
	same "their listing" -b board gmon
	obeys "a reset ends this" ibcrsbfs "init 0" "state 3 $lost0 $ticks0" \
		"state 2 busy 0 error 38 outside 0 saturated 0 $ticks0"
	obeys "calls and samples outside the code" Obcts "init 0" \
		"state 0 busy 0 error 0 outside 1051 saturated 0 ticks: error 0 outside 120 saturated 0 wrong 0"
	obeys "a bin at its maximum" IbtTsd "init 0" \
		"state 0 $lost0 ticks: error 0 outside 3 saturated 95 wrong 0"
	same "its listing" -b board gmon
	obeys "an arc at its maximum" IbcCcsd "init 0" \
		"state 0 busy 0 error 0 outside 0 saturated 995 $ticks0"
}

# machine NAME TRIPLE EMULATOR BYTES FLAG...: all of it for one processor.
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
	for level in -O0 -Os -O3; do
		holds "$cpu: $level" build "$compiler" $level "$@"
		nothing "$cpu: $level: gmon.o needs no function of others" "$("$nm" -u gmon.o)"
		obeys "$level: numbers" Ibctsd "init 0" \
			"state 0 $lost0 $ticks3"
	done
	"$compiler" "$@" -std=c11 -Os -ffreestanding -fno-asynchronous-unwind-tables -c "$embed/gmon.c" &&
		"$size" gmon.o | awk -v cpu="$cpu" 'NR == 2 {
			print "# " cpu ": " $1 " bytes of code and " $2 + $3 " of data with -Os" }'
}

case $(uname -m) in
x86_64) machine x86-64 x86_64-linux-gnu env 96 -no-pie -fno-pic ;;
esac
arm=arm-linux-gnueabi
command -v $arm-gcc >/dev/null || arm=arm-linux-gnueabihf
machine ARM $arm qemu-arm 48 -marm -march=armv5te -mfloat-abi=soft -no-pie -fno-pic
machine "ARM with registers for floating point" $arm qemu-arm 48 -marm -march=armv7-a+simd \
	-mfloat-abi=hard -no-pie -fno-pic
machine "Thumb (Cortex-M0)" $arm qemu-arm 48 -mthumb -march=armv6s-m -mfloat-abi=soft -no-pie -fno-pic
machine "Thumb (Cortex-M3)" $arm qemu-arm 48 -mthumb -march=armv7-m -mfloat-abi=soft -no-pie -fno-pic
machine aarch64 aarch64-linux-gnu qemu-aarch64 96 -no-pie -fno-pic
machine RISC-V riscv64-linux-gnu qemu-riscv64 96 -no-pie -fno-pic
cases_end
