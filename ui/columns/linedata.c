/* linedata.c - values of columns of views that show source lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/linedata.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"
#include "columns/linecells.h"
#include "lookup/lookup.h"

bool
linedata_self(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct cost *f = view_cost(v, r);

	d->sum64 = f->sums64.self;
	return f->has_time && !f->undivided
		&& column_value_set_part(d, f->counted ? KIND_COUNTED : KIND_SAMPLED, f->self,
			v->ctx->graph->total);
}

bool
linedata_hits(const struct view *v, const struct row *r, struct column_value *d)
{
	if (profile_has(v->ctx->profile, HAS_EVENTS) || !linedata_self(v, r, d))
		return false;
	d->type = VALUE_SAMPLES;
	return true;
}

bool
linedata_count(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct source_line *l = linecell_line(v, r);
	uint64_t count;

	return linecell_run_count(v->ctx, l, &count) && column_value_set_count(d, count);
}

bool
linedata_entered(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct source_line *l = linecell_line(v, r);

	return l != NULL && l->nfuncs > 0 && v->ctx->has_calls
		&& column_value_set_count(d, linecell_entries(v->ctx, l));
}

bool
linedata_branches(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct source_line *l = linecell_line(v, r);
	const struct sources *s = lookup_sources(v->ctx->lookup);
	size_t n;
	FILE *out;
	uint32_t i;

	if (l == NULL || s == NULL || l->ncounts < 2)
		return false;
	out = mem_stream(&d->made, &n);
	for (i = 1; i < l->ncounts; i++)
		fprintf(out, "%s%" PRIu64, i > 1 ? "," : "", s->counts[l->count_at + i]);
	mem_close(out);
	return column_value_set_text(d, d->made);
}

bool
linedata_each(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct source_line *l = linecell_line(v, r);
	uint64_t count;

	/* The execution count includes all functions that have code of this line.  If R shows the
	 * samples of only one of these functions, its time must not be divided by this count. */
	return v->ctx->has_time && linecell_run_count(v->ctx, l, &count)
		&& view_cost(v, r)->self == l->hits
		&& column_value_set_part(d, KIND_SAMPLED, l->hits, (double)count);
}

bool
linedata_calls(const struct view *v, const struct row *r, struct column_value *d)
{
	return linecell_line(v, r) != NULL && v->ctx->has_calls
		&& column_value_set_count(d, view_cost(v, r)->calls);
}

bool
linedata_text(const struct view *v, uint32_t file, uint32_t number, struct column_value *d)
{
	const struct source_text *t = lookup_text(v->ctx->lookup, file, NULL);

	if (t == NULL || number == 0 || number > t->nlines)
		return false;
	d->type = VALUE_TEXT;
	d->text = sourcetext_line(t, number, &d->length);
	return true;
}
