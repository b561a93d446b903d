/* countsignals.c - counts the signals that it gets
 *
 *	countsignals count			until the file "stop" exists, then prints the counts;
 *						the file "counted" has a byte for each signal
 *	countsignals parent PROGRAM ...		runs PROGRAM and prints how it has ended, and
 *						whether it has sent SIGUSR1 to its parent
 *	countsignals alarm PROGRAM ...		executes PROGRAM with a timer that is about to expire
 *	countsignals leader PROGRAM ...		executes PROGRAM in a session of its own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t counts[NSIG];
static int counted = -1;

static void
count(int number)
{
	int saved = errno;

	counts[number]++;
	if (counted >= 0 && write(counted, ".", 1) != 1)
		_exit(1);
	errno = saved;
}

static void
count_all(void)
{
	const struct sigaction action = { .sa_handler = count, .sa_flags = SA_RESTART };

	for (int i = 1; i <= SIGRTMIN + 6; i++)
		if (i != SIGTSTP && i != SIGTTIN && i != SIGTTOU && i != SIGCHLD)
			sigaction(i, &action, NULL);
	counted = open("counted", O_WRONLY | O_CREAT | O_TRUNC, 0600);
	close(open("ready", O_WRONLY | O_CREAT, 0600));
	while (access("stop", F_OK) != 0)
		usleep(5000);
	for (int i = 1; i < NSIG; i++) {
		if (counts[i] > 0 && i < SIGRTMIN)
			printf(" %s %d", sigabbrev_np(i), counts[i]);
		else if (counts[i] > 0)
			printf(" RTMIN+%d %d", i - SIGRTMIN, counts[i]);
	}
	printf("\n");
}

static void
run_child(char **words)
{
	const struct sigaction action = { .sa_handler = count };
	int status = 0;
	pid_t pid = fork();

	if (pid == 0) {
		execvp(words[0], words);
		_exit(127);
	}
	sigaction(SIGUSR1, &action, NULL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		continue;
	if (WIFSIGNALED(status))
		printf("signal %s", sigabbrev_np(WTERMSIG(status)));
	else
		printf("status %d", WEXITSTATUS(status));
	printf(", %d of SIGUSR1\n", counts[SIGUSR1]);
}

int
main(int argc, char **argv)
{
	struct itimerval soon = { { 0, 0 }, { 0, 300000 } };

	if (argc == 2 && strcmp(argv[1], "count") == 0) {
		count_all();
	} else if (argc > 2 && strcmp(argv[1], "parent") == 0) {
		run_child(argv + 2);
	} else if (argc > 2) {
		if (strcmp(argv[1], "alarm") == 0)
			setitimer(ITIMER_REAL, &soon, NULL);
		else if (setsid() < 0)
			perror("setsid");
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		return 127;
	}
	return 0;
}
