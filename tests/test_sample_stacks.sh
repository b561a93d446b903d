#!/bin/sh
# test_sample_stacks.sh - sampled stacks, and what must not be sampled
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"
. "$srcdir/tests/sample_common.sh"
built samplestacks || skip_all "a program cannot be compiled: $(head -n 1 messages)"
main=';main;([^;]*;)?'			# a function may be inlined into main()

# gprof's rule would divide the time of part() equally.
unharmed "shares" ./samplestacks shares
enough "all processor time is sampled" 3 300
mostly "the time of part() belongs to the caller that causes it" 95 "${main}hard;part" "part$"
mostly "stacks begin where the program begins" 95 '^_start;'
recorder_options=--stacks=none unharmed "shares, without stacks" ./samplestacks shares
mostly "only the sampled function is recorded" 100 '^[^;]*$'
mostly "this is most often part()" 75 '^part$'

unharmed "128 frames" ./samplestacks deep 100
holds "none is cut" [ "$(tables | awk '$1 == "process" { print $4 }')" -eq 0 ]
unharmed "too many frames" ./samplestacks deep 1000
tables >tables
holds "the outermost are cut" grep -qx 'deepest 128' tables
holds "this is counted" [ "$(sum 4)" -gt 5 ]
unharmed "callbacks of libc" ./samplestacks qsort
mostly "the callers of a callback are found" 95 "${main}.*qsort.*;compare" compare
unharmed "signal handlers that work" ./samplestacks handler
mostly "the interrupted function is found" 95 "${main}raise;.*;handle" handle

if [ "$(uname -m)" = x86_64 ] && built sampletables; then
	unharmed "unwind tables that cannot be read" ./sampletables
	mostly "the frame pointer finds the caller" 95 "${main}unreadable\$" 'unreadable$'
fi

# Signals are blocked while fork() runs, which takes long if there is much memory.  What the
# recorder does in the child, in in_child(), is its own time.
cat >forks.c <<'END'
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
	size_t size = 64 << 20;
	char *bytes = malloc(size);
	memset(bytes, 1, size);
	for (int i = 0; i < 60; i++) {
		if (fork() == 0)
			_exit(bytes[i] - 1);
		wait(NULL);
	}
	return 0;
}
END
if ${CC:-cc} -O1 -o forks forks.c 2>messages; then
	unharmed "much memory and forks" ./forks
	nothing "the time of fork() is not that of the recorder" \
		"$("$gprowse" --export=folded data | grep after_fork)"
	"$gprowse" --export=folded data >stacks 2>messages
	holds "it is that of fork()" grep -q ';[_a-z]*fork;\[kernel: system call\]' stacks
	nothing "nor that of what fork() calls" "$(grep 'run_postfork_handlers;\[kernel' stacks)"
fi

unharmed "all other system calls are forbidden, by seccomp()" ./samplestacks restricted
tables >tables
holds "it is noted that the program exited" [ "$("$top/tests/recorded" data/*.gprec |
	grep -c '^ended 1$')" -eq 1 ]
holds "it is noted that samples ended" [ $(($(sum 6) & 4)) -ne 0 ]
samples=$(awk '$1 == "thread" { n += $4 } END { print n }' tables)
holds "there are samples before" [ "$samples" -gt 50 ]
unharmed "all other system calls are forbidden, by prctl()" ./samplestacks restricted prctl
unharmed "asking for seccomp" ./samplestacks probe
enough "samples go on" 10 100
holds "and nothing is noted" [ "$(sum 6)" -eq 0 ]

# Programs that are linked for huge pages have gaps between their segments.
for kind in -pie -no-pie; do
	if built samplestacks $kind -Wl,-z,max-page-size=0x200000; then
		unharmed "shares, with gaps between segments, $kind" ./samplestacks shares
		mostly "unwind tables find the caller, $kind" 95 "${main}hard;part" "part$"
	else
		skipped "gaps between segments, $kind" "the compiler fails: $(head -n 1 messages)"
	fi
done

# With -pg alone, gcc keeps frame pointers in all functions.
if built samplestacks -pg; then
	recorder_options=--stacks=fp unharmed "shares, by frame pointers" ./samplestacks shares
	mostly "frame pointers find the caller" 95 "${main}hard;part" "part$"
	unharmed "shares, with -pg" ./samplestacks shares
	mostly "unwind tables find the caller" 95 "${main}hard;part" "part$"
else
	skipped "frame pointers" "no -pg: $(head -n 1 messages)"
fi

# C++ exceptions that leave many frames, also in a thread.
if ${CXX:-c++} -O1 -g -o samplethrow "$programs/samplethrow.cc" -lpthread >log 2>&1; then
	unharmed "exceptions" ./samplethrow
	enough "all processor time is sampled" 10 150
	mostly "stacks are found while exceptions are thrown" 95 \
		'main.*run.*thrower|(start_thread|\[libc\.so\.6\]);run.*thrower' thrower
else
	skipped "exceptions" "no C++ compiler"
fi

# Programs that were compiled with sanitizers replace functions of libc, as the recorder does.
# gcc's AddressSanitizer refuses all preloaded libraries.
for sanitizer in thread undefined; do
	if built samplestacks -fsanitize=$sanitizer; then
		plain_and_recorded ./samplestacks qsort
		grep -v '^gprowse: data: nothing was recorded' with | diff plain - >messages
		ok $? "a program with -fsanitize=$sanitizer"
	else
		skipped "a program with -fsanitize=$sanitizer" "the compiler has none"
	fi
done

# A 32-bit program, which prints its environment, if the kernel can execute it.  If our library were
# preloaded, the loader of the program would print an error.
cat >other.c <<'END'
__asm__(".globl _start\n_start: mov %esp, %eax\npush %eax\ncall print\n");

static int
kernel(int number, int a, const void *b, int c)
{
	__asm__ volatile("int $0x80" : "+a"(number) : "b"(a), "c"(b), "d"(c) : "memory");
	return number;
}

void
print(int *stack)
{
	for (char **at = (char **)(stack + *stack + 2); *at != 0; at++) {
		int n = 0;

		while ((*at)[n] != 0)
			n++;
		kernel(4, 1, *at, n);
		kernel(4, 1, "\n", 1);
	}
	kernel(1, 7, 0, 0);
}
END
${CC:-cc} -m32 -nostdlib -static -fno-stack-protector -fno-pic -no-pie -o other other.c >log 2>&1
echo '#!./other' >script
chmod +x script
if ./other >out 2>&1 || [ $? -ne 7 ]; then
	skipped "a 32-bit program" "it cannot be compiled or executed"
else
	for command in "env ./other" "sh -c ./other" "sh -c ./script" \
			"find other -exec ./other ;"; do
		rm -rf data
		LD_PRELOAD=./libnone.so "$gprowse" record -o data $command >out 2>/dev/null
		cp out messages
		grep -q '^GPROWSE_RECORD=' out && ! grep -q libgprowse out &&
			grep -qxF 'LD_PRELOAD=./libnone.so' out
		ok $? "our library is not preloaded into a 32-bit program: $command"
	done
fi
cases_end
