/* samplelimits.c - a program that limits or locks its memory, and prints what it can do
 *
 *	samplelimits address	a limit of address space, then half of it is allocated
 *	samplelimits data	a limit of data, then half of it is allocated, with threads
 *	samplelimits lock	mlockall(), as a user who may lock 64 MB at most
 *	samplelimits fork	as lock, in a child
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "littlework.h"

static volatile unsigned long sink;

/* Works for *DATA seconds of processor time. */
static void *
work(void *data)
{
	double seconds = *(double *)data, now;
	struct timespec t;

	do {
		for (int i = 0; i < 1000; i++)
			sink += (unsigned long)i;
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
		now = haste * ((double)t.tv_sec + 1e-9 * (double)t.tv_nsec);
	} while (now < seconds);
	return NULL;
}

static void
limit(__rlimit_resource_t resource, size_t megabytes)
{
	struct rlimit new;

	getrlimit(resource, &new);
	if (new.rlim_max > megabytes << 20)
		new.rlim_max = megabytes << 20;
	new.rlim_cur = new.rlim_max;
	if (setrlimit(resource, &new) != 0)
		perror("setrlimit");
}

static void
allocate(size_t megabytes)
{
	for (size_t i = 0; i < megabytes; i++) {
		char *p = malloc(1 << 20);

		if (p == NULL) {
			puts("no memory");
			exit(1);
		}
		memset(p, 1, 1 << 20);
	}
	puts("allocated");
}

/* Prints the line NAME of /proc/self/status if its number of kilobytes is above MOST. */
static void
status(const char *name, long most)
{
	FILE *f = fopen("/proc/self/status", "r");
	char line[256];

	while (f != NULL && fgets(line, sizeof line, f) != NULL) {
		if (strncmp(line, name, strlen(name)) == 0
		    && strtol(line + strlen(name) + 1, NULL, 10) > most)
			printf("too much: %s", line);
	}
	if (f != NULL)
		fclose(f);
}

static void
locks(void)
{
	limit(RLIMIT_MEMLOCK, 64);
	if (geteuid() == 0 && (setresgid(65534, 65534, 65534) != 0
	    || setresuid(65534, 65534, 65534) != 0))
		perror("setuid");
	if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0)
		perror("mlockall");
	status("VmLck", 24 << 10);
	allocate(1);
}

int
main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	double some = 0.05, more = 0.1;
	pthread_attr_t small;
	pthread_t threads[4];
	int ended = 0;

	work(&some);
	if (strcmp(mode, "address") == 0) {
		limit(RLIMIT_AS, 128);
		allocate(64);
	} else if (strcmp(mode, "data") == 0) {
		limit(RLIMIT_DATA, 128);
		allocate(64);
	} else if (strcmp(mode, "lock") == 0) {
		locks();
	} else if (strcmp(mode, "fork") == 0 && fork() == 0) {
		locks();
		return 0;
	}
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 262144);
	for (int i = 0; i < 4; i++) {
		if (pthread_create(&threads[i], &small, work, &some) != 0)
			puts("no thread");
		else
			pthread_join(threads[i], NULL);
	}
	work(&more);
	wait(&ended);
	printf("%s ends with %d\n", mode, ended);
	return 0;
}
