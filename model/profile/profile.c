/* profile.c - release, borrow and renumber the arrays of a profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/profile.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "elf/image.h"
#include "measured/measured.h"
#include "profile/paths.h"
#include "profile/inlining.h"
#include "profile/spans.h"
#include "profile/spread.h"
#include "samples/samples.h"

void
profile_borrow(struct profile *q, const struct profile *p)
{
	*q = *p;
	q->borrowed = p;
	q->notes = NULL;
	q->nnotes = q->notes_room = 0;
	q->names = (struct arena){ 0 };
}

/* Frees ARRAY, unless it is ORIGINAL, which the lender owns. */
static void
free_own(void *array, const void *original)
{
	if (array != original)
		free(array);
}

static void
drop_exact_records(struct profile *p)
{
	for (uint32_t im = 0; p->exact_records != NULL && im < p->nimages; im++)
		free(p->exact_records[im]);
	free(p->exact_records);
}

/* Frees the array .MEMBER of P, unless the lender Q owns it, and sets .MEMBER to NULL. */
#define DROP(p, q, member) (free_own((p)->member, (q)->member), (p)->member = NULL)

/* Releases the members of P that need more than free(), unless Q lent them. */
static void
drop_structs(struct profile *p, const struct profile *q)
{
	if (p->spans != NULL && p->spans != q->spans)
		for (uint32_t im = 0; im < p->nimages; im++)
			spans_release(&p->spans[im]);
	DROP(p, q, spans);
	if (p->paths != NULL && p->paths != q->paths)
		paths_release(p->paths);
	DROP(p, q, paths);
	if (p->few_sites != q->few_sites)
		sites_free(p->few_sites);
	p->few_sites = NULL;
	if (p->inlining != q->inlining)
		inlining_free(p->inlining);
	p->inlining = NULL;
	if (p->named.tables == q->named.tables)
		p->named.tables = NULL;
	if (p->named.arcs == q->named.arcs)
		p->named.arcs = NULL;
	select_release(&p->named);
	p->named = (struct named){ 0 };
}

void
profile_drop_funcs(struct profile *p)
{
	static const struct profile none;
	const struct profile *q = p->borrowed != NULL ? p->borrowed : &none;

	drop_structs(p, q);
	DROP(p, q, funcs);
	DROP(p, q, ticks);
	DROP(p, q, outside);
	DROP(p, q, places);
	DROP(p, q, files);
	DROP(p, q, arcs);
	DROP(p, q, high);
	DROP(p, q, out.at);
	DROP(p, q, out.v);
	DROP(p, q, in.at);
	DROP(p, q, in.v);
	DROP(p, q, sites);
	DROP(p, q, site_at);
	DROP(p, q, possible);
	DROP(p, q, spread);
	DROP(p, q, arc_of_call);
	DROP(p, q, func_of);
	DROP(p, q, objects);
	p->nfuncs = p->nplaces = p->nfiles = p->narcs = p->npossible = p->nspread = 0;
	p->nticks = p->noutside = 0;
	p->nhigh = p->high_room = 0;
	p->nunnamed = p->nobjects = 0;
	p->total = 0;
}

void
profile_release(struct profile *p)
{
	profile_drop_funcs(p);
	if (p->borrowed == NULL) {
		for (uint32_t im = 0; im < p->nimages; im++) {
			image_release(&p->images[im]);
			if (p->samples != NULL)
				samples_release(&p->samples[im]);
		}
		drop_exact_records(p);
		if (p->measured != NULL)
			measured_release(p->measured);
		free(p->images);
		free(p->samples);
		free(p->matches);
		free(p->options);
	}
	free(p->notes);
	arena_release(&p->names);
	*p = (struct profile){ 0 };
}

/* Does each array of P that is indexed by function have the length nfuncs?  Arrays that are NULL
 * are not checked. */
static bool
has_full_arrays(const struct profile *p)
{
	return (p->ticks == NULL || p->nticks == p->nfuncs)
		&& (p->outside == NULL || p->noutside == p->nfuncs)
		&& (p->places == NULL || p->nplaces == p->nfuncs)
		&& (p->spread == NULL || p->nspread == p->nfuncs)
		&& (p->named.tables == NULL || p->named.nfuncs == p->nfuncs);
}

void
profile_renumber(struct profile *p, const uint32_t *number, uint32_t n)
{
	uint32_t next = 0;

	assert(p->arcs == NULL && has_full_arrays(p));
	for (uint32_t f = 0; f < p->nfuncs; f++) {
		if (number[f] == NOBODY)
			continue;
		assert(number[f] == next && next < n);
		p->funcs[next] = p->funcs[f];
		if (p->ticks != NULL)
			p->ticks[next] = p->ticks[f];
		if (p->outside != NULL)
			p->outside[next] = p->outside[f];
		if (p->spread != NULL)
			p->spread[next] = p->spread[f];
		if (p->places != NULL)
			p->places[next] = p->places[f];
		if (p->named.tables != NULL)
			p->named.tables[next] = p->named.tables[f];
		next++;
	}
	assert(next == n);
	for (size_t i = 0; i < p->nnotes; i++)
		assert(p->notes[i].func == NOBODY);
	for (uint32_t im = 0; im < p->nimages; im++)
		for (size_t i = 0; i < p->spans[im].n; i++)
			if (p->spans[im].v[i].func != NOBODY)
				p->spans[im].v[i].func = number[p->spans[im].v[i].func];
	p->nfuncs = n;
	p->nticks = p->ticks != NULL ? n : 0;
	p->noutside = p->outside != NULL ? n : 0;
	p->nplaces = p->places != NULL ? n : 0;
	p->nspread = p->spread != NULL ? n : 0;
	p->named.nfuncs = n;
}

void
profile_damage_(const struct profile *p, struct err *e)
{
	*e = p->damage;
	err_in_(e, "%s", p->damaged_file);
}

uint32_t
profile_func_at(const struct profile *p, uint32_t image, uint64_t addr)
{
	const struct spans *s = &p->spans[image];

	return s->v[spans_at(s, addr)].func;
}

time_t
profile_written(const struct profile *p)
{
	return p->measured != NULL ? p->measured->written
		: p->nimages > 0 ? p->images[0].modified : 0;
}

bool
profile_is_unnamed(const struct profile *p, uint32_t f)
{
	const char *name = p->funcs[f].name;
	size_t n = strlen(name);

	return (n > 0 && name[0] == '[' && name[n - 1] == ']') || strcmp(name, "??") == 0
		|| strcmp(name, "???") == 0;
}

bool
profile_is_possible(const struct profile *p, uint32_t arc)
{
	return arc >= p->narcs - p->npossible;
}

struct arc_record
profile_record(const struct profile *p, uint32_t image, size_t i)
{
	return p->exact_records != NULL ? p->exact_records[image][i]
		: samples_arc(&p->samples[image], i);
}

struct arc_record
profile_site(const struct profile *p, const struct arc_sites *of, uint32_t i)
{
	assert(i >= of->first && i < of->end);
	if (profile_is_possible(p, of->arc))
		return p->possible[p->sites[i]];
	return profile_record(p, p->funcs[p->arcs[of->arc].caller].image,
		profile_site_number(p, of, i));
}

uint64_t
profile_calls(const struct profile *p, uint32_t f)
{
	uint64_t calls = p->outside != NULL ? p->outside[f] : 0;

	for (uint32_t i = p->in.at[f]; i < p->in.at[f + 1]; i++)
		calls += profile_arc_calls(p, profile_arc(&p->in, i));
	return calls;
}

void
profile_new_arcs(struct profile *p, size_t n)
{
	p->arcs = mem_new(n, sizeof(*p->arcs));
	p->high = NULL;
	p->nhigh = p->high_room = 0;
}

void
profile_set_arc_calls(struct profile *p, uint32_t a, uint64_t calls)
{
	p->arcs[a].low = (uint32_t)calls;
	if (a >= p->nhigh) {
		if (calls <= UINT32_MAX)
			return;
		p->high = mem_grow(p->high, (size_t)a + 1, &p->high_room, sizeof(*p->high));
		memset(p->high + p->nhigh, 0, (a + 1 - p->nhigh) * sizeof(*p->high));
		p->nhigh = (size_t)a + 1;
	}
	p->high[a] = (uint32_t)(calls >> 32);
}

void
profile_note(struct profile *p, uint32_t func, const char *text, const char *advice)
{
	assert(func == NOBODY || func < p->nfuncs);
	p->notes = mem_grow(p->notes, p->nnotes + 1, &p->notes_room, sizeof(*p->notes));
	p->notes[p->nnotes++] = (struct note){ text, advice, func };
}

/* Returns the callee of ARC or, if CALLERS is set, its caller. */
static inline uint32_t
end_of(const struct arc *arc, bool callers)
{
	return callers ? arc->caller : arc->callee;
}

/* Prefetches the element of START of the end of arc A of P, if there is such an arc. */
static inline void
prefetch_start(const struct profile *p, const uint32_t *start, uint32_t a, bool callers)
{
	if (a < p->narcs)
		__builtin_prefetch(&start[end_of(&p->arcs[a], callers) + 1], 1);
}

/* Builds LIST of one end of the arcs: the callees or, if CALLERS is set, the callers. */
static void
link_end(const struct profile *p, struct arc_list *list, bool callers)
{
	enum { AHEAD = 32, PLACES = 16 };
	uint32_t *start = mem_new((size_t)p->nfuncs + 2, sizeof(*start)), last = 0;
	bool is_sorted = true;

	for (uint32_t a = 0; a < p->narcs; a++) {
		uint32_t end = end_of(&p->arcs[a], callers);

		prefetch_start(p, start, a + AHEAD, callers);
		assert(end < p->nfuncs);
		is_sorted &= end >= last;
		last = end;
		start[end + 2]++;
	}
	for (uint32_t f = 0; f < p->nfuncs; f++)
		start[f + 2] += start[f + 1];
	list->at = start;
	list->v = NULL;
	if (is_sorted) {
		memmove(start, start + 1, ((size_t)p->nfuncs + 1) * sizeof(*start));
		return;
	}
	list->v = mem_uncleared(p->narcs, sizeof(*list->v));
	for (uint32_t a = 0; a < p->narcs; a++) {
		prefetch_start(p, start, a + AHEAD, callers);
		if (p->narcs - a > PLACES)
			__builtin_prefetch(
				&list->v[start[end_of(&p->arcs[a + PLACES], callers) + 1]], 1);
		list->v[start[end_of(&p->arcs[a], callers) + 1]++] = a;
	}
}

void
profile_link(struct profile *p)
{
	assert(has_full_arrays(p));
	free(p->out.at);
	free(p->out.v);
	free(p->in.at);
	free(p->in.v);
	link_end(p, &p->out, true);
	link_end(p, &p->in, false);
}
