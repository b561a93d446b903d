/* What the symspecs of the command line match.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "symspecs.h"

#include <stdlib.h>
#include <string.h>

/* To find the sides that a name belongs to. */
struct named {
	const char *name;
	struct side *side;
};

struct finder {
	struct named *v;		/* owned; by name */
	struct side **all;		/* owned; those that take every function */
	size_t n, nall;
	bool begins[256];		/* some name begins with this byte */
};

/* The names gprof never shows: the machinery of profiling. */
static const char *const machinery[] = {
	"_gprof_mcount", "mcount", "_mcount", "__mcount", "__mcount_internal", "__mcleanup",
};

static const enum table machinery_in[] = { EXCL_TIME, EXCL_GRAPH, EXCL_FLAT };

enum {
	NMACHINERY = sizeof(machinery) / sizeof(*machinery),
	NMACHINERY_IN = sizeof(machinery_in) / sizeof(*machinery_in),
};

/* SIDE is what the N characters at TEXT say. */
static bool
parse_side(struct side *side, struct arena *names, const char *text, size_t n, struct err *e)
{
	const char *colon = memrchr(text, ':', n);
	const char *name = colon != NULL ? colon + 1 : text;
	size_t left = n - (size_t)(name - text);
	bool by_file = colon != NULL ? colon > text : memchr(text, '.', n) != NULL;

	if (by_file || (left > 0 && *name >= '0' && *name <= '9'))
		return err_set(e, ERR_USAGE, "%.*s: naming functions by file or line is not "
			"supported yet; name a function", n < 200 ? (int)n : 200, text);
	if (left > 0)
		side->name = arena_text(names, name, left);
	return true;
}

static bool
parse(struct pattern *p, struct arena *names, const struct spec *spec, struct err *e)
{
	const char *slash = strchr(spec->text, '/');
	size_t n = slash != NULL ? (size_t)(slash - spec->text) : strlen(spec->text);

	p->table = spec->table;
	if (!parse_side(&p->left, names, spec->text, n, e))
		return false;
	if (slash == NULL)
		return true;
	p->has_right = true;
	return parse_side(&p->right, names, slash + 1, strlen(slash + 1), e);
}

static int
by_name(const void *a, const void *b)
{
	const struct named *n = a, *m = b;

	return strcmp(n->name, m->name);
}

static void
finder_add(struct finder *f, struct side *side)
{
	if (side->name == NULL) {
		f->all[f->nall++] = side;
		return;
	}
	f->begins[(unsigned char)*side->name] = true;
	f->v[f->n++] = (struct named){ side->name, side };
}

static void
finder_make(struct finder *f, const struct symspecs *s)
{
	memset(f, 0, sizeof(*f));
	f->v = mem_new(2 * s->n, sizeof(*f->v));
	f->all = mem_new(2 * s->n, sizeof(*f->all));
	for (size_t i = 0; i < s->n; i++) {
		finder_add(f, &s->patterns[i].left);
		if (s->patterns[i].has_right)
			finder_add(f, &s->patterns[i].right);
	}
	qsort(f->v, f->n, sizeof(*f->v), by_name);
}

/* SIDE names function F too; F grows from call to call. */
static void
extend(struct side *side, uint32_t f)
{
	struct range *last = side->n > 0 ? &side->ranges[side->n - 1] : NULL;

	if (last != NULL && last->last + 1 >= f) {
		last->last = f;
		return;
	}
	side->ranges = mem_room(side->ranges, side->n + 1, &side->room, sizeof(*side->ranges));
	side->ranges[side->n++] = (struct range){ f, f };
}

/* NAME is a name of function F. */
static void
match(const struct finder *finder, const char *name, uint32_t f)
{
	size_t lo = 0, hi = finder->n;

	if (!finder->begins[(unsigned char)*name])
		return;
	while (lo < hi) {
		size_t middle = lo + (hi - lo) / 2;

		if (strcmp(finder->v[middle].name, name) < 0)
			lo = middle + 1;
		else
			hi = middle;
	}
	for (; lo < finder->n && strcmp(finder->v[lo].name, name) == 0; lo++)
		extend(finder->v[lo].side, f);
}

bool
symspecs_parse(struct symspecs *s, const struct spec *specs, size_t nspecs,
	bool exclude_profiler, struct err *e)
{
	memset(s, 0, sizeof(*s));
	s->patterns = mem_new(nspecs + NMACHINERY * NMACHINERY_IN, sizeof(*s->patterns));
	for (size_t i = 0; exclude_profiler && i < NMACHINERY; i++)
		for (size_t k = 0; k < NMACHINERY_IN; k++) {
			struct pattern *p = &s->patterns[s->n++];

			p->table = machinery_in[k];
			p->left.name = machinery[i];
		}
	for (size_t i = nspecs; i-- > 0;)
		if (!parse(&s->patterns[s->n++], &s->names, &specs[i], e))
			return false;
	return true;
}

void
symspecs_match(struct symspecs *s, const struct func *funcs, uint32_t nfuncs)
{
	struct finder finder;

	finder_make(&finder, s);
	for (uint32_t f = 0; f < nfuncs; f++) {
		for (size_t i = 0; i < finder.nall; i++)
			extend(finder.all[i], f);
		match(&finder, funcs[f].name, f);
		for (uint32_t i = 0; i < funcs[f].nalso; i++)
			match(&finder, funcs[f].also[i], f);
	}
	free(finder.v);
	free(finder.all);
}

void
symspecs_release(struct symspecs *s)
{
	for (size_t i = 0; i < s->n; i++) {
		free(s->patterns[i].left.ranges);
		free(s->patterns[i].right.ranges);
	}
	free(s->patterns);
	arena_release(&s->names);
}
