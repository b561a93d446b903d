/* linecells.h - drawing and describing source lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINECELLS_H
#define LINECELLS_H

#include "source/sources.h"
#include "table/column_values.h"
#include "table/view.h"

/* Returns the line whose figures row R shows, or NULL if it shows none. */
const struct source_line *linecell_line(const struct view *v, const struct row *r);

/* Functions for column.draw, which draw a figure of a line.  They draw nothing for 0. */
void linecell_draw_hits(const struct view *v, const struct column_value *d, struct pen *pen);
void linecell_draw_time(const struct view *v, const struct column_value *d, struct pen *pen);
void linecell_draw_percent(const struct view *v, const struct column_value *d, struct pen *pen);
void linecell_draw_bar(const struct view *v, const struct column_value *d, struct pen *pen);
void linecell_draw_calls(const struct view *v, const struct column_value *d, struct pen *pen);

/* linecell_count() draws how often the line and its branches ran: "26312,1,26311".
 * linecell_entered() draws a count only where execution counts are not known: how often the
 * functions that begin on the line were called or, if no function begins there and WITH_CALLS, how
 * many calls the line made: "→3071". */
void linecell_count(const struct view *v, const struct row *r, struct pen *pen);
void linecell_entered(const struct view *v, const struct row *r, bool with_calls, struct pen *pen);

/* Are execution counts of lines known?  Is the time for each execution known, too? */
bool linecell_used_counts(const struct view_context *ctx);
bool linecell_used_each(const struct view_context *ctx);

/* Returns the cells of the longest text of counts, at most 20, or 0 if the usual width is
 * enough. */
int linecell_need_counts(const struct view_context *ctx);

/* Draw line NUMBER of file FILE from column V->shift on, with tabs expanded; TRIMMED:
 * without leading blanks. */
void linecell_text(const struct view *v, uint32_t file, uint32_t number, bool trimmed,
	struct pen *pen);

/* Set *COUNT to the execution count of line L; returns false if the count is not known. */
bool linecell_run_count(const struct view_context *ctx, const struct source_line *l,
	uint64_t *count);

/* Returns how often functions that begin on L were called, recursive, excluded and folded calls
 * included. */
uint64_t linecell_entries(const struct view_context *ctx, const struct source_line *l);

/* Returns the name of the function that L stands in, borrowed, if its code with most samples is
 * inlined; else NULL.  INTO: only the code of this function counts; NOBODY: all. */
const char *linecell_inlined(struct view_context *ctx, const struct source_line *l, uint32_t into);

/* Describe HITS samples, call C of a line, or line L, of which V shows HITS samples of function
 * INTO (or NOBODY).  ..._full() writes paragraphs; the other functions write phrases for the detail
 * line. */
void linecell_describe_hits(struct view_context *ctx, double hits, FILE *out);
void linecell_describe_call(struct view_context *ctx, const struct line_call *c, FILE *out);
void linecell_describe_brief(const struct view *v, const struct source_line *l, double hits,
	uint32_t into, FILE *out);
void linecell_describe_full(struct view_context *ctx, const struct source_line *l, FILE *out);

#endif
