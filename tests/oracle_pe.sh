#!/bin/sh
# oracle_pe.sh - programs of Windows: compare listings with those of MinGW's gprof, byte for byte
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A machine is skipped if its compiler or its gprof is not installed.  Profiles are random, because
# the programs cannot run here.

. "${srcdir:-.}/tests/oracle_common.sh"

cp "$programs"/lines* "$programs/shapes.cc" "$programs/walk.c" .

# missing TOOL...: prints the first of the tools that is not installed.
missing() {
	for tool; do
		command -v "$tool" >/dev/null || {
			echo "$tool"
			return
		}
	done
}

# program NAME COMPILER FLAGS SOURCE...: compiles with -pg to NAME.exe, which becomes $name, and
# makes random profiles of it, $name.1 and $name.2.
program() {
	name=$1.exe compiler=$triple-$2 flags=$3
	shift 3
	if ! "$compiler" -pg $flags -o "$name" "$@" 2>build.err; then
		ok 1 "$name: $compiler -pg $flags"
		sed 's/^/# /' build.err
		return 1
	fi
	"$top/tests/make_profile" "$name" 1 "$name.1" &&
		"$top/tests/make_profile" "$name" 2 "$name.2"
	status=$?
	ok $status "$name: profiles"
	return $status
}

cat >programs <<'END'

-z
-l -z
-l -A -x -z
-A -C --inline-file-names
-c -z
END
cat >options <<'END'
-p -a -z
-p -z -D
-T
--no-demangle
-pmain -q
-P_main -p -z
-Pmain -p -z
-k main/work
-e main -f work
-i
-l -p
-l -q
-y -A
-r
END

# machine NAME TRIPLE: all cases of a machine.
machine() {
	prefix=$1 triple=$2 gprof=$2-gprof
	tool=$(missing "$triple-gcc" "$gprof")
	[ -z "$tool" ] || {
		n=$((n + 1))
		echo "ok $n - $prefix # SKIP $tool is not installed"
		return
	}
	version=$("$gprof" --version | sed -n '1s/.* \([0-9.]*\)$/\1/p')
	program "$prefix-O0" gcc "-g -O0" lines.c lines_grammar.c && {
		each programs "$name" "$name.1"
		each options "$name" "$name.2"
		same -b "$name" "$name.1" "$name.1"
		random
		symbols
	}
	program "$prefix-O2" gcc "-g -O2" lines.c lines_grammar.c && some 2 programs "$name" "$name.1"
	program "$prefix-plain" gcc -O2 lines.c lines_grammar.c && some 2 programs "$name" "$name.1"
	program "$prefix-dwarf4" gcc "-gdwarf-4 -O1" walk.c && some 2 programs "$name" "$name.2"
	tool=$(missing "$triple-g++")
	if [ -n "$tool" ]; then
		skipped "$prefix-c++" "$tool is not installed"
	else
		program "$prefix-c++" g++ "-g -O2" shapes.cc && some 2 programs "$name" "$name.1"
	fi
	"$triple-strip" -o stripped "$prefix-O0.exe" && refused stripped "$prefix-O0.exe.1"
	debug_file "$prefix-O0.exe"
}

# random: cases with random options.
random() {
	GPROF=$gprof GPROWSE=$gprowse PROGRAM=$name "$top/tests/test_random" 1 1 8 >random.out
	status=$?
	ok $status "$name: random options"
	[ $status -eq 0 ] || sed 's/^/# /' random.out
}

# debug_file NAME: cases with symbols in a file of their own.
debug_file() {
	"$triple-objcopy" --only-keep-debug "$1" symbols.debug &&
		"$triple-objcopy" --add-gnu-debuglink=symbols.debug stripped linked || return
	same -b symbols.debug "$1.1"
	same -b -l -z symbols.debug "$1.1"
	"$gprowse" linked "$1.1" 2>&1 | grep -q 'moved to symbols.debug; give that file'
	ok $? "$1: the debug link is named"
}

# symbols: cases with a list of symbols, as nm prints it.
symbols() {
	"$triple-nm" "$name" | grep -i ' t ' >symbols
	same -b -S symbols "$name" "$name.1"
	"$gprowse" --view=functions -S symbols -z "$name" "$name.1" | grep -q '[[:space:]]main *$'
	ok $? "$name: main has no underscore"
}

machine i686 i686-w64-mingw32
machine x86_64 x86_64-w64-mingw32
cases_end
