#!/bin/sh
# test_source.sh - lines, calls and counts of programs that are compiled here
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

cp "$programs/sites.c" . && ${CC:-cc} -pg -g -O0 -o prog sites.c && ./prog || {
	skip_all "no compiler that knows -pg"
}

# view WORD...: runs "gprowse WORD..." with a time limit.
view() {
	timeout $patience "$gprowse" "$@" >out 2>messages
}

# calls: prints "LINE CALLS" for each line with calls of leaf, from the view of the source.
calls() {
	awk '/ → leaf / {
		sub(/.*×/, "", $NF)
		for (i = 1; i < NF; i++)
			if ($(i + 1) == "→" && $i ~ /^[0-9]+$/) {
				print $i, $NF
				break
			}
	}'
}

# title_lines: prints the number of lines that the title of the lines view shows, from the file out.
title_lines() {
	sed -n '1s/.*  \([0-9]*\) lines\{0,1\}\( .*\)\{0,1\}$/\1/p' out
}

# truth: prints "LINE CALLS", the calls of leaf that sites.c really makes.
truth() {
	grep -n 'leaf(1000);\|leaf(2000);\|leaf(3);' sites.c | sed 's/:.*/ 1/'
	grep -n 'leaf(i);' sites.c | sed 's/:.*/ 7/'
}

truth | sort -n >want
case $(uname -m) in
x86_64 | i?86 | aarch64 | arm* | riscv*)
	view --view=source prog && calls <out | sort -n | cmp -s - want
	ok $? "each call is on its line"
	view --view=calls --select=leaf prog \
		&& grep -q "sites.c:$(cut -d' ' -f1 want | paste -sd, -) " out
	ok $? "the view of calls has the lines"
	view --screen=80x24 --keys=':leaf<Enter><Enter>' prog && grep -q 'line *sites\.c' out
	ok $? "the source of the function is below its calls"
	view --screen=80x24 --keys=':leaf<Enter><Enter>vvgj' prog && ! grep -q 'line *sites\.c' out
	ok $? "v closes that source"
	view --screen=80x12 --keys=':leaf<Enter><Enter>' prog && grep -q 'calls of' out &&
		! grep -q 'line *sites\.c' out
	ok $? "a low screen shows only the calls"
	mkdir many && {
		echo 'static volatile int x; void leaf(void) { x++; } int main(void) {'
		for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo 'x = x * x + 3; leaf();'; done
		echo 'return 0; }'
	} >many/many.c
	(cd many && ${CC:-cc} -pg -g -O0 -o many many.c && ./many) &&
		view --view=calls --select=leaf many/many many/gmon.out &&
		grep -q 'many.c:2,.*,9 \.\.\. ' out &&
		view --view=calls --format=tsv --select=leaf many/many many/gmon.out &&
		grep -q "$(printf 'many.c:2,3,4,5,6,7,8,9,10,11,12,13\t')" out
	ok $? "data have all call sites, the text only some"
	mkdir ring && cat >ring/ring.c <<-'END'
		static int odd(int n);
		static int even(int n)
		{
			return n == 0 ? 1 : odd(n - 1);
		}
		static int odd(int n)
		{
			return n == 0 ? 0 : even(n - 1);
		}
		int main(void) { return even(4) - 1; }
	END
	(cd ring && ${CC:-cc} -pg -g -O0 -o ring ring.c && ./ring) &&
		view --screen=80x24 --keys='C/even<Enter>a' ring/ring ring/gmon.out &&
		tail -n 2 out | grep -q '^[23]:' &&
		view --screen=80x24 --keys='C/even<Enter>+/.*odd<Enter>a' ring/ring ring/gmon.out &&
		tail -n 2 out | grep -q '^4: calls odd .* 2 times' &&
		view --screen=80x24 --keys='C/even<Enter>e' ring/ring ring/gmon.out &&
		tail -n 2 out | grep -q '^edit .*/ring.c +[23]$' &&
		view --screen=80x24 --keys='C/even<Enter>vv' ring/ring ring/gmon.out &&
		grep -q 'return n == 0 ? 1 : odd(n - 1);' out &&
		view --screen=80x24 --keys='Ca' ring/ring ring/gmon.out &&
		tail -n 1 out | grep -q 'a cycle has no source'
	ok $? "members of a cycle, and calls inside, lead to their lines"
	view --screen=80x24 --keys=':even<Enter><Enter>ja<lt>' ring/ring ring/gmon.out &&
		tail -n 2 out | grep -q '; ring.c:4$'
	ok $? "the place of a call is the call site, not the beginning of the callee"
	;;
*) skipped "calls on their lines" "they are not recognised here" ;;
esac
if gprof --version >/dev/null 2>&1 && [ "$(uname -m)" = x86_64 ]; then
	gprof -b -A prog 2>/dev/null | sed -n 's/^ *\([1-9][0-9]*\) -> \(.*\)$/\1 \2/p' >gprofs
	view --view=source --format=tsv prog && awk -F'\t' '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
		NR > 1 && $at["entered"] > 0 { print $at["entered"], $at["text"] }' out >ours
	[ -s gprofs ] && cmp -s gprofs ours
	ok $? "where functions begin stands how often they were called, as with gprof -A"
	gprof -b -l -q prog | sed -n 's|.* \([0-9]*\)/10 .*sites.c:\([0-9]*\) .*|\2 \1|p' \
		| sort -n >gprofs
	[ -s gprofs ] && ! cmp -s gprofs want
	ok $? "gprof names other lines for the calls"
fi

# Functions that are folded or excluded are still callees of lines.
for keys in '' '=' ':leaf<Enter>x' ':leaf<Enter><Enter>kx'; do
	view --screen=100x24 --keys="$keys:sites.c:10<Enter>" prog \
		&& grep -q '^ *10  *[89]  *\({\|void leaf\)' out
	ok $? "calls of the function that begins on a line, after '$keys'"
done

# Debug information is not opened for a detail on the first screen.
view --screen=80x24 prog && ! tail -n 2 out | grep -q 'sites.c:' \
	&& view --screen=80x24 --keys=j prog && tail -n 2 out | grep -q 'sites.c:[0-9]'
ok $? "the first screen has no lines, the next screen has"

for flags in "-O1 -gdwarf-4" "-O2 -gdwarf-5" "-O2 -g1"; do
	rm -f gmon.out
	${CC:-cc} -pg $flags -fno-inline -o optimized sites.c && ./optimized
	view --view=source optimized
	[ "$(calls <out | awk '{ s += $2 } END { print s }')" = 10 ]
	ok $? "no call is lost with $flags"
done

# gcov reads the counts of gcc; the counts of clang have another format version.
rm -f gmon.out
gcc -pg -g -O0 --coverage -o counted sites.c 2>/dev/null && ./counted
if ls *.gcda >/dev/null 2>&1 && gcov --help 2>/dev/null | grep -q json-format; then
	view --view=source counted && grep -q '^ *3024 .* sink += i;' out \
		&& grep -q '^ *3034,10,3024 .*for (int i = 0; i < n; i++)' out && [ ! -s messages ]
	ok $? "execution counts by gcov, with branches"
	view -b -A counted && mv out plain && gprof -b -A counted >want 2>/dev/null \
		&& cmp -s want plain
	ok $? "-A alone is as gprof prints it, even if there are counts of gcov"
	view -b -A --gcov counted && grep -q '^        3024 -> .*sink += i;' out \
		&& grep -q '^3034,10,3024 -> .*for (int i = 0; i < n; i++)' out \
		&& grep -q '^ *[0-9]* *3034$' out && [ ! -s messages ]
	ok $? "-A --gcov has the count of every line"
	awk '/ -> / { sub(/ -> .*/, ""); n++; ran += $0 !~ /#/ }
		/Executable lines/ { ok += $1 == n }
		/Lines executed/ { ok += $1 == ran }
		END { exit ok != 2 }' out
	ok $? "-A --gcov says how many lines were executed"
	view -b -A --gcov -m 3000 counted && grep -q '^       ##### -> .*leaf(1000);' out
	ok $? "with --gcov, -m counts executions of lines"
	view -b -A --gcov=nowhere counted && cmp -s want out && grep -q 'gprowse: nowhere: ' messages
	ok $? "-A with --gcov=DIR without data is as gprof prints it, with a message"
	view --view=lines counted && view --view=files counted && grep -q 'sites.c' out
	ok $? "a file with nothing but counts is listed"
	mkdir data && mv ./*.gcda data/
	view --view=source counted && ! grep -q 3024 out
	ok $? "no counts without files of counts"
	cp ./*.gcno data/
	view --gcov=data --view=source counted && grep -q '^ *3024 ' out
	ok $? "--gcov=DIR"
	view --gcov=nowhere --view=source counted && grep -q 'leaf(1000)' out \
		&& grep -q 'gprowse: nowhere: ' messages
	ok $? "--gcov=DIR without data gives a message, and the rest is shown"
	mv data/*.gcda .
	sed 's/1000/1001/' sites.c >changed.c && cat changed.c >sites.c
	gcc -pg -g -O0 --coverage -o counted sites.c
	view --view=source counted && ! grep -q '3024' out && grep -q 'gprowse: .*\.gcda: ' messages
	ok $? "data of another build: a message names the file, and it is not used"
	rm -f ./*.gcda ./*.gcno
	cp "$programs/sites.c" .
fi

# The source was moved.
rm -f gmon.out
./prog
mkdir -p there/src && mv sites.c there/src/
view --view=source prog && grep -q "source not found" out && grep -q "$work/sites.c" out \
	&& [ "$(awk '$NF == "→"' out | wc -l)" -eq 0 ] && grep -q ' → leaf ' out
ok $? "a missing source: its lines are listed"
for how in "--path-map=$work=there/src" "-Ithere/src" "-I nowhere:there/src"; do
	view $how --view=source prog && grep -q 'leaf(1000);' out
	ok $? "found with ${how%%/*}"
done
GPROF_PATH=there/src view --view=source prog && grep -q 'leaf(1000);' out
ok $? "found with GPROF_PATH"
view --screen=80x24 --keys=':leaf<Enter>ao' prog && grep -q ': there/src/sites.c$' out
ok $? "o proposes it"
view --screen=80x24 --keys=':leaf<Enter>ao<Enter>' prog && grep -q 'leaf(1000);' out \
	&& grep -q -e 'to make this permanent: --path-map=' out
ok $? "o uses it"
view --path-map=x --view=source prog
[ $? -eq 1 ] && grep -q -e '--path-map=x' messages
ok $? "a malformed --path-map"
mv there/src/sites.c . && touch -d '+1 day' sites.c 2>/dev/null
view --screen=120x20 --keys=':leaf<Enter>a' prog && grep -q 'newer than the image' out
ok $? "a source newer than the image is reported"
mkfifo pipe.c && rm sites.c && mv pipe.c sites.c
view --view=source prog && grep -q "source not found" out
ok $? "a pipe is not read as a source"
rm sites.c && mkdir sites.c
view --view=source prog && grep -q "source not found" out
ok $? "a directory is not read as a source"
rmdir sites.c
truncate -s 300M sites.c
view --view=source prog && grep -q "sites.c: longer than 256 megabytes; not read; press o" out
ok $? "a text that is too long is not reported as missing"
rm sites.c
awk 'BEGIN { for (i = 1; i <= 500000; i++) print "line", i }' >sites.c
view --screen=80x24 --keys=':leaf<Enter>aG' prog && grep -q '500000   line 500000' out
ok $? "500000 lines"
cp "$programs/sites.c" .

# With truncated or damaged debug information, functions are still shown.
if objcopy --version >/dev/null 2>&1; then
	bad=0
	tried=0
	for section in line info abbrev str rnglists line_str; do
		objcopy -O binary --only-section=.debug_$section --set-section-flags \
			.debug_$section=alloc prog piece 2>/dev/null && [ -s piece ] || continue
		for fill in '\0' '\377' 'A'; do
			head -c $(($(wc -c <piece) / 2)) piece >broken
			head -c $(($(wc -c <piece) / 2)) /dev/zero | tr '\0' "$fill" >>broken
			objcopy --update-section .debug_$section=broken prog damaged 2>/dev/null
			tried=$((tried + 1))
			# All views are tried with one kind of damage, or with CHECK_WIDE with each.
			views='source calls'
			[ "$fill" != '\377' ] && [ -z "$CHECK_WIDE" ] ||
				views='source lines files functions calls'
			for what in $views; do
				view --view=$what damaged
				status=$?
				[ $status -le 1 ] && [ "$(wc -c <out)" -lt 1000000 ] \
					|| { bad=1; echo "# $section $fill $what: $status"; }
			done
			grep -q leaf out || { bad=1; echo "# $section $fill: no leaf"; }
		done
	done
	[ $bad -eq 0 ] && [ $tried -ge 9 ]
	ok $? "damaged debug info"
fi
strip -o bare prog && objcopy --only-keep-debug prog bare.debug 2>/dev/null &&
	objcopy --add-gnu-debuglink=bare.debug bare && {
	view --exact -b -p -q prog && mv out want && view --exact -b -p -q bare && cmp -s out want
	ok $? "symbols from the debug file of a stripped program"
	view -b -p -q prog && mv out want && view -b -p -q bare.debug && cmp -s out want &&
		[ ! -s messages ]
	ok $? "the debug file instead of the program"
	! view -b -p bare && grep -q 'moved to bare.debug; give that file' messages
	ok $? "by gprof's rules, a message names the debug file"
	echo text >bare.debug
	if nm -D --defined-only bare | grep -q ' [Tt] '; then
		skipped "a debug file that is not one" "main is a dynamic symbol here"
	else
		! view --exact -b -p bare && grep -q 'moved to bare.debug; give that file' messages
		ok $? "a debug file that is not one: a message says that there are no symbols"
	fi
}
strip -g -o stripped prog && view --view=lines stripped && view --view=files stripped
ok $? "without debug information: no lines"
view --view=source stripped
[ $? -eq 1 ] && grep -q 'compile with -g' messages
ok $? "without debug information: no source, with a message"

# The key = folds functions of the same file, then of the same directory.
mkdir -p one two
echo 'int a1(int i) { return i; } int a2(int i) { return a1(i) + 1; }' >one/a.c
echo 'int c1(int i) { return i; } int c2(int i) { return c1(i) + 1; }' >two/c.c
echo 'int a2(int), c2(int); int b1(int i) { return a2(i) + c2(i); }
	int d1(int); int main(void) { return b1(1) + d1(1) == 0; }' >two/b.c
echo 'int d1(int i) { return i; }' >one/d.c
rm -f gmon.out
${CC:-cc} -pg -g -O0 -o folders one/a.c one/d.c two/b.c one/../two/c.c 2>messages && ./folders
view --screen=100x20 --keys='=' folders && grep -q 'folded: files' out &&
	grep -q 'file: functions defined in it' out && grep -q ' a\.c ' out && grep -q ' b\.c ' out &&
	grep -q ' d\.c ' out
ok $? "functions folded by file"
view --screen=100x20 --keys='==' folders && grep -q 'folded: directories' out &&
	grep -q ' one/ ' out && [ "$(grep -c ' two/ ' out)" -eq 1 ] && ! grep -q '\.\.' out
ok $? "functions folded by directory"
view --screen=100x20 --keys='F' folders && grep -q 'file: its lines / function' out
ok $? "files say that they count lines"

if ${CXX:-c++} --version >/dev/null 2>&1; then
	for flags in -O0 -O2; do
		rm -f gmon.out
		${CXX:-c++} -pg -g $flags -o shapes "$programs/shapes.cc" 2>messages && ./shapes >out
		view --view=files shapes && grep -q 'shapes.cc' out && view --view=lines shapes \
			&& [ "$(sed 1,2d out | grep -c .)" -eq "$(title_lines)" ] \
			&& view --view=source --select=main shapes \
			&& grep -q 'int$\|main(' out && grep -q ' → ' out
		ok $? "C++ with $flags"
	done
fi
# More files match than the list keeps.  The last one has a shorter common beginning with the
# others.
awk 'BEGIN {
	print "events: Ir"
	for (i = 0; i < 2001; i++)
		printf "fl=/s/x.y%s.c\nfn=f%d\n1 1\n", (i < 2000 ? 1 i : 2), i
}' >many.cg
"$gprowse" --screen=80x24 '--keys=:x.<Tab>' many.cg >out 2>messages
holds "a name is completed to what all files have" grep -q ': x\.y *$' out
cases_end
