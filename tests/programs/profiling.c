/* profiling.c - a program that profiles itself with profil() and sprofil()
 *
 *	profiling WHAT		calls one of the functions below, which prints what it found
 *
 * "counted A of B" says that a histogram has A samples, and that B were expected because of the
 * processor time that was used.
 * The program uses processor time until it has seen enough, so the times differ.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/profil.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "littlework.h"

#define WORK 0.2			/* seconds of processor time */
#define CODE 0x10000			/* bytes of code from low() on that are profiled */
#define CELLS (CODE / 2)
#define ONE 65536

extern char __executable_start, etext;
int (*volatile profil_of_all)(unsigned short *, size_t, size_t, unsigned) = (int (*)(unsigned short *,
	size_t, size_t, unsigned))profil;
static unsigned short cells[CELLS + 8];
static unsigned int large[CELLS + 8];
static double rate;			/* samples per second */

static double
processor_time(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return haste * ((double)t.tv_sec + (double)t.tv_nsec / 1e9);
}

/* Uses SECONDS of processor time of this thread, nearly all of it in its own code.  Many samples of a
 * busy machine are taken where a system call returns, so the clock is seldom read. */
static __attribute__((noinline)) void
work(double seconds)
{
	double end = processor_time(CLOCK_THREAD_CPUTIME_ID) + seconds;

	while (processor_time(CLOCK_THREAD_CPUTIME_ID) < end)
		for (volatile int i = 0; i < 1000000; i++)
			;
}

static size_t
low(void)
{
	return (size_t)&__executable_start;
}

static long
sum(const unsigned short *from, size_t n)
{
	long all = 0;

	for (size_t i = 0; i < n; i++)
		all += from[i];
	return all;
}

static long
large_sum(void)
{
	long all = 0;

	for (size_t i = 0; i < CELLS + 8; i++)
		all += large[i];
	return all;
}

/* Prints how many samples were counted, and how many were expected in SECONDS of processor time. */
static void
counted(const char *what, long found, double seconds)
{
	printf("%s: counted %ld of %.0f\n", what, found, seconds * rate);
	fflush(stdout);
}

static int
start(void)
{
	return profil_of_all(cells, sizeof(cells), low(), ONE);
}

static int
stop(void)
{
	return profil_of_all(NULL, 0, 0, 0);
}

static void
plain(void)
{
	long before;

	printf("profil %d\n", start());
	work(WORK);
	printf("profil %d\n", stop());
	before = sum(cells, CELLS + 8);
	counted("on", before, WORK);
	work(WORK / 2);
	counted("off", sum(cells, CELLS + 8) - before, 0);
}

/* The scales 0 and 1 switch profiling off.  So does a buffer of 0 bytes or of 1 byte. */
static void
off(void)
{
	static const struct { size_t size; unsigned scale; } calls[] = {
		{ sizeof(cells), 0 }, { sizeof(cells), 1 }, { 0, ONE }, { 1, ONE },
	};

	for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++) {
		start();
		errno = 0;
		printf("profil %d, errno %d\n", profil_of_all(cells, calls[i].size, low(),
			calls[i].scale), errno);
		memset(cells, 0, sizeof(cells));
		work(WORK / 3);
		counted("off", sum(cells, CELLS + 8), 0);
	}
}

/* Each cell of a smaller scale has the samples of several cells of a larger one. */
static void
scales(void)
{
	static const unsigned scale[] = { 0x10000, 0xffff, 0xc000, 0x8000, 0x1000, 3, 2 };

	for (size_t i = 0; i < sizeof(scale) / sizeof(*scale); i++) {
		size_t bytes = (size_t)((uint64_t)CODE * scale[i] / ONE / 2 * 2 + 2);
		size_t first = (size_t)(((uint64_t)((size_t)&work - low()) * scale[i] >> 16) / 2);

		memset(cells, 0, sizeof(cells));
		profil_of_all(cells, bytes, low(), scale[i]);
		work(WORK / 2);
		stop();
		printf("%#x ", scale[i]);
		counted("all", sum(cells, CELLS + 8), WORK / 2);
		/* The function work() has at most 512 bytes. */
		counted("its cells", sum(cells + first, 512 * (size_t)scale[i] / ONE / 2 + 2),
			WORK / 2);
	}
}

/* Profiles into a buffer at an odd address whose last byte belongs to no cell. */
static void
odd(void)
{
	char *bytes = (char *)cells + 1;
	long all = 0;

	memset(cells, 0, sizeof(cells));
	profil_of_all((unsigned short *)(void *)bytes, 2 * 2048 + 1, (size_t)&work & ~(size_t)15, ONE);
	work(WORK);
	stop();
	for (size_t i = 0; i < 2048; i++) {
		unsigned short cell;

		memcpy(&cell, bytes + 2 * i, sizeof(cell));
		all += cell;
	}
	counted("odd", all, WORK);
	printf("around it: %d %d\n", *(char *)cells, sum(cells + 2050, CELLS - 2050) != 0);
}

/* Profiles into one cell, which is nearly full and gets all samples. */
static void
saturate(void)
{
	memset(cells, 0, sizeof(cells));
	cells[0] = cells[2] = 7;
	cells[1] = 65534;
	profil_of_all(cells + 1, 2, low(), 2);
	work(WORK);
	stop();
	printf("cells %u %u %u\n", cells[0], cells[1], cells[2]);
}

static void
saturate_large(void)
{
	struct prof p = { large + 1, 4, low(), 2 };

	memset(large, 0, sizeof(large));
	large[0] = large[2] = 7;
	large[1] = 0xfffffffe;
	sprofil(&p, 1, NULL, PROF_UINT);
	work(WORK);
	sprofil(&p, 0, NULL, 0);
	printf("cells %u %u %u\n", large[0], large[1], large[2]);
}

static __attribute__((noinline, aligned(256))) void
first_part(double seconds)
{
	double end = processor_time(CLOCK_THREAD_CPUTIME_ID) + seconds;

	while (processor_time(CLOCK_THREAD_CPUTIME_ID) < end)
		for (volatile int i = 0; i < 1000000; i++)
			;
}

static __attribute__((noinline, aligned(256))) void
second_part(double seconds)
{
	double end = processor_time(CLOCK_THREAD_CPUTIME_ID) + seconds;

	while (processor_time(CLOCK_THREAD_CPUTIME_ID) < end)
		for (volatile int i = 0; i < 1000000; i++)
			;
}

/* Profiles three regions, not sorted: two functions, and all code outside of both. */
static void
regions(void)
{
	struct timeval tick = { -1, -1 };
	struct prof p[] = {
		{ large + 1000, 256 * 4, (size_t)&second_part, ONE },
		{ large, 4, 0, 2 },
		{ large + 2000, 256 * 4, (size_t)&first_part, ONE },
	};
	long found[3] = { 0 };

	memset(large, 0, sizeof(large));
	printf("sprofil %d\n", sprofil(p, 3, &tick, PROF_UINT));
	printf("tick %ld.%06ld\n", (long)tick.tv_sec, (long)tick.tv_usec);
	first_part(WORK);
	second_part(WORK / 2);
	work(WORK / 4);
	printf("sprofil %d\n", sprofil(p, 0, NULL, PROF_UINT));
	found[0] = large[0];
	for (int i = 0; i < 256; i++) {
		found[1] += large[1000 + i];
		found[2] += large[2000 + i];
	}
	counted("first", found[2], WORK);
	counted("second", found[1], WORK / 2);
	counted("outside", found[0], WORK / 4);
	counted("all", large_sum(), WORK * 7 / 4);
}

static void *
thread_main(void *data)
{
	work(*(double *)data);
	return NULL;
}

/* Profiles four threads in one cell. */
static void
threads(void)
{
	pthread_t id[4];
	double seconds = WORK;
	struct prof p = { large, 4, low(), 2 };

	memset(large, 0, sizeof(large));
	sprofil(&p, 1, NULL, PROF_UINT);
	for (int i = 0; i < 4; i++)
		pthread_create(&id[i], NULL, thread_main, &seconds);
	for (int i = 0; i < 4; i++)
		pthread_join(id[i], NULL);
	sprofil(&p, 0, NULL, 0);
	counted("threads", large_sum(), 4 * WORK);
}

/* Changes the regions all the time, while three other threads are sampled. */
static void
changes(void)
{
	enum { MOST = 1 << 18 };
	static unsigned used[MOST], seen[MOST];
	pthread_t id[3];
	double seconds = WORK, end;
	struct prof p[] = { { large, 4, low(), 2 }, { NULL, 4, low() + 1, 2 } };
	int n = 0, late = 0;
	long all;

	memset(large, 0, sizeof(large));
	sprofil(p, 1, NULL, PROF_UINT);
	for (int i = 0; i < 3; i++)
		pthread_create(&id[i], NULL, thread_main, &seconds);
	end = processor_time(CLOCK_MONOTONIC) + WORK;
	while (n < MOST && processor_time(CLOCK_MONOTONIC) < end) {
		p[1].pr_base = &used[n];
		sprofil(p, 2, NULL, PROF_UINT);
		sprofil(p, 1, NULL, PROF_UINT);
		seen[n] = __atomic_load_n(&used[n], __ATOMIC_RELAXED);
		n++;
	}
	for (int i = 0; i < 3; i++)
		pthread_join(id[i], NULL);
	sprofil(p, 0, NULL, 0);
	all = large_sum();
	for (int i = 0; i < n; i++) {
		late += used[i] != seen[i];
		all += used[i];
	}
	counted("while regions change", all, 3 * WORK);
	printf("%d are late\n", late);
}

/* Waits in a child process until the parent accesses the page at P, and lets the access continue
 * after a tenth of a second.  FD is a userfaultfd(2).  TOLD is a pipe to the parent.  *GOES_ON is
 * shared with the parent, and is set before the access continues. */
static void
delay(int fd, int told, char *p, volatile int *goes_on)
{
	struct uffdio_zeropage zero = { .range = { (uintptr_t)p, 4096 } };
	struct uffd_msg access;

	if (read(fd, &access, sizeof(access)) != sizeof(access) || write(told, "", 1) != 1)
		_exit(1);
	usleep(100000);
	*goes_on = 1;
	ioctl(fd, UFFDIO_ZEROPAGE, &zero);
	_exit(0);
}

/* Switches profiling off while a sample of another thread is counted, which takes long, because the
 * buffer has no memory yet. */
static void
slow_buffer(void)
{
	int fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC), told[2];
	char *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	volatile int *goes_on = (volatile int *)(void *)shared;
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register range = { .range = { (uintptr_t)p, 4096 },
		.mode = UFFDIO_REGISTER_MODE_MISSING };
	struct prof region = { p, 4, low(), 2 };
	double seconds = WORK;
	pthread_t id;
	char byte;

	if (fd < 0 || ioctl(fd, UFFDIO_API, &api) != 0 || ioctl(fd, UFFDIO_REGISTER, &range) != 0
	    || pipe(told) != 0)
		exit(77);
	if (fork() == 0)
		delay(fd, told[1], p, goes_on);
	sprofil(&region, 1, NULL, PROF_UINT);
	pthread_create(&id, NULL, thread_main, &seconds);
	if (read(told[0], &byte, 1) != 1)
		exit(1);
	sprofil(&region, 0, NULL, PROF_UINT);
	printf("off %s\n", *goes_on ? "after it" : "too early");
	printf("counted %d\n", *(int *)(void *)p > 0);
	pthread_join(id, NULL);
	wait(NULL);
}

/* Profiling stays on in both processes after fork(), and is off after exec(). */
static void
forked(char **arguments)
{
	pid_t child;

	start();
	child = fork();
	work(WORK);
	if (child == 0) {
		counted("child", sum(cells, CELLS + 8), WORK);
		arguments[1] = "executed";
		execv("/proc/self/exe", arguments);
		_exit(1);
	}
	waitpid(child, NULL, 0);
	stop();
	counted("parent", sum(cells, CELLS + 8), WORK);
}

static void
executed(void)
{
	work(WORK);
	counted("executed", sum(cells, CELLS + 8), 0);
}

/* Makes the buffer read-only, or unmaps it, while samples are counted. */
static void
unwritable(int unmapped)
{
	size_t bytes = 2 * sizeof(cells);
	unsigned short *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		-1, 0);
	long before;

	profil_of_all(p, bytes, low(), ONE);
	work(WORK / 2);
	if (unmapped)
		munmap(p, bytes);
	else
		mprotect(p, bytes, PROT_READ);
	before = unmapped ? 0 : sum(p, bytes / 2);
	work(WORK / 2);
	if (!unmapped)
		counted("read-only", sum(p, bytes / 2) - before, 0);
	/* Another mapping at the address of the old buffer is not written either. */
	if (unmapped) {
		p = mmap(p, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		work(WORK / 2);
		counted("mapped again", sum(p, bytes / 2), 0);
	}
	printf("profil %d\n", stop());
	before = sum(cells, CELLS);
	start();
	work(WORK / 2);
	counted("on again", sum(cells, CELLS) - before, WORK / 2);
}

/* Profiles 1000 adjacent regions of 4 bytes, from work() on, and a region around all of them. */
static void
many(void)
{
	enum { N = 1000 };
	struct prof p[N + 1];
	long inner = 0;

	memset(large, 0, sizeof(large));
	for (int i = 0; i < N; i++)
		p[(i * 7) % N] = (struct prof){ large + i, 4, (size_t)&work + 4 * (size_t)i, ONE };
	p[N] = (struct prof){ large + N, 4, low(), 2 };
	sprofil(p, N + 1, NULL, PROF_UINT);
	work(WORK);
	sprofil(p, 0, NULL, 0);
	for (int i = 0; i < N; i++)
		inner += large[i];
	counted("inner", inner, WORK);
	counted("all", large_sum(), WORK);
}

int
main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	const char *hz = getenv("RATE");
	static const struct { const char *name; void (*function)(void); } names[] = {
		{ "plain", plain }, { "off", off }, { "scales", scales }, { "odd", odd },
		{ "saturate", saturate }, { "saturate-large", saturate_large },
		{ "regions", regions }, { "threads", threads }, { "changes", changes },
		{ "slow-buffer", slow_buffer },
		{ "executed", executed }, { "many", many },
	};

	rate = hz != NULL ? atof(hz) : 100;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(what, names[i].name) == 0) {
			names[i].function();
			return 0;
		}
	if (strcmp(what, "forked") == 0)
		forked(argv);
	else if (strcmp(what, "read-only") == 0 || strcmp(what, "unmapped") == 0)
		unwritable(what[0] == 'u');
	else
		return 2;
	return 0;
}
