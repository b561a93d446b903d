/* app_draw.c - drawing the browser: title, panes, detail line, last line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "app/completing.h"
#include "app/exclude.h"
#include "app/live.h"
#include "app/navigate.h"
#include "app/pane.h"
#include "app/prompt_actions.h"
#include "base/mem.h"
#include "screen/keymap.h"
#include "table/wrap.h"
#include "text/shorten.h"
#include "text/text.h"
#include "views/views.h"

enum {
	LEAST_WIDTH = 40, LEAST_HEIGHT = 8,
	ROOM_FOR_FIGURES = 58,		/* cells for figures after a long name, in a detail line of
					 * 80 cells */
	LEAST_NAME = 14,		/* least width of the name in cells, in a detail line of 40
					 * cells */
};

/* Remembers that a click on the cells [X, END) of line Y does ACTION. */
static void
add_target(struct app *a, int x, int end, int y, enum action action)
{
	assert(a->ntargets < (int)(sizeof(a->targets) / sizeof(a->targets[0])));
	a->targets[a->ntargets++] = (struct click_target){ x, end, y, action };
}

static void
draw_title(struct app *a, struct grid *g)
{
	struct title t = { .wide = g->width >= GRID_WIDE };
	struct view *v = a->history[a->at];

	title_image(&t, &a->ctx);
	live_title(a, &t);
	v->ops->title(v, &t);
	if (v->filter.text != NULL && v->ops->picture != NULL)
		title_add(&t, 2, "& %s: %.1f %%", v->filter.text,
			100 * v->ops->picture->shown_part(v));
	else if (v->filter.text != NULL)
		title_add(&t, 2, "& %s: %zu of %zu", v->filter.text, v->filled, v->unfiltered);
	title_notes(&t, &a->ctx);
	title_draw(&t, &a->ctx, g);
	if (t.notes_end > 0 && v->ops != &notes_view)
		add_target(a, t.notes_x, t.notes_end, 0, ACT_NOTES);
}

/* TEXT contains phrases, separated by tabs.  BETWEEN joins the first phrases: as many as fit into
 * ROOM cells, but at least one.  Returns the width of the joined text in cells. */
static int
phrases_width(const char *text, int room, const char *between, bool ascii)
{
	int width = 0, need;
	size_t n;

	for (; *text; text += n + (text[n] != '\0')) {
		n = strcspn(text, "\t");
		need = text_nwidth(text, n, ascii) + (width > 0 ? (int)strlen(between) : 0);
		if (width > 0 && width + need > room)
			break;
		width += need;
	}
	return width;
}

/* TEXT contains phrases, separated by tabs.  Draws the first phrases, joined by BETWEEN: as many
 * phrases as fit, but at least one, shortened.  Replaces tabs of TEXT by NUL. */
static void
draw_phrases(struct pen *pen, char *text, const char *between)
{
	char *at = text, *end;
	bool first = true;
	int need;

	while (*at) {
		end = at + strcspn(at, "\t");
		if (*end != '\0')
			*end++ = '\0';
		need = text_width(at, pen->grid->ascii);
		if (!first && need + (int)strlen(between) > pen_left(pen))
			break;
		if (!first)
			pen_text(pen, between);
		pen_short(pen, at);
		first = false;
		at = end;
	}
}

static void
draw_detail(struct app *a, struct grid *g, int y)
{
	struct view *v = app_view(a);
	const struct row *r = view_row(v);
	uint32_t n = view_node(v, r);
	struct pen pen = pen_at(g, 0, y, g->width);
	const char *gap = g->width >= GRID_WIDE ? "   " : "  ";
	const char *between = g->width >= GRID_WIDE ? gap : "; ";
	char *text = NULL, *name, lead[FIGURE];
	int figures, room;
	size_t length;
	FILE *out;

	pen_style(&pen, STYLE_DETAIL);
	pen_fill(&pen);
	pen = pen_at(g, 0, y, g->width);
	pen_style(&pen, STYLE_DETAIL);
	/* While a prompt is on the last line, the message is drawn here. */
	if (a->message[0] != '\0' && a->prompt.question != ASK_NOTHING) {
		pen_style(&pen, STYLE_MESSAGE);
		pen_short(&pen, a->message);
		return;
	}
	if (r == NULL || v->ops->detail == NULL)
		return;
	out = mem_stream(&text, &length);
	v->ops->detail(v, r, out);
	mem_close(out);
	if (n != NOBODY) {
		snprintf(lead, sizeof(lead), "[%u] ", a->ctx.graph->nodes[n].index);
		pen_text(&pen, lead);
		figures = phrases_width(text, ROOM_FOR_FIGURES * g->width / 80, between, g->ascii);
		room = pen_left(&pen) - figures - (int)strlen(gap);
		if (room < LEAST_NAME * 2 / 3 + g->width / 8)
			room = LEAST_NAME * 2 / 3 + g->width / 8;
		name = shorten_name(view_context_name(&a->ctx, n), room, g->ascii);
		pen_text(&pen, name);
		pen_text(&pen, gap);
		free(name);
	}
	draw_phrases(&pen, text, between);
	free(text);
}

/* Splits the hint of binding B: copies the names of its keys to KEYS, which has ROOM bytes, and
 * sets *WORDS to the text after the names.  If the hint names no keys, or if the user has assigned
 * other keys, KEYS becomes the name of the first key. */
static void
split_hint(const struct keymap *m, const struct binding *b, char *keys, size_t room,
	const char **words)
{
	const char *tab = strchr(b->hint, '\t');
	char all[80];

	/* Use the names in the hint, unless the user has assigned other keys. */
	if (tab != NULL && keymap_keys(m, b) == b->keys) {
		snprintf(keys, room, "%.*s", (int)(tab - b->hint), b->hint);
		*words = tab + 1;
		return;
	}
	key_names(keymap_keys(m, b), all, sizeof(all));
	all[all[0] == ' ' ? 1 : strcspn(all, " ")] = '\0';
	snprintf(keys, room, "%s", all);
	*words = tab != NULL ? tab + 1 : b->hint;
}

static int
by_rank(const void *x, const void *y)
{
	const struct binding *const *a = x, *const *b = y;

	return ((*a)->rank > (*b)->rank) - ((*a)->rank < (*b)->rank);
}

static void
draw_hint(struct app *a, struct pen *pen, const struct binding *b, bool first)
{
	char keys[80];
	const char *words;
	int x;

	split_hint(a->ctx.keymap, b, keys, sizeof(keys), &words);
	if (!first)
		pen_text(pen, pen->grid->width >= GRID_WIDE ? "   " : "  ");
	x = pen->x;
	pen_style(pen, STYLE_KEY);
	pen_text(pen, keys);
	pen_style(pen, STYLE_HINT);
	pen_text(pen, " ");
	pen_text(pen, words);
	add_target(a, x, pen->x, pen->grid->height - 1, b->action);
}

static int
hint_width(const struct keymap *m, const struct binding *b, struct grid *g)
{
	char keys[80];
	const char *words;

	split_hint(m, b, keys, sizeof(keys), &words);
	return text_width(keys, g->ascii) + 1 + text_width(words, g->ascii)
		+ (g->width >= GRID_WIDE ? 3 : 2);
}

/* May the hint of binding B be drawn?  It may if the keys of B would do something in the selected
 * row. */
static bool
applies(const struct app *a, const struct binding *b)
{
	struct view *v = app_view(a);
	const struct row *r = view_row(v);

	if (b->rank == 0 || !*keymap_keys(a->ctx.keymap, b) || !(b->where & v->ops->info->where))
		return false;
	switch (b->action) {
	case ACT_OPEN:
		return r != NULL && v->ops->target != NULL
			&& v->ops->target(v, r).goal != GOAL_NONE;
	case ACT_FIND_SOURCE:
		return a->ctx.lookup->paths != NULL
			&& lookup_text(a->ctx.lookup, v->subject, NULL) == NULL;
	case ACT_BACK:
		return a->at > 0;
	case ACT_FORWARD:
		return a->at + 1 < a->nviews;
	case ACT_HELP:
		return v->ops != &help_view;
	case ACT_SPAN: case ACT_FREEZE:
		return a->live.state != LIVE_NOT;
	case ACT_BEGIN:
		return a->live.state == LIVE_HALTED;
	case ACT_HALT: case ACT_RESET:
		return a->live.state == LIVE_RUNS;
	case ACT_UNDO:
		return a->exclusions.at > 0;
	case ACT_REDO:
		return a->exclusions.at < a->exclusions.nchanges;
	case ACT_FOCUS:
		return profile_has(a->read->profile, HAS_STACKS)
			&& navigate_selected_node(v) != NOBODY;
	case ACT_PRINT_EXCLUSIONS:
		return a->exclusions.nfuncs + a->exclusions.narcs > 0;
	case ACT_BREAK_UP:
		return r != NULL && exclude_selected_cycle(a) != NOBODY;
	case ACT_CYCLES:
		return a->ctx.graph->ncycles > 0;
	case ACT_EXPLAIN: case ACT_EDIT: case ACT_UNIT: case ACT_SORT:
		return r != NULL;
	default:
		return true;
	}
}

/* Draws the hints of keys that fit into line Y: the most important hint first, the hint of the help
 * always last. */
static void
draw_hints(struct app *a, struct grid *g, int y)
{
	const struct keymap *m = a->ctx.keymap;
	const struct binding *hints[MOST_HINTS];
	struct pen pen = pen_at(g, 0, y, g->width);
	size_t n = 0, i;
	bool has_help;
	int last;

	for (i = 0; i < nkey_bindings && n < MOST_HINTS; i++)
		if (applies(a, &key_bindings[i]))
			hints[n++] = &key_bindings[i];
	qsort(hints, n, sizeof(*hints), by_rank);
	pen_style(&pen, STYLE_HINT);
	has_help = n > 0 && hints[0]->action == ACT_HELP;
	last = has_help ? hint_width(m, hints[0], g) : 0;
	for (i = has_help; i < n; i++)
		if (hint_width(m, hints[i], g) + last <= pen_left(&pen))
			draw_hint(a, &pen, hints[i], pen.x == 0);
	if (has_help)
		draw_hint(a, &pen, hints[0], pen.x == 0);
}

/* Draws the message so that it ends in line Y.  A long message covers lines above Y until the next
 * key. */
static void
draw_message(const struct app *a, struct grid *g, int y)
{
	enum { MOST_LINES = 4 };
	const char *lines[MOST_LINES], *at = a->message;
	size_t lengths[MOST_LINES];
	int n = 0, i;

	for (; *at != '\0' && n < MOST_LINES && n < g->height / 4; n++) {
		lines[n] = at;
		lengths[n] = wrap_line(at, g->width, g->ascii);
		at += lengths[n];
		at += strspn(at, " ");
	}
	for (i = 0; i < n; i++) {
		struct pen pen = pen_at(g, 0, y - n + 1 + i, g->width);

		pen_fill(&pen);
		pen = pen_at(g, 0, y - n + 1 + i, g->width);
		pen_style(&pen, STYLE_MESSAGE);
		if (i < n - 1)
			pen_ntext(&pen, lines[i], lengths[i]);
		else
			pen_short(&pen, lines[i]);
	}
}

static void
draw_last_line(struct app *a, struct grid *g, int y)
{
	if (a->prompt.question != ASK_NOTHING) {
		prompt_actions_draw(a, g, y);
	} else if (a->message[0] != '\0') {
		draw_message(a, g, y);
	} else {
		draw_hints(a, g, y);
	}
}

static void
draw_all(struct app *a, struct grid *g)
{
	struct pen pen;
	char text[64];

	if (g->width != a->width || g->height != a->height)
		app_resize(a, g->width, g->height);
	grid_resize(g, g->width, g->height);
	a->ntargets = 0;
	if (g->width < LEAST_WIDTH || g->height < LEAST_HEIGHT) {
		pen = pen_at(g, 0, 0, g->width);
		snprintf(text, sizeof(text), g->width < LEAST_WIDTH / 2 ? "%dx%d needed"
			: "too small: %dx%d at least, not %dx%d", LEAST_WIDTH, LEAST_HEIGHT,
			g->width, g->height);
		pen_text(&pen, text);
		return;
	}
	draw_title(a, g);
	pane_draw(a, g, 1, g->height - 2);
	draw_detail(a, g, g->height - 2);
	completing_draw(a, g, g->height - 1);
	draw_last_line(a, g, g->height - 1);
}

void
app_draw(struct app *a, struct grid *g)
{
	bool was_stopped = a->ctx.stopped, had_stopped = a->ctx.estimate.is_stopped;

	draw_all(a, g);
	if (had_stopped || !a->ctx.estimate.is_stopped)
		return;
	/* The user stopped the computation of estimates, which began when the first row with an
	 * estimate was drawn.  Do not treat this as stopping the work of the last key. */
	a->ctx.stopped = was_stopped;
	app_say(a, "stopped: no estimates inside cycles until another view is opened");
	draw_all(a, g);
	a->ctx.stopped = was_stopped;
}
