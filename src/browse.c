/* browse.c - the browser on a terminal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/app.h"
#include "app/prompt_actions.h"
#include "app/search.h"
#include "base/mem.h"
#include "base/pathname.h"
#include "base/visible.h"
#include "browse.h"
#include "editor.h"
#include "export/viewout.h"
#include "follow.h"
#include "io/clock.h"
#include "io/newfile.h"
#include "io/sigbus_guard.h"
#include "session.h"
#include "session_live.h"
#include "term/term.h"

enum {
	TICK = 2000,			/* after so many milliseconds without a key, files are
					 * checked for changes */
	READING = 5,			/* milliseconds between two tests whether a read is done */
};

/* For --watch: NOW is the stamp of a file that has changed.  Reads the files again if the file did
 * not change since the last call, so that it is complete. */
static bool
watch_file(struct session *s, const struct file_stamp *now)
{
	const struct file_stamp *last = &s->watched;
	bool is_complete = last->path == now->path && last->size == now->size
		&& last->modified.tv_sec == now->modified.tv_sec
		&& last->modified.tv_nsec == now->modified.tv_nsec;

	s->watched = *now;
	if (!is_complete)
		return false;
	term_work_begins();
	session_watch(s);
	term_work_ends();
	return true;
}

/* For --watch: IMAGE is a file of S that was built anew.  The profile is still one of the old
 * image, so nothing is read before it changes, too. */
static void
await_profile(struct session *s, struct file_stamp *image)
{
	loaded_stamp_again(image);
	app_say(&s->app, "%s was built anew: its next profile will be compared with this one",
		pathname_base(image->path));
}

/* Tells the user that a file has changed since it was read, but only once per session.  Returns
 * true if this call told the user.  A file that is missing or empty is probably being written, so
 * it is reported only when it has contents. */
static bool
report_changed_file(struct session *s)
{
	size_t i;

	for (i = 0; i < s->input.loaded->nstamps && !s->change_reported; i++) {
		struct file_stamp *was = &s->input.loaded->stamps[i];
		struct file_stamp now = loaded_stamp(was->path);

		if (now.size == 0 || (now.size == was->size
			&& now.modified.tv_sec == was->modified.tv_sec
			&& now.modified.tv_nsec == was->modified.tv_nsec))
			continue;
		if (s->input.options->watch && was->is_image
		    && profile_has(&s->input.loaded->profile, HAS_BINS)) {
			await_profile(s, was);
			return true;
		}
		if (s->input.options->watch)
			return watch_file(s, &now);
		app_say(&s->app, "%s has changed: r reads it again",
			pathname_base(was->path));
		s->change_reported = true;
		return true;
	}
	return false;
}

/* Opens the file and line that A requests in the user's editor. */
static void
edit_source(struct app *a)
{
	struct err e;

	term_lend();
	if (!editor_run(a->edit_path, a->edit_line, &e))
		app_say(a, "%s", e.text);
	term_retake();
}

/* Writes the view to FD; returns 0 or an errno. */
static int
write_view_to(struct app *a, int fd)
{
	int copy = dup(fd), error = 0;
	FILE *file = copy < 0 ? NULL : fdopen(copy, "w");

	if (file == NULL) {
		error = errno;
		if (copy >= 0)
			close(copy);
		return error;
	}
	if (!viewout_write(app_view(a), viewout_format_of_path(a->text), file))
		error = errno;
	if (fclose(file) != 0 && error == 0)
		error = errno;
	return error;
}

/* Writes the view to the file whose path is A->text, or asks whether to overwrite this file. */
static void
write_view(struct app *a)
{
	struct newfile new;
	struct stat st;
	struct err e;

	if (!a->overwrite && lstat(a->text, &st) == 0)
		prompt_actions_ask_overwrite(a);
	else if (!newfile_open(&new, a->text, &e))
		app_say(a, "%s; press w to enter another name", e.text);
	else if (!newfile_close(&new, write_view_to(a, new.fd), &e))
		app_say(a, "%s", a->ctx.stopped ? "stopped: nothing was written" : e.text);
	else
		app_say(a, viewout_is_known_path(a->text) ? "written to %s"
			: "written to %s as text: its name does not end in .txt .tsv .csv or .json",
			a->text);
	a->stopped |= a->ctx.stopped;
}

/* Carries out the request of the last key, for example to write a file or to start the editor. */
static void
do_request(struct session *s)
{
	struct app *a = &s->app;

	switch (a->request) {
	case REQUEST_SUSPEND:
		term_suspend();
		break;
	case REQUEST_REDRAW:
		term_redraw();
		break;
	case REQUEST_EDIT:
		edit_source(a);
		break;
	case REQUEST_WRITE:
		write_view(a);
		break;
	case REQUEST_COPY:
		term_copy(a->text);
		break;
	case REQUEST_MOUSE:
		term_mouse(a->mouse);
		break;
	default:
		session_do_request(s);
		break;
	}
}

static void
draw_frame(struct session *s, struct grid *g)
{
	const struct cycle_estimate *estimate = &s->app.ctx.estimate;
	bool was_stopped = estimate->is_stopped;
	int width, height;

	term_size(&width, &height);
	grid_resize(g, width, height);
	term_work_begins();
	app_draw(&s->app, g);
	term_work_ends();
	/* The user pressed C-c to stop only the estimates. */
	if (!was_stopped && estimate->is_stopped)
		term_stop()->asked = 0;
	term_show(g);
}

/* Does background work until a key is pressed or no work is left.  Returns true if work was
 * done. */
static bool
do_idle_work(struct session *s)
{
	bool worked = false;

	while (!term_has_key() && search_idle(&s->app))
		worked = true;
	return worked;
}

/* Begins to read what the running program has recorded, if it is time for the next read.  If a read
 * is done, shows what was read.  Returns true if the screen must be drawn again. */
static bool
follow_program(struct session *s)
{
	struct follow *f = s->input.follow;

	if (f == NULL || s->app.live.is_frozen || live_is_busy(&s->app))
		return false;
	if (!follow_is_begun(f) && follow_time_left(f) == 0)
		session_live_begin(s, false);
	if (!follow_is_done(f))
		return false;
	return session_live_end(s);
}

/* Returns how many milliseconds the browser can wait for a key without doing anything else. */
static int
time_to_wait(const struct session *s)
{
	const struct follow *f = s->input.follow;
	int left;

	if (f == NULL || s->app.live.is_frozen || live_is_busy(&s->app))
		return TICK;
	left = follow_is_begun(f) ? READING : follow_time_left(f);
	return left < TICK ? left : TICK;
}

/* Draws the screen, unless it is DRAWN or there is input, after which it will change.  Returns
 * whether it is drawn. */
static bool
draw_now(struct session *s, struct grid *g, bool drawn)
{
	if (!drawn && !term_has_key()) {
		draw_frame(s, g);
		return true;
	}
	return drawn;
}

bool
browse_run(struct view_input *in, struct err *e)
{
	struct grid g = { .ascii = !visible_is_utf8() };
	struct view_input with = *in;
	struct session *s;
	bool drawn = false;
	uint32_t key;

	if (!term_open(in->color, e))
		return false;
	with.color = term_has_color();
	s = session_open(&with, g.ascii, term_stop());
	in->loaded = NULL;
	term_mouse(s->app.mouse);
	if (in->remark != NULL && *in->remark != '\0')
		app_say(&s->app, "%s", in->remark);
	while (s->app.request != REQUEST_QUIT) {
		drawn = !follow_program(s) && drawn;
		drawn = draw_now(s, &g, drawn);
		drawn = draw_now(s, &g, drawn && !do_idle_work(s));
		/* Input is not always a key: it may be the release of a button of the mouse. */
		key = term_key(drawn ? time_to_wait(s) : 0);
		if (key == 0)
			break;
		drawn = drawn && key == KEY_TICK && !report_changed_file(s);
		if (key == KEY_TICK)
			continue;
		term_work_begins();
		s->last_key = clock_seconds(CLOCK_MONOTONIC);
		app_key(&s->app, key);
		do_request(s);
		if (sigbus_guard_happened())
			app_say(&s->app, "%s", sigbus_guard_message);
		term_work_ends();
		if (s->app.stopped)
			term_stop()->asked = 0;
	}
	term_close();
	session_close(s);
	grid_release(&g);
	return true;
}
