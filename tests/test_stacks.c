/* test_stacks.c - folded stacks, and the known totals of functions and calls
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
#include <unistd.h>

#include <cmocka.h>

#include "base/mem.h"
#include "bytes.h"
#include "figures/graph_solve.h"
#include "load/open.h"
#include "load/open_measured.h"
#include "lookup/byfile.h"
#include "measured/formats/folded_stacks.h"
#include "profile/fold.h"
#include "profile/paths.h"
#include "stacks.h"

enum { ROUNDS = 100 };

/* Returns the value of the stacks in which CALLER calls CALLEE.  If CALLER is NOBODY, returns the
 * value of the stacks that contain CALLEE. */
static double
value_of(const struct stack stacks[STACKS], const struct excluded *x, uint32_t caller,
	uint32_t callee)
{
	double sum = 0;

	for (int i = 0; i < STACKS; i++) {
		const struct stack *s = &stacks[i];
		uint32_t first = first_frame(s, x), k;

		for (k = first; k < s->n; k++)
			if (x->into[s->funcs[k]] == callee && (caller == NOBODY
			    || (k > first && x->into[s->funcs[k - 1]] == caller)))
				break;
		if (k < s->n)
			sum += s->value;
	}
	return sum;
}

/* Returns the value of the stacks whose innermost function is CALLEE.  If CALLER is not NOBODY,
 * only those stacks are added up in which CALLER calls this innermost function. */
static double
own_value(const struct stack stacks[STACKS], const struct excluded *x, uint32_t caller,
	uint32_t callee)
{
	double sum = 0;

	for (int i = 0; i < STACKS; i++) {
		const struct stack *s = &stacks[i];
		uint32_t first = first_frame(s, x);

		if (first < s->n && x->into[s->funcs[s->n - 1]] == callee && (caller == NOBODY
		    || (s->n - 1 > first && x->into[s->funcs[s->n - 2]] == caller)))
			sum += s->value;
	}
	return sum;
}

/* Asserts that the squared error of each figure of G is the sum of .square of the stacks that the
 * figure includes. */
static void
check_variances(const struct graph *g, const struct stack stacks[STACKS], const struct excluded *x)
{
	struct stack squares[STACKS];

	memcpy(squares, stacks, sizeof(squares));
	for (int i = 0; i < STACKS; i++)
		squares[i].value = stacks[i].square;
	assert_non_null(g->node_variances);
	for (uint32_t f = 0; f < FUNCS; f++) {
		const struct variance *v = &g->node_variances[f];

		assert_true(v->self == own_value(squares, x, NOBODY, f));
		assert_true(v->total == value_of(squares, x, NOBODY, f));
	}
	for (uint32_t a = 0; a < g->profile->narcs; a++) {
		uint32_t caller = g->profile->arcs[a].caller, callee = g->profile->arcs[a].callee;
		const struct variance *v = &g->arc_variances[a];

		if (graph_is_excluded(g, a) || !graph_propagates(g, a))
			continue;
		assert_true(v->self == own_value(squares, x, caller, callee));
		assert_true(v->total == value_of(squares, x, caller, callee));
	}
}

static void
check_graph(const struct graph *g, const struct stack stacks[STACKS], const struct excluded *x)
{
	const struct profile *p = g->profile;

	for (uint32_t f = 0; f < FUNCS; f++) {
		const struct node *n = &g->nodes[f];

		assert_true(n->self == own_value(stacks, x, NOBODY, f));
		assert_true(n->self + n->children == value_of(stacks, x, NOBODY, f));
		assert_true(g->bounds[f].lo == g->bounds[f].hi);
		assert_int_equal(g->bounds[f].certainty, CERTAIN);
	}
	for (uint32_t a = 0; a < p->narcs; a++) {
		uint32_t caller = p->arcs[a].caller, callee = p->arcs[a].callee;
		struct share share = graph_share(g, a);

		if (graph_is_excluded(g, a) || share.self + share.children == 0)
			continue;
		assert_true(share.self == own_value(stacks, x, caller, callee));
		assert_true(share.self + share.children == value_of(stacks, x, caller, callee));
	}
	check_variances(g, stacks, x);
}

/* Returns how many arcs of G have time. */
static uint32_t
count_arcs(const struct graph *g)
{
	uint32_t n = 0;

	for (uint32_t a = 0; a < g->profile->narcs; a++)
		n += graph_propagates(g, a);
	return n;
}

/* Returns how many pairs of a caller and its callee have time. */
static uint32_t
count_pairs(const struct stack stacks[STACKS], const struct excluded *x)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < FUNCS; i++)
		for (uint32_t k = 0; k < FUNCS; k++)
			n += value_of(stacks, x, i, k) > 0;
	return n;
}

/* Each stack counts once for a function or a call, however often the stack contains it. */
static void
test_once_per_stack(void **state)
{
	uint64_t seed = 7;

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		struct stack stacks[STACKS];
		struct excluded none = { .into = { 0, 1, 2, 3, 4, 5 } };
		struct profile p;
		struct graph g;

		make_stacks(stacks, &seed);
		open_stacks(&p, stacks);
		assert_true(graph_solve(&g, &p, NULL, NULL));
		assert_int_equal(g.ncycles, 0);
		check_graph(&g, stacks, &none);
		assert_int_equal(count_arcs(&g), count_pairs(stacks, &none));
		graph_release(&g);
		profile_release(&p);
	}
}

/* Stacks with an excluded function do not count.  An excluded call removes the caller and all
 * frames outside the caller from the stack. */
static void
test_exclusions(void **state)
{
	uint64_t seed = 11;

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		struct stack stacks[STACKS];
		struct excluded x = { .into = { 0, 1, 2, 3, 4, 5 } };
		bool *arcs;
		struct profile p;
		struct graph g;

		make_stacks(stacks, &seed);
		open_stacks(&p, stacks);
		arcs = mem_new(p.narcs, sizeof(*arcs));
		x.funcs[random_below(&seed, FUNCS)] = round % 2 == 0;
		for (uint32_t a = 0; a < p.narcs; a++)
			x.calls[p.arcs[a].caller][p.arcs[a].callee] = arcs[a]
				= random_below(&seed, 4) == 0;
		assert_true(graph_solve(&g, &p, &(struct selection){ .part = NOBODY,
			.no_func = x.funcs,
			.no_arc = arcs }, NULL));
		check_graph(&g, stacks, &x);
		graph_release(&g);
		profile_release(&p);
		free(arcs);
	}
}

/* Sets FOLDED to the frames of STACKS that get time, with functions replaced by their groups in X.
 * Adjacent frames of one group become one frame.  The last function is in no group, so its calls of
 * itself stay. */
static void
fold_stacks(struct stack folded[STACKS], const struct stack stacks[STACKS],
	const struct excluded *x)
{
	for (int i = 0; i < STACKS; i++) {
		const struct stack *s = &stacks[i];
		struct stack *to = &folded[i];

		*to = (struct stack){ .value = s->value, .square = s->square };
		for (uint32_t k = first_frame(s, x); k < s->n; k++) {
			uint32_t f = x->into[s->funcs[k]];

			if (to->n == 0 || to->funcs[to->n - 1] != f || f == FUNCS - 1)
				to->funcs[to->n++] = f;
		}
	}
}

/* A stack counts once for a group of functions.  Exclusions of functions of the group still
 * hold. */
static void
test_folded_groups(void **state)
{
	uint64_t seed = 13;

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		struct stack stacks[STACKS];
		struct excluded x = { .into = { 0, 0, 2, 2, 2, 5 } };
		const struct excluded none = { .into = { 0, 1, 2, 3, 4, 5 } };
		struct stack folded[STACKS];
		const char *names[FUNCS] = { NULL };
		struct fold fold = { .into = x.into, .names = names };
		bool *arcs;
		struct profile p, q;
		struct graph g;

		make_stacks(stacks, &seed);
		open_stacks(&p, stacks);
		arcs = mem_new(p.narcs, sizeof(*arcs));
		x.funcs[random_below(&seed, FUNCS)] = round % 2 == 0;
		for (uint32_t a = 0; round % 3 == 0 && a < p.narcs; a++)
			x.calls[p.arcs[a].caller][p.arcs[a].callee] = arcs[a]
				= random_below(&seed, 4) == 0;
		fold.arcs_into = fold_arcs(&p, x.into);
		fold_open(&q, &p, &fold);
		assert_true(graph_solve(&g, &q, &(struct selection){ .part = NOBODY,
			.no_func = x.funcs, .no_arc = arcs }, NULL));
		fold_stacks(folded, stacks, &x);
		check_graph(&g, folded, &none);
		assert_int_equal(count_arcs(&g), count_pairs(folded, &none));
		graph_release(&g);
		profile_release(&q);
		profile_release(&p);
		free(fold.arcs_into);
		free(arcs);
	}
}

/* Opens a profile of two stacks with the weights W. */
static void
open_weights(struct profile *p, const struct measured_weight w[2])
{
	struct measured *m = measured_new();
	struct measured_func func = { .object = NOBODY, .file = NOBODY };
	struct measured_frame frame = { .file = NOBODY };

	measured_add_event(m, "cpu", 3, "");
	m->events[0].is_sampled = true;
	for (int i = 0; i < 2; i++) {
		func.name = measured_text(m, i == 0 ? "f" : "g", 1);
		frame.func = measured_func(m, &func);
		measured_add_sample(m, measured_path(m, NOBODY, measured_frame(m, &frame)), NOBODY,
			&w[i]);
	}
	*p = (struct profile){ .rules = RULES_EXACT };
	open_measured(p, m, false);
	measured_release(m);
}

/* The profile has a weight of samples only if all samples have the same weight.  If the sampling
 * error of one stack is not known, the profile has no sampling errors. */
static void
test_weights(void **state)
{
	static const struct {
		struct measured_weight w[2];
		double weight;
		uint64_t nsamples;
		bool has_squares;
	} cases[] = {
		{ { { 30, 3, 300 }, { 10, 1, 100 } }, 10, 4, false },
		{ { { 30, 3, 300 }, { 0, 0, 0 } }, 10, 3, false },
		{ { { 30, 3, 300 }, { 20, 1, 400 } }, 0, 4, true },
		{ { { 30, 3, 300 }, { 10, 1, 0 } }, 0, 4, true },
		{ { { 30, 3, 0 }, { 10, 1, 0 } }, 0, 4, true },
		{ { { 30, 3, 300 }, { 10, 0, 0 } }, 0, 0, false },
		{ { { 30, 3, 300 }, { -10, 1, 100 } }, 0, 4, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct profile p;
		struct graph g;

		open_weights(&p, cases[i].w);
		assert_true(graph_solve(&g, &p, NULL, NULL));
		assert_true(g.measure.weight == cases[i].weight);
		assert_true(g.measure.nsamples == cases[i].nsamples);
		assert_int_equal(g.paths.squares != NULL, cases[i].has_squares);
		graph_release(&g);
		profile_release(&p);
	}
}

/* Opens the folded stacks TEXT with OPTIONS; returns false if nothing can be shown. */
static bool
open_text(struct profile *p, const char *text, struct open_options options, struct err *e)
{
	char path[] = "/tmp/stacksXXXXXX";
	int fd = mkstemp(path);
	bool ok;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
	options.image = path;
	options.rules = RULES_EXACT;
	ok = open_profile(p, &options, e);
	unlink(path);
	return ok;
}

static uint32_t
func_named(const struct profile *p, const char *name)
{
	uint32_t f;

	for (f = 0; f < p->nfuncs && strcmp(p->funcs[f].name, name) != 0; f++)
		;
	assert_true(f < p->nfuncs);
	return f;
}

/* Returns the own samples of the function NAME. */
static double
self_of(const struct profile *p, const char *name)
{
	struct graph g;
	double self;

	assert_true(graph_solve(&g, p, NULL, NULL));
	self = g.in.self[func_named(p, name)];
	graph_release(&g);
	return self;
}

static struct measure
measure_of(const struct profile *p)
{
	struct graph g;
	struct measure measure;

	assert_true(graph_solve(&g, p, NULL, NULL));
	measure = g.measure;
	graph_release(&g);
	return measure;
}

static void
test_folded_text(void **state)
{
	struct measure measure;
	struct profile p;
	struct err e;

	(void)state;
	assert_true(open_text(&p, "main;read file_[k] 3\r\nmain;a;b 4\nmain;a;bc 5\n\nmain;a 1\n"
		"main;a;b;c 2", (struct open_options){ 0 }, &e));
	assert_int_equal(p.nfuncs, 6);
	assert_true(self_of(&p, "read file") == 3);
	assert_true(self_of(&p, "b") == 4);
	assert_true(self_of(&p, "bc") == 5);
	assert_true(self_of(&p, "a") == 1);
	assert_true(self_of(&p, "c") == 2);
	measure = measure_of(&p);
	assert_true(measure.total == 15 && measure.weight == 0 && measure.nsamples == 0
		&& !p.damaged);
	assert_string_equal(measure.unit, "counts");
	profile_release(&p);

	/* A function of the kernel and a function of the program are two functions, even if they
	 * have the same name. */
	assert_true(open_text(&p, "main;write;write_[k] 3\n", (struct open_options){ 0 }, &e));
	assert_int_equal(p.nfuncs, 3);
	profile_release(&p);

	assert_true(open_text(&p, "a;b 9\na;b 7\n", (struct open_options){
		.counts = "samples" }, &e));
	measure = measure_of(&p);
	assert_true(measure.total == 16 && measure.weight == 1 && measure.nsamples == 16);
	profile_release(&p);
}

/* Writes the stack PATH of M as text to OUT. */
static void
write_stack(const struct measured *m, uint32_t path, char out[256])
{
	const struct measured_frame *frame = &m->frames[m->paths[path].frame];
	char above[256] = "";

	if (m->paths[path].parent != NOBODY)
		write_stack(m, m->paths[path].parent, above);
	snprintf(out, 256, "%.100s%s%s%s", above, *above != '\0' ? ";" : "",
		measured_text_of(m, m->funcs[frame->func].name),
		frame->flags == MEASURED_KERNEL ? "_[k]" : "");
}

/* Looks up random stacks many times.  KEPT is the initial value of folded_stacks.kept, which is the
 * size in bytes of the texts that are kept. */
static void
check_texts(size_t kept)
{
	static const char *const names[] = { "a", "ab", "a b", "b", "a_[k]", "abc_[k]" };
	struct folded_stacks s = { .m = measured_new(), .kept = kept };
	uint64_t seed = 19;
	uint32_t seen[STACKS] = { 0 };

	measured_add_event(s.m, "samples", 7, "");
	for (int i = 0; i < 100 * STACKS; i++) {
		uint64_t which = random_below(&seed, STACKS), picks = which + 100;
		char text[64] = "", found[256];
		uint32_t sample;

		for (uint32_t n = 1 + random_below(&picks, 6); n > 0; n--) {
			strcat(text, names[random_below(&picks, 6)]);
			strcat(text, n > 1 ? ";" : "");
		}
		sample = folded_stacks_sample(&s, text, strlen(text));
		write_stack(s.m, s.m->samples[sample].path, found);
		assert_string_equal(found, text);
		assert_true(seen[which] == 0 || seen[which] == sample + 1);
		seen[which] = sample + 1;
	}
	assert_true(s.unsorted && s.known.n > STACKS / 2 && s.known.n <= STACKS);
	folded_stacks_release(&s);
	measured_release(s.m);
}

/* Stacks are found by their texts, whether they are sorted or not, and however often they come.
 * They are also found if there are too many texts to keep them. */
static void
test_texts(void **state)
{
	(void)state;
	check_texts(0);
	check_texts(SIZE_MAX / 2);
}

/* If a frame has two names, its stacks are one stack, whether their texts are kept or not. */
static void
test_two_names(void **state)
{
	static const char *const stacks[] = { "a;[unknown]", "a;", "a;[unknown]", "a;" };

	(void)state;
	for (int keep = 0; keep < 2; keep++) {
		struct folded_stacks s = { .m = measured_new(), .unsorted = true,
			.kept = keep ? 0 : SIZE_MAX / 2 };

		measured_add_event(s.m, "samples", 7, "");
		for (int i = 0; i < 400; i++)
			assert_int_equal(folded_stacks_sample(&s, stacks[i % 4],
				strlen(stacks[i % 4])), 0);
		assert_int_equal(s.m->npaths, 2);
		assert_true(s.known.n <= 2);
		folded_stacks_release(&s);
		measured_release(s.m);
	}
}

/* A line that is no stack is reported; the other lines are shown. */
static void
test_bad_lines(void **state)
{
	const struct open_options folded = { .measured_format = "folded" };
	struct profile p;
	struct err e;

	(void)state;
	assert_true(open_text(&p, "a;b 9\na;c\na;b 99999999999999999999\n# a comment\na;b 1\n", folded,
		&e));
	assert_true(p.damaged && measure_of(&p).total == 10);
	assert_string_equal(p.damage.text, "2 lines cannot be used; the first is: line 2: no number at "
		"the end; expected a line like \"main;parse 17\"");
	profile_release(&p);
	assert_false(open_text(&p, "a;b\n", folded, &e));
	assert_non_null(strstr(e.text, "line 1"));
	assert_false(open_text(&p, "\n\n", folded, &e));
	assert_int_equal(e.kind, ERR_EMPTY);
	assert_false(open_text(&p, "a;b 1\n", (struct open_options){ .event = "cycles" }, &e));
	assert_non_null(strstr(e.text, "it has counts"));
}

/* Inlined frames belong to their callers unless the user wants them as functions. */
static void
test_inlined(void **state)
{
	const char *text = "main;f;g_[i];h_[i] 5\nmain;f 2\nmain;g_[i];k 1\n";
	struct profile p;
	struct err e;

	(void)state;
	assert_true(open_text(&p, text, (struct open_options){ 0 }, &e));
	assert_true(self_of(&p, "f") == 7);
	assert_true(self_of(&p, "h") == 0);
	assert_int_equal(p.narcs, 2);		/* main calls f and k */
	profile_release(&p);
	assert_true(open_text(&p, text, (struct open_options){ .inlined = true }, &e));
	assert_true(self_of(&p, "f") == 2);
	assert_true(self_of(&p, "h") == 5);
	assert_int_equal(p.narcs, 5);
	profile_release(&p);
}

/* Writes TEXT to a new file, and the path of the file to PATH. */
static void
write_text(char path[32], const char *text)
{
	int fd;

	strcpy(path, "/tmp/stacksXXXXXX");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
}

/* Each of several files is a part.  A function has a share in each part.  Each stack counts once
 * for the share, however often it contains the function. */
static void
test_files_are_parts(void **state)
{
	char first[32], second[32];
	const char *files[1] = { second };
	struct open_options options = { .image = first, .files = files, .nfiles = 1,
		.has_files = true, .rules = RULES_EXACT };
	struct file_share shares[2];
	struct selection selection = { .part = NOBODY };
	struct profile p;
	struct graph g;
	struct err e;

	(void)state;
	write_text(first, "main;a;b 3\nmain;b 2\nmain;a;a;b 4\n");
	write_text(second, "main;a;b 30\nmain;c 2\nmain;b_[i] 5\n");
	assert_true(open_profile(&p, &options, &e));
	assert_int_equal(byfile_count(&p, 0), 2);
	assert_string_equal(byfile_name(&p, 0, 1), second);
	assert_true(measure_of(&p).total == 46);
	assert_true(graph_solve(&g, &p, NULL, NULL));
	assert_true(byfile_read(&g, func_named(&p, "a"), shares, NULL));
	assert_true(shares[0].samples == 0 && shares[0].total == 7 && shares[0].all == 9);
	assert_true(shares[1].samples == 0 && shares[1].total == 30 && shares[1].all == 37);
	assert_true(byfile_read(&g, func_named(&p, "main"), shares, NULL));
	assert_true(shares[1].samples == 5 && shares[1].total == 37);
	graph_release(&g);
	profile_release(&p);

	options.part = second;
	options.inlined = true;
	assert_true(open_profile(&p, &options, &e));
	assert_true(open_measured_choose(p.measured, &options, &selection.event, &selection.part,
		&e));
	assert_true(graph_solve(&g, &p, &selection, NULL));
	assert_true(g.measure.total == 37);
	assert_true(g.in.self[func_named(&p, "b")] == 35);
	assert_true(byfile_read(&g, func_named(&p, "b"), shares, NULL));
	assert_true(shares[0].samples == 9 && shares[1].samples == 35);
	graph_release(&g);
	profile_release(&p);
	options.part = "file=none";
	assert_false(open_profile(&p, &options, &e));
	assert_non_null(strstr(e.text, "--part=file=none"));
	unlink(first);
	unlink(second);
}

static int
by_hash(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* The hashes of the paths of a deep recursion differ.  If they repeated, each path would be
 * compared with very many others. */
static void
test_deep_recursion(void **state)
{
	enum { DEPTH = 400000, AT_ONCE = 1000 };
	static const struct measured_func func = { .object = NOBODY, .file = NOBODY };
	struct measured *m = measured_new();
	uint32_t frames[AT_ONCE], paths[AT_ONCE], parent = NOBODY;
	struct measured_frame frame = { .file = NOBODY };

	(void)state;
	(void)measured_text(m, "a", 1);
	frame.func = measured_func(m, &func);
	for (int i = 0; i < AT_ONCE; i++)
		frames[i] = measured_frame(m, &frame);
	for (int i = 0; i < DEPTH; i += AT_ONCE) {
		measured_stack(m, parent, frames, AT_ONCE, paths);
		parent = paths[AT_ONCE - 1];
	}
	assert_int_equal(m->npaths, DEPTH);
	qsort(m->path_hashes, DEPTH, sizeof(*m->path_hashes), by_hash);
	for (int i = 1; i < DEPTH; i++)
		assert_true(m->path_hashes[i - 1] != m->path_hashes[i]);
	measured_release(m);
}

/* In one deep stack of f and g, whose paths have a sample each, calls of g by f are excluded.  So
 * there are very many stacks, and the tree below each reaches to the end of the paths.  Sometimes f
 * calls h instead. */
static void
test_many_cuts(void **state)
{
	enum { DEPTH = 200000, BETWEEN = 4000, NH = DEPTH / BETWEEN, F = 0, G, H };
	const struct measured_weight weight = { .value = 1, .samples = 1, .squares = 1 };
	struct measured_func func = { .object = NOBODY, .file = NOBODY };
	struct measured_frame frame = { .file = NOBODY };
	struct measured *m = measured_new();
	struct profile p = { .rules = RULES_EXACT };
	uint32_t frames[3], path = NOBODY;
	struct graph g;
	bool arcs[4];

	(void)state;
	measured_add_event(m, "cpu", 3, "");
	for (int i = F; i <= H; i++) {
		func.name = measured_text(m, &"fgh"[i], 1);
		frame.func = measured_func(m, &func);
		frames[i] = measured_frame(m, &frame);
	}
	for (int i = 0; i < DEPTH; i++) {
		path = measured_path(m, path, frames[i % BETWEEN == BETWEEN / 2 - 1 ? H : i % 2]);
		measured_add_sample(m, path, NOBODY, &weight);
	}
	open_measured(&p, m, false);
	measured_release(m);
	assert_int_equal(p.narcs, 4);
	for (uint32_t a = 0; a < p.narcs; a++)
		arcs[a] = strcmp(p.funcs[p.arcs[a].callee].name, "g") == 0;
	assert_true(graph_solve(&g, &p, &(struct selection){ .part = NOBODY, .no_arc = arcs },
		NULL));
	/* The stacks are f, then "g f" or "g f h f", and at last g. */
	assert_true(graph_node_time(&g.nodes[func_named(&p, "f")]) == DEPTH / 2 + NH);
	assert_true(graph_node_time(&g.nodes[func_named(&p, "g")]) == DEPTH - 1);
	assert_true(graph_node_time(&g.nodes[func_named(&p, "h")]) == 2 * NH);
	graph_release(&g);
	profile_release(&p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_once_per_stack),
		cmocka_unit_test(test_exclusions),
		cmocka_unit_test(test_folded_groups),
		cmocka_unit_test(test_weights),
		cmocka_unit_test(test_folded_text),
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_two_names),
		cmocka_unit_test(test_bad_lines),
		cmocka_unit_test(test_inlined),
		cmocka_unit_test(test_files_are_parts),
		cmocka_unit_test(test_deep_recursion),
		cmocka_unit_test(test_many_cuts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
