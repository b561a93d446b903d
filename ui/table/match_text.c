/* match_text.c - the text of a drawn row with which patterns are compared
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/match_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "text/bare.h"

/* Appends S, which is drawn in cell X, to T. */
static void
add_text(struct match_text *t, const char *s, int x)
{
	size_t n = strlen(s);

	t->text = mem_grow(t->text, t->n + n + 1, &t->text_room, 1);
	t->cells = mem_grow(t->cells, t->n + n + 1, &t->cells_room, sizeof(*t->cells));
	for (size_t i = 0; i < n; i++) {
		t->text[t->n] = s[i];
		t->cells[t->n++] = x;
	}
}

static void
add_cell(struct match_text *t, const struct grid *g, int x, int y)
{
	const struct cell *c = grid_cell(g, x, y);

	if (c->width > 0)
		add_text(t, c->text, x);
}

/* Removes blanks from the end of T, but keeps the first N bytes. */
static void
trim(struct match_text *t, size_t n)
{
	while (t->n > n && t->text[t->n - 1] == ' ')
		t->n--;
}

/* Replaces the name that begins at byte AT of T by its bare form. */
static void
make_bare(struct match_text *t, size_t at)
{
	size_t n = t->n - at, i;

	t->name = mem_grow(t->name, n + 1, &t->name_room, 1);
	t->name_cells = mem_grow(t->name_cells, n + 1, &t->name_cells_room, sizeof(*t->name_cells));
	t->from = mem_grow(t->from, n + 1, &t->from_room, sizeof(*t->from));
	memcpy(t->name, t->text + at, n);
	memcpy(t->name_cells, t->cells + at, n * sizeof(*t->name_cells));
	n = bare_write(t->name, n, t->text + at, t->from);
	for (i = 0; i < n; i++)
		t->cells[at + i] = t->name_cells[t->from[i]];
	t->n = at + n;
}

/* Appends the name that begins at cell X of line Y to T.  Returns the number of the cell after the
 * name. */
static int
add_name(struct match_text *t, const struct grid *g, int x, int y, bool whole)
{
	size_t at = t->n;

	for (; x < g->width && grid_cell(g, x, y)->style & STYLE_NAME; x++)
		add_cell(t, g, x, y);
	trim(t, at);
	if (!whole && t->n > at)
		make_bare(t, at);
	return x;
}

/* Appends the text of column P in line Y to T. */
static void
add_column(struct match_text *t, const struct column_cells *p, const struct grid *g, int y,
	bool whole)
{
	int x = p->x, end = p->x + p->width < g->width ? p->x + p->width : g->width;
	bool names_only = p->column->is_name;

	while (x < end) {
		bool is_name = (grid_cell(g, x, y)->style & STYLE_NAME) != 0;

		if (is_name && names_only)
			add_text(t, NAME_GAP, x);
		if (!is_name && !names_only)
			add_cell(t, g, x, y);
		x = is_name ? add_name(t, g, x, y, whole) : x + 1;
	}
}

void
match_text_read(struct match_text *t, const struct layout *l, const struct grid *g, int y,
	bool whole)
{
	t->n = 0;
	for (int i = 0; i < l->n; i++)
		add_column(t, &l->at[i], g, y, whole);
	trim(t, 0);
	t->text = mem_grow(t->text, t->n + 1, &t->text_room, 1);
	t->text[t->n] = '\0';
}

void
match_text_release(struct match_text *t)
{
	free(t->text);
	free(t->cells);
	free(t->name);
	free(t->name_cells);
	free(t->from);
	*t = (struct match_text){ 0 };
}

bool
match_text_asks_whole(const char *text)
{
	for (const char *at = text; *at; at++) {
		if (*at == '<' || strncmp(at, "\\(", 2) == 0 || strncmp(at, "[(", 2) == 0)
			return true;
		if (*at == '\\' && at[1] != '\0')
			at++;
	}
	return false;
}
