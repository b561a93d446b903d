/* timeit.c - how long a command takes, and how much memory
 *
 *	timeit [-t SECONDS] RUNS COMMAND [ARGUMENT]...
 *
 * Prints the median wall time and CPU time in seconds and the peak memory in MiB over
 * RUNS runs; the output of the command is thrown away.  Slow commands run less often:
 * no new run starts after SECONDS (20).  Exits with 1 when the command fails.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int
by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double
median(double *v, int n)
{
	qsort(v, (size_t)n, sizeof *v, by_size);
	return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

/* Run ARGV once. */
static int
measure(char **argv, double *wall, double *cpu, double *memory)
{
	posix_spawn_file_actions_t actions;
	struct rusage usage;
	double start = now();
	int status;
	pid_t pid;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
	if (posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ)
	    || wait4(pid, &status, 0, &usage) < 0) {
		perror(argv[0]);
		return 1;
	}
	posix_spawn_file_actions_destroy(&actions);
	*wall = now() - start;
	*cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
		+ (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
	*memory = (double)usage.ru_maxrss / 1024;
	return status;
}

int
main(int argc, char **argv)
{
	enum { MOST = 101 };
	double wall[MOST], cpu[MOST], memory[MOST], patience = 20, start = now();
	int runs, i = 0;

	if (argc > 3 && !strcmp(argv[1], "-t")) {
		patience = atof(argv[2]);
		argv += 2;
		argc -= 2;
	}
	runs = argc > 2 ? atoi(argv[1]) : 0;
	if (runs < 1 || runs > MOST) {
		fprintf(stderr, "usage: timeit [-t SECONDS] RUNS COMMAND [ARGUMENT]...\n");
		return 1;
	}
	do
		if (measure(argv + 2, &wall[i], &cpu[i], &memory[i])) {
			fprintf(stderr, "timeit: %s failed\n", argv[2]);
			return 1;
		}
	while (++i < runs && now() - start < patience);
	printf("%.4f %.4f %.1f\n", median(wall, i), median(cpu, i), median(memory, i));
	return 0;
}
