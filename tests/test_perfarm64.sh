#!/bin/sh
# test_perfarm64.sh - perf.data files of arm64, also on machines of another kind
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The program tests/programs/arm64stack.c, which runs in an emulator, writes the files.  Those that
# it wrote when it was made are in tests/arm64: the commands are at the end.

. "${srcdir:-.}/tests/tap.sh"
${CC:-cc} -dM -E -x c /dev/null 2>/dev/null | grep -q ' __\(x86_64\|aarch64\)__ ' ||
	skip_all "stacks of perf are not unwound on this kind of machine"

calls='_start;run;main_function;outer_function;middle_function;middle_function;middle_function'
whole="$calls;inner_function 1
$calls;inner_function;leaf_function 1"

# stacks ARGUMENT...: prints the stacks of a profile.
stacks() {
	"$gprowse" --export=folded "$@" 2>messages | LC_ALL=C sort
}

for mode in dwarf fp; do
	same "stacks of perf record --call-graph $mode" "$whole" \
		"$(stacks --symfs="$srcdir/tests" "$srcdir/tests/arm64/$mode.data")"
done
! "$gprowse" --view=notes --symfs="$srcdir/tests" "$srcdir/tests/arm64/dwarf.data" |
	grep -q "not unwound\|of the stacks are complete"
ok $? "they are complete"

# Another kind of machine has other registers, and its programs other tables.
sed 's/aarch64/riscv64/' "$srcdir/tests/arm64/dwarf.data" >other.data
"$gprowse" --view=notes --symfs="$srcdir/tests" other.data 2>messages |
	grep -q '2 samples have a copy of the stack, which is not unwound'
ok $? "stacks of other machines are not unwound"
mkdir -p root/arm64
cp "$gprowse" root/arm64/arm64stack
same "other tables are not used for them, but frame pointers" \
	"$(echo "$calls;leaf 2" | sed 's/[a-z_]*function\|run\|_start\|leaf/[arm64stack]/g')" \
	"$(stacks --symfs=root "$srcdir/tests/arm64/dwarf.data")"

# Where addresses have 39 bits, as in Android, signatures have more.
at=$(od -A n -v -t x8 -w8 "$srcdir/tests/arm64/dwarf.data" |
	awk '/ 00[0-9a-f]*[1-9a-f][0-9a-f]*00000040/ && NR > 90 { print NR - 1; exit }')
cp "$srcdir/tests/arm64/dwarf.data" android.data
chmod u+w android.data
printf '\132' | dd of=android.data bs=1 seek=$((8 * at + 5)) conv=notrunc 2>messages
! cmp -s "$srcdir/tests/arm64/dwarf.data" android.data &&
	[ "$(stacks --symfs="$srcdir/tests" android.data)" = "$whole" ]
ok $? "longer signatures are removed"

cc=aarch64-linux-gnu-gcc
for flags in '-O0' '-O2' '-O3 -fno-omit-frame-pointer' '-Os -fomit-frame-pointer' \
	'-O2 -fno-asynchronous-unwind-tables -g' \
	'-O1 -mbranch-protection=standard' '-O2 -mbranch-protection=pac-ret+leaf'; do
	for mode in dwarf fp; do
		name="$mode, compiled with $flags"
		case $mode$flags in
		fp*-fomit-frame-pointer) continue ;;
		esac
		needs "$name" $cc gcc-aarch64-linux-gnu && needs "$name" qemu-aarch64 qemu-user ||
			continue
		$cc $flags -ffreestanding -nostdlib -static -fno-stack-protector \
			-fno-optimize-sibling-calls -fno-tree-loop-distribute-patterns \
			-o prog "$programs/arm64stack.c" 2>messages &&
			qemu-aarch64 -cpu max ./prog $mode "$work/prog" >prog.data 2>>messages
		same "$name" "$whole" "$(stacks prog.data)"
	done
done
cases_end

# aarch64-linux-gnu-gcc -O2 -mbranch-protection=pac-ret+leaf -ffreestanding -nostdlib -static \
#	-fno-stack-protector -fno-optimize-sibling-calls -fno-tree-loop-distribute-patterns \
#	-Wl,-z,max-page-size=4096 -o arm64stack arm64stack.c
# for mode in dwarf fp; do
#	qemu-aarch64 -cpu max ./arm64stack $mode /arm64/arm64stack >$mode.data
# done
