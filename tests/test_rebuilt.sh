#!/bin/sh
# test_rebuilt.sh - a recorded program is built anew: the recording keeps the build that it needs
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

[ -e "$top/libgprowse.so" ] || skip_all "libgprowse.so was not built"
[ "${SANITIZE:-no}" != yes ] || skip_all "sanitizers do not allow that a library is preloaded"

# build LOOPS: builds prog anew, at the same path.  work() has other addresses each time.
build() {
	awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++)
			print "int pad" i "(int x) { return x * " i " + 1; }"
		print "int __attribute__((noinline)) work(int x)\n{"
		print "\tfor (volatile int i = 0; i < 10000 * " n "; i++)\n\t\tx += i;\n\treturn x;\n}" }' >work.c
	cat >main.c <<END
int work(int x);
int main(void)
{
	int t = 0;
	for (int i = 0; i < 400; i++)
		t += work(i);
	return t == $1;
}
END
	${CC:-cc} -O1 -g -pg -Wl,--build-id -shared -fPIC -o libwork.so work.c >messages 2>&1 &&
		${CC:-cc} -O1 -g -pg -Wl,--build-id -o prog main.c ./libwork.so >messages 2>&1
}
build 3 || skip_all "no program can be built: $(head -n 1 messages)"
id() {
	readelf -n "$1" | sed -n 's/.*Build ID: //p'
}
# rows COLUMNS OPTION...: prints the columns of the row of work().
rows() {
	ids=$1
	shift
	"$gprowse" --format=tsv "$@" 2>messages | columns name $ids | sed -n 's/^work //p'
}

first=$(id prog)
"$gprowse" record ./prog >messages 2>&1
ls gprowse.data >messages
[ -e "gprowse.data/$first.gpimage" ] && [ -e "gprowse.data/$(id libwork.so).gpimage" ]
ok $? "the program and its library are kept"
[ "$(stat -c %i prog)" = "$(stat -c %i "gprowse.data/$first.gpimage")" ]
ok $? "without a copy on the same file system"
! ls gprowse.data | grep -q "$(id /lib/*/libc.so.6 2>/dev/null || echo none)"
ok $? "libraries of the system are not kept"
rm prog libwork.so
build 5
[ "$first" != "$(id prog)" ] && [ "$(rows calls --view=functions gprowse.data)" = 400 ]
ok $? "functions of the first build have names when it was built anew"
"$gprowse" --view=notes gprowse.data >messages 2>&1
! grep -q 'another build' messages
ok $? "no note says that the build is another one"
"$gprowse" record ./prog >messages 2>&1
[ "$(rows 'calls_a calls_b match' --view=compare --compare)" = '400 400 same' ]
ok $? "--compare without files: before and after"
"$gprowse" --view=compare --format=tsv --compare 2>messages | columns name >names
! grep -E '\[(prog|libwork)' names
ok $? "all code has names on both sides"
cp -r gprowse.data.old elsewhere
[ "$(rows calls --view=functions elsewhere/prog.*.gprec)" = 400 ]
ok $? "also where the recording was copied to, and for a single file"

# What was overwritten is another build, or none.
: >gprowse.data.old/more.gpimage
for damage in 'cp prog' 'cp messages'; do
	rm "elsewhere/$first.gpimage"
	$damage "elsewhere/$first.gpimage"
	"$gprowse" --view=notes elsewhere >notes 2>&1
	holds "no names: $damage" grep -q "$PWD/prog: is another build" notes
done

cp prog set && chmod 4755 set
"$gprowse" record -o set.data ./set >messages 2>&1
! ls set.data | grep -q "$(id set)"
ok $? "a program that changes the user is not kept"
"$gprowse" record ./prog >messages 2>&1
[ -e gprowse.data/gmon.out ] && [ ! -e gprowse.data.old/more.gpimage ]
ok $? "kept programs go with their recording"
cases_end
