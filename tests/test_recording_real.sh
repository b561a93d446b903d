#!/bin/sh
# test_recording_real.sh - recordings of real programs: the same calls as gprof's, threads, libraries
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/record_common.sh"
cc=${CC:-cc}

# calls ARGUMENT...: prints "NAME CALLS RECURSIVE-CALLS" for each function that was called.
calls() {
	"$gprowse" --view=functions --format=tsv "$@" 2>>messages | awk -F'\t' '
		NR == 1 {
			for (i = 1; i <= NF; i++)
				column[$i] = i
			next
		}
		$column["calls"] + $column["inner"] > 0 {
			print $column["name"], $column["calls"] + 0, $column["inner"] + 0
		}' | LC_ALL=C sort
}

# arc_calls ARGUMENT...: prints "CALLER CALLEE CALLS" for each arc between two functions.
arc_calls() {
	"$gprowse" --view=calls --format=tsv "$@" 2>>messages | awk -F'\t' '
		NR == 1 {
			for (i = 1; i <= NF; i++)
				column[$i] = i
			next
		}
		$column["role"] == "function" { caller = $column["name"] }
		$column["role"] == "callee" && $column["calls"] > 0 && $column["name"] != caller {
			print caller, $column["name"], $column["calls"]
		}' | LC_ALL=C sort
}

case="the same calls as the profiler of the C library counts"
if compiles $cc -pg -O1 -g -o sample "$srcdir"/sample/*.c -lm; then
	: >messages
	# Without samples, GNU gprof omits main and what it calls.
	holds "samples" sampled 0.05 sample
	HZ=1000 record ./sample
	calls sample gmon.out >expected
	# The C library's profiler does not count calls from other images, such as those by qsort().
	calls --image=sample "$recordings"/*.gprec | grep -v -e '^main ' -e '^by_operators ' >out
	[ "$(wc -l <out)" -gt 5 ] && diff expected out >differences
	ok $? "$case"
	arc_calls sample gmon.out >expected
	arc_calls --image=sample "$recordings"/*.gprec | grep -v -e ' main ' -e ' by_operators ' >out
	[ "$(wc -l <out)" -gt 5 ] && diff expected out >differences
	ok $? "the same calls between functions"
	for name in 'a
newline' 'a\012newline'; do
		cp sample "$name"
		record "./$name"
		calls "$recordings"/*.gprec >out
		holds "a program whose name is: $(echo "$name" | tr '\n' ' ')" grep -q '^by_operators ' out
	done
fi

# browse NAME STATUS WORD...: a case that passes if "gprowse WORD..." on a terminal shows a function
# of sample, quits by a key, and ends with STATUS.
browse() {
	name=$1 status=$2
	shift 2
	[ -x "$top/tests/on_terminal" ] || {
		skipped "$name" "no libvterm or no cmocka"
		return
	}
	"$top/tests/on_terminal" 80 24 "$gprowse" "$@" >out 2>messages <<-END
		wait evaluate
		type q
		end $status
	END
	result=$?
	if [ $result -eq 77 ]; then
		skipped "$name" "no pseudo-terminals here"
	else
		ok $result "$name"
	fi
}

# The symbols of libc may come from a separate debug file (Debian: libc6-dbg).  Reading that file
# must leave the terminal open as standard input.
if [ -x sample ]; then
	HZ=1000 "$gprowse" record -o shown.data ./sample >out 2>messages
	browse "the browser shows a recording" 0 shown.data
	browse "record --open opens the browser" 0 record -o opened.data --open ./sample
fi

cat >threads.c <<'END'
#include <pthread.h>
__attribute__((noinline)) void counted(void) { __asm__ volatile (""); }
static void *worker(void *name)
{
	pthread_setname_np(pthread_self(), name);
	for (int i = 0; i < 100000; i++)
		counted();
	return NULL;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, worker, "left");
	pthread_create(&b, NULL, worker, "right");
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
END
case="calls of all threads are added up"
if compiles $cc -D_GNU_SOURCE -pg -O1 -g -pthread -o threads threads.c; then
	record ./threads
	calls "$recordings"/*.gprec | grep '^counted' >out
	echo 'counted 200000 0' | diff - out >differences
	ok $? "$case"
	"$gprowse" record -F 0 -o named.data ./threads >out 2>messages
	calls --thread=left named.data | grep '^counted' >out 2>>messages
	echo 'counted 100000 0' | diff - out >differences
	ok $? "a thread has the name that it had at its end"
fi

cat >lib.c <<'END'
void inside(void) { __asm__ volatile (""); }
void in_library(void (*back)(void)) { for (int i = 0; i < 3; i++) { inside(); back(); } }
END
cat >uses.c <<'END'
void in_library(void (*back)(void));
void called_back(void) { __asm__ volatile (""); }
int main(void) { in_library(called_back); in_library(called_back); return 0; }
END
case="calls of a library, between its functions and back into the program"
if compiles $cc -pg -g -shared -fPIC -o libown.so lib.c &&
	compiles $cc -pg -g -o uses uses.c -L. -lown -Wl,-rpath,"$work"; then
	record ./uses
	arc_calls "$recordings"/*.gprec | grep -v ' main ' >out
	diff - out >differences <<'END'
in_library called_back 6
in_library inside 6
main in_library 2
END
	ok $? "$case"
	calls --image=libown.so "$recordings"/*.gprec >out
	printf '%s\n' 'in_library 2 0' 'inside 6 0' | diff - out >differences
	ok $? "--image has the calls of the functions of a library"
	if command -v strip >/dev/null; then
		cp uses whole
		strip uses
		record ./uses
		calls "$recordings"/*.gprec | grep -c '^called_back' >out
		calls whole "$recordings"/*.gprec | grep '^called_back' >>out
		printf '%s\n' 0 'called_back 6 0' | diff - out >differences
		ok $? "names of a stripped program come from a copy with symbols"
	fi
fi

cat >spins.c <<'END'
static volatile unsigned sink;
static __attribute__((noinline)) void hidden(unsigned n) { while (n-- > 0) sink += n; }
void spins(unsigned n) { hidden(n); hidden(n); }
END
echo 'extern void spins(unsigned); int main(void) { spins(100000000); return 0; }' >calls.c
case="that time is in functions without names is noted"
if command -v strip >/dev/null && compiles $cc -g -shared -fPIC -o libspins.so spins.c &&
	compiles $cc -g -o calls calls.c -L. -lspins -Wl,-rpath,"$work"; then
	"$gprowse" record -o named.data ./calls >out 2>messages
	"$gprowse" --view=notes named.data >out 2>>messages
	nothing "names are known" "$(grep 'without names' out)"
	strip libspins.so
	"$gprowse" record -o stripped.data ./calls >out 2>messages
	"$gprowse" --view=notes stripped.data >out 2>>messages
	holds "$case" grep -q '^[0-9]* % of the samples are in functions without names in .*/libspins.so' out
fi

cases_end
