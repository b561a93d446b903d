/* test_engine.c - every figure of random stacks, under every selection, against a brute force
 *
 * A world is a set of random stacks, and a choice of what is shown of them: event, part, inlined
 * functions, excluded functions and calls, folded functions, foci.  The brute force looks at each
 * stack alone: visible_frames() says which frames of it are shown, or that it does not count.
 * Everything else is counting.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/mem.h"
#include "brief.h"
#include "bytes.h"
#include "figures/graph.h"
#include "figures/parttotals.h"
#include "figures/pathsets.h"
#include "figures/series.h"
#include "load/open_measured.h"
#include "measured/measured.h"
#include "profile/callsites.h"
#include "profile/fold.h"
#include "source/sourceitems.h"

enum { FUNCS = 6, PROFILER = 4, STACKS = 40, DEEPEST = 8, EVENTS = 2, PARTS = 3, INSIDE = 1,
	WHOLE = 2, LINES = 3,
	ROUNDS = 6000 };

struct frame {
	uint32_t func, line;
	bool is_inlined;
};

struct stack {
	struct frame frames[DEEPEST];
	uint32_t n, part;
	int64_t values[EVENTS];
};

struct world {
	struct stack stacks[STACKS];
	uint32_t event, part;		/* .part NOBODY: all parts */
	bool only_own;			/* without the parts that .part contains */
	bool inlined, folds;
	uint32_t into[FUNCS];		/* the first function of each function's group */
	bool alone[FUNCS];		/* the function is alone in its group */
	bool no_profiler;		/* function PROFILER is omitted */
	bool no_func[FUNCS], no_call[FUNCS][FUNCS];	/* excluded, as read */
	uint32_t focus[FUNCS], nfoci;	/* as those of a selection; .nfoci 0: none */

	struct profile profile, folded;
	struct fold fold;
	bool *no_arc;			/* owned; .no_call by arc */
	const struct profile *shown_profile;
	struct graph shown;
};

/* What the brute force counts. */
struct counted {
	double all, self[FUNCS], total[FUNCS], root[FUNCS];
	double arc_self[FUNCS][FUNCS], arc_total[FUNCS][FUNCS];
};

/* Is part PART in WHOLE?  Part WHOLE contains part INSIDE. */
static bool
is_in(uint32_t part, uint32_t whole)
{
	return part == whole || (part == INSIDE && whole == WHOLE);
}

/* The number of the first frame of S that is shown; S->n: S does not count. */
static uint32_t
first_frame(const struct world *w, const struct stack *s)
{
	uint32_t first = 0, foci = 0, caller = NOBODY;

	if (w->part != NOBODY && (w->only_own ? s->part != w->part : !is_in(s->part, w->part)))
		return s->n;
	for (uint32_t k = 0; k < s->n; k++) {
		uint32_t f = s->frames[k].func;

		if (k > 0 && s->frames[k].is_inlined && !w->inlined)
			continue;
		if (w->no_func[f] || (w->no_profiler && f == PROFILER))
			return s->n;
		if (caller != NOBODY && w->no_call[caller][f]) {
			first = k;
			foci = 0;
		}
		foci |= w->focus[f];
		caller = f;
	}
	return w->nfoci > 0 && foci != (1u << w->nfoci) - 1 ? s->n : first;
}

/* The frames of S that are shown, as functions as shown.  Returns their number; 0: S does not
 * count. */
static uint32_t
visible_frames(const struct world *w, const struct stack *s, uint32_t shown[DEEPEST])
{
	uint32_t first = first_frame(w, s), nshown = 0;

	for (uint32_t k = first; k < s->n; k++) {
		uint32_t f = w->into[s->frames[k].func];

		if (k > first && s->frames[k].is_inlined && !w->inlined)
			continue;
		if (nshown == 0 || shown[nshown - 1] != f || w->alone[f])
			shown[nshown++] = f;
	}
	return nshown;
}

static void
count_stack(const struct world *w, const struct stack *s, struct counted *c)
{
	uint32_t frames[DEEPEST], n = visible_frames(w, s, frames);
	double value = (double)s->values[w->event];
	bool has[FUNCS] = { false }, calls[FUNCS][FUNCS] = { { false } };

	if (n == 0)
		return;
	c->all += value;
	c->root[frames[0]] += value;
	c->self[frames[n - 1]] += value;
	if (n > 1)
		c->arc_self[frames[n - 2]][frames[n - 1]] += value;
	for (uint32_t k = 0; k < n; k++) {
		uint32_t f = frames[k];

		c->total[f] += has[f] ? 0 : value;
		has[f] = true;
		if (k == 0)
			continue;
		c->arc_total[frames[k - 1]][f] += calls[frames[k - 1]][f] ? 0 : value;
		calls[frames[k - 1]][f] = true;
	}
}

static struct counted
count(const struct world *w)
{
	struct counted c = { 0 };

	for (int i = 0; i < STACKS; i++)
		count_stack(w, &w->stacks[i], &c);
	return c;
}

static void
make_stacks(struct world *w, uint64_t *seed, bool is_signed)
{
	for (int i = 0; i < STACKS; i++) {
		struct stack *s = &w->stacks[i];

		s->n = 1 + random_below(seed, DEEPEST);
		s->part = random_below(seed, PARTS);
		for (uint32_t k = 0; k < s->n; k++)
			s->frames[k] = (struct frame){ random_below(seed, FUNCS),
				1 + random_below(seed, LINES), random_below(seed, 4) == 0 };
		for (int e = 0; e < EVENTS; e++)
			s->values[e] = (int64_t)random_below(seed, 50) - (is_signed ? 20 : 0);
	}
}

/* Chooses what is shown. */
static void
choose(struct world *w, uint64_t *seed)
{
	bool excludes_funcs = random_below(seed, 2) == 0, cuts = random_below(seed, 3) == 0;

	w->event = random_below(seed, EVENTS);
	w->part = random_below(seed, 2) == 0 ? random_below(seed, PARTS) : NOBODY;
	w->inlined = random_below(seed, 2) == 0;
	w->folds = random_below(seed, 2) == 0;
	for (uint32_t f = 0; f < FUNCS; f++) {
		w->into[f] = !w->folds || f == FUNCS - 1 ? f : f < 2 ? 0 : 2;
		w->no_func[f] = excludes_funcs && random_below(seed, 6) == 0;
		for (uint32_t g = 0; g < FUNCS; g++)
			w->no_call[f][g] = cuts && random_below(seed, 3) == 0;
	}
	w->no_profiler = random_below(seed, 3) == 0;
	w->nfoci = random_below(seed, 3) == 0 ? 1 + random_below(seed, 3) : 0;
	for (uint32_t f = 0; f < FUNCS; f++)
		w->focus[f] = w->nfoci > 0 ? random_below(seed, 1u << w->nfoci) : 0;
	for (uint32_t f = 0; f < FUNCS; f++) {
		w->alone[f] = w->into[f] == f;
		for (uint32_t g = 0; g < FUNCS; g++)
			w->alone[f] = w->alone[f] && (g == f || w->into[g] != f);
	}
}

static void
add_stack(struct measured *m, const struct stack *s)
{
	struct measured_weight weights[EVENTS];
	uint32_t path = NOBODY;

	for (uint32_t k = 0; k < s->n; k++) {
		const struct measured_frame frame = { .func = s->frames[k].func, .file = NOBODY,
			.line = s->frames[k].line,
			.flags = s->frames[k].is_inlined ? MEASURED_INLINED : 0 };

		path = measured_path(m, path, measured_frame(m, &frame));
	}
	for (int e = 0; e < EVENTS; e++)
		weights[e] = (struct measured_weight){ .value = s->values[e] };
	measured_add_sample(m, path, s->part, weights);
}

static struct measured *
make_measured(const struct world *w)
{
	struct measured *m = measured_new();

	measured_add_event(m, "cpu", 3, "");
	measured_add_event(m, "bytes", 5, "");
	for (uint32_t f = 0; f < FUNCS; f++) {
		char name[2] = { (char)('a' + f), '\0' };
		struct measured_func func = { .name = measured_text(m, name, 1),
			.object = NOBODY, .file = measured_text(m, "x.c", 3) };

		assert_int_equal(measured_func(m, &func), f);
	}
	for (uint32_t i = 0; i < PARTS; i++) {
		char name[2] = { (char)('0' + i), '\0' };

		assert_int_equal(measured_part(m, "thread", name, 1), i);
	}
	measured_divide(m, WHOLE, INSIDE);
	for (int i = 0; i < STACKS; i++)
		add_stack(m, &w->stacks[i]);
	return m;
}

/* Folds W->profile as W->into says. */
static void
fold(struct world *w)
{
	const struct profile *p = &w->profile;

	w->fold.into = mem_new(p->nfuncs, sizeof(*w->fold.into));
	w->fold.names = mem_new(p->nfuncs, sizeof(*w->fold.names));
	for (uint32_t f = 0; f < p->nfuncs; f++)
		w->fold.into[f] = w->into[f];
	w->fold.arcs_into = fold_arcs(p, w->fold.into);
	fold_open(&w->folded, p, &w->fold);
	w->shown_profile = &w->folded;
}

/* Makes the figures that W selects.  Functions keep the numbers that they have in W. */
static void
show(struct world *w)
{
	struct measured *m = make_measured(w);
	struct selection selection = { .event = w->event, .part = w->part,
		.no_profiler = w->no_profiler };

	w->profile = (struct profile){ .rules = RULES_EXACT };
	open_measured(&w->profile, m, w->inlined);
	measured_release(m);
	for (uint32_t f = 0; f < FUNCS; f++)
		assert_int_equal(w->profile.func_of[f], f);
	w->profile.funcs[PROFILER].is_profiler = true;
	w->shown_profile = &w->profile;
	if (w->folds)
		fold(w);
	w->no_arc = mem_new(w->profile.narcs, sizeof(*w->no_arc));
	for (uint32_t a = 0; a < w->profile.narcs; a++)
		w->no_arc[a] = w->no_call[w->profile.arcs[a].caller][w->profile.arcs[a].callee];
	selection.no_func = w->no_func;
	selection.no_arc = w->no_arc;
	if (w->nfoci > 0) {
		selection.focus = w->focus;
		selection.nfoci = w->nfoci;
	}
	assert_true(graph_solve(&w->shown, w->shown_profile, &selection, NULL));
}

static void
hide(struct world *w)
{
	graph_release(&w->shown);
	if (w->folds) {
		profile_release(&w->folded);
		free(w->fold.into);
		free((void *)w->fold.names);
		free(w->fold.arcs_into);
	}
	free(w->no_arc);
	profile_release(&w->profile);
}

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
			c = count(&of_part);
			assert_float_equal(totals.values[part * EVENTS + event], c.all, 0);
		}
		of_part.event = w->event;
		for (uint32_t f = 0; f < FUNCS; f++) {
			double self = fabs(count(&of_part).self[f]);

			greatest = self > greatest ? self : greatest;
		}
		assert_int_equal(totals.v[part].most == NOBODY, greatest == 0);
		if (greatest > 0)
			assert_float_equal(fabs(count(&of_part).self[totals.v[part].most]),
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
		struct world other = *w;
		struct counted c;

		other.part = part;
		other.only_own = true;
		c = count(&other);
		check_value(&series.parts[part], &c, caller, func);
	}
	for (uint32_t event = 0; event < EVENTS; event++) {
		struct world other = *w;
		struct counted c;

		other.event = event;
		c = count(&other);
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

/* Samples on lines; [FUNCS]: of any function. */
struct counted_lines {
	double self[FUNCS][LINES + 1], total[FUNCS + 1][LINES + 1];
};

/* A frame that is shown as a part of its caller is a line of the caller.  Functions are those as
 * read. */
static void
count_stack_lines(const struct world *w, const struct stack *s, struct counted_lines *c)
{
	uint32_t first = first_frame(w, s), func = NOBODY;
	bool has[FUNCS + 1][LINES + 1] = { { false } };
	double value = (double)s->values[w->event];

	for (uint32_t k = first; k < s->n; k++) {
		uint32_t line = s->frames[k].line;

		if (k == first || !s->frames[k].is_inlined || w->inlined)
			func = s->frames[k].func;
		c->total[func][line] += has[func][line] ? 0 : value;
		c->total[FUNCS][line] += has[FUNCS][line] ? 0 : value;
		has[func][line] = has[FUNCS][line] = true;
		if (k + 1 == s->n)
			c->self[func][line] += value;
	}
}

/* Lines that two functions share are in two items, one for each function that is inlined there,
 * so only the total of the line can be compared if functions are inlined. */
static void
check_lines(const struct world *w)
{
	struct source_items items = { 0 };
	struct counted_lines counted = { 0 }, found = { 0 };
	struct callsites places;
	struct arena text = { 0 };

	items.files.text = &text;
	callsites_open(&places, &w->profile);
	assert_true(sourceitems_collect_figures(&items, &w->shown, &places, NULL));
	for (int i = 0; i < STACKS; i++)
		count_stack_lines(w, &w->stacks[i], &counted);
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

/* The chain of functions of a row of a tree. */
struct chain {
	uint32_t funcs[DEEPEST], n;
};

/* Adds up the values of the stacks that a row shows: those whose frames, from the outermost frame
 * of function FROM on (NOBODY: from the first frame on), begin with CHAIN; in a tree of callers,
 * CHAIN leads up from this frame.  *SELF becomes the values of those that also end there. */
static double
count_chain(const struct world *w, uint32_t from, bool callers, const struct chain *chain,
	double *self)
{
	double total = 0;

	*self = 0;
	for (int i = 0; i < STACKS; i++) {
		uint32_t frames[DEEPEST], n = visible_frames(w, &w->stacks[i], frames), at = 0, k;

		while (from != NOBODY && at < n && frames[at] != from)
			at++;
		if (at >= n)
			continue;
		for (k = 0; k < chain->n; k++)
			if (callers ? k > at || frames[at - k] != chain->funcs[k]
			    : at + k >= n || frames[at + k] != chain->funcs[k])
				break;
		if (k < chain->n)
			continue;
		total += (double)w->stacks[i].values[w->event];
		if (callers ? at + 1 == chain->n : at + chain->n == n)
			*self += (double)w->stacks[i].values[w->event];
	}
	return total;
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
	total = count_chain(w, from, s->callers, &chain, &self);
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
		struct world w = { 0 };
		struct counted c;

		make_stacks(&w, &seed, is_signed);
		choose(&w, &seed);
		show(&w);
		c = count(&w);
		check_functions(&w, &c);
		check_calls(&w, &c);
		if (round % 20 == 0) {
			check_trees(&w);
			check_roots(&w, c.all);
			check_parts(&w);
			check_all_series(&w);
			check_lines(&w);
		}
		hide(&w);
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
