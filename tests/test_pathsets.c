/* test_pathsets.c - trees of recorded call paths, compared with the stacks themselves
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/mem.h"
#include "bytes.h"
#include "figures/graph_solve.h"
#include "figures/pathsets.h"
#include "figures/recursion.h"
#include "stacks.h"

enum { ROUNDS = 100 };

/* A tree, and the stacks that it is compared with. */
struct tree {
	const struct stack *stacks;
	const struct excluded *x;
	bool callers, roots;		/* .roots: the first rows are the outermost functions */
	uint32_t chain[DEEPEST], n;	/* the functions of the row that is checked */
};

/* Returns the index of the frame of S that the first row of T shows, or S->n if there is none. */
static uint32_t
frame_of_root(const struct tree *t, const struct stack *s)
{
	uint32_t k = first_frame(s, t->x);

	if (t->roots)
		return k < s->n && s->funcs[k] == t->chain[0] ? k : s->n;
	while (k < s->n && s->funcs[k] != t->chain[0])
		k++;
	return k;
}

/* Does S have the chain of T, if the first row is frame K? */
static bool
has_chain(const struct tree *t, const struct stack *s, uint32_t k)
{
	for (uint32_t i = 0; i < t->n; i++) {
		if (t->callers ? k < first_frame(s, t->x) + i : k + i >= s->n)
			return false;
		if (s->funcs[t->callers ? k - i : k + i] != t->chain[i])
			return false;
	}
	return true;
}

/* Returns the value of the stacks in the row of T.  *SELF becomes the value of the stacks whose
 * innermost frame is in this row or, in a tree of callers, in the first row. */
static double
value_of_row(const struct tree *t, double *self)
{
	double sum = 0;

	*self = 0;
	for (int i = 0; i < STACKS; i++) {
		const struct stack *s = &t->stacks[i];
		uint32_t k = frame_of_root(t, s);

		if (k >= s->n || !has_chain(t, s, k))
			continue;
		sum += s->value;
		if (k + (t->callers ? 1 : t->n) == s->n)
			*self += s->value;
	}
	return sum;
}

/* Returns the sum of .square of the stacks in the row of T. */
static double
squares_of_row(const struct tree *t)
{
	struct stack squares[STACKS];
	struct tree of = *t;
	double self;

	memcpy(squares, t->stacks, sizeof(squares));
	for (int i = 0; i < STACKS; i++)
		squares[i].value = squares[i].square;
	of.stacks = squares;
	return value_of_row(&of, &self);
}

/* Checks the row of SET and the rows of all sets inside SET.  Returns the number of rows. */
static uint32_t
check_set(struct tree *t, struct pathsets *s, uint32_t set)
{
	double self, total = value_of_row(t, &self), most = total;
	uint32_t n, first, rows = 1, expected = 0;

	assert_true(s->v[set].total == total);
	assert_true(s->v[set].self == self);
	assert_true(s->v[set].variance == squares_of_row(t));
	first = pathsets_inside(s, set, NULL, &n);
	assert_int_equal(s->v[set].has_more, n > 0);
	assert_int_equal(pathsets_inside(s, set, NULL, &n), first);
	if (t->n == DEEPEST) {
		assert_int_equal(n, 0);
		return rows;
	}
	t->n++;
	for (uint32_t f = 0; f < FUNCS; f++) {
		t->chain[t->n - 1] = f;
		expected += value_of_row(t, &self) > 0;
	}
	assert_int_equal(n, expected);
	for (uint32_t i = first; i < first + n; i++) {
		const struct arc *a = &s->graph->profile->arcs[s->v[i].arc];

		t->chain[t->n - 1] = s->v[i].func;
		assert_int_equal(t->callers ? a->caller : a->callee, s->v[i].func);
		assert_int_equal(t->callers ? a->callee : a->caller, t->chain[t->n - 2]);
		assert_true(s->v[i].total <= most);
		most = s->v[i].total;
		rows += check_set(t, s, i);
	}
	t->n--;
	return rows;
}

/* Checks all rows of all trees of G, and returns their number. */
static uint32_t
check_trees(const struct graph *g, const struct stack stacks[STACKS], const struct excluded *x)
{
	uint32_t rows = 0;

	for (uint32_t f = 0; f <= 2 * FUNCS + 1; f++) {
		struct tree t = { .stacks = stacks, .x = x, .callers = f % 2 != 0,
			.roots = f >= 2 * FUNCS, .n = 1 };
		struct pathsets s;
		uint32_t first, n = 1;

		pathsets_open(&s, g, &g->paths, t.callers);
		first = t.roots ? pathsets_add_roots(&s, NULL, &n)
			: pathsets_add_func(&s, f / 2, NULL);
		for (uint32_t i = first; i < first + n; i++) {
			t.chain[0] = s.v[i].func;
			rows += check_set(&t, &s, i);
		}
		pathsets_release(&s);
	}
	return rows;
}

static void
test_rows(void **state)
{
	uint64_t seed = 17;
	uint32_t rows = 0;

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		struct stack stacks[STACKS];
		struct excluded x = { .into = { 0, 1, 2, 3, 4, 5 } };
		struct profile p;
		struct graph g;
		bool *arcs;

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
		rows += check_trees(&g, stacks, &x);
		graph_release(&g);
		profile_release(&p);
		free(arcs);
	}
	assert_true(rows > 10000);
}

/* Sets REACHES[f][g] if f calls g in STACKS, directly or indirectly. */
static void
find_reached(const struct stack stacks[STACKS], const struct excluded *x,
	bool reaches[FUNCS][FUNCS])
{
	for (int i = 0; i < STACKS; i++)
		for (uint32_t k = first_frame(&stacks[i], x) + 1;
		     stacks[i].value > 0 && k < stacks[i].n; k++)
			reaches[stacks[i].funcs[k - 1]][stacks[i].funcs[k]] = true;
	for (int via = 0; via < FUNCS; via++)
		for (int from = 0; from < FUNCS; from++)
			for (int to = 0; to < FUNCS; to++)
				reaches[from][to] |= reaches[from][via] && reaches[via][to];
}

/* Returns the value of the stacks that contain a function of GROUP of R. */
static double
value_of_group(const struct stack stacks[STACKS], const struct excluded *x,
	const struct recursion *r, uint32_t group)
{
	double sum = 0;

	for (int i = 0; i < STACKS; i++) {
		uint32_t k = first_frame(&stacks[i], x);

		while (k < stacks[i].n && r->group_of[stacks[i].funcs[k]] != group)
			k++;
		sum += k < stacks[i].n ? stacks[i].value : 0;
	}
	return sum;
}

/* The functions of a group call each other, and each stack counts once for the group. */
static void
test_groups(void **state)
{
	uint64_t seed = 23;

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		struct stack stacks[STACKS], squares[STACKS];
		struct excluded x = { .into = { 0, 1, 2, 3, 4, 5 } };
		bool reaches[FUNCS][FUNCS] = { { false } }, *arcs;
		struct recursion r;
		struct profile p;
		struct graph g;

		make_stacks(stacks, &seed);
		for (int i = 5; i < STACKS; i++)
			stacks[i].value = stacks[i].square = 0;
		memcpy(squares, stacks, sizeof(squares));
		for (int i = 0; i < STACKS; i++)
			squares[i].value = squares[i].square;
		open_stacks(&p, stacks);
		arcs = mem_new(p.narcs, sizeof(*arcs));
		for (uint32_t a = 0; a < p.narcs; a++)
			x.calls[p.arcs[a].caller][p.arcs[a].callee] = arcs[a]
				= random_below(&seed, 4) == 0;
		assert_true(graph_solve(&g, &p, &(struct selection){ .part = NOBODY,
			.no_arc = arcs }, NULL));
		assert_true(recursion_open(&r, &g, NULL));
		find_reached(stacks, &x, reaches);
		for (int i = 0; i < FUNCS; i++)
			for (int k = 0; k < FUNCS; k++)
				assert_int_equal(i != k && reaches[i][k] && reaches[k][i],
					i != k && r.group_of[i] != NOBODY
					&& r.group_of[i] == r.group_of[k]);
		for (uint32_t k = 0; k < r.n; k++) {
			assert_true(r.v[k].total == value_of_group(stacks, &x, &r, k));
			assert_true(r.v[k].variance == value_of_group(squares, &x, &r, k));
			assert_true(k == 0 || r.v[k].total <= r.v[k - 1].total);
		}
		recursion_release(&r);
		graph_release(&g);
		profile_release(&p);
		free(arcs);
	}
}

/* A function with a very long name has many callees.  The work for each callee does not grow with
 * the length of this name. */
static void
test_long_name_with_many_callees(void **state)
{
	enum { N = 100000, LENGTH = 1 << 23 };
	struct stack *stacks = mem_new(N, sizeof(*stacks));
	char *name = mem_new(LENGTH + 1, 1);
	clock_t begin;
	struct recursion r;
	struct profile p;
	struct graph g;

	(void)state;
	for (uint32_t i = 0; i < N; i++)
		stacks[i] = (struct stack){ .funcs = { 0, i + 1 }, .n = 2, .value = 1 };
	open_stacks_of(&p, stacks, N, N + 1);
	free(stacks);
	memset(name, 'r', LENGTH);
	p.funcs[0].name = name;
	assert_true(graph_solve(&g, &p, NULL, NULL));
	begin = clock();
	assert_true(recursion_open(&r, &g, NULL));
	assert_true(clock() - begin < 5 * CLOCKS_PER_SEC);
	assert_int_equal(r.n, 0);
	recursion_release(&r);
	graph_release(&g);
	profile_release(&p);
	free(name);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_groups),
		cmocka_unit_test(test_long_name_with_many_callees),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
