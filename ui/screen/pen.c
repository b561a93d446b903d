/* pen.c - writing text into cells of a grid
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "screen/pen.h"

#include <assert.h>
#include <string.h>

#include "text/text.h"

struct pen
pen_at(struct grid *g, int x, int y, int width)
{
	struct pen pen = { .grid = g, .x = x, .y = y, .end = x + width };

	if (pen.end > g->width)
		pen.end = g->width;
	if (y < 0 || y >= g->height || x < 0)
		pen.end = pen.x;
	return pen;
}

static bool
is_inside(const struct pen *pen)
{
	return pen->x >= pen->end || (pen->x >= 0 && pen->end <= pen->grid->width
		&& pen->y >= 0 && pen->y < pen->grid->height);
}

void
pen_style(struct pen *pen, enum style style)
{
	pen->style = (uint16_t)((pen->style & ~STYLE_MEANING) | style);
}

/* Adds the combining character TEXT to the cell before the pen. */
static void
put_combining(struct pen *pen, const char *text)
{
	struct cell *c;

	if (pen->x <= 0 || pen->x > pen->end || pen->y < 0 || pen->y >= pen->grid->height
	    || pen->skip > 0)
		return;
	c = grid_cell(pen->grid, pen->x - 1, pen->y);
	if (c->width == 0)
		c--;
	if (strlen(c->text) + strlen(text) < CELL_BYTES)
		strcat(c->text, text);
}

static void
put_glyph(struct pen *pen, const char *text, int width)
{
	struct cell *c;
	int i;

	if (pen->skip >= width) {
		pen->skip -= width;
		return;
	}
	if (pen->skip > 0) {
		width -= pen->skip;
		pen->skip = 0;
		text = " ";
	}
	if (pen->x + width > pen->end) {
		pen->cut = true;
		pen_fill(pen);
		return;
	}
	c = grid_cell(pen->grid, pen->x, pen->y);
	for (i = 0; i < width; i++) {
		grid_blank_cell(&c[i], pen->style);
		c[i].width = i == 0 ? (uint8_t)width : 0;
	}
	for (i = 0; i < CELL_BYTES - 1 && text[i] != '\0'; i++)
		c->text[i] = text[i];
	c->text[i] = '\0';
	pen->x += width;
}

static void
put_letter(struct pen *pen, char letter)
{
	struct cell *c = grid_cell(pen->grid, pen->x++, pen->y);

	c->text[0] = letter;
	c->text[1] = '\0';
	c->width = 1;
	c->style = pen->style;
}

void
pen_ntext(struct pen *pen, const char *s, size_t n)
{
	struct glyph g;
	size_t at = 0;
	const char *t;

	assert(is_inside(pen));
	while (at < n && !pen->cut) {
		/* Fast case: most characters are ASCII. */
		if (s[at] >= ' ' && s[at] < 0x7f && pen->skip == 0 && pen->x < pen->end) {
			put_letter(pen, s[at++]);
			continue;
		}
		at += text_glyph(s + at, n - at, pen->grid->ascii, &g);
		if (g.width == 0)
			put_combining(pen, g.text);
		else if (!g.spelled)
			put_glyph(pen, g.text, g.width);
		else
			for (t = g.text; *t != '\0'; t++)
				put_glyph(pen, (char[2]){ *t, '\0' }, 1);
	}
}

void
pen_text(struct pen *pen, const char *s)
{
	pen_ntext(pen, s, strlen(s));
}

void
pen_name(struct pen *pen, const char *s)
{
	uint16_t style = pen->style;

	pen->style |= STYLE_NAME;
	pen_text(pen, s);
	pen->style = style;
}

int
pen_left(const struct pen *pen)
{
	return pen->end - pen->x;
}

void
pen_right(struct pen *pen, const char *s)
{
	int left = pen_left(pen) - text_width(s, pen->grid->ascii);

	pen_skip(pen, left);
	if (left >= 0 && pen->skip == 0)
		pen_text(pen, s);
	else
		pen_short(pen, s);
}

void
pen_short(struct pen *pen, const char *s)
{
	bool ascii = pen->grid->ascii;
	size_t n = strlen(s);
	int dots = text_width("…", ascii);

	if (text_width(s, ascii) <= pen_left(pen) + pen->skip) {
		pen_text(pen, s);
		return;
	}
	pen_ntext(pen, s, text_fit(s, n, pen_left(pen) + pen->skip - dots, ascii));
	pen_text(pen, "…");
	pen->cut = true;
}

void
pen_skip(struct pen *pen, int n)
{
	struct cell *c;

	assert(is_inside(pen));
	if (n <= 0 || pen->x >= pen->end)
		return;
	c = grid_cell(pen->grid, pen->x, pen->y);
	for (; n > 0 && pen->x < pen->end; n--, pen->x++)
		grid_blank_cell(c++, pen->style);
}

void
pen_gap(struct pen *pen)
{
	pen_skip(pen, pen->grid->width >= GRID_WIDE);
}

void
pen_fill(struct pen *pen)
{
	pen_skip(pen, pen_left(pen));
}
