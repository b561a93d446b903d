#!/bin/sh
# make_corpus.sh - make the seeds of the fuzzers that are not in vectors/: make_corpus.sh DIRECTORY
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs gcc, g++, clang, binutils, and gcc and binutils of MinGW.  corpus/ also has inputs that the
# fuzzers found; this script does not make them.

set -e
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1" && cd "$1"
mkdir -p gcov image keys kmem lineprogram lines names source symfiles
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/a.h" <<'END'
static inline int square(int x)
{
	return x * x;
}
END
cat >"$work/a.c" <<'END'
#include "a.h"
int hot(int n);
static int inner(int n) { return n > 0 ? inner(n - square(n)) + 1 : 0; }
int (*volatile pointer)(int) = hot;
int hot(int n)
{
	int i, sum = 0;

	for (i = 0; i < n; i++)
		sum += square(i) + inner(i);
	return sum;
}
__attribute__((section(".text.cold"))) int cold(int n) { return pointer(n) + hot(n); }
void _start(void)
{
	cold(3);
}
END
cat >"$work/b.cc" <<'END'
namespace deep {
template <typename T> struct list { T head; T get(T x) const { return head + x; } };
int walk(const list<int> &l, int n) { return n > 0 ? walk(l, n - 1) + l.get(n) : 0; }
}
extern "C" void _start() { deep::list<int> l = { 1 }; deep::walk(l, 3); }
END

# elf NAME COMPILER FLAGS...: compiles a small program, lines/NAME.
elf() {
	name=$1
	shift
	(cd "$work" && "$@" -nostdlib -static -no-pie -fno-asynchronous-unwind-tables \
		-fno-stack-protector -fcf-protection=none -Wl,--build-id=none \
		-Wl,-z,noseparate-code -o "$name" 2>/dev/null) && cp "$work/$name" lines/ ||
		echo "make_corpus.sh: cannot make $name" >&2
}
elf gcc5 gcc -g -O1 a.c
elf gcc4 gcc -gdwarf-4 -O2 a.c
elf gcc2 gcc -gdwarf-2 -gstrict-dwarf -O0 a.c
elf gcc5-sections gcc -g -O2 -ffunction-sections -Wl,--gc-sections a.c
elf gcc5-m32 gcc -m32 -g -O1 a.c
elf gcc5-zlib gcc -g -O1 -gz=zlib a.c
elf gcc-macros gcc -g3 -O1 a.c
elf gcc-types g++ -g -O1 -fdebug-types-section b.cc
elf gcc-c++ g++ -g -O2 b.cc
elf clang5 clang -g -O1 a.c
elf clang4 clang -gdwarf-4 -O2 a.c
elf clang-split clang -g -gsplit-dwarf -O1 a.c
for f in gcc5 gcc5-m32 gcc-c++; do
	strip -g -o "image/$f" "lines/$f"
done
# pe NAME TRIPLE START: compiles a small program of Windows, lines/NAME and image/NAME.
pe() {
	(cd "$work" && "$2-gcc" -nostdlib -g -O1 -fno-asynchronous-unwind-tables "-Wl,-e,$3" \
		-Wl,--file-alignment,16 -o "$1.exe" a.c) && cp "$work/$1.exe" "lines/$1" &&
		"$2-strip" -g -o "image/$1" "lines/$1"
}
pe pe64 x86_64-w64-mingw32 _start
pe pe32 i686-w64-mingw32 __start

(cd "$work" && gcc -shared -nostdlib -O1 -fPIC -s -Wl,--build-id=none \
	-Wl,-z,noseparate-code -o shared a.c) && cp "$work/shared" image/

# section FILE NAME OUT: writes the section NAME of FILE to OUT, or an empty file.
section() {
	objcopy -O binary --only-section="$2" --set-section-flags "$2=alloc" "$1" "$3" 2>/dev/null
	[ -f "$3" ] || : >"$3"
}
# word N: prints N as two bytes, little-endian.
word() {
	printf "\\$(printf %03o $(($1 % 256)))\\$(printf %03o $(($1 / 256)))"
}
for f in gcc5 gcc4 gcc2 clang5; do
	for s in line line_str str; do
		section "lines/$f" ".debug_$s" "$work/$f.$s"
	done
	{
		printf '\0'
		word "$(wc -c <"$work/$f.line")"
		word "$(wc -c <"$work/$f.line_str")"
		cat "$work/$f.line" "$work/$f.line_str" "$work/$f.str"
	} >"lineprogram/$f"
done

for k in k01_kmem_amd64 k02_kmem_i386; do
	d=$here/vectors/$k
	{
		for part in gmonparam kcount froms; do
			word "$(wc -c <"$d/$part.bin")"
		done
		cat "$d/gmonparam.bin" "$d/kcount.bin" "$d/froms.bin" "$d/tos.bin"
	} >"kmem/$k"
done

(cd "$work" && cat >c.c <<'END'
static int f(int n) { return n > 1 && n < 5 ? 1 : 0; }
int main(int argc, char **argv) { (void)argv; while (f(argc)) argc++; return argc > 9; }
END
	gcc --coverage -O0 c.c -o c && ./c 2 && gcov -b -j -t ./*.gcda) >gcov/gcc
cat >gcov/two <<END
{"current_working_directory":"/tmp","files":[{"file":"a.c","lines":[\
{"line_number":3,"count":2,"branches":[{"count":1,"throw":false},{"count":1,"throw":true}]},\
{"line_number":3,"count":5,"branches":[]}]}]}
{"files":[{"file":"/b.c","lines":[{"line_number":-3,"count":-2},\
{"line_number":9,"count":99999999999,"branches":[{"count":4},{"count":3}]}]}]}
END

cat >keys/walk <<'END'
jjj<Enter>kk<Enter>KJ<lt>>fcCl!t*+;-T=zx u<C-r>?<Esc>i<Esc>vvvv<Tab>Hq
END
cat >keys/type <<END
/so[lv]<Enter>nN&pcg<Enter>&<Enter>s%S Ic:42<Enter>\
:ma<Tab><Enter>12<Enter>:x.c:3<Enter>y w/dev/null<Enter>o.<Enter>'am'a
END
cat >keys/size <<END
<Resize:40x8>j<Resize:1x1>f<Resize:300x100>v<Left><Right><PgDn><PgUp><Home><End>\
<A-Left><A-Right><F1><F5><F6><F10><S-Tab><Del><C-l>
END
i=0
for name in _ZN4test5innerIiEEvT_ _ZNSt6vectorIiSaIiEE9push_backERKi.isra.0 \
	_RNvCs123_4core3foo _D3std5stdio6writeln __mod_MOD_proc ada__text_io__put '?f@@YAXH@Z' \
	_ZZN1aIJiiiEE1bclEvENKUlvE_clEv f._omp_fn.0 'operator<<(x, y<z>)' \
	_RNvNtCs1234_7mycrate3foo3barINtB2_3BazlE _ZN3foo3bar17h05af221e174051e9E; do
	i=$((i + 1))
	printf %s "$name" >"names/$i"
done
printf '0000000000001000 T main\n0000000000001100 t static\n1200 W weak\n' >symfiles/symbols
printf 'a.o: main\nb.o:f1\nb.o:  f2\n\n# c\n' >symfiles/map
printf 'int main(void)\n{\n\treturn 0;\n}\n' >source/c
printf 'a\033[31mred\r\nb\302\233c\342\200\256x\377\000y\tz\n\n\303\244\346\274\242' >source/hostile
