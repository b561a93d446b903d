/* ordering.c - orders of functions and object files that keep callers near their callees
 *
 * -r orders functions, -R orders object files.  As in gprof, both are joined into chains by their
 * arcs.  -r begins with the arcs that have the most calls.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "listing/chains.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"
#include "figures/entries.h"

static int
by_count(uint32_t a, uint32_t b, const void *with)
{
	const uint64_t *calls = with;

	return calls[a] > calls[b] ? -1 : calls[a] < calls[b];
}

static int
by_uses(uint32_t a, uint32_t b, const void *with)
{
	const uint32_t *uses = with;

	return uses[a] > uses[b] ? -1 : uses[a] < uses[b];
}

/* Returns an array with the number of arcs that lead to each function.  LIST has N arcs.  Counts
 * only arcs at the beginning of LIST that together have at most 90 % of the calls.  The caller
 * frees the array. */
static uint32_t *
count_uses(const struct chains *c, const uint32_t *list, size_t n)
{
	uint32_t *uses = mem_new(c->nfuncs, sizeof(*uses));
	uint64_t total = 0, sum = 0;

	for (size_t i = 0; i < n; i++)
		total += c->calls[list[i]];
	for (size_t i = 0; i < n; i++) {
		sum += c->calls[list[i]];
		if ((double)sum / (double)total > 0.90)
			break;
		if (c->arcs[list[i]].callee < c->nfuncs)
			uses[c->arcs[list[i]].callee]++;
	}
	return uses;
}

/* Returns the *N arcs of function F in LIST in reverse order.  The caller frees the array. */
static uint32_t *
reversed_copy(const struct arc_list *list, uint32_t f, size_t *n)
{
	uint32_t from = list->at[f], to = list->at[f + 1];
	uint32_t *copy = mem_new(to - from, sizeof(*copy));

	for (*n = 0; to > from; ++*n)
		copy[*n] = profile_arc(list, --to);
	return copy;
}

/* Writes the N arcs at AT, except arcs from a function to itself, to LIST, and marks the written
 * arcs as placed.  Returns how many arcs were written. */
static size_t
collect_arcs(struct chains *c, const uint32_t *at, size_t n, uint32_t *list)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++) {
		if (c->arcs[at[i]].caller == c->arcs[at[i]].callee)
			continue;
		c->arc_placed[at[i]] = true;
		list[found++] = at[i];
	}
	return found;
}

/* Collects the arcs of function F in LIST: first the arcs to its callees, then the arcs from its
 * callers.  As in gprof, if the call graph was printed and F has an entry, the arcs are in the
 * order of this entry.  Otherwise the newest arcs come first.  Returns the number of arcs. */
static size_t
collect_arcs_of(struct chains *c, uint32_t f, uint32_t *list)
{
	const struct listing *l = c->listing;
	const struct profile *p = l->profile;
	size_t nout, nin, found;
	uint32_t *out, *in;

	if (l->graph_printed && listing_has_entry(l, f)) {
		out = entries_callees(l->graph, f, &nout);
		in = entries_callers(l->graph, f, &nin);
	} else {
		out = reversed_copy(&p->out, f, &nout);
		in = reversed_copy(&p->in, f, &nin);
	}
	found = collect_arcs(c, out, nout, list);
	found += collect_arcs(c, in, nin, list + found);
	free(out);
	free(in);
	return found;
}

/* Does the first step of gprof's order.  USED has N functions, sorted by USES.  Chooses functions
 * from the beginning of USED: at most N / 80, and only functions before the first one with 5 uses.
 * Marks the chosen functions as placed.  If an arc connects two functions that are marked, writes
 * the arc to KEPT and unmarks both.  Prints the chosen functions that are still marked, but never
 * the last chosen function.  Returns the number of arcs in KEPT, and sorts these arcs by calls. */
static size_t
place_most_used(struct chains *c, const uint32_t *used, size_t n, const uint32_t *uses,
	uint32_t *kept)
{
	const struct profile *p = c->listing->profile;
	uint32_t *arcs = mem_new(2 * (size_t)p->narcs, sizeof(*arcs));
	size_t narcs = 0, nkept = 0, last = 0;

	for (size_t i = 0; i < n / 80 && uses[used[i]] != 5; i++) {
		uint32_t f = used[i];

		narcs += collect_arcs_of(c, f, arcs + narcs);
		c->links[f].placed = true;
		last = i;
	}
	for (size_t i = 0; i < narcs; i++) {
		struct chain_link *caller = &c->links[c->arcs[arcs[i]].caller];
		struct chain_link *callee = &c->links[c->arcs[arcs[i]].callee];

		if (!caller->placed || !callee->placed)
			continue;
		caller->placed = callee->placed = false;
		kept[nkept++] = arcs[i];
	}
	for (size_t i = 0; i < last; i++)
		if (c->links[used[i]].placed)
			chains_print_func(c, used[i]);
	free(arcs);
	sort_numbers(kept, nkept, by_count, c->calls);
	return nkept;
}

/* Returns the *N functions that were called, and marks the other functions as placed.  The caller
 * frees the array. */
static uint32_t *
list_called(struct chains *c, size_t *n)
{
	uint32_t *used = mem_new(c->nfuncs, sizeof(*used));

	*n = 0;
	for (uint32_t f = 0; f < c->nfuncs; f++) {
		c->links[f].placed = c->listing->graph->nodes[f].calls == 0;
		if (!c->links[f].placed)
			used[(*n)++] = f;
	}
	return used;
}

/* Prints the functions that were called and are not printed yet, then the functions that were not
 * called. */
static void
place_others(struct chains *c)
{
	for (uint32_t f = 0; f < c->nfuncs; f++)
		if (!c->links[f].placed && c->listing->graph->nodes[f].calls > 0)
			chains_print_func(c, f);
	for (uint32_t f = 0; f < c->nfuncs; f++)
		if (c->listing->graph->nodes[f].calls == 0)
			chains_print_func(c, f);
}

void
ordering_print_functions(struct listing *l)
{
	uint32_t *arcs, *used, *uses, *kept;
	size_t narcs, nused, nkept, nunjoined;
	struct chains c;

	chains_open(&c, l);
	arcs = chains_arcs(&c, &narcs);
	sort_numbers(arcs, narcs, by_count, c.calls);
	uses = count_uses(&c, arcs, narcs);
	used = list_called(&c, &nused);
	sort_numbers(used, nused, by_uses, uses);
	kept = mem_new(2 * (size_t)c.narcs, sizeof(*kept));
	nkept = place_most_used(&c, used, nused, uses, kept);
	chains_place_arcs(&c, kept, nkept, true);
	chains_place_arcs(&c, arcs, narcs, false);
	nunjoined = c.nunjoined;
	c.nunjoined = 0;
	memcpy(kept, c.unjoined, nunjoined * sizeof(*kept));
	chains_place_arcs(&c, kept, nunjoined, true);
	place_others(&c);
	free(arcs);
	free(used);
	free(uses);
	free(kept);
	chains_release(&c);
}

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool
is_among(const char *name, const char **sorted, size_t n)
{
	return n > 0 && bsearch(&name, sorted, n, sizeof(*sorted), by_text) != NULL;
}

/* Prints the object files of the map that have no node, sorted by name. */
static void
print_other_objects(struct listing *l)
{
	const struct profile *p = l->profile;
	const char **objects = mem_new(p->nobjects, sizeof(*objects));
	const char **names = mem_new(p->nfuncs, sizeof(*names));

	for (uint32_t f = 0; f < p->nfuncs; f++)
		names[f] = p->funcs[f].name;
	memcpy(objects, p->objects, p->nobjects * sizeof(*objects));
	qsort(names, p->nfuncs, sizeof(*names), by_text);
	qsort(objects, p->nobjects, sizeof(*objects), by_text);
	for (size_t i = 0; i < p->nobjects; i++) {
		if (i > 0 && strcmp(objects[i], objects[i - 1]) == 0)
			continue;
		if (is_among(objects[i], names, p->nfuncs))
			continue;
		out_name(l->out, objects[i]);
		out_text(l->out, "\n");
	}
	free(objects);
	free(names);
}

/* Does node N stand for an object file, or for a copy of one? */
static bool
is_mapped(const struct chains *c, uint32_t n)
{
	if (n >= c->nfuncs)
		n = c->pairs.funcs[n - c->nfuncs];
	return c->listing->profile->funcs[n].is_mapped;
}

void
ordering_print_objects(struct listing *l)
{
	const struct profile *p = l->profile;
	struct chains c;
	uint32_t *arcs;
	size_t narcs;

	chains_open(&c, l);
	arcs = chains_arcs(&c, &narcs);
	for (size_t i = 0; i < narcs; i++)
		c.arc_placed[arcs[i]] = !is_mapped(&c, c.arcs[arcs[i]].caller)
			|| !is_mapped(&c, c.arcs[arcs[i]].callee);
	chains_place_arcs(&c, arcs, narcs, false);
	for (uint32_t f = 0; f < c.nfuncs; f++)
		if (p->funcs[f].is_mapped && !c.links[f].placed)
			chains_print_func(&c, f);
	print_other_objects(l);
	free(arcs);
	chains_release(&c);
}
