/* linecells.h - cells of source lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINECELLS_H
#define LINECELLS_H

#include "source/sources.h"
#include "table/column_values.h"
#include "table/view.h"

/* Returns the source line whose figures row R shows, or NULL if R shows no figures of a line. */
const struct source_line *linecell_line(const struct view *v, const struct row *r);

/* Functions for column.cell.  linecell_count() draws how often the line of row R and its branches
 * ran, as "26312,1,26311".  linecell_entered() draws nothing for lines whose execution counts are
 * known.  For other lines, it draws how often the functions that begin on the line were called.  If
 * they were not called and WITH_CALLS is set, it draws how many calls the line made, as "→3071". */
void linecell_count(const struct view *v, const struct row *r, struct pen *pen);
void linecell_entered(const struct view *v, const struct row *r, bool with_calls, struct pen *pen);

/* linecell_used_counts(): are execution counts of lines known?  linecell_used_each(): are both
 * execution counts and times known? */
bool linecell_used_counts(const struct view_context *ctx);
bool linecell_used_each(const struct view_context *ctx);

/* Returns how many cells the longest text of linecell_count() needs, but at most 20.  Returns 0 if
 * the usual width of the column is enough. */
int linecell_need_counts(const struct view *v);

/* Draws the text of line NUMBER of file FILE with tabs expanded.  Unless V->whole is set, omits the
 * first V->shift cells.  If TRIMMED is set, omits leading blanks and tabs.  Draws nothing if the
 * text is not known. */
void linecell_text(const struct view *v, uint32_t file, uint32_t number, bool trimmed,
	struct pen *pen);

/* Sets *COUNT to the execution count of line L.  Returns false if the count is not known.  L may be
 * NULL. */
bool linecell_run_count(const struct view_context *ctx, const struct source_line *l,
	uint64_t *count);

/* Returns how often function F was called in the part that is shown.  F, of lookup.profile, may be
 * excluded or folded; with a part that is shown while functions are folded, it is all parts. */
uint64_t linecell_calls(const struct view_context *ctx, uint32_t f);

/* Returns how often functions that begin on line L were called.  Includes recursive calls, excluded
 * calls, and calls of folded functions.  L may be NULL. */
uint64_t linecell_entries(const struct view_context *ctx, const struct source_line *l);

/* Returns a message that says why the source line of some samples is not known. */
const char *linecell_why_unknown(const struct view_context *ctx);

/* Returns a message that says why the source line of the selected row is not known. */
const char *linecell_why_row_unknown(const struct view_context *ctx);

#endif
