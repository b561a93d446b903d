/* Which rows a pattern matches, fast.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "hunt.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "data.h"
#include "mem.h"

enum {
	LEAST_WORD = 3,			/* letters; figures have units of at most two */
	AHEAD = 8,			/* rows */
};

/* What figures and bars are made of, and what stands in front of names in trees. */
static const char figure_chars[] = "0123456789.,~<>+-/@#=_?%^ nmuskgtpefMGTPE",
	index_chars[] = "[]0123456789", tree_words[] = "+-functions 0123456789";

/* Reading an expression. */
struct parse {
	const char *at;
	struct hunt *h;
	struct way way;			/* the one that is being read ... */
	char run[WORD_ROOM];		/* ... the word in it ... */
	char text[WORD_ROOM];		/* ... and that with blanks and figures */
	size_t nchars, nrun, ntext;
	int depth;			/* of parentheses */
	bool odd;			/* something in it is not understood */
};

static void
end_run(struct parse *p)
{
	p->run[p->nrun] = '\0';
	if (p->nrun >= LEAST_WORD && p->nrun > strlen(p->way.word))
		strcpy(p->way.word, p->run);
	p->nrun = 0;
}

static void
end_text(struct parse *p)
{
	end_run(p);
	p->text[p->ntext] = '\0';
	if (p->ntext > strlen(p->way.text))
		strcpy(p->way.text, p->text);
	p->ntext = 0;
}

static bool
may_be_left_out(const char *next)
{
	next += strspn(next, "+");
	return *next == '*' || *next == '?' || *next == '{';
}

/* The character C, then NEXT. */
static void
take_char(struct parse *p, char c, const char *next)
{
	bool letter = c == '_' || isalpha((unsigned char)c);

	if ((unsigned char)c >= 0x80)
		p->odd = true;
	if (c == ' ')
		p->h->no_blank = false;
	if (p->depth > 0 || may_be_left_out(next)) {
		end_text(p);
		return;
	}
	if (p->ntext + 1 >= sizeof(p->text))
		end_text(p);
	p->text[p->ntext++] = c;
	if (p->nchars < MOST_MUSTS && !strchr(p->way.chars, c))
		p->way.chars[p->nchars++] = c;
	if (!letter || p->nrun + 1 >= sizeof(p->run))
		end_run(p);
	if (letter)
		p->run[p->nrun++] = c;
	if (*next == '+')
		end_text(p);
}

/* Does the set between brackets, [AT, END), hold a blank? */
static bool
has_blank(const char *at, const char *end)
{
	static const char *const classes[] = { "[:alnum:]", "[:alpha:]", "[:digit:]", "[:xdigit:]",
		"[:lower:]", "[:upper:]" };
	size_t i;

	if (*at == '^')
		return true;
	while (at < end) {
		if ((unsigned char)*at <= ' ' || (unsigned char)*at >= 0x7f)
			return true;
		if (*at != '[' || !strchr(".=:", at[1])) {
			at++;
			continue;
		}
		for (i = 0; i < sizeof(classes) / sizeof(*classes); i++)
			if (strncmp(at, classes[i], strlen(classes[i])) == 0)
				break;
		if (i == sizeof(classes) / sizeof(*classes))
			return true;
		at += strlen(classes[i]);
	}
	return false;
}

/* The end of the set that begins at AT, behind its bracket: at the closing one, or NULL. */
static const char *
end_of_set(const char *at)
{
	const char *end = at + (*at == '^');

	end += *end == ']';
	for (; *end != ']'; end++) {
		if (*end == '\0')
			return NULL;
		if (*end == '[' && end[1] && strchr(".=:", end[1])) {
			const char close[] = { end[1], ']', '\0' };

			end = strstr(end + 2, close);
			if (!end)
				return NULL;
			end++;
		}
	}
	return end;
}

static void
take_set(struct parse *p)
{
	const char *end = end_of_set(p->at + 1);

	end_text(p);
	if (!end) {
		p->odd = true;
		p->at += strlen(p->at);
		return;
	}
	if (has_blank(p->at + 1, end))
		p->h->no_blank = false;
	p->at = end + 1;
}

static void
end_way(struct parse *p)
{
	end_text(p);
	if (p->h->nways == MOST_WAYS || p->nchars == 0)
		p->odd = true;
	else
		p->h->ways[p->h->nways++] = p->way;
	p->way = (struct way){ .word = "" };
	p->nchars = 0;
}

static void
take_special(struct parse *p)
{
	char c = *p->at++;

	end_text(p);
	switch (c) {
	case '(':
		p->depth++;
		break;
	case ')':
		p->depth--;
		break;
	case '|':
		if (p->depth == 0)
			end_way(p);
		break;
	case '{':
		p->at += strcspn(p->at, "}");
		p->at += *p->at == '}';
		break;
	case '$':
		p->h->at_end = !*p->at && p->depth == 0;
		p->h->no_blank = p->h->no_blank && p->h->at_end;
		break;
	case '.':
	case '^':
		p->h->no_blank = false;
		break;
	default:
		break;
	}
}

/* What is in all that TEXT matches; nothing if it is not plain. */
static void
learn(struct hunt *h, const char *text)
{
	struct parse p = { .at = text, .h = h };

	h->no_blank = true;
	while (*p.at) {
		if (*p.at == '\\' && ispunct((unsigned char)p.at[1])
			&& !strchr("<>`'", p.at[1])) {
			take_char(&p, p.at[1], p.at + 2);
			p.at += 2;
		} else if (*p.at == '\\') {
			h->no_blank = false;
			h->nways = 0;
			return;
		} else if (*p.at == '[') {
			take_set(&p);
		} else if (strchr("().|^$*+?{", *p.at)) {
			take_special(&p);
		} else {
			take_char(&p, *p.at, p.at + 1);
			p.at++;
		}
	}
	end_way(&p);
	h->no_blank = h->no_blank && (!h->at_end || h->nways == 1);
	if (p.odd || p.depth != 0)
		h->nways = 0;
}

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
hunt_open(struct hunt *h, const char *text, bool fold)
{
	*h = (struct hunt){ .fold = fold };
	learn(h, text);
	h->literal = is_literal(text) ? mem_text(text, strlen(text)) : NULL;
	/* In small letters throughout there is no need to look for both, which is slow; but
	 * there would be no capitals left. */
	if (fold && strstr(text, "[:upper:]"))
		return;
	h->ready = regcomp(&h->regex, text, REG_EXTENDED | REG_NOSUB) == 0;
}

void
hunt_release(struct hunt *h)
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

/* Is all that way W must have in CHARS? */
static bool
can_be_of(const struct way *w, const char *chars)
{
	const char *c;

	for (c = w->chars; *c; c++)
		if (!strchr(chars, *c))
			return false;
	return w->word[0] == '\0' || strstr(chars, w->word) != NULL;
}

/* Can any way be made of CHARS? */
static bool
any_can_be_of(const struct hunt *h, const char *chars)
{
	size_t i;

	for (i = 0; i < h->nways; i++)
		if (can_be_of(&h->ways[i], chars))
			return true;
	return h->nways == 0;
}

/* Must every way have something that is not in figures? */
static bool
needs_name(const struct hunt *h, const char *figures)
{
	size_t i, k;

	for (i = 0; i < h->nways; i++) {
		const struct way *w = &h->ways[i];

		for (k = 0; w->chars[k] && strchr(figures, w->chars[k]); k++)
			;
		if (!w->chars[k] && (!w->word[0] || strstr(figures, w->word)))
			return false;
	}
	return h->nways > 0;
}

/* Columns are figures, or the name; NULL: what column C draws is not known. */
static const char *
chars_of(const struct column *c)
{
	const struct data_id *id = c->id ? data_id(c->id) : NULL;

	if (!c->id && c->title && !c->title[0])
		return figure_chars;
	if (!id || id->type == DATA_TEXT)
		return NULL;
	return strcmp(c->id, "index") == 0 ? index_chars : figure_chars;
}

void
hunt_begin(struct hunt *h, struct view *v)
{
	bool tree = v->ops == &cycles_view || v->ops == &tree_view
		|| v->ops == &callers_tree_view;
	const struct place *last;
	int i, width = 0;

	v->whole = true;
	layout_columns(&h->layout, v, LINE_CELLS, true);
	last = &h->layout.at[h->layout.n - 1];
	h->before.n = 0;
	h->grid = h->part_grid = h->before_grid = (struct grid){ .ascii = v->scene->ascii };
	grid_resize(&h->grid, last->x + last->width > LINE_CELLS ? last->x + last->width
		: LINE_CELLS, 1);
	h->parts.n = 0;
	h->name = NULL;
	snprintf(h->figures, sizeof(h->figures), "%s%s%s", figure_chars, index_chars,
		tree ? tree_words : "");
	for (i = 0; i < h->layout.n; i++) {
		const struct place *p = &h->layout.at[i];

		if (p->column->rest && p->column->text == text_of_name) {
			h->name = p->column;
		} else if (!chars_of(p->column)) {
			h->name = NULL;
			return;
		} else if (any_can_be_of(h, chars_of(p->column))) {
			h->parts.at[h->parts.n] = *p;
			h->parts.at[h->parts.n++].x = width;
			width += p->width;
		}
	}
	/* Where lines end there is the name. */
	if (h->at_end && last->column == h->name)
		h->parts.n = 0;
	else if (h->at_end)
		h->name = NULL;
	grid_resize(&h->part_grid, width + 1, 1);
	if (v->ops == &functions_view && last->column == h->name) {
		h->before = h->layout;
		h->before.n--;
		grid_resize(&h->before_grid, last->x + 1, 1);
	}
	/* A unit of time may be any letter. */
	if (strchr(h->figures, v->scene->scale.symbol[0]) == NULL)
		h->name = NULL;
	h->by_parts = h->no_blank && (!tree || !any_can_be_of(h, tree_words));
	h->name_needed = needs_name(h, h->figures);
}

/* A name that is drawn as it is, in small letters if need be; NULL: it is not. */
static const char *
plain_name_of(struct hunt *h, const struct view *v, const struct row *r)
{
	const struct profile *p = v->scene->profile;
	uint32_t n = view_node(v, r);
	const char *name;
	size_t i;

	if (n < p->nfuncs && p->funcs[n].is_profiler)
		return NULL;
	name = scene_name(v->scene, n);
	for (i = 0; name[i]; i++) {
		if (name[i] < ' ' || name[i] >= 0x7f)
			return NULL;
		if (i + 1 >= h->line_room)
			h->line = mem_room(h->line, i + 2, &h->line_room, 1);
		h->line[i] = h->fold && name[i] >= 'A' && name[i] <= 'Z'
			? (char)(name[i] - 'A' + 'a') : name[i];
	}
	if (i == 0)
		return "";
	h->line[i] = '\0';
	return h->line;
}

/* Has NAME, or with FIGURES also those, what a way must have? */
static bool
has_musts(const struct hunt *h, const char *name, const char *figures)
{
	size_t i;

	for (i = 0; i < h->nways; i++) {
		const struct way *w = &h->ways[i];
		const char *c = w->chars;

		if (w->word[0] && !strstr(name, w->word) && !strstr(figures, w->word))
			continue;
		while (*c && (strchr(name, *c) || strchr(figures, *c)))
			c++;
		if (!*c)
			return true;
	}
	return h->nways == 0;
}

static void
fold(char *s)
{
	for (; *s; s++)
		if (*s >= 'A' && *s <= 'Z')
			*s = (char)(*s - 'A' + 'a');
}

/* Does TEXT match, which is in small letters if need be? */
static bool
matches(const struct hunt *h, const char *text)
{
	size_t i;

	if (h->literal)
		return strstr(text, h->literal) != NULL;
	for (i = 0; i < h->nways && !strstr(text, h->ways[i].text); i++)
		;
	return (i < h->nways || h->nways == 0) && regexec(&h->regex, text, 0, NULL, 0) == 0;
}

/* Draw R without drawing NAME cell by cell, which is most of the line.
 * NAME is in small letters if need be, and then so is what is drawn. */
static void
draw_before(struct hunt *h, struct view *v, const struct row *r, const char *name)
{
	size_t indent = 2 + 2 * (size_t)r->depth, n = strlen(name), at;

	layout_row(&h->before, v, r, &h->before_grid, 0, STYLE_TEXT);
	/* So that blanks in front of the name are not left out. */
	grid_cell(&h->before_grid, h->before_grid.width - 1, 0)->text[0] = '|';
	grid_read(&h->before_grid, 0, &h->drawn, &h->drawn_room);
	if (h->fold)
		fold(h->drawn);
	at = strlen(h->drawn) - 1;
	h->drawn = mem_room(h->drawn, at + indent + n + 1, &h->drawn_room, 1);
	memset(h->drawn + at, ' ', indent);
	memcpy(h->drawn + at + indent, name, n + 1);
	/* A line of names alone has no blanks at its end. */
	for (at += indent + n; at > 0 && h->drawn[at - 1] == ' '; at--)
		h->drawn[at - 1] = '\0';
}

/* Does what was drawn match? */
static bool
drawn_matches(struct hunt *h, const regex_t *regex)
{
	if (!h->ready)
		return regexec(regex, h->drawn, 0, NULL, 0) == 0;
	if (h->fold)
		fold(h->drawn);
	return matches(h, h->drawn);
}

/* Rows are sorted: what they stand for lies scattered over the memory.  Ask for that of rows
 * that come soon: first for where a name is, then for the name. */
static void
look_ahead(const struct view *v, const struct row *r)
{
	const struct row *end = v->rows.v + v->rows.n;
	const struct scene *s = v->scene;
	uint32_t soon, later;

	if (v->ops != &functions_view || r < v->rows.v || r + 2 * AHEAD >= end)
		return;
	soon = r[AHEAD].thing;
	later = r[2 * AHEAD].thing;
	__builtin_prefetch(&s->plain[later]);
	if (!scene_is_cycle(s, later))
		__builtin_prefetch(&s->profile->funcs[later]);
	__builtin_prefetch(&s->graph->nodes[soon]);
	__builtin_prefetch(&s->graph->bounds[soon]);
	if (s->plain[soon])
		__builtin_prefetch(s->plain[soon]);
	else if (!scene_is_cycle(s, soon))
		__builtin_prefetch(s->profile->funcs[soon].name);
}

bool
hunt_row(struct hunt *h, struct view *v, const struct row *r, const regex_t *regex)
{
	const char *name = h->name && h->ready && (h->by_parts || h->name_needed || h->before.n > 0)
		? plain_name_of(h, v, r) : NULL;

	look_ahead(v, r);
	if (!name || !h->by_parts) {
		if (name && h->name_needed && !has_musts(h, name, h->figures))
			return false;
		if (name && h->before.n > 0) {
			draw_before(h, v, r, name);
			return matches(h, h->drawn);
		}
		view_draw_line(v, r, &h->layout, &h->grid);
		grid_read(&h->grid, 0, &h->drawn, &h->drawn_room);
		return drawn_matches(h, regex);
	}
	if (has_musts(h, name, "") && matches(h, name))
		return true;
	if (h->parts.n == 0)
		return false;
	layout_row(&h->parts, v, r, &h->part_grid, 0, STYLE_TEXT);
	grid_read(&h->part_grid, 0, &h->drawn, &h->drawn_room);
	return drawn_matches(h, regex);
}

void
hunt_end(struct hunt *h, struct view *v)
{
	v->whole = false;
	grid_release(&h->grid);
	grid_release(&h->part_grid);
	grid_release(&h->before_grid);
}
