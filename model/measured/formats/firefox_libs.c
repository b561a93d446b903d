/* firefox_libs.c - the libraries of the Firefox Profiler, and the addresses and functions in them
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

bool
firefox_is_address(struct jsontree_text t)
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
firefox_lib_at(const struct firefox_libs *libs, struct jsontree_text text, double *distance)
{
	double address = address_of(text);
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

/* The brackets of a name, and those of a path as "/tmp/a (deleted)", come in pairs. */
struct perf_text
firefox_split(struct jsontree_text *name)
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
