#!/bin/sh
# test_record_counts.sh - the recorder counts every call, in any thread, and keeps registers
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/record_common.sh"

each=1000000
[ "${CHECK_WIDE:-no}" != yes ] || each=10000000
cc=${CC:-cc}
libraries=

# threads PROGRAM THREADS...: for each number THREADS, a case that passes if the calls of f() are
# exact with so many threads.
threads() {
	program=$1
	shift
	for t in "$@"; do
		record "./$program" $t $each
		same "$program: $t threads x $each calls" "$((t * each)) $t done 0" \
			"$(calls "f run" "$program") $(cat out err) $(
			recorded | awk '$1 == "lost" { print $2 }')"
	done
}

# build PROGRAM COMMAND...: compiles recordthreads.c to PROGRAM, and links $libraries.  If this
# fails, the case is skipped.
build() {
	case="$1: calls"
	program=$1
	shift
	compiles "$@" "$programs/recordthreads.c" -o "$program" -pthread $libraries
}

if build plain $cc -O1 -pg; then
	threads plain 1 2 4 8
fi
if build optimized $cc -O2 -pg -fcf-protection=full; then
	threads optimized 2
fi
if build static_address $cc -O1 -pg -no-pie -fno-pie; then
	threads static_address 2
fi
if build fentry $cc -O2 -pg -mfentry; then
	threads fentry 1 2 4 8
fi
if build instrument $cc -O1 -finstrument-functions; then
	threads instrument 1 2 4 8
fi
if command -v clang >/dev/null; then
	if build clang clang -O1 -pg; then
		threads clang 2
	fi
	if build clang_fentry clang -O1 -pg -mfentry; then
		threads clang_fentry 2
	fi
fi
if [ ! -f "$top/libgprowse.a" ]; then
	skipped "static programs" "no objcopy when gprowse was built (Debian: binutils)"
elif libraries=-lgprowse && build static $cc -O1 -pg -static "-L$top" -Wl,--undefined=mcount; then
	threads static 1 4
fi
libraries=
holds "libc's own profile is not written" test ! -e gmon.out

# A program with 10,000 call sites: every arc is counted.
awk 'BEGIN {
	print "__attribute__((noinline)) int f(int x) { __asm__ volatile(\"\"); return x + 1; }"
	print "int main(void) { int s = 0, i; for (i = 0; i < 3; i++) {"
	for (i = 0; i < 10000; i++) print "s = f(s);"
	print "} return s != 30000; }"
}' >places.c
case="10,000 places"
if compiles $cc -O0 -pg places.c -o places; then
	record ./places
	same "the program ends as always" 0 $?
	same "10,000 places: calls" 30000 "$(calls f places)"
	same "10,000 places: arcs" 10000 \
		"$(recorded | awk '$1 == "arc" && $3 == "places" && $5 == "places" { print $4, $6 }' |
			sort -u | wc -l)"
	same "10,000 places: one table after the other" yes \
		"$(recorded | awk '$1 == "tables" { print ($2 > 2 && $2 < 8 ? "yes" : $2) }')"
fi

# Handlers that interrupt counting.
case="signal handlers"
if compiles $cc -O1 -pg "$programs/recordsignals.c" -o signals; then
	record ./signals $each
	cp out expected
	while read -r count function; do
		same "signal handlers: $function" "$count" "$(calls "$function" signals)"
	done <expected
fi

# Registers.
for flags in "-O0 -pg" "-O2 -pg" "-O2 -pg -mfentry" "-O2 -finstrument-functions"; do
	case="registers with $flags"
	if compiles $cc $flags "$programs/recordarguments.c" -o arguments -lm; then
		./arguments >expected
		record ./arguments
		same "registers keep their contents with $flags" "$(cat expected)" "$(cat out)"
		same "the calls were recorded with $flags" "2 1" \
			"$(calls "doubles wide" arguments)"
	fi
done
if needs "the library uses no vector register" objdump binutils; then
	nothing "the library uses no vector register" \
		"$(objdump -d "$library" | grep -E '%[xyz]mm|%mm|%st|\b[vqds][0-9]+,' | head)"
fi
nothing "the library takes no copying function of libc" "$(nm -D -u "$library" | grep -E ' (mem|str)')"

# Other languages.
case="C++"
if compiles g++ -O1 -pg "$programs/recordthrow.cc" -o throw; then
	record ./throw
	same "C++: output" "100 thrown, 1 built" "$(cat out err)"
	same "C++: calls" "1000 1" "$(calls _ZNK7derived5valueEi throw) $(
		arcs throw | awk '$3 ~ /^_ZN5earlyC/ { n += $1 } END { print n }')"
fi
case="Fortran"
if compiles gfortran -O1 -fno-inline -pg "$programs/recordloop.f90" -o loop; then
	record ./loop
	same "Fortran: calls" 1000 "$(arcs loop | awk '$3 ~ /^add/ { n += $1 } END { print n }')"
fi
cases_end
