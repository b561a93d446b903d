/* test_fold.c - several functions are folded into one row
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/folding.h"
#include "bytes.h"
#include "figures/graph_solve.h"
#include "fixture_has.h"
#include "made.h"
#include "profile/fold.h"

enum { FUNCS = 12, NCALLS = 40, ROUNDS = 200 };

/* Returns the number of calls from group FROM to group TO, except calls of the arcs in MISSING.
 * INTO[f] is the group of function f. */
static uint64_t
calls_between(const struct profile *p, const uint32_t *into, uint32_t from, uint32_t to,
	const bool *missing)
{
	uint64_t sum = 0;

	for (uint32_t a = 0; a < p->narcs; a++)
		if (into[p->arcs[a].caller] == from && into[p->arcs[a].callee] == to && !missing[a])
			sum += profile_arc_calls(p, a);
	return sum;
}

/* Returns the number of calls from function FROM to function TO in G, without excluded arcs. */
static uint64_t
calls_shown(const struct graph *g, uint32_t from, uint32_t to)
{
	const struct arc *arcs = g->profile->arcs;
	uint64_t sum = 0;

	for (uint32_t a = 0; a < g->profile->narcs; a++)
		if (arcs[a].caller == from && arcs[a].callee == to && !graph_is_excluded(g, a))
			sum += graph_calls(g, a);
	return sum;
}

/* Ticks and calls of folded functions are added up.  Excluded functions and calls do not count. */
static void
test_folded_sums(void **state)
{
	uint64_t seed = 5;

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		struct profile p, q;
		uint32_t into[FUNCS];
		const char *names[FUNCS] = { NULL };
		struct fold fold = { .into = into, .names = names };
		bool funcs[FUNCS] = { false }, arcs[NCALLS] = { false };
		struct graph g;

		made_profile(&p, RULES_EXACT, FUNCS);
		for (uint32_t f = 0; f < FUNCS; f++) {
			p.ticks[f] = random_below(&seed, 100);
			p.total += p.ticks[f];
			into[f] = f < 4 ? f : random_below(&seed, 4);
			funcs[f] = round % 2 == 1 && random_below(&seed, 3) == 0;
		}
		for (uint32_t i = 0; i < NCALLS; i++)
			made_call(&p, random_below(&seed, FUNCS), random_below(&seed, FUNCS),
				(uint64_t)(1 + random_below(&seed, 9))
					<< (round % 4 > 1 ? random_below(&seed, 50) : 0));
		profile_link(&p);
		names[1] = "group";
		fold.arcs_into = fold_arcs(&p, into);
		for (uint32_t a = 0; a < p.narcs; a++)
			arcs[a] = round % 2 == 1 && random_below(&seed, 3) == 0;
		fold_open(&q, &p, &fold);
		assert_true(graph_solve(&g, &q, &(struct selection){ .part = NOBODY,
			.no_func = funcs, .no_arc = arcs }, NULL));
		assert_string_equal(q.funcs[1].name, "group");
		assert_string_equal(q.funcs[2].name, p.funcs[2].name);
		for (uint32_t f = 0; f < FUNCS; f++) {
			double ticks = 0;

			for (uint32_t k = 0; k < FUNCS; k++)
				ticks += into[k] == f && !funcs[k] ? p.ticks[k] : 0;
			assert_true(graph_is_func_excluded(&g, f) || g.in.self[f] == ticks);
			for (uint32_t k = 0; k < FUNCS; k++)
				assert_true(calls_shown(&g, f, k)
					== calls_between(&p, into, f, k, arcs));
		}
		graph_release(&g);
		free(fold.arcs_into);
		profile_note(&q, NOBODY, arena_printf(&q.names, "of %s", "q"), "");
		profile_release(&q);
		assert_string_equal(p.funcs[1].name, "f1");
		assert_int_equal(p.nnotes, 0);
		profile_release(&p);
	}
}

static void
open_clones(struct fixture *f)
{
	fixture_profile(f);
	f->profile.funcs[LEAF_A].name = "fact.isra.0";
	f->profile.funcs[LEAF_B].name = "gone.part.1";
	f->profile.funcs[PRODUCT].name = "_ZN3AccIiE3addERKi";
	f->profile.funcs[REDUCE].name = "_ZN3AccIdE3addERKd";
	f->profile.funcs[HALO].name = "_ZN3cfd4time10RungeKuttaIdE4stepEv";
	fixture_start(f, 100, 24, false);
}

/* Returns the function named "same" that is nearest to F.  If two are equally near, returns the
 * first. */
static uint32_t
nearest_same(const struct profile *p, uint32_t f)
{
	uint32_t best = NOBODY;

	for (uint32_t g = 0; g < p->nfuncs; g++)
		if (strcmp(p->funcs[g].name, "same") == 0
			&& (best == NOBODY || labs((long)g - (long)f) < labs((long)best - (long)f)))
			best = g;
	return best;
}

/* A clone is folded into a function of its name.  If there are several such functions, it is folded
 * into the nearest. */
static void
test_nearest_function(void **state)
{
	uint64_t seed = 8;

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		const struct profile *p;
		struct fixture f;

		fixture_profile(&f);
		p = &f.profile;
		f.profile.funcs[0].name = "same";
		for (uint32_t g = 1; g < p->nfuncs; g++)
			if (random_below(&seed, 3) > 0)
				f.profile.funcs[g].name = random_below(&seed, 2) > 0
					? "same" : "same.part.0";
		f.profile.funcs[random_below(&seed, p->nfuncs - 1) + 1].name = "same.isra.1";
		fixture_start(&f, 100, 24, false);
		press(&f, "=");
		assert_int_equal(f.app.folding->level, FOLD_CLONES);
		for (uint32_t g = 0; g < p->nfuncs; g++)
			assert_int_equal(f.app.folding->fold.into[g],
				strncmp(p->funcs[g].name, "same.", 5) == 0
				? nearest_same(p, g) : g);
		fixture_close(&f);
	}
}

/* Each press of = folds more functions: clones, then instances of templates, classes, namespaces.
 * The last press unfolds everything. */
static void
test_folding_levels(void **state)
{
	struct fixture f;

	(void)state;
	open_clones(&f);
	fixture_has(&f, "fact.isra.0");
	fixture_has(&f, "Acc<int>::add");
	press(&f, "=");
	fixture_has(&f, "clones folded: 18 functions in 17 rows");
	fixture_has(&f, "  folded");
	fixture_has_not(&f, "fact.isra.0");
	fixture_has(&f, " 0.41 ");
	fixture_has(&f, " gone");
	fixture_has(&f, "Acc<int>::add");
	press(&f, "=");
	fixture_has(&f, "template instances folded: 18 functions in 16 rows");
	fixture_has(&f, "Acc<…>::add");
	fixture_has(&f, " 84.97 ");
	fixture_has(&f, "folded: templates");
	press(&f, "=");
	fixture_has(&f, "folded by class or namespace: 18 functions in 15 rows");
	fixture_has(&f, "folded: classes");
	fixture_has(&f, "class, namespace or function");
	fixture_has(&f, "cfd::time");
	press(&f, "=");
	fixture_has(&f, "folded: namespaces");
	fixture_has(&f, "outermost namespace or function");
	press(&f, "=");
	fixture_has(&f, "nothing is folded");
	fixture_has(&f, "fact.isra.0");
	fixture_has(&f, "Acc<int>::add");
	fixture_has_not(&f, "  folded");
	fixture_close(&f);
}

/* Views keep their cursor and indices when functions are folded.  Folded functions can be
 * excluded. */
static void
test_views_keep_their_place(void **state)
{
	struct fixture f;

	(void)state;
	open_clones(&f);
	press(&f, ":Acc<lt>double><Tab><Enter><Enter>");
	fixture_has(&f, "calls of");
	press(&f, "==");
	fixture_has(&f, "Acc<…>::add");
	fixture_has(&f, "called/of");
	press(&f, "<lt>H");
	press(&f, ":fact<Enter>x");
	fixture_has(&f, "excluded: 0.41 s less");
	press(&f, "uf===");
	fixture_has(&f, "nothing is folded");
	press(&f, "=C=F=l=!=t");
	fixture_close(&f);
}

/* Excluded functions stay excluded when functions are folded, even if their row also contains
 * functions that are not excluded.  Undo still works. */
static void
test_excluded_stay_excluded(void **state)
{
	struct fixture f;

	(void)state;
	open_clones(&f);
	press(&f, ":fact<Enter>x");
	fixture_has(&f, "excluded: 0.40 s less");
	press(&f, "=");
	fixture_has(&f, "functions in 17 rows; exclusions are kept, some only in part");
	fixture_has(&f, "without part of [10] fact: 210.63 of 211.03 s");
	fixture_has_not(&f, "x fact");
	press(&f, "p");
	fixture_has(&f, "-E fact");
	fixture_has_not(&f, "-E :fact.isra.0");
	press(&f, "<lt>:fact<Enter>x");
	fixture_has(&f, "[10] fact excluded: 0.01 s less");
	fixture_has(&f, "without [10] fact: 210.62 of 211.03 s");
	fixture_has(&f, "x fact");
	press(&f, "p");
	fixture_has(&f, "-E fact -E :fact.isra.0");
	press(&f, "<lt>u");
	fixture_has(&f, "undone: [10] fact is included again");
	fixture_has(&f, "without part of [10] fact: 210.63 of 211.03 s");
	press(&f, "<C-r>====");
	fixture_has(&f, "nothing is folded; exclusions are kept");
	fixture_has(&f, "without 2 functions: 210.62 of 211.03 s");
	press(&f, "uu");
	fixture_has(&f, "211.03 s");
	press(&f, "=:fact<Enter>x:fact<Enter>x");
	fixture_has(&f, "included again: 0.41 s more");
	press(&f, "uu====");
	fixture_has(&f, "211.03 s");
	press(&f, "<C-r>");
	fixture_has(&f, "redone: 2 functions are excluded");
	fixture_close(&f);
}

/* The function that was selected before folding is selected again after unfolding. */
static void
test_selected(void **state)
{
	struct fixture f;

	(void)state;
	open_clones(&f);
	press(&f, ":fact.isra.0<Enter>");
	fixture_has_at(&f, 22, "fact.isra.0  ");
	press(&f, "=");
	fixture_has_at(&f, 22, "] fact  ");
	press(&f, "===");
	fixture_has(&f, "folded: namespaces");
	press(&f, "=");
	fixture_has(&f, "nothing is folded");
	fixture_has_at(&f, 22, "fact.isra.0  ");
	/* If the user selects another function while functions are folded, that function stays
	 * selected. */
	press(&f, "=:mcount<Enter>====");
	fixture_has(&f, "nothing is folded");
	fixture_has_at(&f, 22, "mcount");
	fixture_close(&f);
}

/* Excluded calls stay excluded when folded. */
static void
test_excluded_calls(void **state)
{
	struct fixture f;

	(void)state;
	open_clones(&f);
	/* main calls one instance of Acc::add, and solve calls both. */
	press(&f, ":main<Enter><Enter>:Acc<lt>double><Tab><Enter>/main<Enter><Esc>");
	press(&f, "/main<Enter>x");
	fixture_has(&f, "main → Acc<…>::add(…) excluded: 13,107,200 of 52,428,800 calls lost");
	press(&f, "==");
	fixture_has(&f, "x main");
	press(&f, "<lt><lt>");
	press(&f, ":Acc<Tab><Enter><Enter>/solve<Enter>x");
	fixture_has(&f, "excluded: 65,536,000 of 78,643,200 calls lost");
	press(&f, "===");
	fixture_has(&f, "3 calls excluded");
	press(&f, "u");
	fixture_has(&f, "1 call excluded");
	press(&f, "u");
	fixture_has_not(&f, "call excluded");
	fixture_close(&f);
}

/* Folded calls are one row of the tree.  A function whose calls are all excluded cannot be
 * unfolded. */
static void
test_folded_calls_in_the_tree(void **state)
{
	struct fixture f;

	(void)state;
	open_clones(&f);
	press(&f, ":solve<Tab><Enter>==t");
	fixture_has(&f, "Acc<…>::add");
	fixture_has_not(&f, "↻");
	press(&f, "f====:RungeKutta<Enter>t");
	fixture_has(&f, "- cfd::time::RungeKutta");
	press(&f, "jxjx");
	fixture_has(&f, "2 calls excluded");
	fixture_has_not(&f, "+ cfd::time::RungeKutta");
	fixture_close(&f);
}

/* If names are demangled for the first time while functions are folded, each function gets its own
 * name, not the name of its row. */
static void
test_demangled_while_folded(void **state)
{
	struct fixture f;

	(void)state;
	open_clones(&f);
	f.names.style = DEMANGLE_NONE;
	press(&f, "D===D");
	fixture_has(&f, "folded: classes");
	for (uint32_t i = 0; i < STORY_FUNCS; i++) {
		char *name = names_demangle(f.profile.funcs[i].name, DEMANGLE_AUTO);

		if (name != NULL)
			assert_string_equal(view_context_own_name(&f.app.ctx, i), name);
		free(name);
	}
	press(&f, "======");
	fixture_has(&f, "folded: namespaces");
	fixture_close(&f);
}

/* view_context_own_name() makes the name of a function once, and later returns the same text. */
static void
test_own_name_is_kept(void **state)
{
	struct fixture f;
	const char *name;

	(void)state;
	fixture_open(&f, 100, 24);
	name = view_context_own_name(&f.app.ctx, SMOOTH);
	assert_string_equal(name, "pressure_solver::smooth_red_black [omp 0]");
	press(&f, "=");
	assert_ptr_equal(view_context_own_name(&f.app.ctx, SMOOTH), name);
	fixture_close(&f);
}

static void
test_nothing_to_fold(void **state)
{
	struct fixture f;

	(void)state;
	fixture_profile(&f);
	for (uint32_t i = 0; i < STORY_FUNCS; i++)
		f.profile.funcs[i].name = "smooth";
	fixture_start(&f, 100, 24, false);
	press(&f, "=");
	fixture_has(&f, "nothing to fold");
	fixture_close(&f);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_folded_sums),
		cmocka_unit_test(test_nearest_function),
		cmocka_unit_test(test_folding_levels),
		cmocka_unit_test(test_views_keep_their_place),
		cmocka_unit_test(test_excluded_stay_excluded),
		cmocka_unit_test(test_selected),
		cmocka_unit_test(test_excluded_calls),
		cmocka_unit_test(test_folded_calls_in_the_tree),
		cmocka_unit_test(test_demangled_while_folded),
		cmocka_unit_test(test_own_name_is_kept),
		cmocka_unit_test(test_nothing_to_fold),
	};

	return cmocka_run_group_tests_name("fold", tests, NULL, NULL);
}
