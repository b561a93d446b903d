/* firefox_libs.c - libraries and strings of the Firefox Profiler, addresses and functions in them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "measured/formats/firefox.h"

static int
by_start(const void *a, const void *b)
{
	const struct firefox_place *x = a, *y = b;

	return x->start != y->start ? (x->start < y->start ? -1 : 1)
		: x->lib < y->lib ? -1 : x->lib > y->lib;
}

/* Reads where the libraries of LIBS were.  Only Firefox itself says so. */
static void
find_places(const struct firefox *p, struct firefox_libs *libs)
{
	struct firefox_place *v = mem_new(libs->n, sizeof(*v));
	size_t n = 0, kept = 0;

	for (uint32_t i = 0; i < libs->n; i++) {
		const struct jsontree_value *lib = libs->v[i].value;
		struct firefox_place at = { jsontree_real(jsontree_get(p->t, lib, "start"), -1),
			jsontree_real(jsontree_get(p->t, lib, "end"), -1), i };

		if (at.start >= 0 && at.end > at.start)
			v[n++] = at;
	}
	if (n > 0)
		qsort(v, n, sizeof(*v), by_start);
	for (size_t i = 0; i < n; i++)
		if (kept == 0 || v[i].start >= v[kept - 1].end)
			v[kept++] = v[i];
	libs->places = v;
	libs->nplaces = kept;
}

void
firefox_libs_open(const struct firefox *p, struct firefox_libs *libs,
	const struct jsontree_value *v)
{
	uint32_t *elements = jsontree_elements(p->t, v, &libs->n);

	libs->v = mem_new(libs->n, sizeof(*libs->v));
	for (uint32_t i = 0; i < libs->n; i++)
		libs->v[i] = (struct firefox_lib){ .value = &p->t->v[elements[i]],
			.object = NOBODY, .image = NOBODY };
	free(elements);
	find_places(p, libs);
}

void
firefox_libs_release(struct firefox_libs *libs)
{
	free(libs->v);
	free(libs->places);
}

struct firefox_lib *
firefox_lib(const struct firefox_libs *libs, double lib)
{
	return lib >= 0 && lib < libs->n ? &libs->v[(uint32_t)lib] : NULL;
}

/* Is T an address, such as "0x1f40"? */
static bool
is_address(struct perf_text t)
{
	if (t.n < 3 || t.s[0] != '0' || t.s[1] != 'x')
		return false;
	for (size_t i = 2; i < t.n; i++)
		if (t.s[i] == '\0' || strchr("0123456789abcdefABCDEF", t.s[i]) == NULL)
			return false;
	return true;
}

/* Returns the number that the address T stands for. */
static double
address_of(struct jsontree_text t)
{
	double address = 0;

	for (size_t i = 2; i < t.n; i++)
		address = 16 * address + (t.s[i] <= '9' ? t.s[i] - '0'
			: (t.s[i] | 0x20) - 'a' + 10);
	return address;
}

struct firefox_lib *
firefox_lib_at(const struct firefox_libs *libs, double address, double *distance)
{
	size_t i;

	BISECT(i, libs->nplaces, libs->places[i].end > address);
	if (i == libs->nplaces || libs->places[i].start > address)
		return NULL;
	*distance = address - libs->places[i].start;
	return firefox_lib(libs, libs->places[i].lib);
}

/* Is T the name of a file or of a module, as perf has it? */
static bool
is_object(struct perf_text t)
{
	return perf_text_begins(t, "/") || perf_text_begins(t, "[") || perf_text_begins(t, "bpf_");
}

/* If NAME is "FUNCTION (in OBJECT)", as the scripts of perf and simpleperf have it, removes all but
 * FUNCTION from it and returns OBJECT; otherwise returns an empty text.  The brackets of a
 * name, and those of a path as "/tmp/a (deleted)", come in pairs. */
static struct perf_text
split(struct jsontree_text *name)
{
	static const char before[] = " (in ";
	const size_t nbefore = sizeof(before) - 1;
	struct perf_text object = { 0 };
	size_t i = name->n, depth = 0;

	if (i == 0 || name->s[i - 1] != ')')
		return object;
	do {
		i--;
		depth += name->s[i] == ')';
		depth -= name->s[i] == '(';
	} while (i > 0 && depth > 0);
	if (depth > 0 || i < 2 || name->n - i < nbefore
	    || memcmp(name->s + i - 1, before, nbefore) != 0)
		return object;
	object.s = name->s + i - 1 + nbefore;
	object.n = name->n - 1 - (size_t)(object.s - name->s);
	if (!is_object(object))
		return (struct perf_text){ 0 };
	name->n = i - 1;
	return object;
}

void
firefox_strings_open(const struct firefox *p, struct firefox_tables *tables,
	const struct jsontree_value *v)
{
	uint32_t *elements = jsontree_elements(p->t, v, &tables->nstrings), n = tables->nstrings;

	tables->strings = mem_new((size_t)n + 1, sizeof(*tables->strings));
	for (uint32_t i = 0; i < n; i++)
		tables->strings[i].text = jsontree_text(&p->t->v[elements[i]]);
	tables->strings[n].text = jsontree_text(NULL);
	free(elements);
}

struct firefox_string *
firefox_string(const struct firefox_tables *tables, double i)
{
	struct firefox_string *s = &tables->strings[i >= 0 && i < tables->nstrings ? (uint32_t)i
		: tables->nstrings];
	struct jsontree_text function = s->text;

	if (s->is_read)
		return s;
	s->is_read = true;
	s->object = (uint32_t)split(&function).n;
	s->function = s->object > 0 ? (uint32_t)function.n : 0;
	s->is_address[FIREFOX_WHOLE] = is_address(firefox_part(s, FIREFOX_WHOLE));
	s->is_address[FIREFOX_FUNCTION] = is_address(firefox_part(s, FIREFOX_FUNCTION));
	s->address = s->is_address[FIREFOX_WHOLE] ? address_of(s->text) : -1;
	for (int part = 0; part < FIREFOX_PARTS; part++)
		s->numbers[part] = NOBODY;
	return s;
}

struct perf_text
firefox_part(const struct firefox_string *s, enum firefox_part part)
{
	if (part == FIREFOX_OBJECT)
		return (struct perf_text){ s->text.s + s->text.n - (s->object > 0) - s->object,
			s->object };
	return (struct perf_text){ s->text.s, part == FIREFOX_FUNCTION ? s->function : s->text.n };
}

uint32_t
firefox_number(struct firefox *p, struct firefox_string *s, enum firefox_part part)
{
	struct perf_text text = firefox_part(s, part);

	if (s->numbers[part] == NOBODY)
		s->numbers[part] = part == FIREFOX_FILE
			? measured_file_text(p->m, text.s, text.n)
			: measured_text(p->m, text.s, text.n);
	return s->numbers[part];
}
