#!/bin/sh
# test_firefox.sh - profiles of the Firefox Profiler, in the layouts of several versions
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

# shown WORD...: prints own value, total and name of each function.
shown() {
	"$gprowse" --view=functions --format=tsv "$@" 2>messages |
		awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
			{ print $at["self"], $at["total"], $at["name"] }' | LC_ALL=C sort
}

# same NAME FILE WANTED: a case that passes if FILE shows the lines WANTED, also compressed.
same() {
	[ "$(shown "$2")" = "$3" ] && [ ! -s messages ] && [ "$(shown - <"$2")" = "$3" ] &&
		{ gzip <"$2" >"$2.gz"; [ "$(shown "$2.gz")" = "$3" ]; }
	ok $? "$1"
}

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
[ "$(shown --inlined own.json | grep inlined)" = '0.004 0.004 inlined' ]
ok $? "inlined functions are known"
[ "$(shown --event=samples own.json | grep parse)" = '6 6 parse' ]
ok $? "the number of samples, with weights, is an event"
[ "$(shown --event=cpu own.json | grep parse)" = '6e-07 6e-07 parse' ]
ok $? "processor time is an event"
"$gprowse" --view=threads --format=tsv own.json 2>messages |
	awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ print $at["part_kind"], $at["part"], $1 }' >out
[ "$(cat out)" = 'process web 12 0.016
thread GeckoMain 34 0.01
thread Worker 35 0.006' ]
ok $? "threads and processes are parts"
"$gprowse" --view=notes own.json >out 2>messages
holds "a note counts frames that have only addresses" grep -q 'only *addresses' out

printf '{%s,"preprocessedProfileVersion":60},%s,"shared":{%s,%s},"threads":[{%s},{%s}]}' "$meta" \
	"$libs" "$stacks" "$tables" "$thread" "$second" >shared.json
same "tables that all threads share" shared.json "$wanted"
printf '{%s,"preprocessedProfileVersion":70},%s,"shared":{%s,%s},"threads":[{%s},{%s}]}' "$meta" \
	"$libs" "$(echo "$stacks" | sed 's/"prefix":.*/"prefixOffset":[0,1,1,3,4]}/')" \
	"$(echo "$tables" | sed 's/"fileName":.null,4,null,null./"source":[null,0,null,null]/
		s/"lib":.0.,//; s/"func":/"lib":[-1,-1,0,0,0],"func":/
		s/"stringArray"/"sources":{"filename":[4]},"stringArray"/')" "$thread" "$second" >newest.json
same "offsets of stacks, libraries of frames, sources" newest.json "$wanted"
[ "$("$gprowse" --view=files --format=tsv newest.json 2>/dev/null | grep -c 'a\.c')" -eq 1 ]
ok $? "source files are known"

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
