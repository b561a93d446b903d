#!/bin/sh
# test_record_steps.sh - recorded programs are interrupted at each of their instructions
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# With CHECK_WIDE, each instruction is interrupted; otherwise, only a few of each program.

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/record_common.sh"

[ -x "$top/tests/stepped" ] || skip_all "tests/stepped was not built"
cc=${CC:-cc}
case="recordsteps"
# Without unwind tables, the recorder asks for the mapping of each address on the stack.
compiles $cc -O1 -pg -fno-omit-frame-pointer -fno-asynchronous-unwind-tables \
	"$programs/recordsteps.c" -o steps -pthread -ldl || { cases_end; exit; }
echo 'int plug(int x) { return x + 1; }' >plug.c
$cc -O1 -pg -shared -fPIC plug.c -o libplug.so
mkdir "$recordings"

# steps CALLS MODE OPTION...: a case that passes if "steps MODE" counts CALLS calls, whatever
# tests/stepped with OPTIONs does at its instructions.
steps() {
	calls=$1 mode=$2
	shift 2
	"$top/tests/stepped" -n $every "$@" "$library" "$recordings" ./steps "$mode" "$work/libplug.so" >out
	case $? in
	77) skipped "$mode: $*" "$(cat out)" ;;
	*)
		sed 's/.* instructions, //' out >found
		same "$mode: $*" "$calls calls" "$(cat found)"
		;;
	esac
}

every=199
[ -z "$CHECK_WIDE" ] || every=1
steps 1 fork -c
steps 1 "fork twice" -c
steps 301 vfork -c -d kill
steps 2 thread -c -d count
steps 0 start -b
steps 0 exit
steps 1 fork -d fork
[ -n "$CHECK_WIDE" ] || every=997
steps 2 timer -c
steps 1 rights -c -d count
steps 0 exec
steps 1 load
[ -n "$CHECK_WIDE" ] || { cases_end; exit; }

# Calls of f() in the child or thread; with clone() and threads, also calls of the first function.
while read -r calls mode; do
	for what in sample count; do
		steps $calls "$mode" -a -d $what
		case $mode in
		*fork* | raw | clone | thread* | cancel | timer | rights | spawn)
			steps $calls "$mode" -a -c -d $what ;;
		esac
	done
done <<END
1 fork
1 _Fork
1 raw
2 clone
301 vfork
302 fork beside
1 fork twice
2 fork in thread
2 thread
2 thread exit
2 cancel
1 load
300 grow
1 buffers
1 signals
2 limits
2 seccomp
1 rights
2 timer
1 spawn
1 no exec
0 exec
0 exit
0 _exit
END
steps 1 halt -a
steps 0 start -b -a
steps 0 cut -a -s
steps 0 cut -a -s -d count
steps 1 _Fork -d fork
steps 1 raw -d fork
steps 2 thread -c -d fork
steps 1 load -d fork
steps 300 grow -d fork
steps 302 "fork beside" -c -d hold
cases_end
