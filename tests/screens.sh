#!/bin/sh
# screens.sh - compare golden screens with the screens of the program
#
# screens/NAME.screen is the screen after the keys in screens/NAME.keys.  A .keys file has one line:
# LOCALE SIZE KEYS.  A second line may have the operands of gprowse instead of "cfd gmon.out":
#
#	cfd gmon.out		the profile of story.h
#	interp interp.gmon	an interpreter: few calls share the time of its cycle
#	callers callers.gmon	functions whose callers call them equally often
#	callers.folded		for --check: which callers have the time
#	pack pack.gmon		a program with source lines and an inlined function (make_pack.c)
#	pack pack.gmon.gz	the same, compressed
#	pack runs		a directory with three profiles, one of which is of another program
#	parser.folded		folded stacks, with recursion
#	heap.pb			a profile of pprof, with four types of samples and labels
#	parser-new.folded	the same program after a change, for --compare
#	difference.folded	the difference of two profiles
#	parser.callgrind	costs of calls, with a cycle and two objects
#	words.callgrind		costs of calls, with the sources words.c and words.h
#	words-new.callgrind	the same program after a change, with the source words-new.c
#
# Screens whose names do not begin with "profiler" also show the time of counting calls.
#
# tests/test_source_views.c tests the screens without a .keys file.
#
#	top_builddir=build tests/screens.sh	print differences
#	top_builddir=build tests/screens.sh -a	accept them: write the .screen files, also new ones
#
# SPDX-License-Identifier: GPL-3.0-or-later

srcdir=${srcdir:-.}
top=$(cd "${top_builddir:-.}" && pwd)
program=$top/gprowse
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' HUP INT TERM
n=0
bad=0

if [ ! -x "$top/tests/make_story" ] || [ ! -x "$top/tests/make_pack" ]; then
	echo "1..0 # SKIP build $top/tests/make_story and make_pack, or set top_builddir"
	exit 77
fi
(cd "$tmp" && "$top/tests/make_story" cfd gmon.out &&
	"$top/tests/make_story" interp interp.gmon interpreter &&
	"$top/tests/make_story" callers callers.gmon callers && "$top/tests/make_pack" && mkdir runs &&
	cp pack.gmon runs/gmon.out.101 && cp pack.gmon runs/gmon.out.102 &&
	cp gmon.out runs/gmon.out.103) || exit 99
cp "$srcdir"/tests/screens/parser[.-]* "$srcdir"/tests/screens/words[.-]* \
	"$srcdir"/tests/screens/difference.folded "$srcdir"/tests/screens/callers.folded "$tmp" || exit 99
gzip -dc "$srcdir/tests/pprof/heap.pb.gz" >"$tmp/heap.pb" || exit 99
gzip -c "$tmp/pack.gmon" >"$tmp/pack.gmon.gz" 2>/dev/null || gzip=missing
grep -q '^#define HAVE_ZLIB 1' "$top/config.h" || gzip=missing
if [ "$(LC_ALL=C.UTF-8 locale charmap 2>/dev/null)" = UTF-8 ]; then
	utf8=C.UTF-8
else
	utf8=
fi

for keys in "$srcdir"/tests/screens/*.keys; do
	name=${keys##*/}
	name=${name%.keys}
	n=$((n + 1))
	operands=
	{ read -r locale size presses; read -r operands; } <"$keys"
	if [ "$locale" = UTF-8 ]; then
		locale=$utf8
		if [ -z "$locale" ]; then
			echo "ok $n - $name # SKIP no UTF-8 locale here"
			continue
		fi
	fi
	case $operands in
	*.gz)
		if [ -n "${gzip-}" ]; then
			echo "ok $n - $name # SKIP no zlib, or there is no gzip"
			continue
		fi
	esac
	case $name in
	profiler*) shows=hide ;;
	*) shows=show ;;
	esac
	# The operands are words.
	(cd "$tmp" && LC_ALL=$locale "$program" --profiler=$shows --screen="$size" \
		--keys="$presses" ${operands:-cfd gmon.out}) >"$tmp/screen" 2>"$tmp/said"
	status=$?
	if [ $status -eq 0 ] && cmp -s "$tmp/screen" "$srcdir/tests/screens/$name.screen"; then
		echo "ok $n - $name"
		continue
	fi
	case ${1-}$status in
	-a0) cp "$tmp/screen" "$srcdir/tests/screens/$name.screen" ;;
	esac
	bad=$((bad + 1))
	echo "not ok $n - $name (status $status)"
	sed 's/^/# /' "$tmp/said"
	diff -u "$srcdir/tests/screens/$name.screen" "$tmp/screen" | sed 's/^/# /'
done
echo "1..$n"
[ $bad -eq 0 ]
