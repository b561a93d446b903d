/* samplekernel.c - loads of which a known part is time of the kernel
 *
 *	samplekernel FILE LOAD...
 *
 * Runs each LOAD for 0.5 s of processor time, then writes the percentage of the system time to
 * FILE.  The loads:
 *
 *	faults	touches new pages
 *	first	likewise, by an instruction that begins a page; the page before it is not mapped
 *	last	likewise, by an instruction near the end of a page before an unmapped page
 *	hidden	likewise, by an instruction that can be executed, but not read
 *	long	system calls of about a tenth of a millisecond
 *	short	system calls that do nothing
 *	user	no work in the kernel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "samplework.h"

#define SECONDS 0.5
#define ROOM ((size_t)4 << 20)

typedef void store(char *at);

static void
store_here(char *at)
{
	*(volatile char *)at = 1;
}

/* Calls STORE for each page of new memory, again and again. */
static __attribute__((noinline)) void
touch(store *store)
{
	double end = processor_time() + SECONDS;
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	while (processor_time() < end) {
		char *room = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		check("memory", room != MAP_FAILED);
		madvise(room, ROOM, MADV_NOHUGEPAGE);
		for (size_t i = 0; i < ROOM; i += page)
			store(room + i);
		munmap(room, ROOM);
	}
}

/* Returns a function that stores, alone in a page between two that are not mapped.  LAST: at the end
 * of this page, not at its start. */
static store *
alone(int last, int protection)
{
#if defined __x86_64__
	static const unsigned char code[] = { 0xc6, 0x07, 0x01, 0xc3 };	/* movb $1,(%rdi); ret */
#elif defined __aarch64__
	static const unsigned char code[] = { 0x01, 0, 0, 0x39, 0xc0, 0x03, 0x5f, 0xd6 };
#else
	static const unsigned char code[1];
	return store_here;
#endif
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *room = mmap(NULL, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *at = room + (last ? 2 * page - sizeof(code) : page);

	check("memory", room != MAP_FAILED);
	check("writable", mprotect(room + page, page, PROT_READ | PROT_WRITE) == 0);
	memcpy(at, code, sizeof(code));
	__builtin___clear_cache(at, at + sizeof(code));
	check("executable", mprotect(room + page, page, protection) == 0);
	return (store *)(void *)at;
}

static __attribute__((noinline)) void
long_calls(void)
{
	static char room[1 << 20];
	double end = processor_time() + SECONDS;
	int fd = open("/dev/zero", O_RDONLY);

	while (processor_time() < end)
		check("read", read(fd, room, sizeof(room)) == sizeof(room));
	close(fd);
}

static __attribute__((noinline)) void
short_calls(void)
{
	double end = processor_time() + SECONDS;

	while (processor_time() < end)
		for (int i = 0; i < 1000; i++)
			sink += (unsigned long)syscall(SYS_getpid);
}

static __attribute__((noinline)) void
user(void)
{
	double end = processor_time() + SECONDS;

	while (processor_time() < end)
		for (int i = 0; i < 1000000; i++)
			sink += (unsigned long)i;
}

static double
seconds(const struct timeval *t)
{
	return (double)t->tv_sec + 1e-6 * (double)t->tv_usec;
}

int
main(int argc, char **argv)
{
	struct rusage usage;
	FILE *to;

	for (int i = 2; i < argc; i++) {
		if (strcmp(argv[i], "faults") == 0)
			touch(store_here);
		else if (strcmp(argv[i], "first") == 0)
			touch(alone(0, PROT_READ | PROT_EXEC));
		else if (strcmp(argv[i], "last") == 0)
			touch(alone(1, PROT_READ | PROT_EXEC));
		else if (strcmp(argv[i], "hidden") == 0)
			touch(alone(0, PROT_EXEC));
		else if (strcmp(argv[i], "long") == 0)
			long_calls();
		else if (strcmp(argv[i], "short") == 0)
			short_calls();
		else
			user();
	}
	getrusage(RUSAGE_SELF, &usage);
	to = fopen(argv[1], "w");
	check("file", to != NULL);
	fprintf(to, "%.0f\n", 100 * seconds(&usage.ru_stime)
		/ (seconds(&usage.ru_stime) + seconds(&usage.ru_utime)));
	fclose(to);
	return 0;
}
