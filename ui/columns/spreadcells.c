/* spreadcells.c - how evenly the time of a function is spread over the profile files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/spreadcells.h"

#include <string.h>

#include "profile/spread.h"
#include "samples/samples.h"
#include "table/file_label.h"
#include "text/text.h"

static const double EVEN = 1.05;	/* the spread is even if .most / .mean is less than this */

static bool
spread_of_row(const struct view *v, const struct row *r, struct spread_figures *f)
{
	return r->thing < v->ctx->profile->nfuncs && spread_of(v->ctx->profile, r->thing, f);
}

/* Returns how many cells the longest label of a profile file needs. */
static int
label_cells(const struct view_context *ctx)
{
	const struct profile *p = ctx->profile;
	char label[FILE_LABEL];
	int most = 0, width;

	for (uint32_t im = 0; im < p->nimages; im++)
		for (uint32_t i = 0; i < p->samples[im].nfiles; i++) {
			file_label(ctx, im, i, label);
			width = text_width(label, ctx->ascii);
			most = width > most ? width : most;
		}
	return most;
}

bool
spreadcell_used(const struct view_context *ctx)
{
	return ctx->has_time && ctx->profile->spread != NULL;
}

int
spreadcell_need_most_file(const struct view *v)
{
	enum { MOST = 24 };
	int need = label_cells(v->ctx) + 2;

	return need < MOST ? need : MOST;
}

double
spreadcell_key_most_file(const struct view *v, const struct row *r)
{
	struct spread_figures f;

	return spread_of_row(v, r, &f) ? (double)f.file : -1;
}

void
spreadcell_most_file(const struct view *v, const struct row *r, struct pen *pen)
{
	struct spread_figures f;
	char label[FILE_LABEL];

	if (!spread_of_row(v, r, &f))
		return;
	file_label(v->ctx, v->ctx->profile->funcs[r->thing].image, f.file, label);
	pen_right(pen, label);
}

bool
spreadcell_value_unevenness(const struct view *v, const struct row *r, struct column_value *d)
{
	struct spread_figures f;

	return spread_of_row(v, r, &f)
		&& column_value_set_ratio(d, KIND_SAMPLED, f.most / f.mean) && d->value > 0;
}

bool
spreadcell_value_most_file(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct profile *p = v->ctx->profile;
	struct spread_figures f;

	if (!spread_of_row(v, r, &f))
		return false;
	return column_value_set_text(d,
		p->samples[p->funcs[r->thing].image].files[f.file].path);
}

bool
spreadcell_value_of_files(const struct view *v, const struct row *r, struct column_value *d)
{
	struct spread_figures f;

	return spread_of_row(v, r, &f) && column_value_set_time(d, KIND_SAMPLED,
		d->which == SPREAD_LEAST ? f.least : d->which == SPREAD_MOST ? f.most
		: d->which == SPREAD_MEAN ? f.mean : f.deviation);
}

void
spreadcell_describe_brief(const struct view_context *ctx, uint32_t n, FILE *out)
{
	struct spread_figures f;
	char label[FILE_LABEL], times[FIGURE];

	if (n >= ctx->profile->nfuncs || !spread_of(ctx->profile, n, &f))
		return;
	if (f.most < EVEN * f.mean) {
		fprintf(out, "evenly spread over the files\t");
		return;
	}
	file_label(ctx, ctx->profile->funcs[n].image, f.file, label);
	figure_plain(times, f.most / f.mean, 3);
	fprintf(out, "file %s has %s x the mean\t", label, times);
}

void
spreadcell_describe_full(const struct view_context *ctx, uint32_t n, FILE *out)
{
	const struct profile *p = ctx->profile;
	char least[FIGURE], most[FIGURE], mean[FIGURE], deviation[FIGURE], times[FIGURE];
	struct spread_figures f;
	const struct samples *of;

	if (n >= p->nfuncs || !spread_of(p, n, &f))
		return;
	of = &p->samples[p->funcs[n].image];
	figure_spoken(least, &ctx->scale, f.least);
	figure_spoken(most, &ctx->scale, f.most);
	figure_spoken(mean, &ctx->scale, f.mean);
	figure_spoken(deviation, &ctx->scale, f.deviation);
	figure_plain(times, f.most / f.mean, 3);
	fprintf(out, "In %zu files: from %s to %s, on average %s with a standard deviation of %s. "
		"File %s has the most, %s times the mean. R shows the time in each file.\n",
		of->nfiles, least, most, mean, deviation, of->files[f.file].path, times);
}
