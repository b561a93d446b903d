/* grid.c - a screen in memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "screen/grid.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static const char letters[NSTYLES + NFRAME_COLORS] = {
#define STYLE(name, letter, color, with, without) letter,
#include "screen/styles.def"
#undef STYLE
#define FRAME_COLOR(letter, many, few) letter,
#include "screen/framecolors.def"
#undef FRAME_COLOR
};

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
		grid_blank_cell(&g->cells[i], STYLE_TEXT);
	g->cursor_x = g->cursor_y = 0;
}

void
grid_release(struct grid *g)
{
	free(g->cells);
	g->cells = NULL;
	g->width = g->height = 0;
}

void
grid_read(const struct grid *g, int y, int cells, char **line, size_t *room)
{
	size_t n = 0, used = 0;
	const struct cell *c;
	char *to;
	int x;

	*line = to = mem_grow(*line, (size_t)cells * CELL_BYTES + 1, room, 1);
	assert(y >= 0 && y < g->height && cells >= 0 && cells <= g->width);
	c = &g->cells[(size_t)y * (size_t)g->width];
	for (x = 0; x < cells; x++, c++) {
		size_t i;

		/* Fast case: most cells hold one byte. */
		if (c->width == 1 && c->text[1] == '\0') {
			to[n++] = c->text[0];
			if (c->text[0] != ' ')
				used = n;
			continue;
		}
		for (i = 0; c->width > 0 && c->text[i] != '\0'; i++)
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

	grid_read(g, y, g->width, &line, &room);
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
