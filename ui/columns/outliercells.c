/* outliercells.c - the profile file or recording in which a function differs from the others
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/outliercells.h"

#include <math.h>

#include "base/pathname.h"
#include "columns/sidecolumns.h"
#include "lookup/lookup.h"
#include "measured/measured.h"
#include "text/text.h"

bool
outliercell_used(const struct view_context *ctx)
{
	return ctx->has_time && ctx->lookup != NULL && ctx->lookup->nruns >= OUTLIERS_LEAST
		&& (profile_has(ctx->profile, HAS_EVENTS) ? ctx->graph->selection.part == NOBODY
			: ctx->profile->spread != NULL);
}

/* Returns what is known about the runs of function N, or NULL if nothing is. */
static const struct outlier *
tested(const struct view_context *ctx, uint32_t n)
{
	const struct outliers *o = outliercell_used(ctx) ? lookup_outliers(ctx->lookup) : NULL;

	return o != NULL && o->v != NULL && n < o->n && o->v[n].is_tested ? &o->v[n] : NULL;
}

const struct outlier *
outliercell_of(const struct view_context *ctx, uint32_t n)
{
	return tested(ctx, n) != NULL ? outliers_of(lookup_outliers(ctx->lookup), n) : NULL;
}

/* Writes a short name of run RUN of function N to OUT. */
static void
write_label(const struct view_context *ctx, uint32_t n, uint32_t run, char out[FILE_LABEL])
{
	if (profile_has(ctx->profile, HAS_EVENTS))
		snprintf(out, FILE_LABEL, "%s", pathname_base(runs_path(ctx->profile, n, run)));
	else
		file_label(ctx, ctx->profile->funcs[n].image, run, out);
}

/* Writes .times of X, or "only" if no other run has samples. */
static void
write_times(char out[FIGURE], const struct outlier *x)
{
	if (isfinite(x->times))
		figure_plain(out, x->times, 3);
	else
		snprintf(out, FIGURE, "only");
}

int
outliercell_need(const struct view *v)
{
	const struct view_context *ctx = v->ctx;
	enum { MARK = 2, MOST = 26 };
	char label[FILE_LABEL], times[FIGURE];
	int most = 0;

	for (uint32_t f = 0; f < ctx->profile->nfuncs; f++) {
		const struct outlier *x = outliercell_of(ctx, f);
		int width;

		if (x == NULL)
			continue;
		write_label(ctx, f, x->run, label);
		write_times(times, x);
		width = MARK + text_width(times, ctx->ascii) + 2 + text_width(label, ctx->ascii);
		most = width > most ? width : most;
	}
	return most < MOST ? most : MOST;
}

void
outliercell_draw(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct outlier *x = outliercell_of(v->ctx, r->thing);
	char label[FILE_LABEL], times[FIGURE];

	if (x == NULL)
		return;
	write_label(v->ctx, r->thing, x->run, label);
	write_times(times, x);
	pen_skip(pen, 1);
	if (x->times > 1)
		pen_style(pen, STYLE_HOT);
	pen_text(pen, sidecolumn_mark_text(v->ctx, x->times > 1 ? MARK_MORE : MARK_LESS));
	pen_text(pen, times);
	pen_text(pen, " ");
	pen_text(pen, label);
}

double
outliercell_key(const struct view *v, const struct row *r)
{
	const struct outlier *x = tested(v->ctx, r->thing);

	return x != NULL ? 1 - x->q : -1;
}

bool
outliercell_value_run(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct outlier *x = tested(v->ctx, r->thing);

	return x != NULL && column_value_set_text(d, runs_path(v->ctx->profile, r->thing, x->run));
}

bool
outliercell_value_times(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct outlier *x = tested(v->ctx, r->thing);

	return x != NULL && isfinite(x->times) && column_value_set_ratio(d, KIND_SAMPLED, x->times);
}

bool
outliercell_value_q(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct outlier *x = tested(v->ctx, r->thing);

	return x != NULL && column_value_set_ratio(d, KIND_SAMPLED, x->q);
}

bool
outliercell_chance(const struct view_context *ctx, uint32_t n, uint32_t part, double samples,
	double *p, bool *is_more)
{
	const struct measured_part *of = part != NOBODY ? &ctx->profile->measured->parts[part]
		: NULL;
	const struct outliers *o;
	double weight;

	if (tested(ctx, n) == NULL
	    || (of != NULL && (of->whole != NOBODY || of->run == 0 || !ctx->lookup->run_is_part)))
		return false;
	o = lookup_outliers(ctx->lookup);
	weight = runs_weight(ctx->graph, n, false);
	*p = outliers_chance(o, n, weight > 0 ? samples / weight : 0);
	*is_more = samples > o->runs[n].sum / o->runs[n].nruns * weight;
	return weight > 0;
}

bool
outliercell_describe_brief(const struct view_context *ctx, uint32_t n, FILE *out)
{
	/* The runs of a measured profile are not added up for the first screen. */
	bool may = !profile_has(ctx->profile, HAS_EVENTS)
		|| (ctx->lookup != NULL && ctx->lookup->may_open);
	const struct outlier *x = may ? outliercell_of(ctx, n) : NULL;
	char label[FILE_LABEL], times[FIGURE], q[FIGURE];

	if (x == NULL)
		return false;
	write_label(ctx, n, x->run, label);
	write_times(times, x);
	figure_chance(q, x->q);
	fprintf(out, isfinite(x->times) ? "file %s differs: %s x the others, q %s\t"
		: "file %s differs: %s this one has it, q %s\t", label, times, q);
	return true;
}

void
outliercell_describe_full(const struct view_context *ctx, uint32_t n, FILE *out)
{
	const struct outlier *x = tested(ctx, n);
	char times[FIGURE], p[FIGURE], q[FIGURE];
	const char *path;

	if (x == NULL)
		return;
	path = runs_path(ctx->profile, n, x->run);
	write_times(times, x);
	figure_chance(p, x->p);
	figure_chance(q, x->q);
	if (isfinite(x->times))
		fprintf(out, "%s differs most from the others: it has %s times their mean. ", path,
			times);
	else
		fprintf(out, "Only %s has samples of it. ", path);
	if (outliercell_of(ctx, n) == NULL)
		fprintf(out, "This may be noise (q %s).\n", q);
	else
		fprintf(out, "Noise alone makes one of so many differ so much with a chance of %s; if "
			"all functions with no greater chance are said to have such a file, about %s of "
			"these are said so wrongly (q).\n", p, q);
}
