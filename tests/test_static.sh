#!/bin/sh
# test_static.sh - programs with -pg in which glibc counts: gprowse control and record of them
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/control_common.sh"

# compiled NAME SOURCE FLAG...: makes the program NAME of SOURCE.  If this fails, or the program
# does not run without arguments, a case is skipped.  clang 14 links -static-pie with a start file
# that crashes with -pg.
compiled() {
	name=$1 source=$2
	shift 2
	if ! ${CC:-cc} -O1 "$@" -o "$name" "$programs/$source" -pthread >compiler.log 2>&1; then
		skipped "$name" "the compiler does not do it: $(head -n 1 compiler.log)"
		return 1
	fi
	(GMON_OUT_PREFIX=tried "./$name" </dev/null >out 2>&1) 2>messages
	status=$?
	rm -f tried.*
	[ $status -lt 128 ] || skipped "$name" "a program that is compiled so ends with status $status"
	[ $status -lt 128 ]
}

# build NAME FLAG...: makes the program NAME of controlled.c.
build() {
	name=$1
	shift
	compiled "$name" controlled.c -pg "$@"
}

# dumped NAME: dumps the running program NAME, and prints how many calls of f() it has made until
# now.
dumped() {
	control -p -o now.out "$pid" && count_calls "$1" now.out
}

# controlled NAME: cases that start, halt, continue and dump the program NAME, in which glibc
# counts.
controlled() {
	start "./$1" 1
	pid=$started
	tell 1000
	same "$1: its program" "$(pwd -P)/$1" "$(fact program "$pid")"
	same "$1: it runs" running "$(fact state "$pid")"
	holds "$1: its samples" [ "$(fact rate "$pid")" = "100 samples per second of processor time" ]
	same "$1: the calls of this moment" 1000 "$(dumped "$1")"
	all=$(fact calls "$pid")
	holds "$1: halt" control -h "$pid"
	same "$1: it is halted" halted "$(fact state "$pid")"
	holds "$1: its samples are halted too" [ "$(fact rate "$pid")" = "0 (no samples are taken)" ]
	tell 500
	same "$1: no call was counted" "$all" "$(fact calls "$pid")"
	holds "$1: begin" control --begin "$pid"
	tell 200
	same "$1: the calls of two times" 1200 "$(dumped "$1")"
	holds "$1: halt and dump" control -hp -o halted.out "$pid"
	same "$1: the dump" 1200 "$(count_calls "$1" halted.out)"
	holds "$1: dump and begin" control -pb -o begun.out "$pid"
	holds "$1: the dumps are equal" cmp halted.out begun.out
	same "$1: it runs again" running "$(fact state "$pid")"
	tell go
	holds "$1: halt while it counts" control -h "$pid"
	before=$(dumped "$1")
	tell show
	until [ -z "$before" ] || [ "$((total - 300))" -gt "$before" ]; do
		tell show
	done
	same "$1: the count stays" "$before" "$(dumped "$1")"
	control -b "$pid"
	sleep 0.2
	control -p -o running.out "$pid"
	holds "$1: a dump while it counts" [ "$(count_calls "$1" running.out)" -gt "$before" ]
	tell stop
	if needs "$1: gprof reads the dump" gprof binutils; then
		gprof -b "$1" running.out >want 2>messages && "$gprowse" -b "$1" running.out >out &&
			cmp want out >>messages 2>&1 && [ "$(wc -l <out)" -gt 10 ]
		ok $? "$1: gprof reads the dump"
	fi
	fails "$1: it is not reset" "a reset is not possible" control -r "$pid"
	fails "$1: a dump that cannot be written" "no/such" control -p -o no/such/file "$pid"
	[ "$2" != refused ] || refused
	finish
	same "$1: its own file has all calls" 1 "$(($(count_calls "$1" gmon.out) > before))"
	rm -f gmon.out
}

# refused: a case that passes if another user is refused.
refused() {
	[ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null || return
	chmod 755 "$work"
	setpriv --reuid=65534 --regid=65534 --clear-groups test -x "$gprowse" || return
	fails "the process of another user" "belongs to user" \
		setpriv --reuid=65534 --regid=65534 --clear-groups "$gprowse" control -h "$pid"
}

build static -static && controlled static refused
build pie -static-pie && controlled pie
build dynamic && controlled dynamic
if build stripped -static -s; then
	start ./stripped 1
	pid=$started
	tell 70
	all=$(fact calls "$pid")
	tell 30
	more=$(($(fact calls "$pid") - all))
	holds "a stripped program: the calls of f() and print_total()" [ $more -ge 30 -a $more -le 31 ]
	finish
fi

# Programs that count nothing.
sleep 100 &
fails "a program without -pg" "without -pg" control -h $!
kill $!
wait $! 2>/dev/null

# A program whose variables look like those of glibc, with room for 2^28 arcs, all used.
cat >false.c <<'END'
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

enum { CODE = 1 << 20, ARCS = 1 << 28, ARC = 3 * sizeof(long) };

long param[13] = { 1 };

int main(void)
{
	long arcs = (long)ARCS * ARC, bins = CODE / 2, froms = CODE / 2;
	char *at = mmap(NULL, (size_t)(arcs + bins + froms), PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	const long all[13] = { 0, (long)at + arcs, bins, (long)at + arcs + bins, froms, (long)at,
		arcs, ARCS, 4096, 4096 + CODE, CODE, 2, 1 };

	if (at == MAP_FAILED)
		return 1;
	((long *)at)[2] = ARCS - 1;
	for (int i = 0; i < 13; i++)
		param[i] = all[i];
	puts("0");
	fflush(stdout);
	return getchar() == EOF;
}
END
if ${CC:-cc} -o false false.c >messages 2>&1; then
	start ./false
	fails "a table of arcs that is too large" "it has no profile" \
		sh -c 'ulimit -v 4000000 && exec "$@"' sh "$gprowse" control $started
	finish
fi

# ends NAME HOW STATUS: records the program NAME, which gets the argument HOW and must end with
# STATUS.
ends() {
	rm -rf gprowse.data*
	# Some shells write to the same file which signal ended a program, unless it is a subshell.
	(exec timeout "$patience" "$gprowse" record "./$1" "$2" >out 2>errors)
	status=$?
	printf 'status %s, wanted %s\n' $status "$3" >messages
	[ $status -eq "$3" ] && [ ! -s errors ]
	ok $? "$1, $2: its status"
	same "$1, $2: the calls" 1000 "$(count_calls gprowse.data)"
	holds "$1, $2: no file here" [ ! -e gmon.out ]
}

# ended NAME FLAG...: builds NAME, and lets it end in several ways.
ended() {
	program=$1
	shift
	compiled "$program" staticends.c "$@" || return 1
	for end in exit=5 _exit=5 segv=139 abort=134 kill=137; do
		ends "$program" "${end%=*}" "${end#*=}"
	done
}

ulimit -c 0
rm -f gmon.out
ended static-pie-ends -pg -static-pie
if ended static-ends -pg -static; then
	ends static-ends exit 5
	holds "the file is glibc's own" [ "$(ls gprowse.data)" = "gmon.out
gprowse-session" ]
	"$gprowse" --view=notes gprowse.data >out 2>messages
	holds "a note says who has counted" grep -q "counted these calls and samples itself" out
	same "the program can be named" 1000 "$(count_calls ./static-ends gprowse.data)"
	if needs "gprof reads the file after SIGSEGV" gprof binutils; then
		ends static-ends segv 139
		gprof -b static-ends gprowse.data/gmon.out >want 2>messages
		"$gprowse" -b static-ends gprowse.data/gmon.out >out && cmp want out >>messages 2>&1 &&
			grep -q '1000.* f$' out
		ok $? "gprof reads the file after SIGSEGV"
	fi
	./static-ends test >want
	rm -f gmon.out
	timeout "$patience" "$gprowse" record ./static-ends test >out 2>messages
	status=$?
	cmp want out >differences 2>&1 && [ $status -eq 5 ]
	ok $? "signals and child processes are as without record"
	rm -f differences
	same "the calls of the program alone" 1000 "$(count_calls gprowse.data)"
	holds "the profile of the child is kept" [ "$(ls gprowse.data | grep -c '^gmon.out.[0-9]*$')" -eq 1 ]
	ends static-ends exit 5
	rm -rf gprowse.data
	"$gprowse" record -F 1000 --off --stacks=fp ./static-ends exit >out 2>said.err
	holds "options that have no effect are named" \
		grep -q 'with 100 samples a second: -F, --stacks, --off have no effect$' said.err
	rm -rf gprowse.data
	"$gprowse" record -F 1000 ./static-ends exit >out 2>said.err
	holds "a single one is" grep -q ': -F has no effect$' said.err

	# A signal that another process sends to the program, or to gprowse record.
	"$gprowse" record ./static-ends wait >said 2>ended &
	recorder=$!
	exec 4<said
	read -r line <&4
	kill -TERM $recorder
	wait $recorder
	same "SIGTERM to gprowse record" 143 $?
	exec 4<&-
	same "its calls" 1000 "$(count_calls gprowse.data)"
	"$gprowse" record ./static-ends wait >said 2>ended &
	recorder=$!
	exec 4<said
	read -r child <&4
	kill -KILL $recorder
	wait $recorder 2>/dev/null
	exec 4<&-
	holds "gprowse is killed, the program goes on" kill -TERM "$child"

	fails "a program that executes another" "executed another" \
		"$gprowse" record ./static-ends execute /bin/sh -c 'exit 1'
	./static-ends refuse /bin/sh -c 'exit 0'
	if [ $? -eq 0 ]; then
		timeout "$patience" ./static-ends refuse "$gprowse" record ./static-ends exit >out 2>messages
		holds "ptrace is refused, and the program exits" [ $? -eq 5 -a ! -s messages ]
		same "its calls" 1000 "$(count_calls gprowse.data)"
		(exec timeout "$patience" ./static-ends refuse "$gprowse" record ./static-ends segv \
			>out 2>errors)
		status=$?
		cp errors messages
		[ $status -eq 139 ] && [ "$(wc -l <errors)" -eq 1 ] && grep -q 'does not allow' errors
		ok $? "ptrace is refused, and the program crashes"
	else
		skipped "ptrace is refused" "no filter of system calls here"
	fi
	cp static-ends whole-ends
	strip static-ends
	for end in exit=5 segv=139; do
		"$gprowse" record ./static-ends "${end%=*}" >out 2>messages
		same "stripped, ${end%=*}: the status" "${end#*=}" $?
		same "stripped, ${end%=*}: the calls" 1000 "$(count_calls ./whole-ends gprowse.data)"
	done
fi

# Static programs that were not compiled with -pg count nothing themselves.
if ${CC:-cc} -static -o plain-ends "$programs/staticends.c" >compiler.log 2>&1; then
	"$gprowse" record -F 0 ./plain-ends >out 2>errors
	status=$?
	cp errors messages
	[ $status -eq 5 ] && [ "$(wc -l <errors)" -eq 1 ] && grep -q 'statically.* -pg' errors
	ok $? "a static program without -pg: what can be done"
	if [ -f "$top/libgprowse.a" ]; then
		${CC:-cc} -pg -static -o linked-ends "$programs/staticends.c" "$top/libgprowse.a" \
			>compiler.log 2>&1 && ends linked-ends segv 139
		cat >counting.c <<-'END'
			__attribute__((noinline)) void f(volatile int n) { while (n-- > 0); }
			int main(void) { for (int i = 0; i < 100000; i++) f(1000); return 0; }
		END
		${CC:-cc} -pg -static -O1 -o counting counting.c "$top/libgprowse.a" \
			>compiler.log 2>&1
		"$gprowse" record -o counting.data ./counting >messages 2>&1
		"$gprowse" --view=functions counting.data >out 2>messages
		holds "calls without times are shown as such" grep -q '^counting.*  time 0 s  ' out
	fi
fi

# Numbers in the memory of another process are not trusted.
if ${CC:-cc} -O1 -o wrongtables "$programs/wrongtables.c" >compiler.log 2>&1; then
	start ./wrongtables odd
	pid=$started
	fails "tables of an odd size are not taken" "it has no profile" control "$pid"
	finish
	for wrong in loop beyond; do
		start ./wrongtables $wrong
		pid=$started
		same "wrong tables: $wrong" 7 "$(fact calls "$pid")"
		same "$wrong: the calls of the other arc are lost" \
			"7 calls, whose callers were not found" "$(fact lost "$pid")"
		"$gprowse" control -p -o missing.gmon "$pid" 2>said
		holds "$wrong: -p says so" grep -q '^gprowse: missing.gmon: 7 calls are missing, ' said
		finish
	done
fi
cases_end
