/* sourcecolumns.c - which columns of a source file have figures, and how wide they are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/sourcecolumns.h"

#include <string.h>

#include "columns/linecells.h"
#include "columns/linetimes.h"
#include "columns/sidecolumns.h"
#include "lookup/lookup.h"
#include "table/cell.h"
#include "text/text.h"

enum { NARROW_COUNT = 8 };		/* greatest width of the column of counts on narrow screens,
					 * in cells */

/* Returns the file that V is about, or NULL if the sources were not read. */
static const struct source *
file_of(const struct view *v)
{
	const struct sources *s = lookup_sources(v->ctx->lookup);

	return s != NULL && v->subject < s->nfiles ? &s->files[v->subject] : NULL;
}

/* Is the screen so narrow that the source text needs most of its width? */
static bool
is_narrow(const struct view *v)
{
	return v->width < GRID_WIDE;
}

int
sourcecolumns_need_count(const struct view *v)
{
	return is_narrow(v) && v->longest_count > NARROW_COUNT ? NARROW_COUNT : v->longest_count;
}

/* Does the file have samples, or are totals of lines known? */
static bool
has_time(const struct view *v)
{
	return file_of(v) != NULL && (file_of(v)->hits != 0 || sourcecolumns_used_total(v));
}

/* Are times shown as numbers of samples? */
static bool
shows_samples(const struct view *v)
{
	return v->ctx->scale.unit == UNIT_SAMPLES && profile_has(v->ctx->profile, HAS_BINS);
}

bool
sourcecolumns_used_total(const struct view *v)
{
	return file_of(v) != NULL && linetimes_used(v->ctx) && !(is_narrow(v)
		&& sidecolumn_used(v->ctx));
}

bool
sourcecolumns_used_percent(const struct view *v)
{
	return has_time(v) && !(is_narrow(v)
		&& (shows_samples(v) || sidecolumn_used(v->ctx)));
}

bool
sourcecolumns_used_narrow_change(const struct view *v)
{
	return has_time(v) && is_narrow(v) && sidecolumn_used(v->ctx);
}

bool
sourcecolumns_used_bar(const struct view *v)
{
	return has_time(v) && !sourcecolumns_used_narrow_change(v);
}

bool
sourcecolumns_used_narrow_hits(const struct view *v)
{
	return has_time(v) && is_narrow(v) && shows_samples(v);
}

bool
sourcecolumns_used_time_beside(const struct view *v)
{
	return has_time(v) && v->ctx->scale.unit != UNIT_PERCENT
		&& !shows_samples(v) && !sourcecolumns_used_narrow_change(v);
}

bool
sourcecolumns_used_counts(const struct view *v)
{
	return v->longest_count > 0;
}

bool
sourcecolumns_used_each(const struct view *v)
{
	return has_time(v) && file_of(v)->ncounted > 0;
}

bool
sourcecolumns_used_calls(const struct view *v)
{
	return file_of(v) != NULL && file_of(v)->calls > 0 && v->ctx->lookup->both == NULL;
}

bool
sourcecolumns_used_side_calls(const struct view *v)
{
	return file_of(v) != NULL && file_of(v)->calls > 0 && sidecolumn_used_calls(v->ctx);
}

int
sourcecolumns_measure(const struct view *v)
{
	const struct sources *s = lookup_sources(v->ctx->lookup);
	const struct source *file = file_of(v);
	uint64_t entered = 0, made = 0;
	char text[2 * FIGURE];
	int need = 0, calls;
	uint32_t i;

	for (i = 0; i < file->nlines; i++) {
		const struct source_line *l = &s->lines[file->line_at + i];
		uint64_t n = v->ctx->has_calls ? linecell_entries(v->ctx, l) : 0;

		entered = n > entered ? n : entered;
		made = l->calls > made ? l->calls : made;
	}
	if (file->ncounted > 0)
		need = linecell_need_counts(v) > 0 ? linecell_need_counts(v)
			: v->ctx->lookup->counts_width;
	if (made > 0 && v->ctx->lookup->both == NULL) {
		figure_count(text, made, 11);
		need = (int)strlen(text) + 1 > need ? (int)strlen(text) + 1 : need;
	}
	if (entered > 0) {
		cell_calls_text(v->ctx, entered, 13, text);
		calls = text_width(text, v->ctx->ascii);
		need = calls > need ? calls : need;
	}
	return need;
}
