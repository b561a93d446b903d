/* match.c - which rows a pattern matches, without drawing most of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/match.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "table/column_values.h"
#include "table/view_text.h"

enum { AHEAD = 8 };			/* rows to prefetch ahead */

/* Characters that columns of figures, and columns of indexes, can show. */
static const char figure_chars[] = "0123456789.,~<>+-/@#=_?%^ nmuskgtpefMGTPE",
	index_chars[] = "[]0123456789";

/* Has the expression TEXT no special characters, so that it matches only itself? */
static bool
is_literal(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text >= 0x80 || strchr("\\[]().|^$*+?{}", *text) != NULL)
			return false;
	return true;
}

void
match_open(struct matcher *m, const char *text, bool lower_case)
{
	*m = (struct matcher){ .lower_case = lower_case };
	match_literals_parse(&m->literals, text);
	m->literal = is_literal(text) ? mem_text(text, strlen(text)) : NULL;
	m->anchored = strpbrk(text, "^$") != NULL;
	/* Lines in lower case never match [:upper:]: leave M->regex unset. (Other patterns are
	 * compared with lines in lower case, because REG_ICASE is slower.) */
	if (lower_case && strstr(text, "[:upper:]") != NULL)
		return;
	m->ready = regcomp(&m->regex, text, REG_EXTENDED | REG_NOSUB) == 0;
}

void
match_release(struct matcher *m)
{
	if (m->ready)
		regfree(&m->regex);
	m->ready = false;
	free(m->literal);
	free(m->line);
	free(m->drawn);
	m->literal = m->line = m->drawn = NULL;
	m->line_room = m->drawn_room = 0;
}

/* Returns the characters that C, a column other than the name, can draw.  NULL: C can draw any
 * character. */
static const char *
column_chars(const struct column *c)
{
	const struct column_id *id = c->id != NULL ? column_value_id(c->id) : NULL;

	if (c->id == NULL && c->title != NULL && c->title[0] == '\0')
		return figure_chars;
	if (id == NULL || id->type == VALUE_TEXT)
		return NULL;
	return strcmp(c->id, "index") == 0 ? index_chars : figure_chars;
}

/* Choose the columns of the layout that can contain the literals.  Copy them, side by side, to
 * M->parts, and their total width to *WIDTH.  Set M->name to the column of names, or to NULL if
 * some column can draw any text. */
static void
choose_parts(struct matcher *m, int *width)
{
	m->parts.n = 0;
	m->name = NULL;
	*width = 0;
	for (int i = 0; i < m->layout.n; i++) {
		const struct column_place *p = &m->layout.at[i];

		if (p->column->rest && p->column->is_name) {
			m->name = p->column;
		} else if (column_chars(p->column) == NULL) {
			m->name = NULL;
			return;
		} else if (match_literals_may_match(&m->literals, column_chars(p->column), "")) {
			m->parts.at[m->parts.n] = *p;
			m->parts.at[m->parts.n++].x = *width;
			*width += p->width;
		}
	}
}

void
match_begin(struct matcher *m, struct view *v)
{
	const char *marks = v->ops->name_marks != NULL ? v->ops->name_marks : "";
	const struct column_place *last;
	int width;

	v->whole = true;
	layout_columns(&m->layout, v, VIEW_TEXT_CELLS, true);
	assert(m->layout.n > 0);
	last = &m->layout.at[m->layout.n - 1];
	m->before.n = 0;
	m->grid = m->part_grid = m->before_grid = (struct grid){ .ascii = v->ctx->ascii };
	grid_resize(&m->grid, last->x + last->width > VIEW_TEXT_CELLS ? last->x + last->width
		: VIEW_TEXT_CELLS, 1);
	snprintf(m->figures, sizeof(m->figures), "%s%s%s", figure_chars, index_chars, marks);
	choose_parts(m, &width);
	if (m->name == NULL)
		return;
	/* A match at the end of the line is in the last column, so only that column is compared. */
	if (m->literals.at_end && last->column == m->name)
		m->parts.n = 0;
	else if (m->literals.at_end)
		m->name = NULL;
	grid_resize(&m->part_grid, width + 1, 1);
	if (v->ops->rows_are_functions && last->column == m->name) {
		m->before = m->layout;
		m->before.n--;
		grid_resize(&m->before_grid, last->x + 1, 1);
	}
	/* Search whole lines if the symbol of the unit of time is not among the known
	 * characters. */
	if (strchr(m->figures, v->ctx->scale.symbol[0]) == NULL)
		m->name = NULL;
	m->by_parts = m->literals.no_blank
		&& (*marks == '\0' || !match_literals_may_match(&m->literals, marks, ""));
	m->name_needed = !match_literals_may_match(&m->literals, m->figures, "");
}

/* Returns the name of row R, in lower case if M->lower_case.  Returns NULL if the name is drawn
 * with changes: functions of the profiler get a remark, and odd bytes are spelled out. */
static const char *
plain_row_name(struct matcher *m, const struct view *v, const struct row *r)
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
		if (i + 1 >= m->line_room)
			m->line = mem_grow(m->line, i + 2, &m->line_room, 1);
		m->line[i] = m->lower_case && name[i] >= 'A' && name[i] <= 'Z'
			? (char)(name[i] - 'A' + 'a') : name[i];
	}
	if (i == 0)
		return "";
	m->line[i] = '\0';
	return m->line;
}

static void
lower_case(char *s)
{
	for (; *s; s++)
		if (*s >= 'A' && *s <= 'Z')
			*s = (char)(*s - 'A' + 'a');
}

/* Does M match TEXT?  TEXT must be in lower case if M->lower_case. */
static bool
text_matches(const struct matcher *m, const char *text)
{
	if (m->literal != NULL)
		return strstr(text, m->literal) != NULL;
	return match_literals_in_line(&m->literals, text)
		&& regexec(&m->regex, text, 0, NULL, 0) == 0;
}

/* Set M->drawn to the line of R: draw the columns before the name, and append NAME, which must be
 * in lower case if M->lower_case. */
static void
draw_with_name(struct matcher *m, struct view *v, const struct row *r, const char *name)
{
	size_t indent = 2 + 2 * (size_t)r->depth, n = strlen(name), at;

	layout_row(&m->before, v, r, &m->before_grid, 0, STYLE_TEXT);
	/* Without this mark, grid_read() would drop the blanks before the name. */
	grid_cell(&m->before_grid, m->before_grid.width - 1, 0)->text[0] = '|';
	grid_read(&m->before_grid, 0, &m->drawn, &m->drawn_room);
	if (m->lower_case)
		lower_case(m->drawn);
	at = strlen(m->drawn) - 1;
	m->drawn = mem_grow(m->drawn, at + indent + n + 1, &m->drawn_room, 1);
	memset(m->drawn + at, ' ', indent);
	memcpy(m->drawn + at + indent, name, n + 1);
	/* Remove blanks at the end, which a drawn line does not have either. */
	for (at += indent + n; at > 0 && m->drawn[at - 1] == ' '; at--)
		m->drawn[at - 1] = '\0';
}

/* Does the pattern match the line M->drawn? */
static bool
drawn_matches(struct matcher *m, const regex_t *regex)
{
	if (!m->ready)
		return regexec(regex, m->drawn, 0, NULL, 0) == 0;
	if (m->lower_case)
		lower_case(m->drawn);
	return text_matches(m, m->drawn);
}

/* Prefetch names for the next rows, since nodes are not in the order of rows in memory.  The
 * pointer to a name is prefetched some rows before the name. */
static void
prefetch_rows(const struct view *v, const struct row *r)
{
	const struct row *end = v->rows.v + v->rows.n;
	const struct view_context *ctx = v->ctx;
	uint32_t soon, later;

	if (!v->ops->rows_are_functions || r < v->rows.v || r + 2 * AHEAD >= end)
		return;
	soon = r[AHEAD].thing;
	later = r[2 * AHEAD].thing;
	__builtin_prefetch(&ctx->plain[later]);
	if (!view_context_is_cycle(ctx, later))
		__builtin_prefetch(&ctx->profile->funcs[later]);
	__builtin_prefetch(&ctx->graph->nodes[soon]);
	__builtin_prefetch(&ctx->graph->bounds[soon]);
	if (ctx->plain[soon] != NULL)
		__builtin_prefetch(ctx->plain[soon]);
	else if (!view_context_is_cycle(ctx, soon))
		__builtin_prefetch(ctx->profile->funcs[soon].name);
}

bool
match_name(const struct view *v, const struct row *r, const regex_t *regex)
{
	uint32_t n = v->ops->is_text ? NOBODY : view_node(v, r);

	return n < v->ctx->graph->nnodes
		&& regexec(regex, view_context_name(v->ctx, n), 0, NULL, 0) == 0;
}

/* Does the pattern match NAME, or one of the columns M->parts in row R? */
static bool
parts_match(struct matcher *m, struct view *v, const struct row *r, const char *name,
	const regex_t *regex)
{
	if (match_literals_may_match(&m->literals, name, "") && text_matches(m, name))
		return true;
	if (m->parts.n == 0)
		return false;
	layout_row(&m->parts, v, r, &m->part_grid, 0, STYLE_TEXT);
	grid_read(&m->part_grid, 0, &m->drawn, &m->drawn_room);
	return drawn_matches(m, regex);
}

/* Does the pattern match the line of row R? */
static bool
line_matches(struct matcher *m, struct view *v, const struct row *r, const regex_t *regex)
{
	bool any_shortcut = m->name != NULL && m->ready
		&& (m->by_parts || m->name_needed || m->before.n > 0);
	const char *name = any_shortcut ? plain_row_name(m, v, r) : NULL;

	prefetch_rows(v, r);
	if (name != NULL && m->by_parts)
		return parts_match(m, v, r, name, regex);
	if (name != NULL && m->name_needed
		&& !match_literals_may_match(&m->literals, name, m->figures))
		return false;
	if (name != NULL && m->before.n > 0) {
		draw_with_name(m, v, r, name);
		return text_matches(m, m->drawn);
	}
	view_text_draw(v, r, &m->layout, &m->grid);
	grid_read(&m->grid, 0, &m->drawn, &m->drawn_room);
	return drawn_matches(m, regex);
}

bool
match_row(struct matcher *m, struct view *v, const struct row *r, const regex_t *regex)
{
	return line_matches(m, v, r, regex) || (m->anchored && match_name(v, r, regex));
}

void
match_end(struct matcher *m, struct view *v)
{
	v->whole = false;
	grid_release(&m->grid);
	grid_release(&m->part_grid);
	grid_release(&m->before_grid);
}
