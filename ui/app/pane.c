/* pane.c - the second pane: calls, source or frames of the selected row
 *
 * The second pane is beside the view on a wide screen, otherwise below it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/pane.h"

#include <assert.h>
#include <string.h>

#include "app/navigate.h"
#include "app/navigate_source.h"
#include "views/views.h"

enum {
	BESIDE = 160,			/* least width of a screen with panes side by side */
	LEAST_ROWS = 4,			/* least number of lines of a pane, including the column
					 * titles */
	NOT_ROWS = 4,			/* lines that view_resize() subtracts from the height of a
					 * screen: title, column titles, detail, last line */
	LEAST_AUTO = 8,			/* least number of lines of a pane that opens by itself */
	QUICK_BYTES = 16 << 20,		/* if the images have at most this number of bytes, finding
					 * their source lines takes only a moment */
	LINES_AROUND = 3,		/* number of lines of a screen that belong to no pane */
};

/* The places of the two panes on the screen, in cells.  Heights include the column titles. */
struct split {
	int main_width, main_height;
	int x, y, width, height;	/* place of the second pane; .height is 0 if there is no
					 * second pane */
};

/* May the pane open by itself in the current view?  The pane opens only in a view of calls whose
 * rows leave enough lines of the screen free.  It shows the source of the selected row.  It stays
 * closed if finding the source lines may take long. */
static bool
opens_by_itself(const struct app *a)
{
	const struct view *v = a->history[a->at];
	const struct lookup *lookup = a->ctx.lookup;
	size_t bytes = 0;

	if (a->pane_shows != PANE_AUTO || !v->ops->rows_are_calls || lookup == NULL
		|| (int)v->rows.n + 1 + LEAST_AUTO > a->height - LINES_AROUND)
		return false;
	for (uint32_t i = 0; i < lookup->profile->nimages; i++)
		bytes += lookup->profile->images[i].size;
	return lookup->has_sources || bytes <= QUICK_BYTES;
}

/* May a second pane about the selected row of the current view be open? */
static bool
is_followed(const struct app *a)
{
	if (a->pane_shows == PANE_AUTO)
		return opens_by_itself(a);
	if (a->pane_shows == PANE_ICICLE && a->history[a->at]->ops->picture != NULL)
		return false;
	return a->pane_shows != PANE_OFF && a->history[a->at]->ops->info->has_pane;
}

/* Returns the places of the two panes in lines TOP to BOTTOM - 1 of the screen. */
static struct split
split_of(const struct app *a, int top, int bottom)
{
	struct split s = { .main_width = a->width, .main_height = bottom - top };

	if (!is_followed(a) || s.main_height < 2 * LEAST_ROWS)
		return s;
	if (a->pane_shows == PANE_AUTO) {
		if (a->pane == NULL)
			return s;
		s.height = s.main_height - ((int)a->history[a->at]->rows.n + 1);
	} else if (a->width >= BESIDE) {
		s.main_width = a->width / 2;
		s.x = s.main_width + 1;
		s.y = top;
		s.width = a->width - s.x;
		s.height = s.main_height;
		return s;
	} else {
		s.height = s.main_height / 2;
	}
	s.main_height -= s.height;
	s.y = top + s.main_height;
	s.width = a->width;
	return s;
}

void
pane_free(struct app *a)
{
	if (a->pane != NULL)
		view_free(a->pane);
	a->pane = NULL;
	a->in_pane = false;
}

void
pane_close(struct app *a)
{
	pane_free(a);
	a->pane_shows = PANE_OFF;
}

/* Returns what the second pane shows after pane_next(). */
static enum pane
next_shown(const struct app *a)
{
	bool calls = a->history[a->at]->ops->rows_are_calls;
	enum pane first = calls ? PANE_SOURCE : PANE_CALLS;
	enum pane second = calls ? PANE_CALLS : PANE_SOURCE;
	enum pane now = a->pane_shows != PANE_AUTO ? a->pane_shows
		: a->pane != NULL ? PANE_SOURCE : PANE_OFF;

	if (now == PANE_OFF)
		return first;
	if (now == second && a->history[a->at]->ops->picture == NULL)
		return PANE_ICICLE;
	return now == first ? second : PANE_OFF;
}

void
pane_next(struct app *a)
{
	static const char *const messages[] = { [PANE_OFF] = "one pane",
		[PANE_CALLS] = "second pane: calls of the selection",
		[PANE_SOURCE] = "second pane: source of the selection",
		[PANE_ICICLE] = "second pane: icicle, with the selection marked" };
	enum pane next = next_shown(a);

	pane_free(a);
	a->pane_shows = next;
	app_say(a, "%s%s", messages[next], next == PANE_OFF || pane_fits(a) ? ""
		: "; the screen is too low to show it");
}

bool
pane_fits(const struct app *a)
{
	return split_of(a, 1, a->height - 2).height > 0;
}

void
pane_switch(struct app *a)
{
	if (a->pane_shows > PANE_OFF && !is_followed(a))
		app_say(a, "this view has no second pane");
	else if (a->pane != NULL && !pane_fits(a))
		app_say(a, "no room for the second pane: it needs a screen of %d lines",
			2 * LEAST_ROWS + LINES_AROUND);
	else if (a->pane == NULL)
		app_say(a, "no second pane is open; v opens one");
	else
		a->in_pane = !a->in_pane;
}

/* Shows the view OPS of SUBJECT in the second pane.  Returns false if the second pane shows this
 * view already.  If filling the view is stopped, closes the second pane and returns false. */
static bool
show_in_pane(struct app *a, const struct view_ops *ops, uint32_t subject)
{
	struct split s;

	if (a->pane != NULL && a->pane->ops == ops && a->pane->subject == subject)
		return false;
	pane_free(a);
	a->pane = view_new(ops, &a->ctx, subject, a->width, a->height);
	if (!view_fill(a->pane)) {
		pane_free(a);
		/* If filling an icicle was stopped, show the source, because in most views the
		 * source comes before the icicle (pane_next()).  Otherwise show nothing. */
		if (a->pane_shows != PANE_AUTO)
			a->pane_shows = ops->picture != NULL ? PANE_SOURCE : PANE_OFF;
		return false;
	}
	s = split_of(a, 1, a->height - 2);
	if (s.height > 0)
		view_resize(a->pane, s.width, s.height - 1 + NOT_ROWS);
	return true;
}

static void
follow_source(struct app *a, struct view *v)
{
	const struct row *r = view_row(v);
	struct source_place place = { 0 };
	uint32_t about = NOBODY, file, line;
	const struct sources *s;

	if (r != NULL && v->ops->source != NULL)
		place = v->ops->source(v, r, &about);
	s = place.file != NULL ? lookup_sources(a->ctx.lookup) : NULL;
	file = s != NULL ? sources_file(s, place.file) : NOBODY;
	if (file == NOBODY || (a->pane_shows == PANE_AUTO
			&& lookup_text(a->ctx.lookup, file, NULL) == NULL)) {
		pane_free(a);
		return;
	}
	line = v->ops->line != NULL ? place.line
		: navigate_source_start(&a->ctx, file, place.line, about);
	if (show_in_pane(a, &source_view, file) || (a->pane != NULL && a->pane_line != line))
		view_to_line(a->pane, line);
	if (a->pane == NULL)
		return;
	a->pane->about = about;
	if (about == NOBODY)
		navigate_source_follow(a->pane);
	a->pane_line = line;
}

/* Shows the icicle in the second pane, with the frames of the selected row of V marked. */
static void
follow_icicle(struct app *a, struct view *v)
{
	uint32_t n = navigate_selected_node(v);

	if (n != NOBODY)
		n = graph_cycle_or_self(a->ctx.graph, n);
	show_in_pane(a, &icicle_view, NOBODY);
	if (a->pane == NULL)
		return;
	a->pane->about = n;
	if (n == NOBODY || !view_select(a->pane, n))
		list_go(&a->pane->list, 0);
}

/* Returns the node whose calls the second pane shows while node N is selected in V.  If V itself
 * shows the calls of N, returns the hottest callee of N or, if N has no callee, the hottest caller,
 * or NOBODY if N has neither.  Otherwise returns N. */
static uint32_t
followed_node(struct app *a, const struct view *v, uint32_t n)
{
	struct ranking ranking;
	struct hottest h;

	if (n == NOBODY || !v->ops->rows_are_calls || n != v->subject)
		return n;
	ranking = view_context_ranking(&a->ctx, n);
	h = ranking_hottest(&ranking, n, false, NULL, 0);
	if (h.arc != NOBODY)
		return a->ctx.profile->arcs[h.arc].callee;
	h = ranking_hottest(&ranking, n, true, NULL, 0);
	return h.arc != NOBODY ? a->ctx.profile->arcs[h.arc].caller : NOBODY;
}

void
pane_follow(struct app *a)
{
	struct view *v = a->history[a->at];
	uint32_t n;

	if (a->pane_shows == PANE_AUTO && a->pane != NULL && !is_followed(a))
		pane_free(a);
	if (a->in_pane || !is_followed(a))
		return;
	if (a->pane_shows == PANE_ICICLE) {
		follow_icicle(a, v);
		return;
	}
	if (a->pane_shows != PANE_CALLS) {
		follow_source(a, v);
		return;
	}
	n = followed_node(a, v, navigate_selected_node(v));
	if (n == NOBODY)
		pane_free(a);
	else if (show_in_pane(a, &calls_view, n) && view_select(a->pane, n))
		list_center(&a->pane->list, a->pane->list.cursor);
}

/* Draws V into WIDTH x HEIGHT cells of G.  The top left cell is cell X of line Y. */
static void
draw_part(struct view *v, struct grid *g, int x, int y, int width, int height)
{
	struct grid part = { .ascii = g->ascii };
	int line;

	assert(x >= 0 && x + width <= g->width && y >= 0 && y + height <= g->height);
	grid_resize(&part, width, height);
	part.cursor_y = -1;
	view_resize(v, width, height - 1 + NOT_ROWS);
	view_draw(v, &part, 0, height);
	for (line = 0; line < height; line++)
		memcpy(grid_cell(g, x, y + line), grid_cell(&part, 0, line),
			(size_t)width * sizeof(struct cell));
	if (part.cursor_y >= 0 && v->focus) {
		g->cursor_x = x;
		g->cursor_y = y + part.cursor_y;
	}
	grid_release(&part);
}

static void
draw_border(struct grid *g, int x, int top, int bottom)
{
	int y;

	for (y = top; y < bottom; y++) {
		struct pen pen = pen_at(g, x, y, 1);

		pen_style(&pen, STYLE_DIM);
		pen_text(&pen, "│");
	}
}

/* Draws a second pane that says that the selected row has no calls or no source. */
static void
draw_nothing(struct grid *g, const struct split *s)
{
	struct pen pen = pen_at(g, s->x, s->y, s->width);

	pen_style(&pen, STYLE_HEAD);
	pen_fill(&pen);
	pen = pen_at(g, s->x + 1, s->y + 1, s->width - 1);
	pen_style(&pen, STYLE_DIM);
	pen_short(&pen, "nothing to show for the selected row");
}

void
pane_draw(struct app *a, struct grid *g, int top, int bottom)
{
	struct view *v = a->history[a->at];
	struct split s = split_of(a, top, bottom);

	v->focus = !a->in_pane;
	draw_part(v, g, 0, top, s.main_width, s.main_height);
	if (s.height == 0)
		return;
	if (s.x > 0)
		draw_border(g, s.x - 1, top, bottom);
	if (a->pane == NULL) {
		draw_nothing(g, &s);
		return;
	}
	a->pane->focus = a->in_pane;
	draw_part(a->pane, g, s.x, s.y, s.width, s.height);
}

int
pane_width(const struct app *a, const struct view *v)
{
	struct split s = split_of(a, 1, a->height - 2);

	return v == a->pane && s.height > 0 ? s.width : s.main_width;
}

struct pane_cell
pane_cell_at(const struct app *a, int x, int y)
{
	struct split s = split_of(a, 1, a->height - 2);

	if (a->pane != NULL && s.height > 0 && x >= s.x && x < s.x + s.width && y >= s.y
		&& y < s.y + s.height)
		return (struct pane_cell){ a->pane, x - s.x, y - s.y, s.width };
	if (x < s.main_width && y >= 1 && y < 1 + s.main_height)
		return (struct pane_cell){ a->history[a->at], x, y - 1, s.main_width };
	return (struct pane_cell){ 0 };
}
