/* codelines.c - which functions have code on the lines of a source file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "source/codelines.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/clonename.h"
#include "base/mem.h"

struct making {
	struct code_lines *c;
	size_t room;			/* room of c->v */
	const struct sources *s;
	struct callsites *places;
	uint32_t file;
	const char *path;		/* the path in the last call of is_here(); only pointers are
					 * compared, since all spans of a file have the same
					 * pointer */
	bool is_here;			/* result of is_here() for .path */
};

static bool
is_here(struct making *m, const char *path)
{
	if (path != m->path)
		m->is_here = sources_file(m->s, path) == m->file;
	m->path = path;
	return m->is_here;
}

static void
add_line(struct making *m, uint32_t number, uint32_t f)
{
	struct code_lines *c = m->c;

	if (c->n > 0 && c->v[c->n - 1].number == number && c->v[c->n - 1].func == f)
		return;
	c->v = mem_grow(c->v, c->n + 1, &m->room, sizeof(*c->v));
	c->v[c->n++] = (struct code_line){ number, f };
}

/* Adds the lines of the file on which function F has figures.  A measured profile has no code. */
static void
add_lines_with_figures(struct making *m, uint32_t f)
{
	const struct source *file = &m->s->files[m->file];
	size_t n;
	const struct func_line *v = funclines_of(&m->s->funclines, f, &n);

	for (size_t i = 0; i < n; i++)
		if (v[i].line != NOBODY && v[i].line - file->line_at < file->nlines)
			add_line(m, m->s->lines[v[i].line].number, f);
}

static void
add_code_of(struct making *m, uint32_t f)
{
	const struct func *func = &m->places->profile->funcs[f];
	struct lines *lines = callsites_lines(m->places, func->image);

	for (uint64_t at = func->lo; at < func->hi;) {
		struct line_span span;
		bool known = lines_span(lines, at, &span);

		if (known && is_here(m, span.file))
			add_line(m, span.line, f);
		if (span.hi <= at)
			break;
		at = span.hi;
	}
}

/* Does function F have samples or calls in the file? */
static bool
has_part(const struct making *m, uint32_t f)
{
	const struct source *file = &m->s->files[m->file];
	size_t n, i;
	const struct func_line *v = funclines_of(&m->s->funclines, f, &n);

	BISECT(i, n, v[i].line >= file->line_at);
	return i < n && v[i].line - file->line_at < file->nlines;
}

static int
by_line(const void *a, const void *b)
{
	const struct code_line *x = a, *y = b;

	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return x->func < y->func ? -1 : x->func > y->func;
}

static void
add_all_code(struct making *m)
{
	const struct profile *p = m->places->profile;
	struct code_lines *c = m->c;
	size_t kept = 0;

	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (profile_has(p, HAS_EVENTS))
			add_lines_with_figures(m, f);
		else if (p->funcs[f].image < p->nimages
			&& (m->s->file_of[f] == m->file || has_part(m, f)))
			add_code_of(m, f);
	if (c->n > 0)
		qsort(c->v, c->n, sizeof(*c->v), by_line);
	for (size_t i = 0; i < c->n; i++)
		if (i == 0 || by_line(&c->v[i], &c->v[kept - 1]) != 0)
			c->v[kept++] = c->v[i];
	c->n = kept;
}

/* Is the text of the function with the symbol INNER inside the text of the function with the symbol
 * OUTER?  INNER begins below the header of OUTER.  INNER is inside OUTER if the compiler split
 * INNER off from OUTER, or if INNER is local to OUTER in C++, such as a lambda. */
static bool
stands_in(const char *inner, const char *outer)
{
	const char *ending = clonename_ending(outer);
	size_t n = ending != NULL ? (size_t)(ending - outer) : strlen(outer), same = 0;

	if (strncmp(inner, outer, n) == 0 && clonename_ending(inner) == inner + n)
		return true;
	if (strncmp(inner, "_ZZ", 3) != 0)
		return false;
	inner += 3;
	if (strncmp(outer, "_Z", 2) != 0)	/* OUTER is not mangled, such as main; INNER is
						 * "_ZZ4main..." */
		return strncmp(inner + strspn(inner, "0123456789"), outer, n) == 0;
	outer += 2;
	while (outer[same] != '\0' && inner[same] == outer[same])
		same++;
	/* INNER may be in another instance of the template OUTER, so only the part before 'I' must
	 * be the same. */
	return same + 2 >= n || memchr(outer, 'I', same) != NULL;
}

static void
find_texts(struct making *m)
{
	const struct source *file = &m->s->files[m->file];
	const struct func *funcs = m->places->profile->funcs;
	struct code_lines *c = m->c;

	c->texts = mem_new(file->nfuncs, sizeof(*c->texts));
	for (uint32_t i = 0; i < file->nfuncs; i++) {
		uint32_t f = m->s->funcs[file->func_at + i], line = m->s->line_of[f];
		const struct func_text *last = c->ntexts > 0 ? &c->texts[c->ntexts - 1] : NULL;

		if (last == NULL || line == last->first
			|| !stands_in(funcs[f].name, funcs[last->func].name))
			c->texts[c->ntexts++] = (struct func_text){ f, line, line };
	}
}

/* Sets .last of each text to the last line with code of a function that begins in the text.  Lines
 * from the beginning of the next text on do not count.  Texts with the same .first get the same
 * .last. */
static void
find_ends(struct making *m)
{
	struct code_lines *c = m->c;
	size_t at = 0, end;

	for (size_t i = 0; i < c->ntexts; i = end) {
		uint32_t first = c->texts[i].first, last = first;

		for (end = i; end < c->ntexts && c->texts[end].first == first; end++)
			;
		for (; at < c->n && (end == c->ntexts || c->v[at].number < c->texts[end].first);
			at++) {
			uint32_t f = c->v[at].func;

			if (c->v[at].number > last && m->s->file_of[f] == m->file
				&& codelines_text_before(c, m->s->line_of[f])->first == first)
				last = c->v[at].number;
		}
		for (size_t k = i; k < end; k++)
			c->texts[k].last = last;
	}
}

void
codelines_make(struct code_lines *c, const struct sources *s, struct callsites *places,
	uint32_t file)
{
	struct making m = { .c = c, .s = s, .places = places, .file = file };

	assert(file < s->nfiles);
	*c = (struct code_lines){ 0 };
	add_all_code(&m);
	find_texts(&m);
	find_ends(&m);
}

void
codelines_release(struct code_lines *c)
{
	free(c->v);
	free(c->texts);
	*c = (struct code_lines){ 0 };
}

const struct code_line *
codelines_at(const struct code_lines *c, uint32_t number, size_t *n)
{
	size_t from, to;

	BISECT(from, c->n, c->v[from].number >= number);
	BISECT(to, c->n, c->v[to].number > number);
	*n = to - from;
	return c->n > 0 ? &c->v[from] : NULL;
}

const struct func_text *
codelines_text_before(const struct code_lines *c, uint32_t number)
{
	size_t i;

	BISECT(i, c->ntexts, c->texts[i].first > number);
	return i > 0 ? &c->texts[i - 1] : NULL;
}
