/* run.c - runs a program as a child process, and passes signals on to it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "launch/program.h"

/* Signals that are passed on.  SIGTSTP, SIGTTIN and SIGTTOU are among them because gprowse must not
 * stop unless the program does. */
static const int passed_on[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGCONT,
	SIGTSTP, SIGTTIN, SIGTTOU, SIGWINCH, SIGALRM };

/* The signals of gprowse before run_program(). */
struct old_signals {
	sigset_t mask;
	struct sigaction child;		/* action for SIGCHLD */
};

static void
restore_signals(const struct old_signals *old)
{
	sigaction(SIGCHLD, &old->child, NULL);
	sigprocmask(SIG_SETMASK, &old->mask, NULL);
}

/* Sets *SET to SIGCHLD and the signals that are passed on, and blocks them.  Sets the default
 * action for SIGCHLD.  *OLD becomes the previous mask and action. */
static void
block_signals(struct old_signals *old, sigset_t *set)
{
	struct sigaction child = { .sa_handler = SIG_DFL };

	sigemptyset(set);
	sigaddset(set, SIGCHLD);
	for (size_t i = 0; i < sizeof(passed_on) / sizeof(*passed_on); i++)
		sigaddset(set, passed_on[i]);
	sigprocmask(SIG_BLOCK, set, &old->mask);
	sigaction(SIGCHLD, &child, &old->child);
}

/* In the child: waits until the parent has closed its end of the pipe FD. */
static void
wait_for_parent(int fd)
{
	char byte;

	while (read(fd, &byte, 1) < 0 && errno == EINTR)
		continue;
}

/* In the child: executes PATH as execvp() does.  A file that is not ELF and does not begin with
 * "#!" is run by the shell.  If PATH cannot be executed, writes errno to FD. */
static _Noreturn void
execute(const char *path, char *const *words, const struct run_variable *variables, int fd)
{
	size_t n = 0;
	char **shell;
	int error;

	for (; variables->name != NULL; variables++)
		if (variables->value == NULL)
			unsetenv(variables->name);
		else
			setenv(variables->name, variables->value, 1);
	execv(path, words);
	if (errno == ENOEXEC) {
		while (words[n] != NULL)
			n++;
		shell = mem_new(n + 2, sizeof(*shell));
		shell[0] = (char *)"/bin/sh";
		shell[1] = (char *)path;
		for (size_t i = 1; i < n; i++)
			shell[i + 1] = words[i];
		execv(shell[0], shell);
	}
	error = errno;
	(void)!write(fd, &error, sizeof(error));
	_exit(STATUS_NOT_RUN);
}

/* Is gprowse in the foreground of its terminal? */
static bool
is_in_foreground(void)
{
	int fd = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
	bool is = fd >= 0 && tcgetpgrp(fd) == getpgrp();

	if (fd >= 0)
		close(fd);
	return is;
}

/* Stops gprowse after SIGNAL has stopped CHILD, so that the shell notices.  But if gprowse is not
 * in the foreground and SIGNAL is SIGSTOP, gprowse does not stop: the process that has sent SIGSTOP
 * will continue CHILD, but not gprowse. */
static void
stop_with(pid_t child, int signal)
{
	if (signal == SIGSTOP && !is_in_foreground())
		return;
	kill(getpid(), SIGSTOP);
	/* gprowse was continued; perhaps CHILD was not. */
	kill(child, SIGCONT);
}

/* Must the signal INFO be passed on to CHILD?  Signals from the terminal and from processes of the
 * group of gprowse were probably sent to the whole group.  CHILD is in this group, so these signals
 * are not passed on.  Signals from the parent are passed on, even if the parent is in the group: it
 * may be the shell that runs a script.  Signals from processes outside the pid namespace of
 * gprowse, which have the number 0, are passed on, too. */
static bool
is_to_pass_on(const siginfo_t *info, pid_t child)
{
	if (info->si_code > 0 || info->si_pid == child || info->si_pid == getpid())
		return false;
	return info->si_pid == 0 || info->si_pid == getppid()
		|| getpgid(info->si_pid) != getpgrp();
}

/* Waits until CHILD has ended, and passes signals of SET on to CHILD.  If TRACE is not NULL, CHILD
 * is traced.  Returns the status that waitpid() gave. */
static int
wait_for(pid_t child, struct trace *trace, const sigset_t *set)
{
	siginfo_t info;
	int status = 0, number, stopped;
	pid_t changed;

	for (;;) {
		changed = waitpid(child, &status, WNOHANG | WUNTRACED);
		if (changed == child && !WIFSTOPPED(status))
			return status;
		stopped = changed != child ? 0 : trace != NULL ? trace_continue(trace, status)
			: WSTOPSIG(status);
		if (stopped != 0)
			stop_with(child, stopped);
		number = sigwaitinfo(set, &info);
		if (number > 0 && number != SIGCHLD && is_to_pass_on(&info, child))
			kill(child, number);
	}
}

/* Removes the pending signals of SET: the terminal has also sent them to the program, which may
 * have ended because of them. */
static void
drop_signals(const sigset_t *set)
{
	const struct timespec now = { 0 };

	while (sigtimedwait(set, NULL, &now) > 0)
		;
}

/* Reads the errno of a failed exec from FD.  Returns 0 if the program was executed. */
static int
read_error(int fd)
{
	int error = 0;
	ssize_t n;

	do
		n = read(fd, &error, sizeof(error));
	while (n < 0 && errno == EINTR);
	return n == (ssize_t)sizeof(error) ? error : 0;
}

/* Makes a child process that executes PATH with WORDS and VARIABLES.  Returns the number of the
 * process, or -1 with errno.  The child writes an errno to FD if it cannot execute PATH. */
static pid_t
start(const char *path, char *const *words, const struct run_variable *variables,
	const struct old_signals *old, struct trace *trace, int fd)
{
	int go[2];
	pid_t child;

	if (pipe2(go, O_CLOEXEC) != 0)
		return -1;
	child = fork();
	if (child == 0) {
		close(go[1]);
		wait_for_parent(go[0]);
		restore_signals(old);
		execute(path, words, variables, fd);
	}
	if (child > 0 && trace != NULL)
		trace_begin(trace, child);
	close(go[0]);
	close(go[1]);
	return child;
}

int
run_program(const char *path, char *const *words, const struct run_variable *variables,
	struct trace *trace, bool *started, struct err *e)
{
	struct old_signals old;
	int ends[2], error, status = 0;
	sigset_t set;
	pid_t child;

	*started = false;
	if (pipe2(ends, O_CLOEXEC) != 0) {
		(void)err_set(e, ERR_IO, "a pipe cannot be made: %s", strerror(errno));
		return STATUS_FAILED;
	}
	block_signals(&old, &set);
	child = start(path, words, variables, &old, trace, ends[1]);
	error = child < 0 ? errno : 0;
	close(ends[1]);
	if (child > 0) {
		status = wait_for(child, trace, &set);
		/* If PATH was executed, exec has closed the other end of the pipe, and the pipe is
		 * empty. */
		error = read_error(ends[0]);
		*started = error == 0;
	}
	close(ends[0]);
	drop_signals(&set);
	restore_signals(&old);
	if (child < 0 || !*started) {
		(void)err_set(e, ERR_IO, "%s: %s", path, strerror(error));
		return child < 0 ? STATUS_FAILED : error == ENOENT ? STATUS_NOT_FOUND
			: STATUS_NOT_RUN;
	}
	return WIFSIGNALED(status) ? STATUS_SIGNAL + WTERMSIG(status) : WEXITSTATUS(status);
}
