/* test_engine.c - every figure of random stacks, under every selection, against a brute force
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "brief.h"
#include "bytes.h"
#include "figures/parttotals.h"
#include "figures/pathsets.h"
#include "figures/series.h"
#include "profile/callsites.h"
#include "source/sourceitems.h"
#include "world.h"

enum { ROUNDS = 6000 };

static void
check_functions(const struct world *w, const struct counted *c)
{
	for (uint32_t f = 0; f < FUNCS; f++) {
		const struct node *n = &w->shown.nodes[f];

		assert_float_equal(n->self, c->self[f], 0);
		assert_float_equal(graph_node_time(n), c->total[f], 0);
		assert_float_equal(w->shown.root_times[f], c->root[f], 0);
	}
}

static void
check_calls(const struct world *w, const struct counted *c)
{
	const struct profile *p = w->shown_profile;
	double self[FUNCS][FUNCS] = { { 0 } }, total[FUNCS][FUNCS] = { { 0 } };

	for (uint32_t a = 0; a < p->narcs; a++) {
		struct share share = graph_share(&w->shown, a);

		self[p->arcs[a].caller][p->arcs[a].callee] += share.self;
		total[p->arcs[a].caller][p->arcs[a].callee] += share.self + share.children;
	}
	for (uint32_t f = 0; f < FUNCS; f++)
		for (uint32_t g = 0; g < FUNCS; g++) {
			assert_float_equal(self[f][g], c->arc_self[f][g], 0);
			assert_float_equal(total[f][g], c->arc_total[f][g], 0);
		}
}

/* The values of all parts are known whichever part is shown. */
static void
check_parts(const struct world *w)
{
	struct part_totals totals;

	parttotals_make(&totals, &w->shown);
	for (uint32_t part = 0; part < PARTS; part++) {
		struct world of_part = *w;
		double greatest = 0;

		of_part.part = part;
		for (uint32_t event = EVENTS; event-- > 0;) {
			struct counted c;

			of_part.event = event;
			c = world_count(&of_part);
			assert_float_equal(totals.values[part * EVENTS + event], c.all, 0);
		}
		of_part.event = w->event;
		for (uint32_t f = 0; f < FUNCS; f++) {
			double self = fabs(world_count(&of_part).self[f]);

			greatest = self > greatest ? self : greatest;
		}
		assert_int_equal(totals.v[part].most == NOBODY, greatest == 0);
		if (greatest > 0)
			assert_float_equal(fabs(world_count(&of_part).self[totals.v[part].most]),
				greatest, 0);
	}
	parttotals_release(&totals);
}

/* Compares the value V with what C counted of function FUNC or of its calls by CALLER. */
static void
check_value(const struct series_value *v, const struct counted *c, uint32_t caller, uint32_t func)
{
	bool is_call = caller != NOBODY;

	assert_float_equal(v->self, is_call ? c->arc_self[caller][func] : c->self[func], 0);
	assert_float_equal(v->total, is_call ? c->arc_total[caller][func] : c->total[func], 0);
	assert_float_equal(v->all, c->all, 0);
}

/* Checks a function, or its calls by CALLER, in each part and each event. */
static void
check_series(const struct world *w, uint32_t caller, uint32_t func)
{
	struct series series;

	series_make(&series, &w->shown, caller, func);
	for (uint32_t part = 0; part < PARTS; part++) {
		struct counted c = world_count_part(w, part);

		check_value(&series.parts[part], &c, caller, func);
	}
	for (uint32_t event = 0; event < EVENTS; event++) {
		struct counted c = world_count_event(w, event);

		check_value(&series.events[event], &c, caller, func);
	}
	series_release(&series);
}

static void
check_all_series(const struct world *w)
{
	for (uint32_t f = 0; f < FUNCS; f++) {
		check_series(w, NOBODY, f);
		for (uint32_t caller = 0; caller < FUNCS; caller++)
			check_series(w, caller, f);
	}
}

/* Lines that two functions share are in two items, one for each function that is inlined there,
 * so only the total of the line can be compared if functions are inlined. */
static void
check_lines(const struct world *w)
{
	struct source_items items = { 0 };
	struct counted_lines counted = world_count_lines(w), found = { 0 };
	struct callsites places;
	struct arena text = { 0 };

	items.files.text = &text;
	callsites_open(&places, &w->profile);
	assert_true(sourceitems_collect_figures(&items, &w->shown, &places, NULL));
	for (size_t i = 0; i < items.n; i++) {
		const struct source_item *item = &items.v[i];

		if (item->kind == ITEM_TOTAL)
			found.total[FUNCS][item->line] += item->total;
		if (item->kind == ITEM_HITS)
			found.self[item->func][item->line] += item->hits;
		if (item->kind == ITEM_HITS && w->inlined)
			found.total[item->func][item->line] += item->total;
	}
	for (uint32_t line = 1; line <= LINES; line++) {
		assert_float_equal(found.total[FUNCS][line], counted.total[FUNCS][line], 0);
		for (uint32_t f = 0; f < FUNCS; f++) {
			assert_float_equal(found.self[f][line], counted.self[f][line], 0);
			if (w->inlined)
				assert_float_equal(found.total[f][line], counted.total[f][line], 0);
		}
	}
	callsites_release(&places);
	sourceitems_release(&items);
	arena_release(&text);
}

/* Checks the row SET of the tree S and all rows inside it.  The rows of a chain that has no value
 * may be missing. */
static void
check_rows(const struct world *w, struct pathsets *s, uint32_t from, uint32_t set,
	struct chain chain)
{
	uint32_t n, first;
	double self, total, inside = 0;

	chain.funcs[chain.n++] = s->v[set].func;
	total = world_count_chain(w, from, s->callers, &chain, &self);
	assert_float_equal(s->v[set].total, total, 0);
	assert_float_equal(s->callers ? s->v[set].ended : s->v[set].self, self, 0);
	first = pathsets_inside(s, set, NULL, &n);
	for (uint32_t i = first; i < first + n; i++) {
		inside += s->v[i].total;
		check_rows(w, s, from, i, chain);
	}
	assert_float_equal(self + inside, total, 0);
}

static void
check_trees(const struct world *w)
{
	struct chain none = { .n = 0 };

	for (int callers = 0; callers < 2; callers++) {
		for (uint32_t f = 0; f < FUNCS; f++) {
			struct pathsets s;

			pathsets_open(&s, &w->shown, &w->shown.paths, callers != 0);
			check_rows(w, &s, f, pathsets_add_func(&s, f, NULL), none);
			pathsets_release(&s);
		}
	}
}

static void
check_roots(const struct world *w, double all)
{
	struct pathsets s;
	struct chain none = { .n = 0 };
	uint32_t n, first;
	double sum = 0;

	pathsets_open(&s, &w->shown, &w->shown.paths, false);
	first = pathsets_add_roots(&s, NULL, &n);
	for (uint32_t i = first; i < first + n; i++) {
		sum += s.v[i].total;
		check_rows(w, &s, NOBODY, i, none);
	}
	assert_float_equal(sum, all, 0);
	pathsets_release(&s);
}

/* Runs CHECK on random worlds. */
static void
check_worlds(bool is_signed)
{
	int rounds = brief_rounds(ROUNDS);
	uint64_t seed = is_signed ? 2 : 1;

	for (int round = 0; round < rounds; round++) {
		struct world w;
		struct counted c;

		world_make(&w, &seed, is_signed);
		world_show(&w);
		c = world_count(&w);
		check_functions(&w, &c);
		check_calls(&w, &c);
		if (round % 20 == 0) {
			check_trees(&w);
			check_roots(&w, c.all);
			check_parts(&w);
			check_all_series(&w);
			check_lines(&w);
		}
		world_hide(&w);
	}
}

static void
test_counts(void **state)
{
	(void)state;
	check_worlds(false);
}

/* In a difference of two profiles, values may be less than 0. */
static void
test_differences(void **state)
{
	(void)state;
	check_worlds(true);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_differences),
	};

	watch_for_hangs();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
