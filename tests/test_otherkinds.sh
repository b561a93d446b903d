#!/bin/sh
# test_otherkinds.sh - files of other tools, which are not read: the message says what to do
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

# refused WHAT WORD...: a case that passes if "gprowse WORD..." prints only one message, which
# contains WHAT, and exits with 1.
refused() {
	what=$1
	shift
	"$gprowse" "$@" >out 2>messages
	[ $? -eq 1 ] && [ ! -s out ] && [ "$(wc -l <messages)" -eq 1 ] && grep -q -F -e "$what" messages
	ok $? "refused: $*: $what"
}

# named WHAT NAME BYTES...: cases that pass if a file with BYTES, as printf writes them, is refused
# with a message that contains WHAT, such as the program that converts it.  The same bytes from
# standard input have the same message.
named() {
	what=$1 file=$2
	shift 2
	printf "$(printf %s "$@")" >"$file"
	refused "$what" "$file"
	"$gprowse" - <"$file" >out 2>messages
	[ $? -eq 1 ] && [ ! -s out ] && grep -q -F -e "$what" messages
	ok $? "the same from standard input: $file"
}

named 'perf script -i perf.data | gprowse -' report.txt \
	'#\n# Samples: 5\n# Overhead  Command\n# ........\n   100.00%%  a.out\n'
named 'jfrconv' x.jfr 'FLR\0\0\2\0\1aaaaaaaa'
named 'give the perf.data' perf.json '{\n\t"linux-perf-json-version": 1,\n\t"samples": []\n}\n'
named 'dh_view' dhat.out '{"dhatFileVersion":2,"mode":"heap"}\n'
named 'dh_view' dhat-pretty.json '{\n  "mode": "rust-heap",\n  "dhatFileVersion": 2\n}\n'
named 'stackcollapse-sample.awk' sample.txt 'Analysis of sampling foo (pid 3) every 1 millisecond\n'
named 'gprowse PROGRAM gmon.out' flat.txt \
	'Flat profile:\n\nEach sample counts as 0.01 seconds.\n  %%   cumulative\n'
named 'gprowse PROGRAM gmon.out' graph.txt \
	'\t\t     Call graph (explanation follows)\n\n\ngranularity: each sample hit covers 2 byte(s)\n'
named 'gprowse PROGRAM gmon.out' gnu.txt 'index  %% time    self  children called     name\n'
named 'gprowse PROGRAM gmon.out' bsd.txt \
	'call graph profile:\n\nindex  %%time    self descendents  called+self    name\n'
named 'cachegrind.out.PID' cg_annotate.txt \
	'%s\nI1 cache: 32768 B\nData file: cachegrind.out.7\nEvents recorded:  Ir I1mr\n'
named 'ms_print' ms_print.txt '%s\nCommand: ./a\nms_print arguments: massif.out.7\n'
named 'the profile that pprof read' text.txt 'Total: 200 samples\n     120  60.0%%  60.0%% f\n'
named 'callgrind.out.PID' annotated.txt \
	'%s\nProfile data file "callgrind.out.7" (creator: callgrind-3.19)\n'
named 'the profile that pprof read' top.txt 'File: a\nType: cpu\nShowing nodes accounting for 1s\n'
named 'stackcollapse-ghc -p FILE' a.prof \
	'\tSun Nov 1 10:00 2026 Time and Allocation Profiling Report  (Final)\n\n\t   a +RTS -p\n'
named 'hp2ps' a.hp 'JOB "a"\nDATE "Sun"\n'
named 'stackcollapse.pl FILE' dtrace.txt \
	'CPU     ID                    FUNCTION:NAME\n  1  75195    :tick-60s\n\n\n' \
	'              libc.so.1`write+0xa\n              a`main+0x83\n                5\n'
named 'stackcollapse-bpftrace.pl' bpftrace.txt 'Attaching 1 probe...\n\n@[\n    f+5\n    main+9\n]: 5\n'
named 'stackcollapse-instruments.pl' instruments.csv 'Running Time, Self,, Symbol Name\n1.0ms,0,,main\n'
named 'stackcollapse-instruments.pl' weights.txt \
	'Weight\tSelf Weight\tSymbol Names\n4.93 s  100.0%%\t0 s\t   start\n'
named 'stackcollapse-instruments.pl' bytes.txt \
	'Bytes Used\tCount\t\tSymbol Name\n 429.93 MB     100.0%%\t84671\t \tstart\n'
named 'stackcollapse-pmc.pl' pmcstat.txt \
	'@ inst_retired.any [7 samples]\n\n20.86%%  [5]     lz4_compress @ /boot/kernel/zfs.ko\n'
named 'stackcollapse-jstack.pl' jstack.txt \
	'2026-11-28 08:00:00\nFull thread dump OpenJDK 64-Bit Server VM (17.0.1+12 mixed mode):\n'
named 'stackcollapse-gdb.pl' gdb.txt \
	'\nThread 1 (Thread 0x7f00 (LWP 3)):\n#0  0x00007f00 in poll () from libc.so.6\n'
named 'xctrace' trace.xml '<?xml version="1.0"?>\n<trace-query-result>\n</trace-query-result>\n'
named 'heaptrack_print -F' heaptrack.7 'v 10500 3\nx 6 ./prog\nX\nt 1 2\n+ 1\n'
named 'ms_print' massif.out.7 'desc: (none)\ncmd: ./a\ntime_unit: i\n#-----------\nsnapshot=0\n'
named 'OTLP' otlp.json '{"resourceProfiles":[{"scopeProfiles":[]}]}\n'
# ProfilesData: a resource with a scope with a profile, and a dictionary with a table of texts.
named 'OTLP' otlp.pb '\012\006\022\004\022\002\012\000\022\003\052\001a'
named 'no profile of stackprof' other.dump '\004\010{\022:\014version'
named 'go tool trace' trace.out 'go 1.19 trace\0\0\0'
named 'node --prof-process' v8.log 'v8-version,6,0,287,53,0\nshared-library,"/usr/bin/node",0x1,0x2,0\n'
named 'sysprof shows it' a.syscap '\136\227\312\375\001\001\000\000'
named 'memray flamegraph' a.bin 'memray\000\013\000\000'
named 'pyinstrument --load FILE -r speedscope' a.pyisession \
	'{"session": {"start_time": 1.5, "sample_count": 9, "start_call_stack": ["a"]}}\n'
named 'pyinstrument -r speedscope' root.json \
	'{\n"start_time": 1.5,\n"sample_count": 9,\n"root_frame": {"function": "f"}}\n'
named 'Web Inspector' safari.json '{"version":1,"recording":{"instrumentTypes":["cpu"]}}\n'
named 'flame graph' flame.svg '<?xml version="1.0"?><!DOCTYPE svg><svg version="1.1"></svg>\n'
named 'page for browsers' flame.html '<!DOCTYPE html>\n<html>\n</html>\n'
named 'gprof of macOS' a.macho '\317\372\355\376\007\000\000\001\003\000\000\000'
named 'gprof of macOS' a.universal '\312\376\272\276\000\000\000\002\001\000\000\007'
named 'stackcollapse.py' simpleperf.trace 'SIMPLEPERF\001\000\130\000\000\000'
named 'the perf.data from' a.perfparser 'QPERFSTREAM\000\000\000\001'
named 'd3-flame-graph' tree.json '{"name":"main","value":5,"children":[{"name":"f","value":3}]}\n'
named 'perf script -i perf.data | gprowse -' children.txt \
	'# To display\n#\n# Samples: 5K of event\n# Event count (approx.): 12\n#\n# Children  Self  Command\n'
named 'perf script -i perf.data | gprowse -' annotate.txt \
	' Percent |\tSource code & Disassembly of work for cpu-clock (2 samples)\n-----\n    :\n'
named 'record --wait' timehist.txt \
	'           time    cpu  task name     wait time  sch delay   run time\n' \
	'--------------- ------  ------------  ---------  ---------  ---------\n' \
	'   58996.401764 [0000]  perf[32445]       0.000      0.000      0.000\n'
named 'system calls' trace.txt '     0.269 ( 0.002 ms): work/32661 brk()   = 0x55d1b7988000\n' \
	'     0.718 ( 0.012 ms): work/32661 access(mode: R)   = -1 ENOENT (No such file)\n'
named 'system calls' continued.txt \
	'         ? (         ): work/32661  ... [continued]: execve())   = 0\n'
named 'node --cpu-prof' processed.txt \
	'Statistical profiling result from v8.log, (2318 ticks, 264 unaccounted, 0 excluded).\n'
named 'speedscope shows' v8.json \
	'{\n  "code": [\n  {\n    "name": "/usr/bin/node",\n    "type": "SHARED_LIB"\n  }\n'
named 'Memory panel' a.heapsnapshot '{"snapshot":{"meta":{"node_fields":["type","name"]}}}\n'
named 'page for browsers' 0x.html '\n    <html>\n    <head>\n'
named 'jfrconv' jfr.txt 'jdk.ExecutionSample {\n  startTime = 09:12:02.860\n}\n'
named 'jfrconv' jfr.json '{\n  "recording": {\n    "events": [{\n      "type": "jdk.ExecutionSample"}]}}\n'
named 'google-pprof read' raw.out '%s--- symbol\nbinary=./w\n0x00007f998f6d52e8 __sin_fma\n'
named 'nytprofcg' nytprof.out 'NYTProf 5 0\n#Perl profile database.\n:basetime=1796029639\n'
named 'uftrace dump --flame-graph' uftrace.txt \
	'  Total time   Self time       Calls  Function\n  ==========  ==========  ====\n  1 ms  1 ms  1  main\n'
named 'listing of gprofng' er.txt 'Functions sorted by metric: Exclusive Total CPU Time\n\nExcl. Total\n'
named 'neither a program' nodes.json '{"top":{"functionName":"f","children":[{"id":3}]}}\n'
named 'unzip it' a.zip 'PK\003\004aaaa'
named 'bunzip2 it' a.bz2 'BZh91AY'
named 'perf.data, perf script, callgrind.out, pprof, folded stacks' words.txt 'This is no profile.\n'
named 'a recording by its directory' words.txt 'This is no profile.\n'
: >empty
refused 'empty: is empty' empty
"$gprowse" empty 2>&1 | grep -q 'is empty$'
ok $? "an empty file need not be a program"

# A program for macOS is named before its profile is read.
refused 'gprof of macOS' a.macho flat.txt
# Class files of Java begin like programs for several machines.
printf '\312\376\272\276\000\000\000\064\000\035' >a.class
refused 'neither a program (ELF or PE)' a.class

# Directories.
mkdir uftrace.data a.trace test.1.er
printf 'Ftrace!\0\4\0\0\0' >uftrace.data/info
refused 'uftrace dump --flame-graph' uftrace.data
: >a.trace/form.template
refused 'stackcollapse-instruments.pl' a.trace
printf '<experiment version="12">\n' >test.1.er/log.xml
refused 'gprofng display' test.1.er
mkdir a.ctf
printf '/* CTF 1.8 */\n\ntrace {\n' >a.ctf/metadata
refused 'babeltrace2' a.ctf

# A pipe in a directory is not waited for.
mkdir pipes
mkfifo pipes/info pipes/data pipes/log.xml pipes/form.template
timeout $patience "$gprowse" pipes >out 2>messages
[ $? -eq 1 ]
ok $? "pipes in a directory are not read"

cases_end
