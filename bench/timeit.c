/* timeit.c - measure the CPU time and the memory of a command
 *
 *	timeit [-t SECONDS] RUNS COMMAND [ARGUMENT]...
 *
 * Makes RUNS runs, and prints the least CPU time in seconds and the peak memory in MiB.  The run
 * with the least time is the one that other programs disturbed least.  Discards the output of the
 * command.  Starts no new run after SECONDS (default: 20).  Exits with 1 if the command fails.
 *
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
seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

/* Runs ARGV once.  Lowers *CPU if the run took less time, and raises *MEMORY if it took more
 * memory.  Returns the wait status, or 1 if ARGV could not be run. */
static int
measure(char **argv, double *cpu, double *memory)
{
	posix_spawn_file_actions_t actions;
	struct rusage usage;
	double used;
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
	used = seconds(usage.ru_utime) + seconds(usage.ru_stime);
	if (used < *cpu)
		*cpu = used;
	if ((double)usage.ru_maxrss / 1024 > *memory)
		*memory = (double)usage.ru_maxrss / 1024;
	return status;
}

int
main(int argc, char **argv)
{
	double cpu = 1e9, memory = 0, patience = 20;
	time_t start = time(NULL);
	int runs, i = 0;

	if (argc > 3 && strcmp(argv[1], "-t") == 0) {
		patience = atof(argv[2]);
		argv += 2;
		argc -= 2;
	}
	runs = argc > 2 ? atoi(argv[1]) : 0;
	if (runs < 1) {
		fprintf(stderr, "usage: timeit [-t SECONDS] RUNS COMMAND [ARGUMENT]...\n");
		return 1;
	}
	do
		if (measure(argv + 2, &cpu, &memory)) {
			fprintf(stderr, "timeit: %s failed\n", argv[2]);
			return 1;
		}
	while (++i < runs && difftime(time(NULL), start) < patience);
	printf("%.4f %.1f\n", cpu, memory);
	return 0;
}
