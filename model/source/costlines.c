/* costlines.c - what costs of functions and calls say about lines of the source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "source/costlines.h"

#include "figures/gather.h"

struct cost_lines {
	const struct graph *g;
	const struct measured *m;
	const double *weights;
	struct source_items *items;
};

static void
add_cost(void *with, uint32_t number, int64_t cost)
{
	const struct cost_lines *l = with;
	const struct measured_frame *frame = &l->m->frames[number];
	uint32_t func = l->g->profile->func_of[frame->func];
	const char *path = measured_frame_file(l->m, frame);
	double hits = (double)cost * (l->weights != NULL ? l->weights[func] : 1);
	uint64_t hits64 = l->weights == NULL ? (uint64_t)cost : 0;
	struct source_item *item;

	if (path == NULL) {
		sourceitems_add_unplaced(l->items, l->g->profile, func, hits, hits64);
		return;
	}
	item = sourceitems_add(l->items, ITEM_HITS, path, frame->line);
	item->func = func;
	item->hits = hits;
	item->hits64 = hits64;
}

static void
add_call(void *with, uint32_t number, const struct measured_call *call)
{
	const struct cost_lines *l = with;
	const struct measured_frame *frame = &l->m->frames[call->caller];
	const char *path = measured_frame_file(l->m, frame);
	struct source_item *item;

	if (path == NULL)
		return;
	item = sourceitems_add(l->items, ITEM_CALL, path, frame->line);
	item->func = l->g->profile->func_of[frame->func];
	item->number = l->g->profile->arc_of_call[number];
	item->count = call->count;
	item->total = (double)gather_call_cost(l->g, number);
	item->total64 = (uint64_t)gather_call_cost(l->g, number);
	item->sure = true;
}

bool
costlines_collect(struct source_items *items, const struct graph *g, const double *weights,
	struct stop *stop)
{
	struct cost_lines l = { g, g->profile->measured, weights, items };

	gather_each_cost(g, add_cost, &l);
	gather_each_call(g, add_call, &l);
	return !stop_asked(stop, 0);
}
