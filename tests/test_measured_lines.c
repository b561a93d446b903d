/* test_measured_lines.c - lines of the source in measured profiles: stacks, and costs of calls
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

#include "base/mem.h"
#include "bytes.h"
#include "figures/graph_solve.h"
#include "figures/inclusion.h"
#include "load/open_measured.h"
#include "lookup/lookup.h"
#include "lookup/sourceplace.h"
#include "measured/measured.h"

enum { FUNCS = 4, LINES = 3, STACKS = 40, DEEPEST = 7, ROUNDS = 100 };

/* A frame of a stack.  If .line is 0, the source line is not known.  Otherwise the number of the
 * source line is 10 * .func + .line.  The line is in x.h if .line is LINES, and in the file of the
 * function .func if not. */
struct frame {
	uint32_t func, line;
	bool inlined;
};

/* A stack: .n frames from the outermost to the innermost, and the value of its samples. */
struct stack {
	struct frame frames[DEEPEST];
	uint32_t n;
	double value, square;		/* .square: the square of the sampling error of .value */
};

/* Excluded functions, and excluded calls, by caller and callee. */
struct excluded {
	bool funcs[FUNCS], calls[FUNCS][FUNCS];
};

static void
make_stacks(struct stack stacks[STACKS], uint64_t *seed)
{
	for (int i = 0; i < STACKS; i++) {
		stacks[i].n = 1 + random_below(seed, DEEPEST);
		for (uint32_t k = 0; k < stacks[i].n; k++)
			stacks[i].frames[k] = (struct frame){ random_below(seed, FUNCS),
				random_below(seed, LINES + 1), random_below(seed, 4) == 0 };
		stacks[i].value = 1 + random_below(seed, 50);
		stacks[i].square = random_below(seed, 100);
	}
}

static uint32_t
text_of(struct measured *m, const char *s)
{
	return measured_text(m, s, strlen(s));
}

static uint32_t
frame_of(struct measured *m, const struct frame *f)
{
	struct measured_frame frame = { .func = f->func, .file = NOBODY,
		.line = f->line == 0 ? 0 : 10 * f->func + f->line,
		.flags = f->inlined ? MEASURED_INLINED : 0 };

	if (f->line == LINES)
		frame.file = text_of(m, "/src/./x.h");
	return measured_frame(m, &frame);
}

/* Returns a measured profile with the functions, but nothing else. */
static struct measured *
new_measured(void)
{
	struct measured *m = measured_new();

	measured_add_event(m, "cpu", 3, "");
	m->events[0].is_sampled = true;
	for (uint32_t f = 0; f < FUNCS; f++) {
		char name[8], file[16];
		struct measured_func func = { .object = NOBODY };

		snprintf(name, sizeof(name), "f%u", f);
		snprintf(file, sizeof(file), "/src/%u.c", f);
		func.name = text_of(m, name);
		func.file = text_of(m, file);
		assert_int_equal(measured_func(m, &func), f);
	}
	return m;
}

static void
open_stacks(struct profile *p, const struct stack stacks[STACKS], bool inlined)
{
	struct measured *m = new_measured();

	for (int i = 0; i < STACKS; i++) {
		const struct measured_weight weight = { .value = (int64_t)stacks[i].value,
			.samples = 1, .squares = stacks[i].square };
		uint32_t path = NOBODY;

		for (uint32_t k = 0; k < stacks[i].n; k++)
			path = measured_path(m, path, frame_of(m, &stacks[i].frames[k]));
		measured_add_sample(m, path, NOBODY, &weight);
	}
	*p = (struct profile){ .rules = RULES_EXACT };
	open_measured(p, m, inlined);
	measured_release(m);
}

/* Returns the function to which frame K of S belongs.  If INLINED, this is the frame's own
 * function.  Otherwise an inlined frame belongs to the nearest caller that is not inlined. */
static uint32_t
owner_of(const struct stack *s, uint32_t k, bool inlined)
{
	while (!inlined && k > 0 && s->frames[k].inlined)
		k--;
	return s->frames[k].func;
}

static bool
is_call(const struct stack *s, uint32_t k, bool inlined)
{
	return k > 0 && (inlined || !s->frames[k].inlined);
}

/* Returns the index of the outermost frame of S that gets samples: the callee of the innermost
 * excluded call, or 0 if no call is excluded.  Returns S->n if an excluded function is in S. */
static uint32_t
first_frame(const struct stack *s, const struct excluded *x, bool inlined)
{
	uint32_t first = 0;

	for (uint32_t k = 0; k < s->n; k++) {
		uint32_t f = owner_of(s, k, inlined);

		if (x->funcs[f])
			return s->n;
		if (is_call(s, k, inlined) && x->calls[owner_of(s, k - 1, inlined)][f])
			first = k;
	}
	return first;
}

/* The frames to add up are on line .line of the source of function .text.  If .func is not NOBODY,
 * they also belong to .func.  If .callee is not NOBODY, they also call .callee.  If .innermost,
 * they are also the innermost frames of their stacks. */
struct wanted {
	uint32_t text, line, func, callee;
	bool innermost;
};

static bool
is_wanted(const struct stack *s, uint32_t k, const struct wanted *w, bool inlined)
{
	return s->frames[k].line == w->line && s->frames[k].func == w->text
		&& (w->func == NOBODY || owner_of(s, k, inlined) == w->func)
		&& (w->callee == NOBODY || (k + 1 < s->n && is_call(s, k + 1, inlined)
			&& owner_of(s, k + 1, inlined) == w->callee))
		&& (!w->innermost || k + 1 == s->n);
}

static double
value_of(const struct stack stacks[STACKS], const struct excluded *x, const struct wanted *w,
	bool inlined)
{
	double sum = 0;

	for (int i = 0; i < STACKS; i++) {
		uint32_t k = first_frame(&stacks[i], x, inlined);

		while (k < stacks[i].n && !is_wanted(&stacks[i], k, w, inlined))
			k++;
		if (k < stacks[i].n)
			sum += stacks[i].value;
	}
	return sum;
}

/* Asserts that the squared error of each figure of V is the sum of .square of the stacks that the
 * figure includes. */
static void
check_variance(const struct variance *v, const struct stack stacks[STACKS],
	const struct excluded *x, const struct wanted *w, bool inlined)
{
	struct stack squares[STACKS];

	memcpy(squares, stacks, sizeof(squares));
	for (int i = 0; i < STACKS; i++)
		squares[i].value = stacks[i].square;
	assert_true(v->total == value_of(squares, x, w, inlined));
	assert_true(v->self == value_of(squares, x, &(struct wanted){ w->text, w->line, NOBODY,
		NOBODY, true }, inlined));
}

/* Asserts that the figures of W's line in S are those computed from STACKS. */
static void
check_line(const struct sources *s, const struct profile *p, const struct stack stacks[STACKS],
	const struct excluded *x, const struct wanted *w)
{
	bool inlined = p->inlined;
	char path[16];
	uint32_t file;
	const struct source_line *l;

	snprintf(path, sizeof(path), "/src/%u.c", w->text);
	file = sources_file(s, w->line == LINES ? "/src/x.h" : path);
	l = file != NOBODY ? sources_line(s, file, 10 * w->text + w->line) : NULL;
	if (l == NULL) {
		assert_true(value_of(stacks, x, w, inlined) == 0);
		return;
	}
	assert_true(l->total == value_of(stacks, x, w, inlined));
	check_variance(&s->variances[l - s->lines], stacks, x, w, inlined);
	assert_true(l->hits == value_of(stacks, x, &(struct wanted){ w->text, w->line, NOBODY,
		NOBODY, true }, inlined));
	for (uint32_t f = 0; f < FUNCS; f++) {
		const struct func_line *part = funclines_find(&s->funclines, f,
			(uint32_t)(l - s->lines));
		struct wanted of = { w->text, w->line, f, NOBODY, false };

		assert_true((part != NULL ? part->total : 0) == value_of(stacks, x, &of, inlined));
		if (part != NULL && part->hits + part->total > 0)
			assert_int_equal(part->addr, inlined || f == w->text ? part->addr
				: w->text + 1);
		of.innermost = true;
		assert_true((part != NULL ? part->hits : 0) == value_of(stacks, x, &of, inlined));
	}
	for (uint32_t i = 0; i < l->ncalls; i++) {
		const struct line_call *c = &s->calls[l->call_at + i];
		const struct arc *arc = &p->arcs[c->arc];

		if (!x->calls[arc->caller][arc->callee])
			assert_true(c->time == value_of(stacks, x, &(struct wanted){ w->text,
				w->line, arc->caller, arc->callee, false }, inlined));
		assert_true(c->count == 0);
	}
}

/* Returns the samples of function F on all lines, including samples whose line is not known. */
static double
sum_of_lines(const struct sources *s, uint32_t f)
{
	size_t n;
	const struct func_line *v = funclines_of(&s->funclines, f, &n);
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += v[i].hits;
	return sum;
}

static double
own_samples(const struct stack stacks[STACKS], const struct excluded *x, uint32_t f, bool inlined)
{
	double sum = 0;

	for (int i = 0; i < STACKS; i++)
		if (first_frame(&stacks[i], x, inlined) < stacks[i].n
		    && owner_of(&stacks[i], stacks[i].n - 1, inlined) == f)
			sum += stacks[i].value;
	return sum;
}

static void
check_sources(struct lookup *lookup, const struct stack stacks[STACKS], const struct excluded *x)
{
	const struct profile *p = lookup->profile;
	const struct sources *s = lookup_sources(lookup);

	for (uint32_t f = 0; f < FUNCS; f++) {
		for (uint32_t n = 1; n <= LINES; n++)
			check_line(s, p, stacks, x,
				&(struct wanted){ f, n, NOBODY, NOBODY, false });
		assert_true(sum_of_lines(s, f) == own_samples(stacks, x, f, p->inlined));
	}
}

/* A stack counts once for a line, and once for the calls on a line.  The lines of a function add up
 * to its own samples. */
static void
test_lines_of_stacks(void **state)
{
	uint64_t seed = 7;

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		struct stack stacks[STACKS];
		struct excluded x = { .funcs = { false } };
		struct profile p;
		struct graph g, without;
		struct lookup lookup;
		bool *arcs;

		make_stacks(stacks, &seed);
		open_stacks(&p, stacks, round % 2 == 0);
		assert_true(graph_solve(&g, &p, NULL, NULL));
		lookup_open(&lookup, &g, NULL);
		check_sources(&lookup, stacks, &x);
		x.funcs[random_below(&seed, FUNCS)] = round % 3 == 0;
		arcs = mem_new(p.narcs, sizeof(*arcs));
		for (uint32_t a = 0; a < p.narcs; a++)
			x.calls[p.arcs[a].caller][p.arcs[a].callee] = arcs[a]
				= random_below(&seed, 4) == 0;
		assert_true(graph_solve(&without, &p, &(struct selection){ .part = NOBODY,
			.no_func = x.funcs, .no_arc = arcs }, NULL));
		lookup_set_graph(&lookup, &without);
		check_sources(&lookup, stacks, &x);
		free(arcs);
		lookup_release(&lookup);
		graph_release(&without);
		graph_release(&g);
		profile_release(&p);
	}
}

/* In a difference of profiles, a line may have more samples of one function and fewer of another.
 * Only the sum of these values decides which line of a file has most samples. */
static void
test_line_with_most(void **state)
{
	struct stack stacks[STACKS] = {
		{ { { 0, 1, false }, { 1, LINES, true } }, 2, 100, 1 },
		{ { { 1, LINES, false } }, 1, -90, 1 },
		{ { { 2, 1, false } }, 1, 50, 1 },
	};
	const struct sources *s;
	struct profile p;
	struct graph g;
	struct lookup lookup;
	uint32_t file;

	(void)state;
	for (int i = 3; i < STACKS; i++)
		stacks[i] = (struct stack){ { { 3, 1, false } }, 1, 0, 0 };
	open_stacks(&p, stacks, false);
	assert_true(graph_solve(&g, &p, NULL, NULL));
	lookup_open(&lookup, &g, NULL);
	s = lookup_sources(&lookup);
	file = sources_file(s, "/src/x.h");
	assert_true(sources_line(s, file, 10 + LINES)->hits == 10);
	assert_true(s->files[file].most == 10);
	assert_true(s->files[sources_file(s, "/src/2.c")].most == 50);
	lookup_release(&lookup);
	graph_release(&g);
	profile_release(&p);
}

static struct measured *
measured_of_costs(void)
{
	static const struct {
		struct frame frame;
		int64_t cost;
	} costs[] = { { { 0, 1, false }, 100 }, { { 0, 2, false }, 20 }, { { 0, 3, false }, 3 },
		{ { 0, 0, false }, 4000 }, { { 1, 2, false }, 7 }, { { 1, 1, false }, 5 } };
	static const struct {
		struct frame caller;
		uint32_t callee;
		uint64_t count;
		int64_t cost;
	} calls[] = { { { 0, 1, false }, 1, 2, 8 }, { { 0, 3, false }, 1, 1, 4 },
		{ { 1, 2, false }, 1, 9, 6 }, { { 0, 0, false }, 1, 5, 5 } };
	struct measured *m = new_measured();
	uint32_t parts[2] = { measured_part(m, "thread", "1", 1),
		measured_part(m, "thread", "2", 1) };

	m->has_costs = true;
	for (size_t i = 0; i < sizeof(costs) / sizeof(*costs); i++)
		for (int k = 0; k < 2; k++)
			measured_add_cost(m, frame_of(m, &costs[i].frame), parts[k],
				&costs[i].cost);
	for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++)
		for (int k = 0; k < 2; k++)
			measured_add_call(m, &(struct measured_call){ frame_of(m, &calls[i].caller),
				calls[i].callee, parts[k], NOBODY, calls[i].count },
				&calls[i].cost);
	return m;
}

static void
test_lines_of_costs(void **state)
{
	struct measured *m = measured_of_costs();

	(void)state;
	for (int times = 1; times <= 2; times++) {
		const struct selection selection = { .part = times == 1 ? 1 : NOBODY };
		struct profile p = { .rules = RULES_EXACT };
		struct lookup lookup;
		struct graph g;
		const struct sources *s;
		const struct source_line *l;
		char *text;

		open_measured(&p, m, false);
		assert_true(graph_solve(&g, &p, &selection, NULL));
		lookup_open(&lookup, &g, NULL);
		s = lookup_sources(&lookup);
		for (uint32_t f = 0; f < FUNCS; f++)
			assert_true(sum_of_lines(s, f) == g.in.self[f]);
		assert_true(s->unplaced == 4000 * times);
		l = sources_line(s, sources_file(s, "/src/0.c"), 1);
		assert_true(l->hits == 100 * times && l->calls == 2 * (uint64_t)times);
		assert_int_equal(l->ncalls, 1);
		assert_true(s->calls[l->call_at].time == 8 * times);
		l = sources_line(s, sources_file(s, "/src/x.h"), 3);
		assert_true(l->hits == 3 * times && l->owner == 0);

		/* The first cost of f0 is on line 1, that of f1 on line 12.  f0 calls f1 on two
		 * known lines and on one that is not known. */
		assert_int_equal(sourceplace_of_func(&lookup, 0).line, 1);
		assert_int_equal(sourceplace_of_func(&lookup, 1).line, 12);
		assert_string_equal(sourceplace_of_func(&lookup, 2).file, "/src/2.c");
		assert_int_equal(sourceplace_of_func(&lookup, 2).line, 0);
		assert_int_equal(sourceplace_of_arc(&lookup, 0).line, 1);
		text = sourceplace_sites(&lookup, 0, SIZE_MAX);
		assert_string_equal(text, "0.c:1 x.h:3");
		free(text);
		lookup_release(&lookup);
		graph_release(&g);
		profile_release(&p);
	}
	measured_release(m);
}

/* If an exclusion causes fractions of samples, .has_fractions is true.  After the exclusion is
 * undone, .has_fractions is false. */
static void
test_fractions(void **state)
{
	struct measured *m = measured_of_costs();
	struct profile p = { .rules = RULES_EXACT };
	struct lookup lookup;
	struct graph g, without;

	(void)state;
	open_measured(&p, m, false);
	assert_true(graph_solve(&g, &p, NULL, NULL) && graph_solve(&without, &p, NULL, NULL));
	inclusion_open(&without);
	without.inclusion[0].fract = 0.25;
	lookup_open(&lookup, &g, NULL);
	lookup_set_graph(&lookup, &without);
	assert_non_null(lookup_sources(&lookup));
	assert_true(lookup.has_fractions);
	lookup_set_graph(&lookup, &g);
	assert_non_null(lookup_sources(&lookup));
	assert_false(lookup.has_fractions);
	lookup_release(&lookup);
	graph_release(&g);
	graph_release(&without);
	profile_release(&p);
	measured_release(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines_of_stacks),
		cmocka_unit_test(test_line_with_most),
		cmocka_unit_test(test_lines_of_costs),
		cmocka_unit_test(test_fractions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
