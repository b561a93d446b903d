/* linecells.h - the columns of views that show source lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINECELLS_H
#define LINECELLS_H

#include "source/sources.h"
#include "table/view.h"

/* The line whose figures row R shows, as the view says; NULL: none. */
const struct source_line *row_line(const struct view *v, const struct row *r);

/* Figures of that line; nothing if there is none. */
void linecell_hits(const struct view *v, const struct row *r, struct pen *pen);
void linecell_time(const struct view *v, const struct row *r, struct pen *pen);
void linecell_percent(const struct view *v, const struct row *r, struct pen *pen);
void linecell_bar(const struct view *v, const struct row *r, struct pen *pen);
void linecell_each(const struct view *v, const struct row *r, struct pen *pen);
void linecell_calls(const struct view *v, const struct row *r, struct pen *pen);

/* How often it ran, "26312,1,26311" with its branches.  linecell_entered: where that is not known,
 * how often the functions that begin on it were called, or, WITH_CALLS, how often the calls on it
 * happened, "→3071". */
void linecell_count(const struct view *v, const struct row *r, struct pen *pen);
void linecell_entered(const struct view *v, const struct row *r, bool with_calls, struct pen *pen);

/* To sort by; a line that was never counted comes after all that were. */
double linevalue_hits(const struct view *v, const struct row *r);
double linevalue_count(const struct view *v, const struct row *r);
double linevalue_calls(const struct view *v, const struct row *r);

/* Does the profile know how often lines ran; and what a run of one costs? */
bool used_line_counts(const struct scene *s);
bool used_line_each(const struct scene *s);

/* Cells of the longest of them, within reason. */
int need_counts(const struct scene *s);

/* Text NUMBER of file FILE, tabs filled up, from column V->shift on; TRIMMED: without the
 * blanks it begins with. */
void linecell_text(const struct view *v, uint32_t file, uint32_t number, bool trimmed,
	struct pen *pen);

/* Figures for programs. */
bool linedata_hits(const struct view *v, const struct row *r, struct datum *d);
bool linedata_self(const struct view *v, const struct row *r, struct datum *d);
bool linedata_percent(const struct view *v, const struct row *r, struct datum *d);
bool linedata_count(const struct view *v, const struct row *r, struct datum *d);
bool linedata_entered(const struct view *v, const struct row *r, struct datum *d);
bool linedata_branches(const struct view *v, const struct row *r, struct datum *d);
bool linedata_each(const struct view *v, const struct row *r, struct datum *d);
bool linedata_calls(const struct view *v, const struct row *r, struct datum *d);
bool linedata_text(const struct view *v, uint32_t file, uint32_t number, struct datum *d);

/* How often line L ran; false: not known. */
bool line_count_of(const struct scene *s, const struct source_line *l, uint64_t *count);

/* How often functions that begin on L were called, also by themselves; whatever is out or
 * folded. */
uint64_t line_entered(const struct scene *s, const struct source_line *l);

/* The line, a call on it, in words for the detail line. */
void say_call(struct scene *s, const struct line_call *c, FILE *out);
void say_line(struct scene *s, const struct source_line *l, FILE *out);
void tell_line(struct scene *s, const struct source_line *l, FILE *out);

#endif
