/* test_explained.c - the numbers in the explanations of random stacks, against a brute force
 *
 * The brute force is that of world.h.  Of each explanation, only the first word of a line and the
 * numbers in the line are read: a number must be the one that was counted, rounded as it is
 * written.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "brief.h"
#include "bytes.h"
#include "lookup/lookup.h"
#include "measured/measured.h"
#include "table/view_unfold.h"
#include "views/views.h"
#include "words/describe.h"
#include "words/describe_line.h"
#include "world.h"

enum { ROUNDS = 150, NUMBERS = 12 };

struct numbers {
	double v[NUMBERS];
	int n;
};

/* What is shown, what was counted of it, and the text that is read. */
struct reading {
	const struct world *w;
	struct counted c;
	bool has_errors;
	struct view_context ctx;
	struct lookup lookup;
	char *text;			/* owned */
};

static void
add(struct numbers *to, double number)
{
	assert_true(to->n < NUMBERS);
	to->v[to->n++] = number;
}

/* Adds VALUE and its error, if it has one. */
static void
add_time(struct numbers *to, const struct reading *r, double value, double squares)
{
	bool is_bound = value == 0 && r->has_errors && r->w->sampling == EQUAL;

	add(to, is_bound ? 3 * EACH : value);	/* as "<21" */
	if (r->has_errors && value > 0)
		add(to, sqrt(squares));
}

static void
add_percent(struct numbers *to, double part, double whole)
{
	if (whole > 0)
		add(to, 100 * part / whole);
}

/* Adds the ratio of two events, unless it is written as "-". */
static void
add_ratio(struct numbers *to, double part, double whole)
{
	if (whole > 0 && part / whole >= 0)
		add(to, part / whole);
}

/* Returns what follows START at the beginning of a line of TEXT, or NULL. */
static const char *
find_line(const char *text, const char *start)
{
	size_t n = strlen(start);

	for (const char *s = text; s != NULL && *s != '\0';) {
		if (strncmp(s, start, n) == 0)
			return s + n;
		s = strchr(s, '\n');
		s = s != NULL ? s + 1 : NULL;
	}
	return NULL;
}

/* Reads the number at *S, and sets *DIGIT to one unit of its last digit. */
static double
read_number(const char **s, double *digit)
{
	char *end;
	double number = strtod(*s, &end);
	const char *point = memchr(*s, '.', (size_t)(end - *s));

	*digit = point != NULL ? pow(10, (double)(point - end + 1)) : 1;
	*s = end;
	return number;
}

static bool
is_number(const char *s)
{
	return isdigit((unsigned char)*s) || (*s == '-' && isdigit((unsigned char)s[1]));
}

/* Asserts that the numbers in the line with START are those of WANT.  The indices of nodes, as in
 * "[3]", are not compared. */
static void
expect(const struct reading *r, const char *start, const struct numbers *want)
{
	const char *s = find_line(r->text, start);
	int n = 0;

	if (s == NULL)
		fail_msg("no line \"%s\" in:\n%s", start, r->text);
	while (*s != '\n' && *s != '\0') {
		double digit, number;

		if (*s == '[')
			s = strchr(s, ']');
		if (!is_number(s)) {
			s++;
			continue;
		}
		number = read_number(&s, &digit);
		if (n == want->n || !(fabs(number - want->v[n]) <= digit * 0.500001))
			fail_msg("number %d after \"%s\" is not %.9g in:\n%s", n + 1, start,
				n < want->n ? want->v[n] : NAN, r->text);
		n++;
	}
	if (n != want->n)
		fail_msg("%d numbers after \"%s\", not %d, in:\n%s", n, start, want->n, r->text);
}

static void
expect_no(const struct reading *r, const char *start)
{
	if (find_line(r->text, start) != NULL)
		fail_msg("a line \"%s\" in:\n%s", start, r->text);
}

/* Begins the text of another explanation.  After it was written to the result, end_text(). */
static FILE *
begin_text(struct reading *r)
{
	static size_t n;

	free(r->text);
	return mem_stream(&r->text, &n);
}

/* What each event has of a function, or of its calls by CALLER, and the ratio of both events. */
static void
expect_events(const struct reading *r, uint32_t caller, uint32_t f)
{
	struct numbers ratios = { .n = 0 };
	struct counted c[EVENTS];
	double self[EVENTS], total[EVENTS];

	for (uint32_t e = 0; e < EVENTS; e++) {
		const char *start = e == 0 ? "Event cycles:" : "Event instructions:";
		struct numbers want = { .n = 0 };

		c[e] = world_count_event(r->w, e);
		self[e] = caller != NOBODY ? c[e].arc_self[caller][f] : c[e].self[f];
		total[e] = caller != NOBODY ? c[e].arc_total[caller][f] : c[e].total[f];
		if (c[e].amount == 0) {
			expect_no(r, start);
			continue;
		}
		add(&want, self[e]);
		add_percent(&want, self[e], c[e].amount);
		add(&want, total[e]);
		add_percent(&want, total[e], c[e].amount);
		expect(r, start, &want);
	}
	add_ratio(&ratios, self[1], self[0]);
	add_ratio(&ratios, total[1], total[0]);
	add_ratio(&ratios, c[1].all, c[0].all);
	expect(r, "Instructions per cycle:", &ratios);
}

/* In which parts the total of a function, or of its calls by CALLER, is greatest. */
static void
expect_parts(const struct reading *r, uint32_t caller, uint32_t f)
{
	double totals[PARTS], sum = 0, sizes = 0;
	struct numbers want = { .n = 0 };

	for (uint32_t part = 0; part < PARTS; part++) {
		struct counted c = world_count_part(r->w, part);

		totals[part] = caller != NOBODY ? c.arc_total[caller][f] : c.total[f];
		sum += totals[part];
		sizes += fabs(totals[part]);
	}
	if (sizes == 0 || fabs(sum) < sizes) {
		expect_no(r, "Its total is greatest in");
		return;
	}
	for (;;) {
		uint32_t most = 0;

		for (uint32_t part = 1; part < PARTS; part++)
			if (fabs(totals[part]) > fabs(totals[most]))
				most = part;
		if (totals[most] == 0)
			break;
		add(&want, most);
		add_percent(&want, fabs(totals[most]), sizes);
		totals[most] = 0;
	}
	expect(r, "Its total is greatest in", &want);
}

/* Are all functions that row F shows excluded or omitted? */
static bool
is_excluded(const struct world *w, uint32_t f)
{
	for (uint32_t g = 0; g < FUNCS; g++)
		if (w->into[g] == f && !w->no_func[g] && !(w->no_profiler && g == PROFILER))
			return false;
	return true;
}

static void
expect_callers(const struct reading *r, uint32_t f)
{
	double total = r->c.total[f], root = r->c.root[f], callers = root;

	for (uint32_t caller = 0; caller < FUNCS; caller++)
		callers += r->c.arc_total[caller][f];
	if (root == 0)
		expect_no(r, "No caller");
	else if (root != total)
		expect(r, "No caller in", &(struct numbers){ { root }, 1 });
	else
		expect(r, "No caller:", &(struct numbers){ .n = 0 });
	if (callers / total > 1)
		expect(r, "Its callers add up to", &(struct numbers){ { callers }, 1 });
	else
		expect_no(r, "Its callers add up to");
}

static void
expect_node(const struct reading *r, uint32_t f)
{
	const struct counted *c = &r->c;
	struct numbers self = { .n = 0 }, total = { .n = 0 };

	if (is_excluded(r->w, f)) {
		expect_no(r, "Self:");
		return;
	}
	add_time(&self, r, c->self[f], c->self_squares[f]);
	add_percent(&self, c->self[f], c->amount);
	add(&self, c->amount);
	expect(r, "Self:", &self);
	add_time(&total, r, c->total[f], c->total_squares[f]);
	add_percent(&total, c->total[f], c->amount);
	expect(r, "Total:", &total);
	expect_callers(r, f);
	if (c->inlined[f] != 0)
		expect(r, "Inlined:", &(struct numbers){ { c->inlined[f] }, 1 });
	else
		expect_no(r, "Inlined:");
	expect_events(r, NOBODY, f);
	expect_parts(r, NOBODY, f);
}

static void
expect_arc(const struct reading *r, uint32_t caller, uint32_t f, bool is_cut)
{
	double self = r->c.arc_self[caller][f], total = r->c.arc_total[caller][f];
	struct numbers want = { .n = 0 };

	if (is_cut || is_excluded(r->w, caller) || is_excluded(r->w, f)) {
		expect_no(r, "Total:");
		return;
	}
	add_time(&want, r, total, r->c.arc_squares[caller][f]);
	add_percent(&want, total, r->c.amount);
	add(&want, r->c.amount);
	expect(r, "Total:", &want);
	expect(r, "Of this,", &(struct numbers){ { self, total - self }, 2 });
	expect_events(r, caller, f);
	expect_parts(r, caller, f);
}

static void
check_functions(struct reading *r)
{
	for (uint32_t f = 0; f < FUNCS; f++) {
		FILE *out;

		if (r->w->into[f] != f)
			continue;
		out = begin_text(r);
		describe_node_full(&r->ctx, f, out);
		mem_close(out);
		expect_node(r, f);
	}
}

static void
check_calls(struct reading *r)
{
	const struct profile *p = r->w->shown_profile;

	for (uint32_t a = 0; a < p->narcs; a++) {
		FILE *out;

		if (fold_arc(p->fold, a) != a)
			continue;
		out = begin_text(r);
		describe_arc_full(&r->ctx, a, out);
		mem_close(out);
		expect_arc(r, p->arcs[a].caller, p->arcs[a].callee,
			graph_is_excluded(&r->w->shown, a));
	}
}

/* Checks the explanations of the rows inside all roots of a tree of F. */
static void
check_tree(struct reading *r, const struct view_ops *ops, uint32_t f)
{
	struct view *v = view_new(ops, &r->ctx, f, 100, 30);
	struct chain chain = { .n = 0 };

	assert_true(view_fill(v));
	view_unfold_every_row(v);
	for (size_t i = 0; i < v->rows.n; i++) {
		const struct row *row = &v->rows.v[i];
		struct numbers want = { .n = 0 };
		double self, total;
		FILE *out = begin_text(r);

		ops->explain(v, row, out);
		mem_close(out);
		chain.funcs[row->depth] = view_node(v, row);
		chain.n = row->depth + 1u;
		total = world_count_chain(r->w, f, ops->goes_up, &chain, &self);
		if (v->paths->v[row->set].n == 0) {
			expect_no(r, "On this call path:");
			continue;
		}
		/* Errors of rows are known to be those of the stacks if each has the same. */
		if (r->w->sampling == DIFFERENT && r->has_errors)
			continue;
		add_time(&want, r, total, EACH * total);
		add_percent(&want, total, r->c.amount);
		if (!ops->goes_up)
			add(&want, self);
		expect(r, "On this call path:", &want);
		expect_node(r, view_node(v, row));
	}
	view_free(v);
}

/* Returns the sum of the values of the calls of function F in an explanation of a line. */
static double
sum_calls(const struct reading *r, uint32_t f)
{
	char start[] = "Sampled: it calls a [";
	double sum = 0, digit;

	start[sizeof(start) - 4] = (char)('a' + f);
	for (const char *s = r->text; (s = find_line(s, start)) != NULL;) {
		s += strcspn(s, "]");
		s += strcspn(s, "<-0123456789");
		sum += *s != '<' ? read_number(&s, &digit) : 0;
	}
	return sum;
}

static void
expect_line(const struct reading *r, const struct counted_lines *c, uint32_t line)
{
	const char *start = "Sampled: with what it calls,";
	double self = c->self[FUNCS][line], total = c->total[FUNCS][line];
	struct numbers of_self = { .n = 0 }, of_total = { .n = 0 };

	if (self != 0) {
		add_time(&of_self, r, self, c->self_squares[line]);
		add_percent(&of_self, self, r->c.amount);
		expect(r, "Sampled:", &of_self);
	} else {
		expect(r, "Sampled: nothing", &of_self);
	}
	if (total != self) {
		add_time(&of_total, r, total, c->total_squares[line]);
		add_percent(&of_total, total, r->c.amount);
		expect(r, start, &of_total);
	} else {
		expect_no(r, start);
	}
	for (uint32_t f = 0; !r->w->folds && f < FUNCS; f++)
		assert_float_equal(sum_calls(r, f), c->calls[f][line], 0);
}

/* The explanations of lines, whichever functions have them. */
static void
check_lines(struct reading *r)
{
	const struct sources *s = lookup_sources(&r->lookup);
	struct counted_lines c = world_count_lines(r->w);

	for (uint32_t i = 0; i < s->nlines; i++) {
		FILE *out = begin_text(r);

		describe_line_full(&r->ctx, &s->lines[i], out);
		mem_close(out);
		if (s->lines[i].number > 0)
			expect_line(r, &c, s->lines[i].number);
	}
}

static void
check_world(const struct world *w)
{
	struct reading r = { .w = w, .c = world_count(w), .has_errors = w->sampling != COUNTED };
	struct names names;

	if (r.c.amount == 0)
		return;
	for (int i = 0; i < STACKS; i++) {
		struct world all = { .part = w->part };

		if (w->stacks[i].values[w->event] < 0
		    && world_first_frame(&all, &w->stacks[i]) < w->stacks[i].n)
			r.has_errors = false;
	}
	names_open(&names, &w->profile, DEMANGLE_NONE);
	view_context_open(&r.ctx, &w->shown, &names, false);
	r.ctx.into = w->folds ? w->fold.into : NULL;
	lookup_open(&r.lookup, &w->shown, NULL);
	r.ctx.lookup = &r.lookup;
	check_functions(&r);
	check_calls(&r);
	check_lines(&r);
	for (uint32_t f = 0; f < FUNCS; f++)
		if (w->into[f] == f) {
			check_tree(&r, &tree_view, f);
			check_tree(&r, &callers_tree_view, f);
		}
	lookup_release(&r.lookup);
	view_context_release(&r.ctx);
	names_release(&names);
	free(r.text);
}

static void
check_worlds(bool is_signed)
{
	int rounds = brief_rounds(ROUNDS);
	uint64_t seed = is_signed ? 4 : 3;

	for (int round = 0; round < rounds; round++) {
		struct world w;

		world_make(&w, &seed, is_signed);
		world_show(&w);
		check_world(&w);
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
