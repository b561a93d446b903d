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
#include "figures/parttotals.h"
#include "figures/pathsets.h"
#include "figures/recursion.h"
#include "screen/keys.h"
#include "screen/list.h"
#include "screen/pen.h"
#include "table/alike.h"
#include "table/cost.h"
#include "table/pattern.h"
#include "table/title.h"
#include "table/view_context.h"

/* A row shows one thing: a node, an arc, a line of text, a key binding. */
struct row {
	uint32_t thing;			/* number of the node, arc or line that the row shows; the
					 * view and .kind decide which of these it is */
	uint8_t kind;			/* kind of row; each view has its own kinds */
	uint8_t depth;			/* depth of nesting: rows that follow with greater depths
					 * are inside this row */
	int8_t order;			/* group of the row: rows are sorted only among rows of
					 * their group.  In groups < 0, they are sorted in the
					 * opposite direction */
	bool open : 1;			/* the rows inside this row are shown */
	bool few_calls : 1;		/* in trees: the path to this row enters a cycle by few
					 * calls, so only bounds are shown, see
					 * bounds_have_few_calls() */
	union {
		double share;		/* in trees: part of the figures that the row shows, 0 to 1;
					 * in the view of calls: length of the bar of a call inside
					 * a cycle, 0 to 1; in the lines of a function: samples of
					 * the function on the line */
		float shares[2];	/* in trees of a difference without stacks: as .share, for
					 * each side */
		uint32_t set;		/* in trees of recorded stacks: index of the set in
					 * view.paths; in icicles: index of the box */
	};
};

/* Rows in preorder: rows inside a row follow it, and their depths are greater. */
struct rows {
	struct row *v;			/* owned */
	size_t n, room;
};

struct column_value;
struct icicle;
struct layout;
struct view;

enum { VIEW_COLUMNS = 32 };		/* greatest number of columns of a view */

/* The form in which a column shows its value. */
enum column_form {
	FORM_VALUE,			/* the value itself */
	FORM_PERCENT,			/* the value in percent of column_value.whole */
	FORM_ERROR,			/* the square root of the value: a sampling error */
	FORM_EACH,			/* the value divided by column_value.whole: time per call */
	FORM_INDEX,			/* the value in brackets */
	FORM_BAR,			/* a bar: the value as a part of column_value.whole */
	FORM_CHANCE,			/* the value is a probability */
	FORM_NAME,			/* the name of a function or cycle, shortened to the cell */
};

/* Values of column.which of columns that show a bound. */
enum { BOUND_LEAST, BOUND_MOST };

/* Flags for column.look: how the cells of a column show their values. */
enum column_look {
	LOOK_MARKED = 1,		/* estimates have a mark in front: cell_estimate_mark() */
	LOOK_HOT = 2,			/* at least 10 % of column_value.whole are coloured */
	LOOK_SHORT = 4,			/* fewer decimals */
	LOOK_ZERO = 8,			/* a time of 0 is "0", not an upper bound such as "<0.03" */
	LOOK_BLANK = 16,		/* nothing is shown if the value is 0 */
	LOOK_SIGNED = 32,		/* a difference, with its sign */
	LOOK_TIMES = 64,		/* the column has room for any time of the profile, not only
					 * for the figures in the window */
	LOOK_JOINED = 128,		/* two counts, such as "40/100", with the character between
					 * them below that of other rows */
};

/* A column of a view.  value() gets the value of a row, by which rows are sorted, and which is
 * exported.  cell_text() makes the text of the cell from it.  A column without id is not exported,
 * and a column without width is not drawn. */
struct column {
	const char *id;			/* name for --sort, exports and the manual; or NULL */
	const char *title;		/* $ stands for the unit of time, @ for the file that the
					 * view is about */
	const char *wide_title;		/* title on wide screens; NULL: .title */
	struct {
		unsigned wanted;	/* enum abilities */
		const char *text;
	} titles[2];			/* the first title whose abilities the profile has replaces
					 * .title and .wide_title */
	char letter;			/* letter in the sort menu; 0: not in the menu */
	uint8_t rank;			/* columns with the greatest rank are hidden first */
	uint8_t width, wide;		/* width in cells, with the gap in front: .width on usual
					 * screens, .wide on wide screens.  If .width is 0, the
					 * column is drawn only on wide screens; if both are 0,
					 * never */
	uint8_t known_rank, known_width;	/* .rank and .width if the profile's totals are
						 * known; .known_rank 0: the same */
	bool left;			/* the text is aligned left */
	bool rest;			/* the column gets all remaining cells */
	bool sortable;			/* rows can be sorted by this column */
	bool ascending;			/* sorting begins with the least value */
	bool is_name;			/* the column shows the name of a node */
	enum column_form form;
	uint8_t look;			/* flags of enum column_look */
	uint8_t which;			/* value() finds this in column_value.which: which of
					 * several figures the column shows */
	double absent;			/* sort key of rows without a value */

	/* Sets D to the value of row R; returns false if R has no value.  Then the cell is blank,
	 * unless D->is_shown is set.  NULL: no row has a value. */
	bool (*value)(const struct view *v, const struct row *r, struct column_value *d);
	/* Draws the cell of R, if it shows more than a text or a figure.  NULL: the cell shows the
	 * value. */
	void (*cell)(const struct view *v, const struct row *r, struct pen *pen);
	/* Returns the number by which R is sorted.  NULL: rows are sorted by the value. */
	double (*sort_key)(const struct view *v, const struct row *r);
	unsigned wanted, unwanted;	/* enum abilities: the column is used only if the profile
					 * has all of .wanted and none of .unwanted */
	/* Does the profile have values for this column?  NULL means yes. */
	bool (*used)(const struct view_context *ctx);
	/* Does this view have values for the column?  NULL means yes. */
	bool (*used_in)(const struct view *v);
	/* Returns how many cells the longest text of the column needs.  NULL: cell_need()
	 * decides. */
	int (*need)(const struct view *v);
};

/* The effect of Enter on a row. */
enum goal {
	GOAL_NONE,			/* do nothing; target.why is the reason */
	GOAL_CALLS,			/* show the calls of a node */
	GOAL_CALL,			/* show the calls of a node, and select the row of one of
					 * its callers */
	GOAL_SOURCE,			/* show a line of the source */
	GOAL_UNFOLD,			/* unfold this row */
	GOAL_EXPLAIN,			/* explain this row in words */
	GOAL_ZOOM,			/* show this part of a picture larger */
	GOAL_PART,			/* show only a part of the profile */
	GOAL_SIDES,			/* show the calls of this row in the difference of both
					 * profiles */
	GOAL_ACTION,			/* do an action of keys.def */
};

struct target {
	enum goal goal;
	uint32_t caller;		/* for GOAL_CALL: the caller */
	uint32_t node;			/* for GOAL_CALLS, GOAL_CALL: the node; for GOAL_SOURCE: the
					 * function at that line, or NOBODY */
	uint32_t file, line;		/* for GOAL_SOURCE; .line 0 means the hottest line of .node
					 * or, if .node has no samples, its first line */
	uint32_t part;			/* for GOAL_PART */
	enum action action;		/* for GOAL_ACTION */
	const char *why;		/* for GOAL_NONE: the message to show; not owned */
};

/* How --view prints a view. */
enum view_printed {
	NOT_PRINTED,
	PRINT_ROWS,			/* all rows; --select keeps the rows of a function */
	PRINT_ABOUT,			/* the view about the function that --select names; without
					 * --select, the view without a subject */
	PRINT_EACH_NODE,		/* the view about the function that --select names; without
					 * --select, a view about each function and each cycle */
	PRINT_PLACES,			/* all rows; --select keeps the rows at a place of the
					 * source */
	PRINT_EACH_SOURCE,		/* the view of the source file that --select names; without
					 * --select, a view of each source file with figures */
};

/* A row of views.def. */
struct view_info {
	enum where where;		/* bit of the view in keys.def */
	const char *name;
	enum view_printed printed;
	bool needs_lookup;		/* filling the view needs more than the profile, such as
					 * source lines, and may take long */
	bool has_pane;			/* a second pane can show more about the selected row */
};

/* Functions of a view that is a picture: its rows are the parts of the picture. */
struct picture_ops {
	/* Draws V into lines TOP to BOTTOM - 1 of G; line TOP is its heading. */
	void (*draw)(struct view *v, struct grid *g, int top, int bottom);
	/* Writes V as text: the heading and below it at most MOST lines of WIDTH cells.  Returns
	 * the number of the lines below the heading. */
	size_t (*print)(struct view *v, int width, size_t most, FILE *out);
	/* If the picture has too many levels, parts below some depth have no rows.  Sets *DEPTH to
	 * the greatest depth with rows.  Returns how many parts at this depth contain parts without
	 * rows. */
	size_t (*cut)(const struct view *v, uint32_t *depth);
	/* Are parts of the picture missing, because there would be too many parts? */
	bool (*is_incomplete)(const struct view *v);
	/* save() is called before the rows of V are replaced, restore() after that.  Together they
	 * keep the same part selected. */
	void (*save)(struct view *v);
	void (*restore)(struct view *v);
	/* Frees data that take much memory, because V is not shown any more. */
	void (*forget)(struct view *v);
	/* Frees C, which may be NULL. */
	void (*release)(struct icicle *c);
	/* Does ACTION, a movement, TIMES times. */
	void (*move)(struct view *v, enum action action, uint32_t times);
	/* Selects node N; returns false if the picture does not show it. */
	bool (*select)(struct view *v, uint32_t n);
	/* Returns the row that is drawn in cell X of line Y, counted from the heading, or -1. */
	int (*row_at)(const struct view *v, int x, int y);
	/* Shows the selected part at full width; returns false if it has the full width already. */
	bool (*zoom)(struct view *v);
	/* Goes back to the previous zoom if STEP is -1, or forward to the next zoom if STEP is 1;
	 * returns false if there is no such zoom. */
	bool (*zoom_back)(struct view *v, int step);
	/* Does row R match the search? */
	bool (*matches)(struct view *v, const struct row *r);
	/* found_part() returns which part of the total of the picture, 0 to 1, matches the search,
	 * or -1 if the user stopped the work.  shown_part() returns which part of the total of the
	 * profile, 0 to 1, the filter lets through. */
	double (*found_part)(struct view *v);
	double (*shown_part)(const struct view *v);
	/* Called before V is filled.  V is of a newer profile than OLD.  Once V is filled, it shows
	 * and selects what OLD shows and selects.  FUNCS[f] is the function of V that was function
	 * f of OLD, or NOBODY. */
	void (*follow)(struct view *v, const struct view *old, const uint32_t *funcs);
};

/* The definition of a view.  Members that are 0 or NULL have the default meaning. */
struct view_ops {
	const struct view_info *info;	/* row of the view in views.def */
	const struct column *columns;
	int ncolumns;
	int sort;			/* column that rows are sorted by at first; < 0: keep the
					 * order in which fill() adds rows */
	int least_rest;			/* a column of high rank is shown only if it leaves this
					 * number of cells to the column with .rest; 0: the usual
					 * number of cells for names */

	/* Members about texts. */
	const char *empty;		/* message if the view has no rows, or NULL.  If a filter,
					 * the exclusion of all time or folding is the reason,
					 * another message is shown */
	const char *nothing_inside;	/* message if a row cannot be unfolded; NULL: the usual
					 * message */

	/* Members about rows. */
	bool is_text;			/* rows are lines of text */
	bool is_made_later;		/* a new view is not filled at once, because fill() reads
					 * members that are set after view_new() */
	bool about_file;		/* the subject is a file of the sources, not a node */
	bool is_unfolded;		/* rows are of single functions: while functions are folded,
					 * the view has no rows */
	bool rows_are_functions;	/* row.thing is a node in each row, and the column of names
					 * draws only the name of that node */
	bool more_names;		/* the column of names may show the names of both the caller
					 * and the callee of an arc */
	bool rows_are_calls;		/* rows are the subject, its callers and its callees */
	bool rows_are_places;		/* rows without a node are places in the source */
	bool goes_up;			/* the rows inside a row are its callers */
	bool endless;			/* there may be too many rows to unfold all: only the
					 * hottest call path is unfolded */
	bool any_time_is_hot;		/* every row with time is hot */
	bool is_tree;			/* rows are indented as view.indents says */

	const struct picture_ops *picture;	/* NULL: the view is not a picture */

	/* Members about output. */
	bool running;			/* the view has a column of running totals */
	bool printed_open;		/* --view unfolds every row */
	bool untitled;			/* when written as text, the view has no column titles */

	/* Adds all rows to V. */
	void (*fill)(struct view *v);
	/* Adds the rows inside R to CHILDREN.  NULL: no row can be unfolded. */
	void (*expand)(struct view *v, const struct row *r, struct rows *children);
	/* Sets F to the time and the calls of R; returns false if R has no figures.  NULL: no row
	 * has figures. */
	bool (*cost)(const struct view *v, const struct row *r, struct cost *f);
	/* In the difference of two profiles, sets *TOTAL to the total of R on SIDE; returns false
	 * if it is not known.  NULL: the view has no totals of both sides. */
	bool (*sides)(const struct view *v, const struct row *r, int side, double *total);
	/* Returns where Enter on R leads. */
	struct target (*target)(const struct view *v, const struct row *r);
	/* Returns the arc that R shows, or NOBODY.  NULL: no row shows an arc. */
	uint32_t (*arc)(const struct view *v, const struct row *r);
	/* Returns the place of R in the source, and sets *ABOUT to the function at that place.
	 * NULL: no row has a place. */
	struct source_place (*source)(const struct view *v, const struct row *r, uint32_t *about);
	/* Returns the source line whose figures R shows, or NULL if R shows no figures of a line.
	 * If this function is NULL, no row shows figures of a line. */
	const struct source_line *(*line)(const struct view *v, const struct row *r);
	/* Is R exported as a record?  NULL: every row is exported. */
	bool (*is_record)(const struct view *v, const struct row *r);
	/* Adds the view's own parts to the title. */
	void (*title)(const struct view *v, struct title *t);
	/* The title of a column may contain the name of the file.  Writes the text that follows
	 * this name into TEXT, ROOM bytes.  NULL: no text follows. */
	void (*heading)(const struct view *v, char *text, size_t room);
	/* Describes R for the detail line in phrases, each ended by a tab.  If the screen is too
	 * narrow, the last phrases are dropped. */
	void (*detail)(const struct view *v, const struct row *r, FILE *out);
	/* Writes an explanation of R, with a paragraph in each line.  NULL: no row can be
	 * explained. */
	void (*explain)(const struct view *v, const struct row *r, FILE *out);
};

/* One line of text, after wrapping to the width of the screen. */
struct text_line {
	const char *text;		/* borrowed from view.text; not NUL-terminated */
	uint32_t length;		/* bytes of .text */
	uint32_t of;			/* number of the note, node or key binding that the text is
					 * about, depending on the view */
	uint8_t indent, style;
};

/* What view_cost() has found. */
struct drawn {
	const struct row *row;		/* the row between view_begin_row() and view_end_row(), or
					 * NULL */
	struct cost cost;		/* of .row */
	struct cost other;		/* of another row */
};

/* The open rows of a view, to open them again later (view_identity.h). */
struct open_rows {
	uint64_t *v;			/* owned; identities of rows, sorted; bit 0 of an identity
					 * says that the row is open */
	size_t n, room;
	size_t nopen;			/* number of identities of open rows */
	bool by_name;			/* identities are hashes of names, not of numbers */
};

struct view {
	const struct view_ops *ops;
	struct view_context *ctx;	/* borrowed */
	uint32_t subject;		/* the node that the view is about or, in the source view,
					 * the number of the file; NOBODY: none */
	uint32_t about;			/* in the source view: at first the function for which the
					 * view was opened, later the function of the selected line.
					 * In a picture: the node that the other pane shows.
					 * NOBODY: none */
	enum action reached;		/* ACT_CALLER or ACT_CALLEE if this action opened the view
					 * from the previous view, otherwise ACT_NONE */
	const struct view_info *help_of;	/* in the view "help": the view in which help was
						 * called */
	char *explanation;		/* owned; in the view "explain": its text, a paragraph in
					 * each line */
	enum explains {			/* what .explanation explains */
		EXPLAINS_OTHER,		/* something else, such as a row of the second pane; if
					 * figures change, .explanation stays as it is */
		EXPLAINS_ROW,		/* the selected row of the previous view; if figures
					 * change, .explanation is written again */
		EXPLAINS_EXCLUSIONS,	/* the exclusions; if they change, .explanation is written
					 * again */
	} explains;

	uint32_t nfoci;			/* the first foci of ctx->exclusions, so many, are in force
					 * when this view of the history is shown */
	uint32_t part;			/* the only part that is included when this view of the
					 * history is shown; NOBODY: all parts are */

	struct rows rows;
	struct drawn *drawn;		/* owned */
	size_t unfiltered;		/* number of rows without the filter */
	size_t filled;			/* number of rows before rows were unfolded */
	unsigned changes;		/* value of ctx->changes when the rows were filled */
	bool forgotten;			/* view_forget() has freed all rows but the selected row,
					 * which is now rows.v[0] */
	bool is_pending;		/* the profile was read again, and the rows must be filled;
					 * .wanted is the row to select, .opened the rows to open */
	bool is_sorted_later;		/* view_fill() does not sort the rows; its caller brings
					 * them into an order */
	struct open_rows opened;	/* if .forgotten or .is_pending: which rows were open */
	struct wanted {
		bool is_missing;	/* no row has .id now.  If a row gets this identity later,
					 * it is selected, unless the user has moved away from row
					 * .at */
		uint64_t id;		/* identity of the selected row, by name */
		uint32_t node;		/* the node that the row with .id shows, or NOBODY */
		int at;			/* position of the row to select if no row has .id or shows
					 * .node */
	} wanted;			/* the row to select; valid if .is_pending or
					 * .wanted.is_missing */

	struct list list;		/* cursor and window */
	int sort;			/* column to sort by; < 0: the order of filling */
	int usual_sort;			/* the column to sort by until the user chooses another; it
					 * may depend on the event */
	bool reverse;			/* the usual order of the column is reversed */
	bool sort_is_other;		/* .sort is a column for want of time; the user chose
					 * another */
	bool whole;			/* draw names whole, not shortened */
	bool focus;			/* keys go to this view, so the selected row is marked */
	int shift;			/* cells scrolled sideways */
	int width;			/* width of the screen when the rows were filled */
	int longest_count;		/* in the source view: cells of the longest count, or 0 */
	int widest;			/* greatest number of cells that a row in the window needs
					 * in the column with .rest; used only on very wide
					 * screens */
	uint8_t figures[VIEW_COLUMNS];	/* indexed by column: cells of the longest figure that was
					 * too long for the usual width of the column, since the
					 * rows were filled; 0: the usual width was enough */
	struct pattern pattern;		/* the pattern of the search */
	struct pattern filter;		/* only rows that match this pattern are shown */

	/* view_prepare() and view_find_heat() compute the members from .running to .indents from
	 * the rows. */
	bool stale;			/* the members below are out of date */
	double *running;		/* owned, indexed by row, or NULL: sum of the self times of
					 * all outermost rows up to this row.  Known only of the
					 * first .nadded rows */
	size_t nadded;			/* view_draw() computes .running only up to the last row of
					 * the window */
	int hottest;			/* the hottest row; -1: no row has time.  Not valid if .heat
					 * is NULL */
	float *heat;			/* owned; size of the self time of each row; NULL if there
					 * are few rows, or view_find_heat() was not called */
	uint8_t *indents;		/* owned; indentation of each row in levels; NULL if it is
					 * equal to the depth */

	struct alikes alikes;		/* while rows are drawn: names in the window that look
					 * alike */

	struct pathsets *paths;		/* owned; in trees of recorded stacks: the paths of the
					 * rows; else NULL */
	struct recursion *recursion;	/* owned; in the view of recursive functions of stacks:
					 * groups of these functions; else NULL */
	struct part_totals *parts;	/* owned; in the view of threads: their values; else NULL */
	struct icicle *icicle;		/* owned; in views of frames: the frames of the rows; else
					 * NULL */
	double least_part;		/* in views of frames: a frame with less than this fraction
					 * of the width has no row of its own; 0: the limit is one
					 * cell of .width */
	struct text_line *text_lines;	/* owned; lines of a view that shows text */
	size_t ntext_lines, text_lines_room;
	struct arena text;		/* owns the text of the rows */
};

/* Returns a view of SUBJECT for a screen of WIDTH x HEIGHT cells.  It has no rows yet.  Free it
 * with view_free(). */
struct view *view_new(const struct view_ops *ops, struct view_context *ctx, uint32_t subject,
	int width, int height);
void view_free(struct view *v);

/* Fills, filters and sorts the rows of V, replacing old rows.  Open rows stay open, and the
 * selected row stays selected.  If V->is_pending, opens the rows V->opened and selects the row
 * V->wanted instead.  Returns false if the work was stopped; then V is unchanged. */
bool view_fill(struct view *v);

/* V is hidden.  Frees its rows if it has many; view_fill() fills V again. */
void view_forget(struct view *v);

/* Adapts V to a screen of WIDTH x HEIGHT cells. */
void view_resize(struct view *v, int width, int height);

/* Adds ROW behind all other rows. */
void view_add(struct view *v, struct row row);
void view_rows_add(struct rows *rows, struct row row);

/* Returns the selected row, or NULL if there are no rows. */
struct row *view_row(const struct view *v);

/* Prefetch what view_cost() will read for the rows that come some rows after row I.  To be called
 * for each row in a walk over many rows.  If only the self times of functions are read,
 * view_prefetch_self() is enough. */
void view_prefetch_cost(const struct view *v, size_t i);
void view_prefetch_self(const struct view *v, size_t i);

/* If all rows of V are written in their order, call view_write_begin() before the first row, which
 * also calls view_prepare(), view_write_next() before each row I, and view_write_end() behind the
 * last one.  Figures and names of the rows are prefetched, and names are not kept. */
void view_write_begin(struct view *v);
void view_write_next(struct view *v, size_t i);
void view_write_end(struct view *v);

/* Returns the cost of row R, which is valid until the cost of another row is asked for.  If R has
 * no figures, .node is NOBODY and all other members are 0. */
const struct cost *view_cost(const struct view *v, const struct row *r);

/* Between these calls, view_cost() has the cost of row R without computing it again. */
void view_begin_row(const struct view *v, const struct row *r);
void view_end_row(const struct view *v);

/* Returns the node that row R shows, or NOBODY.  R may be NULL. */
uint32_t view_node(const struct view *v, const struct row *r);

/* Selects row AT if its thing and its kind are those of ROW.  Otherwise selects the first row with
 * this thing and kind.  If there is no such row, selects row AT. */
void view_select_thing(struct view *v, struct row row, int at);

/* Selects the first row that shows node N; returns false if there is none. */
bool view_select(struct view *v, uint32_t n);

/* Selects line LINE of a source view, and places it in the upper third of the window.  If no row
 * shows LINE, selects the next line below that has a row, else the last line. */
void view_to_line(struct view *v, uint32_t line);

/* If the running totals of rows or their indentation are out of date, computes them. Call this
 * function before rows are drawn. */
void view_prepare(struct view *v);

/* Call this function before view_is_hot() is called for many rows. */
void view_find_heat(struct view *v);

/* Returns the hottest row, except the subject of the view; -1 if no other row has time. */
int view_hottest(struct view *v);

/* Is the self time of row R at least 1 % of the total?  In a view with view_ops.any_time_is_hot: is
 * the self time more than 0? */
bool view_is_hot(const struct view *v, const struct row *r);

/* Draws the column titles and the rows of V into lines TOP to BOTTOM - 1 of G. */
void view_draw(struct view *v, struct grid *g, int top, int bottom);

/* At the present V->shift, is a row in the window cut at the right edge of the screen? */
bool view_is_cut(struct view *v);

#endif
