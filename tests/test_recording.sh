#!/bin/sh
# test_recording.sh - recordings: processes, threads and images, counted calls beside stacks
#
# make_recording writes them, with the addresses of a program that is compiled here.
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
make_recording=$top/tests/make_recording
cc=${CC:-cc}

cat >prog.c <<'END'
static volatile int sink;
__attribute__((noinline)) void work(int n) { for (int i = 0; i < n; i++) sink += i; }
__attribute__((noinline)) void easy(void) { work(1); sink++; }
__attribute__((noinline)) void hard(void) { work(1000); sink++; }
int main(void) { for (int i = 0; i < 10; i++) { easy(); hard(); } sink++; return 0; }
END
$cc -g -O1 -Wl,--build-id -o prog prog.c 2>messages || skip_all "no C compiler"
nm prog >symbols 2>messages || skip_all "no nm"

# mapped_at BIAS: the program is mapped at BIAS.  Sets $bias, and at_SYMBOL to SYMBOL's address.
mapped_at() {
	bias=$1
	while read -r address kind symbol; do
		case $symbol in
		main | easy | hard | work) eval "at_$symbol=$((bias + 0x$address))" ;;
		esac
	done <symbols
}
mapped_at $((0x555500000000))

# id_of FILE: prints the build-id of FILE.
id_of() {
	readelf -n "$1" | awk '/Build ID/ { print $3 }'
}
id=$(id_of prog)
session=000102030405060708090a0b0c0d0e0f

# directory NAME: makes a recording NAME without processes.
directory() {
	mkdir "$1"
	printf '%s\n' 'gprowse-session 1' "session $session" "program $work/prog" 'status 0' \
		>"$1/gprowse-session"
}

# the_object [ID]: prints the line of make_recording that maps the program, with the build-id ID.
the_object() {
	echo "object $bias $((bias + 0x100000)) 0 $bias ${1:-$id} 0 $work/prog"
}

# process FILE PID <LINES: writes the recording of a process of prog, with LINES at its end.
process() {
	{
		echo "set pid $2"
		echo "set hz 1000"
		echo "session $session"
		echo "program $work/prog"
		cat
	} | $make_recording "$1"
}

# the_arcs TID [NAME THREADS CPU STATE], the_stacks TID ...: the first prints the table of arcs of a
# thread for make_recording, the second its table of stacks.
the_arcs() {
	echo "arcs $1 ${2:-prog} ${3:-1} ${4:-1500000000} ${5:-2} 0"
	echo "arc $((at_main + 10)) $((at_easy + 4)) 10"
	echo "arc $((at_main + 15)) $((at_hard + 4)) 10"
	echo "arc $((at_easy + 6)) $((at_work + 4)) 10"
	echo "arc $((at_hard + 6)) $((at_work + 4)) 10"
}
the_stacks() {
	echo "stacks $1 ${2:-prog} ${3:-1} ${4:-1500000000} ${5:-2} 0"
	echo "stack 990 990 $((at_main + 15)) $((at_hard + 6)) $((at_work + 1))"
	echo "stack 500 500 $((at_main + 10)) $((at_easy + 6)) $((at_work + 1))"
	echo "stack 10 10 $((at_main + 12))"
}

# figures ARGUMENT...: prints "NAME SELF TOTAL CALLS" for each function.
figures() {
	"$gprowse" --view=functions --format=tsv "$@" 2>messages | awk -F'\t' '
		NR == 1 {
			for (i = 1; i <= NF; i++)
				column[$i] = i
			next
		}
		{
			calls = $column["calls"]
			print $column["name"], $column["self"], $column["total"], calls == "" ? "-" : calls
		}' | LC_ALL=C sort >out
}

# expect NAME <FIGURES: a case that passes if the last call of figures printed FIGURES.
expect() {
	diff - out >differences
	ok $? "$1"
}

directory one
{ the_object; the_arcs 11; the_stacks 11; } | process one/prog.11.0.gprec 11
figures one
expect "calls are counted, totals are known" <<'END'
easy 0 0.5 10
hard 0 0.99 10
main 0.01 1.5 -
work 1.49 1.49 20
END

cp -r one two
{ the_object; the_arcs 12; the_stacks 12; } | process two/prog.12.0.gprec 12
figures two
expect "processes are added up" <<'END'
easy 0 1 20
hard 0 1.98 20
main 0.02 3 -
work 2.98 2.98 40
END

# A script, or a link to a program, has the name by which it was executed.
cp -r one called
{ echo "program $work/prog tool.py"; the_object; the_arcs 11; the_stacks 11; } |
	process called/prog.11.0.gprec 11
"$gprowse" --view=threads --format=tsv called >out 2>messages
same "a process of a script" "tool.py 11" "$(columns part <out | head -n 1)"
"$gprowse" --view=threads called >out 2>messages
holds "the title names the script" grep -q '^tool.py: called ' out
figures called
expect "the program is read" <<'END'
easy 0 0.5 10
hard 0 0.99 10
main 0.01 1.5 -
work 1.49 1.49 20
END

# A marker that cannot be read hides only what it says.
cp -r one unread
for kind in 'a pipe' 'a directory' 'a link to nothing' empty; do
	rm -rf unread/gprowse-session
	case $kind in
	*pipe) mkfifo unread/gprowse-session ;;
	*directory) mkdir unread/gprowse-session ;;
	*link*) ln -s nothing unread/gprowse-session ;;
	*) : >unread/gprowse-session ;;
	esac
	figures unread
	expect "the marker is $kind" <<'END'
easy 0 0.5 10
hard 0 0.99 10
main 0.01 1.5 -
work 1.49 1.49 20
END
done

figures one/prog.11.0.gprec
expect "a file is opened without its directory" <<'END'
easy 0 0.5 10
hard 0 0.99 10
main 0.01 1.5 -
work 1.49 1.49 20
END

# message PATTERN NAME ARGUMENT...: a case that passes if gprowse fails with one line that matches
# PATTERN.
message() {
	pattern=$1
	name=$2
	shift 2
	"$gprowse" --view=functions "$@" >out 2>messages
	[ $? -eq 1 ] && [ "$(wc -l <messages)" -eq 1 ] && grep -q -e "$pattern" messages
	ok $? "$name"
}

# notes PATTERN NAME ARGUMENT...: a case that passes if a note matches PATTERN.
notes() {
	pattern=$1
	name=$2
	shift 2
	"$gprowse" --view=notes "$@" >out 2>messages
	grep -q -e "$pattern" out
	ok $? "$name"
}

# The load address differs from process to process.
cp -r one moved
first=$bias
mapped_at $((0x7f0000000000))
{ the_object; the_arcs 12; the_stacks 12; } | process moved/prog.12.0.gprec 12
mapped_at $first
figures moved
expect "processes with other load addresses are added up" <<'END'
easy 0 1 20
hard 0 1.98 20
main 0.02 3 -
work 2.98 2.98 40
END

# A return address belongs to the call instruction before it.  If this instruction is the last of
# its function, the return address may be in the next function.
directory ends
size=$((0x$(nm -S prog | awk '$4 == "easy" { print $2 }')))
{
	the_object
	echo "arcs 11 prog 1 0 2 0"
	echo "arc $((at_easy + size)) $((at_work)) 3"
	echo "stacks 11 prog 1 0 2 0"
	echo "stack 10 10 $((at_easy + size)) $((at_work + 1))"
	echo "stack 5 5 $((at_work))"
} | process ends/prog.11.0.gprec 11
figures ends
expect "return addresses are looked up before the address" <<'END'
easy 0 0.01 -
work 0.015 0.015 3
END

# The program was built again: its names are not used.
directory other
{ the_object 0011223344556677889900112233445566778899; the_arcs 11; the_stacks 11; } |
	process other/prog.11.0.gprec 11
figures other
expect "names of another build are refused" <<'END'
[prog] 1.5 1.5 0
END
notes 'prog: is another build' "another build is noted" other
figures prog other
expect "a program of another build is not used" <<'END'
[prog] 1.5 1.5 0
END

# The recorded program is gone, and a copy of it is named.
sed 's/work(1000)/work(1000);;/' prog.c >copied.c
directory gone
cp prog copy
{
	echo "object $bias $((bias + 0x100000)) 0 $bias $id 0 $work/gone-prog"
	the_arcs 11
	the_stacks 11
} | process gone/prog.11.0.gprec 11
figures gone
expect "an image that is gone is one row" <<'END'
[gone-prog] 1.5 1.5 0
END
figures copy gone
expect "a program that is named is used for the image of its build" <<'END'
easy 0 0.5 10
hard 0 0.99 10
main 0.01 1.5 -
work 1.49 1.49 20
END

# Mappings with an offset in the file instead of a bias.
directory offsets
text=$(readelf -lW prog | awk '$1 == "LOAD" && $7 ~ /E/ || $1 == "LOAD" && $8 ~ /E/ { print $2, $3 }')
offset=${text% *}
address=${text#* }
{
	echo "object $((bias + address)) $((bias + 0x100000)) $offset - $id 0 $work/prog"
	the_arcs 11
	the_stacks 11
} | process offsets/prog.11.0.gprec 11
figures offsets
expect "addresses are found by the offset in the file" <<'END'
easy 0 0.5 10
hard 0 0.99 10
main 0.01 1.5 -
work 1.49 1.49 20
END

# Addresses in no object, in [vdso], cut stacks, functions that were only counted or only sampled.
directory odd
{
	the_object
	echo "object 0x7fff00000000 0x7fff00001000 0 - - 0 [vdso]"
	echo "set truncated 3"
	echo "arcs 11 prog 1 0 2 0"
	echo "arc 0x1234 $((at_hard + 4)) 7"
	echo "stacks 11 prog 1 0 2 0"
	echo "stack 10 10 cut $((at_main + 12)) 0x7fff00000010"
	echo "stack 20 20 $((at_main + 12)) 0x10"
} | process odd/prog.11.0.gprec 11
figures odd
expect "code of no object, [vdso], stacks without their outer frames" <<'END'
[truncated] 0 0.01 -
[unknown] 0.02 0.02 -
[vdso] 0.01 0.01 -
hard 0 0 7
main 0 0.03 -
END
notes '3 stacks had more than 128 frames' "cut stacks are noted" odd
"$gprowse" --view=notes odd >shown 2>&1
holds "[vdso] is no file that is missing" [ "$(grep -c 'no such file' shown)" -eq 0 ]

# Processes that were not found.
directory missed
{ the_object && the_arcs 11 && the_stacks 11; } | process missed/prog.11.0.gprec 11
echo 'missed 250' >>missed/gprowse-session
notes '0.25 s of processor time of child processes were not recorded' "missed time is noted" missed
"$gprowse" --view=notes --pid=11 missed >shown 2>&1
holds "but not if one process is shown" [ "$(grep -c 'child processes' shown)" -eq 0 ]

# Without stacks, totals are estimated.
directory flat
{
	echo "set unwind 0"
	the_object
	the_arcs 11
	echo "stacks 11 prog 1 0 2 0"
	echo "stack 1490 1490 $((at_work + 1))"
	echo "stack 10 10 $((at_main + 12))"
} | process flat/prog.11.0.gprec 11
figures flat
expect "without stacks, time is propagated by calls" <<'END'
easy 0 0.745 10
hard 0 0.745 10
main 0.01 1.5 -
work 1.49 1.49 20
END
"$gprowse" --view=functions --format=json flat >out 2>messages
grep -q '"totals_from": "estimates"' out && grep '"name": "hard"' out |
	grep -q '"total_kind": "estimated"'
ok $? "without stacks, totals are called estimates"
for view in calls tree lines source notes files; do
	"$gprowse" --view=$view flat >>out 2>>messages || echo "$view failed" >>messages
done
nothing "all views can show estimated totals" "$(grep failed messages)"
"$gprowse" -b flat >out 2>messages &&
	grep -q 'Totals are estimated from counts of calls' out
ok $? "listings say that totals are estimated"
"$gprowse" -b -F work flat >out 2>messages
grep -q 'not for this profile: -E omits the time of functions' messages && ! grep -q total messages
ok $? "no message calls estimated totals known"

# A recording with calls, but without samples.
directory counted
{ echo "set hz 0"; the_object; the_arcs 11; } | process counted/prog.11.0.gprec 11
figures counted
cut -d' ' -f1,4 out >short
printf '%s\n' 'easy 10' 'hard 10' 'work 20' | diff - short >differences
ok $? "a recording without samples shows its calls"

# Threads.
directory threads
{
	the_object
	the_arcs 11
	the_stacks 11 prog 1 1500000000
	the_arcs 12 worker 1 3000000000
	the_stacks 12 worker 1 3000000000
	the_arcs 13 short 5 1500000000
	the_stacks 13 short 5 1500000000
} | process threads/prog.11.0.gprec 11
figures threads
expect "threads are added up" <<'END'
easy 0 1.5 30
hard 0 2.97 30
main 0.03 4.5 -
work 4.47 4.47 60
END
notes '^worker 12: 3.00 s of processor time, but its samples stand for 1.50 s' \
	"samples that do not fit the processor time are noted" threads

# Several short threads share a part.  Its name says so, unless it is the part of the process.
directory brief
{
	the_object
	the_stacks 11 prog 1 1500000000
	the_stacks 13 short 5 9000000000
} | process brief/prog.11.0.gprec 11
notes '^5 short threads of prog 11: 9.00 s of processor time, but' "short threads are noted" brief
directory shared
{ the_object && the_stacks 13 short 5 9000000000; } | process shared/prog.11.0.gprec 11
notes '^short threads of prog 11: 9.00 s of processor time, but' \
	"short threads are noted if the process has no others" shared

# The samples of short threads are compared with their processor time together: those of a thread
# also stand for others.
directory quick
for pid in 11 12 13; do
	{
		the_object
		echo "stacks $pid prog 1 100000000 2 0"
		[ "$pid" -ne 12 ] || echo "stack 290 5 $((at_main + 12))"
	} | process "quick/prog.$pid.0.gprec" "$pid"
done
"$gprowse" --view=notes quick >out 2>messages
nothing "samples of short threads that fit together are not noted" "$(grep 'processor time, but' out)"
notes '^1 short thread: 0.1 s of processor time, but its samples stand for 0.29 s' \
	"those of one of the threads are" --pid=12 quick

# One signal may report several ticks of the clock.
directory slow
{
	the_object
	the_stacks 11 | sed 's/^stack 990 990/stack 990 200/; s/^stack 500 500/stack 500 100/'
} | process slow/prog.11.0.gprec 11
notes '^207 samples were taken in each second of processor time, not 1000' \
	"that the clock is slower than -F is noted" slow
# Processes that begin and end before they can have samples of it.
directory swift
for pid in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22; do
	{
		the_object
		the_stacks $pid | sed 's/1500000000/2500000/; s/^stack 990 990/stack 1 1/
			s/^stack 500 500/stack 1 1/'
	} | process swift/prog.$pid.0.gprec $pid
done
notes '^22 processes ran for 2.5 ms on average' "brief processes" swift
rm swift/prog.1.0.gprec swift/prog.2.0.gprec swift/prog.3.0.gprec
"$gprowse" --view=notes swift >out 2>messages
nothing "not if they are few" "$(grep 'on average' out)"
"$gprowse" --view=notes threads >out 2>messages
nothing "a clock that is as fast as -F is not noted" "$(grep 'samples were taken' out)"
"$gprowse" control slow >out 2>messages
if grep -q 'was recorded on another kind of machine' messages; then
	skipped "control counts samples, not ticks" "the recorder does not know this processor"
else
	holds "control counts samples, not ticks" grep -q '^samples  *310$' out
fi
directory unsampled
{
	the_object
	the_arcs 12
} | process unsampled/prog.12.0.gprec 12
notes '^No samples were taken' "that there are no samples is noted" unsampled

# Each table of stacks has a part of the processor time of its thread.
directory larger
{
	the_object
	the_stacks 11 prog 1 1500000000
	the_stacks 11 prog 1 1500000000
} | process larger/prog.11.0.gprec 11
"$gprowse" --view=notes larger >out 2>messages && ! grep -q 'processor time' out
ok $? "the processor time of all tables of a thread is added up"
"$gprowse" --screen=100x12 --keys='jR' threads >out 2>messages
grep -q 'thread prog 11' out && grep -q 'thread worker 12' out &&
	grep -q 'thread 5 short threads of prog 11' out && ! grep -q 'process' out
ok $? "R shows the threads, and not their process again"
grep -q '7 threads' out
ok $? "the title has the number of threads"
for choice in --thread=worker --thread=12 --part=worker\ 12 '--part=thread worker 12'; do
	figures "$choice" threads
	expect "$choice" <<'END'
easy 0 0.5 10
hard 0 0.99 10
main 0.01 1.5 -
work 1.49 1.49 20
END
done
figures --part=process=prog\ 11 threads
grep -q '^work 4.47 4.47 60$' out
ok $? "the part of the process has all its threads"
"$gprowse" --part=process=prog\ 11 --view=lines --format=tsv threads >out 2>messages
grep -q '4.47' out
ok $? "the lines of this part have all its threads"
# Parts of several recordings: the names of their parts say which recording it is.
cp -r one same
figures --part='prog 11 in one' one two same/
expect "a process of one of several recordings" <<'END'
easy 0 0.5 10
hard 0 0.99 10
main 0.01 1.5 -
work 1.49 1.49 20
END
figures --part='process=prog 12 in two' one same/ two/*.gprec
expect "files that are named one by one belong to their directory" <<'END'
easy 0 0.5 10
hard 0 0.99 10
main 0.01 1.5 -
work 1.49 1.49 20
END
figures --part='thread=worker 12 in threads' one threads
expect "a thread of one of several recordings" <<'END'
easy 0 0.5 10
hard 0 0.99 10
main 0.01 1.5 -
work 1.49 1.49 20
END
"$gprowse" --part=x one same 2>&1 | grep -q 'it has process=prog 11 in one, process=prog 11 in same$'
ok $? "processes with the same number in two recordings are two parts"
# Each recording is a run, for the noise between runs, and may have several processes.
"$gprowse" --compare --view=compare --format=json one same -- same two one >out 2>messages
[ "$(grep -c '"runs": 2' out) $(grep -c '"runs": 3' out) $(grep -c '"knows_runs": true' out)" = "1 1 1" ]
ok $? "several recordings are several runs"
"$gprowse" --compare --view=compare --format=json two/*.gprec -- two >out 2>messages
[ "$(grep -c '"runs": 1' out) $(grep -c '"knows_runs": false' out)" = "2 1" ]
ok $? "the processes of one recording are one run"
"$gprowse" --part=x two/*.gprec 2>&1 | grep -q 'it has process=prog 11, process=prog 12$'
ok $? "files of one recording do not need its name"
figures --pid=11 two
expect "--pid" <<'END'
easy 0 0.5 10
hard 0 0.99 10
main 0.01 1.5 -
work 1.49 1.49 20
END
message '^gprowse: --pid=7: no such process was recorded; there are prog 11, prog 12$' \
	"a process that was not recorded" --pid=7 two
message '^gprowse: --thread=x: no such thread was recorded; there are prog 11, worker 12, short 13$' \
	"a thread that was not recorded" --thread=x threads
message '^gprowse: --image=x: no such program or library was recorded; there are prog$' \
	"an image that was not recorded" --image=x two
message '^gprowse: --image: only for recordings of gprowse record; omit the option$' \
	"an option for recordings without a recording" --image=x prog

# --image: the samples whose innermost frame is in the image, and the calls of its functions.
directory images
{
	the_object
	echo "object 0x7fff00000000 0x7fff00001000 0 - - 0 /lib/libother.so"
	the_arcs 11
	echo "arc $((at_main + 10)) 0x7fff00000020 9"
	the_stacks 11
	echo "stack 100 100 $((at_main + 12)) 0x7fff00000010"
} | process images/prog.11.0.gprec 11
figures --image=libother.so images
expect "--image of a library" <<'END'
[libother.so] 0.1 0.1 9
main 0 0.1 -
END
figures --image=prog images
expect "--image of the program" <<'END'
easy 0 0.5 10
hard 0 0.99 10
main 0.01 1.5 -
work 1.49 1.49 20
END

# The time of the recorder is the cost of counting calls only if calls were counted.
for calls in no some; do
	directory recorder_$calls
	{
		the_object
		echo "object 0x1000 0x2000 0 - - 0 $work/libgprowse.so.0"
		[ $calls = no ] || the_arcs 11
		echo "stacks 11 prog 1 0 2 0"
		echo "stack 10 10 $((at_main + 4)) 0x1100"
	} | process recorder_$calls/prog.11.0.gprec 11
done
notes '^The recorder took 100 % of the time. This time is omitted' \
	"the time of the recorder is noted" --profiler=hide recorder_no
notes ' took 100 % of the time: this is the cost of the recorder' "and if it is shown" recorder_no
notes '^Counting calls took 100 % of the time' "the time of counting is noted" \
	--profiler=hide recorder_some
notes ' this is the cost of counting calls' "and if it is shown" recorder_some

# What was lost.
directory lost
{
	the_object
	echo "set lost_calls 12"
	echo "set lost_samples 1"
	echo "set problems 50"
	echo "set saturated 4"
	echo "set uncounted 1"
	echo "region 1"
	echo "region 2"
	echo "set ended 0"
	the_arcs 11
	the_stacks 11
} | process lost/prog.11.0.gprec 11
notes '^12 calls could not be counted' "lost calls are noted" lost
notes '^1 sample could not be recorded' "lost samples are noted" lost
notes 'no more room on the disk' "problems are noted" lost
notes "cannot load the recorder" "programs that were not recorded are noted" lost
notes 'could not write to a buffer' "buffers that could not be written are noted" lost
notes '^prog 11 called profil(2)' "the process with histograms of its own is noted" lost
notes 'did not count 4 samples in full cells' "full cells are noted" lost
notes 'did not count 1 sample, which' "samples that came too fast are noted" lost
notes '^prog 11 had not ended' "a process that did not end is noted" lost
"$gprowse" --view=functions lost 2>messages | head -n 1 | grep -q '12 calls and 1 sample lost'
ok $? "the title says what was lost"

# Children could not make files, and a part of the file could not be written.
directory unsaved
{
	echo "set lost_calls 2"
	echo "set child_calls 5"
	echo "set child_samples 3"
	echo "set problems 192"
	the_object
	the_stacks 11
} | process unsaved/prog.11.0.gprec 11
notes '^7 calls could not be counted' "lost calls of children are noted" unsaved
notes '^3 samples could not be recorded' "lost samples of children are noted" unsaved
notes 'child could not make a file' "children without a file are noted" unsaved
notes 'part of a recording could not be written' "parts that were not written are noted" unsaved

directory killed
{ echo "set start_real 100"; echo "set ended 2"; the_object; the_stacks 11; } |
	process killed/prog.11.0.gprec 11
notes '^prog 11 did not end by exit()' "a process that was killed is noted" killed
{ echo "set start_real 200"; the_object; the_stacks 11; } | process killed/prog.11.1.gprec 11
"$gprowse" --view=notes killed >out 2>messages
ok $(($? != 0 || $(grep -c 'did not end' out) > 0)) "a process that executed a program is not noted"

# A child of process 11 could not make a file, so its tables are in its parent's file.  Its thread
# has the same number as a thread of the parent that had ended before.
directory common
{
	echo "set problems 8"
	the_object
	echo "pid 11"
	the_stacks 11
	the_stacks 12
	echo "pid 12"
	the_stacks 12
} | process common/prog.11.0.gprec 11
"$gprowse" --view=functions common 2>messages | head -n 1 >out
grep -q '2 processes, 3 threads' out
ok $? "a child in the file of its parent is a process"
"$gprowse" --view=functions --format=tsv --part='prog 12' common >out 2>messages
ok $? "a child in the file of its parent is a part"

directory family
{ echo "program /bin/child"; echo "set start_real 200"; the_object; the_stacks 5; } |
	process family/child.5.0.gprec 5
{ echo "set start_real 100"; the_object; the_stacks 9; } | process family/prog.9.0.gprec 9
"$gprowse" --view=functions family 2>messages | head -n 1 >out
grep -q '^prog: family' out
ok $? "the title names the program that began first"
cp lost/prog.11.0.gprec one/prog.13.0.gprec
printf '\001' | dd of=one/prog.13.0.gprec bs=1 seek=88 conv=notrunc 2>messages
notes '^1 file of another recording' "files of another recording are skipped" one
rm one/prog.13.0.gprec

# Epochs: an address in a table is in the image that was mapped there when the table was used.
cat >lib.c <<'END'
int counter;
void in_library(void) { counter++; }
END
$cc -g -shared -fPIC -o lib.so lib.c 2>messages
directory epochs
where=$((0x$(nm lib.so | awk '$3 == "in_library" { print $1 }') + 0x7f0000000000))
{
	the_object
	echo "object 0x7f0000000000 0x7f0000100000 0 0x7f0000000000 - 0 /lib/libgone.so"
	echo "object 0x7f0000000000 0x7f0000100000 0 0x7f0000000000 $(id_of lib.so) 1 $work/lib.so"
	echo "arcs 11 prog 1 0 2 0"
	echo "arc $((at_main + 10)) $where 3"
	echo "arcs 11 prog 1 0 2 1"
	echo "arc $((at_main + 10)) $where 4"
} | process epochs/prog.11.0.gprec 11
figures epochs
cut -d' ' -f1,4 out >short
printf '%s\n' '[libgone.so] 3' 'in_library 4' | diff - short >differences
ok $? "code that was mapped where other code was before"

# Inlined functions.
cat >inlined.c <<'END'
static volatile int sink;
static inline __attribute__((always_inline)) void inner(int n) { sink += n; sink *= n; }
__attribute__((noinline)) void outer(int n) { inner(n); inner(n + 1); }
int main(void) { outer(3); return 0; }
END
if $cc -g -O2 -Wl,--build-id -o inlined inlined.c 2>messages; then
	directory inlines
	# An instruction of inner() in outer().
	outer=$((0x$(nm inlined | awk '$3 == "outer" { print $1 }')))
	for offset in $(seq 0 60); do
		value=$((outer + offset))
		addr2line -f -i -e inlined "$(printf '%x' $value)" | grep -q '^inner$' && break
	done
	value=$((value + bias))
	{
		echo "object $bias $((bias + 0x100000)) 0 $bias $(id_of inlined) 0 $work/inlined"
		echo "stacks 11 prog 1 0 2 0"
		echo "stack 10 10 $(printf '0x%x' $value)"
	} | process inlines/prog.11.0.gprec 11
	figures inlines
	expect "inlined functions belong to their callers" <<'END'
outer 0.01 0.01 -
END
	figures --inlined inlines
	expect "--inlined shows inlined functions" <<'END'
inner 0.01 0.01 -
outer 0 0.01 -
END
	# Without stacks, no counted call leads from outer() to inner().
	directory stackless
	{
		echo "set unwind 0"
		echo "object $bias $((bias + 0x100000)) 0 $bias $(id_of inlined) 0 $work/inlined"
		echo "arcs 11 prog 1 0 2 0"
		echo "arc $((bias + 1 + 0x$(nm inlined | awk '$3 == "main" { print $1 }'))) $((bias + outer)) 3"
		echo "stacks 11 prog 1 0 2 0"
		echo "stack 10 10 $value"
	} | process stackless/prog.11.0.gprec 11
	figures --inlined stackless
	expect "without stacks, inlined functions belong to their callers" <<'END'
main 0 0.01 -
outer 0.01 0.01 3
END
	"$gprowse" --inlined --view=lines stackless >out 2>messages && grep -q 'inlined\.c:2' out &&
		[ ! -s messages ]
	ok $? "without stacks, lines of inlined functions are shown"
	"$gprowse" --screen=120x24 --keys=L stackless >out 2>messages &&
		grep -q 'inlined functions are part of their callers: stacks were not recorded' out
	ok $? "without stacks, L says why inlined functions are not shown"
fi

# Time of the kernel.
directory kernel
{
	echo "set tick 4000000"
	the_object
	the_stacks 11
	echo "stack 20 5 $((at_main + 15)) $((at_hard + 6)) $((at_work + 1)) call"
	echo "stack 40 10 $((at_main + 10)) $((at_easy + 6)) fault"
	echo "stack 80 20 $((at_main + 10)) $((at_easy + 6)) kernel"
	echo "stack 100 25 cut $((at_easy + 6)) fault"
} | process kernel/prog.11.0.gprec 11
figures kernel
expect "the kernel has rows" <<'END'
[kernel: page fault] 0.14 0.14 -
[kernel: system call] 0.02 0.02 -
[kernel] 0.08 0.08 -
[truncated] 0 0.1 -
easy 0 0.72 -
hard 0 1.01 -
main 0.01 1.64 -
work 1.49 1.51 -
END
figures --kernel=fold kernel
expect "the kernel is part of what entered it" <<'END'
[truncated] 0 0.1 -
easy 0.22 0.72 -
hard 0 1.01 -
main 0.01 1.64 -
work 1.51 1.51 -
END
figures --kernel=fold --image=prog kernel
cp out folded
figures --image=prog kernel
same "--image has the time of the kernel that the image entered" 1.74 \
	"$(awk '{ sum += $(NF - 2) } END { print sum }' out)"
same "also if it is folded" 1.74 "$(awk '{ sum += $(NF - 2) } END { print sum }' folded)"

# calls_of DIR OUTSIDE: writes a recording that often is in system calls.
calls_of() {
	directory "$1"
	{
		echo "set from_outside $2"
		the_object
		the_stacks 11
		echo "stack 600 600 $((at_main + 15)) $((at_hard + 6)) $((at_work + 1)) call"
	} | process "$1/prog.11.0.gprec" 11
	"$gprowse" --view=notes "$1" >"$1.out" 2>messages
}

# The kernel is only there too often if timers of the process take the samples.
often='29 % of the samples are in \[kernel: system call\]'
calls_of timers 0
holds "samples of timers in system calls are noted" grep -q "$often" timers.out
calls_of outside 1
holds "those that perf took, from outside, are not" [ "$(grep -c "$often" outside.out)" -eq 0 ]
calls_of beside 3
{ the_object; the_arcs 11; } | process beside/prog.11.1.gprec 11
"$gprowse" --view=notes beside >beside.out 2>messages
holds "nor those of --clock=perf, which are beside the counts of calls" \
	[ "$(grep -c "$often" beside.out) $(grep -c 'Event time' beside.out)" = "0 1" ]

# Functions of the kernel.
directory deep
{
	the_object
	echo "text vfs_read"
	echo "text pipe_read"
	echo "text ext4_map/[ext4]"
	the_stacks 11
	echo "stack 20 20 $((at_main + 15)) $((at_hard + 6)) $((at_work + 1)) call vfs_read pipe_read"
	echo "stack 40 40 $((at_main + 15)) $((at_hard + 6)) $((at_work + 1)) call vfs_read"
	echo "stack 80 80 $((at_main + 15)) $((at_hard + 6)) $((at_work + 1)) fault ext4_map/[ext4]"
} | process deep/prog.11.0.gprec 11
figures deep
expect "functions of the kernel have rows" <<'END'
[kernel: page fault] 0 0.08 -
[kernel: system call] 0 0.06 -
easy 0 0.5 -
ext4_map 0.08 0.08 -
hard 0 1.13 -
main 0.01 1.64 -
pipe_read 0.02 0.02 -
vfs_read 0.04 0.06 -
work 1.49 1.63 -
END
figures --kernel=fold deep
expect "and are part of what entered the kernel" <<'END'
easy 0 0.5 -
hard 0 1.13 -
main 0.01 1.64 -
work 1.63 1.63 -
END
figures --image=prog deep
same "--image has what they did for the image" 1.64 \
	"$(awk '{ sum += $(NF - 2) } END { print sum }' out)"
{
	the_object
	the_stacks 11
	echo "slot 9 $((0x300000)) 6 6"
} | process strange.gprec 11
"$gprowse" --view=functions strange.gprec >out 2>said
holds "a function of the kernel without a text" \
	[ "$? $(grep -c 'a stack refers to this place, where no text is' said)" = "1 1" ]
{ the_object; the_stacks 11; echo "slot $((0x200000 + 9)) 77 5 5"; echo "slot 9 2 6 6"; } |
	process strange.gprec 11
figures strange.gprec
expect "ways into the kernel that are not known, or from nowhere" <<'END'
[kernel: system call] 0.006 0.006 -
[kernel] 0.005 0.005 -
[truncated] 0 0.005 -
easy 0 0.5 -
hard 0 0.99 -
main 0.01 1.5 -
work 1.49 1.49 -
END

# title FILE: prints the title.
title() {
	"$gprowse" --view=functions "$1" 2>messages | head -n 1
}
# rate ASKED TICK TICKS SIGNALS: makes a recording with a sample of TICKS, which SIGNALS reported.
rate() {
	{
		echo "set tick $2"
		the_object
		the_stacks 11
		echo "set hz $1"
		echo "stacks 11 prog 1 $(($3 * 1000000000 / $1)) 2 0"
		echo "stack $3 $4 $((at_main + 12))"
	} | grep -v '^stack [0-9]* [0-9]* [0-9]* [0-9]\|^stack 10 10' | process rate.gprec 11
}
rate 1000 4000000 4000 1000
holds "as many samples as the kernel has ticks" [ "$(title rate.gprec |
	grep -c " 250 Hz, the kernel's tick (1000 asked) ")" -eq 1 ]
nothing "which is no finding" "$("$gprowse" --view=notes rate.gprec | grep -i 'samples were taken')"
rate 1000 4000000 4000 500
holds "fewer samples than that" [ "$(title rate.gprec | grep -c ' 125 Hz (1000 asked) ')" -eq 1 ]
rate 1000 0 4000 1000
holds "the tick is not known" [ "$(title rate.gprec | grep -c ' 250 Hz (1000 asked) ')" -eq 1 ]
rate 1000 0 30 3
holds "few samples, which stand for many ticks" \
	[ "$(title rate.gprec | grep -c ' 100 Hz (1000 asked) ')" -eq 1 ]
"$gprowse" --view=notes rate.gprec >out 2>messages
holds "the note has the time between them" grep -q 'One sample is taken each 0.01 s of' out
nothing "more cannot be asked for" "$(grep 'higher -F' out)"
rate 1000 0 14 6
holds "a few ticks that are missing say nothing" \
	[ "$(title rate.gprec | grep -c ' 1000 Hz  ')" -eq 1 ]
# Two clocks of different rates.
{
	the_object
	echo "stacks 12 prog 1 4000000000 2 0"
	echo "stack 4000 4000 $((at_main + 12))"
} | process exact.gprec 12
holds "clocks of different rates" [ "$(title exact.gprec | grep -c ' 1000 Hz  ')" -eq 1 ]
rate 1000 4000000 4000 1000
"$gprowse" --view=notes rate.gprec exact.gprec >out 2>messages
holds "the title has the rates of both" grep -q ' 250 to 1000 Hz  ' out
nothing "the rate of all samples is no finding" "$(grep 'samples were taken' out)"
rate 1000 4000000 400 100
{
	the_object
	echo "stacks 12 prog 1 90000000 2 0"
	echo "stack 90 90 $((at_main + 12))"
} | process exact.gprec 12
"$gprowse" --view=notes rate.gprec exact.gprec >out 2>messages
holds "few samples of both" grep -q 'Clocks bring 250 to 1000 samples in each second of' out
rate 100 4000000 1000 1000
holds "as many samples as were asked for" [ "$(title rate.gprec | grep -c ' 100 Hz  ')" -eq 1 ]
nothing "that are enough" "$("$gprowse" --view=notes rate.gprec | grep only)"
rate 1000 4000000 400 100
holds "few samples" [ "$("$gprowse" --view=notes rate.gprec | grep -c 'only 100 samples')" -eq 1 ]

# Recordings of machines with other byte orders and address sizes.
for layout in "big 1" "big 0"; do
	for size in 4 8; do
		{
			echo "set $layout"
			echo "set address_size $size"
			echo "set hz 1000"
			echo "object 0x10000 0x20000 0 - - 0 /bin/far"
			echo "arcs 11 far 1 0 2 0"
			echo "arc 0x10010 0x10020 5"
			echo "stacks 11 far 1 0 2 0"
			echo "stack 3 3 0x10010 0x10024"
		} | $make_recording far.gprec
		figures far.gprec
		expect "$layout, addresses of $size bytes" <<'END'
[far] 0.003 0.003 0
END
	done
done

# Damage: what could be read is shown, and the exit status is 1.  damaged NAME PATTERN <LINES: a
# case that passes if a recording with LINES at its end is shown, with a message that matches
# PATTERN.
damaged() {
	{ echo "set hz 1000"; the_object; the_arcs 11; cat; } | $make_recording bad.gprec
	"$gprowse" --view=functions bad.gprec >out 2>messages
	[ $? -eq 1 ] && grep -q -e "$2" messages && grep -q 'work' out
	ok $? "$1"
}
{ echo "byte 15 48" && the_object && the_arcs 11; } | $make_recording slots.gprec
message 'slots.gprec: is a recording with slots of 48 bytes, not of 32' "slots of another size" \
	slots.gprec
damaged "a slot that cannot be" 'an impossible key' <<END
slot 5 5 5 5
END
damaged "a number of calls that cannot be" 'byte 135568: a count is impossible' <<END
slot $((at_main + 10)) $((at_work + 0)) $((1 << 62)) 0
END
damaged "a number of samples that cannot be" 'a count is impossible' <<END
stacks 11 prog 1 0 2 0
slot 1 $((at_main + 12)) 1 $((1 << 52))
END
damaged "a file that is cut off" 'cut off' <<END
stacks 11 prog 1 0 2 0
stack 10 10 $((at_main + 12))
end $((0x22110))
END
damaged "garbage instead of a segment" 'this is no segment' <<END
hole
byte $((0x22000)) 7
END
damaged "stacks that are their own callers" 'its own direct or indirect caller' <<END
stacks 11 prog 1 0 2 0
slot $((0x22120 + 2)) $((at_main + 12)) 0 0
slot $((0x22100 + 2)) $((at_easy + 4)) 0 0
slot $((0x22100 + 1)) $((at_work + 4)) 5 5
END
# The head says that stacks have no callers.
{ echo "set hz 1000"; echo "set unwind 0"; the_object; the_arcs 11; the_stacks 11; } |
	$make_recording kind.gprec
{
	echo "set hz 1000"
	echo "set unwind 0"
	the_object
	the_arcs 11
	echo "stacks 11 prog 1 0 2 0"
	echo "slot 5 $((at_work + 4)) 5 5"
} | $make_recording cut.gprec
for file in kind cut; do
	for view in functions calls lines source; do
		"$gprowse" --view=$view $file.gprec >out 2>messages
		# Some compilers know no line for the address of the samples.
		[ $? -eq 1 ] && grep -q 'stacks have no callers, but there are callers' messages &&
			grep -q -e work -e prog.c -e '5 s without a line' out
		ok $? "callers in spite of the head: $file, $view"
	done
done
{ the_object; echo hole; the_arcs 11; the_stacks 11; } | process hole.gprec 11
figures hole.gprec
expect "a segment that was not finished is skipped" <<'END'
easy 0 0.5 10
hard 0 0.99 10
main 0.01 1.5 -
work 1.49 1.49 20
END
# On a narrow screen, what is shown is more important than where the recording is.
cp hole.gprec recording-of-tuesday.gprec
"$gprowse" --screen=40x8 --keys=c recording-of-tuesday.gprec >out 2>messages
holds "the title of a narrow screen" grep -q '^prog  .*calls of \[' out
"$gprowse" --screen=80x8 hole.gprec >out 2>messages
holds "the title of a wide screen" grep -q '^prog: hole.gprec  ' out
directory empty
message 'empty: no process was recorded' "a recording without processes" empty
echo >empty/prog.1.0.gprec
message 'is no recording, or the process ended' "a file that has no head" empty
rm empty/prog.1.0.gprec
mkfifo empty/pipe.1.0.gprec
message 'is not a regular file' "a pipe among the files" empty

# A program that is linked statically leaves only a gmon.out.  Its path may have any bytes.
name=$(printf 'x\\x41\303\251')
mkdir "$name"
if $cc -pg -O1 -o "$name/prog" prog.c 2>messages && (cd "$name" && ./prog); then
	directory marked
	mv "$name/gmon.out" marked
	printf '%s\n' 'gprowse-session 1' "program $work/x\\x5cx41\\xc3\\xa9/prog" \
		>marked/gprowse-session
	"$gprowse" --view=functions --format=tsv marked >out 2>messages && grep -q 'work' out
	ok $? "unusual bytes in the path of the program are decoded"
else
	skipped "unusual bytes in the path of the program are decoded" "no compiler that knows -pg"
fi

# gprowse alone opens the newer of gprowse.data and gmon.out.
mkdir alone
cp -r one alone/gprowse.data
(cd alone && "$gprowse" --screen=80x10) >out 2>messages
grep -q 'gprowse.data' out
ok $? "gprowse alone opens gprowse.data"
touch -d '+1 hour' alone/gmon.out
(cd alone && "$gprowse" --screen=80x10) >out 2>messages
grep -q 'a.out: not in this directory' messages
ok $? "gprowse alone opens gmon.out if it is newer"
(cd alone && rm gmon.out && "$gprowse" -b -p) >out 2>messages
grep -q 'a.out: not in this directory' messages
ok $? "listings are of gmon.out, as with gprof"

# Samples that were late stand for several periods; the export has the same number of samples.
{
	the_object
	the_arcs 11
	echo "stacks 11 prog 1 60000000 2 0"
	echo "stack 40 10 $((at_main + 10)) $((at_easy + 6)) $((at_work + 1))"
	echo "stack 20 5 $((at_main + 12))"
} | process late.gprec 11
"$gprowse" --export=pprof late.gprec >late.pb 2>messages
"$gprowse" --view=functions late.gprec 2>&1 | head -n 1 >out
"$gprowse" --view=functions late.pb 2>>messages | head -n 1 >again
holds "late samples are exported as one each" grep -q 'in 15 samples' again
holds "and read so" grep -q 'in 15 samples' out

# Only a recording with counted calls can be checked.
"$gprowse" --screen=80x24 --keys=d one >out 2>messages
holds "how to check a recording" grep -q 'gprowse --check one compares' out
"$gprowse" --screen=80x24 --keys=d kernel >out 2>messages
holds "what a recording lacks to be checked" \
	grep -q 'no calls were counted in kernel: --check needs a program compiled with -pg' out

# From outside, stacks end where the callers are on another stack, as in Go.
cat >changes.c <<'END'
static volatile int sink;
void changes(void) __asm__("runtime.systemstack.abi0");
__attribute__((noinline)) void changes(void) { sink++; }
__attribute__((noinline)) void large(void) { sink++; }
int main(void) { changes(); large(); return 0; }
END
# changing FUNCTION..: makes a recording from outside with a cut stack that begins with each
# FUNCTION.
changing() {
	{
		echo "set from_outside 1"
		echo "set truncated $#"
		the_object "$(id_of changes)" | sed 's/prog$/changes/'
		echo "stacks 11 changes 1 0 2 0"
		for at in "$@"; do
			echo "stack 10 10 cut $((bias + 0x$(nm changes | awk -v name="$at" \
				'$3 == name { print $1 }') + 5)) 0x10"
		done
	} | process changing.gprec 11
}
if $cc -g -O1 -Wl,--build-id -o changes changes.c 2>messages; then
	changing runtime.systemstack.abi0
	notes '^1 stack continued on another stack, which was not copied' "a stack on another one" \
		changing.gprec
	nothing "which is not large" "$(grep 'large\|more than' out)"
	changing large
	notes '^1 stack had more than 128 frames, or were large' "a large stack" changing.gprec
	nothing "which is not on another one" "$(grep 'another stack' out)"
	changing runtime.systemstack.abi0 large
	notes '^2 stacks had more than 128 frames, were large, or continued on another stack' "both" \
		changing.gprec
else
	skipped "stacks on other stacks" "$(head -n 1 messages)"
fi

# A stripped program, whose symbols are in a file that is not on this machine.
if objcopy --strip-all prog bare 2>messages && echo moved >bare.debug &&
	objcopy --add-gnu-debuglink=bare.debug bare 2>messages && rm bare.debug &&
	! nm -D --defined-only bare 2>messages | grep -q ' [Tt] '; then
	{
		the_object | sed 's/prog$/bare/'
		the_stacks 11
	} | process bare.gprec 11
	"$gprowse" --view=notes bare.gprec >out 2>messages
	holds "symbols that are in another file" grep -q \
		'bare: has no symbols: they were moved to bare.debug, which was not found' out
	holds "how to get them" grep -q 'row \[bare\]. Debug symbols name its functions' out
	nothing "not what cannot be done" "$(grep 'give that file' out)"
	for file in b c; do
		cp bare bare_$file
	done
	{
		the_object | sed 's/prog$/bare/'
		echo "object 0x1000 0x2000 0 0 $id 0 $work/bare_b"
		echo "object 0x3000 0x4000 0 0 $id 0 $work/bare_c"
		echo "stacks 11 prog 1 0 2 0"
		echo "stack 10 10 $((at_main + 4)) 0x3100"
		echo "stack 30 30 $((at_main + 4)) 0x1100"
	} | process three.gprec 11
	"$gprowse" --view=notes three.gprec >out 2>messages
	holds "files without symbols share a note" grep -qF '3 files have no names of functions; '\
'100.0 % of the samples are in them: bare_b (75.0 %), bare_c (25.0 %), bare.' out
	holds "the note says what is the matter" grep -qF \
		'bare_b: has no symbols: they were moved to bare.debug' out
else
	skipped "symbols that are in another file" "no objcopy, or main is a dynamic symbol here"
fi

cases_end
