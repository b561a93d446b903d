/* completing.c - Tab at the prompt for a name: the common beginning, and the list of candidates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/completing.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "text/shorten.h"
#include "text/text.h"

enum { GAP = 2 };			/* cells between two columns of the list */

/* Replaces the text of the prompt by candidate AT. */
static void
show_candidate(struct app *a, size_t at)
{
	const struct name_candidate *c = &a->candidates.v[at];

	assert(at < a->candidates.n);
	prompt_set(&a->prompt, c->text);
	a->prompt.completed = c->node;
	a->candidate = (int)at;
}

static void
find_candidates(struct app *a)
{
	struct prompt *p = &a->prompt;
	struct name_candidates *c = &a->candidates;

	if (*p->text == '\0')
		return;
	name_candidates_find(c, &a->ctx, p->text);
	a->candidate = -1;
	if (a->ctx.stopped)
		return;
	if (c->total == 0)
		app_say(a, "no name contains %s", p->text);
	/* Never shorten the typed text.  Candidates that differ in case may have less in common. */
	else if (c->total > 1 && !c->inside && strlen(c->common) >= p->n)
		prompt_set(p, c->common);
	free(p->stem);
	p->stem = mem_text(p->text, p->n);
	if (c->total == 1) {
		show_candidate(a, 0);
		completing_end(a);
	}
}

void
completing_step(struct app *a, int step)
{
	int n = (int)a->candidates.n;

	if (n == 0)
		find_candidates(a);
	else if (a->candidate < 0)
		show_candidate(a, step > 0 ? 0 : a->candidates.n - 1);
	else
		show_candidate(a, (size_t)((a->candidate + step + n) % n));
}

void
completing_end(struct app *a)
{
	name_candidates_release(&a->candidates);
}

/* The layout of the list of candidates. */
struct list_layout {
	int lines, columns;		/* lines without the heading; columns of candidates */
	int width;			/* cells of a column, including GAP */
	int index_width;		/* width of the longest index in cells */
};

static struct list_layout
lay_out(const struct app *a, const struct grid *g)
{
	const struct name_candidates *c = &a->candidates;
	struct list_layout l = { .lines = g->height / 3,
		.index_width = snprintf(NULL, 0, "[%u]", a->ctx.most_index) };
	int widest = 0, most = c->n > (size_t)l.lines ? (g->width - GAP) / 2 : g->width, lines;

	for (size_t i = 0; i < c->n; i++) {
		int width = text_width(c->v[i].text, g->ascii);

		if (width > widest)
			widest = width;
	}
	l.width = l.index_width + 1 + widest + GAP;
	if (l.width > most)
		l.width = most;
	l.columns = g->width / l.width > 0 ? g->width / l.width : 1;
	lines = (int)(c->n + (size_t)l.columns - 1) / l.columns;
	if (lines < l.lines)
		l.lines = lines;
	return l;
}

/* Draws candidate I at cell X of line Y. */
static void
draw_candidate(struct app *a, struct grid *g, const struct list_layout *l, int i, int x, int y)
{
	const struct name_candidate *c = &a->candidates.v[i];
	struct pen pen = pen_at(g, x, y, l->width - GAP);
	char index[32] = "", *name;

	if (i == a->candidate)
		pen.style |= STYLE_CURSOR;
	if (c->node != NOBODY)
		snprintf(index, sizeof(index), "[%u]", a->ctx.graph->nodes[c->node].index);
	pen_skip(&pen, l->index_width - (int)strlen(index));
	pen_text(&pen, index);
	pen_text(&pen, " ");
	name = shorten_name(c->text, pen_left(&pen), g->ascii);
	pen_text(&pen, name);
	free(name);
	if (i == a->candidate)
		pen_fill(&pen);
}

/* Draws the heading of the list into line Y. */
static void
draw_head(const struct app *a, struct grid *g, int y)
{
	const struct name_candidates *c = &a->candidates;
	struct pen pen = pen_at(g, 0, y, g->width);
	const char *verb = c->inside ? "contain" : "begin with";
	char text[128];

	pen_style(&pen, STYLE_HEAD);
	pen_fill(&pen);
	pen = pen_at(g, 0, y, g->width);
	pen_style(&pen, STYLE_HEAD);
	if (a->candidate >= 0)
		snprintf(text, sizeof(text), "%d of %u names that %s ", a->candidate + 1, c->total,
			verb);
	else
		snprintf(text, sizeof(text), "Tab selects one of %u names that %s ", c->total,
			verb);
	pen_text(&pen, text);
	pen_short(&pen, a->prompt.stem);
}

void
completing_draw(struct app *a, struct grid *g, int y)
{
	struct list_layout l;
	int first, shown, i, line;

	if (a->candidates.n == 0)
		return;
	l = lay_out(a, g);
	shown = l.lines * l.columns;
	first = a->candidate < 0 ? 0 : a->candidate / shown * shown;
	for (line = 0; line < l.lines; line++) {
		struct pen pen = pen_at(g, 0, y - l.lines + line, g->width);

		pen_fill(&pen);
	}
	for (i = first; i < first + shown && i < (int)a->candidates.n; i++)
		draw_candidate(a, g, &l, i, (i - first) / l.lines * l.width,
			y - l.lines + (i - first) % l.lines);
	draw_head(a, g, y - l.lines - 1);
}
