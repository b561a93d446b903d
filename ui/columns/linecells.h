/* linecells.h - the columns of views that show source lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINECELLS_H
#define LINECELLS_H

#include "source/sources.h"
#include "table/column_values.h"
#include "table/view.h"

/* The line whose figures row R shows, as the view says; NULL: none. */
const struct source_line *linecell_line(const struct view *v, const struct row *r);

/* Drawers of figures of a line; they draw no zeros. */
void linecell_draw_hits(const struct view *v, const struct column_value *d, struct pen *pen);
void linecell_draw_time(const struct view *v, const struct column_value *d, struct pen *pen);
void linecell_draw_percent(const struct view *v, const struct column_value *d, struct pen *pen);
void linecell_draw_bar(const struct view *v, const struct column_value *d, struct pen *pen);
void linecell_draw_calls(const struct view *v, const struct column_value *d, struct pen *pen);

/* How often it ran, "26312,1,26311" with its branches.  linecell_entered: where that is not known,
 * how often the functions that begin on it were called, or, WITH_CALLS, how often the calls on it
 * happened, "→3071". */
void linecell_count(const struct view *v, const struct row *r, struct pen *pen);
void linecell_entered(const struct view *v, const struct row *r, bool with_calls, struct pen *pen);

/* Does the profile know how often lines ran; and what a run of one costs? */
bool linecell_used_counts(const struct view_context *ctx);
bool linecell_used_each(const struct view_context *ctx);

/* Cells of the longest of them, within reason. */
int linecell_need_counts(const struct view_context *ctx);

/* Text NUMBER of file FILE, tabs filled up, from column V->shift on; TRIMMED: without the
 * blanks it begins with. */
void linecell_text(const struct view *v, uint32_t file, uint32_t number, bool trimmed,
	struct pen *pen);

/* How often line L ran; false: not known. */
bool linecell_run_count(const struct view_context *ctx, const struct source_line *l, uint64_t *count);

/* How often functions that begin on L were called, also by themselves; whatever is out or
 * folded. */
uint64_t linecell_entries(const struct view_context *ctx, const struct source_line *l);

/* The line, a call on it, in words for the detail line. */
void linecell_describe_call(struct view_context *ctx, const struct line_call *c, FILE *out);
void linecell_describe_brief(struct view_context *ctx, const struct source_line *l, FILE *out);
void linecell_describe_full(struct view_context *ctx, const struct source_line *l, FILE *out);

#endif
