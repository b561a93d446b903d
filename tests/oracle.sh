#!/bin/sh
# oracle.sh - compare the listings of gprowse and gprof byte for byte, on programs compiled here
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
#	oracle.sh		as make check does
#	ORACLE_CC=clang ORACLE_CXX=clang++ oracle.sh
#
# Each case compares standard output and exit status of "gprowse OPTIONS" and "gprof OPTIONS",
# not standard error.

. "${srcdir:-.}/tests/oracle_common.sh"

# Options, alone and in combinations.  $A calls $B, $C is static, and the name of $D is not a C
# identifier.
cat >options <<'END'

-p
-q
-p -q
-q -p -z
-z
-T
-T -p
-T -q
-T -z
-B
-B -p
-P
-Q
-P -Q
-p -P
-P -p
-Q -q
-p"$A"
-p"$A" -p"$B"
-P"$A"
-P"$A" -P"$B"
-p"$A" -P"$A"
-q"$A"
-Q"$A"
-q"$A" -Q"$B"
-q"$A/$B"
-q"/$B"
-q"$A/"
-Q"$A/$B"
-Q"$A/$B" -Q"$A/$C"
-pnosuch
-Pnosuch
-qnosuch -pnosuch
-e "$A"
-e "$A" -e "$B"
-E "$A"
-E "$B" -e "$C"
-f "$A"
-f "$A" -f "$C"
-F "$A"
-F "$B" -F "$C"
-f "$A" -e "$B"
-F "$A" -E "$B"
-k "$A/$B"
-k "$A/$B" -k "$A/$C"
-k "$B/$C" -k "$A/$B"
-k "/$B"
-k "$A/"
-n "$A"
-n "$A" -n "$C"
-N "$A"
-N "$B" -n "$A"
-N main
-e main
-F main
-k main/"$A"
-q:"$D"
-p:"$D"
-e :"$D"
-a
-a -z
-a -T
-D
-D -z
-a -D -z
-c
-c -z
-c -T -z
-c -q -e "$A"
-r
-r -p
-w 40
-w40 -q
-w 1
-w 200
-w 0
-b -b
-S symbols
-S symbols -z
-S symbols -a -q
-R map
-R map -z
-R map -a -p
--flat-profile
--flat-profile="$A"
--flat-profile "$A"
--graph
--graph="$A"
--graph="$A/$B"
--no-flat-profile
--no-flat-profile="$A"
--no-graph
--no-graph="$A"
--no-graph="$A/$B"
--brief
--no-static -z
--static-call-graph
--ignore-non-functions
--time="$A"
--time "$A"
--no-time="$A"
--no-time "$A" -p
--function-ordering
--file-ordering=map
--external-symbol-table symbols
--traditional
--width=50
--width 50
--display-unused-functions
--fl
--gra --trad
--disp
--no-f
--no-st
--no-dem
--stat
--func
--file-o map
--ext=symbols
--wid=30
--tim="$A"
--dem=none
-pz
-zp
-bzTa
-bqe "$A"
-pe
@answers
@answers -q
END
cat >demangling <<'END'
--demangle
--demangle=auto
--demangle=none
--demangle=gnu-v3
--demangle=java
--demangle=gnat
--demangle=dlang
--demangle=rust
--no-demangle
--no-demangle --demangle
--demangle=none --demangle
--demangle=rust --no-demangle --demangle
END

# Fewer options, for programs that differ only in compiler flags.
cat >basic <<'END'
-z
-c -z
END
cat >few <<'END'
-T -z
-p
-q
-a
-D -z
-r
-e "$A"
-F "$A"
-k "$A/$B"
-E "$B"
-Q"$A"
-n "$C" -z
--no-demangle
-p"$A" -q"$B"
END

# differs IMAGE: the cases of a program that differs only in compiler flags.
differs() {
	each basic "$1" "$1.gmon"
	some 4 few "$1" "$1.gmon"
}

# An option file, named after @, with blanks, both kinds of quotes and backslashes.
cat >answers <<'END'
-p   '-w'
"40"	-\z
END

# tables IMAGE: makes files for the options -S and -R.
tables() {
	nm "$1" | sed -n 's/^\([0-9a-f]* [A-Za-z?] [^ @]*\).*/\1/p' >symbols
	nm "$1" | awk '$2 ~ /[Tt]/ { print "obj" int(NR / 4) ".o:" $1 " " $2 " " $3 }
		END { print "No symbols in none.o"; print "unused.o:0 T nothing" }' >map
}

echo "# gprof $version"
A=warm B=burn C=even D=by_size.1

build walk "$cc" "-O0 -g" "$programs/walk.c" && {
	tables walk
	each options walk walk.gmon
	each demangling walk walk.gmon
	cp walk.gmon second.gmon
	cp walk.gmon third.gmon
	same -b walk walk.gmon second.gmon
	same -b -T -z walk walk.gmon second.gmon third.gmon
	same -b walk.gmon walk
	same walk -b walk.gmon -p
	same -b -- walk walk.gmon
	same -b -p walk -q walk.gmon -z
	cp walk a.out
	cp walk.gmon gmon.out
	same -b
	same -b -z a.out
	input=walk.gmon
	cp walk.gmon input
	same -b walk -
	same -b walk walk.gmon -
	: >input
	POSIXLY_CORRECT=1
	export POSIXLY_CORRECT
	same -b walk walk.gmon -p
	unset POSIXLY_CORRECT
}
build walk-O2 "$cc" "-O2" "$programs/walk.c" && differs walk-O2
build walk-O0-nopie "$cc" "-O0 -no-pie -fno-pie" "$programs/walk.c" && {
	tables walk-O0-nopie
	some 3 options walk-O0-nopie walk-O0-nopie.gmon
	some 3 demangling walk-O0-nopie walk-O0-nopie.gmon
}
build walk-O2-nopie "$cc" "-O2 -g -no-pie -fno-pie" "$programs/walk.c" &&
	differs walk-O2-nopie
build walk-static "$cc" "-O1 -static" "$programs/walk.c" && differs walk-static

A=find_first B=power C=distance D=search.part.0
for flags in "-O2 -g" "-O2 -no-pie -fno-pie" "-O3 -g3" "-Os -g -gdwarf-4"; do
	name=clones$(echo "$flags" | tr -d ' ')
	build "$name" "$cc" "$flags" "$programs/clones.c" && differs "$name"
done

A=hot B=behind C=behind_static D=dotted.1
for flags in "-O0" "-O2 -g -ffunction-sections" "-O1 -no-pie -fno-pie -g"; do
	name=sections$(echo "$flags" | tr -d ' ')
	build "$name" "$cc" "$flags" "$programs/sections.c" "$programs/labels.S" &&
		differs "$name"
done

A=_Z7descendiRKSt8functionIFiiEE
B=_ZN8geometry12_GLOBAL__N_16hiddenEm
C=_ZNK8geometry7regularIiLi3EE4areaEv
D=_ZL8describeRKSt3mapISsSt6vectorIiSaIiEESt4lessISsESaISt4pairIKSsS2_EEE
build shapes "$cxx" "-O0 -g" "$programs/shapes.cc" && {
	tables shapes
	some 3 options shapes shapes.gmon
	each demangling shapes shapes.gmon
}
for flags in "-O2 -g" "-O0 -no-pie -fno-pie" "-O2 -no-pie -fno-pie" "-O1 -g -std=c++20"; do
	name=shapes$(echo "$flags" | tr -d ' ')
	build "$name" "$cxx" "$flags" "$programs/shapes.cc" && differs "$name"
done

# Files that are truncated, empty, of another format or missing.
name=damaged
size=$(wc -c <walk.gmon)
arcs=$((size - 21 * ((size - 21 - 45) / 21 / 3)))
for cut in 0 1 3 4 10 19 20 21 30 40 59 60 61 100 101 $arcs $((size - 21)) $((size - 20)) \
	$((size - 5)) $((size - 1)); do
	head -c $cut walk.gmon >cut.gmon
	same -b walk cut.gmon
	same -b -z -p walk walk.gmon cut.gmon
done
{ cat walk.gmon; printf '\3'; } >tag.gmon
{ cat walk.gmon; printf 'gmon.out'; } >tail.gmon
{ printf 'gmon\2\0\0\0'; tail -c +9 walk.gmon; } >version.gmon
{ printf 'gmon\0\0\0\0'; tail -c +9 walk.gmon; } >zero.gmon
{ cat walk.gmon; tail -c +21 walk.gmon; } >twice.gmon
for file in tag tail version zero twice missing; do
	same -b walk $file.gmon
done
mkdir directory
same -b walk directory
same -b directory walk.gmon
same -b missing walk.gmon
same -b walk.gmon walk.gmon
same -b "$programs/walk.c" walk.gmon
strip -o stripped walk
same -b stripped walk.gmon
same -b -p -q walk shapes.gmon
same -b walk walk.gmon shapes.gmon
objcopy --rename-section .text=code walk notext 2>/dev/null && same -b notext walk.gmon
echo "This is no profile; it is some lines of text." >text
name=foreign
word=$((4 * $(od -An -tu1 -j4 -N1 walk)))	# bytes of an address: 4 or 8
# In 32 bits both programs have the same addresses, so the profile of one fits the other.
[ "$word" -eq 4 ] || refused -b shapes walk.gmon
refused -b walk text
refused -b walk walk
refused -b -p walk walk.gmon text

# Profiles with only a histogram or only arcs.
name=parts
start=$((20 + 1 + 2 * word + 8 + 16))
head -c $start walk.gmon >head.gmon
bins=$(od -An -tu4 -j$((start - 24)) -N4 walk.gmon | tr -d ' ')
head -c $((start + 2 * bins)) walk.gmon >histogram.gmon
{ head -c 20 walk.gmon; tail -c +$((start + 2 * bins + 1)) walk.gmon; } >arcs.gmon
A=warm B=burn C=even
for file in histogram arcs; do
	for options in "" "-p" "-q" "-p -q" "-z" "-T" "-T -p" "-T -q" "-c -z" "-r" "-P" "-Q" \
		"-p$A" "-q$A" "-F$A"; do
		same -b $options walk $file.gmon
	done
done
same -b walk arcs.gmon histogram.gmon
same -b walk histogram.gmon arcs.gmon

# Wrong usage, and outputs of gprof that gprowse does not imitate.
name=usage
same -b -r -R map walk walk.gmon
same -b --bogus walk walk.gmon
same -b --no- walk walk.gmon
same -b -g walk walk.gmon
same -b -e
same -b -w
same -b --width
same -b --graph= walk walk.gmon
same -b --brief=yes walk walk.gmon
same -b --demangle=klingon walk walk.gmon
same -b -S missing walk walk.gmon
same -b -S /dev/null walk walk.gmon
same -b -R missing walk walk.gmon
same -b -R answers walk walk.gmon
same -b @missing walk walk.gmon
same -b -w x walk walk.gmon
same -b -w -3 walk walk.gmon
same_status -h
same_status --help
same_status -v
same_status --version
same_status -v -b walk walk.gmon
same_status walk walk.gmon
same_status -p walk walk.gmon

cases_end
