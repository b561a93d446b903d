/* view.h - rows x columns over a profile
 *
 * A view says what its rows are and what they lead to; drawing, sorting, moving,
 * searching and unfolding are written once, for all of them: view.c and what is named below.
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

/* A row names one thing: a node, an arc, a line of text, a binding. */
struct row {
	uint32_t thing;			/* number of it; the view knows of what */
	uint8_t kind;			/* what it is there for; the view knows */
	uint8_t depth;			/* of indentation: rows below belong to the one above */
	int8_t order;			/* rows are sorted within this; < 0: least first */
	bool open;			/* what belongs to it is shown */
	double share;			/* tree: the part of its thing's figures that is shown */
};

struct rows {
	struct row *v;			/* owned */
	size_t n, room;
};

struct column_value;
struct layout;
struct view;

struct column {
	const char *id;			/* for --sort, exports and the manual; or NULL */
	const char *title, *wide_title;	/* wide: NULL if the same; $ is the unit of time, @ the
					 * file that the view is about */
	char letter;			/* in the sort menu; 0: not there */
	uint8_t rank;			/* importance; the greatest are left out first */
	uint8_t width, wide;		/* cells with the gap in front; width 0: only wide, both 0:
					 * only for programs */
	bool left, rest;		/* adjusted to the left; takes what others leave */
	bool ascending;			/* sorted least first */
	bool is_name;			/* its text is the name of a node */
	void (*cell)(const struct view *v, const struct row *r, struct pen *pen);
	double (*sort_key)(const struct view *v, const struct row *r);	/* to sort by ... */
	const char *(*text)(const struct view *v, const struct row *r);	/* ... or this */
	bool (*used)(const struct view_context *ctx);	/* anywhere in the profile; NULL: yes */
	int (*need)(const struct view_context *ctx);	/* cells of its longest figure; NULL: fits */
	/* What it is for programs (column_values.h), or NULL; false: nothing in this row. */
	bool (*value)(const struct view *v, const struct row *r, struct column_value *d);
};

/* What Enter leads to. */
enum goal {
	GOAL_NONE,			/* the row leads nowhere; say() tells why */
	GOAL_CALLS,			/* the calls of a node */
	GOAL_SOURCE,			/* a line of the source */
	GOAL_UNFOLD,			/* what is inside this row */
	GOAL_EXPLAIN,			/* this row in words */
	GOAL_ACTION,			/* do what a binding says */
};

struct target {
	enum goal goal;
	uint32_t node;			/* GOAL_CALLS; GOAL_SOURCE: whose source it is, or NOBODY */
	uint32_t file, line;		/* GOAL_SOURCE */
	enum action action;		/* GOAL_ACTION */
	const char *why;		/* GOAL_NONE: what to tell, constant */
};

/* How --view prints a view. */
enum view_printed {
	NOT_PRINTED,
	PRINT_ROWS,			/* its rows; --select keeps those of a function */
	PRINT_ABOUT,			/* the view of what --select names */
	PRINT_EACH_NODE,		/* the same, without --select of every function and cycle */
	PRINT_PLACES,			/* its rows; --select keeps those at a place of the source */
	PRINT_EACH_SOURCE,		/* the view of a source file, without --select of each one */
};

/* A row of views.def. */
struct view_info {
	enum where where;		/* its bit in keys.def */
	const char *name;
	enum view_printed printed;
	bool needs_lookup;		/* its rows need more than the profile */
	bool has_pane;			/* a second pane can follow the selected row */
};

struct view_ops {
	const struct view_info *info;	/* its row in views.def */
	const char *empty;		/* what it says when it has no rows; or NULL */
	const char *nothing_inside;	/* what it says of a row that cannot be unfolded; NULL: as
					 * others do */
	const char *name_marks;		/* characters that its column of names draws beside the
					 * name and figures; or NULL */
	const struct column *columns;
	int ncolumns;
	int sort;			/* column that rows are sorted by at first;
					 * < 0: as filled */
	bool running;			/* has a column of running totals */
	bool endless;			/* has too much inside to show all: its hottest way */
	bool is_text;			/* its rows are lines of text */
	bool is_made_later;		/* its rows are known only after it was opened */
	bool untitled;			/* its column needs no title in a file */
	bool printed_open;		/* every row is unfolded in a file */
	bool about_file;		/* its subject is a file of the sources */
	bool rows_are_functions;	/* each row is a function (or cycle), its thing the node, and
					 * the column of names draws nothing but the name */
	bool rows_are_places;		/* rows without a node are places in the source */
	bool any_time_is_hot;		/* a row with any time at all is hot */
	bool goes_up;			/* what is inside a row are callers */
	int least_rest;			/* cells that the column of the rest should have before
					 * less important ones get any; 0: as names need */

	/* Add the rows. */
	void (*fill)(struct view *v);
	/* Add to CHILDREN what belongs to R; NULL, or none added: it cannot be opened. */
	void (*expand)(struct view *v, const struct row *r, struct rows *children);
	bool (*cost)(const struct view *v, const struct row *r, struct cost *f);
	struct target (*target)(const struct view *v, const struct row *r);
	/* The arc that R stands for, or NOBODY.  NULL: no row stands for one. */
	uint32_t (*arc)(const struct view *v, const struct row *r);
	/* Where in the source R is; *ABOUT becomes the function whose source that is.  NULL:
	 * nowhere. */
	struct source_place (*source)(const struct view *v, const struct row *r, uint32_t *about);
	/* The source line whose figures R shows, or NULL.  NULL: no row shows any. */
	const struct source_line *(*line)(const struct view *v, const struct row *r);
	/* Is R a record of its own for programs?  NULL: every row is. */
	bool (*is_record)(const struct view *v, const struct row *r);
	/* Add to T what the first line says about what is shown. */
	void (*title)(const struct view *v, struct title *t);
	/* The row in a few words, separated by tabs; what comes last is left out first. */
	void (*detail)(const struct view *v, const struct row *r, FILE *out);
	/* The row at length: a paragraph a line. */
	void (*explain)(const struct view *v, const struct row *r, FILE *out);
};

/* A piece of a long text that fits into a line. */
struct text_line {
	const char *text;		/* borrowed from the view's arena */
	uint32_t length;
	uint32_t of;			/* what it speaks of; the view knows */
	uint8_t indent, style;
};

/* The row that is being drawn, or NULL, and its facts, which every column asks for. */
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
	struct view_context *ctx;		/* borrowed */
	uint32_t subject;		/* what the view is about: a node, in the source view a
					 * file, or NOBODY */
	uint32_t about;			/* source: the function it was opened for, then that of the
					 * selected line; or NOBODY */
	const struct view_info *help_of;	/* help: the view it was called from */
	char *story;			/* owned; explain: the paragraphs ... */
	enum telling { TELLS_TEXT, TELLS_ROW, TELLS_EXCLUSIONS } telling;	/* ... and of what: the
					 * row selected in the view before, what is out */
	struct rows rows;
	struct drawn *drawn;		/* owned */
	size_t filled;			/* rows when they were filled, before any was unfolded */
	unsigned changes;		/* of the scene, when they were filled */
	bool forgotten;			/* rows were given back; [0] is the selected one ... */
	struct open_rows opened;		/* ... and these were open */
	struct list list;
	int sort;			/* column; < 0: as filled */
	bool reverse;
	bool whole;			/* names are drawn in full */
	bool focus;			/* keys go to it: the selected row is marked */
	int shift;			/* cells scrolled sideways */
	int width;			/* of the screen when rows were filled */
	int widest;			/* cells that rows which were drawn could fill of the
					 * column of the rest, where there are many */
	struct pattern pattern;		/* what is searched */
	struct pattern filter;		/* rows that do not match are left out */
	size_t unfiltered;		/* rows there would be without it */
	double *running;		/* owned; self of each row and those above it ... */
	bool stale;			/* ... which must be added up again */
	int hottest;			/* the hottest row, found on the way; -1: none has time */
	float *heat;			/* owned; self of each row, if there are many; or NULL */
	struct text_line *text_lines;		/* owned; of views that are text */
	size_t ntext_lines, text_lines_room;
	struct arena text;
};

/* A view of SUBJECT; WIDTH x HEIGHT is the size of the screen.  Free with view_free(). */
struct view *view_new(const struct view_ops *ops, struct view_context *ctx, uint32_t subject,
	int width, int height);
void view_free(struct view *v);

/* Fill in the rows (again), sort them, keep the selected thing selected.  False: it was
 * stopped, and V is as it was. */
bool view_fill(struct view *v);

/* Give back the rows of a view that is not shown; view_fill() brings them back. */
void view_forget(struct view *v);

/* The screen has another size. */
void view_resize(struct view *v, int width, int height);

void view_add(struct view *v, struct row row);
void view_rows_add(struct rows *rows, struct row row);

/* The selected row, or NULL. */
struct row *view_row(const struct view *v);

/* The figures of row R; of one without any, NODE is NOBODY and all else 0. */
struct cost view_cost(const struct view *v, const struct row *r);

/* The node that row R names, or NOBODY.  R may be NULL. */
uint32_t view_node(const struct view *v, const struct row *r);

/* Select the row of the thing of ROW, which was row AT; else row AT. */
void view_select_thing(struct view *v, struct row row, int at);

/* Select the row of node N; false when it has none. */
bool view_select(struct view *v, uint32_t n);

/* Select line LINE of a source view, with some of what comes before it in sight. */
void view_to_line(struct view *v, uint32_t line);

/* Rows are about to be drawn: running totals are up to date then. */
void view_prepare(struct view *v);

/* The row that costs most, but not what the view is about; -1: none has time. */
int view_hottest(struct view *v);

/* Does row R cost a hundredth of the time itself; of source, anything?  V is settled. */
bool view_is_hot(const struct view *v, const struct row *r);

/* Draw rows and column titles into lines TOP to BOTTOM - 1 of G. */
void view_draw(struct view *v, struct grid *g, int top, int bottom);

/* Is there more to the right of what is drawn? */
bool view_is_cut(struct view *v);

#endif
