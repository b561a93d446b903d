#!/bin/sh
# oracle_lines.sh - compare listings of lines and annotated source with gprof's, byte for byte
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
#	oracle_lines.sh		as make check does
#	ORACLE_CC=clang ORACLE_CXX=clang++ oracle_lines.sh

. "${srcdir:-.}/tests/oracle_common.sh"

# Like gprowse's listings, gprof 2.40 misreads the file numbers of DWARF 5; later versions do not.
debug_format= formats="4 5"
case $version in
2.40*) ;;
*) debug_format=-gdwarf-4 formats=4 ;;
esac
ulimit -f 262144
cp "$programs"/lines* "$programs/updcrc.c" .

# on_amd64 STATUS NAME: a case that depends on the compiler's code; skipped on other machines.
on_amd64() {
	if [ "$(uname -m)" = x86_64 ]; then
		ok "$@"
	else
		n=$((n + 1))
		echo "ok $n - $2 # SKIP not amd64"
	fi
}

# The options for each program of the same sources, and some for every second one of them.
cat >always <<'END'
-l -C -z
-A -C --inline-file-names -z
END
cat >often <<'END'
-l
-l -A -x -z
END

# differs IMAGE: the cases of a program that differs only in compiler flags.
differs() {
	each always "$1" "$1.gmon"
	some 2 often "$1" "$1.gmon"
}

# Lines of optimized code, in two versions of DWARF.
for dwarf in $formats; do
	for level in 0 1 2 3; do
		flags="-g -gdwarf-$dwarf -O$level"
		build "c$dwarf-O$level" "$cc" "$flags" lines.c lines_grammar.c &&
			differs "$name"
		build "cc$dwarf-O$level" "$cxx" "$flags" lines.cc &&
			differs "$name"
	done
done
usual=c$dwarf-O0

# Programs changed by the linker, and code without lines.
for flags in "-O2 -g -flto" "-O2 -g -no-pie -fno-pie" "-Os -g -gz" \
	"-O0 -g -ffunction-sections -Wl,--gc-sections" "-O1 -g1"; do
	build "c$(echo "$flags" | tr -d ' ,')" "$cc" "$flags" lines.c lines_grammar.c &&
		differs "$name"
done
"$cc" -pg -O1 -c lines_grammar.c && build half "$cc" "-O1 -g" lines.c lines_grammar.o &&
	differs half
build none "$cc" "-O1" lines.c lines_grammar.c && differs none
build asm "$cc" "-O0 -g" lines_asm.c && differs asm
if build late "$cc" "-O1 -g" lines_late.c; then
	case $version in
	2.40*) differs late ;;		# later versions find all of its lines
	esac
	"$gprowse" -b -C -z late late.gmon >got 2>&1
	grep -q 'lines_late.c:4: (last:' got && grep -q 'unknown.* (early:' got
	on_amd64 $? "lines outside the ranges of their unit"
fi

# Some programs for bare machines have sections but no segments, as object files do.
# without_segments FILE: removes the program headers of FILE.
without_segments() {
	case $(dd if="$1" bs=1 skip=4 count=1 2>/dev/null | od -An -tu1) in
	*2*)	at=32 size=8 more=54 ;;
	*)	at=28 size=4 more=42 ;;
	esac
	dd if=/dev/zero of="$1" bs=1 seek=$at count=$size conv=notrunc 2>/dev/null &&
		dd if=/dev/zero of="$1" bs=1 seek=$more count=4 conv=notrunc 2>/dev/null
}
for flags in "-O0 -g -no-pie" "-O2 -g -no-pie -gz"; do
	build "bare$(echo "$flags" | tr -d ' ')" "$cc" "$flags" lines.c lines_grammar.c &&
		without_segments "$name" && differs "$name"
done

# Every option, alone and with others.
cat >options <<'END'
-l -p
-l -q
-l -z
-l -T
-l -T -z
-l -c -z
-l -a -z
-l -D -z
-l -r
-l -b
-l -L
-l -L -T
-l -w 40
-l -w 200 -L
-l --no-demangle
-l -C
-l -p -q -C -A -i
-l -S symbols
-l -S symbols -A -C -z
-l -R map -z
-l -i
-i
-i -p
-i -q -C
--line
--file-info
--inline-file-names
--inline-file-names -q -L
--inline-file-names -T
--inline-file-names -z -w 120
--inline-file-names -S symbols
-L
-L -q -w 200
--print-path
-C
-C -z
-C -L
-C -T
-Cloop
-Zloop
-Z
-Z -C
-C -Z
-Clines.h -z
-Zlines.h -z
-C -S symbols -z
--exec-counts
--exec-counts=loop
--no-exec-counts
--no-exec-counts=loop
-A
-A -z
-A -L
-A -p -q
-A -S symbols
-Aloop
-Jloop
-J
-J -A
-A -J
-Alines.h
-Jlines.h
-Alines.h:14
-A:14 -z
-A14 -z
-Alines_grammar.c -z
-Agrammar.y -z
-Anone.c
--annotated-source
--annotated-source=lines.c
--no-annotated-source
--no-annotated-source=lines.c
-A -t 2
-A -t 0
-A -t -3
-A -t x
-A -t 100
-A --table-length=1
-A -m 1000
-A -m 0 -z
-A -m -1
-A --min-count 5 -x
-A -x
-A --all-lines
-l -A
-l -A -z -t 3
-l -A -m 100
-l -Aloop
-l -A -C
-l -Alines.h
-l -plines.h
-l -plines.c -qlines.h
-l -ploop
-l -Ploop
-l -pinlined
-l -Pinlined
-l -qloop
-l -Qloop
-l -qloop/grammar
-l -Qlines.c/lines.h
-l -qlines.c:/lines.h:
-l -k loop/from_header
-l -k lines.c/lines.h
-l -k factorial/factorial
-l -E from_header
-l -e loop -z
-l -F loop
-l -f lines.h
-l -n loop
-l -N lines.h:8
-l -p:14
-l -p14 -q14
-l -q even/odd
-plines.h
-plines.c
-plines.c:loop
-plines.c:12
-p:12
-p12
-pgrammar.y
-pnone.c
-Plines.h
-qlines.h
-qlines.c/lines.h
-Qlines.c/lines.h
-qlines.c:loop/lines.h:
-k lines.c/lines_grammar.c
-e lines.h -E lines_grammar.c
-F lines.c:loop
-n lines.h
-r -qlines.c/lines.h
END
for name in $usual c4-O2; do
	nm $name | sed -n 's/^\([0-9a-f]* [A-Za-z?] [^ @]*\).*/\1/p' >symbols
	nm $name | awk '$2 ~ /[Tt]/ { print "obj" int(NR / 4) ".o:" $1 " " $2 " " $3 }' >map
	if [ $name = $usual ]; then
		each options $name $name.gmon
	else
		some 3 options $name $name.gmon
	fi
done

# same_files OPTION...: a case that passes if gprof and gprowse write the same annotated sources to
# separate files.
same_files() {
	rm -rf theirs ours
	mkdir theirs ours
	(cd theirs && "$gprof" -b "$@" ../$usual ../$usual.gmon >out 2>/dev/null)
	(cd ours && "$gprowse" -b "$@" ../$usual ../$usual.gmon >out 2>/dev/null)
	ls theirs | grep -q -e -ann && diff -r theirs ours >differences
	status=$?
	ok $status "files: $*"
	[ $status -eq 0 ] || sed 's/^/# /' differences | head -n 20
}
same_files -A -y
same_files -A -y -z -t 3
same_files -l -A --separate-files -x
same_files -l -y -Alines.h -p
mkdir blocked && ln -s "$work/untouched" blocked/lines.c-ann
(cd blocked && "$gprowse" -b -A -y ../$usual ../$usual.gmon >out 2>messages)
[ $? -eq 0 ] && [ ! -e untouched ] && grep -q 'lines.c-ann' blocked/messages
ok $? "files: a symbolic link is not followed"

# Sources in other directories, missing sources and changed sources.
mkdir -p build/a b c
cp lines.h lines_grammar.c build
cp lines.c build/a
(cd build && build ../moved "$cc" "-O1 -g -fdebug-prefix-map=$work/build=." \
	-I. a/lines.c ./lines_grammar.c && mv ../moved.gmon moved.gmon)
name=moved
if [ -s build/moved.gmon ]; then
	same -b -A -z moved build/moved.gmon
	same -b -l -A -z -I build moved build/moved.gmon
	same -b -A -z -I none:build moved build/moved.gmon
	same -b -A -I none -I build/a:b moved build/moved.gmon
	GPROF_PATH=build:build/a
	export GPROF_PATH
	same -b -A -z moved build/moved.gmon
	cp lines.h b && echo '/* the end, without a newline */' | tr -d '\n' >>b/lines.h
	printf 'only one line' >c/lines.c
	same -b -A -z -I b moved build/moved.gmon
	same -b -l -A -x -z -I c:b moved build/moved.gmon
	: >c/lines_grammar.c
	same -b -A -z -I c moved build/moved.gmon
	unset GPROF_PATH
fi

# append_blocks ADDRESS COUNT...: appends basic blocks to the profile updcrc.gmon.
append_blocks() {
	awk 'function bytes(x, n,   s) {
			for (; n > 0; n--) {
				s = s sprintf("\\%03o", x % 256)
				x = int(x / 256)
			}
			return s
		}
		BEGIN {
			printf "\\002%s", bytes((ARGC - 1) / 2, 4)
			for (i = 1; i < ARGC; i++)
				printf "%s", bytes(ARGV[i] + 0, 8)
		}' "$@" >blocks
	printf "$(cat blocks)" >>updcrc.gmon
}

# line N [OFFSET]: prints the first address of line N of updcrc.c, plus OFFSET.
line() {
	while read -r number address; do
		[ "$number" -ne "$1" ] || break
	done <addresses
	echo $((0x$address + ${2:-0}))
}

name=updcrc
if build updcrc "$cc" "-O0 -g" updcrc.c; then
	cp updcrc.gmon plain.gmon
	"$gprof" -b -l -C -z updcrc updcrc.gmon 2>/dev/null |
		sed -n 's/.*updcrc.c:\([0-9]*\): (updcrc:0x\([0-9a-f]*\)).*/\1 \2/p' >addresses
	append_blocks $(line 14) 2 $(line 15) 1 $(line 17) 1 $(line 18 1) 1 \
		$(line 19) 26312 $(line 20) 26312 $(line 20 1) 1 $(line 20 2) 26311 \
		$(line 22) 2 $(line 23) 2
	for options in "" "-x" "-x -z" "-x -m 2" "-m 26312" "-t 3" "-C" "-C -z" "-p -C" "-p -q"; do
		same -b -l -A $options updcrc updcrc.gmon
		same -b -l $options updcrc updcrc.gmon
		same -b $options updcrc updcrc.gmon
	done
	"$gprowse" -b -l -A -x updcrc updcrc.gmon 2>/dev/null >got
	grep -q '^       26312 -> 	*c = crc_table' got &&
		grep -q '^26312,1,26311 ->	*} while (--n);' got &&
		[ "$(grep -c '^           2 -> ' got)" -eq 5 ] &&
		[ "$(grep -c '^           1 -> ' got)" -eq 3 ]
	on_amd64 $? "blocks: every line of updcrc has its counts"
	[ "$("$gprowse" -b -C updcrc updcrc.gmon 2>&1 >/dev/null | grep -c -e '-l')" -eq 1 ]
	ok $? "blocks: without -l they are ignored, with a message"

	# Repeated blocks, twelve blocks on one line, no blocks, and a profile of blocks only.
	append_blocks $(line 20) 1 $(line 20 2) 4000000000 $(line 22) 5 1 7
	same -b -l -A -x updcrc updcrc.gmon
	append_blocks $(for i in 0 1 2 3 4 5 6 7 8 9 10 11; do line 19 $i; echo $((100 + i)); done)
	for options in "-x" "" "-x -z -C"; do
		same -b -l -A $options updcrc updcrc.gmon
	done
	same -b -l -A -x updcrc updcrc.gmon updcrc.gmon
	same -b -i updcrc updcrc.gmon plain.gmon
	cp plain.gmon updcrc.gmon
	append_blocks
	same -b -l updcrc updcrc.gmon
	head -c 20 plain.gmon >updcrc.gmon
	append_blocks $(line 19) 4 $(line 14) 2
	for options in "" "-l" "-l -z" "-C" "-l -C" "-Z" "-l -A -x -z" "-i" "-l -p" "-l -q"; do
		same -b $options updcrc updcrc.gmon
	done
fi

# gprof stops if its two passes differ; gprowse uses the result of the second pass.
build shapes "$cxx" "-O2 -g" "$programs/shapes.cc" && {
	"$gprof" -b -l shapes shapes.gmon >/dev/null 2>want.err
	"$gprowse" -b -l -C -z shapes shapes.gmon >got
	status=$?
	if grep -q miscounted want.err; then
		[ $status -eq 0 ] && [ "$(wc -l <got)" -gt 500 ]
		ok $? "shapes: lines although gprof miscounts"
	else
		same -b -l -C -z shapes shapes.gmon
	fi
	same -b -A -z -C --inline-file-names shapes shapes.gmon
}

# With --exact, calls have the lines of their call sites, where gprof names earlier lines.
name=$usual
"$gprowse" --exact -b -l -q $name $name.gmon >got
"$gprof" -b -l -q $name $name.gmon >want
differ=0
for call in 'loop(1000)' 'factorial(5)' 'even(7)' 'distant(10)' 'from_header(i)' 'grammar(3)'; do
	line=$(grep -n -F "$call" lines.c | cut -d : -f 1)
	grep -q "[0-9]/[0-9].* (lines.c:$line @" got
	ok $? "exact: $call is called on line $line"
	grep -q "[0-9]/[0-9].* (lines.c:$line @" want || differ=$((differ + 1))
done
[ $differ -gt 0 ]
on_amd64 $? "exact: gprof has $differ of them wrong"
# last ARGUMENT...: prints the last cumulative time of the flat profile.
last() {
	"$gprowse" --exact -b -p "$@" | awk 'NF > 2 { last = $2 } END { print last }'
}
[ "$(last $name $name.gmon)" = "$(last -l $name $name.gmon)" ]
ok $? "exact: lines have as much time as functions"
for options in "-l -z" "-l -A -x -z" "-A -z" "-C -z -l" "-C" "--inline-file-names" "-l -c -z" \
	"-l -plines.h" "-plines.c:12" "-l -k lines.c/lines.h" "-l -a -D"; do
	"$gprowse" --exact -b $options $name $name.gmon >got 2>&1 && [ -s got ]
	ok $? "exact: $options"
done

# Debug information of functions that the linker removed covers addresses from 0 on.  It must not
# give lines to functions that remain.
awk 'BEGIN {
	print "volatile int sink;"
	for (f = 0; f < 2; f++) {
		print "int", f ? "kept" : "dropped", "(int n) {"
		for (i = 0; i < 400; i++)
			printf "\tif (n > %d) sink += n * %d;\n", i, i
		print "\treturn n;\n}"
	}
	print "int main(void) { for (int i = 0; i < 1000; i++) kept(i); return 0; }"
}' >ghost.c
name=ghost
if build ghost "$cc" "-O0 -g -ffunction-sections -Wl,--gc-sections" ghost.c; then
	"$gprowse" --exact -b -l -C -z ghost ghost.gmon |
		sed -n 's/.*ghost.c:\([0-9]*\): (kept:.*/\1/p' | sort -n >got
	[ "$(wc -l <got)" -ge 400 ] && [ "$(head -n 1 got)" -gt 400 ]
	ok $? "exact: no lines of removed functions"
fi

cases_end
