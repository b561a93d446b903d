/* story.h - one profile for all tests of the browser, written by hand
 *
 * fixture.c makes this profile in memory, make_story.c writes it to files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef STORY_H
#define STORY_H

#include <stdint.h>

enum {
	STORY_RATE = 100,		/* samples per second */
	STORY_CODE = 0x1000,		/* address of the first function */
	STORY_SIZE = 0x80,		/* bytes of code per function */
};

struct story_func {
	const char *name;
	uint32_t ticks;
};

struct story_arc {
	uint32_t caller, callee;
	uint32_t count;
};

enum {
	MAIN, EULER, RUNGE, SOLVE, PRODUCT, REDUCE, SMOOTH, MCOUNT, FACT,
	SUM, TERM_, FACTOR, HALO, NEVER, WIDE_NAME, EVIL, LEAF_A, LEAF_B,
	STORY_FUNCS,
};

static const struct story_func story_funcs[STORY_FUNCS] = {
	[MAIN] = { "main", 2 },
	[EULER] = { "_ZN3cfd4time13ImplicitEulerIdE7advanceEd", 0 },
	[RUNGE] = { "_ZN3cfd4time10RungeKuttaIdE7advanceEd", 1 },
	[SOLVE] = { "_ZN3cfd6linalg31PreconditionedConjugateGradientIdE5solveEi", 1874 },
	[PRODUCT] = { "_ZN5Eigen8internal30sparse_time_dense_product_implIdLi1EE3runEPKd", 5542 },
	[REDUCE] = { "_ZN3cfd4mesh13FieldAccessorIdE6reduceIiEET_i", 2955 },
	[SMOOTH] = { "__pressure_solver_MOD_smooth_red_black._omp_fn.0", 9622 },
	[MCOUNT] = { "mcount", 1035 },
	[FACT] = { "fact", 40 },
	[SUM] = { "parse_sum", 12 },
	[TERM_] = { "parse_term", 7 },
	[FACTOR] = { "parse_factor", 3 },
	[HALO] = { "halo_exchange_post", 0 },
	[NEVER] = { "never_called", 0 },
	[WIDE_NAME] = { "größe_計算_x", 5 },
	[EVIL] = { "evil\033[31m\302\233m\342\200\256x", 4 },
	[LEAF_A] = { "leaf_a", 1 },
	[LEAF_B] = { "leaf_b", 0 },
};

static const struct story_arc story_arcs[] = {
	{ MAIN, EULER, 100 }, { MAIN, RUNGE, 300 },
	{ EULER, SOLVE, 3276800 }, { RUNGE, SOLVE, 9830400 },
	{ SOLVE, PRODUCT, 26214400 }, { SOLVE, REDUCE, 39321600 }, { MAIN, REDUCE, 13107200 },
	{ MAIN, FACT, 3 }, { FACT, FACT, 27 },
	{ MAIN, SUM, 50 }, { SUM, TERM_, 900 }, { TERM_, FACTOR, 1200 }, { FACTOR, SUM, 400 },
	{ FACTOR, LEAF_A, 700 }, { FACTOR, TERM_, 20 },
	{ RUNGE, HALO, 6144 }, { HALO, WIDE_NAME, 12 }, { HALO, EVIL, 4000000000u },
	{ MAIN, LEAF_B, 1 }, { EULER, LEAF_B, 2 },
};

enum { STORY_ARCS = sizeof(story_arcs) / sizeof(*story_arcs) };

#endif
