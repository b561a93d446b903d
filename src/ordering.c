/* An order for functions, or object files, that keeps together what calls each other.
 *
 * Functions are strung into chains, the busiest arcs first; a function is put at the
 * nearer end of the chain that its neighbour is in.  gprof: -r and -R.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "listing.h"

#include <stdlib.h>
#include <string.h>

#include "sort.h"

/* Where a function is in its chain.  Chains grow at both ends, so that places are
 * numbered from that of the first function, which is 0, up and down. */
struct link {
	uint32_t chain;			/* number of the function it began with */
	int32_t place;
	uint32_t next, prev;		/* or NOBODY */
	bool placed;			/* has its place in the order: printed, or to be left out */
};

struct chain {
	uint32_t first, last;		/* functions at its ends */
};

struct order {
	struct listing *listing;
	struct arc *arcs;		/* owned; those of the profile, then those of specs */
	uint32_t *copied;		/* owned; the functions that those above nfuncs stand for */
	struct link *links;		/* owned; by function */
	struct chain *chains;		/* owned; by the function it began with */
	bool *arc_placed;		/* owned; by arc */
	uint32_t *left;			/* owned; arcs that found no place yet */
	size_t nleft;
	uint32_t nfuncs, narcs;
};

/* gprof: a spec FROM/TO makes an arc of its own, between copies of FROM and TO. */
static void
add_pairs(struct order *o, const struct select_pair *pairs, size_t npairs)
{
	o->copied = mem_new(2 * npairs, sizeof(*o->copied));
	for (uint32_t i = 0; i < npairs; i++) {
		o->copied[2 * i] = pairs[i].left;
		o->copied[2 * i + 1] = pairs[i].right;
		o->arcs[o->narcs++] = (struct arc){ o->nfuncs + 2 * i, o->nfuncs + 2 * i + 1, 0 };
	}
}

static void
order_open(struct order *o, struct listing *l)
{
	const struct profile *p = l->profile;
	struct select_pair *pairs;
	size_t npairs, nnodes, narcs;

	*o = (struct order){ .listing = l, .nfuncs = p->nfuncs, .narcs = p->narcs };
	pairs = select_pairs(&p->selection, &npairs);
	narcs = o->narcs + npairs;
	nnodes = o->nfuncs + 2 * npairs;
	o->arcs = mem_new(narcs, sizeof(*o->arcs));
	for (uint32_t a = 0; a < p->narcs; a++)
		o->arcs[a] = p->arcs[a];
	add_pairs(o, pairs, npairs);
	free(pairs);
	o->links = mem_new(nnodes, sizeof(*o->links));
	o->chains = mem_new(nnodes, sizeof(*o->chains));
	o->arc_placed = mem_new(narcs, sizeof(*o->arc_placed));
	o->left = mem_new(2 * narcs, sizeof(*o->left));
	for (uint32_t f = 0; f < nnodes; f++) {
		o->links[f] = (struct link){ f, 0, NOBODY, NOBODY, false };
		o->chains[f] = (struct chain){ f, f };
	}
}

static void
order_release(struct order *o)
{
	free(o->arcs);
	free(o->copied);
	free(o->links);
	free(o->chains);
	free(o->arc_placed);
	free(o->left);
}

static void
place(struct order *o, uint32_t f)
{
	o->links[f].placed = true;
	if (f >= o->nfuncs)
		f = o->copied[f - o->nfuncs];
	out_name(o->listing->out, o->listing->profile->funcs[f].name);
	out_text(o->listing->out, "\n");
}

static bool
is_alone(const struct order *o, uint32_t f)
{
	return o->links[f].next == NOBODY && o->links[f].prev == NOBODY;
}

static bool
is_inside(const struct order *o, uint32_t f)
{
	return o->links[f].next != NOBODY && o->links[f].prev != NOBODY;
}

/* The nearer end of F's chain; the one in front if it makes no difference and FRONT. */
static uint32_t
nearer_end(const struct order *o, uint32_t f, bool front)
{
	const struct chain *c = &o->chains[o->links[f].chain];
	int32_t before = o->links[f].place - o->links[c->first].place;
	int32_t behind = o->links[c->last].place - o->links[f].place;

	if (before == behind)
		return front ? c->first : c->last;
	return before < behind ? c->first : c->last;
}

/* F, which is alone, goes behind the function END at the end of a chain. */
static void
append(struct order *o, uint32_t end, uint32_t f)
{
	struct link *link = &o->links[f], *neighbour = &o->links[end];

	*link = (struct link){ neighbour->chain, neighbour->place + 1, NOBODY, end, false };
	neighbour->next = f;
	o->chains[link->chain].last = f;
}

/* F, which is alone, goes in front of the function END at the beginning of a chain. */
static void
prepend(struct order *o, uint32_t end, uint32_t f)
{
	struct link *link = &o->links[f], *neighbour = &o->links[end];

	*link = (struct link){ neighbour->chain, neighbour->place - 1, end, NOBODY, false };
	neighbour->prev = f;
	o->chains[link->chain].first = f;
}

/* Put the ends of arc A side by side, if one of them is still alone. */
static bool
join(struct order *o, uint32_t a)
{
	uint32_t caller = o->arcs[a].caller, callee = o->arcs[a].callee, end;

	if (is_inside(o, caller) && is_inside(o, callee))
		return false;
	if (is_alone(o, caller)) {
		end = nearer_end(o, callee, true);
		if (o->links[end].prev != NOBODY)
			append(o, end, caller);
		else
			prepend(o, end, caller);
		return true;
	}
	if (!is_alone(o, callee))
		return false;
	end = nearer_end(o, caller, false);
	if (o->links[end].next != NOBODY)
		prepend(o, end, callee);
	else
		append(o, end, callee);
	return true;
}

static bool
is_placed(const struct order *o, uint32_t a)
{
	return o->links[o->arcs[a].caller].placed || o->links[o->arcs[a].callee].placed;
}

/* Print the chains that the N arcs of LIST lead to. */
static void
print_chains(struct order *o, const uint32_t *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint32_t f = o->arcs[list[i]].caller;

		if (is_placed(o, list[i]) || is_alone(o, f))
			continue;
		f = o->chains[o->links[f].chain].first;
		for (; f != NOBODY; f = o->links[f].next)
			place(o, f);
	}
}

/* Find places for the functions of the N arcs of LIST: of ALL, or of those that make up
 * 99 % of the calls.  What finds no place goes to O->left. */
static void
place_arcs(struct order *o, const uint32_t *list, size_t n, bool all)
{
	uint64_t total = 0, sum = 0;

	for (size_t i = 0; i < n && !all; i++)
		total += o->arcs[list[i]].count;
	for (size_t i = 0; i < n; i++) {
		uint32_t a = list[i];

		sum += o->arcs[a].count;
		if (o->arc_placed[a])
			continue;
		if ((!all && (double)sum / (double)total > 0.99) || is_placed(o, a)
				|| !join(o, a))
			o->left[o->nleft++] = a;
		else
			o->arc_placed[a] = true;
	}
	print_chains(o, list, n);
	for (size_t i = 0; i < n && all; i++)
		if (!is_placed(o, list[i]))
			place(o, o->arcs[list[i]].caller);
}

static int
count_order(uint32_t a, uint32_t b, const void *with)
{
	const struct arc *arcs = with;

	return arcs[a].count > arcs[b].count ? -1 : arcs[a].count < arcs[b].count;
}

/* The arcs between different functions, in the order in which gprof made them; free()
 * them. */
static uint32_t *
list_arcs(const struct order *o, size_t *n)
{
	uint32_t *list = mem_new(o->narcs, sizeof(*list)), nread = o->listing->profile->narcs;

	*n = 0;
	for (uint32_t a = nread; a < o->narcs; a++)
		list[(*n)++] = a;
	for (uint32_t a = 0; a < nread; a++)
		if (o->arcs[a].caller != o->arcs[a].callee)
			list[(*n)++] = a;
	return list;
}

static int
uses_order(uint32_t a, uint32_t b, const void *with)
{
	const uint32_t *uses = with;

	return uses[a] > uses[b] ? -1 : uses[a] < uses[b];
}

/* Of each function: how many of the arcs that make up 90 % of the calls lead to it. */
static uint32_t *
count_uses(const struct order *o, const uint32_t *list, size_t n)
{
	uint32_t *uses = mem_new(o->nfuncs, sizeof(*uses));
	uint64_t total = 0, sum = 0;

	for (size_t i = 0; i < n; i++)
		total += o->arcs[list[i]].count;
	for (size_t i = 0; i < n; i++) {
		sum += o->arcs[list[i]].count;
		if ((double)sum / (double)total > 0.90)
			break;
		if (o->arcs[list[i]].callee < o->nfuncs)
			uses[o->arcs[list[i]].callee]++;
	}
	return uses;
}

/* The numbers in V from V[FROM] to V[TO - 1], the last one first; *N of them, free() them. */
static uint32_t *
newest_first(const uint32_t *v, uint32_t from, uint32_t to, size_t *n)
{
	uint32_t *copy = mem_new(to - from, sizeof(*copy));

	for (*n = 0; to > from; ++*n)
		copy[*n] = v[--to];
	return copy;
}

/* Add the arcs AT, N of them, to LIST, but for those from a function to itself. */
static size_t
collect(struct order *o, const uint32_t *at, size_t n, uint32_t *list)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++) {
		if (o->arcs[at[i]].caller == o->arcs[at[i]].callee)
			continue;
		o->arc_placed[at[i]] = true;
		list[found++] = at[i];
	}
	return found;
}

/* Collect the arcs of function F: those out of it, then those into it.  gprof: newest
 * first, unless its entry was printed, which has put them into the order of the lines. */
static size_t
collect_of(struct order *o, uint32_t f, uint32_t *list)
{
	const struct listing *l = o->listing;
	const struct profile *p = l->profile;
	size_t nout, nin, found;
	uint32_t *out, *in;

	if (l->graph_printed && listing_has_entry(l, f)) {
		out = graph_callees(l->graph, p, f, &nout);
		in = graph_callers(l->graph, p, f, &nin);
	} else {
		out = newest_first(p->out, p->out_at[f], p->out_at[f + 1], &nout);
		in = newest_first(p->in, p->in_at[f], p->in_at[f + 1], &nin);
	}
	found = collect(o, out, nout, list);
	found += collect(o, in, nin, list + found);
	free(out);
	free(in);
	return found;
}

/* The most used of the N functions USED are printed first, but for those that an arc
 * between two of them keeps together with others: the arcs, which go to KEPT. */
static size_t
place_most_used(struct order *o, const uint32_t *used, size_t n, const uint32_t *uses,
	uint32_t *kept)
{
	const struct profile *p = o->listing->profile;
	uint32_t *arcs = mem_new(2 * (size_t)p->narcs, sizeof(*arcs));
	size_t narcs = 0, nkept = 0, last = 0;

	for (size_t i = 0; i < n / 80 && uses[used[i]] != 5; i++) {
		uint32_t f = used[i];

		narcs += collect_of(o, f, arcs + narcs);
		o->links[f].placed = true;
		last = i;
	}
	for (size_t i = 0; i < narcs; i++) {
		struct link *caller = &o->links[o->arcs[arcs[i]].caller];
		struct link *callee = &o->links[o->arcs[arcs[i]].callee];

		if (!caller->placed || !callee->placed)
			continue;
		caller->placed = callee->placed = false;
		kept[nkept++] = arcs[i];
	}
	for (size_t i = 0; i < last; i++)
		if (o->links[used[i]].placed)
			place(o, used[i]);
	free(arcs);
	sort_numbers(kept, nkept, count_order, o->arcs);
	return nkept;
}

/* The functions that were called; the others count as placed.  free() them. */
static uint32_t *
list_used(struct order *o, size_t *n)
{
	uint32_t *used = mem_new(o->nfuncs, sizeof(*used));

	*n = 0;
	for (uint32_t f = 0; f < o->nfuncs; f++) {
		o->links[f].placed = o->listing->graph->nodes[f].calls == 0;
		if (!o->links[f].placed)
			used[(*n)++] = f;
	}
	return used;
}

void
function_order_print(struct listing *l)
{
	uint32_t *arcs, *used, *uses, *kept;
	size_t narcs, nused, nkept, nleft;
	struct order o;

	order_open(&o, l);
	arcs = list_arcs(&o, &narcs);
	sort_numbers(arcs, narcs, count_order, o.arcs);
	uses = count_uses(&o, arcs, narcs);
	used = list_used(&o, &nused);
	sort_numbers(used, nused, uses_order, uses);
	kept = mem_new(2 * (size_t)o.narcs, sizeof(*kept));
	nkept = place_most_used(&o, used, nused, uses, kept);
	place_arcs(&o, kept, nkept, true);
	place_arcs(&o, arcs, narcs, false);
	nleft = o.nleft;
	o.nleft = 0;
	memcpy(kept, o.left, nleft * sizeof(*kept));
	place_arcs(&o, kept, nleft, true);
	for (uint32_t f = 0; f < o.nfuncs; f++)
		if (!o.links[f].placed)
			place(&o, f);
	for (uint32_t f = 0; f < o.nfuncs; f++)
		if (l->graph->nodes[f].calls == 0)
			place(&o, f);
	free(arcs);
	free(used);
	free(uses);
	free(kept);
	order_release(&o);
}

static int
text_order(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool
is_among(const char *name, const char **sorted, size_t n)
{
	return n > 0 && bsearch(&name, sorted, n, sizeof(*sorted), text_order) != NULL;
}

/* The object files of the map that no function stands for, by name. */
static void
print_other_objects(struct listing *l)
{
	const struct profile *p = l->profile;
	const char **objects = mem_new(p->nobjects, sizeof(*objects));
	const char **names = mem_new(p->nfuncs, sizeof(*names));

	for (uint32_t f = 0; f < p->nfuncs; f++)
		names[f] = p->funcs[f].name;
	memcpy(objects, p->objects, p->nobjects * sizeof(*objects));
	qsort(names, p->nfuncs, sizeof(*names), text_order);
	qsort(objects, p->nobjects, sizeof(*objects), text_order);
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

void
file_order_print(struct listing *l)
{
	const struct profile *p = l->profile;
	struct order o;
	uint32_t *arcs;
	size_t narcs;

	order_open(&o, l);
	arcs = list_arcs(&o, &narcs);
	for (size_t i = 0; i < narcs; i++)
		o.arc_placed[arcs[i]] = !p->funcs[o.arcs[arcs[i]].caller].is_mapped
			|| !p->funcs[o.arcs[arcs[i]].callee].is_mapped;
	place_arcs(&o, arcs, narcs, false);
	for (uint32_t f = 0; f < o.nfuncs; f++)
		if (p->funcs[f].is_mapped && !o.links[f].placed)
			place(&o, f);
	print_other_objects(l);
	free(arcs);
	order_release(&o);
}
