#!/bin/sh
# test_record_gmon.sh - what gprowse record leaves: cut files, a gmon.out for gprof, a last line
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
[ -e "$top/libgprowse.so" ] || skip_all "libgprowse.so was not built"
${CC:-cc} -O1 -pg -g -pie -fPIE -o pie "$programs/recorded.c" -lpthread 2>cc.log &&
	${CC:-cc} -O1 -pg -g -no-pie -fno-pie -o fixed "$programs/recorded.c" -lpthread 2>>cc.log ||
	skip_all "$CC builds no program with -pg: $(head -n 1 cc.log)"

# calls FUNCTION: prints the calls of FUNCTION in the flat profile of gprof, in the file out.
calls() {
	awk -v name="$1" '$NF == name && NF >= 6 { print $4; exit }' out
}

# callers FUNCTION: prints the callers of FUNCTION in the call graph of gprof, in the file out.
callers() {
	awk -v name="$1" '
		/^----/ { list = "" }
		/^\[/ { if ($0 ~ " " name " \\[[0-9]+\\]$") { print list; exit } }
		/^ / { list = list $(NF - 1) " " }' out | sed 's/ $//'
}

for program in pie fixed; do
	rm -rf gprowse.data gprowse.data.old
	"$gprowse" record -F 1000 ./$program spin >said 2>&1
	holds "$program: nothing is printed" [ $? -eq 0 -a ! -s said ]
	holds "$program: no gmon.out in the current directory" [ ! -e gmon.out ]
	if needs "$program: gprof" gprof binutils; then
		for options in '-b' '-b -p' '-b -q' '-b -l -p' '-b -z -c' '-b -i'; do
			gprof $options ./$program gprowse.data/gmon.out >want 2>&1
			"$gprowse" $options ./$program gprowse.data/gmon.out >out 2>&1
			cmp want out >differences
			ok $? "$program: gprof $options"
		done
	fi
	"$gprowse" -b ./$program gprowse.data/gmon.out >out
	holds "$program: calls of both threads" [ "$(calls leaf)" = 100000 -a "$(calls middle)" = 100 ]
	holds "$program: calls of parent and child" [ "$(calls leave)" = 2 -a "$(calls stop)" = 2 ]
	holds "$program: functions that libraries call are kept" [ "$(callers by_value)" = _start ]
	holds "$program: threads, too" [ "$(callers thread)" = _start -a "$(calls thread)" = 2 ]
	holds "$program: the caller of a function that does not return" [ "$(callers stop)" = leave ]
	holds "$program: the others" [ "$(callers leave)" = main -a "$(callers leaf)" = middle ]
	awk '$NF == "burn" && $3 > 0.2 { found = 1 } END { exit !found }' out
	ok $? "$program: samples"
	nothing "$program: the files are cut" "$(find gprowse.data -name '*.gprec' -size +2048k)"
	holds "$program: one file for each process" \
		[ "$(ls gprowse.data | grep -c '^'$program'\.[0-9]*\.0\.gprec$')" -eq 2 ]
done

# The last line, on a terminal only.
"$top/tests/visible" "$gprowse" record ./pie >out 2>messages
line='^gprowse: recorded [0-9.]+ s in 2 processes, [0-9]+ threads: 100,[0-9]{3} calls, '
line="$line"'[0-9]+ samples? \(0 lost\); open with: gprowse gprowse.data'
holds "the last line says what was recorded" grep -qE "$line" out
holds "it is one line" [ "$(wc -l <out)" -eq 1 ]

"$top/tests/visible" "$gprowse" record -o 'a name' true >out 2>messages
holds "it quotes a name for the shell" grep -q "; open with: gprowse 'a name'" out

"$top/tests/visible" "$gprowse" record sh -c 'kill -SEGV $$' >out 2>messages
holds "it names the signal that ended the program" \
	grep -q '^gprowse: Segmentation fault; recorded ' out

"$top/tests/visible" "$gprowse" record sh -c '"$1" control -r $$' sh "$gprowse" >out 2>messages
holds "it says that the program was reset" grep -q ' s since the last reset in ' out

# Halted from the beginning.
"$gprowse" record --off -o halted ./pie spin
"$gprowse" -b ./pie halted/gmon.out >out 2>messages
holds "--off counts nothing" [ -z "$(calls leaf)" -a -z "$(calls leave)" ]
holds "--off samples nothing" grep -q 'no time accumulated' out
"$gprowse" record -F 0 -o calls ./pie spin
"$gprowse" -b ./pie calls/gmon.out >out 2>messages
holds "-F 0 counts" [ "$(calls leaf)" = 100000 ]
holds "-F 0 samples nothing" grep -q 'no time accumulated' out

# A process that outlives the program.
cat >leaves <<'END'
#!/bin/sh
./pie wait here >/dev/null 2>&1 &
until [ -e here ]; do sleep 0.05; done
END
chmod +x leaves
"$top/tests/visible" "$gprowse" record ./leaves >out 2>messages
grep -q '1 process still runs' out
ok $? "a process that still runs is told"
size=$(find gprowse.data -name 'pie.*.0.gprec' -size +2048k | wc -l)
holds "its file is not cut" [ "$size" -eq 1 ]
rm here
"$gprowse" record ./leaves &
wait $!
rm here

# Programs that cannot be recorded run nevertheless.
if ${CC:-cc} -static -o static -x c - 2>cc.log <<'END'
int main(void) { return 6; }
END
then
	"$gprowse" record ./static >out 2>said
	holds "a static program runs" [ $? -eq 6 ]
	"$gprowse" record -F 0 ./static >out 2>said
	holds "a static program runs, without samples" [ $? -eq 6 ]
	holds "one line says that it is not recorded" [ "$(grep -c 'linked statically' said)" -eq 1 \
		-a "$(wc -l <said)" -eq 1 ]
else
	skipped "a static program" "no static libc"
fi
if ${CC:-cc} -fsanitize=address -o asan -x c - 2>cc.log <<'END'
int main(void) { return 7; }
END
then
	"$gprowse" record ./asan >out 2>said
	status=$?
	holds "a program with AddressSanitizer runs" [ $status -eq 7 ]
else
	skipped "a program with AddressSanitizer" "no libasan"
fi

# An installed gprowse finds the library of the recorder, even if the whole tree was moved.
if [ "${SANITIZE:-no}" != yes ] && make -C "$top" install DESTDIR="$work/stage" >make.log 2>&1; then
	installed=$(find "$work/stage" -type f -name gprowse -path '*/bin/*')
	unset LD_PRELOAD
	"$installed" record -o staged ./pie >out 2>messages
	"$gprowse" -b ./pie staged/gmon.out >out 2>>messages
	holds "an installed gprowse records" [ "$(calls leaf)" = 100000 ]
	library=$(cd "${installed%/bin/gprowse}" && find "$PWD" -name libgprowse.so)
	LD_PRELOAD= "$installed" record -o preload sh -c 'echo "$LD_PRELOAD"' >out
	holds "it loads its own library" [ "$(cat out)" = "$library" ]
	holds "the manual is installed" [ -n "$(find "$work/stage" -name gprowse-record.1)" ]
	mv "$work/stage" "$work/a stage"
	moved=$(find "$work/a stage" -type f -name gprowse -path '*/bin/*')
	"$moved" record -o blank true >out 2>said
	holds "a library whose path has a blank is refused" [ $? -eq 125 ]
	holds "with one line" [ "$(wc -l <said)" -eq 1 ]
else
	skipped "an installed gprowse" "it cannot be installed here"
fi
cases_end
