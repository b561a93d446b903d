/* app.h - the browser as a pure function: keys in, cells out
 *
 * app_key() changes it, app_draw() shows it.  What it cannot do itself it leaves as a
 * request for its caller.  Done in app.c, app_do.c, app_draw.c and reload.c; what needs more
 * than a screenful of code has a file of its own: navigate.h, navigate_views.h, exclude.h,
 * folding.h, pane.h, prompt_actions.h, search.h, marks.h, mouse.h.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef APP_H
#define APP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "screen/grid.h"
#include "screen/prompt.h"
#include "table/view.h"
#include "table/view_context.h"
#include "table/view_find.h"

enum request {
	REQUEST_NOTHING,
	REQUEST_QUIT,
	REQUEST_SUSPEND,
	REQUEST_REDRAW,			/* nobody knows what the terminal shows */
	REQUEST_EDIT,			/* open edit_path at edit_line in an editor */
	REQUEST_WRITE,			/* write the view to the file TEXT */
	REQUEST_COPY,			/* let the terminal have TEXT to paste */
	REQUEST_RELOAD,			/* read all files again */
	REQUEST_MOUSE,			/* use the mouse or leave it alone, as MOUSE says */
};

enum { MARKS = 27 };			/* a to z, and where one was before going to one */

/* A place to come back to.  Cycles are known by one of their functions: what is taken out or
 * folded meanwhile leaves others. */
struct mark {
	const struct view_ops *ops;	/* NULL: not set */
	uint32_t subject, about, node, line;
	uint64_t row;			/* view_identity(): of several rows about NODE, or of one
					 * that is about none */
	bool of_cycle, on_cycle;	/* SUBJECT, NODE: it is the cycle of that function */
	struct open_rows around;		/* owned; see view_identity_save_open_around() */
};

/* Rows that match what was searched are being counted. */
struct counting {
	struct view *view;		/* borrowed; NULL: nothing is counted */
	struct tally tally;
	const char *lead;		/* what is said before how many there are; constant */
};

enum { MOST_VIEWS = 200 };		/* that < remembers */

/* Functions shown as one. */
struct folding {
	enum fold_level { FOLD_NOTHING, FOLD_CLONES, FOLD_TEMPLATES, FOLD_FILES } level;
	struct profile profile;		/* owned, as all below */
	struct graph graph;		/* of it, without cuts */
	struct fold fold;
	struct arena text;		/* owns its names */
};

/* Arcs that X proposes to cut. */
struct proposal {
	uint32_t *arcs;			/* owned; NULL: none is proposed */
	size_t n;
};

struct app {
	struct view_context ctx;
	struct exclusions exclusions;		/* what is out */
	struct proposal proposal;
	struct basis read;		/* what was read */
	struct folding *folding;	/* owned; NULL: nothing is folded */
	struct view **history;		/* owned; room for MOST_VIEWS */
	int nviews, at;			/* the view shown is history[at] */
	struct prompt prompt;
	uint32_t times;			/* the number typed before this key, or 0 */
	struct list search_from;	/* of the view, when a search began to be typed ... */
	char *search_before;		/* owned; ... and what was searched then, or NULL */
	const char *home;		/* borrowed; what "~" is at prompts, or NULL */
	char *last_pattern;		/* owned; typed last, or NULL */
	struct counting counting;	/* until the next key */
	char message[512];		/* shown until the next key */
	enum request request;		/* of the last key */
	int width, height;
	char *text;			/* owned; for REQUEST_WRITE, REQUEST_COPY */
	bool overwrite;			/* for REQUEST_WRITE: a file that is there */
	bool mouse;
	struct mark marks[MARKS];
	char *edit_path;		/* owned; for REQUEST_EDIT */
	uint32_t edit_line;
	struct view *pane;		/* owned; the second pane, or NULL */
	enum pane { PANE_OFF, PANE_CALLS, PANE_SOURCE } pane_shows;
	bool in_pane;			/* keys go to the second pane */
	uint32_t pane_line;		/* of the source it follows */
	bool stopped;			/* the last key's work was: scene.stop can be lowered */
};

/* Open the browser over G, the NAMES of its functions and their ORIGIN, all borrowed, with the
 * view of functions on a usual screen; ASCII: the locale is not UTF-8. */
void app_open(struct app *a, const struct graph *g, struct names *names,
	struct lookup *lookup, bool ascii);
void app_release(struct app *a);

/* The screen is WIDTH x HEIGHT now. */
void app_resize(struct app *a, int width, int height);

/* KEY was pressed, or what is told as a key: a new size, the mouse, KEY_TICK.  See A->request. */
void app_key(struct app *a, uint32_t key);

/* Show it in G, whose size it takes over. */
void app_draw(struct app *a, struct grid *g);

/* The view that keys go to: the one that is shown or, beside it, the second pane. */
struct view *app_view(const struct app *a);

/* Tell the user something, until the next key. */
void app_say(struct app *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Do ACTION, for which KEY was pressed; 0: none was. */
void app_do(struct app *a, enum action action, uint32_t key);

#endif
