/* trace.c - traces a child process, so that its memory can be read at its end
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/trace.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

#include "launch/sandbox.h"

void
trace_begin(struct trace *t, pid_t child)
{
	const uintptr_t options = PTRACE_O_TRACEEXIT | PTRACE_O_TRACEEXEC;

	t->child = child;
	t->error = EPERM;
	if (sandbox_filters() != 0 && sandbox_ends_tracer())
		return;
	t->is_on = ptrace(PTRACE_SEIZE, child, NULL, options) == 0;
	t->error = t->is_on ? 0 : errno;
}

/* Continues the child, and delivers SIGNAL if it is not 0. */
static void
go_on(const struct trace *t, int signal)
{
	(void)ptrace(PTRACE_CONT, t->child, NULL, (uintptr_t)signal);
}

/* Called when the child has executed a program.  If this is not the first program, ends the
 * tracing: a traced process would get no additional rights from set-uid programs. */
static void
see_execution(struct trace *t)
{
	if (!t->has_begun) {
		t->has_begun = true;
		go_on(t, 0);
		return;
	}
	t->is_other = true;
	t->is_on = false;
	(void)ptrace(PTRACE_DETACH, t->child, NULL, NULL);
}

/* Is SIGNAL one that stops all threads of a program? */
static bool
is_group_stop(int signal)
{
	return signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

int
trace_continue(struct trace *t, int status)
{
	int signal = WSTOPSIG(status);

	if (!t->is_on)
		return signal;
	switch (status >> 16) {
	case PTRACE_EVENT_EXIT:
		if (t->has_begun)
			t->at_end(t->child, t->with);
		go_on(t, 0);
		return 0;
	case PTRACE_EVENT_EXEC:
		see_execution(t);
		return 0;
	case PTRACE_EVENT_STOP:
		if (is_group_stop(signal)) {
			(void)ptrace(PTRACE_LISTEN, t->child, NULL, NULL);
			return signal;
		}
		go_on(t, 0);
		return 0;
	default:
		go_on(t, signal);
		return 0;
	}
}
