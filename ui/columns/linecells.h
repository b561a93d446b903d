/* linecells.h - cells of source lines
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

/* linecell_count() draws how often the line of row R and its branches ran: "26312,1,26311".
 * linecell_entered() draws nothing for lines whose execution counts are known.  For other lines, it
 * draws how often the functions that begin on the line were called.  If there are no such calls,
 * and if WITH_CALLS, it draws how many calls the line made: "→3071". */
void linecell_count(const struct view *v, const struct row *r, struct pen *pen);
void linecell_entered(const struct view *v, const struct row *r, bool with_calls, struct pen *pen);

/* Is the number of samples of a line known, in addition to its time?  In a measured profile, the
 * column of times has all that is known. */
bool linecell_used_hits(const struct view_context *ctx);

/* Are execution counts of lines known?  Are execution counts and times known? */
bool linecell_used_counts(const struct view_context *ctx);
bool linecell_used_each(const struct view_context *ctx);

/* Returns the cells that the longest counts of a line and its branches need, at most 20.  Returns 0
 * if the usual width is enough. */
int linecell_need_counts(const struct view_context *ctx);

/* Draw line NUMBER of file FILE with tabs expanded, without its first V->shift cells.  If TRIMMED,
 * omit leading blanks. */
void linecell_text(const struct view *v, uint32_t file, uint32_t number, bool trimmed,
	struct pen *pen);

/* Set *COUNT to the execution count of line L; returns false if the count is not known. */
bool linecell_run_count(const struct view_context *ctx, const struct source_line *l,
	uint64_t *count);

/* Returns how often functions that begin on L were called, including recursive, excluded and folded
 * calls. */
uint64_t linecell_entries(const struct view_context *ctx, const struct source_line *l);

/* Returns why no source line is known for some samples, for the last line of the screen. */
const char *linecell_why_unknown(const struct view_context *ctx);

#endif
