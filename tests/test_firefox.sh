#!/bin/sh
# test_firefox.sh - profiles of the Firefox Profiler, in the layouts of several versions
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/shown_common.sh"

tables='"frameTable":{"length":5,"func":[0,1,2,3,3],"address":[-1,-1,-1,4660,9],
"line":[null,7,null,null,null],"inlineDepth":[0,0,1,0,0],"category":[0,0,0,1,1]},
"funcTable":{"length":4,"name":[0,1,2,3],"resource":[-1,-1,0,0],"fileName":[null,4,null,null]},
"resourceTable":{"length":1,"lib":[0],"name":[5]},
"stringArray":["main","parse","inlined","0x1234","a.c","libx.so"]'
stacks='"stackTable":{"length":5,"frame":[0,1,2,3,4],"prefix":[null,0,1,0,0]}'
thread='"processName":"web","pid":"12","tid":34,"name":"GeckoMain",
"samples":{"length":6,"stack":[1,2,2,3,null,4],"weight":null,"weightType":"samples",
"time":[0,1,2,3,4,5],"threadCPUDelta":[100,200,300,null,5,600]}'
meta='"meta":{"interval":2,"product":"Prog","sampleUnits":{"threadCPUDelta":"ns"},
"categories":[{"name":"User","color":"blue"},{"name":"Kernel","color":"red"}]'
libs='"libs":[{"name":"libx.so","path":"/lib/libx.so"}]'
second='"processName":"web","pid":"12","tid":35,"name":"Worker",
"samples":{"length":1,"stack":[1],"weight":[3],"weightType":"samples","timeDeltas":[1]}'

printf '{%s,"preprocessedProfileVersion":49},%s,"threads":[{%s,%s,%s},{%s,%s,%s}]}' "$meta" "$libs" \
	"$thread" "$stacks" "$tables" "$second" "$stacks" "$tables" >own.json
wanted='0 0.016 main
0.004 0.004 [libx.so]
0.012 0.012 parse'
same "tables in each thread" own.json "$wanted"
same "an inlined function" own.json "$wanted"
sed 's/libx\.so/[kernel.kallsyms]/g' own.json >brackets.json
holds "a name in brackets gets no others" \
	[ "$(shown brackets.json | grep kernel)" = '0.004 0.004 [kernel.kallsyms]' ]
[ "$(shown --inlined own.json | grep inlined)" = '0.004 0.004 inlined' ]
ok $? "inlined functions are known"
[ "$(shown --event=samples own.json | grep parse)" = '6 6 parse' ]
ok $? "the number of samples, with weights, is an event"
[ "$(shown --event=cpu own.json | grep parse)" = '6e-07 6e-07 parse' ]
ok $? "processor time is an event"
"$gprowse" --view=threads --format=tsv own.json 2>messages |
	columns part_kind part time >out
[ "$(cat out)" = 'process web 12 0.016
thread GeckoMain 34 0.01
thread Worker 35 0.006' ]
ok $? "threads and processes are parts"
"$gprowse" --view=notes own.json >out 2>messages
holds "a note counts frames that have only addresses" grep -q 'only *addresses' out

printf '{%s,"preprocessedProfileVersion":60},%s,"shared":{%s,%s},"threads":[{%s},{%s}]}' "$meta" \
	"$libs" "$stacks" "$tables" "$thread" "$second" >shared.json
same "tables that all threads share" shared.json "$wanted"
printf '{%s,"preprocessedProfileVersion":60},%s,"shared":{%s},"threads":[{%s,%s},{%s,%s}]}' "$meta" \
	"$libs" "$tables" "$thread" "$stacks" "$second" "$stacks" >stacks.json
same "stacks in each thread, of frames that all threads share" stacks.json "$wanted"
"$gprowse" --view=notes stacks.json >out 2>messages
holds "shared frames are made once" grep -q '^[^0-9]*2 frames of the profile' out
printf '{%s,"preprocessedProfileVersion":70},%s,"shared":{%s,%s},"threads":[{%s},{%s}]}' "$meta" \
	"$libs" "$(echo "$stacks" | sed 's/"prefix":.*/"prefixOffset":[0,1,1,3,4]}/')" \
	"$(echo "$tables" | sed 's/"fileName":.null,4,null,null./"source":[null,0,null,null]/
		s/"lib":.0.,//; s/"func":/"lib":[-1,-1,0,0,0],"func":/
		s/"stringArray"/"sources":{"filename":[4]},"stringArray"/')" "$thread" "$second" >newest.json
same "offsets of stacks, libraries of frames, sources" newest.json "$wanted"
[ "$("$gprowse" --view=files --format=tsv newest.json 2>/dev/null | grep -c 'a\.c')" -eq 1 ]
ok $? "source files are known"

# Profiles without symbols, as samply records them: addresses behind the beginning of a library.
cat >code.c <<'END'
#include <stdlib.h>
static volatile int n;
static __attribute__((noinline)) void inner(void) { n++; }
static __attribute__((noinline)) void outer(void) { inner(); n++; }
int main(void) { outer(); return n > 5; }
END
# coded FILE CODE-ID: a profile with a sample in inner(), called by outer(), called by main(), in
# $PWD/FILE; a function begins at LOW and its address.
coded() {
	low=$(readelf -lW "$1" | awk '$1 == "LOAD" { print $3; exit }')
	at=$(nm "$1" | awk '$3 == "main" || $3 == "outer" || $3 == "inner" { print $3, $1 }' | LC_ALL=C sort |
		while read -r _ address; do printf ',%d' $((0x$address - low + 2)); done)
	printf '{%s,"preprocessedProfileVersion":49},"libs":[{"name":"%s","path":"%s","codeId":"%s"}],' \
		"$meta" "$1" "$PWD/$1" "$2"
	printf '"threads":[{%s,"stackTable":{"length":3,"frame":[1,2,0],"prefix":[null,0,1]},' \
		'"pid":"1","tid":2,"name":"t","samples":{"length":1,"stack":[2],"weight":null}'
	printf '"frameTable":{"length":3,"func":[0,1,2],"address":[%s],"line":[null,null,null]},' "${at#,}"
	printf '"funcTable":{"length":3,"name":[0,1,2],"resource":[0,0,0]},"resourceTable":{"length":1,'
	printf '"lib":[0],"name":[3]},"stringArray":["0x1","0x2","0x3","lib"]}]}'
}
id() {
	readelf -n "$1" | sed -n 's/.*Build ID: //p'
}
for kind in pie no-pie; do
	${CC:-cc} -O1 -f$kind -$kind -Wl,--build-id -o code-$kind code.c >messages 2>&1 || {
		echo "no compiler: $(cat messages)"
		exit 99
	}
	coded code-$kind "$(id code-$kind)" >code.json
	[ "$(shown code.json)" = '0 0.002 main
0 0.002 outer
0.002 0.002 inner' ]
	ok $? "code of a program ($kind) gets its names"
done
coded code-pie "$(id code-pie | tr 0-9a-f 1-9a-f0)" >code.json
[ "$(shown code.json)" = '0.002 0.002 [code-pie]' ] && "$gprowse" --view=notes code.json | grep -q 'built *again'
ok $? "another build of the program gives no names"
coded code-pie "" >code.json
[ "$(shown code.json | grep -c inner)" -eq 1 ] &&
	"$gprowse" --view=notes code.json | tr '\n' ' ' | grep -q 'does *not *say *which *build'
ok $? "a library without a build-id is told"

# What Firefox itself writes: rows with a schema, and processes inside.
gecko() {
	printf '{"meta":{"version":27,"processType":0,"interval":1},"libs":[],"threads":[{"name":"%s",' "$1"
	printf '"tid":%s,"pid":%s,"samples":{"schema":{"stack":0,"time":1},"data":[[2,0],[1,1],[2,9]]},' \
		"$2" "$2"
	printf '"stackTable":{"schema":{"prefix":0,"frame":1},"data":[[null,0],[0,1],[1,2]]},'
	printf '"frameTable":{"schema":{"location":0,"line":3},"data":[[0],[1],[2,null,null,5]]},'
	printf '"stringTable":["(root)","main","leaf"]}],"processes":[%s]}' "$3"
}
gecko Main 5 "$(gecko Child 6 '')" >gecko.json
same "what Firefox writes, with a process inside" gecko.json '0 0.006 (root)
0.002 0.006 main
0.004 0.004 leaf'

# The layout of the scripts of perf and simpleperf: the object stands behind the name.
# scripted NAME...: a profile in which the functions NAME call each other.
scripted() {
	printf '{"meta":{"version":24,"processType":0,"interval":1,"presymbolicated":true,'
	printf '"categories":[{"name":"User"},{"name":"Kernel"}]},"libs":[],"threads":[{"name":"p",'
	printf '"tid":7,"pid":7,"samples":{"schema":{"stack":0,"time":1},"data":[[%d,0]]},' $(($# - 1))
	printf '"frameTable":{"schema":{"location":0,"line":5,"category":7},"data":['
	printf '[0,0,0,0,0,null,0,0]'
	for i in $(seq $(($# - 1))); do printf ',[%d,0,0,0,0,null,0,0]' "$i"; done
	printf ']},"stackTable":{"schema":{"prefix":0,"frame":1},"data":[[null,0]'
	for i in $(seq $(($# - 1))); do printf ',[%d,%d]' $((i - 1)) "$i"; done
	printf ']},"stringTable":["%s"' "$1"
	shift
	printf ',"%s"' "$@"
	printf ']}],"processes":[]}'
}
scripted 'main (in /usr/bin/a)' 'f (in x) (in /tmp/a (in b)/c.so)' 'gone (in /tmp/d (deleted))' \
	'[unknown] (in /lib/libz.so)' '[unknown] (in [unknown])' 'run (in [nf_tables])' \
	'map (in place)' 'g(int) (in /a' 'js (http://x/y (in [z]):1:2)' '(in /b)' ' (in /b)' \
	'h (in )' 'bpf_prog_1_p (in bpf_prog_1_p)' >scripted.json
same "objects behind the names" scripted.json '0 0.001  (in /b)
0 0.001 (in /b)
0 0.001 [libz.so]
0 0.001 [unknown]
0 0.001 f (in x)
0 0.001 g(int) (in /a
0 0.001 gone
0 0.001 h (in )
0 0.001 js (http://x/y (in [z]):1:2)
0 0.001 main
0 0.001 map (in place)
0 0.001 run
0.001 0.001 bpf_prog_1_p'
"$gprowse" --export=folded scripted.json 2>messages | grep -q ';run_\[k\];'
ok $? "a module is code of the kernel"
# The same functions in the output of perf script are the same.
scripted 'main (in /usr/bin/a)' '[unknown] (in /lib/libz.so)' 'f (in /tmp/libc.so.6)' \
	'f (in /lib/libd.so)' >scripted.json
cat >scripted.txt <<'END'
p     7/7     1.000000:    1000000 cpu-clock:
	    1000 f+0x1 (/lib/libd.so)
	    2000 f+0x1 (/tmp/libc.so.6)
	    3000 [unknown] (/lib/libz.so)
	    4000 main+0x1 (/usr/bin/a)

END
"$gprowse" --compare --view=compare --format=tsv scripted.txt scripted.json 2>messages |
	columns match name | LC_ALL=C sort >out
[ "$(cat out)" = 'same [libz.so]
same f
same f
same main' ]
ok $? "functions of perf script are found again"
# The Firefox Profiler makes the objects names of resources, and saves them.
saved=$(echo "$tables" | sed 's/"lib":.0.,/"lib":[null],"type":[1],/; s/libx.so/[nf_tables]/
	s/"category":.0,0,0,1,1./"category":[0,0,0,0,0]/; s/"name":.0,1,2,3./"name":[0,1,2,2]/')
printf '{%s,"preprocessedProfileVersion":49},"libs":[],"threads":[{%s,%s,%s}]}' "$meta" "$thread" \
	"$stacks" "$saved" >saved.json
"$gprowse" --inlined --export=folded saved.json 2>messages | grep -q 'main;inlined_\[k\] '
ok $? "objects that are names of resources"

# Without symbols, its names are addresses of the memory.  A library is where the profile says.
# raw FILE START: a profile with a sample in inner(), called by outer(), called by main(), and one
# at an address that is in no library.  FILE is mapped at START.
raw() {
	low=$(readelf -lW "$1" | awk '$1 == "LOAD" { print $3; exit }')
	at=$(for name in main outer inner; do
		printf '"0x%X",' $(($2 + 0x$(nm "$1" | awk -v n=$name '$3 == n { print $1 }') - low + 2))
	done)
	printf '{"meta":{"version":27,"processType":0,"interval":1},"libs":[{"name":"x","path":"/x",'
	printf '"start":4096,"end":8192},{"name":"%s","path":"%s","codeId":"%s",' \
		"$1" "$PWD/$1" "$(id "$1")"
	printf '"start":%d,"end":%d}],' $(($2)) $(($2 + 0x10000))
	printf '"threads":[{"name":"t","tid":1,"pid":1,"samples":{"schema":{"stack":0,"time":1},'
	printf '"data":[[2,0],[3,1]]},"stackTable":{"schema":{"prefix":0,"frame":1},'
	printf '"data":[[null,0],[0,1],[1,2],[null,3]]},"frameTable":{"schema":{"location":0},'
	printf '"data":[[0],[1],[2],[3]]},"stringTable":[%s"0xfff00000"]}]}' "$at"
}
raw code-pie 0x7f1234560000 >raw.json
same "addresses of the memory, in a library that is there" raw.json '0 0.001 main
0 0.001 outer
0.001 0.001 [unknown]
0.001 0.001 inner'

# numbers N: prints "0,1,...,N-1".
numbers() {
	seq -s , 0 $(($1 - 1))
}

# A string is the name of a function, of its file, and of its object; others are no strings.
printf '{%s,"preprocessedProfileVersion":50},"threads":[{"name":"t","pid":1,"tid":2,' "$meta" >uses.json
printf '"stringArray":["file:///a%%20b.ko",5],"samples":{"stack":[0,1,2,3]},"stackTable":' >>uses.json
printf '{"frame":[0,1,2,3],"prefix":[]},"frameTable":{"func":[0,1,2,3]},"funcTable":' >>uses.json
printf '{"name":[0,0,1,7],"fileName":[0,null,0,1],"resource":[0,0,0,-1]},' >>uses.json
printf '"resourceTable":{"name":[0],"type":[1]}}]}' >>uses.json
"$gprowse" --view=functions --format=tsv uses.json 2>messages | columns name file | LC_ALL=C sort >out
holds "a string that is a name, a file and an object" [ "$(cat out)" = '[a%20b.ko] /a b.ko
[unknown] 
file:///a%20b.ko 
file:///a%20b.ko /a b.ko' ]

# Copies of the path of a library for each frame would need 800 MB.
printf '{%s,"preprocessedProfileVersion":50},"libs":[{"path":"/%040000d/libx.so","codeId":"ab"}],' \
	"$meta" 0 >longlib.json
printf '"threads":[{"name":"t","pid":1,"tid":2,"stringArray":["0x1"],"samples":{"stack":[%s]},' \
	"$(numbers 10000)" >>longlib.json
printf '"stackTable":{"frame":[%s],"prefix":[]},"frameTable":{"func":[%s],"address":[%s]},' \
	"$(numbers 10000)" "$(numbers 10000 | sed 's/[0-9]*/0/g')" "$(numbers 10000)" >>longlib.json
printf '"funcTable":{"name":[0],"resource":[0]},"resourceTable":{"lib":[0]}}]}' >>longlib.json
if [ "${SANITIZE:-no}" != yes ] && ! under_memcheck; then
	(ulimit -v 200000; shown longlib.json) >out
	holds "many frames of a library with a long path" [ "$(cat out)" = '20 20 [libx.so]' ]
else
	skipped "many frames of a library with a long path" "sanitizers and valgrind need more memory"
fi

# Damaged files, old files.
sed 's/Version":49/Version":12/' own.json >old.json
"$gprowse" --view=functions old.json >out 2>messages
[ $? -eq 1 ] && [ "$(wc -l <messages)" -eq 1 ] && grep -q 'version 12 .* too old' messages
ok $? "a version that is not read"
head -c 700 shared.json >cut.json
"$gprowse" --view=functions cut.json >out 2>messages
[ $? -eq 1 ] && [ "$(wc -l <messages)" -eq 1 ]
ok $? "a file that ends early"
sed 's/"prefix":.null,0,1,0,0./"prefix":[3,9,1,-5,1e300]/; s/"func":.0,1/"func":[77,-1/' own.json >bad.json
"$gprowse" --view=functions bad.json >out 2>messages
"$gprowse" --view=notes bad.json >>out 2>>messages
holds "stacks that are not valid are told" grep -q 'not valid' out

cases_end
