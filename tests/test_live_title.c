/* test_live_title.c - what the title says about a program that runs, and the messages of its end
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "app/live.h"
#include "fixture.h"

static const struct live runs = { .state = LIVE_RUNS, .pid = 4711, .seconds = 12.4, .cpus = 1.46,
	.rate = 9.96e6 };

/* Asserts that the title of a screen of WIDTH cells is WANTED while the program is as L says. */
static void
assert_title(int width, const struct live *l, const char *wanted)
{
	struct fixture f;

	fixture_open(&f, width, 12);
	f.app.live = *l;
	press(&f, "");
	assert_string_equal(line_of(&f, 0), wanted);
	fixture_close(&f);
}

static void
test_states(void **state)
{
	struct live l = runs;

	(void)state;
	assert_title(80, &l,
		"cfd  running · since start 12 s · 1.5 CPUs · 10.0 M calls/s  gmon.out: 211.03 s");
	l.state = LIVE_HALTED;
	assert_title(80, &l,
		"cfd  halted · since start 12 s  gmon.out: 211.03 s  17 of 18 functions");
	l.state = LIVE_EXITED;
	assert_title(80, &l,
		"cfd  ended · since start 12 s  gmon.out: 211.03 s  17 of 18 functions");
	l.state = LIVE_KILLED;
	assert_title(80, &l,
		"cfd  killed · since start 12 s  gmon.out: 211.03 s  17 of 18 functions");
	l.state = LIVE_EXECUTED;
	assert_title(80, &l,
		"cfd  ended · since start 12 s  gmon.out: 211.03 s  17 of 18 functions");
	l.state = LIVE_RUNS;
	l.is_frozen = true;
	assert_title(80, &l,
		"cfd  frozen, running · since start 12 s  gmon.out: 211.03 s  17 of 18 functions");
	l.state = LIVE_NOT;
	assert_title(80, &l, "cfd  gmon.out: 211.03 s, 21103 samples @100Hz  17 of 18 functions");
}

/* A narrow title drops the figures of the profile first, then CPUs and calls.  It keeps the state
 * and the span. */
static void
test_widths(void **state)
{
	(void)state;
	assert_title(160, &runs,
		"cfd   running · since start 12 s · 1.5 CPUs · 10.0 M calls/s   gmon.out   "
		"211.03 s in 21103 samples at 100 Hz   by %self   17 of 18 functions (z: all)");
	assert_title(60, &runs, "cfd  running · since start 12 s · 1.5 CPUs · 10.0 M calls/s");
	assert_title(40, &runs, "cfd  running · since start 12 s");
}

static void
test_spans_and_figures(void **state)
{
	struct live l = runs;

	(void)state;
	l.span = LIVE_LAST;
	l.seconds = 1.04;
	l.cpus = 0;
	l.rate = 999;
	assert_title(100, &l,
		"cfd  running · last 1.0 s · 0.0 CPUs · 999 calls/s  "
		"gmon.out: 211.03 s  17 of 18 functions");
	l.seconds = 61.5;
	l.rate = 1234567;
	assert_title(100, &l,
		"cfd  running · last 62 s · 0.0 CPUs · 1.2 M calls/s  "
		"gmon.out: 211.03 s  17 of 18 functions");
	l.span = LIVE_SINCE_RESET;
	l.seconds = 0.4;
	l.cpus = l.rate = -1;
	assert_title(100, &l,
		"cfd  running · since reset 0 s  "
		"gmon.out: 211.03 s, 21103 samples @100Hz  17 of 18 functions");
	l.rate = 0;
	assert_title(100, &l,
		"cfd  running · since reset 0 s · 0 calls/s  "
		"gmon.out: 211.03 s  17 of 18 functions");
}

/* If spans are compared, the title says which ones and, where figures of both are shown, by what
 * those of B were multiplied. */
static void
test_compared(void **state)
{
	struct comparison c = { .options.seconds = { 1.04, 13 }, .side[0] = { .nruns = 1 },
		.side[1] = { .nruns = 1, .amount = 12.5 } };
	struct fixture f;

	(void)state;
	fixture_open(&f, 80, 12);
	f.app.live = runs;
	f.app.live.kept = LIVE_LAST;
	f.app.live.kept_seconds = 1.04;
	f.app.live.cpus = f.app.live.rate = -1;
	f.app.live.seconds = 13;
	f.app.ctx.comparison = &c;
	f.app.ctx.compared.side = COMPARED_B;
	press(&f, "");
	assert_string_equal(line_of(&f, 0),
		"B cfd  running · A last 1.0 s, B since start 13 s  gmon.out: 211.03 s");
	f.app.ctx.compared.side = COMPARED_CHANGE;
	press(&f, "");
	assert_string_equal(line_of(&f, 0),
		"B - A cfd  running · A last 1.0 s, B since start 13 s, B × 0.08");
	c.options.seconds[0] = 0;
	press(&f, "");
	assert_string_equal(line_of(&f, 0),
		"B - A cfd  running · since start 13 s  gmon.out: 211.03 s  17 of 18 functions");
	f.app.ctx.comparison = NULL;
	fixture_close(&f);
}

/* Spans of two runs, and a run that had ended, are not made equally long: a program that became
 * faster is faster. */
static void
test_runs_are_no_spans(void **state)
{
	struct live l = { .state = LIVE_RUNS, .pid = 7, .seconds = 4 };
	double seconds[2];

	(void)state;
	live_spans(&l, seconds);
	assert_true(seconds[0] == 0 && seconds[1] == 0);
	live_keep(&l);
	l.seconds = 9;
	live_spans(&l, seconds);
	assert_true(seconds[0] == 4 && seconds[1] == 9);
	l.pid = 8;
	live_spans(&l, seconds);
	assert_true(seconds[0] == 0 && seconds[1] == 0);
	l.state = LIVE_EXITED;
	live_keep(&l);
	live_spans(&l, seconds);
	assert_true(seconds[0] == 0 && seconds[1] == 0);
}

/* Asserts that the message is WANTED when the state of the program changes from BEFORE to NOW. */
static void
assert_change(enum live_state before, enum live_state now, const char *wanted)
{
	struct fixture f;

	fixture_open(&f, 100, 12);
	f.app.live = runs;
	f.app.live.state = now;
	live_say_change(&f.app, before);
	assert_string_equal(f.app.message, wanted);
	fixture_close(&f);
}

static void
test_ends(void **state)
{
	(void)state;
	assert_change(LIVE_RUNS, LIVE_EXITED,
		"the program has ended: these are its last figures");
	assert_change(LIVE_HALTED, LIVE_KILLED,
		"the program was killed: these are its last figures");
	assert_change(LIVE_RUNS, LIVE_LEFT, "gprowse record has ended, and the program goes on: "
		"these figures were read last");
	assert_change(LIVE_RUNS, LIVE_EXECUTED, "the process has executed another program; "
		"gprowse 4711 shows it if it is recorded");
	assert_change(LIVE_RUNS, LIVE_REMOVED,
		"the recording was removed: these figures were read last");
	/* The state has not changed, so there is no new message. */
	assert_change(LIVE_EXITED, LIVE_EXITED, "");
	assert_change(LIVE_RUNS, LIVE_HALTED, "");
}

/* Presses KEYS while the program is as L says, and asserts the message and the request. */
static void
assert_key(const struct live *l, const char *keys, const char *message, enum request request)
{
	struct fixture f;

	fixture_open(&f, 100, 12);
	f.app.live = *l;
	press(&f, keys);
	assert_string_equal(f.app.message, message);
	assert_int_equal(f.app.request, request);
	fixture_close(&f);
}

static void
test_keys(void **state)
{
	struct live l = runs;

	(void)state;
	assert_key(&l, ".", "only what came between the last two reads",
		REQUEST_LIVE);
	l.span = LIVE_LAST;
	assert_key(&l, ".", "everything since the program began", REQUEST_LIVE);
	l.has_reset = true;
	l.span = LIVE_SINCE_RESET;
	assert_key(&l, ".", "only what came between the last two reads",
		REQUEST_LIVE);
	l.span = LIVE_SINCE_START;
	assert_key(&l, ".", "only what came after the last reset", REQUEST_LIVE);
	assert_key(&l, ",", "frozen: these figures stay until the key is pressed again", REQUEST_NOTHING);
	l.is_frozen = true;
	assert_key(&l, ",", "the figures follow the program again", REQUEST_LIVE);
	assert_key(&l, "}", "", REQUEST_CONTROL);
	l.state = LIVE_KILLED;
	assert_key(&l, "{", "the program has ended", REQUEST_NOTHING);
	l.span = LIVE_SINCE_RESET;
	assert_key(&l, ".", "everything since the program began", REQUEST_LIVE);
	l.span = LIVE_SINCE_START;
	l.has_reset = false;
	assert_key(&l, ".", "nothing more is recorded, so only the span since the start can be shown",
		REQUEST_NOTHING);
	l.state = LIVE_REMOVED;
	assert_key(&l, ".", "the recording was removed", REQUEST_NOTHING);
	assert_key(&l, "}", "the recording was removed", REQUEST_NOTHING);
	l.state = LIVE_NOT;
	assert_key(&l, "Z", "no program runs here; gprowse PID shows one that runs under gprowse "
		"record", REQUEST_NOTHING);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_states),
		cmocka_unit_test(test_widths),
		cmocka_unit_test(test_spans_and_figures),
		cmocka_unit_test(test_compared),
		cmocka_unit_test(test_runs_are_no_spans),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_keys),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
