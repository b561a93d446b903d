/* Which rows a pattern matches, fast.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "table/column_values.h"
#include "table/view_text.h"

enum { AHEAD = 8 };			/* rows */

/* Characters of figures and bars, and of indexes. */
static const char figure_chars[] = "0123456789.,~<>+-/@#=_?%^ nmuskgtpefMGTPE",
	index_chars[] = "[]0123456789";

/* Does TEXT match itself and nothing else, but for capitals? */
static bool
is_literal(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text >= 0x80 || strchr("\\[]().|^$*+?{}", *text))
			return false;
	return true;
}

void
match_open(struct matcher *h, const char *text, bool lower_case)
{
	*h = (struct matcher){ .lower_case = lower_case };
	match_literals_parse(&h->literals, text);
	h->literal = is_literal(text) ? mem_text(text, strlen(text)) : NULL;
	h->edged = strpbrk(text, "^$") != NULL;
	/* In small letters throughout there is no need to look for both, which is slow; but
	 * there would be no capitals left. */
	if (lower_case && strstr(text, "[:upper:]"))
		return;
	h->ready = regcomp(&h->regex, text, REG_EXTENDED | REG_NOSUB) == 0;
}

void
match_release(struct matcher *h)
{
	if (h->ready)
		regfree(&h->regex);
	h->ready = false;
	free(h->literal);
	free(h->line);
	free(h->drawn);
	h->literal = h->line = h->drawn = NULL;
	h->line_room = h->drawn_room = 0;
}

/* Columns are figures, or the name; NULL: what column C draws is not known. */
static const char *
column_chars(const struct column *c)
{
	const struct column_id *id = c->id ? column_value_id(c->id) : NULL;

	if (!c->id && c->title && !c->title[0])
		return figure_chars;
	if (!id || id->type == VALUE_TEXT)
		return NULL;
	return strcmp(c->id, "index") == 0 ? index_chars : figure_chars;
}

/* Find the columns of the layout that may have what is sought, to be drawn side by side on *WIDTH
 * cells, and the one of the name.  False: a column may have anything in it. */
static bool
choose_parts(struct matcher *h, int *width)
{
	h->parts.n = 0;
	h->name = NULL;
	*width = 0;
	for (int i = 0; i < h->layout.n; i++) {
		const struct column_place *p = &h->layout.at[i];

		if (p->column->rest && p->column->is_name) {
			h->name = p->column;
		} else if (!column_chars(p->column)) {
			h->name = NULL;
			return false;
		} else if (match_literals_may_match(&h->literals, column_chars(p->column), "")) {
			h->parts.at[h->parts.n] = *p;
			h->parts.at[h->parts.n++].x = *width;
			*width += p->width;
		}
	}
	return true;
}

void
match_begin(struct matcher *h, struct view *v)
{
	const char *marks = v->ops->name_marks != NULL ? v->ops->name_marks : "";
	const struct column_place *last;
	int width;

	v->whole = true;
	layout_columns(&h->layout, v, VIEW_TEXT_CELLS, true);
	last = &h->layout.at[h->layout.n - 1];
	h->before.n = 0;
	h->grid = h->part_grid = h->before_grid = (struct grid){ .ascii = v->ctx->ascii };
	grid_resize(&h->grid, last->x + last->width > VIEW_TEXT_CELLS ? last->x + last->width
		: VIEW_TEXT_CELLS, 1);
	snprintf(h->figures, sizeof(h->figures), "%s%s%s", figure_chars, index_chars,
		marks);
	if (!choose_parts(h, &width))
		return;
	/* Where lines end there is the name. */
	if (h->literals.at_end && last->column == h->name)
		h->parts.n = 0;
	else if (h->literals.at_end)
		h->name = NULL;
	grid_resize(&h->part_grid, width + 1, 1);
	if (v->ops->rows_are_functions && last->column == h->name) {
		h->before = h->layout;
		h->before.n--;
		grid_resize(&h->before_grid, last->x + 1, 1);
	}
	/* A unit of time may be any letter. */
	if (strchr(h->figures, v->ctx->scale.symbol[0]) == NULL)
		h->name = NULL;
	h->by_parts = h->literals.no_blank && (*marks == '\0' || !match_literals_may_match(&h->literals, marks, ""));
	h->name_needed = !match_literals_may_match(&h->literals, h->figures, "");
}

/* A name that is drawn as it is, in small letters if need be; NULL: it is not. */
static const char *
plain_row_name(struct matcher *h, const struct view *v, const struct row *r)
{
	const struct profile *p = v->ctx->profile;
	uint32_t n = view_node(v, r);
	const char *name;
	size_t i;

	if (n < p->nfuncs && p->funcs[n].is_profiler)
		return NULL;
	name = view_context_name(v->ctx, n);
	for (i = 0; name[i]; i++) {
		if (name[i] < ' ' || name[i] >= 0x7f)
			return NULL;
		if (i + 1 >= h->line_room)
			h->line = mem_grow(h->line, i + 2, &h->line_room, 1);
		h->line[i] = h->lower_case && name[i] >= 'A' && name[i] <= 'Z'
			? (char)(name[i] - 'A' + 'a') : name[i];
	}
	if (i == 0)
		return "";
	h->line[i] = '\0';
	return h->line;
}

static void
lower_case(char *s)
{
	for (; *s; s++)
		if (*s >= 'A' && *s <= 'Z')
			*s = (char)(*s - 'A' + 'a');
}

/* Does TEXT match, which is in small letters if need be? */
static bool
text_matches(const struct matcher *h, const char *text)
{
	if (h->literal)
		return strstr(text, h->literal) != NULL;
	return match_literals_in_line(&h->literals, text) && regexec(&h->regex, text, 0, NULL, 0) == 0;
}

/* Draw R without drawing NAME cell by cell, which is most of the line.
 * NAME is in small letters if need be, and then so is what is drawn. */
static void
draw_before(struct matcher *h, struct view *v, const struct row *r, const char *name)
{
	size_t indent = 2 + 2 * (size_t)r->depth, n = strlen(name), at;

	layout_row(&h->before, v, r, &h->before_grid, 0, STYLE_TEXT);
	/* So that blanks in front of the name are not left out. */
	grid_cell(&h->before_grid, h->before_grid.width - 1, 0)->text[0] = '|';
	grid_read(&h->before_grid, 0, &h->drawn, &h->drawn_room);
	if (h->lower_case)
		lower_case(h->drawn);
	at = strlen(h->drawn) - 1;
	h->drawn = mem_grow(h->drawn, at + indent + n + 1, &h->drawn_room, 1);
	memset(h->drawn + at, ' ', indent);
	memcpy(h->drawn + at + indent, name, n + 1);
	/* A line of names alone has no blanks at its end. */
	for (at += indent + n; at > 0 && h->drawn[at - 1] == ' '; at--)
		h->drawn[at - 1] = '\0';
}

/* Does what was drawn match? */
static bool
drawn_matches(struct matcher *h, const regex_t *regex)
{
	if (!h->ready)
		return regexec(regex, h->drawn, 0, NULL, 0) == 0;
	if (h->lower_case)
		lower_case(h->drawn);
	return text_matches(h, h->drawn);
}

/* Rows are sorted: what they stand for lies scattered over the memory.  Ask for that of rows
 * that come soon: first for where a name is, then for the name. */
static void
prefetch_rows(const struct view *v, const struct row *r)
{
	const struct row *end = v->rows.v + v->rows.n;
	const struct view_context *s = v->ctx;
	uint32_t soon, later;

	if (!v->ops->rows_are_functions || r < v->rows.v || r + 2 * AHEAD >= end)
		return;
	soon = r[AHEAD].thing;
	later = r[2 * AHEAD].thing;
	__builtin_prefetch(&s->plain[later]);
	if (!view_context_is_cycle(s, later))
		__builtin_prefetch(&s->profile->funcs[later]);
	__builtin_prefetch(&s->graph->nodes[soon]);
	__builtin_prefetch(&s->graph->bounds[soon]);
	if (s->plain[soon])
		__builtin_prefetch(s->plain[soon]);
	else if (!view_context_is_cycle(s, soon))
		__builtin_prefetch(s->profile->funcs[soon].name);
}

bool
match_name(const struct view *v, const struct row *r, const regex_t *regex)
{
	uint32_t n = v->ops->is_text ? NOBODY : view_node(v, r);

	return n < v->ctx->graph->nnodes
		&& regexec(regex, view_context_name(v->ctx, n), 0, NULL, 0) == 0;
}

/* Does the line of R match? */
static bool
line_matches(struct matcher *h, struct view *v, const struct row *r, const regex_t *regex)
{
	const char *name = h->name && h->ready && (h->by_parts || h->name_needed || h->before.n > 0)
		? plain_row_name(h, v, r) : NULL;

	prefetch_rows(v, r);
	if (!name || !h->by_parts) {
		if (name && h->name_needed && !match_literals_may_match(&h->literals, name, h->figures))
			return false;
		if (name && h->before.n > 0) {
			draw_before(h, v, r, name);
			return text_matches(h, h->drawn);
		}
		view_text_draw(v, r, &h->layout, &h->grid);
		grid_read(&h->grid, 0, &h->drawn, &h->drawn_room);
		return drawn_matches(h, regex);
	}
	if (match_literals_may_match(&h->literals, name, "") && text_matches(h, name))
		return true;
	if (h->parts.n == 0)
		return false;
	layout_row(&h->parts, v, r, &h->part_grid, 0, STYLE_TEXT);
	grid_read(&h->part_grid, 0, &h->drawn, &h->drawn_room);
	return drawn_matches(h, regex);
}

bool
match_row(struct matcher *h, struct view *v, const struct row *r, const regex_t *regex)
{
	return line_matches(h, v, r, regex) || (h->edged && match_name(v, r, regex));
}

void
match_end(struct matcher *h, struct view *v)
{
	v->whole = false;
	grid_release(&h->grid);
	grid_release(&h->part_grid);
	grid_release(&h->before_grid);
}
