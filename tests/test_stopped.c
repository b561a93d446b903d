/* test_stopped.c - stopped work changes nothing, wherever it is stopped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/show.h"
#include "base/file.h"
#include "brief.h"
#include "fixture_has.h"
#include "measured/recording.h"
#include "record/recording.h"
#include "table/view_filter.h"

enum { MOST_POLLS = 1000, SCREEN = 65536 };

/* Lets .left polls pass, and stops the work at the next poll.  .said is true if the work was
 * stopped. */
struct stopper {
	struct stop stop;
	int left;
	bool said;
};

static void
count_down(struct stop *s)
{
	struct stopper *t = (struct stopper *)s;

	if (t->left-- > 0)
		return;
	t->said = true;
	s->asked = 1;
}

/* Presses KEYS while T stops the work.  Returns true if work was stopped; the remaining KEYS are
 * then not pressed. */
static bool
press_stopped(struct fixture *f, const char *keys, struct stopper *t)
{
	bool stopped = false;
	uint32_t key;

	f->app.ctx.stop = &t->stop;
	while (!stopped && key_parse(&keys, &key)) {
		app_key(&f->app, key);
		stopped = f->app.stopped;
	}
	f->app.ctx.stop = NULL;
	return stopped;
}

/* Copies the screen, texts and styles, to OUT, without its last line, where messages are. */
static void
copy_screen(struct fixture *f, char out[SCREEN])
{
	size_t n = 0;
	int y;

	app_draw(&f->app, &f->grid);
	for (y = 0; y + 1 < f->grid.height; y++) {
		n += (size_t)snprintf(out + n, SCREEN - n, "%s\n", line_of(f, y));
		n += (size_t)snprintf(out + n, SCREEN - n, "%s\n", styles_of(f, y));
	}
}

/* Returns the number of the poll at which to stop the work next, after poll AT.  With CHECK_BRIEF,
 * the first 8 polls and every fourth of the others are tried. */
static int
next_poll(int at)
{
	return at + (at < 8 ? 1 : (int)brief_step());
}

/* Presses PREPARE, then ACTION, and stops the work at each poll in turn.  Asserts that nothing has
 * changed, and that ACTION succeeds when repeated.  Adds the number of polls to *STOPS.  If
 * FORGETS, the estimates inside cycles are not known before ACTION. */
static void
assert_stoppable(const char *prepare, const char *action, bool forgets, int *stops)
{
	static char before[SCREEN], after[SCREEN], now[SCREEN];
	struct fixture f;
	int at;
	bool stopped = true;

	fixture_open(&f, 120, 24);
	press(&f, prepare);
	press(&f, action);
	copy_screen(&f, after);
	fixture_close(&f);
	for (at = 0; stopped && at < MOST_POLLS; at = next_poll(at)) {
		struct stopper t = { .stop.tell = count_down, .left = at };

		fixture_open(&f, 120, 24);
		press(&f, prepare);
		copy_screen(&f, before);
		if (forgets)
			cycle_estimate_release(&f.app.ctx.estimate);
		stopped = press_stopped(&f, action, &t);
		assert_int_equal(stopped, t.said);
		if (stopped && strstr(f.app.message, "stopped") == NULL)
			fail_msg("%s: the message has no \"stopped\": %s", action, f.app.message);
		/* Remove the message, because it may cover more than the last line. */
		f.app.message[0] = '\0';
		if (forgets)
			view_context_estimate_again(&f.app.ctx);
		copy_screen(&f, now);
		if (stopped) {
			*stops += next_poll(at) - at;
			assert_string_equal(now, before);
			press(&f, action);
			copy_screen(&f, now);
		}
		assert_string_equal(now, after);
		fixture_close(&f);
	}
	assert_false(stopped);
}

static const struct {
	const char *prepare, *action;
	int least;			/* least number of polls during the action */
} cases[] = {
	{ "", "&a<Enter>", 2 }, { "&a<Enter>", "<Esc>", 1 }, { "&a<Enter>", "&<C-u>m<Enter>", 2 },
	{ "&m<Enter>I", "<Esc>", 1 },
	{ "", "sn", 1 }, { "", "sc", 1 }, { "", "I", 1 }, { "", "S", 1 }, { "sn", "D", 1 },
	{ "", "z", 1 }, { "z", "z", 1 }, { "&a<Enter>", "z", 2 },
	{ "", "x", 20 }, { "x", "u", 1 }, { "xx", "u", 4 }, { "xxuu", "<C-r>", 4 },
	{ "x&m<Enter>", "x", 5 }, { "x&m<Enter>", "u", 2 },
	{ "v", "x", 5 }, { "vjj<Tab>k", "sc", 1 },
	{ "C", "+", 0 }, { "C", "*", 0 }, { "Cj-sc", "*", 1 }, { "C*", "-", 0 },
	{ "C*jjj", "x", 3 },
	{ "C", "X", 1 }, { "CX", "X", 3 }, { "CXX", "u", 0 }, { "CXXu", "<C-r>", 3 },
	{ "C<Enter>", "x", 0 },
	{ "C<Enter>jj", "x", 20 }, { "C<Enter>jjx", "u", 0 }, { "CXX<Enter>", "u", 0 },
	{ "<Enter>", "sn", 1 }, { "<Enter>I", "<lt>", 0 }, { "<Enter>x", "<lt>", 1 },
	{ "", "<Enter>", 0 }, { "sc<Enter>f", "<lt>", 0 }, { "", "/zzz<Enter>", 1 },
	{ "/m<Enter>", "n", 1 }, { "t", "*", 0 }, { "z", ":never_called<Enter>", 0 },
	{ "", ":never_called<Enter>", 1 }, { "", ":no_such<Enter>", 2 },
	{ "", "=", 6 }, { "=", "=", 4 }, { "x", "=", 7 }, { "=x", "u", 1 }, { "C<Enter>", "=", 5 },
	{ "=C<Enter>", "=", 3 }, { "v", "=", 6 },
	{ "", "V", 3 }, { "V", "T", 3 }, { "V<Left>", "<Enter>", 2 }, { "V<Left><Enter>", "<lt>", 2 },
	{ "V", "&m<Enter>", 4 }, { "V&m<Enter>", "<Esc>", 2 }, { "V<Left>", "x", 5 },
	{ "V", "=", 6 },
	{ "vv", "v", 2 }, { "V", "/zzz<Enter>", 1 },
};

static void
test_every_action(void **state)
{
	int failed = 0;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		int stops = 0;

		assert_stoppable(cases[i].prepare, cases[i].action, false, &stops);
		if (stops < cases[i].least) {
			print_error("\"%s\" after \"%s\" polls only %d times\n",
				cases[i].action, cases[i].prepare, stops);
			failed++;
		}
	}
	assert_int_equal(failed, 0);
}

/* If narrowing a view is stopped, the caller learns that rows are missing. */
static void
test_stopped_narrowing(void **state)
{
	static const char *const keys[] = { "", "V" };

	(void)state;
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		struct stopper t = { .stop.tell = count_down };
		struct fixture f;
		struct err e;

		fixture_open(&f, 120, 24);
		press(&f, keys[i]);
		f.app.ctx.stop = &t.stop;
		assert_false(view_filter_narrow(app_view(&f.app), "m", &e));
		assert_int_equal(e.kind, ERR_STOPPED);
		f.app.ctx.stop = NULL;
		f.app.ctx.stopped = false;
		fixture_close(&f);
	}
}

/* During other work, no progress of reading files is shown. */
static void
test_no_progress_of_other_work(void **state)
{
	struct stopper t = { .stop = { .what = "reading", .done = 3, .all = 4 } };
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 24);
	press_stopped(&f, "sn", &t);
	assert_int_equal(t.stop.all, 0);
	fixture_close(&f);
}

/* Reading files again also repeats the search.  If the search is stopped, the old screen stays. */
static void
test_stopped_reload(void **state)
{
	static const char *const keys[] = { "snj", "&a<Enter>jj", "x", "=", "C<Enter>sn",
		"z<Enter>&m<Enter>f" };
	static char before[SCREEN], now[SCREEN];

	(void)state;
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		bool stopped = true;
		int stops = 0;

		for (; stopped && stops < MOST_POLLS; stops++) {
			struct stopper t = { .stop.tell = count_down, .left = stops };
			struct fixture f, g;

			fixture_open(&f, 120, 24);
			press(&f, keys[i]);
			copy_screen(&f, before);
			fixture_open(&g, 120, 24);
			f.app.ctx.stop = g.lookup.stop = &t.stop;
			stopped = !app_show(&f.app,
				&(struct shown){ .read = &g.graph, .names = &g.names,
					.lookup = &g.lookup }, false);
			f.app.ctx.stop = NULL;
			assert_int_equal(stopped, t.said);
			if (stopped)	/* the browser does not show anything of the profile */
				fixture_close(&g);
			copy_screen(&f, now);
			assert_string_equal(now, before);
			if (stopped) {	/* everything works as before */
				press(&f, "<C-l>");
				copy_screen(&f, now);
				assert_string_equal(now, before);
			}
			fixture_close(&f);
			if (!stopped)
				fixture_close(&g);
		}
		assert_true(stops > 1);
		assert_false(stopped);
	}
}

/* Any key that needs estimates inside cycles can be stopped while they are computed. */
static void
test_stopped_estimates(void **state)
{
	static const char *const keys[] = { "c", "<Enter>", "C", "i", "K", "J", "x", "v", "sT" };

	(void)state;
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		int stops = 0;

		assert_stoppable(":parse_sum<Enter>", keys[i], true, &stops);
		if (stops < 18)
			fail_msg("\"%s\" polls only %d times", keys[i], stops);
	}
}

/* If an exclusion is stopped, the estimates from before it are kept: they need no more work. */
static void
test_estimates_are_kept(void **state)
{
	struct stopper t = { .stop.tell = count_down, .left = 15 };
	struct fixture f;

	(void)state;
	fixture_open(&f, 120, 24);
	assert_true(press_stopped(&f, "x", &t));
	assert_true(f.app.ctx.estimate.graph == f.app.ctx.graph);
	assert_true(f.app.ctx.estimate.nmembers > 0);
	fixture_close(&f);
}

/* Estimates inside cycles can be stopped while a row with them is drawn.  They are computed again
 * when a view is opened. */
static void
test_stopped_drawing(void **state)
{
	struct stopper t = { .stop.tell = count_down, .left = 3 };
	struct fixture f;

	(void)state;
	fixture_open(&f, 120, 24);
	press(&f, "z:parse_sum<Enter>");
	cycle_estimate_release(&f.app.ctx.estimate);
	f.app.ctx.stop = &t.stop;
	press(&f, "");
	assert_true(t.said);
	assert_true(f.app.ctx.estimate.is_stopped);
	assert_false(f.app.ctx.stopped);
	fixture_has(&f, "stopped: no estimates inside cycles until another view is opened");
	f.app.ctx.stop = NULL;
	press(&f, "j");
	assert_true(f.app.ctx.estimate.is_stopped);
	fixture_has_not(&f, "until another view");
	fixture_has(&f, "no estimate: stopped");
	press(&f, "i");
	fixture_has_not(&f, "stopped the work");
	press(&f, "f");
	assert_false(f.app.ctx.estimate.is_stopped);
	assert_true(f.app.ctx.estimate.nmembers > 0);
	fixture_close(&f);
}

/* Reading looks at each segment of a recording.  Reading can be stopped even if no segment was ever
 * finished. */
static void
test_stopped_recording(void **state)
{
	static const char zeros[1 << 16];
	const uint64_t pages = 3 * STOP_EVERY;
	struct rec_head h = { .magic = REC_MAGIC, .order = REC_ORDER, .version = REC_VERSION,
		.address_size = 8, .slot_size = sizeof(struct rec_slot), .first = 2 * REC_PAGE,
		.used = pages * REC_ALIGN };
	struct stopper t = { .stop.tell = count_down, .left = 1 };
	char path[] = "stopped.XXXXXX";
	struct recording r;
	struct err e;
	FILE *f;

	(void)state;
	f = fdopen(mkstemp(path), "w");
	assert_non_null(f);
	assert_int_equal(fwrite(&h, sizeof(h), 1, f), 1);
	for (uint64_t at = sizeof(h); at < h.used; at += sizeof(zeros))
		fwrite(zeros, sizeof(zeros), 1, f);
	assert_int_equal(fclose(f), 0);
	assert_false(recording_read(&r, path, &t.stop, &e));
	assert_int_equal(e.kind, ERR_STOPPED);
	unlink(path);
}

/* Zooms twice and goes back twice, then stops another zoom at poll AT.  Asserts that > still shows
 * both zooms.  Returns false if the work was not stopped, because it ended before poll AT. */
static bool
zoom_stopped(int at)
{
	struct stopper t = { .stop.tell = count_down, .left = at };
	struct fixture f;
	char zoomed[400];
	bool stopped;

	fixture_open(&f, 120, 24);
	press(&f, "V<Left><Enter>j<Enter>");
	snprintf(zoomed, sizeof(zoomed), "%s", line_of(&f, 0));
	press(&f, "<lt><lt>");
	fixture_has_not(&f, "zoom: ");
	press(&f, "k");
	stopped = press_stopped(&f, "<Enter>", &t);
	if (stopped) {
		press(&f, ">>");
		assert_string_equal(line_of(&f, 0), zoomed);
	}
	fixture_close(&f);
	return stopped;
}

/* If a zoom is stopped, the zooms that > shows are still there. */
static void
test_stopped_zoom(void **state)
{
	int stops = 0;

	(void)state;
	while (zoom_stopped(stops))
		stops++;
	assert_true(stops > 1);
}

/* If counting the matches of an icicle is stopped, the match is selected, but the message has no
 * share. */
static void
test_stopped_count(void **state)
{
	int stops = 0;
	bool stopped = true;

	(void)state;
	for (int at = 0; stopped && at < MOST_POLLS; at++) {
		struct stopper t = { .stop.tell = count_down, .left = at };
		struct fixture f;

		fixture_open(&f, 120, 24);
		press(&f, "V/parse_sum");
		stopped = press_stopped(&f, "<Enter>", &t);
		fixture_has_not(&f, " 0.0 %");
		if (stopped && strstr(f.app.message, "matches are not counted") != NULL)
			stops++;
		fixture_close(&f);
	}
	assert_true(stops > 1);
}

/* Reading a pipe can be stopped even if the pipe always has bytes. */
static void
test_stopped_pipe(void **state)
{
	struct stop stop = { .asked = 1 };
	int ends[2], before = dup(STDIN_FILENO);
	struct file file;
	struct err e;

	(void)state;
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], "bytes", 5), 5);
	close(ends[1]);
	dup2(ends[0], STDIN_FILENO);
	assert_false(file_read(&file, "-", FILE_AWAITED, &stop, &e));
	assert_int_equal(e.kind, ERR_STOPPED);
	dup2(before, STDIN_FILENO);
	close(before);
	close(ends[0]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_action),
		cmocka_unit_test(test_stopped_estimates),
		cmocka_unit_test(test_estimates_are_kept),
		cmocka_unit_test(test_stopped_drawing),
		cmocka_unit_test(test_stopped_narrowing),
		cmocka_unit_test(test_no_progress_of_other_work),
		cmocka_unit_test(test_stopped_reload),
		cmocka_unit_test(test_stopped_recording),
		cmocka_unit_test(test_stopped_zoom),
		cmocka_unit_test(test_stopped_count),
		cmocka_unit_test(test_stopped_pipe),
	};

	return cmocka_run_group_tests_name("stopped", tests, NULL, NULL);
}
