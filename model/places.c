/* Where in the source functions and calls are.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "places.h"

#include <stdlib.h>

#include "image.h"
#include "isa.h"
#include "mem.h"

/* Writers keep a call site as LOW + GRAIN * k: find the largest grain that fits all. */
static unsigned
find_grain(const struct samples *s)
{
	uint64_t low = s->nhistograms > 0 ? s->histograms[0].lo : 0;
	unsigned grain = 16;

	for (size_t i = 0; i < s->narcs && grain > 1; i++)
		while ((s->arcs[i].from - low) % grain != 0)
			grain /= 2;
	return grain;
}

void
places_open(struct places *pl, const struct profile *p)
{
	*pl = (struct places){ .profile = p };
	pl->lines = mem_new(p->nimages, sizeof(struct lines *));
	pl->grain = mem_new(p->nimages, sizeof(*pl->grain));
	for (uint32_t i = 0; i < p->nimages; i++)
		pl->grain[i] = find_grain(&p->samples[i]);
}

void
places_release(struct places *pl)
{
	for (uint32_t i = 0; pl->lines != NULL && i < pl->profile->nimages; i++)
		if (pl->lines[i] != NULL)
			lines_close(pl->lines[i]);
	free(pl->lines);
	free(pl->grain);
	*pl = (struct places){ 0 };
}

struct lines *
places_lines(struct places *pl, uint32_t image)
{
	if (pl->lines[image] == NULL)
		pl->lines[image] = lines_open(&pl->profile->images[image]);
	return pl->lines[image];
}

static struct source_place
place_of(struct places *pl, uint32_t image, uint64_t addr)
{
	struct source_place place = { .sure = true };

	if (!lines_at(places_lines(pl, image), RULES_EXACT, addr, &place.file, &place.line))
		place.file = NULL;
	return place;
}

struct source_place
places_of_func(struct places *pl, uint32_t f)
{
	const struct func *func = &pl->profile->funcs[f];

	if (func->image >= pl->profile->nimages)
		return (struct source_place){ 0 };
	return place_of(pl, func->image, func->lo);
}

/* What was found where a call may be. */
struct candidates {
	uint64_t direct, indirect;	/* where the first of each kind ends */
	unsigned ndirect, nindirect, nother;
};

static void
look_at(struct candidates *found, const struct profile *p, uint32_t arc, uint64_t end)
{
	const struct func *caller = &p->funcs[p->arcs[arc].caller];
	const struct image *im = &p->images[caller->image];
	const struct code *c = image_code_at(im, end - 1);
	uint64_t target = 0;

	if (c == NULL || profile_func_at(p, caller->image, end - 1) != p->arcs[arc].caller)
		return;
	switch (isa_call_before(im, c, end, &target)) {
	case CALL_NONE:
		break;
	case CALL_INDIRECT:
		if (found->nindirect++ == 0)
			found->indirect = end;
		break;
	case CALL_DIRECT:
		if (profile_func_at(p, caller->image, target) != p->arcs[arc].callee)
			found->nother++;
		else if (found->ndirect++ == 0)
			found->direct = end;
		break;
	}
}

uint64_t
places_call(const struct places *pl, uint32_t arc, const struct arc_record *site, bool *sure)
{
	const struct profile *p = pl->profile;
	uint32_t image = p->funcs[p->arcs[arc].caller].image;
	const struct image *im = &p->images[image];
	struct candidates found = { 0 };
	unsigned step = isa_step(im);

	/* Return addresses are rounded down: the call ends somewhere in the grain. */
	for (uint64_t end = site->from; isa_is_known(im) && end - site->from < pl->grain[image];
	    end += step)
		if (end != 0)
			look_at(&found, p, arc, end);
	*sure = true;
	if (found.ndirect > 0) {
		*sure = found.ndirect == 1;
		return found.direct - 1;
	}
	if (found.nindirect > 0) {
		*sure = found.nindirect == 1 && found.nother == 0;
		return found.indirect - 1;
	}
	*sure = pl->grain[image] == 1;
	return site->from;
}

struct source_place
places_of_call(struct places *pl, uint32_t arc, const struct arc_record *site)
{
	uint32_t image = pl->profile->funcs[pl->profile->arcs[arc].caller].image;
	struct source_place place;
	bool sure;

	if (image >= pl->profile->nimages)
		return (struct source_place){ 0 };
	place = place_of(pl, image, places_call(pl, arc, site, &sure));
	place.sure = sure;
	return place;
}
