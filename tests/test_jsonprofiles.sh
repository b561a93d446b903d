#!/bin/sh
# test_jsonprofiles.sh - profiles in JSON: speedscope, V8, trace events, stackprof
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/shown_common.sh"

# parts FILE: prints kind, name and time of each part.
parts() {
	"$gprowse" --view=threads --format=tsv "$1" 2>messages |
		columns part_kind part time
}

# refused NAME WHAT FILE: a case that passes if FILE is refused with one line that contains WHAT.
refused() {
	"$gprowse" --view=functions "$3" >out 2>messages
	[ $? -eq 1 ] && [ "$(wc -l <messages)" -eq 1 ] && grep -q -e "$2" messages
	ok $? "$1"
}

schema='"$schema":"https://www.speedscope.app/file-format-schema.json"'
cat >sampled.json <<END
{$schema,"shared":{"frames":[{"name":"main","file":"a.c","line":7},{"name":"le\u0061f \"x\""},
{"name":"\ud83d\ude00\u00e9\/"}]},"profiles":[
{"type":"sampled","name":"one","unit":"milliseconds","startValue":0,"endValue":9,
 "samples":[[0],[0,1],[0,1,1],[0,2],[]],"weights":[1,2.5,0.5,3e0,7]},
{"type":"sampled","name":"two","unit":"milliseconds","samples":[[0,2]],"weights":[4]}]}
END
same "speedscope: samples" sampled.json '0.001 0.011 main
0.003 0.003 leaf "x"
0.007 0.007 😀é/'
[ "$(parts sampled.json)" = 'profile one 0.007
profile two 0.004' ]
ok $? "speedscope: its profiles are parts"
cat >evented.json <<END
{"shared":{"frames":[{"name":"a"},{"name":"b"}]},$schema,"profiles":[{"type":"evented","name":"x",
"unit":"bytes","startValue":0,"endValue":14,"events":[{"type":"O","frame":0,"at":0},
{"type":"O","frame":1,"at":2},{"type":"O","frame":0,"at":5},{"type":"C","frame":0,"at":6},
{"type":"C","frame":1,"at":9},{"type":"C","frame":0,"at":14}]}]}
END
same "speedscope: events" evented.json '6 7 b
8 14 a'
"$gprowse" --view=source:main --format=tsv sampled.json >out 2>/dev/null
"$gprowse" --view=files --format=tsv sampled.json >out 2>messages
holds "speedscope: files" grep -q 'a\.c' out

cat >cpu.cpuprofile <<'END'
{"nodes":[{"id":1,"callFrame":{"functionName":"(root)","scriptId":"0","url":"","lineNumber":-1},
"hitCount":0,"children":[2,5]},{"id":2,"callFrame":{"functionName":"main","url":"file:///a.js",
"lineNumber":9,"columnNumber":0},"hitCount":1,"children":[3,4]},{"id":3,"callFrame":{"functionName":"",
"url":"file:///a.js","lineNumber":19},"hitCount":2},{"id":4,"callFrame":{"functionName":"leaf",
"url":""},"hitCount":1},{"id":5,"callFrame":{"functionName":"(idle)","url":""},"hitCount":1}],
"startTime":1000,"endTime":1600,"samples":[2,3,3,4,5],"timeDeltas":[0,100,150,-50,200]}
END
same "V8: a sample lasts until the next one" cpu.cpuprofile '0.0001 0.0004 main
0.00015 0.00015 (anonymous:20)
0.00015 0.00015 leaf'
[ "$(shown --event=samples cpu.cpuprofile | grep anonymous)" = '2 2 (anonymous:20)' ]
ok $? "V8: samples are an event of their own"
"$gprowse" --view=notes cpu.cpuprofile >out 2>messages
holds "V8: idle time is not counted, and a note says so" \
	grep -q 'idle in 1 sample, for 0.0002 s, which is not counted' out
sed 's/"samples":\[2,3,3,4,5\]/"samples":[5,5,5,5,5]/' cpu.cpuprofile >idle.cpuprofile
refused "V8: nothing but idle time" 'nothing can be shown: The thread was idle in 5 samples' \
	idle.cpuprofile
sed 's/"samples":.*/"x":0}/' cpu.cpuprofile >counts.cpuprofile
same "V8: idle time is not counted, without samples" counts.cpuprofile '1 1 leaf
1 4 main
2 2 (anonymous:20)'
printf '\n%.0s' 1 2 3 4 5 6 7 8 >'a b%.js'
echo 'function f() {}' >>'a b%.js'
for url in "file://$PWD/a%20b%25.js" "$PWD/a b%.js" "file://$PWD/a%20b%.js"; do
	sed "s|file:///a.js|$url|; s|lineNumber\":9|lineNumber\":8|" cpu.cpuprofile >url.cpuprofile
	"$gprowse" --view=source --select=main url.cpuprofile >out 2>messages
	[ "$(grep -c 'function f() {}' out)" = 1 ]
	ok $? "V8: the source of $(basename "$url")"
done
cat >old.cpuprofile <<'END'
{"head":{"functionName":"(root)","url":"","lineNumber":0,"hitCount":0,"id":1,"children":[
{"functionName":"f","url":"a.js","lineNumber":3,"hitCount":2,"id":2,"children":[
{"functionName":"g","url":"a.js","lineNumber":8,"hitCount":3,"id":3,"children":[]}]}]}}
END
same "V8: the old format, without samples" old.cpuprofile '2 5 f
3 3 g'

# Two nodes with one id: samples mean the first, and the second has callees.
cat >twice.cpuprofile <<'END'
{"head":{"functionName":"outer","hitCount":0,"id":0,"children":[{"functionName":"a","id":0,"children":[
{"functionName":"b","id":1,"children":[]}]}]},"startTime":0,"endTime":2,"samples":[1,0]}
END
[ "$("$gprowse" --export=folded twice.cpuprofile 2>messages)" = 'outer;a;b 1
outer 1' ]
ok $? "V8: a number of two nodes"

cat >trace.json <<'END'
{"traceEvents":[
{"ph":"M","name":"process_name","pid":7,"tid":1,"args":{"name":"prog"}},
{"ph":"M","name":"thread_name","pid":7,"tid":2,"args":{"name":"worker"}},
{"ph":"B","name":"main","pid":7,"tid":1,"ts":10},
{"ph":"X","name":"load","pid":7,"tid":1,"ts":20.5,"dur":30},
{"ph":"X","name":"parse","pid":7,"tid":1,"ts":20.5,"dur":10},
{"ph":"i","name":"mark","pid":7,"tid":1,"ts":30},
{"ph":"E","pid":7,"tid":1,"ts":110},
{"ph":"B","name":"work","pid":7,"tid":2,"ts":10},
{"ph":"B","name":"wait","pid":7,"tid":2,"ts":40},
{"ph":"E","name":"work","pid":7,"tid":2,"ts":60}]}
END
same "events: B, E and X" trace.json '1e-05 1e-05 parse
2e-05 2e-05 wait
2e-05 3e-05 load
3e-05 5e-05 work
7e-05 0.0001 main'
[ "$(parts trace.json)" = 'process prog 7 0.00015
thread 1 0.0001
thread worker 2 5e-05' ]
ok $? "events: threads and processes are parts"
# Of events that begin at the same time, the longer one is the outer one, and of two equal ones the
# first.
cat >same.json <<'END'
[{"ph":"B","name":"inner","pid":1,"tid":1,"ts":0},{"ph":"E","name":"inner","pid":1,"tid":1,"ts":90},
{"ph":"X","name":"outer","pid":1,"tid":1,"ts":0,"dur":100},
{"ph":"X","name":"first","pid":1,"tid":1,"ts":200,"dur":5},
{"ph":"B","name":"second","pid":1,"tid":1,"ts":200},{"ph":"E","pid":1,"tid":1,"ts":205},
{"ph":"X","name":"long","pid":1,"tid":1,"ts":300,"dur":7},
{"ph":"B","name":"late","pid":1,"tid":1,"ts":301},{"ph":"E","name":"late","pid":1,"tid":1,"ts":307}]
END
[ "$("$gprowse" --export=folded same.json)" = 'outer;inner 90000
outer 10000
first;second 5000
long 1000
long;late 6000' ] && ! "$gprowse" --view=notes same.json | grep -q 'of the trace'
ok $? "events that begin or end at the same time"
# Times may be less than 0.  What has no end lasts as long as its thread.
cat >early.json <<'END'
[{"ph":"X","name":"outer","pid":1,"tid":1,"ts":-10,"dur":20},
{"ph":"B","name":"in","pid":1,"tid":1,"ts":-10},{"ph":"E","name":"in","pid":1,"tid":1,"ts":-7},
{"ph":"B","name":"late","pid":1,"tid":2,"ts":5},
{"ph":"X","name":"last","pid":1,"tid":2,"ts":20,"dur":1}]
END
[ "$("$gprowse" --export=folded early.json)" = 'outer;in 3000
outer 17000
late 15000
late;last 1000' ]
ok $? "events before time 0, and events without an end"
# The array may have no end.
printf '[{"ph":"X","name":"a","ts":1,"dur":5},\n{"ph":"X","name":"b","ts":2,"dur":1},\n' >open.json
same "events: an array without an end" open.json '1e-06 1e-06 b
4e-06 5e-06 a'
# Work that goes from thread to thread.  Different work goes on at the same time, so its time is an
# event of its own.
cat >async.json <<'END'
[{"ph":"X","name":"main","pid":7,"tid":1,"ts":0,"dur":50},
{"ph":"b","cat":"net","id":"0x1","name":"load","pid":7,"tid":1,"ts":10},
{"ph":"b","cat":"net","id":"0x2","name":"load","pid":7,"tid":1,"ts":20},
{"ph":"b","cat":"net","id":"0x1","name":"parse","pid":7,"tid":2,"ts":30},
{"ph":"n","cat":"net","id":"0x1","name":"mark","pid":7,"tid":2,"ts":35},
{"ph":"e","cat":"net","id":"0x1","name":"parse","pid":7,"tid":2,"ts":40},
{"ph":"e","cat":"net","id":"0x2","name":"load","pid":7,"tid":3,"ts":60},
{"ph":"e","cat":"net","id":"0x1","name":"load","pid":7,"tid":3,"ts":110},
{"ph":"b","cat":"io","id":"0x1","name":"wait","pid":7,"tid":1,"ts":5},
{"ph":"e","cat":"io","id":"0x1","name":"wait","pid":7,"tid":1,"ts":8},
{"ph":"S","cat":"old","id":3,"name":"ask","pid":7,"tid":1,"ts":5},
{"ph":"F","cat":"old","id":3,"name":"ask","pid":7,"tid":1,"ts":9},
{"ph":"b","cat":"x","id2":{"local":"9"},"name":"ask","pid":7,"tid":1,"ts":5},
{"ph":"e","cat":"x","id2":{"local":"9"},"name":"ask","pid":7,"tid":1,"ts":6}]
END
same "events: asynchronous work is not part of the time" async.json '5e-05 5e-05 main'
[ "$(shown --event=asynchronous async.json)" = '0.00013 0.00014 load
1e-05 1e-05 parse
3e-06 3e-06 wait
5e-06 5e-06 ask' ]
ok $? "events: asynchronous work"
# Samples with stacks.
cat >frames.json <<'END'
{"traceEvents":[{"ph":"P","name":"tick","pid":1,"tid":1,"ts":5,"sf":"3"}],
"stackFrames":{"1":{"name":"main","category":"prog"},"2":{"name":"work","parent":1},
"3":{"name":"leaf","parent":"2"},"4":{"name":"a","parent":"5"},"5":{"name":"b","parent":"4"},
"6":{"name":"c","parent":"5"}},
"samples":[{"cpu":0,"tid":1,"ts":1,"name":"cycles","sf":3,"weight":10},
{"cpu":0,"tid":1,"ts":2,"name":"cycles","sf":2,"weight":3},
{"tid":2,"ts":2,"name":"cycles","sf":"1","weight":1},
{"tid":2,"ts":2,"name":"cycles","sf":"4"},{"tid":2,"ts":2,"name":"cycles","sf":"6"},
{"tid":2,"ts":2,"name":"cycles","sf":"none"}]}
END
same "events: samples with stacks" frames.json '1 14 main
10 10 leaf
3 13 work'
[ "$(shown --event=tick frames.json)" = '0 1 main
0 1 work
1 1 leaf' ]
ok $? "events: events that are samples"
sed 's/"traceEvents".*/"traceEvents":[],/' frames.json >only.json
same "events: nothing but samples" only.json '1 14 main
10 10 leaf
3 13 work'
"$gprowse" --view=notes frames.json >messages 2>&1
grep -q '3 events of the trace' messages
ok $? "events: stacks without an end, and of no frame, are told"
cat >a.heapprofile <<'END'
{"head":{"callFrame":{"functionName":"(root)","lineNumber":-1},"selfSize":0,"id":1,"children":[
{"callFrame":{"functionName":"main","url":"a.js","lineNumber":3},"selfSize":100,"id":2,"children":[
{"callFrame":{"functionName":"leaf","url":"a.js","lineNumber":9},"selfSize":700,"id":3,
"children":[]}]}]},
"samples":[{"size":100,"nodeId":2,"ordinal":1},{"size":300,"nodeId":3,"ordinal":2},
{"size":400,"nodeId":3,"ordinal":9}]}
END
same "V8: a profile of the heap" a.heapprofile '100 800 main
700 700 leaf'
"$gprowse" --view=functions --format=tsv a.heapprofile |
	columns err file line >out
[ "$(cat out)" = '500 a.js 10
100 a.js 4' ]
ok $? "V8: sizes of objects give the error; places of functions"
sed 's/^"samples".*/"x":[]}/; /^{"size"/d' a.heapprofile >old.heapprofile
"$gprowse" --screen=80x24 --keys=i old.heapprofile >out
grep -q 'These figures are sampled. The file does not say from how many samples' out
ok $? "V8: a heap profile without samples is sampled, too"
cat >chunks.json <<'END'
[{"ph":"P","name":"ProfileChunk","id":"0x1","pid":3,"tid":9,"ts":30,"args":{"data":{
"cpuProfile":{"nodes":[{"id":3,"parent":2,"callFrame":{"functionName":"leaf"}},
{"id":4,"parent":1,"callFrame":{"functionName":"(idle)"}}],"samples":[3,4,2]},
"timeDeltas":[7,5,9]}}},
{"ph":"P","name":"Profile","id":"0x1","pid":3,"tid":8,"ts":10,"args":{"data":{"startTime":5}}},
{"ph":"P","name":"ProfileChunk","id":"0x1","pid":3,"tid":9,"ts":20,"args":{"data":{
"cpuProfile":{"nodes":[{"id":1,"callFrame":{"functionName":"(root)"}},
{"id":2,"parent":1,"callFrame":{"functionName":"main"}}],"samples":[2]},"timeDeltas":[1]}}}]
END
same "events: pieces of a profile of V8, in another order" chunks.json '5e-06 5e-06 leaf
7e-06 1.2e-05 main'
"$gprowse" --view=notes chunks.json >out 2>messages
holds "events: idle time of profiles of V8" grep -q 'idle in 1 sample, for 9e-06 s' out

cat >ruby.json <<'END'
{"version":1.2,"mode":"cpu","interval":1000,"samples":6,"gc_samples":0,"missed_samples":0,
"frames":{"94":{"name":"Object#a","file":"a.rb","line":3,"total_samples":6,"samples":1,
"edges":{"140735": 5}},"140735":{"name":"Kernel#b","file":"b.rb","total_samples":5,"samples":5}},
"raw":[1,94,1,2,94,140735,5]}
END
same "stackprof: stacks" ruby.json '0.001 0.006 Object#a
0.005 0.005 Kernel#b'
sed 's/"missed_samples":0/"missed_samples":2/' ruby.json >missed.json
"$gprowse" --view=notes missed.json >out 2>messages
holds "stackprof: samples that were missed" grep -q 'missed 2 of 8 samples, 25.0 %' out
# The same as Ruby writes its data, with all kinds of values that Ruby has in it.  The file of the
# second function is a reference, and its id is an integer of more than four bytes.
{
	printf '\004\010{\017:\014versionf\0101.2:\011mode:\010cpu:\015intervali\002\350\003:\014samplesi\013:'
	printf '\017gc_samplesi\000:\023missed_samplesi\000:\015metadata{\016:\007atIu:\011Time\015 \200\021'
	printf '\200\005\000\020\000\007:\013offseti\000:\011zoneI"\010UTC\006:\006EFI"\006s\006;\021TS:\006S'
	printf '\007:\006ai\006:\006b0:\006rI/\006x\001\006;\021F:\006cc\013String:\010bigl-\012\000\000\000'
	printf '\000\000\000\000\000@\000:\010negi\375\220\356\376:\011neg1i\370:\011neg2i\3778:\006d}\000i'
	printf '\014:\013frames{\007ic{\013:\011nameI"\015Object#a\006;\021T:\011fileI"\012/b.rb\006;\021T:'
	printf '\011linei\010:\022total_samplesi\013;\011i\006:\012edges{\006l+\010\005\000\000\000\000\001i'
	printf '\012l+\010\005\000\000\000\000\001{\013;\035I"\015Kernel#b\006;\021T;\036@\023;\0370; i\012;'
	printf '\011i\012:\012lines{\006i\002,\001[\007i\012i\012:\010raw[\014i\006ici\006i\007icl+\010\005'
	printf '\000\000\000\000\001i\012:\031raw_timestamp_deltas[\007i\003\240\206\001f\0101.5'
} >ruby.dump
same "stackprof: data of Ruby" ruby.dump '0.001 0.006 Object#a
0.005 0.005 Kernel#b'
"$gprowse" --view=functions --format=tsv ruby.dump | columns file line name >out
[ "$(cat out)" = '/b.rb 0 Kernel#b
/b.rb 3 Object#a' ]
ok $? "stackprof: files of functions in data of Ruby"
size=$(wc -c <ruby.dump)
ended=0
while [ "$ended" -lt "$size" ]; do
	head -c "$ended" ruby.dump >cut.dump
	"$gprowse" --view=functions --format=tsv cut.dump >out 2>messages
	[ $? -le 1 ] && [ "$(wc -l <messages)" -ge 1 ] || break
	ended=$((ended + 31))
done
[ "$ended" -ge "$size" ]
ok $? "stackprof: data of Ruby that is cut short"
# The name of a class has variables, whose names have variables, and so on.
{
	printf '\004\010{\007:\023missed_samplesi\000:\006ao'
	printf '%0200000d' 0 | sed 's/0/I:az/g' | tr az '\000\006'
} >deep.dump
refused "stackprof: data of Ruby that are nested too deeply" 'is damaged before byte' deep.dump
# 5000 functions share a name of 2 MB.
{
	printf '\004\010{\007:\023missed_samplesi\000:\013frames{\002\210\023'
	printf '"\01200000{\006:\011name"\003\200\204\036'
	printf '%02000000d' 0
	awk 'BEGIN { for (i = 1; i < 5000; i++) printf "\"\012%05d{\006;\007@\011", i }'
} >shared.dump
"$gprowse" -z --view=functions --format=tsv shared.dump 2>messages | columns name |
	sed 's/^0*$/long/' | sort >out
[ "$(cat out)" = '[unknown]
long' ] && [ ! -s messages ]
ok $? "stackprof: references to a long text"
# Recursion: the file states how often a function was anywhere on the stack.
sed 's/"raw":.*/"raw_lines":[]}/; s/"edges":{/&"94":4,/' ruby.json >recursive.json
same "stackprof: totals of recursive functions" recursive.json '0.001 0.006 Object#a
0.005 0.005 Kernel#b'
sed 's/"raw":.*/"raw_lines":[]}/' ruby.json >edges.json
same "stackprof: edges" edges.json '0.001 0.006 Object#a
0.005 0.005 Kernel#b'
sed 's/"total_samples":6,"samples":1/"total_samples":-9223372036854775808,"samples":-9223372036854775808/' \
	edges.json >negative.json
same "stackprof: numbers below 0" negative.json '0 0.005 Object#a
0.005 0.005 Kernel#b'
sed 's/"mode":"cpu"/"mode":"object"/; s/1000/2/' ruby.json >objects.json
same "stackprof: objects" objects.json '10 10 Kernel#b
2 12 Object#a'

# Damaged files.
head -c 420 sampled.json >cut.json
refused "a file that ends early" 'ends early' cut.json
sed 's/3e0,7/3e0;7/' sampled.json >bad.json
refused "a file that is no JSON from some byte on" 'byte [0-9]*: is no JSON' bad.json
[ "$(shown bad.json | grep main)" = '0.001 0.007 main' ]
ok $? "what stands before it is shown"
{ printf '{%s,"x":' "$schema"; head -c 3000000 /dev/zero | tr '\0' '['; } >deep.json
refused "brackets inside each other" 'byte 10[0-9]*: is nested too deeply' deep.json
printf '[{"ph":"i","name":"a","ts":1}]' >none.json
refused "a trace without durations" 'no events with a duration' none.json
cat >circle.cpuprofile <<'END'
{"nodes":[{"id":1,"callFrame":{"functionName":"a"},"children":[2]},
{"id":2,"callFrame":{"functionName":"b"},"children":[1,2]},{"id":2,"callFrame":{}}],
"samples":[1,2,9],"timeDeltas":[1,1,1]}
END
"$gprowse" --view=functions circle.cpuprofile >out 2>messages
ok $? "nodes that contain each other"
awk 'BEGIN { printf "{\"shared\":{\"frames\":[{\"name\":\"a\"}]},"
	printf "\"profiles\":[{\"type\":\"sampled\",\"samples\":["
	for (i = 0; i < 3000; i++) { printf i ? ",[0" : "[0"; for (k = 1; k < 900; k++) printf ",0"; printf "]" }
	printf "],\"weights\":[1]}]}" }' >long.json
"$gprowse" --view=functions long.json >out 2>messages
holds "samples without weights" grep -q . out

cases_end
