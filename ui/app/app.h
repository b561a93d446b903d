/* app.h - the browser without the terminal: keys in, cells out
 *
 * app_key() changes the browser, app_draw() draws it.  Work that the browser cannot do itself, such
 * as writing a file, becomes a request to the caller.  app.c receives keys, app_do.c turns actions
 * into calls, app_draw.c draws; every other file of this folder does one kind of action.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef APP_H
#define APP_H

#include <stdbool.h>
#include <stdint.h>

#include "app/live.h"
#include "base/arena.h"
#include "screen/grid.h"
#include "screen/prompt.h"
#include "table/name_complete.h"
#include "table/view.h"
#include "table/view_context.h"
#include "table/view_find.h"

enum request {
	REQUEST_NOTHING,
	REQUEST_QUIT,
	REQUEST_SUSPEND,
	REQUEST_REDRAW,			/* draw every cell again, because the terminal may have
					 * changed some cells */
	REQUEST_EDIT,			/* open the file app.edit_path at line app.edit_line in an
					 * editor */
	REQUEST_WRITE,			/* write the view to the file whose path is app.text */
	REQUEST_COPY,			/* put app.text into the clipboard of the terminal */
	REQUEST_RELOAD,			/* read all files again */
	REQUEST_DIVIDE,			/* the same, and divide them into other parts */
	REQUEST_SHOW,			/* show the event, the part and inlined functions as
					 * app.choice says; for a gmon.out: show inlined functions,
					 * or hide them again */
	REQUEST_JOIN,			/* app.joined are one function in A and B */
	REQUEST_FROM_HERE,		/* compare what is read later with what is shown */
	REQUEST_SIDE,			/* show app.side of the comparison */
	REQUEST_MOUSE,			/* turn the mouse on or off, as app.mouse says */
	REQUEST_LIVE,			/* read again what the running program has recorded, and
					 * show the part of it that app.live says */
	REQUEST_CONTROL,		/* control the running program as app.live.verb says; if the
					 * verb is ACT_DUMP, app.text is the path of the file */
};

enum { MARKS = 27 };			/* number of marks: a to z, and ' for the place before the
					 * last jump to a mark */

/* A place in a view.  Instead of a cycle, one of its functions is stored, because cycles change
 * when functions are excluded or folded. */
struct mark {
	const struct view_ops *ops;	/* the view, or NULL if the mark is not set */
	uint32_t subject, about, node, line;	/* .subject and .about of the view; node and
						 * source line of the selected row */
	uint64_t row;			/* view_identity() of the selected row, because several rows
					 * may show .node */
	bool of_cycle, on_cycle;	/* .of_cycle: .subject stands for the cycle that contains
					 * this function; .on_cycle: the same for .node */
	struct open_rows around;	/* owned; the open rows around the selected row */
};

/* The state of counting the rows that match the pattern.  In views with many rows, they are counted
 * while no key is pressed. */
struct counting {
	struct view *view;		/* borrowed, or NULL if nothing is counted */
	struct tally tally;
	const char *lead;		/* the beginning of the message that reports the result;
					 * constant */
};

enum { MOST_VIEWS = 200 };		/* greatest number of views in the history; older views are
					 * dropped */

/* A profile in which several functions are folded into one. */
struct folding {
	enum fold_level { FOLD_NOTHING, FOLD_CLONES, FOLD_TEMPLATES, FOLD_CLASSES, FOLD_NAMESPACES,
		FOLD_FILES, FOLD_DIRECTORIES, FOLD_OBJECTS, FOLD_LEVELS } level;
	struct profile profile;		/* owned, like .graph, .fold and .text */
	struct graph graph;		/* graph of .profile with nothing excluded */
	struct fold fold;
	struct arena text;		/* owns the names and paths of .profile */
	uint32_t selected;		/* the function that was selected before functions were
					 * folded, or NOBODY */
};

/* Arcs whose exclusion breaks up a cycle.  They are excluded if the next action is ACT_BREAK_UP
 * again. */
struct proposal {
	uint32_t *arcs;			/* owned, or NULL if nothing is proposed */
	size_t n;
};

/* Cells of the screen, and the action that a click on them does. */
struct click_target {
	int x, end, y;			/* cells [x, end) of line y */
	enum action action;
};

enum { MOST_HINTS = 64 };		/* greatest number of hints of keys on the last line */

struct app {
	struct view_context ctx;
	struct exclusions exclusions;	/* excluded functions and calls */
	struct proposal proposal;
	const struct graph *read;	/* borrowed; the graph of the profile as it was read, with
					 * nothing folded or excluded */
	struct folding *folding;	/* owned, or NULL if nothing is folded */
	struct view **history;		/* owned; room for MOST_VIEWS */
	int nviews, at;			/* .history[.at] is shown; .nviews elements are used */
	struct prompt prompt;
	struct name_candidates candidates;	/* the list above the prompt for a name; .n is 0 if
						 * no list is shown */
	int candidate;			/* the candidate that replaced the typed text; -1: none */
	uint32_t times;			/* the number typed before the key that app_key() handles
					 * now, or 0 */
	struct list search_from;	/* cursor and window before the pattern was typed */
	char *search_before;		/* owned; the pattern before the current search, or NULL */
	const char *home;		/* borrowed; the directory that "~" means at prompts, or
					 * NULL */
	char *last_pattern;		/* owned; the last pattern that was typed, or NULL */
	struct counting counting;	/* counting ends when the next key is pressed */
	char message[512];		/* shown until the next key */
	enum request request;		/* request made by the last key */
	int width, height;		/* size of the screen in cells */
	char *text;			/* owned; argument of REQUEST_WRITE or REQUEST_COPY, or of
					 * REQUEST_CONTROL with ACT_DUMP */
	bool overwrite;			/* REQUEST_WRITE, and REQUEST_CONTROL with ACT_DUMP, may
					 * overwrite an existing file */
	enum request refused;		/* the request that failed because its file exists; it is
					 * made again if the user answers y */
	bool mouse;			/* the browser gets the events of the mouse */
	struct click_target targets[MOST_HINTS + 1];	/* cells of the screen as last drawn */
	int ntargets;
	struct mark marks[MARKS];
	char *edit_path;		/* owned; argument of REQUEST_EDIT */
	uint32_t edit_line;
	struct measured_choice choice;	/* argument of REQUEST_SHOW */
	uint32_t joined[2];		/* argument of REQUEST_JOIN: functions of A and B; before
					 * that, the one that was chosen, less 1 is its number; 0:
					 * none */
	enum compared_side side;	/* argument of REQUEST_SIDE */
	enum action then;		/* after REQUEST_SIDE, do this; ACT_NONE: nothing */
	struct view *pane;		/* owned; the second pane, or NULL */
	enum pane {
		PANE_AUTO,		/* the user has not chosen: the source is shown below the
					 * calls of a function if there is room */
		PANE_OFF, PANE_CALLS, PANE_SOURCE, PANE_ICICLE,
	} pane_shows;
	bool in_pane;			/* keys go to the second pane */
	uint32_t pane_line;		/* if the second pane shows a source: the line that
					 * pane_follow() selected last */
	const struct column *functions_sort;	/* column by which the first view of functions is
						 * sorted; NULL: the usual column */
	struct live live;
	bool stopped;			/* the user stopped the work of the last key */
};

/* Opens the browser over G, NAMES and LOOKUP, which are borrowed.  It shows the view of functions
 * on a screen of 80 x 24 cells.  ASCII: the locale is not UTF-8. */
void app_open(struct app *a, const struct graph *g, struct names *names,
	struct lookup *lookup, bool ascii);
void app_release(struct app *a);

/* The part of app_open() and app_release() that belongs to the figures that A shows.  There are no
 * views yet. */
void app_open_figures(struct app *a, const struct graph *g, struct names *names,
	struct lookup *lookup, bool ascii);
void app_release_figures(struct app *a);

/* Adapts the browser to a screen of WIDTH x HEIGHT cells. */
void app_resize(struct app *a, int width, int height);

/* Handles KEY: a key that was pressed, or an event with a key code (a new size, the mouse,
 * KEY_TICK).  Afterwards A->request says what the caller must do. */
void app_key(struct app *a, uint32_t key);

/* Draws the browser into all cells of G.  If G has another size than A, resizes A first. */
void app_draw(struct app *a, struct grid *g);

/* Returns the view that keys go to: the current view of the history, or the second pane. */
struct view *app_view(const struct app *a);

/* Shows a message until the next key.  A message that A->message has no room for is cut. */
void app_say(struct app *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Does ACTION, for which KEY was pressed.  KEY is 0 if no key was pressed. */
void app_do(struct app *a, enum action action, uint32_t key);

/* Like app_do(), but first forgets A->proposal, unless ACTION accepts the proposal. */
void app_act(struct app *a, enum action action, uint32_t key);

#endif
