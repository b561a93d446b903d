#!/bin/sh
# test_perfscript.sh - the output of perf script, with the fields that its options choose
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/shown_common.sh"

cat >usual.txt <<'END'
# ========
# cmdline : perf record -g ./prog
# ========
#
prog  4711  12.500000:     250000 cpu-clock:u: 
	          401b97 leaf(int, char (*)(int))+0x1f (/home/me/my prog (deleted))
	          401b94 std::function<void (int)>::operator()(int) const+0x1c (/bin/prog)
	    7f9ca5486ec5 main+0x0 (/bin/prog)

prog  4711  12.500250:     250000 cpu-clock:u: 
	          401b94 std::function<void (int)>::operator()(int) const+0x2c (/bin/prog)
	    7f9ca5486ec5 main+0x4 (/bin/prog)

my prog 2  4712  12.500500:     500000 cpu-clock:u: 
	ffffffff81691675 clear_page+0x5 ([kernel.kallsyms])
	          401b99 [unknown] (/bin/prog)
	    7f9ca5486ec5 main+0x4 (/bin/prog)
END
same "stacks with addresses, offsets and objects" usual.txt \
'0 0.0005 [prog]
0 0.001 main
0.00025 0.00025 leaf(int, char (*)(int))
0.00025 0.0005 std::function<void (int)>::operator()(int) const
0.0005 0.0005 clear_page'

[ "$("$gprowse" --view=threads --format=tsv usual.txt | columns time part)" = '0.0005 prog 4711
0.0005 my prog 2 4712' ]
ok $? "the name of a thread may have blanks and numbers"

cat >processes.txt <<'END'
iperf 27409/28744 [000] 441995.133575: cycles: 
	          59fef5 copy (/lib/modules/4.3.0/build/vmlinux)
	            f7eb recv (/lib/libpthread-2.19.so)

iperf 27409/28742 [001] 441995.133584: cycles: 
	          20122a hypercall (/lib/modules/4.3.0/build/vmlinux)

END
same "processes, and no periods: each sample counts 1" processes.txt \
'0 1 recv
1 1 copy
1 1 hypercall'
[ "$("$gprowse" --view=threads --format=tsv processes.txt | columns self part part_kind depth)" = \
'2 iperf 27409 process 0
1 iperf 28744 thread 1
1 iperf 28742 thread 1' ]
ok $? "threads are inside their process"

cat >names.txt <<'END'
:-1 27410/-1    [000] 441995.133573:    10 cycles: 
	          59fef5 copy (/lib/modules/4.3.0/build/vmlinux)

iperf 27409/27409 [000] 441995.133575:    10 cycles: 
	          59fef5 copy (/lib/modules/4.3.0/build/vmlinux)

server 27409/28742 [001] 441995.133584:    10 cycles: 
	          20122a hypercall (/lib/modules/4.3.0/build/vmlinux)

END
[ "$("$gprowse" --view=threads --format=tsv names.txt | columns self part part_kind depth)" = \
'20 iperf 27409 process 0
10 iperf 27409 thread 1
10 server 28742 thread 1
10 :-1 27410 process 0
10 :-1 -1 thread 1' ] && [ "$(shown --thread=-1 names.txt)" = '10 10 copy' ]
ok $? "a process has the name of its first thread, and an ended thread the number -1"

cat >flat.txt <<'END'
         python3  7925 36916.407491:    1000000 task-clock:  ffffffff815e2b3a kvfree+0x1ba ([k])
              dd  7925 36916.408655:    2000000 task-clock:      7f4e949510b4 lookup+0x354 (/ld.so)
END
same "samples without stacks" flat.txt '0.001 0.001 kvfree
0.002 0.002 lookup'

cat >events.txt <<'END'
a  1  1.0:     250000 cpu-clock: 
	  1 f (x)
a  1  1.1:          3 page-faults: 
	  1 f (x)
	  2 g (x)
a  1  1.2:          4 page-faults: 
	  1 g (x)
END
[ "$(shown --event=page-faults events.txt)" = '3 3 f
4 7 g' ] && [ "$(shown events.txt)" = '0.00025 0.00025 f' ]
ok $? "several events"

cat >names.txt <<'END'
a  1  1.0: cycles: 
	leaf
	main

END
same "names without addresses" names.txt '0 1 main
1 1 leaf'

cat >places.txt <<'END'
a  1  1.0: cycles: 
	  1 leaf+0x1 (/bin/a)
  a.c:17
	  2 main+0x1 (/bin/a)
  a[2]
END
same "source lines behind frames" places.txt '0 1 main
1 1 leaf'

cat >inlined.txt <<'END'
a  1  1.0: cycles: 
	  1 small (inlined)
	  1 leaf+0x1 (/bin/a)
	  2 main+0x1 (/bin/a)
END
same "inlined functions are part of their callers" inlined.txt '0 1 main
1 1 leaf'
[ "$(shown --inlined inlined.txt)" = '0 1 leaf
0 1 main
1 1 small' ]
ok $? "or functions of their own"
# With source lines, "(inlined)" stands behind them.
cat >placed.txt <<'END'
a  1  1.0: cycles: 
	  1 small+0x1
  a.h:3 (inlined)
	  1 leaf+0x1 (/bin/a)
  a.c:17
	  2 main+0x1 (/bin/a)
  :0
END
same "source lines tell that functions are inlined" placed.txt '0 1 main
1 1 leaf'

# Options as --show-mmap-events print records between samples.
cat >records.txt <<'END'
swapper     0     0.000000: PERF_RECORD_MMAP -1/0: [0xffffffff81000000(0x1276f48) @ 0]: x [k]_text
perf-exec     0     0.000000: PERF_RECORD_COMM: perf-exec:14138/14138
PERF_RECORD_FINISHED_ROUND
a 14138  2492.839471: PERF_RECORD_COMM exec: a:14138/14138
a  1  1.0:     250000 cpu-clock: 
	          401b94 leaf+0x1c (/bin/a)
	          401b97 main+0x1f (/bin/a)

a  1  2.0: PERF_RECORD_SWITCH OUT preempt
a  1  3.0: PERF_RECORD_LOST lost 2
a  1  4.0:     250000 cpu-clock: 
	          401b94 leaf+0x1c (/bin/a)

END
same "records between samples are passed over" records.txt '0 0.00025 main
0.0005 0.0005 leaf'
[ "$("$gprowse" --view=summary records.txt 2>messages | grep -c RECORD)" -eq 0 ] && ! grep -q . messages
ok $? "and are no events"

# The field addr stands behind the event, in front of the frame of a sample without a stack.
cat >address.txt <<'END'
a  1  1.0:     250000 cpu-clock:                0
	          401b94 leaf+0x1c (/bin/a)
	          401b97 main+0x1f (/bin/a)

a  1  2.0:     250000 cpu-clock:     7f4e949510b4
	          401b94 leaf+0x1c (/bin/a)

END
same "addresses of data are no frames" address.txt '0 0.00025 main
0.0005 0.0005 leaf'
cat >address.txt <<'END'
               a  1  1.0:     250000 cpu-clock:                0     7f4e949510b4 look+0x354 (/ld)
               a  1  1.0:     250000 cpu-clock:     7f4e949510b4 ffffffff815e2b3a add+0x1ba ([k])
               a  1  1.0:     250000 cpu-clock:      7f4e949510b4 add (/ld.so)
END
same "addresses of data are no names" address.txt '0.00025 0.00025 add
0.00025 0.00025 add
0.00025 0.00025 look'
cat >misc.txt <<'END'
a 14138 [003] K      2492.840078:     500000 cpu-clock: 
	ffffffff81bb8818 copy+0x28 ([kernel.kallsyms])

   22 [001]  2492.850078:     500000 cpu-clock: 
	ffffffff81bb8818 copy+0x28 ([kernel.kallsyms])

 4000/23 [001] U  2492.850078:     500000 cpu-clock: 
	ffffffff81bb8818 copy+0x28 ([kernel.kallsyms])

END
same "the field misc; a number without a name" misc.txt '0.0015 0.0015 copy'
[ "$("$gprowse" --view=threads --format=tsv misc.txt | columns time part)" = '0.0005 a 14138
0.0005 22
0.0005 4000
0.0005 23' ]
ok $? "their threads"
cat >bare.txt <<'END'
               m 16358 [000]  2536.238589:  raw_syscalls:sys_exit: NR 59 = 0
               m 16358 [000]  2536.238888: raw_syscalls:sys_enter: NR 12 (0, 7ffd60da30dc, 0)
END
! "$gprowse" --view=functions bare.txt >out 2>said
holds "events without functions are named" \
	grep -q 'has events of perf script without functions; record them with stacks: perf record -g' said

printf 'java 19983 cycles:\nffffffff8103d0ca write_safe ([kernel.kallsyms])\n\n' >old.txt
same "old versions: no blanks before long addresses" old.txt '1 1 write_safe'

# fields HEADER: prints the figures of a sample whose first line is HEADER, between two others.
fields() {
	{
		for time in 1 2 3; do
			printf '%s\n\t%16s leaf+0x1 (/bin/a)\n\t%16s main\n\n' "$1" 401b97 7f9ca5486ec5
		done
	} >fields.txt
	shown fields.txt | tr '\n' ' '
}
# The fields that -F chooses.  A period has ten columns, the number of a thread fewer.
for header in 'xz ' 'my xz 2 12108 ' 'xz 12108/12109 ' 'xz 12108 cycles: ' '12108 ' '12.5: ' \
		'cycles: ' ''; do
	[ "$(fields "$header")" = '0 3 main 3 3 leaf ' ]
	ok $? "samples count 1: '$header'"
done
for header in 'xz    2000000 ' 'xz    2000000 cycles: ' '   2000000 ' 'xz 12108    2000000 '; do
	[ "$(fields "$header")" = '0 6000000 main 6000000 6000000 leaf ' ]
	ok $? "samples have a period: '$header'"
done
[ "$(fields 'xz 1 1.5:    2000000 sched:sched_stat_runtime: ')" = '0 6000000 main 6000000 6000000 leaf ' ] &&
	"$gprowse" --view=functions fields.txt >out &&
	grep -q ' 6000000 sched:sched_stat_runtime in 3 samples ' out
ok $? "the whole name of a tracepoint is shown"
printf 'xz\n\t%16s leaf\n\nwhat is this\n\nxz\n\t%16s leaf\n' 401b97 401b97 >other.txt
[ "$(shown other.txt)" = '2 2 leaf' ] && grep -q '1 line cannot be used; the first is line 4' messages
ok $? "a line without a frame is no sample"

cat >damaged.txt <<'END'
a  1  1.0: cycles: 
	  1 leaf+0x1 (/bin/a)

what is this
a  1  99999999999999999999999.0: 99999999999999999999999 cycles: 
	  1 leaf+0x1 (/bin/a)
END
shown damaged.txt >out
grep -qx '1 1 leaf' out && grep -q '2 lines cannot be used; the first is line 4' messages
ok $? "lines that are no samples are told"

awk 'BEGIN { for (i = 0; i < 100; i++) print "a  1  1.0: e" i ": \n\t1 f (x)\n" }' >many.txt
shown many.txt >out
grep -q cannot messages
ok $? "there are at most 64 events"

cat >chosen.txt <<'END'
a 10/10 [000] 5.000000: 1 cycles: 
	  1 first+0x1 (/bin/a)

a 10/11 [001] 6.500000: 1 cycles: 
	  2 second+0x1 (/bin/a)

b b 20/20 [003] 8.000000000: 1 cycles: 
	  3 third+0x1 (/bin/b)

END
chosen() {
	wanted=$1
	shift
	[ "$(shown "$@" chosen.txt | cut -d ' ' -f 3 | tr '\n' ' ')" = "$wanted" ]
	ok $? "$*"
}
chosen 'second third ' --cpu=1-3
chosen 'second ' --between=1.5,3
chosen 'first second ' --between=,2.999999999
chosen 'first second ' --pid=10
chosen 'second ' --thread=11
chosen 'third ' --comm='b b' --cpu=2,3 --between=1,
titled() {
	wanted=$1
	shift
	"$gprowse" --view=functions "$@" chosen.txt | head -n 1 |
		grep -q "^chosen.txt   $wanted[1-3] cycle"
	ok $? "the title says: $wanted"
}
titled 'only comm b b, cpu 2,3, from 1 s   ' --comm='b b' --cpu=2,3 --between=1,
titled 'only process 10, thread 11, to 2.5 s   ' --pid=10 --thread=11 --between=,2.5
titled 'only 0.5 to 3 s   ' --between=.5,3
titled '' --between=0,
[ -z "$(shown --cpu=9 chosen.txt)" ] && grep -q 'none of its 3 samples' messages &&
	grep -q 'without them, --view=threads lists all$' messages
ok $? "no sample is chosen"
# divided WANTED OPTION...: a case that passes if the samples have the parts WANTED.
divided() {
	wanted=$1
	shift
	"$gprowse" --view=threads --format=tsv "$@" >messages 2>&1
	[ "$(columns part_kind part samples <messages | tr '\n' ,)" = "$wanted" ]
	ok $? "parts of $*"
}
sed 's/^a /prog /; s/ 1 cycles/ 4 cycles/' chosen.txt | cat chosen.txt - >twice.txt
divided 'cpu 3 2,cpu 1 2,cpu 0 2,' --parts=cpu --sort=part --reverse twice.txt
divided 'comm a 2,comm b b 2,comm prog 2,' --parts=comm --sort=part twice.txt
divided 'comm a 2,comm prog 2,' --parts=comm --sort=part --cpu=0,1 twice.txt
[ "$(shown --parts=cpu --part='cpu 1' twice.txt | cut -d ' ' -f 3)" = second ]
ok $? "--part=cpu 1"
# The same by keys, which read the file again.
keyed() {
	"$gprowse" --screen=100x12 --keys="$1" "$2" >messages 2>&1
	sed -n '3,$s/.*  \(thread\|comm\|cpu\) \(.*\)/\1 \2/p' messages | sed 's/ *$//' |
		sort | tr '\n' ,
}
[ "$(keyed B twice.txt)" = 'thread b b 20,thread prog 10,thread prog 11,' ]
ok $? "B: threads"
[ "$(keyed BB twice.txt)" = 'comm a,comm b b,comm prog,' ] &&
	grep -q 'by names of threads' messages
ok $? "B again: names of threads"
[ "$(keyed BBB twice.txt)" = 'cpu 0,cpu 1,cpu 3,' ] && grep -q 'by processors' messages
ok $? "B again: processors"
[ "$(keyed BBBrB twice.txt)" = "$(keyed B twice.txt)" ]
ok $? "r keeps the division, and B shows threads again"
sed 's/\[...\]//' chosen.txt >blind.txt
[ "$(keyed BBB blind.txt)" = 'thread a 10,thread a 11,thread b b 20,' ] &&
	grep -q 'not say on which processors' messages
ok $? "B: processors are not known"
divided '' --parts=cpu blind.txt
"$gprowse" --view=notes --parts=cpu blind.txt >messages 2>&1
grep -q 'not say on which processors' messages
ok $? "a note says that processors are not known"
[ -z "$(shown --cpu=0 blind.txt)" ] && grep -q 'does not say on which processors' messages
ok $? "processors are not known"

# perf script --deltatime writes the time since the sample before; --reltime, since the first one.
cat >delta.txt <<'END'
a 10/10 [000]     0.000000: 1 cycles: 
	  1 first+0x1 (/bin/a)

a 10/10 [000]     2.500000: 1 cycles: 
	  2 second+0x1 (/bin/a)

a 10/10 [000]     0.500000: 1 cycles: 
	  3 third+0x1 (/bin/a)

END
sed 's/ 0.500000/ 3.000000/' delta.txt >rel.txt
"$gprowse" --view=summary delta.txt >out && ! grep -q elapsed out && grep -q ' 3 samples' out
ok $? "times since the sample before are no times"
"$gprowse" --view=functions --between=0,1 delta.txt >out 2>messages
[ $? -eq 1 ] && ! grep -q first out && [ -s messages ]
ok $? "no sample is between them"
"$gprowse" --view=summary rel.txt >out && grep -q 'elapsed: 3.000 s' out &&
	[ "$("$gprowse" --view=functions --format=tsv --between=1,2.9 rel.txt | columns name)" = second ]
ok $? "times since the first sample are"

# stack N FRAME...: prints N samples with the stack of the FRAMEs, the innermost first.
stack() {
	count=$1
	shift
	while [ $((count -= 1)) -ge 0 ]; do
		echo 'a  1  1.0:     250000 cpu-clock: '
		for frame; do
			printf '\t%16s %s\n' "${frame%% *}" "${frame#* }"
		done
		echo
	done
}
# complete START UNNAMED ELSEWHERE MORE CASE: a case that passes if a note about the stacks of
# out.txt says so; or if there is none, and START is empty.
complete() {
	wanted=$1
	[ -z "$1" ] || wanted="$1 % of the stacks are complete. $2 in code without a name, \
$3 % in a function that is not the first one of a thread$4."
	"$gprowse" --view=notes out.txt >out 2>messages
	[ "$(grep -c 'no notes\|[1-9] note' out)" -eq 1 ] &&
		[ "$(tr -s '\n ' ' ' <out | grep -o '[0-9]* % of the stacks are complete.* outer f' |
			sed 's/ The totals of outer f$//')" = "$wanted" ]
	ok $? "$5"
}
main='401b97 main+0x1f (/bin/a)'
leaf='401b94 leaf+0x1c (/bin/a)'
lost='4801007d21058b48 [unknown] ([unknown])'
end='ffffffffffffffff [unknown] ([unknown])'
kernel='ffffffff815e2b3a do_syscall_64+0x1a ([kernel.kallsyms])'
{ stack 2 "$leaf" "$main"; stack 1 "$leaf" "$lost"; stack 4 "$leaf"; stack 1 "$kernel"; } >out.txt
complete 38 '12 % end' 50 '' "a note tells which share of the stacks is complete"
grep -q 'With perf record -g, stacks end early in code without frame pointers' out
ok $? "and what to do"
{ stack 2 "$leaf" "$main"; stack 2 "$kernel" "$main"; stack 2 "$kernel"; } >out.txt
complete '' '' '' '' "no note if all stacks are complete"
{
	stack 3 "$leaf" "21b97 __libc_start_main+0xe7 (/lib/libc-2.27.so)" "1090 [unknown] (/bin/a)"
	stack 1 "$leaf" "$leaf" "$leaf" "$main"
} >out.txt
complete '' '' '' '' "the caller of the first function of the C library needs no name"
stack 3 "$leaf" "1090 [unknown] (/bin/a)" "$lost" >out.txt
complete 0 '100 % end' 0 '' "callers that are not found"
stack 3 "$kernel" "ffffffff8100012b entry+0x76 ([kernel.kallsyms])" >out.txt
complete '' '' '' '' "no note about stacks of the kernel"
stack 3 "ffffffff815e2b3a [unknown] ([unknown])" "ffffffff8100012b [unknown] ([unknown])" |
	cat - out.txt >hidden.txt
mv hidden.txt out.txt
complete '' '' '' '' "nor of a kernel without names"
stack 3 "$leaf" "$lost" "ffffffff8100012b [unknown] ([unknown])" >out.txt
complete 0 '100 % end' 0 '' "a false caller may have an address as in the kernel"
{ stack 2 "$leaf"; stack 2 "$lost"; stack 1 "$kernel" "$leaf"; } >out.txt
complete '' '' '' '' "no note if no function has a caller"
stack 3 "401b94 " "401b97 " "4801007d21058b48 " >out.txt
complete '' '' '' '' "no note without names"
printf 'a  1  1.0: cycles: \n\t%s\n\t%s\n\n' leaf work leaf work leaf other >out.txt
complete '' '' '' '' "nor without addresses and objects"
{ stack 2 "$leaf" "$main"; cat flat.txt; } >out.txt
complete '' '' '' '' "samples without stacks do not count"
{ stack 1 "$leaf" "$main"; stack 1 "$leaf"; stack 3 "$leaf" "401b98 work+0x1 (/bin/a)"; } >out.txt
complete 20 '0 % end' 20 ', 60 % have 2 frames, as many as the longest' \
	"many stacks have as many frames as the longest"
grep -q 'option --max-stack of perf may have cut stacks' out
ok $? "and may be cut"
{
	stack 1 "$leaf" "$main"
	stack 1 "401b94 small (inlined)" "$leaf" "401b98 work+0x1 (/bin/a)"
	stack 1 "401b94 tiny+0x1 (/bin/a)" "$leaf" "401b98 work+0x1 (/bin/a)" |
		sed '/tiny/s/$/\n  a.h:3 (inlined)/'
	stack 2 "$leaf" "401b98 work+0x1 (/bin/a)"
	stack 5 "$lost"
} >out.txt
complete 10 '50 % end' 0 ', 40 % have 2 frames, as many as the longest' \
	"inlined functions are no frames of perf"
{
	stack 3 "$kernel" "$kernel" "$leaf" "401b98 work+0x1 (/bin/a)"
	stack 3 "$kernel" "$leaf" "401b98 other+0x1 (/bin/a)"
	stack 1 "$leaf"
} >out.txt
complete 0 '0 % end' 14 ', 86 % have 2 frames of the program, as many as the longest' \
	"or as many frames of the program"

copies='80 % end where no caller was found, such as where the copy of the stack ends'
# Copies of stacks (--call-graph dwarf).
{
	stack 7 "$leaf" "401b98 work+0x1 (/bin/a)" "$end"
	stack 1 "$leaf" "$end" "$main" "$end"
	stack 1 "$leaf" "$main"
	stack 9 "$kernel"
	stack 1 "$leaf" "$lost"
} >out.txt
same "the mark at the end of a copied stack is no caller" out.txt '0 0.0005 [unknown]
0 0.0005 main
0 0.00175 work
0.00225 0.00225 do_syscall_64
0.0025 0.0025 leaf'
complete 10 "$copies, 10 %" 0 '' "but a note tells how many stacks have it"
grep -q 'Let perf copy more of each stack' out
ok $? "and what to do then"
stack 1 "$end" >out.txt
same "a mark alone is code without a name" out.txt '0.00025 0.00025 [unknown]'
stack 1 "$leaf" "$main" "ffffffffffffffff far+0x1 (/bin/a)" >out.txt
same "a function at the last address is no mark" out.txt '0 0.00025 far
0 0.00025 main
0.00025 0.00025 leaf'
# Of several files, a note says which one it is about.
for name in one two; do
	printf 'prog 10 1.0: 1 cycles: \n\t401000 inner (/bin/prog)\n\t401100 outer (/bin/prog)\n\n' \
		>$name.perf
done
"$gprowse" --view=notes one.perf two.perf >out 2>messages
holds "a note of several files names its file" \
	[ "$(grep -o '^[a-z]*.perf: 0 % of the stacks' out | tr '\n' ,)" = \
	'one.perf: 0 % of the stacks,two.perf: 0 % of the stacks,' ]
"$gprowse" --view=notes one.perf >out 2>messages
holds "a note of one file does not" grep -q '^0 % of the stacks' out
cases_end
