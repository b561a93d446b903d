/* alike.c - names on the screen that look alike once they are shortened: overloads and instances
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/alike.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "table/view.h"
#include "text/bare.h"
#include "text/nameparts.h"
#include "text/shorten.h"

/* A name on the screen. */
struct shown {
	uint32_t node;
	char *bare;			/* owned; the bare form of the name (text/bare.h) */
	const char *rest;		/* borrowed; the name without its return type */
};

static int
by_bare_name(const void *x, const void *y)
{
	const struct shown *a = x, *b = y;
	int c = strcmp(a->bare, b->bare);

	if (c == 0)
		c = strcmp(a->rest, b->rest);
	return c != 0 ? c : (a->node > b->node) - (a->node < b->node);
}

static int
by_node(const void *x, const void *y)
{
	const struct alike *a = x, *b = y;

	return (a->node > b->node) - (a->node < b->node);
}

/* Returns the nodes of NODES whose names have template arguments or parameters, sorted by name, and
 * sets *FOUND to the number of these nodes. */
static struct shown *
collect(struct view_context *ctx, const uint32_t *nodes, size_t n, size_t *found)
{
	struct shown *shown = mem_new(n, sizeof(*shown));

	*found = 0;
	for (size_t i = 0; i < n; i++) {
		const char *name = nodes[i] != NOBODY ? view_context_name(ctx, nodes[i]) : "";
		char *bare = bare_name(name);

		if (strcmp(bare, name) == 0) {
			free(bare);
			continue;
		}
		shown[(*found)++] = (struct shown){ nodes[i], bare, name + shorten_begin(name) };
	}
	qsort(shown, *found, sizeof(*shown), by_bare_name);
	return shown;
}

/* Is *AT, a byte of TEXT, one of SIGNS?  False for a parenthesis of "(anonymous namespace)". */
static bool
is_sign(const char *text, const char *at, const char *signs)
{
	static const char anonymous[] = NAMEPARTS_ANONYMOUS;
	size_t n = strlen(anonymous);

	if (strchr(signs, *at) == NULL || strncmp(at, anonymous, n) == 0)
		return false;
	return (size_t)(at - text) < n - 1 || strncmp(at - (n - 1), anonymous, n) != 0;
}

/* Returns the length of the common prefix of the N texts S[].rest.  The prefix ends where a
 * template argument or parameter begins. */
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
	while (length > 0 && !is_sign(s[0].rest, s[0].rest + length - 1, "(<,"))
		length--;
	return length;
}

/* Returns the length of the common suffix of the N texts S[].rest.  The suffix begins where a
 * template argument or parameter ends, and not in the first START bytes of a text. */
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
	while (length > 0 && !is_sign(s[0].rest, end - length, ",>)"))
		length--;
	return length;
}

/* Returns the length of the template argument or parameter at byte START of REST. */
static size_t
argument_length(const char *rest, size_t start)
{
	struct slice s = { rest, strlen(rest) };
	size_t at = start;

	while (at < s.n && strchr(",>)", rest[at]) == NULL) {
		size_t n = nameparts_operator(s, at) + nameparts_anonymous(s, at);

		if (n == 0 && nameparts_closer(rest[at]) != '\0')
			n = nameparts_bracket_end(s, at) - at;
		at += n > 0 ? n : 1;
	}
	return at - start;
}

/* Is the argument at byte START of S[].rest different in all nodes?  The N elements of S are
 * sorted. */
static bool
is_enough(const struct shown *s, size_t n, size_t start)
{
	for (size_t i = 1; i < n; i++) {
		size_t length = argument_length(s[i].rest, start);

		if (s[i].node != s[i - 1].node
			&& length == argument_length(s[i - 1].rest, start)
			&& memcmp(s[i].rest + start, s[i - 1].rest + start, length) == 0)
			return false;
	}
	return true;
}

/* Adds the N nodes S, which have the same bare name, to A unless they are all the same node. */
static void
add_group(struct view_context *ctx, struct alikes *a, const struct shown *s, size_t n)
{
	size_t start, behind, i;
	bool enough;

	if (s[0].node == s[n - 1].node)
		return;
	start = common_prefix(s, n);
	behind = common_suffix(s, n, start);
	enough = is_enough(s, n, start);
	for (i = 0; i < n; i++) {
		size_t at = (size_t)(s[i].rest - view_context_name(ctx, s[i].node));

		if (i == 0 || s[i].node != s[i - 1].node)
			a->v[a->n++] = (struct alike){ s[i].node, at + start,
				at + (enough ? start + argument_length(s[i].rest, start)
					: strlen(s[i].rest) - behind) };
	}
}

struct alikes
alikes_of_nodes(struct view_context *ctx, const uint32_t *nodes, size_t n)
{
	struct alikes a = { 0 };
	size_t found, i, group;
	struct shown *shown = collect(ctx, nodes, n, &found);

	a.v = mem_new(found, sizeof(*a.v));
	for (i = 0; i < found; i = group) {
		for (group = i + 1; group < found; group++)
			if (strcmp(shown[i].bare, shown[group].bare) != 0)
				break;
		add_group(ctx, &a, &shown[i], group - i);
	}
	for (i = 0; i < found; i++)
		free(shown[i].bare);
	free(shown);
	qsort(a.v, a.n, sizeof(*a.v), by_node);
	return a;
}

struct alikes
alikes_find(const struct view *v, int first, int end)
{
	struct alikes a = { 0 };
	uint32_t *nodes;

	if (first >= end)
		return a;
	assert(first >= 0 && (size_t)end <= v->rows.n);
	nodes = mem_new((size_t)(end - first), sizeof(*nodes));
	for (int i = first; i < end; i++)
		nodes[i - first] = view_node(v, &v->rows.v[i]);
	a = alikes_of_nodes(v->ctx, nodes, (size_t)(end - first));
	free(nodes);
	return a;
}

/* Returns the element of A for NODE, or NULL. */
static const struct alike *
alike_of(const struct alikes *a, uint32_t node)
{
	const struct alike key = { .node = node };

	return a->n > 0 ? bsearch(&key, a->v, a->n, sizeof(*a->v), by_node) : NULL;
}

char *
alikes_shorten(const struct alikes *a, struct view_context *ctx, uint32_t node, int width)
{
	const struct alike *alike = alike_of(a, node);
	const char *name = view_context_name(ctx, node);

	return alike == NULL ? shorten_name(name, width, ctx->ascii)
		: shorten_distinct(name, alike->from, alike->end, width, ctx->ascii);
}
