/* keys.c - measure the time from a key to its frame in the browser
 *
 *	bench/keys IMAGE PROFILE...
 *	bench/keys STACKS
 *
 * Calls app_key() and app_draw() at 200x60 and prints Markdown: milliseconds of processor time,
 * which other programs disturb less than real time.  For keys that move the cursor, takes the
 * median time of each key, and prints the median and the worst of these medians.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/app.h"
#include "app/show.h"
#include "base/mem.h"
#include "figures/graph_solve.h"
#include "load/open.h"
#include "load/open_measured.h"
#include "measured/reader.h"
#include "notes/notes.h"
#include "profile/paths.h"

enum { WIDTH = 200, HEIGHT = 60, TIMES = 31, FRAMES = 200 };

struct bench {
	struct profile profile;
	struct graph *graph;
	struct names names;
	struct lookup lookup;
	struct app app;
	struct grid grid;
	bool missed;			/* a time was longer than its goal */
};

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* Presses KEYS, then draws.  Returns the processor time in milliseconds. */
static double
press(struct bench *b, const char *keys)
{
	double start = now();
	uint32_t key;

	while (key_parse(&keys, &key))
		app_key(&b->app, key);
	app_draw(&b->app, &b->grid);
	return now() - start;
}

/* Prints a row of the table.  If WORST is 0, only MEDIAN is printed.  KEY, if not NULL, is the key
 * with the worst time.  If GOAL is 0, there is no goal. */
static void
report(struct bench *b, const char *what, double median, double worst, const char *key,
	double goal)
{
	printf("| %s | %.2f | ", what, median);
	if (worst > 0)
		printf("%.2f%s%s%s | ", worst, key ? " (`" : "", key ? key : "", key ? "`)" : "");
	else
		printf("| ");
	if (goal > 0)
		printf("%g%s |\n", goal, (worst > 0 ? worst : median) > goal ? " missed" : "");
	else
		printf(" |\n");
	b->missed |= goal > 0 && (worst > 0 ? worst : median) > goal;
}

static int
by_value(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Opens VIEW with the keys OPEN, and presses each movement key TIMES times.  Reports the time of
 * opening, and the median and the worst of the keys' median times. */
static void
measure_moves(struct bench *b, const char *view, const char *open, double goal)
{
	static const char *const keys[] = { "j", "k", "<PgDn>", "<PgUp>", "<C-d>", "<C-u>", "G",
		"g", "G", "H", "]", "[", "<Right>", "<Left>" };
	double all[sizeof(keys) / sizeof(*keys)], times[TIMES], worst = 0;
	size_t n = sizeof(keys) / sizeof(*keys), i, k, most = 0;
	double opened = press(b, open);
	char what[100];

	snprintf(what, sizeof(what), "%s: open (`%s`)", view, open);
	report(b, what, opened, 0, NULL, 0);
	for (k = 0; k < n; k++) {
		for (i = 0; i < TIMES; i++)
			times[i] = press(b, keys[k]);
		qsort(times, TIMES, sizeof(*times), by_value);
		all[k] = times[TIMES / 2];
		if (all[k] > worst) {
			worst = all[k];
			most = k;
		}
	}
	qsort(all, n, sizeof(*all), by_value);
	snprintf(what, sizeof(what), "%s: moving", view);
	report(b, what, all[n / 2], worst, keys[most], goal);
}

/* Draws FRAMES times.  Reports the median time, and the time that a tenth of the frames exceeds.
 * Returns the median time in milliseconds. */
static double
measure_frame(struct bench *b, const char *what)
{
	double times[FRAMES], start;
	int i;

	for (i = 0; i < FRAMES; i++) {
		start = now();
		app_draw(&b->app, &b->grid);
		times[i] = now() - start;
	}
	qsort(times, FRAMES, sizeof(*times), by_value);
	report(b, what, times[FRAMES / 2], times[FRAMES * 9 / 10], NULL, 2);
	return times[FRAMES / 2];
}

/* Sorts twice by each column.  The first sort by a column takes longer if names must be demangled
 * and ranked. */
static void
measure_sorts(struct bench *b)
{
	static const char *const letters[] = { "i", "%", "s", "t", "T", "c", "p", "P", "n" };
	char keys[8], what[64];
	size_t i;

	for (i = 0; i < sizeof(letters) / sizeof(*letters); i++) {
		double first, again;

		snprintf(keys, sizeof(keys), "s%s", letters[i]);
		press(b, "si");
		first = press(b, keys);
		press(b, "si");
		again = press(b, keys);
		snprintf(what, sizeof(what), "sort by column `%s`", letters[i]);
		report(b, what, again, first, NULL, 500);
	}
	report(b, "sort the other way round", press(b, "I"), 0, NULL, 500);
	press(b, "s%");
}

/* Searches for the function in row AT, first by its index and then by its name.  GOAL is in
 * milliseconds. */
static void
measure_search(struct bench *b, size_t at, double goal)
{
	struct view *v = app_view(&b->app);
	char keys[400], what[64];

	if (at >= v->rows.n)
		return;
	snprintf(keys, sizeof(keys), "g/\\[%u\\]<Enter>",
		b->graph->nodes[view_node(v, &v->rows.v[at])].index);
	snprintf(what, sizeof(what), "search, hit in row %zu", at);
	report(b, what, press(b, keys), 0, NULL, goal);
	snprintf(keys, sizeof(keys), "g/%.300s$<Enter>",
		view_context_name(&b->app.ctx, view_node(v, &v->rows.v[at])));
	keys[strcspn(keys, "(<*[{+?|")] = '\0';
	snprintf(keys + strlen(keys), sizeof(keys) - strlen(keys), "<Enter>");
	snprintf(what, sizeof(what), "the same, by name");
	report(b, what, press(b, keys), 0, NULL, goal);
	press(b, "<Esc>");
}

static void
measure_searches(struct bench *b)
{
	press(b, "zg");
	measure_search(b, 50000, 50);
	press(b, "g");
	report(b, "search all, a word", press(b, "/nothingofthekind<Enter>"), 0, NULL, 1500);
	report(b, "search all, two words", press(b, "/nothing|kind<Enter>"), 0, NULL, 1500);
	report(b, "search all, figures", press(b, "/9<Space>9<Space>9<Enter>"), 0, NULL, 1500);
	report(b, "search all, a set, figures", press(b, "/[3-9]<Space>9<Space>9<Enter>"),
		0, NULL, 1500);
	report(b, "search all, classes", press(b, "/[0-9]x[yz]+q<Enter>"), 0, NULL, 1500);
	press(b, "<Esc>");
	report(b, "filter, a word", press(b, "&nothingofthekind<Enter>"), 0, NULL, 1500);
	press(b, "<Esc>");
	report(b, "filter, half of all rows", press(b, "&[02468]\\]<Enter>"), 0, NULL, 1500);
	press(b, "<Esc>");
}

static void
open_browser(struct bench *b)
{
	b->graph = graph_new(&b->profile, NULL, NULL);
	if (b->profile.measured != NULL)
		notes_find_measured(&b->profile, b->graph);
	else
		notes_find(&b->profile);
	names_open(&b->names, &b->profile, DEMANGLE_AUTO);
	lookup_open(&b->lookup, b->graph, NULL);
	app_open(&b->app, b->graph, &b->names, &b->lookup, false);
	b->app.ctx.has_color = true;
	app_resize(&b->app, WIDTH, HEIGHT);
	grid_resize(&b->grid, WIDTH, HEIGHT);
}

static bool
read_profile(struct bench *b, int argc, char **argv)
{
	struct open_options options = { .image = argv[1],
		.files = (const char *const *)argv + 2, .nfiles = (size_t)argc - 2,
		.rules = RULES_EXACT };
	struct err e;

	if (!open_profile(&b->profile, &options, &e)) {
		fprintf(stderr, "keys: %s\n", e.text);
		return false;
	}
	open_browser(b);
	return true;
}

static bool
read_stacks(struct bench *b, const char *path)
{
	const struct measured_options options = { 0 };
	struct measured *m = measured_new();
	struct err e;

	if (measured_read(m, path, &options, &e) != MEASURED_ADDED) {
		fprintf(stderr, "keys: %s: %s\n", path, e.text);
		measured_release(m);
		return false;
	}
	measured_finish(m);
	b->profile = (struct profile){ .rules = RULES_EXACT };
	open_measured(&b->profile, m, false);
	measured_release(m);
	open_browser(b);
	return true;
}

/* Shows the event again as if it were another one, as the key E does, and draws.  Returns the
 * processor time in milliseconds. */
static double
choose(struct bench *b)
{
	const struct selection selection = { .part = NOBODY, .like = b->graph };
	double start = now();
	struct graph *before = b->graph;

	b->graph = graph_new(&b->profile, &selection, NULL);
	(void)app_show(&b->app, &(struct shown){ .read = b->graph, .names = &b->names,
		.lookup = &b->lookup }, false);
	graph_free(before);
	app_draw(&b->app, &b->grid);
	return now() - start;
}

/* Folds at the first level that folds anything, after nothing was folded.  Returns the processor
 * time in milliseconds. */
static double
fold(struct bench *b)
{
	while (b->app.folding != NULL)
		press(b, "=");
	return press(b, "=");
}

static double
exclude(struct bench *b)
{
	double time = press(b, "x");

	press(b, "u");
	return time;
}

/* Calls CHANGE several times.  Reports the median time and, as the worst, the first one, which gets
 * memory from the kernel. */
static void
measure_change(struct bench *b, const char *what, double (*change)(struct bench *b))
{
	enum { CHANGES = 9 };
	double times[CHANGES], first;

	for (int i = 0; i < CHANGES; i++)
		times[i] = change(b);
	first = times[0];
	qsort(times, CHANGES, sizeof(*times), by_value);
	report(b, what, times[CHANGES / 2], first, "first", 0);
}

/* Measures what computes the figures of all stacks again. */
static void
measure_figures(struct bench *b)
{
	measure_change(b, "another event (`E`)", choose);
	measure_change(b, "exclude a function (`x`)", exclude);
	measure_change(b, "fold (`=`)", fold);
	while (b->app.folding != NULL)
		press(b, "=");
}

/* Measures the icicle, and compares the times to draw the icicle and the view of functions. */
static void
measure_icicle(struct bench *b)
{
	double functions, callers, callees;

	press(b, "");
	functions = measure_frame(b, "frame, functions");
	measure_moves(b, "icicle", "V", 16);
	callers = measure_frame(b, "frame, icicle");
	measure_moves(b, "icicle, zoomed", "gjjj<Enter>", 16);
	measure_moves(b, "icicle, callees on top", "T", 16);
	callees = measure_frame(b, "frame, icicle with callees on top");
	report(b, "search in the icicle", press(b, "/f1<Enter>"), 0, NULL, 500);
	report(b, "filter in the icicle", press(b, "&f1<Enter>"), 0, NULL, 1500);
	printf("| frame of the icicle / of functions | %.2f | %.2f | |\n", callers / functions,
		callees / functions);
}

/* Measures the lines of a profile of stacks: the first time, when the places of all frames are
 * numbered, and for figures that were made anew. */
static void
measure_lines(struct bench *b)
{
	if (!profile_has(&b->profile, HAS_LINES))
		return;
	measure_moves(b, "lines", "f<Esc>l", 16);
	press(b, "f");
	(void)choose(b);
	report(b, "lines of another event (`l`)", press(b, "l"), 0, NULL, 0);
}

static void
measure(struct bench *b)
{
	report(b, "first frame of an open profile", press(b, ""), 0, NULL, 0);
	measure_frame(b, "frame, functions");
	measure_moves(b, "functions", "zg", 16);
	press(b, "vg");
	measure_moves(b, "functions and calls beside", "", 16);
	press(b, "vvg");
	measure_moves(b, "calls", "<Enter>", 16);
	measure_frame(b, "frame, calls");
	measure_moves(b, "tree", "t", 16);
	measure_moves(b, "tree of callers", "<lt>T", 16);
	measure_moves(b, "tree, hottest path", "<lt>fHt*", 16);
	measure_moves(b, "cycles", "C", 16);
	measure_moves(b, "notes", "!", 16);
	measure_moves(b, "help", "?", 16);
	measure_moves(b, "lines", "f<Esc>l", 16);
	measure_moves(b, "files", "F", 16);
	press(b, "f<Esc>");
	measure_moves(b, "functions again", "f", 16);
	measure_sorts(b);
	measure_searches(b);
}

int
main(int argc, char **argv)
{
	struct bench b = { 0 };

	if (argc < 2) {
		fprintf(stderr, "usage: keys IMAGE PROFILE... or keys STACKS\n");
		return EXIT_FAILURE;
	}
	setlocale(LC_ALL, "C.UTF-8");
	mem_keep();
	if (argc == 2 ? !read_stacks(&b, argv[1]) : !read_profile(&b, argc, argv))
		return EXIT_FAILURE;
	printf("| %u functions, %u %s | ms | worst | goal |\n|---|--:|--:|--:|\n",
		b.profile.nfuncs, argc == 2 ? b.profile.paths->n : b.profile.narcs,
		argc == 2 ? "paths" : "calls");
	if (argc == 2) {
		measure_figures(&b);
		measure_icicle(&b);
		measure_lines(&b);
	} else {
		measure(&b);
	}
	app_release(&b.app);
	lookup_release(&b.lookup);
	grid_release(&b.grid);
	names_release(&b.names);
	graph_free(b.graph);
	profile_release(&b.profile);
	return b.missed ? 2 : EXIT_SUCCESS;
}
