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
#include "text/bare.h"

enum { AHEAD = 8 };			/* the name of a row is prefetched this number of rows
					 * before it is compared */

/* figure_chars: the characters that columns of figures can show.  index_chars: the characters that
 * columns of indexes can show. */
static const char figure_chars[] = "0123456789.,~<>+-/@#=_?%^ nmuskgtpefBKMGTPE",
	index_chars[] = "[]0123456789";

/* Has the expression TEXT no special characters?  Then it matches only itself. */
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
	m->whole = match_text_asks_whole(text);
	/* To ignore case, change lines to lower case and compare them with M->regex: this is faster
	 * than REG_ICASE.  A line in lower case never matches [:upper:], so M->regex cannot be used
	 * if TEXT has [:upper:]. */
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
	free(m->bare);
	free(m->drawn);
	match_text_release(&m->text);
	m->literal = m->line = m->bare = m->drawn = NULL;
	m->line_room = m->bare_room = m->drawn_room = 0;
}

/* Returns the characters that column C can draw, or NULL if C can draw any character.  C must not
 * be the column of names. */
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

/* Copies those columns of M->layout that can contain the literals to M->parts, side by side.  Sets
 * *WIDTH to the total width of these columns.  Does not copy a column that can show any text, but
 * sets M->any_text. */
static void
choose_parts(struct matcher *m, int *width)
{
	m->parts.n = 0;
	m->any_text = false;
	*width = 0;
	for (int i = 0; i < m->layout.n; i++) {
		const struct column_cells *p = &m->layout.at[i];

		if (p->column == m->name) {
			continue;
		} else if (column_chars(p->column) == NULL) {
			m->any_text = true;
		} else if (match_literals_may_match(&m->literals, column_chars(p->column), "")) {
			m->parts.at[m->parts.n] = *p;
			m->parts.at[m->parts.n++].x = *width;
			*width += p->width;
		}
	}
}

/* Sets M->layout to all columns of V.  Moves the column of names behind all others, so that it can
 * get as many cells as it needs.  If V has no column of names, the last column gets these cells. */
static void
place_columns(struct matcher *m, const struct view *v)
{
	struct layout *l = &m->layout;
	int x = 0, i;

	layout_columns(l, v, VIEW_TEXT_CELLS, true);
	assert(l->n > 0);
	m->name = NULL;
	m->grows = l->n - 1;
	for (i = 0; i < l->n; i++)
		if (l->at[i].column->rest && l->at[i].column->is_name) {
			m->name = l->at[i].column;
			m->grows = i;
		}
	for (i = 0; i < l->n; i++) {
		if (i == m->grows)
			continue;
		if (i > m->grows && l->at[i].column->left)
			l->at[i].width = VIEW_TEXT_CELLS;
		l->at[i].x = x;
		x += l->at[i].width;
	}
	l->at[m->grows].x = x;
	l->at[m->grows].width = VIEW_TEXT_CELLS;
}

void
match_begin(struct matcher *m, struct view *v)
{
	int last, width;

	m->was_whole = v->whole;
	v->whole = true;
	place_columns(m, v);
	last = m->layout.n - 1;
	m->before.n = 0;
	m->row = (struct view_text){ .grid.ascii = v->ctx->ascii };
	m->part_grid = m->before_grid = m->row.grid;
	snprintf(m->figures, sizeof(m->figures), "%s%s", figure_chars, index_chars);
	if (m->name == NULL)
		return;
	choose_parts(m, &width);
	/* A match at the end of the line is in the last column.  If this is the column of names,
	 * compare only names; otherwise compare whole lines. */
	if (m->literals.at_end && m->grows == last) {
		m->parts.n = 0;
		m->any_text = false;
	} else if (m->literals.at_end) {
		m->name = NULL;
	}
	grid_resize(&m->part_grid, width + 1, 1);
	if (v->ops->rows_are_functions && m->grows == last) {
		m->before = m->layout;
		m->before.n--;
		grid_resize(&m->before_grid, m->layout.at[last].x + 1, 1);
	}
	/* Compare whole lines if the symbol of the unit has a character that M->figures lacks. */
	if (v->ctx->scale.symbol[strspn(v->ctx->scale.symbol, m->figures)] != '\0')
		m->name = NULL;
	m->by_parts = m->literals.no_blank;
	m->name_needed = !m->any_text && !match_literals_may_match(&m->literals, m->figures, "");
}

/* Sets M->line to NAME, in lower case if M->lower_case.  Returns false if NAME has a byte that is
 * not printable ASCII, because cells may show such bytes in another form. */
static bool
set_line(struct matcher *m, const char *name)
{
	size_t i;

	for (i = 0; name[i]; i++) {
		if (name[i] < ' ' || name[i] >= 0x7f)
			return false;
		if (i + 1 >= m->line_room)
			m->line = mem_grow(m->line, i + 2, &m->line_room, 1);
		m->line[i] = m->lower_case && name[i] >= 'A' && name[i] <= 'Z'
			? (char)(name[i] - 'A' + 'a') : name[i];
	}
	m->line = mem_grow(m->line, i + 1, &m->line_room, 1);
	m->line[i] = '\0';
	return true;
}

/* Returns the name of the function of row R, and sets M->line to the name (set_line()).  Returns
 * NULL if the row has no function, or may show its name in another form. */
static const char *
simple_name(struct matcher *m, const struct view *v, const struct row *r)
{
	uint32_t n = view_node(v, r);
	const char *name;

	if (n >= v->ctx->graph->nfuncs)
		return NULL;
	name = view_context_name(v->ctx, n);
	return set_line(m, name) ? name : NULL;
}

static void
lower_case(char *s)
{
	for (; *s; s++)
		if (*s >= 'A' && *s <= 'Z')
			*s = (char)(*s - 'A' + 'a');
}

/* Returns the text with which the pattern is compared: NAME if M->whole is set, otherwise the bare
 * form of NAME.  The text is in lower case if M->lower_case is set.  set_line() must have set
 * M->line to NAME. */
static const char *
compared_name(struct matcher *m, const char *name)
{
	if (m->whole || name[strcspn(name, "(<[{ ")] == '\0')
		return m->line;
	(void)bare_name_in(name, &m->bare, &m->bare_room);
	if (m->lower_case)
		lower_case(m->bare);
	return m->bare;
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

/* Sets M->drawn to the line of R: draws the columns before the name, and appends NAME, which must
 * be in lower case if M->lower_case. */
static void
draw_with_name(struct matcher *m, struct view *v, const struct row *r, const char *name)
{
	size_t gap = strlen(NAME_GAP), n = strlen(name), at;

	layout_row(&m->before, v, r, &m->before_grid, 0, STYLE_TEXT);
	/* Without this mark, grid_read() would drop the blanks before the name. */
	grid_cell(&m->before_grid, m->before_grid.width - 1, 0)->text[0] = '|';
	grid_read(&m->before_grid, 0, m->before_grid.width, &m->drawn, &m->drawn_room);
	if (m->lower_case)
		lower_case(m->drawn);
	at = strlen(m->drawn) - 1;
	m->drawn = mem_grow(m->drawn, at + gap + n + 1, &m->drawn_room, 1);
	memcpy(m->drawn + at, NAME_GAP, gap);
	memcpy(m->drawn + at + gap, name, n + 1);
	/* Remove blanks from the end, as grid_read() does. */
	for (at += gap + n; at > 0 && m->drawn[at - 1] == ' '; at--)
		m->drawn[at - 1] = '\0';
}

/* Does the pattern match LINE, the text of a drawn line?  May change LINE to lower case. */
static bool
drawn_matches(struct matcher *m, char *line, const regex_t *regex)
{
	if (!m->ready)
		return regexec(regex, line, 0, NULL, 0) == 0;
	if (m->lower_case)
		lower_case(line);
	return text_matches(m, line);
}

/* Does the pattern match the text of row R, drawn with all columns? */
static bool
whole_line_matches(struct matcher *m, struct view *v, const struct row *r, const regex_t *regex)
{
	view_text_draw(&m->row, v, r, &m->layout);
	match_text_read(&m->text, &m->layout, &m->row.grid, 0, m->whole);
	return drawn_matches(m, m->text.text, regex);
}

/* Prefetches names of rows after R, since nodes have another order in memory than in the rows.
 * Prefetches the pointer to a name first, and AHEAD rows later the name itself. */
static void
prefetch_rows(const struct view *v, const struct row *r)
{
	const struct view_context *ctx = v->ctx;
	uint32_t soon, later;
	const char *name;

	/* R may be a row that is not in v->rows: then the rows after R are not known. */
	if (!v->ops->rows_are_functions || v->rows.n == 0 || r < v->rows.v
	    || r + 2 * AHEAD >= v->rows.v + v->rows.n)
		return;
	soon = r[AHEAD].thing;
	later = r[2 * AHEAD].thing;
	sparsetexts_prefetch(&ctx->plain, later);
	if (!view_context_is_cycle(ctx, later))
		__builtin_prefetch(&ctx->profile->funcs[later]);
	__builtin_prefetch(&ctx->graph->nodes[soon]);
	__builtin_prefetch(&ctx->graph->bounds[soon]);
	name = sparsetexts_at(&ctx->plain, soon);
	if (name != NULL)
		__builtin_prefetch(name);
	else if (!view_context_is_cycle(ctx, soon))
		__builtin_prefetch(ctx->profile->funcs[soon].name);
}

/* Does REGEX match the name of the node of row R?  False if V is a view of text: its rows have no
 * nodes. */
static bool
name_matches(struct matcher *m, const struct view *v, const struct row *r, const regex_t *regex)
{
	uint32_t n = v->ops->is_text ? NOBODY : view_node(v, r);
	const char *name;

	if (n >= v->ctx->graph->nnodes)
		return false;
	name = view_context_name(v->ctx, n);
	if (!m->whole)
		name = bare_name_in(name, &m->bare, &m->bare_room);
	return regexec(regex, name, 0, NULL, 0) == 0;
}

/* Row R may show the names of the caller and the callee of its arc.  Can one of these names contain
 * a match?  Changes M->line. */
static bool
other_name_may_match(struct matcher *m, const struct view *v, const struct row *r)
{
	uint32_t arc = v->ops->more_names ? v->ops->arc(v, r) : NOBODY;
	const struct arc *a;

	if (arc == NOBODY)
		return false;
	a = &v->ctx->profile->arcs[arc];
	return !set_line(m, view_context_name(v->ctx, a->caller))
		|| match_literals_may_match(&m->literals, m->line, "")
		|| !set_line(m, view_context_name(v->ctx, a->callee))
		|| match_literals_may_match(&m->literals, m->line, "");
}

/* Does the pattern match one column of row R?  M->line must be set to NAME, the name of R. */
static bool
parts_match(struct matcher *m, struct view *v, const struct row *r, const char *name,
	const regex_t *regex)
{
	if (match_literals_may_match(&m->literals, m->line, "")
		&& text_matches(m, compared_name(m, name)))
		return true;
	if (m->any_text || other_name_may_match(m, v, r))
		return whole_line_matches(m, v, r, regex);
	if (m->parts.n == 0)
		return false;
	layout_row(&m->parts, v, r, &m->part_grid, 0, STYLE_TEXT);
	grid_read(&m->part_grid, 0, m->part_grid.width, &m->drawn, &m->drawn_room);
	return drawn_matches(m, m->drawn, regex);
}

/* Does the pattern match the line of row R? */
static bool
line_matches(struct matcher *m, struct view *v, const struct row *r, const regex_t *regex)
{
	bool any_shortcut = m->name != NULL && m->ready
		&& (m->by_parts || m->name_needed || m->before.n > 0);
	const char *name = any_shortcut ? simple_name(m, v, r) : NULL;

	prefetch_rows(v, r);
	if (name != NULL && m->by_parts)
		return parts_match(m, v, r, name, regex);
	if (name != NULL && m->name_needed
		&& !match_literals_may_match(&m->literals, m->line, m->figures)
		&& !other_name_may_match(m, v, r))
		return false;
	if (name != NULL && m->before.n > 0) {
		draw_with_name(m, v, r, compared_name(m, name));
		return text_matches(m, m->drawn);
	}
	return whole_line_matches(m, v, r, regex);
}

bool
match_row(struct matcher *m, struct view *v, const struct row *r, const regex_t *regex)
{
	return line_matches(m, v, r, regex) || (m->anchored && name_matches(m, v, r, regex));
}

const struct column *
match_reason(struct matcher *m, struct view *v, const struct row *r, const regex_t *regex)
{
	struct grid g = { .ascii = v->ctx->ascii };
	const struct column *c = v->ops->columns, *found = NULL;

	if (v->ops->is_text || name_matches(m, v, r, regex))
		return NULL;
	grid_resize(&g, VIEW_TEXT_CELLS, 1);
	for (int i = 0; i < v->ops->ncolumns && found == NULL; i++) {
		const struct layout one = { .at = { { .column = &c[i],
			.width = VIEW_TEXT_CELLS } }, .n = 1 };

		if (c[i].rest || c[i].rank == 0 || column_chars(&c[i]) != NULL
			|| !layout_column_used(v, &c[i]))
			continue;
		layout_row(&one, v, r, &g, 0, STYLE_TEXT);
		grid_read(&g, 0, g.width, &m->drawn, &m->drawn_room);
		if (regexec(regex, m->drawn, 0, NULL, 0) == 0)
			found = &c[i];
	}
	grid_release(&g);
	return found;
}

void
match_end(struct matcher *m, struct view *v)
{
	v->whole = m->was_whole;
	view_text_release(&m->row);
	grid_release(&m->part_grid);
	grid_release(&m->before_grid);
}

bool
match_one(struct matcher *m, struct view *v, const struct row *r, const regex_t *regex)
{
	bool found;

	view_prepare(v);
	match_begin(m, v);
	found = match_row(m, v, r, regex);
	match_end(m, v);
	return found;
}
