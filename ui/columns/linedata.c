/* linedata.c - the columns of views that show source lines, for programs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/linecells.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"
#include "lookup/lookup.h"
#include "table/column_values.h"

bool
linedata_hits(const struct view *v, const struct row *r, struct datum *d)
{
	const struct source_line *l = row_line(v, r);

	if (!l || !v->scene->has_time)
		return false;
	datum_time(d, KIND_SAMPLED, l->hits);
	d->type = DATA_SAMPLES;
	return true;
}

bool
linedata_self(const struct view *v, const struct row *r, struct datum *d)
{
	const struct source_line *l = row_line(v, r);

	return l && v->scene->has_time && datum_time(d, KIND_SAMPLED, l->hits);
}

bool
linedata_percent(const struct view *v, const struct row *r, struct datum *d)
{
	const struct source_line *l = row_line(v, r);

	return l && v->scene->has_time
		&& datum_percent(d, KIND_SAMPLED, l->hits, v->scene->graph->total);
}

bool
linedata_count(const struct view *v, const struct row *r, struct datum *d)
{
	const struct source_line *l = row_line(v, r);
	uint64_t count;

	return line_count_of(v->scene, l, &count) && datum_count(d, count);
}

bool
linedata_entered(const struct view *v, const struct row *r, struct datum *d)
{
	const struct source_line *l = row_line(v, r);

	return l && l->nfuncs > 0 && v->scene->has_calls
		&& datum_count(d, line_entered(v->scene, l));
}

bool
linedata_branches(const struct view *v, const struct row *r, struct datum *d)
{
	const struct source_line *l = row_line(v, r);
	const struct sources *s = origin_sources(v->scene->origin);
	size_t n;
	FILE *out;
	uint32_t i;

	if (!l || !s || l->ncounts < 2)
		return false;
	out = mem_stream(&d->made, &n);
	for (i = 1; i < l->ncounts; i++)
		fprintf(out, "%s%" PRIu64, i > 1 ? "," : "", s->counts[l->count_at + i]);
	mem_close(out);
	return datum_text(d, d->made);
}

bool
linedata_each(const struct view *v, const struct row *r, struct datum *d)
{
	const struct source_line *l = row_line(v, r);
	uint64_t count;

	return v->scene->has_time && line_count_of(v->scene, l, &count) && count > 0
		&& datum_time(d, KIND_SAMPLED, l->hits / (double)count);
}

bool
linedata_calls(const struct view *v, const struct row *r, struct datum *d)
{
	const struct source_line *l = row_line(v, r);

	return l && v->scene->has_calls && datum_count(d, l->calls);
}

bool
linedata_text(const struct view *v, uint32_t file, uint32_t number, struct datum *d)
{
	const struct source_text *t = origin_text(v->scene->origin, file, NULL);

	if (!t || number == 0 || number > t->nlines)
		return false;
	d->type = DATA_TEXT;
	d->text = source_text_line(t, number, &d->length);
	return true;
}
