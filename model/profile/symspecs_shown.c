/* symspecs_shown.c - symspecs that are whole names of functions, as they are shown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bisect.h"
#include "base/mem.h"
#include "profile/names.h"
#include "profile/symspecs.h"

/* A way to read a spec: as one name or, divided at one of its slashes, as two. */
struct reading {
	struct pattern *pattern;
	struct spec_side left, right;	/* .right.name NULL: it is one name */
};

struct wanted_name {
	const char *name;
	struct spec_side *side;
};

struct readings {
	struct reading *v;		/* owned; those of one pattern are together */
	size_t n, room;
	struct wanted_name *names;	/* owned; sorted */
	size_t nnames;
	struct arena text;
};

static void
add_reading(struct readings *r, struct pattern *p, const char *slash)
{
	struct reading *to;

	r->v = mem_grow(r->v, r->n + 1, &r->room, sizeof(*r->v));
	to = &r->v[r->n++];
	*to = (struct reading){ .pattern = p, .left.name = p->text };
	if (slash == NULL)
		return;
	to->left.name = arena_text(&r->text, p->text, (size_t)(slash - p->text));
	to->right.name = slash + 1;
}

static void
add_readings(struct readings *r, struct pattern *p)
{
	bool is_call = p->table == INCL_ARCS || p->table == EXCL_ARCS;

	if (!is_call)
		add_reading(r, p, NULL);
	for (const char *slash = strchr(p->text, '/'); is_call && slash != NULL;
	     slash = strchr(slash + 1, '/'))
		add_reading(r, p, slash);
}

static int
by_name(const void *a, const void *b)
{
	const struct wanted_name *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static void
index_names(struct readings *r)
{
	r->names = mem_new(2 * r->n, sizeof(*r->names));
	for (size_t i = 0; i < r->n; i++) {
		struct spec_side *sides[] = { &r->v[i].left, &r->v[i].right };

		for (size_t k = 0; k < 2; k++)
			if (sides[k]->name != NULL)
				r->names[r->nnames++] = (struct wanted_name){
					sides[k]->name, sides[k] };
	}
	qsort(r->names, r->nnames, sizeof(*r->names), by_name);
}

/* Adds function F, which is called NAME, to all sides that want this name.  NAME may be NULL. */
static void
match_name(const struct readings *r, const char *name, uint32_t f)
{
	size_t i;

	if (name == NULL)
		return;
	BISECT(i, r->nnames, strcmp(r->names[i].name, name) >= 0);
	for (; i < r->nnames && strcmp(r->names[i].name, name) == 0; i++)
		symspecs_add_func(r->names[i].side, f);
}

static void
match_functions(const struct readings *r, const struct profile *p)
{
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		const char *symbol = p->funcs[f].name;
		char *name = names_demangle(symbol, DEMANGLE_AUTO);
		char *bare = names_demangle_bare(symbol);

		match_name(r, symbol, f);
		match_name(r, name, f);
		match_name(r, bare, f);
		free(name);
		free(bare);
	}
}

/* If R matches and its pattern does not, gives the pattern what R matches. */
static void
take(struct reading *r)
{
	struct pattern *p = r->pattern;

	if (!symspecs_is_unmatched(p) || r->left.n == 0
	    || (r->right.name != NULL && r->right.n == 0)) {
		free(r->left.runs);
		free(r->right.runs);
		return;
	}
	free(p->left.runs);
	free(p->right.runs);
	p->left = r->left;
	p->right = r->right;
	p->has_right = r->right.name != NULL;
}

void
symspecs_match_shown(struct symspecs *s, const struct profile *p)
{
	struct readings r = { 0 };

	for (size_t i = 0; i < s->n; i++)
		if (symspecs_is_unmatched(&s->patterns[i]))
			add_readings(&r, &s->patterns[i]);
	if (r.n > 0) {
		index_names(&r);
		match_functions(&r, p);
	}
	for (size_t i = 0; i < r.n; i++)
		take(&r.v[i]);
	free(r.v);
	free(r.names);
	arena_release(&r.text);
}
