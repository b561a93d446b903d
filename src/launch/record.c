/* record.c - the command gprowse record: runs a program and records its profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/record.h"

#include <assert.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/pathinput.h"
#include "base/pathname.h"
#include "io/message.h"
#include "launch/attach.h"
#include "launch/complete.h"
#include "launch/directory.h"
#include "launch/mark.h"
#include "launch/own_profile.h"
#include "launch/preload.h"
#include "launch/program.h"
#include "launch/record_options.h"
#include "launch/run.h"
#include "launch/sandbox.h"
#include "record/recording.h"

/* Writes E to standard error; returns STATUS.  If there is a file called record, the user may have
 * meant this file, so also says how to open it. */
static int
failed(const struct err *e, int status)
{
	message("%s", e->text);
	if (access("record", F_OK) == 0)
		message("record is a command here; the file of this name is opened as ./record");
	return status;
}

/* Writes to the marker what is recorded, and how. */
static bool
mark_program(const struct directory *d, const struct program *p, const struct record_options *o,
	struct err *e)
{
	char *command;
	size_t n;
	FILE *text = mem_stream(&command, &n);
	bool marked;

	for (char **word = o->program; *word != NULL; word++)
		fprintf(text, "%s%s", word == o->program ? "" : " ", *word);
	mem_close(text);
	marked = mark_begin(d, p->image, command, o, p->recorded || p->is_outside, e);
	free(command);
	return marked;
}

/* Says which of the options O have no effect, because the program P counts itself. */
static void
tell_no_effect(const struct program *p, const struct record_options *o)
{
	const char *names[] = { o->has_hz ? "-F" : NULL, o->has_stacks ? "--stacks" : NULL,
		o->off ? "--off" : NULL };
	char list[64] = "";
	int n = 0;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (names[i] == NULL)
			continue;
		if (n++ > 0)
			strcat(list, ", ");
		strcat(list, names[i]);
	}
	if (n > 0)
		message("%s is linked statically and counts itself, with 100 samples a second: "
			"%s ha%s no effect", p->image, list, n == 1 ? "s" : "ve");
}

/* If the system ends programs that make the system calls of the recorder L, the program P is not
 * recorded. */
static void
judge_sandbox(struct program *p, const struct preload *l)
{
	if ((!p->recorded && !p->preload) || sandbox_filters() <= 0 || !sandbox_ends_recorder(l))
		return;
	p->is_restricted = true;
	p->preload = false;
	p->recorded = false;
	(void)err_set(&p->why, ERR_FORMAT, "is not recorded, because the system calls of the recorder "
		"are not allowed here (seccomp); run gprowse record outside the sandbox");
}

/* Can P, which cannot load the recorder, be recorded from outside? */
static bool
can_be_outside(const struct program *p, const struct record_options *o)
{
	return !p->recorded && !p->counts_itself && !p->is_restricted && !p->is_hidden && o->hz > 0;
}

/* Decides whether P is recorded from outside.  False: O asks for the perf clock, which the system
 * does not allow, as E says. */
static bool
choose_clock(struct program *p, const struct record_options *o, struct err *e)
{
	enum outside_clock clock = record_options_clock(o);
	char why[sizeof(p->why.text)];

	p->is_outside = can_be_outside(p, o);
	if (clock == OUTSIDE_PERF)
		return (sandbox_allows(&clock, e) && outside_has_perf(e))
			|| err_in(e, "--clock=perf");
	if (!p->is_outside)
		return true;
	if (sandbox_allows(&clock, e)) {
		p->is_stopped = clock == OUTSIDE_STOPS || !outside_has_perf(e);
		if (!p->is_stopped || (clock != OUTSIDE_PERF && outside_has_stops(e)))
			return true;
	}
	p->is_outside = p->is_stopped = false;
	memcpy(why, p->why.text, sizeof(why));
	(void)err_set(&p->why, ERR_FORMAT, "%s; from outside, it cannot be recorded either: %s", why,
		e->text);
	return true;
}

/* Runs the program P, which the recorder L records into D.  If P counts itself, OWN gets its
 * profile.  Returns what run_program() returns. */
static bool
run_recorded(const struct directory *d, const struct program *p, const struct preload *l,
	const struct record_options *o, struct own_profile *own, struct run_end *end, struct err *e)
{
	char hex[DIRECTORY_HEX], hz[16], filters[24];
	long nfilters = sandbox_filters();
	char *preload = p->preload ? preload_value(l, getenv("LD_PRELOAD")) : NULL;
	const struct waits_options waits = { d->fd, d->session, o->wait_hz,
		.has_forks = strcmp(o->clock, "perf") != 0 && !p->is_outside };
	bool is_only = strcmp(o->clock, "perf") == 0 && !p->counts_itself;
	const struct outside_options outside = { .directory = d->fd, .session = d->session,
		.hz = o->hz, .clock = p->is_stopped ? OUTSIDE_STOPS : OUTSIDE_PERF,
		.name = pathname_base(p->image), .is_off = o->off,
		.is_flat = strcmp(o->stacks, "none") == 0,
		.is_only = is_only };
	struct run_recorders recorders = { .waits = o->wait_hz > 0
		&& (p->recorded || p->is_outside) ? &waits : NULL,
		.outside = p->is_outside || is_only ? &outside : NULL };
	struct run_variable variables[9] = {
		{ REC_ENV_DIRECTORY, p->is_restricted ? NULL : d->absolute },
		{ REC_ENV_SESSION, hex },
		{ REC_ENV_HZ, hz },
		{ REC_ENV_STACKS, o->stacks },
		{ REC_ENV_OFF, o->off ? "1" : NULL },
		{ REC_ENV_FILTERS, nfilters >= 0 ? filters : NULL },
	};
	size_t n = 6;
	bool started;

	if (preload != NULL)
		variables[n++] = (struct run_variable){ "LD_PRELOAD", preload };
	if (p->counts_itself)
		variables[n++] = (struct run_variable){ OWN_PROFILE_VARIABLE, own->prefix };
	directory_session(d, hex);
	snprintf(hz, sizeof(hz), "%u", is_only ? 0 : o->hz);
	snprintf(filters, sizeof(filters), "%ld", nfilters);
	started = run_program(p->path, o->program, variables,
		p->counts_itself ? &own->trace : NULL,
		&recorders, end, e);
	if (started && recorders.has_failed)
		message("no samples were taken: %s", recorders.why.text);
	free(preload);
	return started;
}

/* Says how to open the profile of the program P, which counts itself.  The recording has NFILES
 * files of child processes. */
static void
tell_own(const struct directory *d, const struct program *p, size_t nfiles)
{
	char *directory = pathinput_quote(d->path), *image = pathinput_quote(p->image);

	message("recorded what the program counted itself; open with: gprowse %s%s%s%s",
		nfiles > 0 ? image : "", nfiles > 0 ? " " : "", directory,
		nfiles > 0 ? "/gmon.out" : "");
	free(directory);
	free(image);
}

/* Completes OWN after the program P, which counts itself, has ended.  Prints how to open the
 * profile, or what is missing.  The recording has NFILES files of child processes. */
static void
finish_own(const struct directory *d, const struct program *p, struct own_profile *own,
	size_t nfiles)
{
	struct err e;

	if (!own_profile_finish(own, &e))
		message("%s: %s", d->path, e.text);
	else if (own->is_full)
		message("%s: the table of calls of the program was full, so calls are missing", d->path);
	else if (own->lost > 0)
		message("%s: %" PRIu64 " calls that the program counted are missing, because their "
			"callers were not found", d->path, own->lost);
	else if (isatty(STDERR_FILENO))
		tell_own(d, p, nfiles);
}

/* Returns how many seconds of processor time are not in TOTAL, which the program that ended as END
 * says and its children have used.  0: not known, as it was not to be recorded all the time. */
static double
missed(const struct run_end *end, const struct recorded *total, const struct record_options *o)
{
	bool is_known = !o->off && total->nresets == 0 && total->nswitched == 0
		&& total->nfiles > 0;

	return is_known && end->used > total->used ? end->used - total->used : 0;
}

/* Completes the recording D after the program P has ended as END says, and says what was
 * recorded. */
static void
finish(const struct directory *d, const struct program *p, const struct record_options *o,
	struct own_profile *own, const struct run_end *end)
{
	struct recorded total;
	struct err e;

	signal(SIGXFSZ, SIG_IGN);	/* write() fails on a file that is too large */
	if (!complete_recording(&total, d, p, o->hz, &e))
		message("%s/gmon.out: %s", d->path, e.text);
	if ((p->is_stopped && !mark_missed(d, missed(end, &total, o), &e))
	    || !mark_end(d, end->elapsed, end->status, &e))
		message("%s", e.text);
	if (p->counts_itself)
		finish_own(d, p, own, total.nfiles);
	if (total.nfiles == 0 && p->recorded && p->linkage.sanitizer != NULL)
		message("%s: nothing was recorded: %s was built with -fsanitize=%s, whose functions do not "
			"work yet when the recorder starts; build it without this option", d->path, p->image,
			p->linkage.sanitizer);
	else if (total.nfiles == 0 && p->is_outside)
		message("%s: nothing was recorded: the program ended too soon", d->path);
	else if (total.nfiles == 0 && p->recorded)
		message("%s: nothing was recorded: the program could not load the recorder, or the recorder "
			"could not make its file", d->path);
	else if (total.nfiles > 0 && isatty(STDERR_FILENO))
		complete_tell(&total, d->path, end->status);
}

/* Records the program that O names.  *END becomes how the program has ended or, if it was not
 * started, the exit status.  Sets *OPEN if O asks for the browser and the program was started. */
static void
record_program(const struct record_options *o, const struct preload *l, struct run_end *end,
	char **open)
{
	struct directory d = { .fd = -1 };
	struct own_profile own = { 0 };
	struct program p;
	struct err e;
	bool started = false;

	*end = (struct run_end){ .status = program_find(&p, o->program[0], &l->linkage, &e) };
	if (end->status == 0)
		judge_sandbox(&p, l);
	if (end->status == 0 && !choose_clock(&p, o, &e))
		end->status = STATUS_FAILED;
	if (end->status == 0
	    && (!directory_make(&d, o->directory, &e) || !mark_program(&d, &p, o, &e)))
		end->status = STATUS_FAILED;
	if (end->status == 0) {
		if (!p.recorded && !p.counts_itself && !p.is_outside)
			message("%s %s", p.image, p.why.text);
		if (p.counts_itself)
			tell_no_effect(&p, o);
		own_profile_open(&own, &d);
		started = run_recorded(&d, &p, l, o, &own, end, &e);
	}
	if (started) {
		finish(&d, &p, o, &own, end);
		assert(d.path != NULL);
		if (o->open)
			*open = mem_text(d.path, strlen(d.path));
	} else {
		directory_undo(&d);
		end->status = failed(&e, end->status);
	}
	own_profile_release(&own);
	directory_release(&d);
	program_release(&p);
}

int
record_run(int argc, char **argv, char **open)
{
	struct record_options o;
	struct run_end end = { 0 };
	struct preload l;
	struct err e;

	*open = NULL;
	if (!record_options_parse(&o, argc, argv, &e))
		return failed(&e, STATUS_FAILED);
	if (o.help) {
		record_options_help();
		return fflush(stdout) == 0 ? EXIT_SUCCESS : STATUS_FAILED;
	}
	if (o.open && !(isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))) {
		(void)err_set(&e, ERR_USAGE, "--open: there is no terminal for the browser");
		return failed(&e, STATUS_FAILED);
	}
	if (o.process != NULL)
		return attach_run(&o, open, &e) ? EXIT_SUCCESS : failed(&e, EXIT_FAILURE);
	if (preload_find(&l, &e))
		record_program(&o, &l, &end, open);
	else
		end.status = failed(&e, STATUS_FAILED);
	preload_release(&l);
	if (*open == NULL)
		run_end_as(&end);
	return end.status;
}
