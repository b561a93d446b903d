/* run.c - runs a program as a child process, and passes signals on to it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "io/clock.h"
#include "io/procstatus.h"
#include "launch/passing.h"
#include "launch/program.h"

/* What a process keeps when it executes a program, but its child does not get. */
struct kept {
	struct itimerval timers[ITIMER_PROF + 1];	/* by ITIMER_REAL and so on */
	int is_subreaper;		/* descendants become its children if their parent ends */
	sigset_t mask;
	struct sigaction child;		/* action for SIGCHLD */
};

/* Sets *KEPT to what this process has.  Ends its timers, blocks all signals, and sets the default
 * action for SIGCHLD. */
static void
keep(struct kept *kept)
{
	struct sigaction child = { .sa_handler = SIG_DFL };
	static const struct itimerval none;
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &kept->mask);
	sigaction(SIGCHLD, &child, &kept->child);
	for (int i = ITIMER_REAL; i <= ITIMER_PROF; i++)
		setitimer(i, &none, &kept->timers[i]);
	kept->is_subreaper = 0;
	prctl(PR_GET_CHILD_SUBREAPER, &kept->is_subreaper);
	prctl(PR_SET_CHILD_SUBREAPER, 0);
}

static void
restore_signals(const struct kept *kept)
{
	sigaction(SIGCHLD, &kept->child, NULL);
	sigprocmask(SIG_SETMASK, &kept->mask, NULL);
}

/* In the child: begins timers again. */
static void
restore_all(const struct kept *kept)
{
	for (int i = ITIMER_REAL; i <= ITIMER_PROF; i++)
		setitimer(i, &kept->timers[i], NULL);
	prctl(PR_SET_CHILD_SUBREAPER, kept->is_subreaper);
	restore_signals(kept);
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

/* Stops gprowse after SIGNAL has stopped the child, so that the shell notices.  But if gprowse is
 * not in the foreground and SIGNAL is SIGSTOP, gprowse does not stop: the process that has sent
 * SIGSTOP will continue the child, but not gprowse. */
static void
stop_with(int signal)
{
	if (signal == SIGSTOP && !is_in_foreground())
		return;
	kill(getpid(), SIGSTOP);
}

static bool
uses_stops(const struct run_recorders *r)
{
	return r->outside != NULL && r->outside->clock == OUTSIDE_STOPS;
}

/* Begins to take the samples of CHILD that R asks for. */
static void
begin_samples(struct run_recorders *r, pid_t child)
{
	if (uses_stops(r)) {
		sampler_follow(&r->sampler, child);
	} else if (r->outside != NULL) {
		r->samples = outside_begin(r->outside, child, &r->why);
		r->has_failed = r->samples == NULL;
	}
}

/* Ends what begin_samples() began, after the child has ended. */
static void
end_samples(struct run_recorders *r)
{
	if (uses_stops(r))
		r->has_failed |= !sampler_end(&r->sampler, &r->why);
	else
		outside_end(r->samples, true);
	r->outside = NULL;
	r->samples = NULL;
}

/* Returns the letter of the state of CHILD: 'Z' if it has ended, and one of "RSDI" if waitpid() would
 * return nothing; 0: not known. */
static char
state_of(pid_t child)
{
	char value[PROCSTATUS_VALUE];

	if (!procstatus_read((unsigned long)child, "State", value))
		return '\0';
	if (value[0] != 'Z')
		return value[0];
	/* The first thread may have ended before the others. */
	return procstatus_is_zombie((unsigned long)child) ? 'Z' : '\0';
}

/* Waits until P->child has ended, and passes signals on to it.  If TRACE is not NULL, the child is
 * traced.  WAITS, which may be NULL, and the samples of R are ended before the system forgets the
 * times of the child: until then, waitpid() is not asked about a child that may just end.
 * waitid(2) could tell without making the system forget, but a filter of system calls may not allow
 * it.  Returns the status that waitpid() gave. */
static int
wait_for(struct passing *p, struct trace *trace, struct waits *waits, struct run_recorders *r)
{
	struct timespec left;
	siginfo_t info;
	bool is_recorded = waits != NULL || r->outside != NULL;
	int status = 0, stopped;
	pid_t changed;
	sigset_t all;

	sigfillset(&all);
	for (;;) {
		char state = is_recorded ? state_of(p->child) : '\0';

		if (state == 'Z') {
			waits_end(waits);
			waits = NULL;
			end_samples(r);
			is_recorded = false;
		}
		changed = state != '\0' && strchr("RSDI", state) != NULL ? 0
			: waitpid(p->child, &status, WNOHANG | WUNTRACED);
		if (changed == p->child && !WIFSTOPPED(status)) {
			waits_end(waits);
			return status;
		}
		stopped = changed != p->child ? 0 : trace != NULL ? trace_continue(trace, status)
			: WSTOPSIG(status);
		if (stopped != 0)
			stop_with(stopped);
		if (sigtimedwait(&all, &info, passing_due(p, &left) ? &left : NULL) > 0)
			passing_take(p, &info);
	}
}

/* Removes the pending signals: the terminal has also sent them to the program, which may have ended
 * because of them. */
static void
drop_signals(void)
{
	const struct timespec now = { 0 };
	sigset_t all;

	sigfillset(&all);
	while (sigtimedwait(&all, NULL, &now) > 0)
		;
}

/* Makes a child process that executes PATH with WORDS and VARIABLES.  Returns the number of the
 * process, or -1 with errno.  The child writes an errno to FD if it cannot execute PATH. */
static pid_t
start(const char *path, char *const *words, const struct run_variable *variables,
	const struct kept *kept, struct trace *trace, struct run_recorders *r, int fd)
{
	int go[2];
	pid_t child;

	if (pipe2(go, O_CLOEXEC) != 0)
		return -1;
	child = fork();
	if (child == 0) {
		close(go[1]);
		wait_for_parent(go[0]);
		restore_all(kept);
		sampler_allow(&r->sampler);
		execute(path, words, variables, fd);
	}
	if (child > 0 && trace != NULL)
		trace_begin(trace, child);
	if (child > 0)
		begin_samples(r, child);
	close(go[0]);
	close(go[1]);
	return child;
}

/* Returns the seconds of processor time of the children that this process has waited for. */
static double
children_time(void)
{
	struct rusage r = { 0 };

	(void)getrusage(RUSAGE_CHILDREN, &r);
	return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec)
		+ (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1e6;
}

/* Runs the program as run_program() does, and returns the errno that says why it was not executed,
 * or 0.  *STATUS becomes what waitpid() gave; -1: no child process could be made. */
static int
run(const char *path, char *const *words, const struct run_variable *variables, struct trace *trace,
	struct run_recorders *r, const struct kept *kept, int *status)
{
	struct passing passing;
	struct waits *waits;
	int ends[2], error;

	*status = -1;
	passing_begin(&passing);	/* before the pipe, so that only the program has an end */
	if (uses_stops(r))
		r->has_failed = !sampler_begin(&r->sampler, r->outside, &r->why);
	if (pipe2(ends, O_CLOEXEC) != 0) {
		error = errno;
		end_samples(r);
		passing_end(&passing);
		return error;
	}
	passing.child = start(path, words, variables, kept, trace, r, ends[1]);
	error = errno;
	close(ends[1]);
	if (passing.child > 0) {
		waits = r->waits != NULL ? waits_begin(r->waits) : NULL;
		*status = wait_for(&passing, trace, waits, r);
	}
	end_samples(r);
	/* If PATH was executed, exec has closed the other end of the pipe, which is empty. */
	if (passing.child > 0)
		error = file_read_errno(ends[0]);
	close(ends[0]);
	passing_end(&passing);
	return error;
}

bool
run_program(const char *path, char *const *words, const struct run_variable *variables,
	struct trace *trace, struct run_recorders *recorders, struct run_end *end,
	struct err *e)
{
	struct kept kept;
	int error, status;
	uint64_t begun, elapsed;
	double before;

	keep(&kept);
	before = children_time();
	begun = clock_now(CLOCK_MONOTONIC);
	error = run(path, words, variables, trace, recorders, &kept, &status);
	elapsed = clock_now(CLOCK_MONOTONIC) - begun;
	drop_signals();
	restore_signals(&kept);
	*end = (struct run_end){ .status = WEXITSTATUS(status), .elapsed = elapsed,
		.used = children_time() - before };
	if (error == 0 && WIFSIGNALED(status)) {
		end->signal = WTERMSIG(status);
		end->status = STATUS_SIGNAL + end->signal;
	}
	if (error == 0)
		return true;
	end->status = status < 0 ? STATUS_FAILED : error == ENOENT ? STATUS_NOT_FOUND
		: STATUS_NOT_RUN;
	return err_set(e, ERR_IO, "%s: %s", path, strerror(error));
}

void
run_end_as(const struct run_end *end)
{
	const struct rlimit none = { 0, 0 };
	sigset_t set;

	if (end->signal == 0)
		return;
	(void)fflush(NULL);
	setrlimit(RLIMIT_CORE, &none);
	prctl(PR_SET_DUMPABLE, 0);	/* no program gets the core either */
	signal(end->signal, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, end->signal);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	raise(end->signal);
}
