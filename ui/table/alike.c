/* alike.c - names on the screen that look alike once they are shortened: overloads and instances
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/alike.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "table/view.h"
#include "text/bare.h"
#include "text/shorten.h"

/* A name on the screen. */
struct shown {
	uint32_t node;
	char *bare;			/* owned; the name without arguments and parameters */
	const char *rest;		/* borrowed; template arguments and parameters */
};

static int
by_bare_name(const void *x, const void *y)
{
	const struct shown *a = x, *b = y;
	int c = strcmp(a->bare, b->bare);

	return c != 0 ? c : (a->node > b->node) - (a->node < b->node);
}

static int
by_node(const void *x, const void *y)
{
	const struct alike *a = x, *b = y;

	return (a->node > b->node) - (a->node < b->node);
}

/* Collect the nodes of rows FIRST to END - 1 that have arguments or parameters, sorted by name. */
static struct shown *
collect(const struct view *v, int first, int end, size_t *n)
{
	struct shown *shown = mem_new((size_t)(end - first), sizeof(*shown));
	size_t length;

	*n = 0;
	for (int i = first; i < end; i++) {
		uint32_t node = view_node(v, &v->rows.v[i]);
		const char *name = node != NOBODY ? view_context_name(v->ctx, node) : "";
		char *bare = bare_name(name);

		if (strcmp(bare, name) == 0) {
			free(bare);
			continue;
		}
		name = shorten_own(name, &length);
		shown[(*n)++] = (struct shown){ node, bare, name + length };
	}
	qsort(shown, *n, sizeof(*shown), by_bare_name);
	return shown;
}

/* Returns the length of the common prefix of the N texts, which ends before a parameter. */
static size_t
common_prefix(const struct shown *s, size_t n)
{
	size_t length = strlen(s[0].rest);

	for (size_t i = 1; i < n; i++) {
		size_t k = 0;

		while (k < length && s[0].rest[k] == s[i].rest[k])
			k++;
		length = k;
	}
	while (length > 0 && strchr("(<,", s[0].rest[length - 1]) == NULL)
		length--;
	return length;
}

/* Returns the length of the common suffix of the N texts.  It reaches into the first START bytes of
 * none of them, and begins behind a parameter. */
static size_t
common_suffix(const struct shown *s, size_t n, size_t start)
{
	const char *end = s[0].rest + strlen(s[0].rest);
	size_t length = strlen(s[0].rest) - start;

	for (size_t i = 1; i < n; i++) {
		const char *other = s[i].rest + strlen(s[i].rest);
		size_t most = strlen(s[i].rest) - start, k = 0;

		while (k < length && k < most && end[-1 - (long)k] == other[-1 - (long)k])
			k++;
		length = k;
	}
	while (length > 0 && strchr(",>)", end[-(long)length]) == NULL)
		length--;
	return length;
}

/* Add the N nodes S, which have the same bare name, to A unless they are all the same node. */
static void
add_group(const struct view *v, struct alikes *a, const struct shown *s, size_t n)
{
	size_t start, behind, i;

	if (s[0].node == s[n - 1].node)
		return;
	start = common_prefix(s, n);
	behind = common_suffix(s, n, start);
	for (i = 0; i < n; i++) {
		size_t at = (size_t)(s[i].rest - view_context_name(v->ctx, s[i].node));

		if (i == 0 || s[i].node != s[i - 1].node)
			a->v[a->n++] = (struct alike){ s[i].node, at + start,
				at + strlen(s[i].rest) - behind };
	}
}

struct alikes
alikes_find(const struct view *v, int first, int end)
{
	struct alikes a = { 0 };
	size_t n, i, group;
	struct shown *shown;

	if (first >= end)
		return a;
	assert(first >= 0 && (size_t)end <= v->rows.n);
	shown = collect(v, first, end, &n);
	a.v = mem_new(n, sizeof(*a.v));
	for (i = 0; i < n; i = group) {
		for (group = i + 1; group < n; group++)
			if (strcmp(shown[i].bare, shown[group].bare) != 0)
				break;
		add_group(v, &a, &shown[i], group - i);
	}
	for (i = 0; i < n; i++)
		free(shown[i].bare);
	free(shown);
	qsort(a.v, a.n, sizeof(*a.v), by_node);
	return a;
}

const struct alike *
alikes_of(const struct alikes *a, uint32_t node)
{
	const struct alike key = { .node = node };

	return a->n > 0 ? bsearch(&key, a->v, a->n, sizeof(*a->v), by_node) : NULL;
}
