#!/bin/sh
# test_jit.sh - code that a program makes while it runs has the names of its perf-PID.map
#
# SPDX-License-Identifier: GPL-3.0-or-later

. "${srcdir:-.}/tests/tap.sh"

[ -e "$top/libgprowse.so" ] || skip_all "libgprowse.so was not built"
[ "${SANITIZE:-no}" != yes ] || skip_all "sanitizers do not allow that a library is preloaded"
[ "$(uname -m)" = x86_64 ] || skip_all "the program makes code for x86_64"
[ -w /tmp ] || skip_all "/tmp cannot be written"

# The code counts ecx down.  The map has lines that are wrong, an old line for the same address, and
# a last line that is not complete.
cat >maker.c <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	static const struct timespec old[2] = { { 1000000000, 0 }, { 1000000000, 0 } };
	const char *how = argc > 1 ? argv[1] : "";
	int memory = strcmp(how, "memfd") == 0 ? memfd_create("made", 0) : -1;

	static const unsigned char code[] = { 0xb9, 0, 0, 0, 4, 0xff, 0xc9, 0x75, 0xfc, 0xc3 };
	unsigned char *made = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
		memory >= 0 ? MAP_SHARED : strcmp(how, "shared") == 0 ? MAP_SHARED | MAP_ANONYMOUS
		: MAP_PRIVATE | MAP_ANONYMOUS, memory, 0);
	char path[64];
	FILE *map;
	if (memory >= 0 && ftruncate(memory, 4096) != 0)
		return 1;
	unsigned long at = (unsigned long)made;
	memcpy(made + 64, code, sizeof(code));
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	map = fopen(path, "w");
	fprintf(map, "%lx 1000 freed code\nnonsense\n%lx\n%lx zz wrong\nffffffffffffffff 10 wrong\n"
		"%lx a made\033[2J code\n%lx 1\020 wrong\n%lx 10 behind it\n%lx 10 not compl",
		at, at, at, at + 64, at + 64, at + 128, at + 64);
	fclose(map);
	if (strcmp(how, "old") == 0)
		utimensat(AT_FDCWD, path, old, 0);
	puts(path);
	for (int i = 0; i < 12; i++)
		((void (*)(void))(uintptr_t)(made + 64))();
	fflush(stdout);
	while (argc > 2 && access(argv[2], F_OK) != 0)	/* runs until this file exists */
		usleep(10000);
	return 0;
}
END
${CC:-cc} -O1 -o maker maker.c >messages 2>&1 || skip_all "the compiler does not make programs"

# mostly: prints the function with the most self time of the recording.
mostly() {
	"$gprowse" --view=functions --format=tsv gprowse.data 2>messages |
		columns name | head -n 1
}

map=$("$gprowse" record ./maker 2>messages)
[ "$(mostly)" = 'made^[[2J code' ]
ok $? "the code has the name of the last line with its address"

"$gprowse" --view=functions --format=json gprowse.data | grep -q 'code".*"frame_kind": "jit"'
ok $? "its kind is told"

rm -f "$map"
[ "$(mostly)" = 'made^[[2J code' ] && ls gprowse.data/maker.*.gpjit >files
ok $? "the recording keeps the names"

"$gprowse" --view=functions gprowse.data >out && grep -q 'made.*code' out &&
	! grep -q "$(printf '\033')" out
ok $? "a name is no command for a terminal"

rm gprowse.data/maker.*.gpjit
[ "$(mostly)" = '[anonymous]' ]
ok $? "without names, the code is anonymous"

for how in shared memfd; do
	map=$("$gprowse" record ./maker $how 2>messages)
	[ "$(mostly)" = 'made^[[2J code' ]
	ok $? "code in memory that has no file has names: $how"
	rm -f "$map"
done

# running HOW: prints the function with the most self time of ./maker HOW while it runs.
running() {
	rm -f end number
	"$gprowse" record ./maker "$1" end >number 2>errors &
	for try in $(seq 500); do [ -s number ] || sleep 0.02; done
	mostly
	: >end
	wait $!
	rm -f "$(cat number)"
}

[ "$(running new)" = 'made^[[2J code' ]
ok $? "the code of a running program has names"

[ "$(running old)" = '[anonymous]' ]
ok $? "but not those of an earlier process of its number"

# A file that the process has not written.
old='echo "0 ffff old" >/tmp/perf-$$.map; touch -d 2001-01-01 /tmp/perf-$$.map; echo $$'
"$gprowse" record sh -c "$old" >number 2>messages
rm -f "/tmp/perf-$(cat number).map"
! ls gprowse.data/*.gpjit >files 2>&1
ok $? "a map of an earlier process is not kept"

"$gprowse" record true 2>messages && "$gprowse" record true 2>messages &&
	! ls gprowse.data.old/maker* 2>/dev/null
ok $? "an old recording is removed with its names"

# Code without unwind tables that has no frame pointer either: its callers are not found.  With the
# argument "plain", code of the compiler does the same.
cat >alone.c <<'END'
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
/* push %rbp; xor %ebp,%ebp; count ecx down; pop %rbp; ret */
static const unsigned char code[] = { 0x55, 0x31, 0xed, 0xb9, 0, 0, 0, 8, 0xff, 0xc9, 0x75, 0xfc,
	0x5d, 0xc3 };
__attribute__((noinline)) static void plain(void)
{
	__asm__ volatile("xorl %%ebp, %%ebp\n movl $0x8000000, %%ecx\n 1: decl %%ecx\n jnz 1b"
		: : : "rbp", "rcx", "cc");
}
static void *run(void *made)
{
	for (int i = 0; i < 3; i++)
		((void (*)(void))(uintptr_t)made)();
	return NULL;
}
int main(int argc, char **argv)
{
	unsigned char *made = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	void *called = argc > 1 ? (void *)(uintptr_t)plain : made;
	pthread_t thread;

	memcpy(made, code, sizeof(code));
	pthread_create(&thread, NULL, run, called);
	run(called);
	return pthread_join(thread, NULL);
}
END
# parts WORD...: records ./alone as the words say, and prints the note about its stacks.
parts() {
	rm -rf alone.data
	"$gprowse" record -o alone.data "$@" >out 2>messages || echo "nothing was recorded"
	"$gprowse" --view=notes --format=json alone.data | tr '{' '\n' | grep 'stacks are complete'
}
case="a note tells which share of the stacks is complete"
if ${CC:-cc} -O2 -fomit-frame-pointer -o alone alone.c -pthread >messages 2>&1; then
	parts ./alone >note
	cp note out
	grep -q '\. \([5-9][0-9]\|100\) % end in code without a name' note &&
		grep -q 'neither unwind tables nor frame pointers' note
	ok $? "$case"
	parts --stacks=fp ./alone plain >note
	cp note out
	grep -q ' \([5-9][0-9]\|100\) % in a function that is not the first' note &&
		grep -q 'stacks=cfi' note
	ok $? "$case: by frame pointers that the program lacks"
	parts ./alone plain >note
	nothing "no note if all stacks are complete" "$(cat note)"
	if "$gprowse" record --clock=perf -o alone.data true >out 2>messages; then
		parts --clock=perf ./alone plain >note
		nothing "nor if the kernel takes the samples" "$(grep -v '"9[5-9] % of the' note)"
	fi
else
	skipped "$case" "the compiler does not make such programs"
fi

cases_end
