/* grid.c - a screen in memory.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "screen/grid.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "text/text.h"

static const char letters[NSTYLES] = {
#define STYLE(name, letter, color, with, without) letter,
#include "screen/styles.def"
#undef STYLE
};

static void
blank_cell(struct cell *c, uint16_t style)
{
	c->text[0] = ' ';
	c->text[1] = '\0';
	c->width = 1;
	c->style = style;
}

void
grid_resize(struct grid *g, int width, int height)
{
	int i;

	width = width < 0 ? 0 : width;
	height = height < 0 ? 0 : height;
	if (width != g->width || height != g->height) {
		free(g->cells);
		g->cells = mem_new((size_t)width * (size_t)height, sizeof(*g->cells));
		g->width = width;
		g->height = height;
	}
	for (i = 0; i < width * height; i++)
		blank_cell(&g->cells[i], STYLE_TEXT);
	g->cursor_x = g->cursor_y = 0;
}

void
grid_release(struct grid *g)
{
	free(g->cells);
	g->cells = NULL;
	g->width = g->height = 0;
}

struct cell *
grid_cell(const struct grid *g, int x, int y)
{
	return &g->cells[(size_t)y * (size_t)g->width + (size_t)x];
}

void
grid_read(const struct grid *g, int y, char **line, size_t *room)
{
	size_t n = 0, used = 0;
	char *to;
	int x;

	*line = to = mem_grow(*line, (size_t)g->width * CELL_BYTES + 1, room, 1);
	for (x = 0; x < g->width; x++) {
		const struct cell *c = grid_cell(g, x, y);
		size_t i;

		/* Most are like this. */
		if (c->width == 1 && c->text[1] == '\0') {
			to[n++] = c->text[0];
			if (c->text[0] != ' ')
				used = n;
			continue;
		}
		for (i = 0; c->width && c->text[i]; i++)
			to[n++] = c->text[i];
		if (i > 1 || c->text[0] != ' ')
			used = n;
	}
	to[used] = '\0';
}

char *
grid_line(const struct grid *g, int y)
{
	char *line = NULL;
	size_t room = 0;

	grid_read(g, y, &line, &room);
	return line;
}

char *
grid_styles(const struct grid *g, int y)
{
	char *line = mem_new((size_t)g->width + 1, 1);
	int x;

	for (x = 0; x < g->width; x++) {
		unsigned style = grid_cell(g, x, y)->style;
		char letter = letters[style & STYLE_MEANING];

		if (style & STYLE_FOUND)
			letter = 'f';
		if (style & STYLE_CURSOR)
			letter = letter == '.' ? '>' : (char)(letter - 'a' + 'A');
		line[x] = letter;
	}
	return line;
}

void
grid_dump(const struct grid *g, bool styles, FILE *out)
{
	char *line;
	int y;

	for (y = 0; y < g->height; y++) {
		line = grid_line(g, y);
		fprintf(out, "%s\n", line);
		free(line);
		if (!styles)
			continue;
		line = grid_styles(g, y);
		fprintf(out, "%s\n", line);
		free(line);
	}
}

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

void
pen_style(struct pen *pen, enum style style)
{
	pen->style = (uint16_t)((pen->style & ~STYLE_MEANING) | style);
}

/* Put TEXT on top of the character before. */
static void
put_combining(struct pen *pen, const char *text)
{
	struct cell *c;

	if (pen->x == 0 || pen->x > pen->end || pen->skip > 0)
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
		blank_cell(&c[i], pen->style);
		c[i].width = i == 0 ? (uint8_t)width : 0;
	}
	for (i = 0; i < CELL_BYTES - 1 && text[i]; i++)
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

	while (at < n && !pen->cut) {
		/* Most are like this. */
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
			for (t = g.text; *t; t++)
				put_glyph(pen, (char[2]){ *t, '\0' }, 1);
	}
}

void
pen_text(struct pen *pen, const char *s)
{
	pen_ntext(pen, s, strlen(s));
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
}

void
pen_skip(struct pen *pen, int n)
{
	struct cell *c = grid_cell(pen->grid, pen->x, pen->y);

	for (; n > 0 && pen->x < pen->end; n--, pen->x++)
		blank_cell(c++, pen->style);
}

void
pen_gap(struct pen *pen)
{
	pen_skip(pen, pen->grid->width >= GRID_WIDE ? 2 : 1);
}

void
pen_fill(struct pen *pen)
{
	pen_skip(pen, pen_left(pen));
}
