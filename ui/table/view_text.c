/* view_text.c - writing the rows of a view as lines of text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/view_text.h"

#include <assert.h>
#include <stdlib.h>

#include "screen/pen.h"
#include "table/layout.h"

enum { LONGEST_LINE = 1 << 16 };	/* most cells of a line */

void
view_text_release(struct view_text *t)
{
	grid_release(&t->grid);
	free(t->line);
	*t = (struct view_text){ 0 };
}

/* Makes T blank and at least CELLS wide. */
static void
clear(struct view_text *t, int cells)
{
	struct pen pen;

	if (cells > t->grid.width) {
		grid_resize(&t->grid, cells, 1);
	} else {
		pen = pen_at(&t->grid, 0, 0, t->used);
		pen_fill(&pen);
	}
	t->used = 0;
}

void
view_text_draw(struct view_text *t, struct view *v, const struct row *r, struct layout *layout)
{
	struct column_cells *last = layout->at;
	bool can_grow;

	assert(v->whole && layout->n > 0);
	for (int i = 1; i < layout->n; i++)
		if (layout->at[i].x > last->x)
			last = &layout->at[i];
	can_grow = last->column->left || last->column->rest;
	for (last->width = VIEW_TEXT_CELLS;; last->width *= 2) {
		int width = last->x + last->width;

		clear(t, width);
		t->used = layout_cells(layout, v, r, &t->grid, 0, STYLE_TEXT);
		if (!can_grow || t->used < width || width >= LONGEST_LINE)
			return;
	}
}

char *
view_text_of_row(struct view *v, const struct row *r)
{
	struct view_text t = { .grid.ascii = v->ctx->ascii };
	struct layout layout;
	bool whole = v->whole;
	char *line;

	view_prepare(v);
	v->whole = true;
	layout_columns(&layout, v, VIEW_TEXT_CELLS, true);
	view_text_draw(&t, v, r, &layout);
	v->whole = whole;
	line = grid_line(&t.grid, 0);
	view_text_release(&t);
	return line;
}

static void
print_line(struct view_text *t, FILE *out)
{
	grid_read(&t->grid, 0, t->used, &t->line, &t->room);
	fputs(t->line, out);
	putc('\n', out);
}

static void
print_titles(struct view_text *t, const struct view *v, const struct layout *layout, int cells,
	FILE *out)
{
	clear(t, cells);
	t->used = cells;
	layout_titles(layout, v, &t->grid, 0);
	print_line(t, out);
}

void
view_text_print(struct view_text *t, struct view *v, bool titles, int width, FILE *out)
{
	bool whole = width == 0, before = v->whole;
	int room = whole ? VIEW_TEXT_CELLS : width;
	struct layout layout;

	view_write_begin(v);
	v->whole = whole;
	layout_measure(v, room, 0, (int)v->rows.n);
	layout_columns(&layout, v, room, whole);
	if (whole)
		layout_names_last(&layout, v, VIEW_TEXT_CELLS);
	if (titles)
		print_titles(t, v, &layout,
			whole ? layout.at[layout.n - 1].x + VIEW_TEXT_CELLS : width, out);
	for (size_t i = 0; i < v->rows.n && !view_context_is_stopped(v->ctx, i); i++) {
		view_write_next(v, i);
		if (whole) {
			view_text_draw(t, v, &v->rows.v[i], &layout);
		} else {
			clear(t, width);
			t->used = layout_cells(&layout, v, &v->rows.v[i], &t->grid, 0, STYLE_TEXT);
		}
		print_line(t, out);
	}
	view_write_end(v);
	v->whole = before;
}
