/* world.c - random stacks, a choice of what is shown of them, and a brute force
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "world.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "bytes.h"
#include "figures/graph_solve.h"
#include "load/open_measured.h"
#include "measured/measured.h"

/* Is part PART in part OF?  Part WHOLE contains part INSIDE. */
static bool
is_in(uint32_t part, uint32_t of)
{
	return part == of || (part == INSIDE && of == WHOLE);
}

uint32_t
world_first_frame(const struct world *w, const struct stack *s)
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

uint32_t
world_frames(const struct world *w, const struct stack *s, uint32_t shown[DEEPEST])
{
	uint32_t first = world_first_frame(w, s), nshown = 0;

	for (uint32_t k = first; k < s->n; k++) {
		uint32_t f = w->into[s->frames[k].func];

		if (k > first && s->frames[k].is_inlined && !w->inlined)
			continue;
		if (nshown == 0 || shown[nshown - 1] != f || w->alone[f])
			shown[nshown++] = f;
	}
	return nshown;
}

/* Adds what is inlined in S, whose innermost frame that is shown is of function LAST. */
static void
count_inlined(const struct world *w, const struct stack *s, uint32_t last, struct counted *c)
{
	double value = (double)s->values[w->event];
	bool has[FUNCS] = { false };

	if (!w->inlined) {
		c->inlined[last] += s->n > 1 && s->frames[s->n - 1].is_inlined ? value : 0;
		return;
	}
	for (uint32_t k = world_first_frame(w, s); k < s->n; k++) {
		uint32_t f = w->into[s->frames[k].func];

		if (k == 0 || !s->frames[k].is_inlined || has[f])
			continue;
		c->inlined[f] += value;
		has[f] = true;
	}
}

static void
count_stack(const struct world *w, const struct stack *s, struct counted *c)
{
	uint32_t frames[DEEPEST], n = world_frames(w, s, frames);
	double value = (double)s->values[w->event], squares = s->squares[w->event];
	bool has[FUNCS] = { false }, calls[FUNCS][FUNCS] = { { false } };

	if (n == 0)
		return;
	c->all += value;
	c->amount += fabs(value);
	c->root[frames[0]] += value;
	c->self[frames[n - 1]] += value;
	c->self_squares[frames[n - 1]] += squares;
	if (n > 1)
		c->arc_self[frames[n - 2]][frames[n - 1]] += value;
	for (uint32_t k = 0; k < n; k++) {
		uint32_t f = frames[k], caller = k > 0 ? frames[k - 1] : f;

		c->total[f] += has[f] ? 0 : value;
		c->total_squares[f] += has[f] ? 0 : squares;
		has[f] = true;
		if (k == 0 || calls[caller][f])
			continue;
		c->arc_total[caller][f] += value;
		c->arc_squares[caller][f] += squares;
		calls[caller][f] = true;
	}
	count_inlined(w, s, frames[n - 1], c);
}

struct counted
world_count(const struct world *w)
{
	struct counted c = { 0 };

	for (int i = 0; i < STACKS; i++)
		count_stack(w, &w->stacks[i], &c);
	return c;
}

struct counted
world_count_event(const struct world *w, uint32_t event)
{
	struct world other = *w;

	other.event = event;
	return world_count(&other);
}

struct counted
world_count_part(const struct world *w, uint32_t part)
{
	struct world other = *w;

	other.part = part;
	other.only_own = true;
	return world_count(&other);
}

/* Adds the calls in S: each stack once for each call of one function by a line of another. */
static void
count_stack_calls(const struct world *w, const struct stack *s, struct counted_lines *c)
{
	bool has[FUNCS][LINES + 1][FUNCS] = { { { false } } };
	uint32_t first = world_first_frame(w, s), caller = NOBODY;

	for (uint32_t k = first; k < s->n; k++) {
		uint32_t callee = s->frames[k].func, line;

		if (k > first && s->frames[k].is_inlined && !w->inlined)
			continue;
		line = k > first ? s->frames[k - 1].line : 0;
		if (caller != NOBODY && !has[caller][line][callee]) {
			c->calls[callee][line] += (double)s->values[w->event];
			has[caller][line][callee] = true;
		}
		caller = callee;
	}
}

static void
count_stack_lines(const struct world *w, const struct stack *s, struct counted_lines *c)
{
	uint32_t first = world_first_frame(w, s), func = NOBODY, last = s->frames[s->n - 1].line;
	bool has[FUNCS + 1][LINES + 1] = { { false } };
	double value = (double)s->values[w->event], squares = s->squares[w->event];

	if (first == s->n)
		return;
	for (uint32_t k = first; k < s->n; k++) {
		uint32_t line = s->frames[k].line;

		if (k == first || !s->frames[k].is_inlined || w->inlined)
			func = s->frames[k].func;
		c->total[func][line] += has[func][line] ? 0 : value;
		c->total[FUNCS][line] += has[FUNCS][line] ? 0 : value;
		c->total_squares[line] += has[FUNCS][line] ? 0 : squares;
		has[func][line] = has[FUNCS][line] = true;
	}
	c->self[func][last] += value;
	c->self[FUNCS][last] += value;
	c->self_squares[last] += squares;
	count_stack_calls(w, s, c);
}

struct counted_lines
world_count_lines(const struct world *w)
{
	struct counted_lines c = { .calls = { { 0 } } };

	for (int i = 0; i < STACKS; i++)
		count_stack_lines(w, &w->stacks[i], &c);
	return c;
}

double
world_count_chain(const struct world *w, uint32_t from, bool callers,
	const struct chain *chain, double *self)
{
	double total = 0;

	*self = 0;
	for (int i = 0; i < STACKS; i++) {
		uint32_t frames[DEEPEST], n = world_frames(w, &w->stacks[i], frames), at = 0, k;

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

/* Sets the value of S for EVENT. */
static void
make_value(struct stack *s, uint32_t event, enum sampling sampling, uint64_t *seed, bool is_signed)
{
	int64_t n = (int64_t)random_below(seed, 50) - (is_signed ? 20 : 0);

	s->values[event] = sampling == EQUAL ? EACH * n : n;
	s->squares[event] = sampling == EQUAL ? EACH * EACH * fabs((double)n)
		: sampling == DIFFERENT ? fabs((double)n) * (1 + random_below(seed, 3)) : 0;
}

static void
make_stacks(struct world *w, uint64_t *seed, bool is_signed)
{
	w->sampling = random_below(seed, SAMPLINGS);
	for (int i = 0; i < STACKS; i++) {
		struct stack *s = &w->stacks[i];

		s->n = 1 + random_below(seed, DEEPEST);
		s->part = random_below(seed, PARTS);
		for (uint32_t k = 0; k < s->n; k++)
			s->frames[k] = (struct frame){ random_below(seed, FUNCS),
				1 + random_below(seed, LINES), random_below(seed, 4) == 0 };
		for (uint32_t e = 0; e < EVENTS; e++)
			make_value(s, e, w->sampling, seed, is_signed);
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

void
world_make(struct world *w, uint64_t *seed, bool is_signed)
{
	*w = (struct world){ .sampling = COUNTED };
	make_stacks(w, seed, is_signed);
	choose(w, seed);
}

static void
add_stack(struct measured *m, const struct world *w, const struct stack *s)
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
		weights[e] = (struct measured_weight){ .value = s->values[e],
			.samples = w->sampling == EQUAL ? (uint64_t)llabs(s->values[e] / EACH)
				: w->sampling == DIFFERENT,
			.squares = s->squares[e] };
	measured_add_sample(m, path, s->part, weights);
}

static struct measured *
make_measured(const struct world *w)
{
	static const char *const events[EVENTS] = { "cycles", "instructions" };
	struct measured *m = measured_new();

	for (uint32_t e = 0; e < EVENTS; e++) {
		measured_add_event(m, events[e], strlen(events[e]), "");
		m->events[e].is_sampled = w->sampling != COUNTED;
	}
	m->format = "pprof";
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
		add_stack(m, w, &w->stacks[i]);
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

void
world_show(struct world *w)
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

void
world_hide(struct world *w)
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
