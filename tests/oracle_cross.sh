#!/bin/sh
# oracle_cross.sh - profiles of other machines: programs run by qemu-user, listed by gprof
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A machine is skipped if its compiler, gprof or emulator is not installed.

. "${srcdir:-.}/tests/oracle_common.sh"

# machine NAME TRIPLE QEMU: cases that compare gprowse with TRIPLE-gprof, for a program that QEMU
# runs.
machine() {
	name=$1 triple=$2 qemu=$3
	for tool in "$triple-gcc" "$triple-gprof" "$qemu"; do
		command -v "$tool" >/dev/null || {
			n=$((n + 1))
			echo "ok $n - $name # SKIP $tool is not installed"
			return
		}
	done
	echo '#include <stdio.h>' | "$triple-gcc" -fsyntax-only -x c - 2>build.err || {
		n=$((n + 1))
		echo "ok $n - $name # SKIP $triple-gcc has no libc"
		return
	}
	rm -f gmon.out
	"$triple-gcc" -pg -g -O0 -static -o "$name" "$programs/walk.c" 2>build.err &&
		"$qemu" ./"$name" >walk.out && [ -s gmon.out ]
	ok $? "$name: a profile"
	mv gmon.out "$name.gmon" || return
	gprof=$triple-gprof
	same -b "$name" "$name.gmon"
	same -b -z "$name" "$name.gmon"
	same -b -T "$name" "$name.gmon"
	same -b -l -p "$name" "$name.gmon"
	same -b -l -q "$name" "$name.gmon"
	same -b "$name" "$name.gmon" "$name.gmon"
	"$gprowse" -s "$name" "$name.gmon" "$name.gmon" && "$gprof" -b "$name" gmon.sum >got
	"$gprof" -b "$name" "$name.gmon" "$name.gmon" | cmp -s - got
	ok $? "$name: a sum"
	"$gprowse" --view=notes "$name" "$name.gmon" >notes && ! grep -q 'not the image that was run' notes
	ok $? "$name: the right image"
	case $name in
	aarch64 | arm)		# their call instructions are recognized
		"$triple-gcc" -pg -g -O0 -static -o other "$programs/clones.c" 2>build.err &&
			"$gprowse" --view=notes other "$name.gmon" | grep -q 'not the image that was run'
		ok $? "$name: another image"
		;;
	esac
	"$gprowse" --view=calls --select=warm "$name" "$name.gmon" | grep -q ' burn *'
	ok $? "$name: calls"
}

machine powerpc powerpc-linux-gnu qemu-ppc
machine s390x s390x-linux-gnu qemu-s390x
machine aarch64 aarch64-linux-gnu qemu-aarch64
machine arm arm-linux-gnueabihf qemu-arm
machine riscv64 riscv64-linux-gnu qemu-riscv64
cases_end
