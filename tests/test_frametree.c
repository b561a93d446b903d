/* test_frametree.c - the frames of an icicle, compared with stacks and with sums of the call graph
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "bytes.h"
#include "figures/frametree.h"
#include "figures/graph_solve.h"
#include "made.h"
#include "stacks.h"

enum { ROUNDS = 60, MADE_FUNCS = 8, MADE_CALLS = 12 };

/* A tree of stacks, and the part of each stack that the tree must show. */
struct shown {
	struct frametree tree;
	struct stack stacks[STACKS];
	uint32_t chain[DEEPEST + 1], n;	/* functions from the outermost frame to the frame that is
					 * checked */
	uint32_t frames;		/* frames checked so far */
};

static bool
has_any(const struct stack *s, const bool *funcs)
{
	bool has = false;

	for (uint32_t k = 0; k < s->n; k++)
		has |= funcs[s->funcs[k]];
	return has;
}

/* Sets T->stacks to the parts of STACKS that a tree with the options O shows if X is excluded. */
static void
cut_stacks(struct shown *t, const struct stack stacks[STACKS], const struct excluded *x,
	const struct frametree_options *o)
{
	for (int i = 0; i < STACKS; i++) {
		const struct stack *s = &stacks[i];
		struct stack *to = &t->stacks[i];
		uint32_t outermost = first_frame(s, x), at = outermost;

		*to = (struct stack){ .value = s->value, .square = s->square };
		while (o->subject != NOBODY && at < s->n && s->funcs[at] != o->subject)
			at++;
		if (o->callees_on_top && o->subject == NOBODY)
			at = s->n - 1;
		if (at >= s->n || outermost >= s->n)
			continue;
		for (uint32_t k = at; o->callees_on_top ? k >= outermost && k < s->n : k < s->n;
		     o->callees_on_top ? k-- : k++)
			to->funcs[to->n++] = s->funcs[k];
		if (o->chosen != NULL && !has_any(to, o->chosen))
			to->n = 0;
	}
}

/* Checks frame F, whose functions are T->chain, and all frames inside F. */
static void
check_frame(struct shown *t, uint32_t f)
{
	const struct frame frame = t->tree.v[f];
	double total = 0, self = 0, square = 0, rest, width = INFINITY;
	uint32_t n, first;

	for (int i = 0; i < STACKS; i++) {
		const struct stack *s = &t->stacks[i];

		if (s->n == 0 || s->n < t->n
		    || memcmp(s->funcs, t->chain, t->n * sizeof(*s->funcs)) != 0)
			continue;
		total += s->value;
		square += s->square;
		self += s->n == t->n ? s->value : 0;
	}
	assert_true(frame.total == total && frame.width == total);
	assert_true(frame.self == self);
	assert_true(frame.variance == square);
	assert_false(frame.is_estimated);
	assert_int_equal(frame.depth, t->tree.subject == NOBODY ? t->n : t->n - 1);
	t->frames++;
	first = frametree_inside(&t->tree, f, NULL, &n);
	assert_int_equal(frametree_inside(&t->tree, f, NULL, &n), first);
	rest = frame.width - frame.self;
	for (uint32_t i = first; i < first + n; i++) {
		const struct frame *inside = &t->tree.v[i];

		assert_true(inside->rest == rest && inside->width > 0 && inside->width <= width);
		assert_int_equal(inside->parent, f);
		rest -= inside->width;
		width = inside->width;
		t->chain[t->n++] = inside->node;
		check_frame(t, i);
		t->n--;
	}
	assert_true(rest == 0);
}

/* Checks the tree of G that O describes.  Checks the total time of those stacks of the tree that
 * contain a function of FUNCS.  Returns the number of frames of the tree. */
static uint32_t
check_stacks(const struct graph *g, const struct stack stacks[STACKS], const struct excluded *x,
	const struct frametree_options *o, const bool *funcs)
{
	struct shown t = { .n = 0 };
	double with = 0;

	cut_stacks(&t, stacks, x, o);
	assert_true(frametree_open(&t.tree, g, o));
	if (o->subject != NOBODY)
		t.chain[t.n++] = o->subject;
	check_frame(&t, 0);
	for (int i = 0; i < STACKS; i++)
		with += has_any(&t.stacks[i], funcs) ? t.stacks[i].value : 0;
	assert_true(frametree_time_with(&t.tree, funcs, NULL) == with);
	frametree_release(&t.tree);
	return t.frames;
}

static void
choose_funcs(bool *funcs, uint32_t n, uint64_t *seed)
{
	for (uint32_t f = 0; f < n; f++)
		funcs[f] = random_below(seed, 4) == 0;
}

static void
test_stacks(void **state)
{
	uint64_t seed = 5;
	uint32_t frames = 0;

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		struct stack stacks[STACKS];
		struct excluded x = { .into = { 0, 1, 2, 3, 4, 5 } };
		struct profile p;
		struct graph g;
		bool *arcs, chosen[FUNCS], funcs[FUNCS];

		make_stacks(stacks, &seed);
		open_stacks(&p, stacks);
		arcs = mem_new(p.narcs, sizeof(*arcs));
		x.funcs[random_below(&seed, FUNCS)] = round % 2 == 0;
		for (uint32_t a = 0; round % 3 > 0 && a < p.narcs; a++)
			x.calls[p.arcs[a].caller][p.arcs[a].callee] = arcs[a]
				= random_below(&seed, 4) == 0;
		assert_true(graph_solve(&g, &p, &(struct selection){ .part = NOBODY,
			.no_func = x.funcs,
			.no_arc = round % 3 > 0 ? arcs : NULL }, NULL));
		choose_funcs(chosen, FUNCS, &seed);
		choose_funcs(funcs, FUNCS, &seed);
		for (uint32_t f = 0; f <= FUNCS; f++)
			for (int kind = 0; kind < 4; kind++)
				frames += check_stacks(&g, stacks, &x, &(struct frametree_options){
					.callees_on_top = kind % 2 != 0,
					.chosen = kind < 2 ? NULL : chosen,
					.subject = f < FUNCS ? f : NOBODY }, funcs);
		graph_release(&g);
		profile_release(&p);
		free(arcs);
	}
	assert_true(frames > 30000);
}

static void
assert_near(double got, double want)
{
	if (!(fabs(got - want) <= 1e-9 * (fabs(want) + 1)))
		fail_msg("%.17g is not %.17g", got, want);
}

/* Sums over the frames of a tree. */
struct sums {
	double of[2 * MADE_FUNCS];	/* indexed by node: sum of the widths of its frames */
	double self;
	double with_a, with_b, with_both;	/* .self of frames; the frame and the frames around
						 * it contain a function of A, of B, of both */
};

static bool
is_node_of(const struct graph *g, uint32_t n, const bool *funcs)
{
	bool is = n < g->nfuncs && funcs[n];

	for (uint32_t f = 0; f < g->nfuncs; f++)
		is |= funcs[f] && g->nodes[f].cycle == n;
	return is;
}

/* Adds to SUMS the widths and the own time of frame F and of all frames inside, and checks the
 * widths.  IN_A is true if a function of A is in a frame around F, IN_B if a function of B is. */
static void
add_up(struct frametree *t, uint32_t f, const bool *a, const bool *b, bool in_a, bool in_b,
	struct sums *sums)
{
	const struct frame frame = t->v[f];
	double inside = frame.self;
	uint32_t n, first = frametree_inside(t, f, NULL, &n);

	if (frame.node != NOBODY) {
		sums->of[frame.node] += frame.width;
		in_a |= is_node_of(t->graph, frame.node, a);
		in_b |= is_node_of(t->graph, frame.node, b);
	}
	sums->self += frame.self;
	sums->with_a += in_a ? frame.self : 0;
	sums->with_b += in_b ? frame.self : 0;
	sums->with_both += in_a && in_b ? frame.self : 0;
	for (uint32_t i = first; i < first + n; i++) {
		assert_near(t->v[i].rest, frame.width - inside);
		inside += t->v[i].width;
		assert_true(i == first || t->v[i].width <= t->v[i - 1].width);
		add_up(t, i, a, b, in_a, in_b, sums);
	}
	assert_near(inside, frame.width);
}

/* Checks a tree of G: the widths of its frames, and the sums of the stacks that contain functions
 * of A, of B, and of both.  The tree has callees on top if CALLEES_ON_TOP, and contains all stacks
 * or those of SUBJECT. */
static void
check_estimates(const struct graph *g, bool callees_on_top, uint32_t subject, const bool *a,
	const bool *b)
{
	struct frametree_options o = { .callees_on_top = callees_on_top, .subject = subject };
	struct sums sums = { .self = 0 }, chosen = { .self = 0 };
	struct frametree t, of_a;

	assert_true(frametree_open(&t, g, &o));
	add_up(&t, 0, a, b, false, false, &sums);
	assert_near(sums.self, t.v[0].width);
	if (subject == NOBODY)
		assert_near(t.v[0].width, g->total);
	else
		assert_near(t.v[0].width, graph_node_time(&g->nodes[t.subject]));
	for (uint32_t n = 0; n < g->nnodes && !callees_on_top && subject == NOBODY; n++)
		assert_near(sums.of[n], g->nodes[n].cycle == NOBODY ? graph_node_time(&g->nodes[n])
			: 0);
	assert_near(frametree_time_with(&t, a, NULL), sums.with_a);
	assert_near(frametree_time_with(&t, b, NULL), sums.with_b);
	o.chosen = a;
	assert_true(frametree_open(&of_a, g, &o));
	assert_near(of_a.v[0].width, sums.with_a);
	add_up(&of_a, 0, a, b, false, false, &chosen);
	assert_near(chosen.self, sums.with_a);
	assert_near(frametree_time_with(&of_a, b, NULL), sums.with_both);
	frametree_release(&t);
	frametree_release(&of_a);
}

/* Makes a profile of functions with random times and calls.  Some functions are in cycles. */
static void
make_calls(struct profile *p, uint64_t *seed)
{
	bool called[MADE_FUNCS][MADE_FUNCS] = { { false } };

	made_profile(p, RULES_EXACT, MADE_FUNCS);
	for (uint32_t f = 0; f < MADE_FUNCS; f++)
		p->ticks[f] = 1 + random_below(seed, 99);
	for (int i = 0; i < MADE_CALLS; i++) {
		uint32_t from = random_below(seed, MADE_FUNCS), to = random_below(seed, MADE_FUNCS);

		/* Few calls lead back to callers. */
		if (!called[from][to] && (from <= to || random_below(seed, 4) == 0))
			made_call(p, from, to, 1 + random_below(seed, 9));
		called[from][to] |= from <= to;
	}
	profile_link(p);
}

static void
test_estimates(void **state)
{
	uint64_t seed = 3;
	uint32_t cycles = 0;

	(void)state;
	for (int round = 0; round < 10 * ROUNDS; round++) {
		bool a[MADE_FUNCS], b[MADE_FUNCS];
		struct profile p;
		struct graph g;

		make_calls(&p, &seed);
		assert_true(graph_solve(&g, &p, NULL, NULL));
		cycles += g.ncycles;
		choose_funcs(a, MADE_FUNCS, &seed);
		choose_funcs(b, MADE_FUNCS, &seed);
		for (uint32_t f = 0; f <= MADE_FUNCS; f++) {
			check_estimates(&g, false, f < MADE_FUNCS ? f : NOBODY, a, b);
			check_estimates(&g, true, f < MADE_FUNCS ? f : NOBODY, a, b);
		}
		graph_release(&g);
		profile_release(&p);
	}
	assert_true(cycles > ROUNDS);
}

/* A frame is an estimate if it contains only a part of the time of a function.  f0 calls f1 and f2,
 * f1 and f2 call f3, and f2 calls f4. */
static void
test_marks(void **state)
{
	struct frametree_options o = { .subject = NOBODY };
	struct frametree t;
	struct profile p;
	struct graph g;
	uint32_t n, f;

	(void)state;
	made_profile(&p, RULES_EXACT, 5);
	for (f = 0; f < 5; f++)
		p.ticks[f] = f == 2 ? 20 : 8;
	made_call(&p, 0, 1, 1);
	made_call(&p, 0, 2, 1);
	made_call(&p, 1, 3, 3);
	made_call(&p, 2, 3, 1);
	made_call(&p, 2, 4, 1);
	profile_link(&p);
	assert_true(graph_solve(&g, &p, NULL, NULL));
	assert_true(frametree_open(&t, &g, &o));
	assert_true(t.can_estimate);
	f = frametree_inside(&t, 0, NULL, &n);
	assert_int_equal(n, 1);
	assert_false(t.v[f].is_estimated);
	assert_true(t.v[f].width == 52);
	/* Inside f0 is first f2 (20 + 2 + 8), then f1 (8 + 6). */
	f = frametree_inside(&t, f, NULL, &n);
	assert_int_equal(n, 2);
	assert_int_equal(t.v[f].node, 2);
	assert_true(t.v[f].is_estimated && t.v[f].width == 30 && t.v[f].self == 20);
	assert_true(t.v[f + 1].is_estimated && t.v[f + 1].width == 14 && t.v[f].rest == 44);
	f = frametree_inside(&t, f, NULL, &n);
	assert_int_equal(n, 2);
	assert_int_equal(t.v[f].node, 4);
	assert_false(t.v[f].is_estimated);
	assert_true(t.v[f + 1].is_estimated && t.v[f + 1].width == 2);
	frametree_release(&t);
	graph_release(&g);
	profile_release(&p);
}

/* Is frame F of T below a frame of a cycle, or is it that frame? */
static bool
is_of_cycle(const struct frametree *t, uint32_t f)
{
	for (; f != NOBODY; f = t->v[f].parent)
		if (t->v[f].node != NOBODY && t->v[f].node >= t->graph->nfuncs)
			return true;
	return false;
}

/* A frame is a guess if few calls lead into a cycle that has most of the time.  f0 calls f1, f2 and
 * f5, f1 and f2 call f3, which is in a cycle with f4, and often f6. */
static void
test_guesses(void **state)
{
	for (int i = 0; i < 2; i++) {
		struct frametree_options o = { .subject = NOBODY, .callees_on_top = i != 0 };
		struct frametree t;
		struct profile p;
		struct graph g;
		uint32_t nguesses = 0, n;

		made_profile(&p, RULES_EXACT, 7);
		for (uint32_t f = 0; f < 7; f++)
			p.ticks[f] = f == 3 ? 90 : f > 4 ? 9 : 0;
		made_call(&p, 0, 1, 1);
		made_call(&p, 0, 2, 1);
		made_call(&p, 0, 5, 1);
		made_call(&p, 1, 3, 1);
		made_call(&p, 2, 3, 3);
		made_call(&p, 1, 6, 300);
		made_call(&p, 2, 6, 300);
		made_call(&p, 3, 4, 100);
		made_call(&p, 4, 3, 100);
		profile_link(&p);
		assert_true(graph_solve(&g, &p, NULL, NULL));
		assert_true(frametree_open(&t, &g, &o));
		for (uint32_t f = 0; f < t.n; f++) {
			bool is_caller = t.v[f].node == 1 || t.v[f].node == 2;
			bool guess = i == 0 ? is_caller || is_of_cycle(&t, f)
				: t.v[f].depth > 1 && is_of_cycle(&t, f);

			frametree_inside(&t, f, NULL, &n);
			nguesses += guess;
			assert_true(t.v[f].is_guess == guess);
		}
		/* f1, f2 and the cycle inside each of them or, the other way round, f1 and f2, and
		 * f0 as the caller of each. */
		assert_int_equal(nguesses, 4);
		frametree_release(&t);
		graph_release(&g);
		profile_release(&p);
	}
	(void)state;
}

/* Stops work that polls .stop, at poll number .left + 1. */
struct stopper {
	struct stop stop;
	int left;
};

static void
count_down(struct stop *s)
{
	struct stopper *t = (struct stopper *)s;

	s->asked = t->left-- <= 0;
}

/* Opens T, the tree of G that O describes.  Tries again and again, and stops try N at its poll N,
 * until a try succeeds.  Returns the number of polls of this last try. */
static int
open_after_stops(struct frametree *t, const struct graph *g, struct frametree_options o)
{
	struct stopper s = { .stop.tell = count_down };
	int polls = 0;

	o.stop = &s.stop;
	while (!frametree_open(t, g, &o))
		s.left = ++polls;
	return polls;
}

/* Makes the frames inside frame F of T.  Tries again and again, and stops try N at its poll N,
 * until a try succeeds.  Returns the number of polls of this last try. */
static int
open_inside_after_stops(struct frametree *t, uint32_t f)
{
	struct stopper s = { .stop.tell = count_down };
	uint32_t n, before = t->n;
	int polls = 0;

	while (frametree_inside(t, f, &s.stop, &n) == NOBODY) {
		assert_int_equal(n, 0);
		assert_int_equal(t->n, before);
		s.left = ++polls;
	}
	assert_int_equal(t->n, before + n);
	return polls;
}

/* Calls frametree_time_with() again and again, and stops call N at its poll N, until a call
 * succeeds.  Asserts that this last call returns WIDTH.  Returns the number of its polls. */
static int
sum_after_stops(const struct frametree *t, const bool *funcs, double width)
{
	struct stopper s = { .stop.tell = count_down };
	int polls = 0;
	double found;

	while ((found = frametree_time_with(t, funcs, &s.stop)) < 0)
		s.left = ++polls;
	assert_true(found == width);
	return polls;
}

enum { MANY = 3 * STOP_EVERY };

/* Long work polls .stop often.  Work that was stopped succeeds when it is repeated. */
static void
test_stops(void **state)
{
	struct stack *stacks = mem_new(MANY, sizeof(*stacks));
	bool *funcs = mem_new(MANY + 2, sizeof(*funcs));
	struct frametree_options o = { .subject = NOBODY };
	struct frametree t;
	struct profile p;
	struct graph g;

	(void)state;
	/* f0 calls f2, f3 and so on, which call f1. */
	for (uint32_t i = 0; i < MANY; i++)
		stacks[i] = (struct stack){ { 0, i + 2, 1 }, 3, 1, 0 };
	open_stacks_of(&p, stacks, MANY, MANY + 2);
	assert_true(graph_solve(&g, &p, NULL, NULL));
	funcs[5] = true;
	assert_true(frametree_open(&t, &g, &o));	/* there is one outermost frame */
	assert_int_equal(t.v[1].width, MANY);
	assert_true(open_inside_after_stops(&t, 1) >= 4);
	assert_int_equal(t.v[1].ninside, MANY);
	assert_true(sum_after_stops(&t, funcs, 1) >= 3);
	frametree_release(&t);
	/* The same with callees on top. */
	o.callees_on_top = true;
	assert_true(open_after_stops(&t, &g, o) > 10);
	assert_int_equal(t.v[1].width, MANY);
	assert_true(open_inside_after_stops(&t, 1) >= 4);
	assert_int_equal(t.v[1].ninside, MANY);
	assert_int_equal(open_inside_after_stops(&t, 2), 0);
	assert_true(t.v[2].ninside == 1 && t.v[t.v[2].inside].node == 0);
	frametree_release(&t);
	o.subject = 1;
	assert_true(open_after_stops(&t, &g, o) > 10);
	assert_true(open_inside_after_stops(&t, 0) >= 4);
	assert_int_equal(t.v[0].ninside, MANY);
	frametree_release(&t);
	graph_release(&g);
	profile_release(&p);
	/* Without stacks, the tree is made of calls, which are sorted. */
	made_profile(&p, RULES_EXACT, 2);
	p.ticks[1] = 5;
	made_call(&p, 0, 1, 1);
	profile_link(&p);
	assert_true(graph_solve(&g, &p, NULL, NULL));
	o.subject = NOBODY;
	assert_true(open_after_stops(&t, &g, o) >= 2);
	assert_true(sum_after_stops(&t, funcs, 0) >= 1);
	frametree_release(&t);
	graph_release(&g);
	profile_release(&p);
	free(stacks);
	free(funcs);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stacks),
		cmocka_unit_test(test_estimates),
		cmocka_unit_test(test_marks),
		cmocka_unit_test(test_guesses),
		cmocka_unit_test(test_stops),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
