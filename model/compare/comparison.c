/* comparison.c - two profiles, A and B, function by function
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "compare/comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"
#include "compare/runs.h"
#include "compare/sideruns.h"
#include "figures/graph_solve.h"
#include "measured/measured.h"

static const double significant = 0.05;	/* greatest q of a difference that is marked */

/* Folds the functions of S as INTO says, and solves the graph of the folded profile.  Returns false
 * if STOP stopped the work. */
static bool
fold_side(struct comparison_side *s, uint32_t *into, struct stop *stop)
{
	s->graph = s->read;
	if (into == NULL)
		return true;
	s->fold.into = into;
	s->fold.names = mem_new(s->profile->nfuncs, sizeof(*s->fold.names));
	s->fold.arcs_into = fold_arcs(s->profile, into);
	s->is_group = mem_new(s->profile->nfuncs, sizeof(*s->is_group));
	for (uint32_t f = 0; f < s->profile->nfuncs; f++)
		if (into[f] != f)
			s->is_group[into[f]] = true;
	fold_open(&s->folded, s->profile, &s->fold);
	s->graph = &s->folded_graph;
	if (graph_solve(&s->folded_graph, &s->folded, &s->read->selection, stop))
		return true;
	s->folded_graph = (struct graph){ .profile = NULL };
	return false;
}

static void
release_side(struct comparison_side *s)
{
	outliers_release(&s->outliers);
	if (s->fold.into == NULL)
		return;
	if (s->folded_graph.profile != NULL)
		graph_release(&s->folded_graph);
	profile_release(&s->folded);
	free(s->fold.into);
	free(s->fold.names);
	free(s->fold.arcs_into);
	free(s->is_group);
}

/* Sets the time and the calls of ROW on SIDE. */
static void
set_figures(const struct comparison *c, struct comparison_row *row, int side)
{
	const struct comparison_side *s = &c->side[side];
	const struct node *n;

	if (row->func[side] == NOBODY)
		return;
	n = &s->graph->nodes[row->func[side]];
	row->self.value[side] = n->self * s->unit;
	row->total.value[side] = graph_node_time(n) * s->unit;
	row->has_total &= n->cycle == NOBODY && profile_has(s->profile, HAS_CALLERS);
	row->calls[side] = n->calls + graph_self_calls(s->graph, row->func[side]);
}

/* Makes the rows of C from P, without rows that have neither time nor calls. */
static void
make_rows(struct comparison *c, const struct partners *p)
{
	c->rows = mem_new(p->nrows, sizeof(*c->rows));
	for (uint32_t i = 0; i < p->nrows; i++) {
		struct comparison_row *row = &c->rows[c->nrows];

		*row = (struct comparison_row){ .match = p->rows[i].match, .has_total = true,
			.func = { p->rows[i].func[0], p->rows[i].func[1] } };
		set_figures(c, row, 0);
		set_figures(c, row, 1);
		c->nrows += row->self.value[0] != 0 || row->self.value[1] != 0
			|| row->total.value[0] != 0 || row->total.value[1] != 0
			|| row->calls[0] > 0 || row->calls[1] > 0;
	}
}

static void
add_up(struct comparison *c)
{
	for (int side = 0; side < 2; side++) {
		struct comparison_side *s = &c->side[side];

		for (uint32_t i = 0; i < c->nrows; i++) {
			s->total += c->rows[i].self.value[side];
			if (c->rows[i].func[!side] == NOBODY)
				s->unmatched += c->rows[i].self.value[side];
		}
		c->total.value[side] = s->total;
	}
}

/* Returns the change by which half of the time changes more, and half less. */
static double
median_change(const struct comparison *c)
{
	uint32_t *v = mem_new(c->nrows, sizeof(*v)), n = 0;
	uint64_t *keys = mem_new(c->nrows, sizeof(*keys));
	double all = 0, below = 0, median = 1;

	for (uint32_t i = 0; i < c->nrows; i++) {
		const double *x = c->rows[i].self.value;

		if (x[0] <= 0 || x[1] <= 0)
			continue;
		keys[n] = sort_key_greatest(x[1] / x[0]);
		v[n++] = i;
		all += fmin(x[0], x[1]);
	}
	sort_by_keys(v, keys, n);
	for (uint32_t i = 0; i < n && below < all / 2; i++) {
		const double *x = c->rows[v[i]].self.value;

		below += fmin(x[0], x[1]);
		median = x[1] / x[0];
	}
	free(keys);
	free(v);
	return median;
}

/* Multiplies all figures of B by C->factor. */
static void
apply_scale(struct comparison *c)
{
	struct comparison_side *b = &c->side[1];

	if (c->options.scale == SCALE_TOTAL && c->side[0].total > 0 && b->total > 0)
		c->factor = c->side[0].total / b->total;
	else if (c->options.scale == SCALE_MEDIAN)
		c->factor = 1 / median_change(c);
	for (uint32_t i = 0; i < c->nrows; i++) {
		c->rows[i].self.value[1] *= c->factor;
		c->rows[i].total.value[1] *= c->factor;
	}
	b->unit *= c->factor;
	b->total *= c->factor;
	b->unmatched *= c->factor;
}

/* Sets R to the samples in the times V of the functions FUNC; NOBODY: of any function.  TOTAL: V is
 * a total. */
static void
set_rates(const struct comparison *c, const uint32_t func[2], const struct compared *v, bool total,
	struct rates *r)
{
	*r = (struct rates){ .dispersion = 1 };
	for (int side = 0; side < 2; side++) {
		const struct comparison_side *s = &c->side[side];
		double weight = runs_weight(s->graph, func[side], total) * s->unit;

		r->n[side] = weight > 0 ? fmax(0, v->value[side] / weight) : 0;
		r->exposure[side] = weight > 0 ? 1 / weight : 0;
	}
}

void
comparison_rates(const struct comparison *c, const struct comparison_row *row, struct rates *r)
{
	set_rates(c, row->func, &row->self, false, r);
	r->dispersion = row->dispersion;
	r->df = row->df;
}

static void
test(struct compared *v, const struct rates *r)
{
	v->is_tested = r->exposure[0] > 0 && r->exposure[1] > 0 && rates_can_be_tested(r);
	v->p = v->q = v->finding = v->is_tested ? rates_test(r, 1) : 1;
}

/* Sets .q and .finding of the self times of all rows or, if TOTALS, of their totals. */
static void
set_families(struct comparison *c, bool totals)
{
	double *p = mem_new(c->nrows, sizeof(*p)), *q = mem_new(c->nrows, sizeof(*q));
	uint32_t n = 0;

	for (int finding = 0; finding < 2; finding++) {
		n = 0;
		for (uint32_t i = 0; i < c->nrows; i++) {
			struct compared *v = totals ? &c->rows[i].total : &c->rows[i].self;

			if (v->is_tested)
				p[n++] = v->p;
		}
		(finding ? rates_findings : rates_discoveries)(p, q, n);
		n = 0;
		for (uint32_t i = 0; i < c->nrows; i++) {
			struct compared *v = totals ? &c->rows[i].total : &c->rows[i].self;

			if (v->is_tested)
				*(finding ? &v->finding : &v->q) = q[n++];
		}
	}
	free(p);
	free(q);
}

static enum comparison_mark
mark_of(const struct comparison *c, const struct comparison_row *row)
{
	double change = comparison_difference(&row->self);

	if (row->func[0] == NOBODY || row->func[1] == NOBODY)
		return row->func[0] == NOBODY ? MARK_NEW : MARK_GONE;
	if (!c->has_noise && sideruns_is_exact(&c->side[0]) && sideruns_is_exact(&c->side[1]))
		return change > 0 ? MARK_MORE : change < 0 ? MARK_LESS : MARK_EQUAL;
	if (!row->self.is_tested)
		return MARK_FEW;
	return row->self.q >= significant ? MARK_NOISE : change > 0 ? MARK_MORE : MARK_LESS;
}

enum comparison_mark
comparison_total_mark(const struct comparison *c)
{
	double change = comparison_difference(&c->total);

	if (!c->has_noise && sideruns_is_exact(&c->side[0]) && sideruns_is_exact(&c->side[1]))
		return change > 0 ? MARK_MORE : change < 0 ? MARK_LESS : MARK_EQUAL;
	if (!c->total.is_tested)
		return MARK_FEW;
	return c->total.p >= significant ? MARK_NOISE : change > 0 ? MARK_MORE : MARK_LESS;
}

/* Results of rates_test(): many functions have the same few samples, and a test takes time. */
struct known_tests {
	struct {
		struct rates rates;	/* .dispersion is 0: there is no result */
		double p;
	} v[1024];
};

static bool
is_same_rate(const struct rates *a, const struct rates *b)
{
	return a->n[0] == b->n[0] && a->n[1] == b->n[1] && a->exposure[0] == b->exposure[0]
		&& a->exposure[1] == b->exposure[1] && a->dispersion == b->dispersion
		&& a->df == b->df;
}

/* Does the same as test(), but a result that is in KNOWN is not computed again. */
static void
test_once(struct compared *v, const struct rates *r, struct known_tests *known)
{
	uint64_t a = (uint64_t)fmin(r->n[0], 0x1p40), b = (uint64_t)fmin(r->n[1], 0x1p40);
	size_t at = (size_t)(a * 37 + b) % (sizeof(known->v) / sizeof(*known->v));

	if (is_same_rate(&known->v[at].rates, r)) {
		v->is_tested = true;
		v->p = v->q = v->finding = known->v[at].p;
		return;
	}
	test(v, r);
	if (!v->is_tested)
		return;
	known->v[at].rates = *r;
	known->v[at].p = v->p;
}

/* Tests ROW of C; its total, too, if HAS_TOTALS. */
static void
test_row(const struct comparison *c, struct comparison_row *row, bool has_totals,
	struct known_tests *known)
{
	struct rates r;

	comparison_rates(c, row, &r);
	test_once(&row->self, &r, known);
	set_rates(c, row->func, &row->total, true, &r);
	r.dispersion = row->dispersion;
	r.df = row->df;
	if (has_totals && row->has_total)
		test_once(&row->total, &r, known);
}

/* Tests all rows of C. */
static void
test_rows(struct comparison *c)
{
	bool has_totals = c->has_noise && profile_has(c->side[0].profile, HAS_TOTALS)
		&& profile_has(c->side[1].profile, HAS_TOTALS);
	struct known_tests *known = mem_new(1, sizeof(*known));

	for (uint32_t i = 0; i < c->nrows && c->has_noise; i++)
		test_row(c, &c->rows[i], has_totals, known);
	free(known);
	set_families(c, false);
	set_families(c, true);
	for (uint32_t i = 0; i < c->nrows; i++) {
		c->rows[i].mark = mark_of(c, &c->rows[i]);
		c->nmarked[c->rows[i].mark]++;
	}
}

void
comparison_total_rates(const struct comparison *c, struct rates *r)
{
	const uint32_t any[2] = { NOBODY, NOBODY };

	set_rates(c, any, &c->total, false, r);
	r->exposure[1] *= c->factor;
	r->n[1] *= c->factor;
	r->dispersion = c->total_dispersion;
	r->df = c->total_df;
}

/* Tests the total, before it is multiplied by the factor. */
static void
test_total(struct comparison *c)
{
	struct dispersion_item item = { .pearson = -1 };
	struct rates r;

	if (!c->has_noise)
		return;
	comparison_total_rates(c, &r);
	item.mean = (r.n[0] + r.n[1]) / (c->side[0].nruns + c->side[1].nruns);
	c->total_dispersion = fmax(1, c->options.dispersion);
	if (c->options.dispersion <= 0 && c->knows_runs)
		c->total_dispersion = dispersion_of(&c->dispersion, &item, &c->total_df);
	comparison_total_rates(c, &r);
	test(&c->total, &r);
}

static bool
compare_sides(struct comparison *c, struct callsites sites[2], struct stop *stop, struct err *e)
{
	struct partners partners;
	bool done;

	partners_open(&partners, sites, c->options.renames, c->options.nrenames);
	done = fold_side(&c->side[0], partners.into[0], stop);
	done = fold_side(&c->side[1], partners.into[1], stop) && done;
	partners.into[0] = partners.into[1] = NULL;
	if (done)
		make_rows(c, &partners);
	partners_release(&partners);
	if (!done)
		return err_set(e, ERR_STOPPED, "stopped");
	add_up(c);
	apply_scale(c);
	sideruns_find_dispersion(c);
	test_total(c);
	test_rows(c);
	return true;
}

bool
comparison_open(struct comparison *c, const struct graph *a, const struct graph *b,
	struct callsites sites[2], const struct comparison_options *o, struct stop *stop,
	struct err *e)
{
	*c = (struct comparison){ .options = *o, .factor = 1 };
	c->side[0].profile = a->profile;
	c->side[0].read = a;
	c->side[1].profile = b->profile;
	c->side[1].read = b;
	if (!sideruns_set_units(c, e))
		return false;
	sideruns_remark(c);
	if (compare_sides(c, sites, stop, e))
		return true;
	comparison_release(c);
	return false;
}

void
comparison_release(struct comparison *c)
{
	release_side(&c->side[0]);
	release_side(&c->side[1]);
	free(c->rows);
	arena_release(&c->text);
}

bool
comparison_is_change(const struct comparison_row *row)
{
	return row->mark == MARK_MORE || row->mark == MARK_LESS
		|| (row->self.is_tested && row->self.q < significant);
}

bool
comparison_is_of_spans(const struct comparison *c)
{
	return c->options.seconds[0] > 0 && c->options.seconds[1] > 0;
}

double
comparison_calls(const struct comparison *c, const struct comparison_row *row, int side)
{
	return (double)row->calls[side] / c->side[side].amount;
}

bool
comparison_cost_change(const struct comparison *c, const struct comparison_row *row, double *cost)
{
	double calls[2] = { comparison_calls(c, row, 0), comparison_calls(c, row, 1) };
	const double *self = row->self.value;

	*cost = 0;
	if (!c->side[0].has_calls || !c->side[1].has_calls)
		return false;
	if (calls[0] <= 0 || calls[1] <= 0)
		return (calls[0] > 0 || self[0] == 0) && (calls[1] > 0 || self[1] == 0);
	*cost = (calls[0] + calls[1]) / 2 * (self[1] / calls[1] - self[0] / calls[0]);
	return true;
}

const char *
comparison_mark_name(enum comparison_mark mark)
{
	static const char *const names[COMPARISON_MARKS] = { [MARK_EQUAL] = "equal",
		[MARK_MORE] = "more", [MARK_LESS] = "less", [MARK_NOISE] = "noise",
		[MARK_FEW] = "few", [MARK_NEW] = "new", [MARK_GONE] = "gone" };

	return names[mark];
}
