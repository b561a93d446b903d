/* test_session.c - random keys with r, L, E and P, and stops: what the user made stays, and so does
 * memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "brief.h"
#include "bytes.h"
#include "session.h"

enum { WIDTH = 120, HEIGHT = 24, SCREEN = 65536, KEYS = 1500,
	LEAST = 32,			/* the least allocation has so many bytes */
	KEPT = 2048 };			/* free() may keep so many bytes more, which count as
					 * allocated, whenever sizes of blocks change */

struct browser {
	char paths[2][512];
	struct options options;
	struct stop stop;		/* lets .polls pass, and stops the work at the next one */
	int polls;
	struct session *session;
	struct grid grid;
};

static void
count_down(struct stop *stop)
{
	struct browser *b = (struct browser *)((char *)stop - offsetof(struct browser, stop));

	if (b->polls-- <= 0)
		stop->asked = 1;
}

/* Opens a browser over FILE of the folder tests, compared with BEFORE unless that is NULL. */
static void
open_browser(struct browser *b, const char *file, const char *before)
{
	const char *srcdir = getenv("srcdir"), *files[2] = { before != NULL ? before : file, file };
	char program[] = "gprowse", compare[] = "--compare";
	char *words[] = { program, b->paths[0], compare, b->paths[1], NULL };
	struct view_input in = { .options = &b->options };
	struct err e;

	*b = (struct browser){ .grid = { .ascii = true }, .stop.tell = count_down,
		.polls = INT_MAX };
	for (int i = 0; i < 2; i++)
		snprintf(b->paths[i], sizeof(b->paths[i]), "%s/tests/%s",
			srcdir != NULL ? srcdir : ".", files[i]);
	assert_true(options_parse(&b->options, before != NULL ? 4 : 2, words, &e));
	in.paths = &b->options.paths;
	in.loaded = loaded_read(&b->options, false, NULL, &e);
	if (in.loaded == NULL)
		fail_msg("%s", e.text);
	b->session = session_open(&in, true, &b->stop);
	app_resize(&b->session->app, WIDTH, HEIGHT);
}

static void
close_browser(struct browser *b)
{
	session_close(b->session);
	grid_release(&b->grid);
	options_release(&b->options);
}

static void
draw(struct browser *b)
{
	grid_resize(&b->grid, WIDTH, HEIGHT);
	app_draw(&b->session->app, &b->grid);
}

/* Presses KEYS and does what the browser requests of a profile. */
static void
press(struct browser *b, const char *keys)
{
	struct app *a = &b->session->app;
	uint32_t key;

	while (key_parse(&keys, &key)) {
		app_key(a, key);
		session_do_request(b->session);
	}
}

static void
type(struct browser *b, const char *keys)
{
	press(b, keys);
	draw(b);
}

/* Copies the screen, texts and styles, without its last line, where messages are. */
static void
copy_screen(struct browser *b, char out[SCREEN])
{
	size_t n = 0;

	b->session->app.message[0] = '\0';
	draw(b);
	for (int y = 0; y + 1 < HEIGHT; y++) {
		char *line = grid_line(&b->grid, y), *styles = grid_styles(&b->grid, y);

		n += (size_t)snprintf(out + n, SCREEN - n, "%s\n%s\n", line, styles);
		free(line);
		free(styles);
	}
}

/* What must be the same after the files were read again. */
struct kept {
	char screen[SCREEN];
	size_t nchanges, at;
	uint32_t nfuncs, narcs, nfoci, nfoci_known, event, part;
	int nviews, view, marks;
	enum unit unit;
	bool mangled, all, in_pane;
};

static void
keep(struct browser *b, struct kept *k)
{
	const struct app *a = &b->session->app;
	const struct exclusions *x = &a->exclusions;

	memset(k, 0, sizeof(*k));
	copy_screen(b, k->screen);
	k->nchanges = x->nchanges;
	k->at = x->at;
	k->nfuncs = x->nfuncs;
	k->narcs = x->narcs;
	k->nfoci = x->nfoci;
	k->nfoci_known = x->nfoci_known;
	k->event = a->read->selection.event;
	k->part = a->read->selection.part;
	k->nviews = a->nviews;
	k->view = a->at;
	for (int i = 0; i < MARKS; i++)
		k->marks += a->marks[i].ops != NULL;
	k->unit = a->ctx.scale.unit;
	k->mangled = a->ctx.mangled;
	k->all = a->ctx.all;
	k->in_pane = a->in_pane;
}

static void
assert_kept(struct browser *b, const struct kept *before, const char *typed)
{
	static struct kept now;

	keep(b, &now);
	for (const char *was = before->screen, *is = now.screen; *was != '\0';) {
		size_t n = strcspn(was, "\n"), m = strcspn(is, "\n");

		if (n != m || memcmp(was, is, n) != 0)
			fail_msg("%.*s\nbecame\n%.*s\nafter %s", (int)n, was, (int)m, is,
				strlen(typed) > 300 ? typed + strlen(typed) - 300 : typed);
		was += n + 1;
		is += m + 1;
	}
	if (memcmp(&now, before, sizeof(now)) != 0)
		fail_msg("after %s: %zu %zu %u %u, %d %d", typed, before->nchanges, now.nchanges,
			before->nfoci, now.nfoci, before->nviews, now.nviews);
}

/* Random keys; after some of them, files are read again, and nothing has changed. */
static void
storm(const char *file, uint64_t seed)
{
	static const char *const keys[] = { "j", "j", "j", "k", "G", "g", "x", "x", "x", "u", "u",
		"<C-r>", "=", "@", "<lt>", "<lt>", "<lt>", ">", ">", "E", "P<Enter>", "P", "L", "r",
		"$", "<Enter>", "<Enter>", "f", "V", "T", "t", "+", "-", "*", "v", "<Tab>", "sn",
		"%", "z", "D", "ma", "'a", "mb", "'b", "&a<Enter>", "<Esc>", "/a<Enter>",
		"n", "K", "J", "C", "l", "!", "i", "?", "F", "<Right>", "<Left>", "B", "R" };
	static struct kept before;
	size_t n = KEYS / brief_step(), at = 0;
	char typed[16 * KEYS];
	struct browser b;

	open_browser(&b, file, NULL);
	for (size_t i = 0; i < n; i++) {
		const char *key = keys[random_below(&seed, sizeof(keys) / sizeof(*keys))];

		at += (size_t)snprintf(typed + at, sizeof(typed) - at, "%s", key);
		type(&b, key);
		assert_int_not_equal(b.session->app.request, REQUEST_QUIT);
		/* A row that was missing when files were read is selected when it is there
		 * again. */
		if (random_below(&seed, 8) > 0 || b.session->app.prompt.question != ASK_NOTHING
		    || b.session->app.history[b.session->app.at]->wanted.is_missing)
			continue;
		keep(&b, &before);
		at += (size_t)snprintf(typed + at, sizeof(typed) - at, "r");
		type(&b, "r");
		assert_kept(&b, &before, typed);
	}
	close_browser(&b);
}

static void
test_storm(void **state)
{
	static const char *const files[] = { "pprof/heap.pb.gz", "pprof/cpu.pb.gz",
		"screens/parser.folded" };

	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		for (uint64_t seed = 1; seed <= 2; seed++)
			storm(files[i], seed);
}

/* Types KEYS and then KEY, whose work is stopped at each poll in turn.  Nothing has changed then,
 * nor has it after reading again, and KEY works when it is repeated. */
static void
stop_everywhere(const char *file, const char *before, const char *keys, const char *key)
{
	static struct kept was, now;
	bool stopped = true;
	int polls = 0;

	for (; stopped; polls++) {
		struct browser b;

		open_browser(&b, file, before);
		type(&b, keys);
		keep(&b, &was);
		b.polls = polls;
		press(&b, key);
		stopped = b.session->app.stopped;
		assert_int_equal(stopped, b.stop.asked);
		b.stop.asked = 0;
		b.polls = INT_MAX;
		b.session->app.stopped = false;
		if (stopped) {
			assert_kept(&b, &was, key);
			type(&b, "r");
			assert_kept(&b, &was, key);
			type(&b, key);
		}
		keep(&b, &now);
		assert_int_not_equal(memcmp(&now, &was, sizeof(now)), 0);
		close_browser(&b);
	}
	assert_true(polls > 1);
}

/* Work that is stopped leaves what was shown. */
static void
test_stops(void **state)
{
	static const struct { const char *file, *before, *keys, *key; } cases[] = {
		{ "pprof/heap.pb.gz", NULL, "jxj", "E" },
		{ "screens/parser-new.folded", "screens/parser.folded", "f", "|" },
		{ "screens/parser-new.folded", "screens/parser.folded", "f|", "|" },
		{ "screens/parser.folded", "screens/callers.folded", "^", "^" },
		{ "pprof/heap.pb.gz", NULL, "\"rjxj", "E" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		stop_everywhere(cases[i].file, cases[i].before, cases[i].keys, cases[i].key);
}

/* However often figures change, there is one set of them. */
static void
test_memory(void **state)
{
	static const struct { const char *prepare, *keys; int times; } cases[] = {
		{ "", "EEEE", 60 }, { "", "r", 40 }, { "", "LL", 40 }, { "xj=", "EEEE", 40 },
		{ "<Enter>jxV<Left>x<C-r>", "r", 40 }, { "j@t*vmajj", "EEEEr", 40 },
		{ "!", "EEEEr", 40 }, { "jx", "ux", 50 }, { "", "\"r", 40 },
		{ "\"r", "r", 40 }, { "\"r", "|", 40 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		size_t before = 0, after;
		struct browser b;

		open_browser(&b, "pprof/heap.pb.gz", NULL);
		type(&b, cases[i].prepare);
		for (int k = 0; k < cases[i].times; k++) {
			type(&b, cases[i].keys);
			if (k == cases[i].times / 2)	/* free() keeps some memory, too */
				before = allocated();
		}
		after = allocated();
		if (after >= before + KEPT + LEAST * (size_t)(cases[i].times / 2))
			fail_msg("\"%s\" after \"%s\": %zu bytes more", cases[i].keys,
				cases[i].prepare, after - before);
		close_browser(&b);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_storm),
		cmocka_unit_test(test_memory),
		cmocka_unit_test(test_stops),
	};

	return cmocka_run_group_tests_name("session", tests, NULL, NULL);
}
