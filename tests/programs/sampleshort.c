/* sampleshort.c - short threads and processes, one after the other
 *
 *	sampleshort threads MICROSECONDS N	N times a thread that works for MICROSECONDS of
 *						processor time in brief(), and a thread that
 *						works for three times as long in lengthy()
 *	sampleshort children MICROSECONDS N	N times two children that do the same
 *	sampleshort programs MICROSECONDS N	N children that execute this program, which works for
 *						MICROSECONDS in brief()
 *
 * At the end, writes the processor time of all to the file "used", in seconds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned long sink;
static double seconds;

static double
processor_time(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void
work(double how_long)
{
	double end = processor_time() + how_long;

	while (processor_time() < end) {
		for (int i = 0; i < 500; i++)
			sink += (unsigned long)i;
	}
}

__attribute__((noinline)) static void *
brief(void *data)
{
	work(seconds);
	__asm__ volatile("");
	return data;
}

__attribute__((noinline)) static void *
lengthy(void *data)
{
	work(3 * seconds);
	__asm__ volatile("");
	return data;
}

static void
in_thread(void *(*start)(void *))
{
	pthread_t thread;

	pthread_create(&thread, NULL, start, NULL);
	pthread_join(thread, NULL);
}

/* Makes a child, which calls START or, if PROGRAM is not NULL, executes PROGRAM. */
static void
in_child(void *(*start)(void *), char *program, char *microseconds)
{
	pid_t child = fork();

	if (child == 0 && program != NULL)
		execl(program, program, "brief", microseconds, NULL);
	if (child == 0) {
		start(NULL);
		exit(0);
	}
	waitpid(child, NULL, 0);
}

static double
time_of(int who)
{
	struct rusage usage;

	getrusage(who, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
		+ 1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static void
write_used(void)
{
	FILE *f = fopen("used", "w");

	if (f == NULL)
		exit(1);
	fprintf(f, "%.6f\n", time_of(RUSAGE_SELF) + time_of(RUSAGE_CHILDREN));
	fclose(f);
}

int
main(int argc, char **argv)
{
	const char *mode = argc > 2 ? argv[1] : "";
	int n = argc > 3 ? atoi(argv[3]) : 0;

	seconds = argc > 2 ? 1e-6 * atof(argv[2]) : 0;
	if (strcmp(mode, "brief") == 0)
		brief(NULL);
	for (int i = 0; i < n; i++) {
		if (strcmp(mode, "threads") == 0) {
			in_thread(brief);
			in_thread(lengthy);
		} else if (strcmp(mode, "children") == 0) {
			in_child(brief, NULL, NULL);
			in_child(lengthy, NULL, NULL);
		} else {
			in_child(NULL, argv[0], argv[2]);
		}
	}
	if (n > 0)
		write_used();
	return 0;
}
