#!/bin/sh
# test_live.sh - the browser over a program that runs: its figures, its state, the keys
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/control_common.sh"
${CC:-cc} -pg -O1 -o controlled "$programs/controlled.c" -pthread >messages 2>&1 ||
	skip_all "the compiler does not make programs with -pg and threads"

# screen KEYS OPERAND: writes the screen after KEYS to the file out.
screen() {
	timeout "$patience" "$gprowse" --screen=100x16 --keys="$1" "$2" >out 2>messages
}

# title NAME TEXT...: a case that passes if the title has each TEXT.
title() {
	name=$1 passed=0
	shift
	for text; do
		head -n 1 out | grep -qF -e "$text" || passed=1
	done
	ok $passed "$name"
}

# calls NAME N: a case that passes if the row of f() has N calls.
calls() {
	grep -Eq "^ *\[[0-9]+\] *$2 *f( |\$)" out
	ok $? "$1"
}

# last NAME TEXT: a case that passes if the last line has TEXT.
last() {
	tail -n 1 out | grep -qF -e "$2"
	ok $? "$1"
}

# state: prints what `gprowse control` says about the state.
state() {
	"$gprowse" control gprowse.data | sed -n 's/^state *//p'
}

start_recorded
screen '' "$pid"
title "a process that has counted nothing" "running" "since start"
tell 1000
screen '' "$pid"
title "a process" "controlled.$pid.0.gprec" "running"
calls "its calls" 4000
screen '' gprowse.data
title "a recording" "controlled: gprowse.data" "running" "since start"
calls "its calls" 4000
screen '<Tick>' gprowse.data
title "after a second look" "running" "0 calls/s"
calls "the calls" 4000
screen '.' gprowse.data
title "what came since the first look" "running" "last " "0 calls/s"
calls "is nothing, but the row stays" ""
screen '<Tick>,<Tick>' gprowse.data
title "frozen" "frozen, running"
screen ',,' gprowse.data
title "and no longer" "  running"

# A short span compared with a long one: the title names both, and both are for the same time.
screen '.<Tick>".<Tick>d' gprowse.data
title "spans that are compared" "running" "A last " "B since start"
head -n 1 out | grep -Eq 'B × (0\.|[0-9.]*e-)'
ok $? "and the factor of B"
screen '"<Tick>f' gprowse.data
title "spans of about the same length" "A since start" "B since start"
[ -s out ] && ! head -n 1 out | grep -q 'B ×'
ok $? "B alone is not multiplied"

# Halt and begin.
screen ',}' gprowse.data
title "halted while it is frozen" "frozen, halted"
timeout "$patience" "$gprowse" --screen=40x12 --keys=',' "$file" >out 2>messages
title "a narrow screen" "frozen, halted" "since start"
screen ',{' gprowse.data
title "begun while it is frozen" "frozen, running"
screen '}' gprowse.data
title "halted" "halted"
last "a message says so" "halted: nothing is recorded"
[ "$(state)" = halted ]
ok $? "gprowse control sees it"
tell 500
screen '<Tick>{<Tick>' "$file"
title "begun again" "running"
calls "what was called between was not counted" 4000
[ "$(state)" = running ]
ok $? "gprowse control sees it"

# A file of the recording that cannot be used.
echo text >gprowse.data/damaged.1.0.gprec
screen '}' gprowse.data
last "what could not be halted is told" "done, except for ./gprowse.data/damaged.1.0.gprec"
title "the others are halted" "halted"
[ ! -s messages ]
ok $? "nothing else is written"
screen '{' gprowse.data
rm gprowse.data/damaged.1.0.gprec

# A recording that has ended, and one that runs.
"$gprowse" record -F 0 -o ended-first ./controlled 1 </dev/null >out 2>&1
timeout "$patience" "$gprowse" --screen=100x16 --keys='}' ended-first gprowse.data >out 2>messages
last "one of two recordings is halted" "halted: nothing is recorded"
[ "$(state)" = halted ]
ok $? "gprowse control sees it"
timeout "$patience" "$gprowse" --screen=100x16 --keys='{' ended-first gprowse.data >out 2>messages
timeout "$patience" "$gprowse" --screen=100x16 --keys='Wboth.out<Enter>' ended-first gprowse.data \
	>out 2>messages
last "a dump of two recordings" \
	"2 recordings are shown, and only one can be written: use gprowse control -p -o FILE DIR"

# Reset.
screen 'Z<Tick>' gprowse.data
title "reset" "running" "since reset 0 s"
tell 25
screen '' gprowse.data
title "only what came since the reset" "since reset"
! head -n 1 out | grep -q 'since reset.*since reset'
ok $? "the title says so once"
calls "is shown" 100
screen '.' gprowse.data
title "after a key, only the last moment" "last"
! head -n 1 out | grep -q 'since reset'
ok $? "which is not since the reset"
! grep -Eq '^ *\[[0-9]+\] *[0-9]+ *f( |$)' out
ok $? "in which nothing was called"
screen '..' gprowse.data
title "then everything" "since start"
calls "is shown" 4100
screen '...' gprowse.data
title "then what came since the reset" "since reset"
calls "again" 100
timeout "$patience" "$gprowse" --since=start --screen=100x16 gprowse.data >out 2>messages
title "--since=start shows everything at first" "since start"
calls "all calls" 4100

# A recording whose name could be the number of a process.
mv gprowse.data 4194999
screen '}<Tick>' 4194999
title "a recording with a number as its name is halted" "halted"
screen '{<Tick>' 4194999
title "and begun" "running"
mv 4194999 gprowse.data

# Dump.
screen 'W<Enter>' gprowse.data
last "dump" "written to gmon.out"
[ "$("$gprowse" --view=functions --format=tsv controlled gmon.out |
	awk -F '\t' '$0 ~ /\tf(\t|$)/ { n++ } END { print n }')" = 1 ]
ok $? "gprowse reads it"
echo text >gmon.out
screen 'W<Enter>n' gprowse.data
last "a file that exists is asked about" "not written"
[ "$(cat gmon.out)" = text ]
ok $? "and kept"
screen 'W<Enter>y' gprowse.data
last "or replaced" "written to gmon.out"
screen 'W<C-u>no/such<Enter>' gprowse.data
last "a dump that cannot be written" "no/such"

# On a terminal the figures follow the program, and stay when it is killed.
if [ -x "$top/tests/on_terminal" ]; then
	"$top/tests/on_terminal" 100 16 "$gprowse" --since=start --interval=0.05 gprowse.data \
		>out 2>messages <<-end
		wait running
		wait 4100 f
		run echo 25 >told; read total <&4
		wait 4200 f
		run mv gprowse.data away
		wait the recording was removed: these figures were read last
		wait recording removed
		wait 4200 f
		type .
		wait the recording was removed
		run mv away gprowse.data
		wait  running
		wait 4200 f
		type ,
		wait frozen, running
		run echo 25 >told; read total <&4
		type ,
		wait 4300 f
		type }
		wait halted
		run echo 25 >told; read total <&4
		type {
		wait  running
		type Z
		wait since reset
		wait no function has time
		type ,
		wait frozen, running
		type Z
		wait reset: only what is recorded from now on is shown
		wait  running
		type v
		wait second pane
		run echo 25 >told; read total <&4
		wait 100 f
		run kill -9 $pid
		wait the program was killed: these are its last figures
		wait killed
		wait 100 f
		type }
		wait the program has ended
		type .
		wait everything since the program began
		wait 4400 f
		type q
		end 0
	end
	status=$?
	if [ $status -eq 77 ]; then
		skipped "a program on a terminal" "there is no terminal"
	else
		ok $status "a program on a terminal"
	fi
else
	skipped "a program on a terminal" "libvterm is not installed"
fi
exec 3>&-
wait $started
exec 4<&-

# Of a recording, only a process that has ended is shown.
start "$gprowse" record -F 0 -o both sh -c './controlled 4; read -r line <said.end'
mkfifo said.end
tell 10
set -- both/controlled.*.gprec
pid=${1#*/controlled.}
pid=${pid%%.*}
timeout "$patience" "$gprowse" --pid="$pid" --screen=100x16 both >out 2>messages
title "a process that runs" "running" "only process $pid"
exec 3>&-
until "$gprowse" control "$1" | grep -q 'state *ended'; do
	sleep 0.05
done
timeout "$patience" "$gprowse" --pid="$pid" --screen=100x16 both >out 2>messages
head -n 1 out | grep "only process $pid" | grep -q running
ok $((! $?)) "it has ended, and another one runs"
echo >said.end
wait $started
exec 4<&-

# A process executes another program.
if [ -x "$top/tests/on_terminal" ]; then
	mkfifo line
	"$gprowse" record -o executed sh -c 'read line; exec sleep 1000' <line >out 2>ended &
	started=$!
	exec 3>line
	until set -- executed/*.gprec && [ -e "$1" ]; do
		sleep 0.05
	done
	pid=${1%.*.gprec}
	pid=${pid##*.}
	"$top/tests/on_terminal" 100 16 "$gprowse" --interval=0.05 "$pid" >out 2>messages <<-end
		wait running
		run echo >line
		wait the process has executed another program; gprowse $pid shows it if
		wait ended
		type q
		end 0
	end
	status=$?
	if [ $status -eq 77 ]; then
		skipped "a process that executes a program" "there is no terminal"
	else
		ok $status "a process that executes a program"
	fi
	screen '' executed
	title "the recording shows the new program" "running"
	kill "$pid"
	exec 3>&-
	wait $started
fi
screen '' gprowse.data
head -n 1 out | grep -q killed
ok $((! $?)) "a program that was killed before is no program that runs"
start_recorded
tell 1000

# The end.
screen '' gprowse.data
finish
screen '' gprowse.data
head -n 1 out | grep -q running
ok $((! $?)) "a program that has ended does not run"
screen '}' gprowse.data
last "and cannot be halted" "no program runs"
screen '' 2147483647
grep -q "no process 2147483647" messages
ok $? "a process that does not exist"
start_recorded --off
screen '' gprowse.data
title "a program that was started halted" "halted"
finish

# An event that is not the usual one is named before the rate of samples is.
rm -rf gprowse.data
start "$gprowse" record -F 250 ./controlled 1
tell 1000
timeout "$patience" "$gprowse" --screen=50x12 --event=wall gprowse.data >out 2>messages
title "a narrow title names the event" "running" "wall"
[ -s out ] && ! head -n 1 out | grep -q Hz
ok $? "and drops the rate"
timeout "$patience" "$gprowse" --screen=100x12 --event=wall gprowse.data >out 2>messages
title "a wide one has both" "running" "wall" "250 Hz"
finish

# Rows are sorted again while no key is pressed: late() has fewer calls than early() at first, and
# then more.
cat >order.c <<'END'
#include <unistd.h>
__attribute__((noinline)) void early(void) { __asm__ volatile(""); }
__attribute__((noinline)) void late(void) { __asm__ volatile(""); }
int main(void)
{
	for (int i = 0; i < 1000; i++)
		early();
	for (int i = 0; i < 100; i++) {
		usleep(10000);
		for (int k = 0; k < 40; k++)
			late();
	}
	pause();
}
END
${CC:-cc} -pg -O1 -o order order.c >messages 2>&1
rm -rf gprowse.data
"$gprowse" record -F 0 ./order >messages 2>&1 &
started=$!
while ! "$gprowse" --view=functions --format=tsv gprowse.data 2>messages | grep -q early; do
	sleep 0.05
done
ticks=$(awk 'BEGIN { for (i = 0; i < 1500; i++) printf "<Tick>" }')
screen "sc$ticks" gprowse.data
[ "$(grep -o -w -e early -e late out | head -n 1)" = late ]
ok $? "the function with the most calls comes first, though it has overtaken the other one"
kill $started
wait $started

cases_end
