/* test_choose.c - another event, part or focus is shown in place: all stays, and figures are right
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

#include <cmocka.h>

#include "app/show.h"
#include "base/mem.h"
#include "brief.h"
#include "bytes.h"
#include "figures/graph_solve.h"
#include "load/open_measured.h"
#include "measured/measured.h"
#include "opened.h"

enum { FUNCS = 8, STACKS = 60, DEEPEST = 6, EVENTS = 2, PARTS = 3, SCREEN = 65536,
	MOST_POLLS = 1000 };

/* Adds a random stack to M.  In the second event, functions have other ranks. */
static void
add_stack(struct measured *m, uint64_t *seed)
{
	struct measured_weight weights[EVENTS];
	uint32_t path = NOBODY, n = 1 + random_below(seed, DEEPEST), last = 0;

	for (uint32_t k = 0; k < n; k++) {
		struct measured_frame frame = { .func = random_below(seed, FUNCS), .file = NOBODY,
			.line = 1 + random_below(seed, 5) };

		last = frame.func;
		path = measured_path(m, path, measured_frame(m, &frame));
	}
	weights[0] = (struct measured_weight){ .value = 1 + last * random_below(seed, 40) };
	weights[1] = (struct measured_weight){
		.value = 1000 * (1 + (FUNCS - last) * random_below(seed, 40)) };
	measured_add_sample(m, path, random_below(seed, PARTS), weights);
}

static struct measured *
make_measured(void)
{
	static const char *const names[FUNCS] = { "main", "geo::grid<int>::at(int)",
		"geo::grid<char>::at(int)", "geo::walk(int)", "net::send()", "net::recv()", "leaf",
		"leaf.part.0" };
	struct measured *m = measured_new();
	uint64_t seed = 20;

	m->files = mem_new(1, sizeof(*m->files));
	m->files[m->nfiles++] = "made.pb";
	m->format = "pprof";
	measured_add_event(m, "cpu", 3, "samples");
	measured_add_event(m, "alloc_space", 11, "bytes");
	for (uint32_t f = 0; f < FUNCS; f++) {
		struct measured_func func = { .object = NOBODY, .file = measured_text(m, "x.cc", 4),
			.name = measured_text(m, names[f], strlen(names[f])) };

		measured_func(m, &func);
	}
	for (uint32_t i = 0; i <= PARTS; i++) {	/* the last part has no samples */
		char name[2] = { (char)('0' + i), '\0' };

		measured_part(m, "thread", name, 1);
	}
	for (int i = 0; i < STACKS; i++)
		add_stack(m, &seed);
	return m;
}

/* Opens a browser that shows EVENT and PART. */
static void
open_browser(struct opened *o, uint32_t event, uint32_t part)
{
	const struct selection selection = { .event = event, .part = part };
	struct measured *m = make_measured();

	*o = (struct opened){ .profile.rules = RULES_EXACT };
	open_measured(&o->profile, m, false);
	measured_release(m);
	o->graph = graph_new(&o->profile, &selection, NULL);
	assert_non_null(o->graph);
	names_open(&o->names, &o->profile, DEMANGLE_AUTO);
	lookup_open(&o->lookup, o->graph, NULL);
	app_open(&o->app, o->graph, &o->names, &o->lookup, false);
	app_resize(&o->app, 120, 24);
	opened_press(o, "");
}

/* Lets the browser of O show the profile of AGAIN, as if it was read again. */
static void
read_again(struct opened *o, struct opened *again)
{
	const struct shown next = { .read = again->graph, .names = &again->names,
		.lookup = &again->lookup };

	assert_true(app_show(&o->app, &next, false));
}

/* Shows EVENT and PART in place. */
static bool
choose(struct opened *o, uint32_t event, uint32_t part, struct stop *stop)
{
	const struct selection selection = { .event = event, .part = part };
	struct graph *fresh = graph_new(&o->profile, &selection, NULL);
	bool done;

	assert_non_null(fresh);
	o->app.ctx.stop = stop;
	o->lookup.stop = stop;
	done = app_show(&o->app, &(struct shown){ .read = fresh, .names = &o->names,
		.lookup = &o->lookup }, false);
	o->app.ctx.stop = o->lookup.stop = NULL;
	o->app.ctx.stopped = o->lookup.stopped = false;
	graph_free(done ? o->graph : fresh);
	if (done)
		o->graph = fresh;
	o->app.message[0] = '\0';
	return done;
}

/* Replaces numbers in brackets, which stay the same when another event is shown. */
static void
mask_numbers(char *text)
{
	for (char *c = strchr(text, '['); c != NULL; c = strchr(c + 1, '['))
		for (char *d = c + 1; *d >= '0' && *d <= '9'; d++)
			*d = '#';
}

/* Copies the screen of O to OUT, texts and styles, but for the last two lines, where messages and
 * details are. */
static void
copy_screen(struct opened *o, char out[SCREEN])
{
	size_t n = 0;

	opened_press(o, "");
	for (int y = 0; y + 2 < o->grid.height; y++) {
		char *text = grid_line(&o->grid, y), *styles = grid_styles(&o->grid, y);

		mask_numbers(text);
		n += (size_t)snprintf(out + n, SCREEN - n, "%s\n%s\n", text, styles);
		free(text);
		free(styles);
	}
}

/* Keys that lead to views by the names of functions, so that they do the same for each event. */
static const char *const views[] = { "", ":geo::walk<Enter><Enter>", ":main<Enter>t",
	"V", ":main<Enter>l", ":main<Enter>v", ":geo::walk<Enter>R", "F", "!", ":leaf<Enter>i", "C", "=",
	":leaf<Enter>x", ":leaf<Enter>x:net::send<Enter>x=", "=:leaf<Enter>x",
	":geo::walk<Enter><Enter>/main<Enter>x<lt>", "&leaf<Enter>", "/leaf<Enter>", "sn", "D", "U", "z",
	":leaf<Enter>x<Enter>V" };

/* Every view shows the figures that a browser shows which was opened with this event and part. */
static void
test_as_fresh(void **state)
{
	static char as_chosen[SCREEN], as_fresh[SCREEN];

	(void)state;
	for (size_t i = 0; i < sizeof(views) / sizeof(*views); i++) {
		for (uint32_t part = 0; part <= PARTS; part++) {
			uint32_t shown = part < PARTS ? part : NOBODY;
			struct opened o, fresh;

			open_browser(&o, 0, NOBODY);
			opened_press(&o, views[i]);
			assert_true(choose(&o, 1, shown, NULL));
			opened_press(&o, "<Home>");
			copy_screen(&o, as_chosen);
			open_browser(&fresh, 1, shown);
			opened_press(&fresh, views[i]);
			opened_press(&fresh, "<Home>");
			copy_screen(&fresh, as_fresh);
			if (strcmp(as_chosen, as_fresh) != 0)
				print_error("after \"%s\", part %u\n", views[i], part);
			assert_string_equal(as_chosen, as_fresh);
			opened_end(&o);
			opened_end(&fresh);
		}
	}
}

/* A part without samples has no columns by which rows can be sorted.  After it, rows are sorted as
 * before it. */
static void
test_after_nothing(void **state)
{
	static const char *const keys[] = { "", ":main<Enter>l" };
	static char as_chosen[SCREEN], as_fresh[SCREEN];

	(void)state;
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		struct opened o, fresh;

		open_browser(&o, 0, NOBODY);
		opened_press(&o, keys[i]);
		assert_true(choose(&o, 0, PARTS, NULL));
		assert_true(choose(&o, 1, 0, NULL));
		opened_press(&o, "<Home>");
		copy_screen(&o, as_chosen);
		open_browser(&fresh, 1, 0);
		opened_press(&fresh, keys[i]);
		opened_press(&fresh, "<Home>");
		copy_screen(&fresh, as_fresh);
		assert_string_equal(as_chosen, as_fresh);
		opened_end(&o);
		opened_end(&fresh);
	}
}

/* Lets .left polls pass, and stops the work at the next poll. */
struct stopper {
	struct stop stop;
	int left;
};

static void
count_down(struct stop *s)
{
	struct stopper *t = (struct stopper *)s;

	if (t->left-- <= 0)
		s->asked = 1;
}

/* Wherever the work is stopped, everything stays as it was, and the event can be shown again. */
static void
test_stopped(void **state)
{
	static char before[SCREEN], now[SCREEN];
	int stops = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(views) / sizeof(*views); i++) {
		bool done = false;

		for (int at = 0; !done && at < MOST_POLLS; at += (int)brief_step(), stops++) {
			struct stopper t = { .stop.tell = count_down, .left = at };
			struct opened o;

			open_browser(&o, 0, NOBODY);
			opened_press(&o, views[i]);
			copy_screen(&o, before);
			done = choose(&o, 1, 2, &t.stop);
			if (!done) {
				copy_screen(&o, now);
				assert_string_equal(now, before);
				assert_true(choose(&o, 1, NOBODY, NULL));
				assert_true(choose(&o, 0, NOBODY, NULL));
				copy_screen(&o, now);
				assert_string_equal(now, before);
			}
			opened_end(&o);
		}
		assert_true(done);
	}
	assert_true(stops > 100 / (int)brief_step());
}

/* Exclusions, undone exclusions, marks, the pattern and the history survive. */
static void
test_all_stays(void **state)
{
	struct opened o;
	uint32_t selected, index[FUNCS];

	(void)state;
	open_browser(&o, 0, NOBODY);
	opened_press(&o, ":leaf<Enter>ma:net::send<Enter>x:geo::walk<Enter>xu/leaf<Enter>");
	opened_press(&o, ":main<Enter><Enter>");
	assert_int_equal(o.app.exclusions.nfuncs, 1);
	for (uint32_t f = 0; f < FUNCS; f++)
		index[f] = o.graph->nodes[f].index;
	for (uint32_t i = 0; i < 10; i++)
		assert_true(choose(&o, i % EVENTS, i % 4 < PARTS ? i % 4 : NOBODY, NULL));
	for (uint32_t f = 0; f < FUNCS; f++)
		assert_int_equal(index[f], o.app.ctx.graph->nodes[f].index);
	assert_int_equal(o.app.exclusions.nfuncs, 1);
	opened_press(&o, "<C-r>");
	assert_int_equal(o.app.exclusions.nfuncs, 2);
	opened_press(&o, "uu");
	assert_int_equal(o.app.exclusions.nfuncs, 0);
	opened_press(&o, "<C-r>");
	assert_int_equal(o.app.exclusions.nfuncs, 1);
	assert_int_equal(o.app.nviews, 2);
	opened_press(&o, "'a");
	/* Keys still go to the second pane. */
	opened_press(&o, ":geo::walk<Enter>v<Tab>j");
	assert_true(o.app.in_pane);
	selected = view_node(o.app.pane, view_row(o.app.pane));
	assert_true(choose(&o, 1, NOBODY, NULL));
	assert_true(o.app.in_pane);
	assert_int_equal(view_node(o.app.pane, view_row(o.app.pane)), selected);
	opened_press(&o, "<Tab>:leaf<Enter>");
	assert_string_equal(view_context_name(&o.app.ctx, view_node(app_view(&o.app),
		view_row(app_view(&o.app)))), "leaf");
	opened_end(&o);
}

static const char *
selected_name(struct opened *o)
{
	const struct view *v = app_view(&o->app);

	return view_context_name(&o->app.ctx, view_node(v, view_row(v)));
}

/* @ shows only stacks through the selected function, < goes back, and > forward again. */
static void
test_focus(void **state)
{
	static char before[SCREEN], focused[SCREEN], now[SCREEN];
	struct opened o;
	double all, one, both;

	(void)state;
	open_browser(&o, 0, NOBODY);
	opened_press(&o, "sn:geo::walk<Enter>");
	copy_screen(&o, before);
	all = o.app.ctx.graph->total;
	opened_press(&o, "@");
	assert_string_equal(selected_name(&o), "geo::walk(int)");
	copy_screen(&o, focused);
	assert_non_null(strstr(focused, "only through geo::walk(int)"));
	one = o.app.ctx.graph->total;
	assert_true(one < all && one == graph_node_time(&o.app.ctx.graph->nodes[view_node(
		app_view(&o.app), view_row(app_view(&o.app)))]));
	opened_press(&o, ":leaf<Enter><Enter>@");
	both = o.app.ctx.graph->total;
	assert_true(0 < both && both < one);
	copy_screen(&o, now);
	assert_non_null(strstr(now, "through geo::walk(int) and leaf"));
	opened_press(&o, "<lt>");
	assert_true(o.app.ctx.graph->total == one && o.app.nviews == 4);
	opened_press(&o, "<lt>:geo::walk<Enter>");
	copy_screen(&o, now);
	assert_string_equal(now, focused);
	opened_press(&o, "<lt>");
	copy_screen(&o, now);
	assert_string_equal(now, before);
	opened_press(&o, ">>>");
	assert_true(o.app.ctx.graph->total == both);
	/* The last focus again: it is no longer in force. */
	opened_press(&o, "f:leaf<Enter>@");
	assert_true(o.app.ctx.graph->total == one);
	/* A new focus forgets those that are not in force, and their views. */
	opened_press(&o, "<lt><lt><lt><lt><lt>:net::send<Enter>@");
	assert_int_equal(o.app.exclusions.nfoci_known, 1);
	assert_int_equal(o.app.nviews, 2);
	opened_end(&o);
}

/* A focus stays with other events, folding, exclusions and another reading of the files. */
static void
test_focus_stays(void **state)
{
	struct opened o, again;
	double total;

	(void)state;
	open_browser(&o, 0, NOBODY);
	opened_press(&o, ":geo::grid<lt>int<Enter>@:leaf<Enter>x");
	total = o.app.ctx.graph->total;
	assert_true(choose(&o, 1, NOBODY, NULL));
	assert_int_equal(o.app.exclusions.nfoci, 1);
	assert_true(choose(&o, 0, NOBODY, NULL));
	assert_true(o.app.ctx.graph->total == total);
	opened_press(&o, "==");
	assert_true(o.app.ctx.graph->total == total);
	opened_press(&o, "=====u");
	assert_true(o.app.ctx.graph->total > total);
	opened_press(&o, "<C-r>");
	open_browser(&again, 0, NOBODY);
	read_again(&o, &again);
	assert_true(o.app.ctx.graph->total == total);
	opened_press(&o, "u<lt>");
	assert_int_equal(o.app.exclusions.nfoci, 0);
	assert_true(o.app.ctx.graph->total == again.graph->measure.total);
	opened_end(&o);
	opened_end(&again);
}

/* Wherever a focus, or going back from it, is stopped, everything stays as it was. */
static void
test_focus_stopped(void **state)
{
	static const char *const keys[] = { "@", "@<lt>", "V@", "t@<lt>" };
	static char before[SCREEN], now[SCREEN];
	int stops = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		bool asked = true;

		for (int at = 0; asked && at < MOST_POLLS; at += (int)brief_step(), stops++) {
			struct stopper t = { .stop.tell = count_down, .left = at };
			size_t n = strlen(keys[i]) - (strstr(keys[i], "<lt>") != NULL ? 4 : 1);
			char first[8];
			struct opened o;

			snprintf(first, sizeof(first), "%.*s", (int)n, keys[i]);
			open_browser(&o, 0, NOBODY);
			opened_press(&o, ":geo::walk<Enter>");
			opened_press(&o, first);
			copy_screen(&o, before);
			o.app.ctx.stop = o.lookup.stop = &t.stop;
			opened_press(&o, keys[i] + n);
			o.app.ctx.stop = o.lookup.stop = NULL;
			asked = t.stop.asked;
			o.app.message[0] = '\0';
			/* Work that only drawing does may also be stopped. */
			if (o.app.stopped) {
				copy_screen(&o, now);
				assert_string_equal(now, before);
			}
			opened_end(&o);
		}
		assert_false(asked);
	}
	assert_true(stops > 20 / (int)brief_step());
}

/* Numbers in brackets stay the same when other figures are read. */
static void
test_numbers_stay(void **state)
{
	struct opened o, again;
	uint32_t differ = 0;

	(void)state;
	open_browser(&o, 0, NOBODY);
	open_browser(&again, 1, NOBODY);
	for (uint32_t f = 0; f < FUNCS; f++)
		differ += again.graph->nodes[f].index != o.graph->nodes[f].index;
	assert_true(differ > 0);
	read_again(&o, &again);
	for (uint32_t f = 0; f < FUNCS; f++)
		assert_int_equal(again.graph->nodes[f].index, o.graph->nodes[f].index);
	for (uint32_t i = 1; i < FUNCS; i++)
		assert_true(again.graph->nodes[again.graph->entries[i - 1]].index
			< again.graph->nodes[again.graph->entries[i]].index);
	opened_end(&o);
	opened_end(&again);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_as_fresh),
		cmocka_unit_test(test_after_nothing),
		cmocka_unit_test(test_stopped),
		cmocka_unit_test(test_all_stays),
		cmocka_unit_test(test_focus),
		cmocka_unit_test(test_focus_stays),
		cmocka_unit_test(test_focus_stopped),
		cmocka_unit_test(test_numbers_stay),
	};

	return cmocka_run_group_tests_name("tests", tests, NULL, NULL);
}
