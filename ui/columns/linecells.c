/* linecells.c - cells of source lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/linecells.h"

#include <stdio.h>
#include <string.h>

#include "base/count.h"
#include "lookup/lookup.h"
#include "measured/measured.h"
#include "table/cell.h"
#include "text/text.h"

enum {
	TAB = 8,			/* cells from one tab stop to the next */
	COUNTS = 80,			/* bytes of the text with the counts of a line and its
					 * branches */
	USUAL_COUNTS = 13, MOST_COUNTS = 20,	/* usual and greatest width of the column of counts,
						 * in cells */
};

static const struct sources *
sources_of(const struct view *v)
{
	return lookup_sources(v->ctx->lookup);
}

bool
linecell_run_count(const struct view_context *ctx, const struct source_line *l, uint64_t *count)
{
	const struct sources *sources = lookup_sources(ctx->lookup);

	if (l == NULL || sources == NULL || l->ncounts == 0)
		return false;
	*count = sources->counts[l->count_at];
	return true;
}

uint64_t
linecell_calls(const struct view_context *ctx, uint32_t f)
{
	const struct profile *p = ctx->lookup->profile;
	const struct graph *g = ctx->graph;
	uint64_t calls;

	if (p != ctx->profile || g->selection.part == NOBODY)
		return profile_calls(p, f);
	calls = graph_outside(g, f);
	for (uint32_t i = p->in.at[f]; i < p->in.at[f + 1]; i++)
		calls = count_sum(calls, graph_calls(g, profile_arc(&p->in, i)));
	return calls;
}

uint64_t
linecell_entries(const struct view_context *ctx, const struct source_line *l)
{
	const struct sources *sources = lookup_sources(ctx->lookup);
	uint64_t calls = 0;
	uint32_t i;

	for (i = 0; l != NULL && sources != NULL && i < l->nfuncs; i++)
		calls = count_sum(calls, linecell_calls(ctx, sources->funcs[l->func_at + i]));
	return calls;
}

const struct source_line *
linecell_line(const struct view *v, const struct row *r)
{
	return v->ops->line != NULL ? v->ops->line(v, r) : NULL;
}

const char *
linecell_why_unknown(const struct view_context *ctx)
{
	if (profile_has(ctx->profile, HAS_BINS))
		return "no source line is known for these samples; compile with -g";
	if (profile_has(ctx->profile, HAS_EVENTS) && ctx->profile->measured->lacks_lines)
		return "not all lines were read, as that takes time; --inlined reads them";
	return profile_has(ctx->profile, HAS_LINES) ? "the profile does not know the source line"
		: "the profile has no source lines";
}

const char *
linecell_why_row_unknown(const struct view_context *ctx)
{
	return profile_has(ctx->profile, HAS_BINS)
		? "no source line is known for this row; compile with -g"
		: linecell_why_unknown(ctx);
}

bool
linecell_used_counts(const struct view_context *ctx)
{
	const struct sources *sources = lookup_sources(ctx->lookup);

	return sources != NULL && sources->ncounts > 0;
}

bool
linecell_used_each(const struct view_context *ctx)
{
	return ctx->has_time && linecell_used_counts(ctx);
}

void
linecell_count(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct source_line *l = linecell_line(v, r);
	const struct sources *s = sources_of(v);
	char text[COUNTS], one[FIGURE];

	if (l == NULL || s == NULL || l->ncounts == 0)
		return;
	sources_print_counts(s, l, text, sizeof(text));
	/* If the cell is too narrow, draw only the first count and an ellipsis.  The detail line
	 * shows the counts of branches. */
	if (text_width(text, v->ctx->ascii) > pen_left(pen)) {
		figure_count(one, s->counts[l->count_at], 9);
		snprintf(text, sizeof(text), "%s%s", one, l->ncounts > 1 ? ",…" : "");
	}
	pen_right(pen, text);
}

void
linecell_entered(const struct view *v, const struct row *r, bool with_calls, struct pen *pen)
{
	const struct source_line *l = linecell_line(v, r);
	uint64_t entered = linecell_entries(v->ctx, l);
	char text[2 * FIGURE], calls[FIGURE];

	if (l != NULL && l->ncounts > 0)
		return;
	if (entered > 0) {
		cell_calls_text(v->ctx, entered, 13, text);
		pen_right(pen, text);
	} else if (with_calls && l != NULL && l->calls > 0) {
		figure_count(calls, l->calls, 11);
		snprintf(text, sizeof(text), "→%s", calls);
		pen_right(pen, text);
	}
}

int
linecell_need_counts(const struct view *v)
{
	const struct lookup *lookup = v->ctx->lookup;
	int n = lookup_sources(v->ctx->lookup) != NULL ? lookup->counts_width : 0;

	/* Counts of the usual length fit into the usual width of the column. */
	return n <= USUAL_COUNTS ? 0 : n < MOST_COUNTS ? n : MOST_COUNTS;
}

void
linecell_text(const struct view *v, uint32_t file, uint32_t number, bool trimmed,
	struct pen *pen)
{
	static const char blanks[TAB + 1] = "        ";
	const struct source_text *t = lookup_text(v->ctx->lookup, file, NULL);
	const char *line;
	size_t n, i, from = 0;	/* line[from] is the next byte to be drawn */
	int x = 0;
	if (t == NULL || number == 0 || number > t->nlines)
		return;
	line = sourcetext_line(t, number, &n);
	for (; trimmed && n > 0 && (*line == ' ' || *line == '\t'); line++)
		n--;
	pen->skip = v->whole ? 0 : v->shift;
	for (i = 0; i < n && pen_left(pen) > 0; i++) {
		if (line[i] != '\t')
			continue;
		pen_ntext(pen, line + from, i - from);
		x += text_nwidth(line + from, i - from, v->ctx->ascii);
		pen_ntext(pen, blanks, (size_t)(TAB - x % TAB));
		x += TAB - x % TAB;
		from = i + 1;
	}
	pen_ntext(pen, line + from, i - from);
}
