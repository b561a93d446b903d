/* test_acyclic.c - call graphs without cycles: figures and their kinds are those of gprof's rule
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/app.h"
#include "base/mem.h"
#include "bytes.h"
#include "figures/graph_solve.h"
#include "fixture.h"
#include "made.h"
#include "table/column_values.h"

enum { MOST = 40, ARCS = 150, ROUNDS = 2000, SCREENS = 60 };

/* A random program, and its times by gprof's propagation. */
struct program {
	uint32_t n, narcs;
	double ticks[MOST], children[MOST];
	double fract[MOST];		/* by gprof's rules, the fraction of the function's time
					 * that is not excluded */
	bool has_children[MOST], has_fract[MOST];	/* children[], fract[] are computed */
	struct arc arcs[ARCS];
	uint64_t outside[MOST];		/* calls from outside */
	uint64_t calls[MOST];		/* all calls except recursive calls */
};

/* Does CALLEE have a caller in R? */
static bool
has_caller(const struct program *r, uint32_t callee)
{
	for (uint32_t a = 0; a < r->narcs; a++)
		if (r->arcs[a].callee == callee)
			return true;
	return false;
}

/* Makes R a random program without cycles.  Functions call only functions that are later in a
 * random order, and sometimes themselves.  If IS_TREE, each function has at most one caller. */
static void
choose_program(struct program *r, bool is_tree, uint64_t *seed)
{
	uint32_t order[MOST], m = random_below(seed, ARCS);

	memset(r, 0, sizeof(*r));
	r->n = 1 + random_below(seed, MOST);
	for (uint32_t f = 0; f < r->n; f++) {
		uint32_t other = random_below(seed, f + 1);

		order[f] = order[other];
		order[other] = f;
		/* The samples of a bin may be divided among functions. */
		r->ticks[f] = random_below(seed, 4) == 0 ? 0 : random_below(seed, 5000) / 7.0;
		if (!is_tree && random_below(seed, 4) == 0)
			r->outside[f] = random_below(seed, 50);
	}
	for (uint32_t i = 0; i < m; i++) {
		uint32_t x = random_below(seed, r->n), y = random_below(seed, r->n);
		struct arc a = { .caller = order[x < y ? x : y], .callee = order[x < y ? y : x],
			.low = random_below(seed, 6) == 0 ? 0 : 1 + random_below(seed, 1000000) };
		bool is_new = !is_tree || !has_caller(r, a.callee);

		for (uint32_t k = 0; k < r->narcs; k++)
			is_new &= r->arcs[k].caller != a.caller || r->arcs[k].callee != a.callee;
		if (is_new)
			r->arcs[r->narcs++] = a;
	}
	for (uint32_t f = 0; f < r->n; f++)
		r->calls[f] = r->outside[f];
	for (uint32_t i = 0; i < r->narcs; i++)
		if (r->arcs[i].caller != r->arcs[i].callee)
			r->calls[r->arcs[i].callee] += r->arcs[i].low;
}

/* Returns the part of the callee's time that arc A propagates. */
static double
part_of(const struct program *r, uint32_t a)
{
	const struct arc *arc = &r->arcs[a];

	return arc->caller == arc->callee || arc->low == 0 ? 0
		: (double)arc->low / (double)r->calls[arc->callee];
}

/* Returns the time that F gets from its callees.  The last arc is added first, as in graph_solve(),
 * because the order of additions changes the rounding. */
static double
children_of(struct program *r, uint32_t f)
{
	if (r->has_children[f])
		return r->children[f];
	r->has_children[f] = true;
	for (uint32_t a = r->narcs; a-- > 0;) {
		uint32_t callee = r->arcs[a].callee;

		if (r->arcs[a].caller == f && callee != f && r->arcs[a].low > 0)
			r->children[f] += r->ticks[callee] * part_of(r, a)
				+ children_of(r, callee) * part_of(r, a);
	}
	return r->children[f];
}

/* Returns the fraction of the time of F that is not excluded, by gprof's rules.  The fraction is 1
 * except for rounding errors, which occur because gprof adds up the shares of the callers. */
static double
fract_of(struct program *r, uint32_t f)
{
	if (r->has_fract[f])
		return r->fract[f];
	r->has_fract[f] = true;
	for (uint32_t a = r->narcs; a-- > 0;)
		if (r->arcs[a].callee == f && r->arcs[a].caller != f && r->arcs[a].low > 0)
			r->fract[f] += fract_of(r, r->arcs[a].caller) * part_of(r, a);
	if (r->outside[f] > 0)
		r->fract[f] += (double)r->outside[f] / (double)r->calls[f];
	if (r->fract[f] == 0)
		r->fract[f] = 1;
	return r->fract[f];
}

/* Returns the time that F gets from its callees by gprof's rules.  FRACT is the fraction of the
 * time of F that is not excluded. */
static double
counted_children_of(struct program *r, uint32_t f, double fract)
{
	double sum = 0;

	for (uint32_t a = r->narcs; a-- > 0;) {
		uint32_t callee = r->arcs[a].callee;

		if (r->arcs[a].caller == f)
			sum += fract * (r->ticks[callee] * part_of(r, a)
				+ children_of(r, callee) * part_of(r, a));
	}
	return sum;
}

/* Asserts that GOT and WANT are equal.  GOT and WANT may differ in the last digits if the compiler
 * may compute with more digits than a double has, or with fused multiply-add. */
static void
assert_same(double got, double want)
{
	double near = 0;

#if FLT_EVAL_METHOD != 0 || defined(__FP_FAST_FMA) || defined(__FMA__) \
	|| defined(__ARM_FEATURE_FMA)
	near = 1e-12 * (fabs(want) + 1);
#endif
	if (!(fabs(got - want) <= near))
		fail_msg("%.17g is not %.17g", got, want);
}

/* Asserts that GOT and WANT are equal except for the last digits, because the order of
 * multiplications can differ. */
static void
assert_near(double got, double want)
{
	if (!(fabs(got - want) <= 1e-12 * (fabs(want) + 1)))
		fail_msg("%.17g is not %.17g", got, want);
}

static void
make_profile(struct profile *p, const struct program *r, enum rules rules)
{
	made_profile(p, rules, r->n);
	memcpy(p->ticks, r->ticks, r->n * sizeof(*r->ticks));
	for (uint32_t a = 0; a < r->narcs; a++)
		made_call(p, r->arcs[a].caller, r->arcs[a].callee, r->arcs[a].low);
	p->outside = mem_new(r->n, sizeof(*p->outside));
	p->noutside = r->n;
	memcpy(p->outside, r->outside, r->n * sizeof(*r->outside));
	profile_link(p);
}

/* Checks self, children and calls of each function, and the share of each arc. */
static void
check_graph(const struct graph *g, struct program *r, enum rules rules)
{
	assert_int_equal(g->ncycles, 0);
	for (uint32_t f = 0; f < r->n; f++) {
		double fract = rules == RULES_GPROF ? fract_of(r, f) : 1;

		assert_int_equal(g->nodes[f].cycle, NOBODY);
		assert_true(g->nodes[f].calls == r->calls[f]);
		assert_near(fract, 1);
		assert_same(g->nodes[f].self, r->ticks[f] * fract);
		assert_same(g->nodes[f].children, counted_children_of(r, f, fract));
	}
	for (uint32_t a = 0; a < r->narcs; a++) {
		uint32_t callee = r->arcs[a].callee;
		double fract = rules == RULES_GPROF ? fract_of(r, r->arcs[a].caller) : 1;
		struct share share = graph_share(g, a);

		assert_same(share.self, r->ticks[callee] * part_of(r, a) * fract);
		assert_same(share.children, children_of(r, callee) * part_of(r, a) * fract);
	}
}

static void
test_propagation(void **state)
{
	uint64_t seed = 61;

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		enum rules rules = round % 2 == 0 ? RULES_EXACT : RULES_GPROF;
		struct program r;
		struct profile p;
		struct graph g;

		choose_program(&r, round % 5 == 0, &seed);
		make_profile(&p, &r, rules);
		graph_solve(&g, &p, NULL, NULL);
		check_graph(&g, &r, rules);
		graph_release(&g);
		graph_solve_times(&g, &p, NULL);
		check_graph(&g, &r, rules);
		graph_release(&g);
		profile_release(&p);
	}
}

/* Opens the browser over program R. */
static void
open_browser(struct fixture *f, const struct program *r)
{
	struct profile *p = &f->profile;

	fixture_functions(f, r->n);
	p->arcs = mem_resize(p->arcs, r->narcs, sizeof(*p->arcs));
	p->narcs = r->narcs;
	memcpy(p->arcs, r->arcs, r->narcs * sizeof(*p->arcs));
	memcpy(p->ticks, r->ticks, r->n * sizeof(*p->ticks));
	memcpy(p->outside, r->outside, r->n * sizeof(*p->outside));
	p->total = 0;
	for (uint32_t i = 0; i < r->n; i++)
		p->total += r->ticks[i];
	fixture_start(f, 160, 50, false);
}

/* Does any function have several callers?  If not, no time is shared, and all times are sampled. */
static bool
is_shared(const struct program *r)
{
	uint32_t callers[MOST] = { 0 };

	for (uint32_t f = 0; f < r->n; f++)
		callers[f] = r->outside[f] > 0;
	for (uint32_t a = 0; a < r->narcs; a++)
		if (part_of(r, a) > 0 && callers[r->arcs[a].callee]++ > 0)
			return true;
	return false;
}

static bool
is_id(const struct column *c, const char *id)
{
	return c->id != NULL && strcmp(c->id, id) == 0;
}

/* Asserts that D, the value of column C, is of a kind that a program without cycles can have.  It
 * may be an estimate only if SHARED. */
static void
check_kind(const struct column *c, const struct column_value *d, bool shared)
{
	bool is_kind = is_id(c, "self_kind") || is_id(c, "total_kind");

	if (is_kind && strncmp(d->text, "sampled", d->length) != 0
	    && (!shared || strncmp(d->text, "estimated", d->length) != 0))
		fail_msg("%s is %.*s", c->id, (int)d->length, d->text);
	if (d->type == VALUE_TEXT || d->type == VALUE_NUMBER)
		return;
	assert_int_not_equal(d->kind, KIND_CYCLE_ESTIMATED);
	if (d->kind == KIND_BOUND && !is_id(c, "total_least") && !is_id(c, "total_most"))
		fail_msg("%s is a bound", c->id != NULL ? c->id : c->title);
	if (d->kind == KIND_ESTIMATED && !shared)
		fail_msg("%s is estimated", c->id != NULL ? c->id : c->title);
}

/* Checks the kinds of all values of ROW.  Columns of time must have these values: self time SELF,
 * time of callees CHILDREN, total time SELF + CHILDREN. */
static void
check_row(const struct view *v, const struct row *row, bool shared, double self, double children)
{
	for (int i = 0; i < v->ops->ncolumns; i++) {
		const struct column *c = &v->ops->columns[i];
		struct column_value d = { 0 };

		if (c->value != NULL && c->value(v, row, &d)) {
			check_kind(c, &d, shared);
			if (is_id(c, "self"))
				assert_near(d.value, self);
			if (is_id(c, "children"))
				assert_near(d.value, children);
			if (is_id(c, "total"))
				assert_near(d.value, self + children);
		}
		free(d.made);
	}
}

/* Checks the figures of each row in the view of functions. */
static void
check_functions(struct fixture *f, struct program *r, bool shared)
{
	const struct view *v;

	press(f, "z");
	v = app_view(&f->app);
	assert_int_equal(v->rows.n, r->n);
	for (size_t i = 0; i < v->rows.n; i++) {
		uint32_t func = v->rows.v[i].thing;

		check_row(v, &v->rows.v[i], shared, r->ticks[func], children_of(r, func));
	}
}

/* Checks that in the calls of function FUNC, each row has the time that its arc propagates. */
static void
check_calls(struct fixture *f, struct program *r, bool shared, uint32_t func)
{
	const struct view *v;
	char keys[32];

	snprintf(keys, sizeof(keys), "f:%u<Enter>c", f->graph.nodes[func].index);
	press(f, keys);
	v = app_view(&f->app);
	assert_string_equal(v->ops->info->name, "calls");
	for (size_t i = 0; i < v->rows.n; i++) {
		const struct row *row = &v->rows.v[i];
		uint32_t a = v->ops->arc(v, row), of = a != NOBODY ? r->arcs[a].callee : func;
		double part = a != NOBODY ? part_of(r, a) : 1;

		/* the row of unknown callers */
		if (view_node(v, row) == NOBODY)
			part = (double)r->outside[func] / (double)r->calls[func];
		check_row(v, row, shared, r->ticks[of] * part, children_of(r, of) * part);
	}
}

/* Checks the tree of callees of FUNC.  The time of each row must be the time of its function,
 * multiplied by the part that each arc of the call path propagates. */
static void
check_tree(struct fixture *f, struct program *r, bool shared, uint32_t func)
{
	double parts[256] = { 1 };
	const struct view *v;
	char keys[32];

	snprintf(keys, sizeof(keys), "f:%u<Enter>t*+j+", f->graph.nodes[func].index);
	press(f, keys);
	v = app_view(&f->app);
	assert_string_equal(v->ops->info->name, "tree");
	for (size_t i = 0; i < v->rows.n; i++) {
		const struct row *row = &v->rows.v[i];
		uint32_t a = v->ops->arc(v, row), of = a != NOBODY ? r->arcs[a].callee : func;

		if (a != NOBODY)
			parts[row->depth] = parts[row->depth - 1] * part_of(r, a);
		check_row(v, row, shared, r->ticks[of] * parts[row->depth],
			children_of(r, of) * parts[row->depth]);
	}
	assert_int_equal(find_line(f, "≈"), -1);
}

/* The views show the expected figures, and no figure of a cycle. */
static void
test_views(void **state)
{
	uint64_t seed = 67;
	int nshared = 0;

	(void)state;
	for (int round = 0; round < SCREENS; round++) {
		struct program r;
		struct fixture f;
		bool shared;

		choose_program(&r, round % 3 == 0, &seed);
		shared = is_shared(&r);
		nshared += shared;
		open_browser(&f, &r);
		check_functions(&f, &r, shared);
		for (uint32_t func = 0; func < r.n; func++) {
			check_calls(&f, &r, shared, func);
			check_tree(&f, &r, shared, func);
		}
		fixture_close(&f);
	}
	assert_in_range(nshared, 1, SCREENS - 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_propagation),
		cmocka_unit_test(test_views),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
