/* control.c - the command gprowse control: acts on a program that is recorded
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/control.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "io/clock.h"
#include "io/message.h"
#include "io/out.h"
#include "io/status.h"
#include "launch/control_copy.h"
#include "launch/control_dump.h"
#include "launch/control_glibc.h"
#include "launch/control_options.h"
#include "launch/control_status.h"
#include "launch/target.h"

enum {
	/* The command and the browser wait this number of milliseconds until another gprowse
	 * control is done. */
	COMMAND_WAITS = 60000, BROWSER_WAITS = 100,
	MOST_LISTINGS = 100,		/* greatest number of times that set_states() finds the
					 * files again */
};

/* Writes STATE into the file of T.  The process of T has mapped the file, so it sees the new state
 * at once.  Adds 1 to *NCHANGED if the file had another state. */
static bool
set_state(const struct target *t, enum rec_state state, size_t *nchanged, struct err *e)
{
	int fd = target_open(t, e);
	uint32_t now = REC_ERROR, next = (uint32_t)state;
	const uint64_t changed = clock_now(CLOCK_MONOTONIC);
	bool done = true;

	if (fd < 0)
		return false;
	if (pread(fd, &now, sizeof(now), REC_CONTROL_AT(state)) != sizeof(now))
		done = err_set(e, ERR_FORMAT, "%s: the file is cut off", t->name);
	else if (now != REC_ON && now != REC_OFF)
		done = err_set(e, ERR_FORMAT, "%s: the recorder of this process has failed", t->name);
	else if (now != next
			&& (pwrite(fd, &changed, sizeof(changed), REC_CONTROL_AT(changed))
				!= sizeof(changed)
			|| pwrite(fd, &next, sizeof(next), REC_CONTROL_AT(state)) != sizeof(next)))
		done = err_set(e, ERR_IO, "%s: %s", t->name, strerror(errno));
	*nchanged += now != next;
	close(fd);
	return done;
}

/* Sets the state of the processes of T that run.  *NCHANGED becomes the number of processes that
 * had another state. */
static bool
set_states_once(const struct targets *t, enum rec_state state, size_t *nchanged, struct err *e)
{
	*nchanged = 0;
	for (size_t i = 0; i < t->n; i++)
		if (t->list[i].is_used && !set_state(&t->list[i], state, nchanged, e))
			return false;
	return true;
}

/* Sets the state of all processes of T that run.  A child may have made its file after the files of
 * T were found, with the old state of its parent.  So the files of the directory are found again,
 * until all files have the new state.  If this is not so after MOST_LISTINGS times, sets E and
 * returns false.  A program that was executed a moment ago needs some milliseconds to make its
 * file, so the files are found once more after a pause.  A child that makes its file later gets the
 * new state from its parent. */
static bool
set_states(const struct targets *t, enum rec_state state, struct err *e)
{
	const struct timespec start_of_program = { .tv_nsec = 5000000 };
	struct targets now;
	size_t nchanged;
	bool done = set_states_once(t, state, &nchanged, e), is_last = false;

	for (int i = 0; done && targets_find_again(&now, t); i++) {
		done = set_states_once(&now, state, &nchanged, e);
		targets_release(&now);
		if (nchanged == 0 && is_last)
			break;
		if (done && i == MOST_LISTINGS)
			return err_set(e, ERR_IO, "%s: there always are processes with the old state; "
				"try again", t->directory.path);
		is_last = nchanged == 0;
		if (is_last)
			nanosleep(&start_of_program, NULL);
	}
	return done;
}

static bool
has_running(const struct targets *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->list[i].is_used)
			return true;
	return false;
}

/* Does a process of T run, so that -b, -h and -r can act on T? */
static bool
check_running(const struct targets *t, struct err *e)
{
	return has_running(t) || err_set(e, ERR_USAGE, "%s: the program has ended, so -b, -h and "
		"-r cannot act on it; -p and the state still work", t->directory.path);
}

static bool
is_outside(const struct target *t)
{
	return (t->head.outside & REC_OUTSIDE) != 0;
}

/* Does OUTSIDE have the samples of the program whose calls are in INSIDE?  OUTSIDE says so some
 * moments after both were made; before, it is known because INSIDE has no samples. */
static bool
is_pair(const struct target *outside, const struct target *inside)
{
	return is_outside(outside) && !is_outside(inside)
		&& outside->head.pid == inside->head.pid
		&& ((outside->head.outside & REC_BESIDE) != 0 || inside->head.hz == 0)
		&& strncmp(outside->head.program, inside->head.program,
			sizeof(inside->head.program)) == 0;
}

/* Returns the file of T with the samples of the program of ONE, which were taken from outside, or
 * NULL.  If ONE is such a file, returns the file of the recorder. */
static const struct target *
find_other(const struct targets *t, const struct target *one)
{
	for (size_t i = 0; i < t->n; i++)
		if (is_pair(&t->list[i], one) || is_pair(one, &t->list[i]))
			return &t->list[i];
	return NULL;
}

static bool
print_status(const struct targets *t, struct err *e)
{
	struct out out;
	bool done = true;
	size_t n = 0;

	out_open(&out, STDOUT_FILENO);
	out.visible = true;
	for (size_t i = 0; i < t->n && done; i++) {
		const struct target *other = find_other(t, &t->list[i]);

		if (is_outside(&t->list[i]) && other != NULL)
			continue;
		if (n++ > 0)
			out_text(&out, "\n");
		done = control_status(&out, &t->list[i], other, e);
	}
	return (out_close(&out) || out_failed(e, out.error)) && done;
}

/* Writes the file if O has -p, and resets the processes if O has -r.  If O has both, the file is
 * made from the copies that the reset makes.  So the file has exactly the calls and samples that
 * the reset hides. */
static bool
dump_and_reset(const struct targets *t, const struct control_options *o, struct err *e)
{
	struct control_copies copies = { 0 };
	bool done = !o->reset || control_copies_make(&copies, t, e);

	if (done && o->dump)
		done = control_dump(t, &copies, o->output != NULL ? o->output : "gmon.out", e);
	if (done && o->reset)
		done = control_copies_use(&copies, e);
	control_copies_release(&copies);
	return done;
}

static bool
act(const struct targets *t, const struct control_options *o, struct err *e)
{
	if (!o->begin && !o->halt && !o->reset && !o->dump)
		return print_status(t, e);
	if ((o->begin || o->halt || o->reset) && !check_running(t, e))
		return false;
	return (!o->halt || set_states(t, REC_OFF, e))
		&& ((!o->dump && !o->reset) || dump_and_reset(t, o, e))
		&& (!o->begin || set_states(t, REC_ON, e));
}

enum control_result
control_act(const struct control_options *o, struct err *e)
{
	enum control_result result = CONTROL_DONE;
	struct targets t;

	if (!targets_find(&t, o->target, BROWSER_WAITS, e))
		return CONTROL_FAILED;
	if (!act(&t, o, e)) {
		result = has_running(&t) ? CONTROL_FAILED : CONTROL_ENDED;
	} else if (t.nskipped > 0) {
		(void)err_set(e, ERR_FORMAT, "%s", t.skipped[0]);
		result = CONTROL_SOME_SKIPPED;
	}
	targets_release(&t);
	return result;
}

int
control_run(int argc, char **argv)
{
	struct control_options o;
	struct targets t;
	struct err e;
	bool done;
	int status;

	if (!control_options_parse(&o, argc, argv, &e)) {
		(void)status_failed(&e);
		if (access("control", F_OK) == 0)
			message("control is a command here; the file of this name is opened as "
				"./control");
		return EXIT_FAILURE;
	}
	if (o.help) {
		control_options_help();
		return status_written(0);
	}
	if (!targets_find(&t, o.target, COMMAND_WAITS, &e))
		return t.unrecorded != 0 && control_glibc((pid_t)t.unrecorded, &o, &e)
			? EXIT_SUCCESS : status_failed(&e);
	for (size_t i = 0; i < t.nskipped; i++)
		message("%s", t.skipped[i]);
	done = act(&t, &o, &e);
	status = t.nskipped > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
	targets_release(&t);
	return done ? status : status_failed(&e);
}
