/* selected.c - the function or place that --select names, and its rows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/selected.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clonename.h"
#include "base/mem.h"
#include "dwarf/lines.h"
#include "lookup/sourceplace.h"
#include "profile/callsites.h"
#include "profile/profile.h"
#include "table/alike.h"
#include "table/column_values.h"
#include "table/name_lookup.h"

enum {
	NAMES_ROOM = 400,
	MOST_NAMED = 5, NAMED_CELLS = 60,	/* greatest number of names in a message; greatest
						 * width of a name, in cells */
};

/* Is SYMBOL a variant of the name TEXT that a compiler makes, with the underscores of Fortran or an
 * ending such as ".constprop.0"?  Returns false for the cold part of a function. */
static bool
is_decorated(const char *symbol, const char *text)
{
	size_t n = strlen(text);

	if (clonename_is_of(symbol, text))
		return !clonename_is_cold(symbol);
	return strncmp(symbol, text, n) == 0
		&& (strcmp(symbol + n, "_") == 0 || strcmp(symbol + n, "__") == 0);
}

/* The search for the function that the user may mean. */
struct candidates {
	struct view_context *ctx;
	uint32_t image;			/* index of the image whose debug information is searched */
	uint32_t func;			/* the candidate that was found last; NOBODY: none was
					 * found */
	bool several;
};

static bool
add_candidate(struct candidates *c, uint32_t func)
{
	if (func == NOBODY)
		return true;
	c->several = c->func != NOBODY && c->func != func;
	c->func = func;
	return !c->several;
}

static bool
add_address(void *with, uint64_t addr)
{
	struct candidates *c = with;

	return add_candidate(c, profile_func_at(c->ctx->profile, c->image, addr));
}

/* No name is equal to SELECT.  Returns the only function that the user may mean, or NOBODY if there
 * are several or none. */
static uint32_t
find_only_candidate(struct view_context *ctx, const char *select)
{
	const struct profile *p = ctx->profile;
	struct candidates c = { .ctx = ctx, .func = NOBODY };

	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (is_decorated(p->funcs[f].name, select) && !add_candidate(&c, f))
			return NOBODY;
	for (; profile_has(p, HAS_BINS) && c.func == NOBODY && c.image < p->nimages; c.image++)
		lines_named(callsites_lines(lookup_callsites(ctx->lookup), c.image), select,
			add_address, &c);
	return c.several ? NOBODY : c.func;
}

uint32_t
selected_find_node(struct view_context *ctx, const char *select)
{
	uint32_t n = name_lookup_exact(ctx, select);
	struct name_match found = { .node = NOBODY };

	if (n != NOBODY || *select == '\0')
		return n;
	found = name_lookup_best(ctx, select, NOBODY);
	if (found.node != NOBODY && found.fit <= FIT_END)
		return found.n == 1 ? found.node : NOBODY;
	return find_only_candidate(ctx, select);
}

uint32_t
selected_clone_with_time(const struct view_context *ctx, uint32_t n)
{
	const struct profile *p = ctx->profile;
	const double *self = ctx->graph->in.self;
	uint32_t clone = NOBODY;

	if (n >= p->nfuncs || self[n] != 0)
		return NOBODY;
	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (fabs(self[f]) > (clone != NOBODY ? fabs(self[clone]) : 0)
			&& clonename_is_of(p->funcs[f].name, p->funcs[n].name))
			clone = f;
	return clone;
}

bool
selected_not_found(struct view_context *ctx, const char *select, struct err *e)
{
	struct name_match found = name_lookup_best(ctx, select, NOBODY);
	uint32_t nodes[MOST_NAMED], all = found.n;
	char names[NAMES_ROOM] = "";
	size_t n = 0, i = 0, named;
	enum fit fit = found.fit;
	struct alikes alikes;

	for (named = 0; named < MOST_NAMED && found.node != NOBODY && found.fit == fit; named++) {
		nodes[named] = found.node;
		found = name_lookup_best(ctx, select, found.node);
	}
	alikes = alikes_of_nodes(ctx, nodes, named);
	for (i = 0; i < named && n < sizeof(names); i++) {
		char *name = alikes_shorten(&alikes, ctx, nodes[i], NAMED_CELLS);

		n += (size_t)snprintf(names + n, sizeof(names) - n, "%s[%u] %s", i ? ", " : "",
			ctx->graph->nodes[nodes[i]].index, name);
		free(name);
	}
	free(alikes.v);
	if (all == 0)
		return err_set(e, ERR_EMPTY, "--select=%s: no function or cycle has this name "
			"or index; --view=functions lists them", select);
	return err_set(e, ERR_EMPTY, "--select=%s: no function or cycle has exactly this name; "
		"it may be %s%s", select, names, all > i ? " or others" : "");
}

struct selected_place
selected_find_place(struct view_context *ctx, const char *select, bool around)
{
	const struct sources *sources = lookup_sources(ctx->lookup);
	struct selected_place p = { .file = NOBODY, .func = selected_find_node(ctx, select) };

	if (p.func != NOBODY && !view_context_is_cycle(ctx, p.func)) {
		p.file = sources->file_of[p.func];
		return p;
	}
	p.func = NOBODY;
	p.file = sourceplace_find_line(ctx->lookup, select, &p.line);
	if (p.file == NOBODY)
		p.file = sourceplace_find_file(ctx->lookup, select);
	if (p.file != NOBODY && p.line > 0 && around)
		p.func = sources_func_before(sources, p.file, p.line);
	return p;
}

void
selected_keep_node(struct view *v, uint32_t n)
{
	size_t i, kept = 0;
	bool inside = false;

	view_prepare(v);
	for (i = 0; i < v->rows.n; i++) {
		struct row r = v->rows.v[i];
		uint32_t node = view_node(v, &r);

		if (r.depth == 0)
			inside = node == n || (node != NOBODY
				&& node == v->ctx->graph->nodes[n].cycle);
		if (!inside)
			continue;
		if (v->running != NULL)
			v->running[kept] = v->running[i];
		v->rows.v[kept++] = r;
	}
	v->rows.n = kept;
}

static bool
is_at_place(const struct sources *s, const struct source_line *l, const struct selected_place *p)
{
	return l->file == p->file && (p->line == 0 || l->number == p->line)
		&& (p->func == NOBODY || sources_func_before(s, l->file, l->number) == p->func);
}

void
selected_keep_place(struct view *v, const struct selected_place *p)
{
	const struct sources *s = lookup_sources(v->ctx->lookup);
	size_t i, kept = 0;

	for (i = 0; i < v->rows.n; i++) {
		struct row r = v->rows.v[i];

		if (v->ops->line != NULL ? is_at_place(s, v->ops->line(v, &r), p)
			: r.thing == p->file)
			v->rows.v[kept++] = r;
	}
	v->rows.n = v->filled = kept;
}

/* Is C the first character of LINE that is not a blank?  If C is '\0', has LINE only blanks? */
static bool
line_begins_with(const struct source_text *t, uint32_t line, char c)
{
	size_t n, i;
	const char *text = sourcetext_line(t, line, &n);

	for (i = 0; i < n && (text[i] == ' ' || text[i] == '\t'); i++)
		;
	return c != '\0' ? i < n && text[i] == c : i == n;
}

/* Returns the first line of the text of function F.  Usually, this is the line in the debug
 * information.  If that line begins with "{", the header of F is above it: then the text begins
 * after the nearest empty line above or, if that is nearer, the line above that begins with
 * "}". */
static uint32_t
first_line_of_func(struct lookup *lookup, uint32_t f)
{
	const struct source_text *t = lookup_text(lookup, lookup->sources.file_of[f], NULL);
	uint32_t line = lookup->sources.line_of[f];

	if (t != NULL && line > 0 && line <= t->nlines && line_begins_with(t, line, '{'))
		while (line > 1 && !line_begins_with(t, line - 1, '\0')
			&& !line_begins_with(t, line - 1, '}'))
			line--;
	return line;
}

/* Lines .first to .last of a file, both included. */
struct line_range {
	uint32_t first, last;
};

/* Function F can have code outside TEXT, too.  Returns the parts of file FILE outside TEXT that
 * have code of F with samples or calls.  Sets *N to the number of parts; free() the result.  If
 * lines with such code are at most GAP lines apart, they are in one part. */
static struct line_range *
parts_with_figures(struct lookup *lookup, uint32_t f, uint32_t file, struct line_range text,
	size_t *n)
{
	enum { GAP = 20, ABOVE = 2 };	/* a part also has the ABOVE lines above its code, because
					 * they often are the header of a function */
	const struct code_lines *c = lookup_code_lines(lookup, file);
	const struct sources *s = &lookup->sources;
	struct line_range *v = mem_new(c->n, sizeof(*v));
	uint32_t last = 0;		/* the line with code of F that was visited last; 0: none */
	bool kept = false;		/* v[*n - 1] is the part that contains LAST */

	*n = 0;
	for (size_t i = 0; i < c->n; i++) {
		uint32_t line = c->v[i].number;
		const struct source_line *l;

		if (c->v[i].func != f || (line >= text.first && line <= text.last))
			continue;
		if (last == 0 || line - last > GAP) {
			*n += kept;
			v[*n].first = line > ABOVE ? line - ABOVE : 1;
			kept = false;
		}
		v[*n].last = last = line;
		l = sources_line(s, file, line);
		kept |= l != NULL
			&& funclines_find(&s->funclines, f, (uint32_t)(l - s->lines)) != NULL;
	}
	*n += kept;
	return v;
}

void
selected_keep_lines(struct view *v, const struct selected_place *p)
{
	struct lookup *lookup = v->ctx->lookup;
	struct line_range text = { first_line_of_func(lookup, p->func),
		sourceplace_last_line(lookup, p->func) };
	struct line_range *parts = NULL;
	size_t nparts = 0, i, at = 0, kept = 0;
	bool inside = true;

	if (p->line > text.last)
		text.last = p->line;
	if (p->line == 0)
		parts = parts_with_figures(lookup, p->func, p->file, text, &nparts);
	for (i = 0; i < v->rows.n; i++) {
		struct row r = v->rows.v[i];

		if (r.depth == 0 && column_value_is_record(v, &r)) {
			while (at < nparts && parts[at].last < r.thing)
				at++;
			inside = (r.thing >= text.first && r.thing <= text.last)
				|| (at < nparts && r.thing >= parts[at].first);
		}
		if (inside)
			v->rows.v[kept++] = r;
	}
	v->rows.n = kept;
	free(parts);
}
