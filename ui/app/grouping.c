/* grouping.c - folding at one level
 *
 * At each level a function has a key, such as the name of its template.  Functions with the same
 * key are folded into one of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/grouping.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/numbering.h"
#include "base/sort.h"

/* Functions by their keys at one level.  Equal keys have the same number. */
struct keyed {
	struct numbering numbering;
	const char **texts;		/* owned; indexed by number of a key */
	size_t room;
	uint32_t *number_of;		/* owned; indexed by function: its key, or NOBODY */
};

static bool
is_text(const void *of, uint32_t number, const void *key)
{
	return strcmp(((const char *const *)of)[number], key) == 0;
}

/* Returns the number of KEY.  If IS_NEW is false, a key without a number gets none: the result is
 * NOBODY. */
static uint32_t
number_of_key(struct keyed *k, const char *key, bool is_new)
{
	uint64_t hash = numbering_hash(&k->numbering, key, strlen(key));
	uint32_t before = k->numbering.n, number;

	if (!is_new)
		return numbering_find(&k->numbering, hash, is_text, k->texts, key);
	number = numbering_of(&k->numbering, hash, is_text, k->texts, key);
	if (number == before) {
		k->texts = mem_grow(k->texts, before + 1, &k->room, sizeof(*k->texts));
		k->texts[number] = key;
	}
	return number;
}

/* Returns the length of the directory that all keys of K have in common.  Returns 0 if the
 * directory is "/", or if all keys are equal. */
static size_t
common_directory(const struct keyed *k)
{
	const char *first = k->numbering.n > 1 ? k->texts[0] : "";
	size_t length = strlen(first), i;

	for (uint32_t number = 1; number < k->numbering.n; number++) {
		for (i = 0; i < length && k->texts[number][i] == first[i];)
			i++;
		length = i;
	}
	while (length > 0 && first[length - 1] != '/')
		length--;
	return length > 1 ? length : 0;
}

/* V contains N functions, sorted by number.  Returns the function of V whose number is nearest to
 * F, and sets *AT to its position in V.  The search begins at *AT: callers set it to 0 at first,
 * and search for functions F in ascending order. */
static uint32_t
nearest_function(const uint32_t *v, size_t n, uint32_t f, size_t *at)
{
	for (; *at + 1 < n; ++*at) {
		uint32_t here = v[*at], next = v[*at + 1];

		if ((next > f ? next - f : f - next) >= (here > f ? here - f : f - here))
			break;
	}
	return v[*at];
}

/* Folds the N functions V, which are sorted by number and have the key KEY.  At FOLD_CLONES, each
 * clone is folded into the function whose name is the key; if several functions of V have this
 * name, into the function with the nearest number.  If no function of V has this name, or at other
 * levels, all N functions are folded into the function of V with the least index.  Returns how many
 * functions were folded into others. */
static uint32_t
fold_group(struct grouping *g, enum fold_level level, const char *key, const uint32_t *v,
	size_t n)
{
	const struct graph *graph = g->a->read;
	uint32_t *own = mem_new(n, sizeof(*own)), first = v[0], nfolded = 0;
	size_t nown = 0, at = 0, i;

	for (i = 0; i < n; i++) {
		if (level == FOLD_CLONES && strcmp(key, g->p->funcs[v[i]].name) == 0)
			own[nown++] = v[i];
		if (graph->nodes[v[i]].index < graph->nodes[first].index)
			first = v[i];
	}
	for (i = 0; i < n; i++) {
		uint32_t to = nown > 0 ? nearest_function(own, nown, v[i], &at) : first;

		if (nown > 0 && strcmp(key, g->p->funcs[v[i]].name) == 0)
			to = v[i];
		nfolded += to != v[i];
		g->into[v[i]] = to;
		if (nown == 0)
			g->names[to] = fold_levels_row_name(g, level, key);
	}
	free(own);
	return nfolded;
}

/* Finds the keys of functions that are not folded yet.  At FOLD_CLONES, a function that is no clone
 * gets no key, unless it is the key of a clone.  Returns false if the work was stopped. */
static bool
find_keys(struct grouping *g, enum fold_level level, struct keyed *k)
{
	uint32_t f, n = g->p->nfuncs;
	const char *key;

	for (f = 0; f < n && !view_context_is_stopped(&g->a->ctx, f); f++) {
		k->number_of[f] = NOBODY;
		if (g->into[f] != f)
			continue;
		key = fold_levels[level].key(g, f);
		if (key != NULL && (level != FOLD_CLONES || key != g->p->funcs[f].name))
			k->number_of[f] = number_of_key(k, key, true);
	}
	for (uint32_t i = 0; level == FOLD_CLONES && k->numbering.n > 0 && i < f; i++)
		if (k->number_of[i] == NOBODY && g->into[i] == i)
			k->number_of[i] = number_of_key(k, g->p->funcs[i].name, false);
	return f == n;
}

/* Folds the functions of each key of K. */
static void
fold_keys(struct grouping *g, enum fold_level level, const struct keyed *k)
{
	uint32_t n = k->numbering.n;
	uint32_t *at = mem_uncleared((size_t)n + 1, sizeof(*at));
	uint32_t *v = sort_by_group(k->number_of, g->p->nfuncs, n, at);

	/* A function that no other function is folded into gets a new name, too, if the level is
	 * FOLD_FILES or a later level, or if the function is a clone. */
	for (uint32_t i = 0; i < n; i++)
		if (at[i + 1] - at[i] > 1 || level >= FOLD_FILES || level == FOLD_CLONES)
			g->nfolded += fold_group(g, level, k->texts[i], v + at[i],
				at[i + 1] - at[i]);
	free(at);
	free(v);
}

bool
grouping_fold(struct grouping *g, enum fold_level level)
{
	struct keyed k = { .number_of = mem_uncleared(g->p->nfuncs, sizeof(*k.number_of)) };
	bool done = find_keys(g, level, &k);

	g->nfolded = 0;
	if (done && level == FOLD_DIRECTORIES)
		g->common = common_directory(&k);
	if (done)
		fold_keys(g, level, &k);
	/* If function F was folded into a function that was folded itself later, fold F into the
	 * last function of this chain. */
	for (uint32_t f = 0; f < g->p->nfuncs; f++)
		while (g->into[f] != g->into[g->into[f]])
			g->into[f] = g->into[g->into[f]];
	numbering_release(&k.numbering);
	free(k.texts);
	free(k.number_of);
	return done;
}
