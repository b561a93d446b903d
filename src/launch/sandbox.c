/* sandbox.c - whether the system allows the system calls that recording a program needs
 *
 * A filter of system calls may end a process for a call that is not allowed.  So if there are
 * filters, a child process tries the calls.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/sandbox.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/procstatus.h"
#include "record/recording.h"

long
sandbox_filters(void)
{
	char mode[PROCSTATUS_VALUE], filters[PROCSTATUS_VALUE];

	if (!procstatus_read(0, "Pid", mode))
		return -1;
	if (!procstatus_read(0, "Seccomp", mode) || atol(mode) == 0)
		return 0;
	return procstatus_read(0, "Seccomp_filters", filters) ? atol(filters) : atol(mode);
}

/* Waits until CHILD has ended.  Returns its status as waitpid() does, or 0 if it is not known. */
static int
status_of(pid_t child)
{
	int status = 0;

	if (child < 0)
		return 0;
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return 0;
	return status;
}

/* Does the system end a process that makes the system calls of TRY, a function that gets WITH?  No
 * file with the memory of the process is written then. */
static bool
ends(void (*try)(const void *with), const void *with)
{
	const struct rlimit none = { 0, 0 };
	pid_t child = fork();

	if (child == 0) {
		setrlimit(RLIMIT_CORE, &none);
		prctl(PR_SET_DUMPABLE, 0);
		try(with);
		_exit(0);
	}
	return WIFSIGNALED(status_of(child));
}

static void
try_recorder(const void *with)
{
	const struct preload *l = with;

	unsetenv(REC_ENV_FILTERS);
	setenv("LD_PRELOAD", l->path, 1);
	setenv(REC_ENV_TRY, "1", 1);
	/* The recorder ends the program before main(). */
	execl("/proc/self/exe", "gprowse", "--version", (char *)NULL);
	_exit(REC_TRIED);
}

bool
sandbox_ends_recorder(const struct preload *l)
{
	return ends(try_recorder, l);
}

static void
try_tracer(const void *with)
{
	(void)with;
	(void)ptrace(PTRACE_DETACH, getpid(), NULL, NULL);
}

static void
try_memory(const void *with)
{
	(void)with;
	(void)syscall(SYS_pidfd_open, -1, 0);
	(void)process_vm_readv(getpid(), NULL, 0, NULL, 0, 0);
}

static void
try_perf(const void *with)
{
	(void)syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0);
	try_memory(with);
}

static void
try_stops(const void *with)
{
	try_tracer(with);
	try_memory(with);
}

bool
sandbox_ends_tracer(void)
{
	return ends(try_tracer, NULL);
}

bool
sandbox_allows(enum outside_clock *clock, struct err *e)
{
	bool has_perf, has_stops;

	if (sandbox_filters() == 0)
		return true;
	has_perf = *clock != OUTSIDE_STOPS && !ends(try_perf, NULL);
	has_stops = *clock != OUTSIDE_PERF && !ends(try_stops, NULL);
	if (!has_perf && !has_stops)
		return err_set(e, ERR_IO, "the system calls that this needs are not allowed here "
			"(seccomp); run gprowse record outside the sandbox");
	if (!has_perf)
		*clock = OUTSIDE_STOPS;
	else if (!has_stops)
		*clock = OUTSIDE_PERF;
	return true;
}
