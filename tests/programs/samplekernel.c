/* samplekernel.c - loads of which a known part is time of the kernel
 *
 *	samplekernel FILE LOAD...
 *
 * Runs each LOAD for 0.3 s of processor time, then writes the percentage of the system time to
 * FILE.  The loads:
 *
 *	faults	touches new pages
 *	first	likewise, by an instruction that begins a page; the page before it is not mapped
 *	last	likewise, by an instruction near the end of a page before an unmapped page
 *	hidden	likewise, by an instruction that can be executed, but not read
 *	long	system calls of about a tenth of a millisecond
 *	short	system calls that do nothing
 *	sealed	likewise, by code that can be executed, but not read
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

#define SECONDS 0.3
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

/* Functions that store 1 at their argument, and that make the system call getpid(). */
#if defined __x86_64__
static const unsigned char stores[] = { 0xc6, 0x07, 0x01, 0xc3 };
static const unsigned char calls[] = { 0xb8, SYS_getpid, 0, 0, 0, 0x0f, 0x05, 0xc3 };
#elif defined __aarch64__
static const unsigned char stores[] = { 0x01, 0, 0, 0x39, 0xc0, 0x03, 0x5f, 0xd6 };
static const unsigned char calls[] = { 0x88, 0x15, 0x80, 0xd2, 0x01, 0, 0, 0xd4, 0xc0, 0x03, 0x5f,
	0xd6 };
#endif

/* Returns a function with the SIZE bytes CODE, alone in a page between two that are not mapped.
 * LAST: at the end of this page, not at its start. */
static store *
alone(const unsigned char *code, size_t size, int last, int protection)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *room = mmap(NULL, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *at = room + (last ? 2 * page - size : page);

	check("memory", room != MAP_FAILED);
	check("writable", mprotect(room + page, page, PROT_READ | PROT_WRITE) == 0);
	memcpy(at, code, size);
	__builtin___clear_cache(at, at + size);
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
sealed_calls(store *call)
{
	double end = processor_time() + SECONDS;
	char none;

	while (processor_time() < end)
		for (int i = 0; i < 1000; i++)
			call(&none);
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
			touch(alone(stores, sizeof(stores), 0, PROT_READ | PROT_EXEC));
		else if (strcmp(argv[i], "last") == 0)
			touch(alone(stores, sizeof(stores), 1, PROT_READ | PROT_EXEC));
		else if (strcmp(argv[i], "hidden") == 0)
			touch(alone(stores, sizeof(stores), 0, PROT_EXEC));
		else if (strcmp(argv[i], "sealed") == 0)
			sealed_calls(alone(calls, sizeof(calls), 0, PROT_EXEC));
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
