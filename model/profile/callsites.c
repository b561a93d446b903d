/* callsites.c - source lines of functions and call sites
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/callsites.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clonename.h"
#include "base/mem.h"
#include "elf/image.h"
#include "elf/insn_length.h"
#include "elf/isa.h"
#include "profile/inlining.h"

enum {
	MOST_CALLS = 16,		/* greatest number of candidates for one call site; more are
					 * ignored */
	NFOUND = 1024			/* number of found places that are kept */
};

/* A place that was found.  It is kept because views draw a row more than once. */
struct found_place {
	uint32_t arc;
	bool used;
	uint64_t from;			/* .from of the call site */
	struct source_place place;
};

/* Returns the granularity of the call sites of IMAGE.  Writers round call sites down to LOW +
 * GRANULARITY * k, where LOW is the beginning of the histogram, and k a whole number.  The result
 * is the largest granularity, up to 16, that fits all call sites.  Call sites below LOW, such as 0,
 * are ignored. */
static unsigned
find_granularity(const struct profile *p, uint32_t image)
{
	const struct samples *s = &p->samples[image];
	uint64_t low = s->nhistograms > 0 ? UINT64_MAX : 0;
	unsigned granularity = 16;

	for (size_t i = 0; i < s->nhistograms; i++)
		if (s->histograms[i].lo < low)
			low = s->histograms[i].lo;
	for (size_t i = 0; i < s->narcs && granularity > 1; i++) {
		uint64_t from = profile_record(p, image, i).from;

		while (from > low && (from - low) % granularity != 0)
			granularity /= 2;
	}
	return granularity;
}

void
callsites_open(struct callsites *pl, const struct profile *p)
{
	*pl = (struct callsites){ .profile = p };
	pl->lines = mem_new(p->nimages, sizeof(struct lines *));
	pl->granularity = mem_new(p->nimages, sizeof(*pl->granularity));
	for (uint32_t i = 0; i < p->nimages; i++)
		pl->granularity[i] = find_granularity(p, i);
}

void
callsites_release(struct callsites *pl)
{
	for (uint32_t i = 0; pl->lines != NULL && i < pl->profile->nimages; i++)
		if (pl->lines[i] != NULL)
			lines_close(pl->lines[i]);
	free(pl->lines);
	free(pl->found);
	free(pl->granularity);
	*pl = (struct callsites){ 0 };
}

struct lines *
callsites_lines(struct callsites *pl, uint32_t image)
{
	if (pl->lines[image] == NULL)
		pl->lines[image] = lines_open(&pl->profile->images[image]);
	return pl->lines[image];
}

const char *
callsites_truncated(const struct callsites *pl)
{
	const struct profile *p = pl->profile;

	for (uint32_t i = 0; i < p->nimages; i++)
		if ((i == 0 && p->lines_truncated)
		    || (pl->lines != NULL && pl->lines[i] != NULL && lines_truncated(pl->lines[i])))
			return p->images[i].path;
	return NULL;
}

static struct source_place
place_of(struct callsites *pl, uint32_t image, uint64_t addr)
{
	struct source_place place = { .sure = true };

	if (!lines_at(callsites_lines(pl, image), RULES_EXACT, addr, &place.file, &place.line))
		place.file = NULL;
	return place;
}

/* Returns the place where function F of P, a measured profile, begins. */
static struct source_place
measured_place(const struct profile *p, uint32_t f)
{
	const struct func_place *place = &p->places[f];

	if (place->file == NOBODY)
		return (struct source_place){ 0 };
	return (struct source_place){ .file = p->files[place->file], .line = place->line,
		.sure = true };
}

struct source_place
callsites_func_place(struct callsites *pl, uint32_t f)
{
	const struct func *func = &pl->profile->funcs[f];
	struct source_place place = { .sure = true };

	if (profile_has(pl->profile, HAS_EVENTS))
		return measured_place(pl->profile, f);
	if (func->image >= pl->profile->nimages)
		return (struct source_place){ 0 };
	/* An inlined function has no code of its own: .lo is in its callers. */
	if (func->hi == func->lo)
		return place_of(pl, func->image, func->lo);
	if (!lines_func_at(callsites_lines(pl, func->image), func->lo, &place.file, &place.line))
		place.file = NULL;
	return place;
}

/* Candidates for an arc record: calls in the code, one of which is the call that was recorded. */
struct candidates {
	struct {
		uint64_t end;		/* return address */
		enum call_kind kind;	/* CALL_NONE: a direct call, but not of the callee */
	} v[MOST_CALLS];
	unsigned n, ndirect, nindirect;
};

static void
add_candidate(struct candidates *found, uint64_t end, enum call_kind kind)
{
	if (found->n == MOST_CALLS)
		return;
	found->v[found->n].end = end;
	found->v[found->n++].kind = kind;
	found->ndirect += kind == CALL_DIRECT;
	found->nindirect += kind == CALL_INDIRECT;
}

/* Adds the call instruction that ends at END, if the code of the caller of ARC has one there.  A
 * direct call is added only if it leads to the callee, to a stub or to the beginning of another
 * function. */
static void
add_instruction(struct candidates *found, const struct profile *p, uint32_t arc, uint64_t end)
{
	const struct func *caller = &p->funcs[p->arcs[arc].caller];
	const struct image *im = &p->images[caller->image];
	const struct code_section *c = image_code_at(im, end - 1);
	uint64_t target = 0;
	uint32_t callee;

	if (c == NULL || !inlining_is_in(p, caller->image, end - 1, p->arcs[arc].caller))
		return;
	switch (isa_call_before(im, c, end, &target)) {
	case CALL_NONE:
		break;
	case CALL_INDIRECT:
		add_candidate(found, end, CALL_INDIRECT);
		break;
	case CALL_DIRECT:
		callee = profile_func_at(p, caller->image, target);
		if (callee == p->arcs[arc].callee)
			add_candidate(found, end, CALL_DIRECT);
		else if (callee != NOBODY && (p->funcs[callee].kind == FUNC_PLT
			|| (p->funcs[callee].lo | 1) == (target | 1)))
			add_candidate(found, end, CALL_NONE);
		break;
	}
}

/* Is NAME, a name in the debug info, the name of FUNC?  If FUNC is a clone, the name of its
 * original fits, too. */
static bool
has_name(const struct func *func, const char *name)
{
	for (uint32_t i = 0; i < func->nalso; i++)
		if (strcmp(func->also[i], name) == 0)
			return true;
	return strcmp(func->name, name) == 0 || clonename_is_of(func->name, name);
}

/* Adds the calls that the debug info records: those by the caller of ARC with return addresses in
 * [LO, HI). */
static void
add_recorded_calls(struct candidates *found, struct callsites *pl, uint32_t arc, uint64_t lo,
	uint64_t hi)
{
	const struct profile *p = pl->profile;
	const struct func *callee = &p->funcs[p->arcs[arc].callee];
	uint32_t image = p->funcs[p->arcs[arc].caller].image;
	struct recorded_call call;

	while (lo < hi && lines_call(callsites_lines(pl, image), lo, &call) && call.end < hi) {
		if (inlining_is_in(p, image, call.end - 1, p->arcs[arc].caller))
			add_candidate(found, call.end, call.callee == NULL ? CALL_INDIRECT
				: has_name(callee, call.callee) ? CALL_DIRECT : CALL_NONE);
		lo = call.end + 1;
	}
}

static void
drop_other_callees(struct candidates *found)
{
	unsigned n = found->n;

	found->n = 0;
	for (unsigned i = 0; i < n; i++)
		if (found->v[i].kind != CALL_NONE)
			found->v[found->n++] = found->v[i];
}

/* Finds the candidates for the call site FROM of ARC.  Decodes the code first.  If there is not
 * exactly one direct call of the callee, also reads the debug info, which is slow but reliable. */
static void
find_candidates(struct candidates *found, struct callsites *pl, uint32_t arc, uint64_t from)
{
	const struct profile *p = pl->profile;
	uint32_t image = p->funcs[p->arcs[arc].caller].image;
	const struct image *im = &p->images[image];
	struct candidates recorded = { 0 };
	unsigned step = insn_length_step(im);
	uint64_t grain = pl->granularity[image];

	/* The writer rounded the return address down to FROM, by less than GRAIN. */
	for (uint64_t end = from; isa_is_known(im) && end - from < grain; end += step)
		if (end != 0)
			add_instruction(found, p, arc, end);
	if (found->ndirect == 1)
		return;
	add_recorded_calls(&recorded, pl, arc, from, from + grain);
	if (recorded.ndirect > 0 || (recorded.nindirect > 0 && found->ndirect == 0))
		*found = recorded;
	/* Indirect calls fit, but no direct calls of the callee: drop direct calls of other
	 * functions. */
	if (recorded.nindirect > 0 && found->ndirect == 0)
		drop_other_callees(found);
}

static bool
is_same_line(struct callsites *pl, uint32_t image, uint64_t a, uint64_t b)
{
	struct source_place x = place_of(pl, image, a), y = place_of(pl, image, b);

	return x.file != NULL && y.file != NULL && x.line == y.line
		&& strcmp(x.file, y.file) == 0;
}

uint64_t
callsites_address(struct callsites *pl, uint32_t arc, const struct arc_record *site, bool *sure)
{
	struct candidates found = { 0 };
	enum call_kind kind;
	uint64_t end = 0;
	uint32_t image;

	assert(arc < pl->profile->narcs);
	image = pl->profile->funcs[pl->profile->arcs[arc].caller].image;
	if (profile_is_possible(pl->profile, arc)) {
		*sure = true;
		return site->from - 1;
	}
	find_candidates(&found, pl, arc, site->from);
	*sure = found.n > 0 || pl->granularity[image] == 1;
	if (found.n == 0)
		return site->from;
	kind = found.ndirect > 0 ? CALL_DIRECT : found.nindirect > 0 ? CALL_INDIRECT : CALL_NONE;
	for (unsigned i = 0; i < found.n; i++)
		if (end == 0 && found.v[i].kind == kind)
			end = found.v[i].end;
	/* If a direct call of the callee was found, only direct calls of the callee matter. */
	for (unsigned i = 0; i < found.n; i++)
		if ((kind != CALL_DIRECT || found.v[i].kind == kind) && found.v[i].end != end)
			*sure &= is_same_line(pl, image, end - 1, found.v[i].end - 1);
	return end - 1;
}

/* Does the work of callsites_call_place(), without the places in PL->found. */
static struct source_place
find_call_place(struct callsites *pl, uint32_t arc, const struct arc_record *site)
{
	uint32_t image = pl->profile->funcs[pl->profile->arcs[arc].caller].image;
	struct source_place place;
	uint64_t addr;
	bool sure;

	if (image >= pl->profile->nimages)
		return (struct source_place){ 0 };
	addr = callsites_address(pl, arc, site, &sure);
	place = place_of(pl, image, addr);
	place.addr = addr;
	place.sure = sure;
	return place;
}

struct source_place
callsites_call_place(struct callsites *pl, uint32_t arc, const struct arc_record *site)
{
	struct found_place *found;

	if (pl->found == NULL)
		pl->found = mem_new(NFOUND, sizeof(*pl->found));
	found = &pl->found[(arc + site->from) % NFOUND];
	if (!found->used || found->arc != arc || found->from != site->from)
		*found = (struct found_place){ .arc = arc, .used = true, .from = site->from,
			.place = find_call_place(pl, arc, site) };
	return found->place;
}
