/* name_complete.c - completing the beginning of a function's name, as shells do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/name_complete.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/pathname.h"
#include "lookup/lookup.h"
#include "table/name_lookup.h"
#include "text/bare.h"

/* How a name contains the typed text, best first. */
enum having {
	BEGINS,				/* a part of the name begins with the typed text */
	BEGINS_ANY_CASE,		/* a part begins with the typed text if case is ignored */
	CONTAINS,
	HAS_NOT,
};

/* State of the search for names. */
struct finder {
	struct view_context *ctx;
	struct name_query query;
	bool whole;			/* the typed text has a bracket, so it is compared with
					 * whole names, not with bare forms */
	enum having best;		/* how all candidates found so far contain the typed text */
	char *bare;			/* owned; the bare form of the name that is compared */
	size_t bare_room;
};

/* Returns the first part of NAME that begins with TEXT, or NULL if no part does.  "::" separates
 * parts; if BLANKS is set, blanks do, too. */
static const char *
part_with(const char *name, const char *text, bool any_case, bool blanks)
{
	size_t n = strlen(text);

	for (const char *at = name; *at; at++) {
		bool begins = at == name || (at >= name + 2 && at[-1] == ':' && at[-2] == ':')
			|| (blanks && at[-1] == ' ');

		if (begins && (any_case ? strncasecmp(at, text, n) : strncmp(at, text, n)) == 0)
			return at;
	}
	return NULL;
}

/* Returns the form of the name of node N that is compared with the typed text. */
static const char *
searched_name(struct finder *f, uint32_t n)
{
	const char *name = view_context_name(f->ctx, n);

	return f->whole ? name : bare_name_in(name, &f->bare, &f->bare_room);
}

/* Returns how the name of node N contains the typed text, and sets *TEXT to the completed text,
 * which is valid until the next call. */
static enum having
look_at_node(struct finder *f, uint32_t n, const char **text)
{
	const char *typed = f->query.text, *name, *symbol;

	if (!name_query_may_match(&f->query, f->ctx, n))
		return HAS_NOT;
	name = searched_name(f, n);
	if ((*text = part_with(name, typed, false, f->whole)) != NULL)
		return BEGINS;
	symbol = view_context_is_cycle(f->ctx, n) ? "" : f->ctx->profile->funcs[n].name;
	/* If only one character was typed, it is not compared with symbols: "_" would select all
	 * mangled names. */
	if (typed[1] != '\0' && strncmp(symbol, typed, strlen(typed)) == 0) {
		*text = symbol;
		return BEGINS;
	}
	if (!f->query.capitals && (*text = part_with(name, typed, true, f->whole)) != NULL)
		return BEGINS_ANY_CASE;
	*text = name;
	return (f->query.capitals ? strstr(name, typed) : strcasestr(name, typed)) != NULL
		? CONTAINS : HAS_NOT;
}

/* Shortens C->common to the prefix that it shares with TEXT. */
static void
keep_common(struct name_candidates *c, const char *text)
{
	size_t n = 0;

	if (c->common == NULL) {
		c->common = mem_text(text, strlen(text));
		return;
	}
	while (c->common[n] != '\0' && c->common[n] == text[n])
		n++;
	/* Do not cut a character in two. */
	while (n > 0 && ((unsigned char)c->common[n] & 0xc0) == 0x80)
		n--;
	c->common[n] = '\0';
}

/* Adds a candidate with NODE and TEXT.  Shortens C->common to the prefix that it shares with
 * NAME. */
static void
add_candidate(struct name_candidates *c, uint32_t node, const char *text, const char *name)
{
	c->total++;
	keep_common(c, name);
	if (c->n == MOST_CANDIDATES)
		return;
	c->v = mem_grow(c->v, c->n + 1, &c->room, sizeof(*c->v));
	c->v[c->n++] = (struct name_candidate){ node, arena_text(&c->text, text, strlen(text)) };
}

static int
by_text(const void *x, const void *y)
{
	const struct name_candidate *const *a = x, *const *b = y;

	return strcmp((*a)->text, (*b)->text);
}

/* Returns a longer text for candidate C of ALL.  If PARAMETERS is not set, this is the name with
 * all scopes.  If PARAMETERS is set, this is the name with parameters, without what is before the
 * typed text. */
static const char *
longer_text(struct name_candidates *all, struct finder *f, const struct name_candidate *c,
	bool parameters)
{
	const char *name, *part;

	if (!parameters) {
		name = searched_name(f, c->node);
		return arena_text(&all->text, name, strlen(name));
	}
	name = view_context_name(f->ctx, c->node);
	part = part_with(name, f->query.text, f->best != BEGINS, true);
	return part != NULL ? part : name;
}

/* Gives longer texts to candidates that have the same text, so that they differ. */
static void
tell_apart(struct name_candidates *c, struct finder *f, bool parameters)
{
	struct name_candidate **v;
	size_t i, k, end;

	if (c->n < 2)
		return;
	v = mem_new(c->n, sizeof(struct name_candidate *));
	for (i = 0; i < c->n; i++)
		v[i] = &c->v[i];
	qsort(v, c->n, sizeof(struct name_candidate *), by_text);
	for (i = 0; i < c->n; i = end) {
		const char *same = v[i]->text;

		for (end = i + 1; end < c->n && strcmp(v[end]->text, same) == 0;)
			end++;
		for (k = i; end - i > 1 && k < end; k++)
			v[k]->text = longer_text(c, f, v[k], parameters);
	}
	free(v);
}

static void
find_all(struct name_candidates *c, struct finder *f)
{
	const struct graph *g = f->ctx->graph;
	const char *text;

	name_candidates_release(c);
	f->best = HAS_NOT;
	for (uint32_t i = 0; i < g->nnodes; i++) {
		uint32_t n = g->entries[i];
		enum having having;

		if (view_context_is_stopped(f->ctx, i)) {
			name_candidates_release(c);
			return;
		}
		if (view_context_is_folded(f->ctx, n))
			continue;
		having = look_at_node(f, n, &text);
		if (having > f->best || having == HAS_NOT)
			continue;
		if (having < f->best)
			name_candidates_release(c);
		f->best = having;
		add_candidate(c, n, text, text);
	}
}

static int
by_base(const void *x, const void *y)
{
	const struct name_candidate *a = x, *b = y;
	int c = strcmp(pathname_base(a->text), pathname_base(b->text));

	return c != 0 ? c : strcmp(a->text, b->text);
}

/* If the names of some source files begin with TEXT, replaces the candidates by these files.  If
 * TEXT has a dot, as names of files have, reads the sources.  Otherwise uses the sources only if
 * they were read before. */
static void
find_files(struct name_candidates *c, struct view_context *ctx, const char *text)
{
	const struct sources *s = strchr(text, '.') != NULL || ctx->lookup->has_sources
		? lookup_sources(ctx->lookup) : NULL;
	struct name_candidates files = { 0 };
	size_t i, end;

	for (i = 0; s != NULL && i < s->nfiles; i++) {
		const char *path = s->files[i].path;

		if (strncmp(pathname_base(path), text, strlen(text)) == 0)
			add_candidate(&files, NOBODY, path, pathname_base(path));
	}
	if (files.n == 0)
		return;
	qsort(files.v, files.n, sizeof(*files.v), by_base);
	for (i = 0; i < files.n; i = end) {
		const char *base = pathname_base(files.v[i].text);

		for (end = i + 1; end < files.n
			&& strcmp(pathname_base(files.v[end].text), base) == 0;)
			end++;
		/* Files of one name are told apart by their paths. */
		if (end == i + 1)
			files.v[i].text = base;
	}
	name_candidates_release(c);
	*c = files;
}

void
name_candidates_find(struct name_candidates *c, struct view_context *ctx, const char *text)
{
	struct finder f = { .ctx = ctx, .whole = strpbrk(text, "(<") != NULL };

	assert(*text != '\0');
	name_query_open(&f.query, text);
	find_all(c, &f);
	/* No symbol contains the word of the query, but symbols may abbreviate words: compare all
	 * names. */
	if (c->total == 0 && f.query.length > 0 && !ctx->stopped) {
		f.query.length = 0;
		find_all(c, &f);
	}
	c->inside = f.best == CONTAINS;
	if ((c->total == 0 || c->inside) && !ctx->stopped && ctx->lookup != NULL)
		find_files(c, ctx, text);
	if (c->n > 0 && c->v[0].node != NOBODY && !f.whole) {
		tell_apart(c, &f, false);
		tell_apart(c, &f, true);
	}
	free(f.bare);
}

void
name_candidates_release(struct name_candidates *c)
{
	free(c->v);
	free(c->common);
	arena_release(&c->text);
	*c = (struct name_candidates){ 0 };
}
