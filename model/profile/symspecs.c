/* symspecs.c - the functions that symspecs of the command line match
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/symspecs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bisect.h"
#include "base/mem.h"
#include "base/pathname.h"
#include "elf/image.h"
#include "profile/profilerfuncs.h"

/* A side of a pattern, and its name. */
struct named_side {
	const char *name;
	struct spec_side *side;
};

struct name_index {
	struct named_side *v;		/* owned; sorted by name */
	struct spec_side **all;		/* owned; the sides that have no name, so that any name
					 * matches */
	size_t n, nall;
	bool begins[256];		/* indexed by character: does any name begin with it? */
};

struct matching {
	const struct profile *profile;
	struct name_index names;
	bool by_gprof;
};

/* The tables in which gprof names the functions of the profiler, to exclude them. */
static const enum select_table profiler_tables[] = { EXCL_TIME, EXCL_GRAPH, EXCL_FLAT };

enum { NPROFILER_TABLES = sizeof(profiler_tables) / sizeof(*profiler_tables) };

/* Returns the line number that DIGITS mean.  If BY_GPROF is set, takes only the low 32 bits of the
 * number, as gprof does. */
static uint32_t
parse_line(const char *digits, bool by_gprof)
{
	unsigned long long line = strtoull(digits, NULL, 10);

	return by_gprof || line < UINT32_MAX ? (uint32_t)line : UINT32_MAX;
}

/* Parses the N characters at TEXT into SIDE. */
static void
parse_side(struct spec_side *side, struct arena *names, const char *text, size_t n, bool by_gprof)
{
	const char *colon = memrchr(text, ':', n);
	const char *name = colon != NULL ? colon + 1 : text;
	size_t rest = n - (size_t)(name - text);

	if (colon == NULL && memchr(text, '.', n) != NULL) {
		side->file = arena_text(names, text, n);
		return;
	}
	if (colon != NULL && colon > text)
		side->file = arena_text(names, text, (size_t)(colon - text));
	if (rest > 0 && *name >= '0' && *name <= '9')
		side->line = parse_line(arena_text(names, name, rest), by_gprof);
	else if (rest > 0)
		side->name = arena_text(names, name, rest);
}

static void
parse_spec(struct pattern *p, struct arena *names, const struct symspec *spec, bool by_gprof)
{
	const char *slash = strchr(spec->text, '/');
	size_t n = slash != NULL ? (size_t)(slash - spec->text) : strlen(spec->text);

	p->text = spec->text;
	p->table = spec->table;
	p->has_right = slash != NULL;
	parse_side(&p->left, names, spec->text, n, by_gprof);
	if (slash != NULL)
		parse_side(&p->right, names, slash + 1, strlen(slash + 1), by_gprof);
}

static int
by_name(const void *a, const void *b)
{
	const struct named_side *n = a, *m = b;

	return strcmp(n->name, m->name);
}

static void
index_side(struct name_index *f, struct spec_side *side)
{
	if (side->name == NULL) {
		f->all[f->nall++] = side;
		return;
	}
	f->begins[(unsigned char)*side->name] = true;
	f->v[f->n++] = (struct named_side){ side->name, side };
}

static void
index_names(struct name_index *f, const struct symspecs *s)
{
	memset(f, 0, sizeof(*f));
	f->v = mem_new(2 * s->n, sizeof(*f->v));
	f->all = mem_new(2 * s->n, sizeof(*f->all));
	for (size_t i = 0; i < s->n; i++) {
		index_side(f, &s->patterns[i].left);
		if (s->patterns[i].has_right)
			index_side(f, &s->patterns[i].right);
	}
	qsort(f->v, f->n, sizeof(*f->v), by_name);
}

void
symspecs_add_func(struct spec_side *side, uint32_t f)
{
	struct func_run *last = side->n > 0 ? &side->runs[side->n - 1] : NULL;

	assert(last == NULL || last->last <= f);
	if (last != NULL && last->last + 1 >= f) {
		last->last = f;
		return;
	}
	side->runs = mem_grow(side->runs, side->n + 1, &side->room, sizeof(*side->runs));
	side->runs[side->n++] = (struct func_run){ f, f };
}

/* Does function F begin in the file and on the line of SIDE? */
static bool
begins_there(const struct matching *m, const struct spec_side *side, uint32_t f)
{
	const struct profile *p = m->profile;
	uint32_t file = p->places != NULL ? p->places[f].file : NOBODY;

	if (side->line != 0 && (file == NOBODY || p->places[f].line != side->line))
		return false;
	if (side->file == NULL)
		return true;
	if (m->by_gprof)
		return file != NOBODY && file == side->number;
	return file != NOBODY && strcmp(pathname_base(p->files[file]), side->file) == 0;
}

/* Adds function F to each side that has the name NAME, unless the side has a file or a line where F
 * does not begin. */
static void
match_name(const struct matching *m, const char *name, uint32_t f)
{
	const struct name_index *names = &m->names;
	size_t i;

	if (!names->begins[(unsigned char)*name])
		return;
	BISECT(i, names->n, strcmp(names->v[i].name, name) >= 0);
	for (; i < names->n && strcmp(names->v[i].name, name) == 0; i++)
		if (begins_there(m, names->v[i].side, f))
			symspecs_add_func(names->v[i].side, f);
}

/* Returns the name of function F that symspecs match.  gprof matches symbols without the character
 * in front of all names of C; by exact rules, the profile has them without it. */
static const char *
name_to_match(const struct profile *p, uint32_t f, bool by_gprof)
{
	const char *name = p->funcs[f].name;
	char leading = by_gprof ? p->images[p->funcs[f].image].leading : '\0';

	return leading != '\0' && *name == leading ? name + 1 : name;
}

/* Sets SIDE->number to the number of the last source file that is called SIDE->file, or to
 * NOBODY. */
static void
find_file(struct spec_side *side, const struct profile *p)
{
	side->number = NOBODY;
	for (uint32_t i = p->nfiles; side->file != NULL && i-- > 0;)
		if (strcmp(pathname_base(p->files[i]), side->file) == 0) {
			side->number = i;
			return;
		}
}

void
symspecs_parse(struct symspecs *s, const struct symspec *specs, size_t nspecs,
	bool by_gprof)
{
	size_t nprofiler = 0;

	while (by_gprof && profilerfuncs_of_gprof(nprofiler) != NULL)
		nprofiler++;
	memset(s, 0, sizeof(*s));
	s->patterns = mem_new(nspecs + nprofiler * NPROFILER_TABLES, sizeof(*s->patterns));
	for (size_t i = 0; i < nprofiler; i++)
		for (size_t k = 0; k < NPROFILER_TABLES; k++) {
			struct pattern *p = &s->patterns[s->n++];

			p->table = profiler_tables[k];
			p->left.name = profilerfuncs_of_gprof(i);
		}
	for (size_t i = nspecs; i-- > 0;)
		parse_spec(&s->patterns[s->n++], &s->names, &specs[i], by_gprof);
}

void
symspecs_match(struct symspecs *s, const struct profile *p, bool by_gprof)
{
	struct matching m = { .profile = p, .by_gprof = by_gprof };

	for (size_t i = 0; i < s->n; i++) {
		find_file(&s->patterns[i].left, p);
		find_file(&s->patterns[i].right, p);
	}
	index_names(&m.names, s);
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		for (size_t i = 0; i < m.names.nall; i++)
			if (begins_there(&m, m.names.all[i], f))
				symspecs_add_func(m.names.all[i], f);
		match_name(&m, name_to_match(p, f, by_gprof), f);
		for (uint32_t i = 0; i < p->funcs[f].nalso; i++)
			match_name(&m, p->funcs[f].also[i], f);
	}
	free(m.names.v);
	free(m.names.all);
	if (!by_gprof)
		symspecs_match_shown(s, p);
}

bool
symspecs_is_unmatched(const struct pattern *p)
{
	return p->left.n == 0 || (p->has_right && p->right.n == 0);
}

bool
symspecs_need_places(const struct symspec *specs, size_t nspecs)
{
	struct symspecs s;
	bool need = false;

	symspecs_parse(&s, specs, nspecs, false);
	for (size_t i = 0; i < s.n; i++) {
		const struct pattern *p = &s.patterns[i];

		need |= p->left.file != NULL || p->right.file != NULL
			|| p->left.line != 0 || p->right.line != 0;
	}
	symspecs_release(&s);
	return need;
}

void
symspecs_release(struct symspecs *s)
{
	for (size_t i = 0; i < s->n; i++) {
		free(s->patterns[i].left.runs);
		free(s->patterns[i].right.runs);
	}
	free(s->patterns);
	arena_release(&s->names);
}
