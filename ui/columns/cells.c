/* cells.c - drawing cells that show more than a figure: lines of text, places
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/cells.h"

#include <assert.h>

#include "text/text.h"

void
cell_text_line(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct text_line *p = &v->text_lines[r->thing];

	assert(r->thing < v->ntext_lines);
	pen->skip = v->whole ? 0 : v->shift;
	pen_style(pen, p->style);
	pen_text(pen, &"                "[16 - (p->indent > 16 ? 16 : p->indent)]);
	pen_ntext(pen, p->text, p->length);
}

void
cell_draw_place(const char *text, struct pen *pen)
{
	int hidden = text_width(text, pen->grid->ascii) - pen_left(pen);

	if (hidden > 0) {
		pen_text(pen, "…");
		pen->skip = hidden + text_width("…", pen->grid->ascii);
	}
	pen_text(pen, text);
}
