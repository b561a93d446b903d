#!/bin/sh
# test_possible.sh - calls found in code are shown as possible calls if a profile has no calls
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

functions=60

if ! clang --version >/dev/null 2>&1 || ! ld.lld --version >/dev/null 2>&1; then
	skip_all "clang and ld.lld, which build for other processors, are not installed"
fi

# Function I calls two functions before it, on lines 4 I + 4 and 4 I + 5; _start calls the last
# function.  Large constants are data among the code of some processors.
awk -v n=$functions 'BEGIN {
	print "volatile int s;"
	for (i = 0; i < n; i++) {
		printf "__attribute__((noinline)) int f%d(int x) {\n\ts += x * %d;\n", i, 7919 * i + 65537
		a = i > 1 ? (i * 7 + 3) % (i - 1) : 0
		if (i > 0) {
			printf "\ts += f%d(x);\n\ts += f%d(x - 1); return s; }\n", a, i - 1
			print "f" i, "f" a, "p.c:" 4 * i + 4 >"sites"
			print "f" i, "f" i - 1, "p.c:" 4 * i + 5 >"sites"
		} else
			print "\treturn s;\n}"
	}
	printf "int _start(void) {\n\treturn f%d(3);\n}\n", n - 1
	print "_start", "f" n - 1, "p.c:" 4 * n + 3 >"sites"
}' >p.c
cut -d ' ' -f 1,2 sites | sort -u >want

# profile BYTES BIG LO HI: makes p.gmon, only a histogram of [LO, HI) with one sample for every 4
# bytes.  Addresses have BYTES bytes, big-endian if BIG is not 0.
profile() {
	awk -v size="$1" -v big="$2" -v lo="$3" -v hi="$4" '
		function number(x, n,   s, i, b) {
			for (i = 0; i < n; i++) {
				b = sprintf("\\%03o", x % 256)
				s = big ? b s : s b
				x = int(x / 256)
			}
			return s
		}
		BEGIN {
			bins = int((hi - lo) / 4)
			printf "gmon%s%s\\000", number(1, 4), number(0, 12)
			printf "%s%s%s%s", number(lo, size), number(hi, size), number(bins, 4), number(100, 4)
			printf "seconds\\000\\000\\000\\000\\000\\000\\000\\000s"
			while (bins-- > 0)
				printf "%s", number(1, 2)
		}' >octal
	printf "$(cat octal)" >p.gmon
}

# pairs: prints "CALLER CALLEE" for each possible call in the call graph on standard input.
pairs() {
	awk '/^-----/ {
			for (i = 1; i <= k; i++)
				print caller, callee[i]
			caller = ""
			k = 0
		}
		/^\[/ { caller = $(NF - 1); next }
		/ 0\// && caller != "" { callee[++k] = $(NF - 1) }' | sort -u
}

# try BYTES BIG FLAG...: compiles a program for the processor that the FLAGs select, and tests its
# calls.
try() {
	size=$1 big=$2
	shift 2
	if ! clang -g -O1 -ffreestanding -fno-unwind-tables "$@" -c p.c -o p.o 2>messages ||
		! ld.lld -o p p.o 2>messages; then
		n=$((n + 1))
		echo "ok $n - $* # SKIP not supported by clang or ld.lld"
		return
	fi
	set -- "$*" $(LC_ALL=C readelf -SW p |
		sed -n 's/.* \.text *PROGBITS *\([0-9a-f]*\) *[0-9a-f]* *\([0-9a-f]*\) .*/\1 \2/p')
	profile "$size" "$big" $((0x$2)) $((0x$2 + 0x$3))
	timeout 20 "$gprowse" --exact -b -c -q -z p p.gmon 2>messages | pairs >got
	diff want got >differences
	ok $? "$1: -c finds all calls and no others"
	timeout 20 "$gprowse" --view=calls --select=f$((functions / 2)) p p.gmon >out 2>messages
	grep -q possible out && while read -r caller callee site; do
		[ "$caller" != f$((functions / 2)) ] || grep -q " possible .*$site .* $callee\$" out ||
			echo "$caller calls $callee at $site"
	done <sites >differences
	[ $? -eq 0 ] && [ ! -s differences ]
	ok $? "$1: possible calls with their lines"
	timeout 20 "$gprowse" --exact -b -q p p.gmon >out 2>messages
	[ $? -eq 1 ] && [ ! -s out ] && grep -q 'no calls' messages
	ok $? "$1: no call graph without -c"
}

try 8 0 --target=x86_64-linux
try 4 0 --target=i386-linux
try 8 0 --target=aarch64-none-elf
try 4 0 --target=armv7-none-eabi -marm
try 4 0 --target=armv7m-none-eabi
try 4 0 --target=armv6m-none-eabi
try 8 0 --target=riscv64 -mno-relax
try 4 0 --target=riscv32 -march=rv32imac -mno-relax

cases_end
