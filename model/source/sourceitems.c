/* sourceitems.c - what a profile says about lines of the source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "source/sourceitems.h"

#include <stdlib.h>

#include "base/mem.h"
#include "profile/attribute.h"
#include "profile/attribute_lines.h"
#include "profile/inlining.h"
#include "source/costlines.h"
#include "source/sources.h"
#include "source/stacklines.h"

struct collection {
	struct source_items *items;
	struct callsites *places;
	double *weights;		/* owned; indexed by function as read: the fraction of its
					 * samples that is included in the figures; NULL: all are */
	struct stop *stop;
	uint32_t image;			/* number of the image whose samples are being collected */
	uint32_t func;			/* the function to which the samples of the current part of
					 * a bin belong, or NOBODY */
};

struct source_item *
sourceitems_add(struct source_items *items, enum source_item_kind kind, const char *path,
	unsigned line)
{
	struct source_item *item;

	items->v = mem_grow(items->v, items->n + 1, &items->room, sizeof(*items->v));
	item = &items->v[items->n++];
	*item = (struct source_item){ .file = filelist_number(&items->files, path), .line = line,
		.kind = kind };
	return item;
}

void
sourceitems_add_unplaced(struct source_items *items, const struct profile *p, uint32_t func,
	double hits, uint64_t hits64)
{
	items->unplaced += hits;
	items->unplaced64 += hits64;
	if (func == NOBODY)
		return;
	if (items->unplaced_of == NULL) {
		items->unplaced_of = mem_new(p->nfuncs, sizeof(*items->unplaced_of));
		items->unplaced64_of = mem_new(p->nfuncs, sizeof(*items->unplaced64_of));
	}
	items->unplaced_of[func] += hits;
	items->unplaced64_of[func] += hits64;
}

static void
add_hits(void *with, const char *file, unsigned line, uint64_t addr, double hits)
{
	const struct collection *c = with;
	uint32_t func = c->func != NOBODY ? inlining_func_at(c->places->profile, c->image, addr)
		: NOBODY;
	struct source_item *item;

	if (file == NULL) {
		sourceitems_add_unplaced(c->items, c->places->profile, func, hits, 0);
		return;
	}
	item = sourceitems_add(c->items, ITEM_HITS, file, line);
	item->number = c->image;
	item->func = func;
	item->addr = addr;
	item->hits = hits;
}

/* Shares TICKS samples of FUNC among the lines of the code [LO, HI). */
static void
share_among_lines(void *with, uint32_t func, uint64_t lo, uint64_t hi, double ticks)
{
	struct collection *c = with;

	if (c->weights != NULL && func != NOBODY)
		ticks *= c->weights[func];
	c->func = func;
	attribute_lines(c->places, c->image, lo, hi, ticks, add_hits, c);
}

static bool
collect_hits(struct collection *c)
{
	const struct profile *p = c->places->profile;

	for (uint32_t im = 0; im < p->nimages; im++) {
		c->image = im;
		for (size_t k = 0; k < p->samples[im].nhistograms; k++) {
			const struct histogram *h = &p->samples[im].histograms[k];

			for (size_t i = 0; i < h->nused; i++) {
				if (stop_asked(c->stop, i))
					return false;
				attribute_bin(p, h, &h->bins[i], share_among_lines, c);
			}
		}
	}
	return true;
}

static bool
collect_calls(struct collection *c)
{
	const struct profile *p = c->places->profile;
	struct arc_sites of;

	for (uint32_t a = 0; profile_has_sites(p) && a < p->narcs - p->npossible; a++) {
		if (stop_asked(c->stop, a))
			return false;
		of = profile_sites(p, a);
		for (uint32_t i = of.first; i < of.end; i++) {
			struct arc_record site = profile_site(p, &of, i);
			struct source_place place = callsites_call_place(c->places, a, &site);
			struct source_item *item;

			if (place.file == NULL || site.count == 0)
				continue;
			item = sourceitems_add(c->items, ITEM_CALL, place.file, place.line);
			item->number = a;
			item->func = p->arcs[a].caller;
			item->addr = place.addr;
			item->count = site.count;
			item->sure = place.sure;
		}
	}
	return true;
}

static bool
collect_funcs(struct collection *c)
{
	const struct profile *p = c->places->profile;

	for (uint32_t f = 0; f < p->nfuncs; f++) {
		struct source_place place;

		if (stop_asked(c->stop, f))
			return false;
		place = callsites_func_place(c->places, f);
		if (place.file != NULL)
			sourceitems_add(c->items, ITEM_FUNC, place.file, place.line)->number = f;
	}
	return true;
}

static void
collect_counts(struct collection *c, const struct line_count *more, size_t n)
{
	const struct profile *p = c->places->profile;

	for (uint32_t im = 0; im < p->nimages; im++) {
		for (size_t i = 0; i < p->samples[im].nblocks; i++) {
			const struct addr_count *b = &p->samples[im].blocks[i];
			const char *file;
			unsigned line;

			if (lines_at(callsites_lines(c->places, im), RULES_EXACT, b->addr, &file,
				&line))
				sourceitems_add(c->items, ITEM_COUNT, file, line)->count = b->count;
		}
	}
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < more[i].ncounts; k++)
			sourceitems_add(c->items, ITEM_COUNT, more[i].path, more[i].line)->count
				= more[i].counts[k];
}

static bool
collect_figures(struct collection *c, const struct graph *g)
{
	bool done;

	c->weights = graph_weights(g);
	if (profile_has(g->profile, HAS_COSTS))
		done = costlines_collect(c->items, g, c->weights, c->stop);
	else if (profile_has(g->profile, HAS_EVENTS))
		done = stacklines_collect(c->items, g, c->weights, c->stop);
	else
		done = collect_hits(c) && collect_calls(c);
	free(c->weights);
	return done;
}

bool
sourceitems_collect_figures(struct source_items *items, const struct graph *g,
	struct callsites *places, struct stop *stop)
{
	struct collection c = { .items = items, .places = places, .stop = stop };

	return collect_figures(&c, g);
}

bool
sourceitems_collect(struct source_items *items, const struct graph *g, struct callsites *places,
	const struct line_count *more, size_t n, struct stop *stop)
{
	struct collection c = { .items = items, .places = places, .stop = stop };

	if (!collect_figures(&c, g) || !collect_funcs(&c))
		return false;
	collect_counts(&c, more, n);
	return true;
}

void
sourceitems_release(struct source_items *items)
{
	free(items->v);
	free(items->unplaced_of);
	free(items->unplaced64_of);
	free(items->variances);
	filelist_finish(&items->files);
	free(items->files.v);
	*items = (struct source_items){ 0 };
}
