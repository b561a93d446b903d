/* sideruns.c - the runs of both sides of a comparison: units, unlike inputs, noise between runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "compare/sideruns.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/pathname.h"
#include "elf/image.h"
#include "measured/measured.h"
#include "profile/spread.h"

static const struct measured_event *
event_of(const struct comparison_side *s)
{
	const struct measured *m = s->profile->measured;

	return m != NULL ? &m->events[s->read->selection.event] : NULL;
}

bool
sideruns_is_exact(const struct comparison_side *s)
{
	const struct measured_event *event = event_of(s);

	return event != NULL && !event->is_sampled && !event->is_unsaid;
}

/* Returns what the figures of S count, in words. */
static const char *
what(const struct comparison_side *s)
{
	const struct measure *m = &s->read->measure;

	return m->rate > 0 ? "seconds" : m->unit != NULL ? m->unit : "samples";
}

/* Is it known how many samples the figures of S are? */
static bool
has_noise(const struct comparison_side *s)
{
	return s->profile->measured == NULL || s->read->measure.weight > 0
		|| s->read->node_variances != NULL;
}

static void
open_side(struct comparison_side *s)
{
	const struct profile *p = s->profile;
	size_t nfiles = p->measured != NULL ? p->measured->nfiles : p->nimages > 0
		? p->samples[0].nfiles : 0;

	s->nruns = nfiles > 1 ? (uint32_t)nfiles : 1;
	s->has_calls = profile_counts_calls(p) && (p->measured != NULL || p->has_arcs);
}

bool
sideruns_set_units(struct comparison *c, struct err *e)
{
	struct comparison_side *a = &c->side[0], *b = &c->side[1];

	open_side(a);
	open_side(b);
	if (graph_is_signed(a->read) || graph_is_signed(b->read))
		return err_set(e, ERR_USAGE, "--compare: one of the profiles is itself a difference of two "
			"profiles; name these two");
	if (strcmp(what(a), what(b)) != 0)
		return err_set(e, ERR_USAGE, "--compare: A has %s, B has %s, which cannot be compared; "
			"--event chooses an event that both have", what(a), what(b));
	a->unit = b->read->measure.per_unit / a->read->measure.per_unit / a->nruns;
	b->unit = 1.0 / b->nruns;
	c->has_noise = has_noise(a) && has_noise(b);
	return true;
}

static const char *
program_of(const struct comparison_side *s)
{
	const struct profile *p = s->profile;
	const char *path = p->measured != NULL ? p->measured->program : p->nimages > 0
		? p->images[0].path : NULL;

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
	const struct measured_event *x = event_of(a), *y = event_of(b);
	const char *here = program_of(a), *there = program_of(b);

	if (x != NULL && y != NULL && strcmp(x->name, y->name) != 0) {
		c->is_unlike = true;
		remark(c, arena_printf(&c->text, "A has the event %s, B the event %s", x->name,
			y->name));
	}
	if ((x == NULL) != (y == NULL))
		remark(c, arena_printf(&c->text, "only %s has samples of addresses; what the other "
			"profiler measures may differ", x == NULL ? "A" : "B"));
	if (here != NULL && there != NULL && strcmp(here, there) != 0)
		remark(c, arena_printf(&c->text, "A is of the program %s, B of %s", here, there));
	if (a->has_calls != b->has_calls)
		remark(c, arena_printf(&c->text, "only %s counts calls, and counting takes time",
			a->has_calls ? "A" : "B"));
	if (a->profile->damaged || b->profile->damaged)
		remark(c, arena_printf(&c->text, "%s could not be read completely",
			a->profile->damaged ? "A" : "B"));
}

/* Adds to ITEM what the runs of function FUNC of S show. */
static void
add_runs(struct dispersion_item *item, const struct comparison_side *s, uint32_t func)
{
	const struct profile *p = s->profile;
	const struct spread *of;
	double n = s->nruns;

	if (func == NOBODY || s->nruns < 2)
		return;
	if (p->spread == NULL || (s->is_group != NULL && s->is_group[func])
	    || p->samples[p->funcs[func].image].nfiles != s->nruns)
		return;
	of = &p->spread[func];
	if (of->sum <= 0)
		return;
	item->pearson += (of->squares - of->sum * of->sum / n) / (of->sum / n);
	item->df += n - 1;
}

void
sideruns_find_dispersion(struct comparison *c)
{
	struct dispersion_item *items = mem_new(c->nrows, sizeof(*items));
	uint32_t nruns = c->side[0].nruns + c->side[1].nruns;
	struct rates r;

	c->knows_runs = c->options.dispersion > 0;
	for (uint32_t i = 0; i < c->nrows; i++) {
		comparison_rates(c, &c->rows[i], &r);
		items[i].mean = (r.n[0] + r.n[1]) / nruns;
		add_runs(&items[i], &c->side[0], c->rows[i].func[0]);
		add_runs(&items[i], &c->side[1], c->rows[i].func[1]);
		c->knows_runs |= items[i].df > 0;
		items[i].pearson = items[i].df > 0 ? items[i].pearson : -1;
	}
	dispersion_fit(&c->dispersion, items, c->nrows);
	for (uint32_t i = 0; i < c->nrows; i++) {
		struct comparison_row *row = &c->rows[i];

		row->dispersion = c->options.dispersion > 1 ? c->options.dispersion : 1;
		if (c->options.dispersion <= 0 && c->knows_runs)
			row->dispersion = dispersion_of(&c->dispersion, &items[i], &row->df);
	}
	free(items);
}
