/* view.h - a view: rows and columns over a profile
 *
 * Each view (struct view_ops) defines its rows and columns, and where Enter leads.  Drawing,
 * sorting, moving, searching and unfolding are written once for all views, here and in view_*.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_H
#define VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "screen/keys.h"
#include "screen/list.h"
#include "screen/pen.h"
#include "table/cost.h"
#include "table/pattern.h"
#include "table/title.h"
#include "table/view_context.h"

/* A row shows one thing: a node, an arc, a line of text, a key binding. */
struct row {
	uint32_t thing;			/* number of the thing; its meaning depends on the view */
	uint8_t kind;			/* kind of row; its values depend on the view */
	uint8_t depth;			/* of nesting: deeper rows below this row are inside it */
	int8_t order;			/* group: rows are sorted by group first; groups < 0 show
					 * their rows in opposite order */
	bool open;			/* the rows inside it are shown */
	double share;			/* in trees: shown part of the thing's figures, 0 to 1 */
};

/* Rows in preorder: rows inside a row follow it, and their depths are greater. */
struct rows {
	struct row *v;			/* owned */
	size_t n, room;
};

struct column_value;
struct layout;
struct view;

/* The form in which a column shows its value. */
enum column_form {
	FORM_VALUE,			/* the value itself */
	FORM_PERCENT,			/* the value in percent of its whole */
	FORM_ERROR,			/* the sampling error of a number of samples */
	FORM_EACH,			/* the value divided by its whole: time for each call */
};

/* A column of a view.  value() gets the value of a row.  The sort key, the figure for programs and,
 * with draw(), the cell are made from the value.  A column without id is only on the screen, a
 * column without width only for programs. */
struct column {
	const char *id;			/* for --sort, exports and the manual; or NULL */
	const char *title, *wide_title;	/* wide: NULL if the same; $ is the unit of time, @ the
					 * file that the view is about */
	char letter;			/* in the sort menu; 0: not there */
	uint8_t rank;			/* columns with the greatest rank are hidden first */
	uint8_t width, wide;		/* cells with the gap in front; width 0: only wide, both 0:
					 * only for programs */
	bool left, rest;		/* adjusted to the left; gets all remaining cells */
	bool sortable;			/* rows can be sorted by it ... */
	bool ascending;			/* ... least first */
	bool is_name;			/* its text is the name of a node */
	enum column_form form;
	double absent;			/* rows without a value are sorted like this number */

	/* Get the value of row R; false: it has none.  NULL: the column has no values. */
	bool (*value)(const struct view *v, const struct row *r, struct column_value *d);
	/* Draw value D, which does not depend on the form. */
	void (*draw)(const struct view *v, const struct column_value *d, struct pen *pen);
	/* Draw the cell of R.  Used instead of draw() if a cell shows more than the value. */
	void (*cell)(const struct view *v, const struct row *r, struct pen *pen);
	/* The number or text that rows are sorted by; both NULL: the value. */
	double (*sort_key)(const struct view *v, const struct row *r);
	const char *(*sort_text)(const struct view *v, const struct row *r);
	/* Does the profile have anything for this column?  NULL: yes. */
	bool (*used)(const struct view_context *ctx);
	/* Cells of the longest figure.  NULL: the width is always enough. */
	int (*need)(const struct view_context *ctx);
};

/* The effect of Enter on a row. */
enum goal {
	GOAL_NONE,			/* none; WHY is the reason */
	GOAL_CALLS,			/* show the calls of a node */
	GOAL_SOURCE,			/* show a line of the source */
	GOAL_UNFOLD,			/* unfold this row */
	GOAL_EXPLAIN,			/* explain this row in words */
	GOAL_ACTION,			/* do an action of keys.def */
};

struct target {
	enum goal goal;
	uint32_t node;			/* GOAL_CALLS; GOAL_SOURCE: whose source it is, or NOBODY */
	uint32_t file, line;		/* GOAL_SOURCE */
	enum action action;		/* GOAL_ACTION */
	const char *why;		/* GOAL_NONE: the message, constant */
};

/* How --view prints a view. */
enum view_printed {
	NOT_PRINTED,
	PRINT_ROWS,			/* its rows; --select keeps the rows of a function */
	PRINT_ABOUT,			/* the view about the function that --select names, else
					 * the view without a subject */
	PRINT_EACH_NODE,		/* the view about the function that --select names, else
					 * the views about every function and cycle */
	PRINT_PLACES,			/* its rows; --select keeps the rows at a place of the
					 * source */
	PRINT_EACH_SOURCE,		/* the view of the source file that --select names, else of
					 * every source file with figures */
};

/* A row of views.def. */
struct view_info {
	enum where where;		/* its bit in keys.def */
	const char *name;
	enum view_printed printed;
	bool needs_lookup;		/* its rows need more than the profile */
	bool has_pane;			/* a second pane can follow the selected row */
};

/* The definition of a view.  Members that are 0 or NULL have the default meaning. */
struct view_ops {
	const struct view_info *info;	/* its row in views.def */
	const struct column *columns;
	int ncolumns;
	int sort;			/* column that rows are sorted by at first;
					 * < 0: as filled */
	int least_rest;			/* the column with REST keeps so many cells before columns
					 * of high rank are shown; 0: as many as names need */

	/* Texts. */
	const char *empty;		/* message if it has no rows; or NULL */
	const char *nothing_inside;	/* message if a row cannot be unfolded; NULL: that of all
					 * views */
	const char *name_marks;		/* characters that the column of names draws beside names
					 * and figures; or NULL */

	/* Rows. */
	bool is_text;			/* rows are lines of text */
	bool is_made_later;		/* rows are known only after the view was opened */
	bool about_file;		/* the subject is a file of the sources, not a node */
	bool rows_are_functions;	/* the thing of each row is a node, and the column of names
					 * draws nothing but its name */
	bool rows_are_places;		/* rows without a node are places in the source */
	bool goes_up;			/* the rows inside a row are its callers */
	bool endless;			/* all rows inside a row may be too many: only the hottest
					 * call path is unfolded */
	bool any_time_is_hot;		/* a row with any time at all is hot */

	/* Output. */
	bool running;			/* there is a column of running totals */
	bool printed_open;		/* --view unfolds every row */
	bool untitled;			/* text in files has no titles of columns */

	/* Add the rows. */
	void (*fill)(struct view *v);
	/* Add to CHILDREN the rows inside R; NULL, or none added: it cannot be unfolded. */
	void (*expand)(struct view *v, const struct row *r, struct rows *children);
	/* Get time and calls of R; false: it has none.  NULL: no row has any. */
	bool (*cost)(const struct view *v, const struct row *r, struct cost *f);
	/* Returns the target of Enter on R. */
	struct target (*target)(const struct view *v, const struct row *r);
	/* Returns the arc that R shows, or NOBODY.  NULL: no row shows an arc. */
	uint32_t (*arc)(const struct view *v, const struct row *r);
	/* Returns the place of R in the source, and in *ABOUT the function at that place.  NULL: no
	 * row has a place. */
	struct source_place (*source)(const struct view *v, const struct row *r, uint32_t *about);
	/* Returns the source line whose figures R shows, or NULL.  NULL: no row shows any. */
	const struct source_line *(*line)(const struct view *v, const struct row *r);
	/* Is R a record of its own for programs?  NULL: every row is. */
	bool (*is_record)(const struct view *v, const struct row *r);
	/* Add the view's own parts to the title. */
	void (*title)(const struct view *v, struct title *t);
	/* Describe R for the detail line in phrases.  A tab ends each; if the screen is too narrow
	 * the last phrases are dropped. */
	void (*detail)(const struct view *v, const struct row *r, FILE *out);
	/* Explain R, with a paragraph in each line.  NULL: no row can be explained. */
	void (*explain)(const struct view *v, const struct row *r, FILE *out);
};

/* One line of a text that is wrapped to the width of the screen. */
struct text_line {
	const char *text;		/* borrowed from the view's arena; not terminated */
	uint32_t length;		/* bytes */
	uint32_t of;			/* number of the thing that the text is about; its meaning
					 * depends on the view */
	uint8_t indent, style;
};

/* Cache for the columns: the row that is being drawn, or NULL, and its cost. */
struct drawn {
	const struct row *row;
	struct cost cost;
};

/* Which rows are open (view_identity.h). */
struct open_rows {
	uint64_t *v;			/* owned; sorted identities of rows, bit 0: open */
	size_t n, room;
	size_t nopen;			/* identities of open rows */
	bool by_name;			/* identities are of names, not of numbers */
};

struct view {
	const struct view_ops *ops;
	struct view_context *ctx;	/* borrowed */
	uint32_t subject;		/* the node, or in the source view the file, that the view
					 * is about; or NOBODY */
	uint32_t about;			/* source: the function that the view was opened for, then
					 * the function of the selected line; or NOBODY */
	const struct view_info *help_of;	/* help: the view it was called from */
	char *explanation;		/* owned; explain: the text, a paragraph in each line */
	enum explains {			/* explain: source of the text when it is made again */
		EXPLAINS_NOTHING,	/* it is never made again */
		EXPLAINS_ROW,		/* the selected row of the previous view */
		EXPLAINS_EXCLUSIONS,	/* what is excluded */
	} explains;

	struct rows rows;
	struct drawn *drawn;		/* owned */
	size_t unfiltered;		/* number of rows without the filter */
	size_t filled;			/* number of rows before any was unfolded */
	unsigned changes;		/* ctx->changes when the rows were filled */
	bool forgotten;			/* all rows were freed, except the selected: rows.v[0] */
	struct open_rows opened;	/* rows that were open when they were forgotten */

	struct list list;		/* cursor and window */
	int sort;			/* column to sort by; < 0: as filled */
	bool reverse;			/* opposite to the usual order of the column */
	bool whole;			/* draw names whole, not shortened */
	bool focus;			/* keys go to this view: mark the selected row */
	int shift;			/* cells scrolled sideways */
	int width;			/* of the screen when the rows were filled */
	int widest;			/* most cells that a drawn row could use in the column of
					 * the rest; found on very wide screens */
	struct pattern pattern;		/* searched for */
	struct pattern filter;		/* only rows that match are shown */

	/* Computed from the rows by view_prepare(). */
	bool stale;			/* to be computed again */
	double *running;		/* owned, or NULL; self time of the outermost rows up to
					 * and including each row */
	int hottest;			/* the hottest row, if HEAT is not NULL; -1: none has
					 * time */
	float *heat;			/* owned; self time of each row; NULL: there are few rows */

	struct text_line *text_lines;	/* owned; of views that show text */
	size_t ntext_lines, text_lines_room;
	struct arena text;		/* text of the rows */
};

/* Returns a view of SUBJECT for a screen of WIDTH x HEIGHT cells.  It has no rows yet.  Free it
 * with view_free(). */
struct view *view_new(const struct view_ops *ops, struct view_context *ctx, uint32_t subject,
	int width, int height);
void view_free(struct view *v);

/* Fill in the rows, again if there are any, filter and sort them; open rows stay open, and the
 * selected row stays selected.  Returns false if it was stopped; then V is unchanged. */
bool view_fill(struct view *v);

/* Free the rows of a hidden view if there are many; view_fill() brings them back. */
void view_forget(struct view *v);

/* Adapt V to a screen of WIDTH x HEIGHT cells. */
void view_resize(struct view *v, int width, int height);

/* Add a row at the end. */
void view_add(struct view *v, struct row row);
void view_rows_add(struct rows *rows, struct row row);

/* Returns the selected row, or NULL if there are no rows. */
struct row *view_row(const struct view *v);

/* Returns the cost of row R; if it has none, the node is NOBODY and everything else 0. */
struct cost view_cost(const struct view *v, const struct row *r);

/* Returns the node that row R shows, or NOBODY.  R may be NULL. */
uint32_t view_node(const struct view *v, const struct row *r);

/* Select the row with the thing and kind of ROW, which was row AT; if there is none, row AT. */
void view_select_thing(struct view *v, struct row row, int at);

/* Select the first row that shows node N; returns false if there is none. */
bool view_select(struct view *v, uint32_t n);

/* Select line LINE of a source view, and place it in the upper third of the window. */
void view_to_line(struct view *v, uint32_t line);

/* Bring running totals and the heat of rows up to date.  Call before rows are drawn. */
void view_prepare(struct view *v);

/* Returns the hottest row except the subject of the view, or -1 if none has time. */
int view_hottest(struct view *v);

/* Is the self time of row R at least 1 % of the total, or, in the source view, more than 0?
 * The view must be prepared. */
bool view_is_hot(const struct view *v, const struct row *r);

/* Draw column titles and rows into lines TOP to BOTTOM - 1 of G. */
void view_draw(struct view *v, struct grid *g, int top, int bottom);

/* Is a row in the window too long to be shown whole at the present shift? */
bool view_is_cut(struct view *v);

#endif
