/* sideruns.c - the runs of both sides of a comparison: units, unlike inputs, noise between runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "compare/sideruns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/pathname.h"
#include "compare/runs.h"
#include "elf/image.h"
#include "measured/measured.h"
#include "profile/origin.h"

/* Do the figures of S include everything, not only what was sampled? */
static bool
is_complete(const struct comparison_side *s)
{
	const struct measured_event *event = graph_event(s->read);

	return !event->is_sampled && !event->is_unsaid;
}

bool
sideruns_is_exact(const struct comparison_side *s)
{
	return is_complete(s) && !measured_is_time(graph_event(s->read));
}

/* Returns what the figures of S count, in words. */
static const char *
what(const struct comparison_side *s)
{
	const struct measure *m = &s->read->measure;

	return m->rate > 0 ? "seconds" : m->unit;
}

/* Does UNIT say no more than that the values are numbers? */
static bool
is_plain(const char *unit)
{
	return *unit == '\0' || strcmp(unit, "count") == 0;
}

/* Do the figures of A and B count the same?  If units do not say what they count, the names of the
 * events do. */
static bool
is_same(const struct comparison_side *a, const struct comparison_side *b)
{
	const struct measured_event *x = graph_event(a->read), *y = graph_event(b->read);

	return strcmp(what(a), what(b)) == 0
		|| (is_plain(x->unit) && is_plain(y->unit) && strcmp(x->name, y->name) == 0);
}

/* Is it known how many samples the figures of S are? */
static bool
has_noise(const struct comparison_side *s)
{
	return s->read->measure.weight > 0 || s->read->node_variances != NULL;
}

/* NRUNS is as in struct comparison_options. */
static void
open_side(struct comparison_side *s, uint32_t nruns)
{
	const struct profile *p = s->profile;
	size_t nfiles = profile_has(p, HAS_EVENTS) ? nruns
		: p->nimages > 0 ? p->samples[0].nfiles : 0;

	if (profile_has(p, HAS_EVENTS) && s->read->selection.part != NOBODY
	    && p->measured->parts[s->read->selection.part].run != 0)
		nfiles = 1;
	s->nruns = nfiles > 1 ? (uint32_t)nfiles : 1;
	s->has_calls = profile_has(p, HAS_COUNTS) && (profile_has(p, HAS_EVENTS) || p->has_arcs);
}

bool
sideruns_set_units(struct comparison *c, struct err *e)
{
	struct comparison_side *a = &c->side[0], *b = &c->side[1];

	open_side(a, c->options.nruns[0]);
	open_side(b, c->options.nruns[1]);
	if (graph_is_signed(a->read) || graph_is_signed(b->read))
		return err_set(e, ERR_USAGE, "--compare: one of the profiles is itself a difference of two "
			"profiles; name these two");
	if (!is_same(a, b))
		return err_set(e, ERR_USAGE, "--compare: A has %s, B has %s, which cannot be compared; "
			"--event chooses an event that both have", what(a), what(b));
	a->amount = a->nruns;
	b->amount = b->nruns;
	if (comparison_is_of_spans(c))
		b->amount *= c->options.seconds[1] / c->options.seconds[0];
	a->unit = b->read->measure.per_unit / a->read->measure.per_unit / a->amount;
	b->unit = 1 / b->amount;
	c->has_noise = has_noise(a) && has_noise(b);
	c->is_measured = is_complete(a) && is_complete(b) && measured_is_time(graph_event(a->read))
		&& measured_is_time(graph_event(b->read));
	return true;
}

static const char *
program_of(const struct comparison_side *s)
{
	const char *path = origin_of(s->profile).program;

	return path != NULL ? pathname_base(path) : NULL;
}

static void
remark(struct comparison *c, const char *text)
{
	if (c->nremarks < sizeof(c->remarks) / sizeof(*c->remarks))
		c->remarks[c->nremarks++] = text;
}

void
sideruns_remark(struct comparison *c)
{
	struct comparison_side *a = &c->side[0], *b = &c->side[1];
	const char *x = graph_event(a->read)->name, *y = graph_event(b->read)->name;
	bool a_has_bins = profile_has(a->profile, HAS_BINS);
	bool b_has_bins = profile_has(b->profile, HAS_BINS);
	const char *here = program_of(a), *there = program_of(b);

	if (a_has_bins != b_has_bins) {
		remark(c, arena_printf(&c->text, "only %s has samples of addresses; what the other "
			"profiler measures may differ", a_has_bins ? "A" : "B"));
	} else if (strcmp(x, y) != 0) {
		c->is_unlike = true;
		remark(c, arena_printf(&c->text, "A has the event %s, B the event %s", x, y));
	}
	if (here != NULL && there != NULL && strcmp(here, there) != 0)
		remark(c, arena_printf(&c->text, "A is of the program %s, B of %s", here, there));
	if (a->has_calls != b->has_calls)
		remark(c, arena_printf(&c->text, "only %s counts calls, and counting takes time",
			a->has_calls ? "A" : "B"));
	if (a->profile->damaged || b->profile->damaged)
		remark(c, arena_printf(&c->text, "%s could not be read completely",
			a->profile->damaged ? "A" : "B"));
}

/* Returns an array, to be free()d, indexed by function of SIDE: sums over its runs.  Returns NULL
 * if the runs cannot be told apart. */
static struct run_sums *
sum_runs(const struct comparison *c, int side)
{
	const struct comparison_side *s = &c->side[side];
	const struct measured *m = s->profile->measured;

	if (s->nruns < 2 || !c->has_noise || (m != NULL && runs_count(m, NULL) != s->nruns))
		return NULL;
	return runs_sum(s->graph, s->is_group, NULL);
}

/* Adds to ITEM what the runs of function FUNC of S show; SUMS is the result of sum_runs(). */
static void
add_runs(struct dispersion_item *item, const struct comparison_side *s,
	const struct run_sums *sums, uint32_t func)
{
	const struct run_sums *of = sums != NULL && func != NOBODY ? &sums[func] : NULL;
	double n = s->nruns;

	if (of == NULL || of->nruns != s->nruns || of->sum <= 0)
		return;
	item->pearson += fmax(0, of->squares - of->sum * of->sum / n) / (of->sum / n);
	item->df += n - 1;
}

void
sideruns_find_dispersion(struct comparison *c)
{
	struct dispersion_item *items = mem_new(c->nrows, sizeof(*items));
	struct run_sums *sums[2] = { sum_runs(c, 0), sum_runs(c, 1) };
	uint32_t nruns = c->side[0].nruns + c->side[1].nruns;
	struct rates r;

	c->knows_runs = c->options.dispersion > 0;
	for (uint32_t i = 0; i < c->nrows; i++) {
		comparison_rates(c, &c->rows[i], &r);
		items[i].mean = (r.n[0] + r.n[1]) / nruns;
		for (int side = 0; side < 2; side++)
			add_runs(&items[i], &c->side[side], sums[side], c->rows[i].func[side]);
		c->knows_runs |= items[i].df > 0;
		items[i].pearson = items[i].df > 0 ? items[i].pearson : -1;
	}
	dispersion_fit(&c->dispersion, items, c->nrows);
	for (uint32_t i = 0; i < c->nrows; i++) {
		struct comparison_row *row = &c->rows[i];

		row->dispersion = fmax(1, c->options.dispersion);
		if (c->options.dispersion <= 0 && c->knows_runs)
			row->dispersion = dispersion_of(&c->dispersion, &items[i], &row->df);
	}
	for (int side = 0; side < 2; side++)
		if (sums[side] != NULL)
			outliers_find(&c->side[side].outliers, sums[side],
				c->side[side].graph->nfuncs);
	free(items);
}
