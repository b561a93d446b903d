#!/bin/sh
# live.sh - measure what one read of a running program's recording costs
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
#	bench/live.sh [FUNCTIONS [ARCS [STACKS]]]	default: 5000 25000 8000
#
# Runs in a build directory.  Writes a recording of a program that does not exist, with so many
# functions, arcs between them, and stacks of 3 to 25 frames.  Then bench/live changes counters of
# the recording again and again, and prints as Markdown where the time of a read goes.

functions=${1:-5000}
arcs=${2:-25000}
stacks=${3:-8000}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
top=$(pwd)

awk -v n="$functions" 'BEGIN {
	print ".text\n.globl _start\n.p2align 12\n_start: ret\n.p2align 12"
	for (f = 0; f < n; f++)
		printf ".globl f%d\n.type f%d, @function\n.p2align 6\nf%d:\n.zero 64\n.size f%d, 64\n",
			f, f, f, f
}' >"$work/image.s" || exit 1
(cd "$work" && ${CC:-cc} -nostdlib -static -Wl,-Ttext=0x400000 -Wl,--build-id=none -o image \
	image.s) || exit 1
mkdir "$work/gprowse.data"
printf 'gprowse-session 1\nsession 000102030405060708090a0b0c0d0e0f\n' \
	>"$work/gprowse.data/gprowse-session"
awk -v n="$functions" -v arcs="$arcs" -v stacks="$stacks" -v image="$work/image" '
# A call instruction of function f, number k.
function call(f, k) { return 4198400 + 64 * f + 8 + k % 50 }
function walk(depth, f, line, d) {
	line = ""
	f = int(rand() * 20)
	for (d = 0; d < depth; d++) {
		line = line " " call(f, d)
		f = next_of[f, int(rand() * degree)]
	}
	return line " " (4198400 + 64 * f + 60)
}
BEGIN {
	srand(11)
	degree = int(arcs / n)
	print "set pid 77\nset hz 1000\nsession 000102030405060708090a0b0c0d0e0f"
	print "program " image
	printf "object %d %d 4096 0 - 1 %s\n", 4194304, 4198400 + 64 * n + 4096, image
	print "arcs 77 main 1 0 1 0"
	for (f = 0; f < n; f++)
		for (k = 0; k < degree; k++) {
			to = f + 1 + int(rand() * (k == 0 ? 30 : n / 4))
			next_of[f, k] = to < n ? to : f
			printf "arc %d %d %d\n", call(f, k), 4198400 + 64 * next_of[f, k],
				1 + int(rand() * 1000)
		}
	print "stacks 77 main 1 0 1 0"
	for (i = 0; i < stacks; i++)
		print "stack " (1 + int(rand() * 20)) " 1" walk(2 + int(rand() * 3 * rand() * 8))
}' </dev/null | "$top/tests/make_recording" "$work/gprowse.data/image.77.0.gprec" || exit 1
"$top/bench/live" "$work/gprowse.data"
