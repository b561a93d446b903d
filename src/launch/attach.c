/* attach.c - gprowse record -p: records a process that runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/attach.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "io/clock.h"
#include "io/message.h"
#include "launch/attach_check.h"
#include "launch/complete.h"
#include "launch/directory.h"
#include "launch/mark.h"
#include "launch/sandbox.h"
#include "outside/outside.h"
#include "waits/waits.h"

enum { MOMENT = 100 };			/* ms between two looks at a process that has no
					 * descriptor */

/* A process that is being recorded. */
struct attached {
	pid_t pid;
	int process;			/* a descriptor of it; -1: the system has none */
	int signals;			/* a descriptor of the signals that end the recording */
	sigset_t old;			/* the mask of signals before */
	uint64_t elapsed;		/* ns from the begin to the end of the recording */
	bool has_ended;
};

/* Blocks the signals that end the recording. */
static void
block_signals(struct attached *a)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, &a->old);
	a->signals = signalfd(-1, &set, SFD_CLOEXEC);
}

static void
restore_signals(struct attached *a)
{
	const struct timespec now = { 0 };
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	while (sigtimedwait(&set, NULL, &now) > 0)
		;
	sigprocmask(SIG_SETMASK, &a->old, NULL);
	if (a->signals >= 0)
		close(a->signals);
}

/* Waits until the process ends, SECONDS are over (0: no limit), or a signal comes. */
static void
wait_for(struct attached *a, double seconds)
{
	double end = clock_seconds(CLOCK_MONOTONIC) + seconds;
	struct pollfd fds[2] = { { .fd = a->process, .events = POLLIN },
		{ .fd = a->signals, .events = POLLIN } };

	while (!a->has_ended && fds[1].revents == 0) {
		double left = end - clock_seconds(CLOCK_MONOTONIC);
		int timeout = a->process < 0 ? MOMENT : -1;

		if (seconds > 0 && left <= 0)
			return;
		if (seconds > 0 && (timeout < 0 || left * 1000 < timeout))
			timeout = left * 1000 < 1e9 ? (int)(left * 1000) + 1 : 1000000000;
		fds[0].revents = fds[1].revents = 0;
		if (poll(fds, 2, timeout) < 0 && errno != EINTR)
			return;
		a->has_ended = fds[0].revents != 0 || (a->process < 0 && kill(a->pid, 0) != 0);
	}
}

/* Records the process A into D by CLOCK.  False: this is not possible, as E says. */
static bool
record(struct attached *a, const struct directory *d, const struct record_options *o,
	enum outside_clock clock, struct err *e)
{
	const struct outside_options outside = { .directory = d->fd, .session = d->session,
		.hz = o->hz, .clock = clock,
		.is_off = o->off, .is_flat = strcmp(o->stacks, "none") == 0,
		.has_run = true, .is_single = true };
	const struct waits_options options = { d->fd, d->session, o->wait_hz, .has_forks = false };
	struct outside *samples;
	struct waits *waits;
	uint64_t begun;

	block_signals(a);
	samples = outside_begin(&outside, a->pid, e);
	if (samples != NULL) {
		waits = o->wait_hz > 0 ? waits_begin(&options) : NULL;
		begun = clock_now(CLOCK_MONOTONIC);
		wait_for(a, o->seconds);
		a->elapsed = clock_now(CLOCK_MONOTONIC) - begun;
		waits_end(waits);
		outside_end(samples, a->has_ended);
	}
	restore_signals(a);
	return samples != NULL;
}

/* Completes the recording D of the process P, which took ELAPSED ns, and says what was recorded. */
static void
finish(const struct directory *d, const struct program *p, const struct record_options *o,
	uint64_t elapsed)
{
	struct recorded total;
	struct err e;

	signal(SIGXFSZ, SIG_IGN);	/* write() fails on a file that is too large */
	if (!complete_recording(&total, d, p, o->hz, &e))
		message("%s/gmon.out: %s", d->path, e.text);
	if (!mark_end(d, elapsed, 0, &e))
		message("%s", e.text);
	if (total.nfiles > 0 && isatty(STDERR_FILENO))
		complete_tell(&total, d->path, 0);
}

bool
attach_run(const struct record_options *o, char **open, struct err *e)
{
	struct attached a = { .process = -1, .signals = -1 };
	struct attach_process process;
	struct directory d = { .fd = -1 };
	enum outside_clock clock = record_options_clock(o);
	bool done;

	if (!sandbox_allows(&clock, e))
		return err_in(e, "-p");
	if (!attach_check(&process, o->process, e))
		return false;
	a.pid = process.pid;
	a.process = (int)syscall(SYS_pidfd_open, a.pid, 0);
	done = directory_make(&d, o->directory, e)
		&& mark_begin(&d, process.program.image, process.command, o, o->wait_hz > 0, e)
		&& record(&a, &d, o, clock, e);
	if (done)
		finish(&d, &process.program, o, a.elapsed);
	else
		directory_undo(&d);
	if (done && o->open)
		*open = mem_text(d.path, strlen(d.path));
	if (a.process >= 0)
		close(a.process);
	directory_release(&d);
	attach_release(&process);
	return done;
}
