/* view_text.c - writing the rows of a view as lines of text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/view_text.h"

#include <assert.h>
#include <stdlib.h>

#include "table/layout.h"

enum { LONGEST_LINE = 1 << 16 };	/* most cells of a line */

void
view_text_draw(struct view *v, const struct row *r, struct layout *layout, struct grid *g)
{
	struct column_cells *last = layout->at;
	int width = g->width > VIEW_TEXT_CELLS ? g->width : VIEW_TEXT_CELLS;

	assert(v->whole && layout->n > 0);
	for (int i = 1; i < layout->n; i++)
		if (layout->at[i].x > last->x)
			last = &layout->at[i];
	for (;;) {
		if (width != g->width)
			grid_resize(g, width, 1);
		last->width = width - last->x;
		layout_row(layout, v, r, g, 0, STYLE_TEXT);
		if (grid_cell(g, width - 1, 0)->text[0] == ' ' || width >= LONGEST_LINE)
			return;
		width *= 2;
	}
}

char *
view_text_of_row(struct view *v, const struct row *r)
{
	struct grid g = { .ascii = v->ctx->ascii };
	struct layout layout;
	bool whole = v->whole;
	char *line;

	view_prepare(v);
	v->whole = true;
	layout_columns(&layout, v, VIEW_TEXT_CELLS, true);
	view_text_draw(v, r, &layout, &g);
	v->whole = whole;
	line = grid_line(&g, 0);
	grid_release(&g);
	return line;
}

/* Writes line 0 of G to OUT.  *LINE is memory for the text, *ROOM bytes. */
static void
print_line(const struct grid *g, char **line, size_t *room, FILE *out)
{
	grid_read(g, 0, line, room);
	fputs(*line, out);
	putc('\n', out);
}

void
view_text_print(struct view *v, bool titles, int width, FILE *out)
{
	struct grid g = { .ascii = v->ctx->ascii };
	struct layout layout;
	size_t i, room = 0;
	char *line = NULL;
	int cells;
	bool whole = width == 0, before = v->whole;

	view_prepare(v);
	v->whole = whole;
	layout_measure(v, whole ? VIEW_TEXT_CELLS : width, 0, (int)v->rows.n);
	layout_columns(&layout, v, whole ? VIEW_TEXT_CELLS : width, whole);
	if (whole)
		layout_names_last(&layout, v, VIEW_TEXT_CELLS);
	cells = whole ? layout.at[layout.n - 1].x + VIEW_TEXT_CELLS : width;
	grid_resize(&g, cells, 1);
	if (titles) {
		layout_titles(&layout, v, &g, 0);
		print_line(&g, &line, &room, out);
	}
	for (i = 0; i < v->rows.n && !view_context_is_stopped(v->ctx, i); i++) {
		view_write_next(v, i);
		if (whole)
			view_text_draw(v, &v->rows.v[i], &layout, &g);
		else
			layout_row(&layout, v, &v->rows.v[i], &g, 0, STYLE_TEXT);
		print_line(&g, &line, &room, out);
		if (g.width > cells + 4 * VIEW_TEXT_CELLS)
			grid_resize(&g, cells, 1);
	}
	view_write_end(v);
	v->whole = before;
	free(line);
	grid_release(&g);
}
