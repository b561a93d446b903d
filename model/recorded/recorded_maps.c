/* recorded_maps.c - which program or library a process had mapped at an address
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_maps.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "base/rules.h"
#include "base/sort.h"

/* At most this many objects are compared with an address.  The objects of one epoch overlap only in
 * a damaged file, so normally the first object that is compared is the right one. */
enum { MOST_TRIED = 64 };

static uint32_t *
sort_objects(const struct recording *r, bool epoch_first)
{
	uint32_t *order = mem_uncleared(r->nobjects, sizeof(*order));
	uint64_t *keys = mem_uncleared(r->nobjects, sizeof(*keys));

	for (uint32_t i = 0; i < r->nobjects; i++)
		order[i] = i;
	/* The sort is stable, so the last key is the primary key. */
	for (int pass = 0; pass < 2; pass++) {
		bool by_epoch = (pass == 1) == epoch_first;

		for (uint32_t i = 0; i < r->nobjects; i++)
			keys[i] = by_epoch ? r->objects[order[i]].epoch
				: r->objects[order[i]].low;
		sort_by_keys(order, keys, r->nobjects);
	}
	free(keys);
	return order;
}

void
recorded_maps_open(struct recorded_maps *maps, const struct recording *r)
{
	*maps = (struct recorded_maps){ .recording = r, .by_epoch = sort_objects(r, true),
		.by_address = sort_objects(r, false) };
}

void
recorded_maps_release(struct recorded_maps *maps)
{
	free(maps->by_epoch);
	free(maps->by_address);
}

static bool
has_address(const struct recording_object *o, uint64_t address)
{
	return o->low <= address && address < o->high;
}

/* Returns an object of EPOCH at ADDRESS, or NOBODY. */
static uint32_t
find_in_epoch(const struct recorded_maps *maps, uint64_t address, uint32_t epoch)
{
	const struct recording_object *objects = maps->recording->objects;
	size_t i;

	BISECT(i, maps->recording->nobjects, objects[maps->by_epoch[i]].epoch > epoch
		|| (objects[maps->by_epoch[i]].epoch == epoch
			&& objects[maps->by_epoch[i]].low > address));
	for (unsigned tried = 0; i-- > 0 && tried < MOST_TRIED
	     && objects[maps->by_epoch[i]].epoch == epoch; tried++)
		if (has_address(&objects[maps->by_epoch[i]], address))
			return maps->by_epoch[i];
	return NOBODY;
}

/* Returns an object at ADDRESS, or NOBODY.  Of several objects, returns the one with the latest
 * epoch that is not after EPOCH.  If all epochs are after EPOCH, returns the object with the
 * earliest one. */
static uint32_t
find_in_any_epoch(const struct recorded_maps *maps, uint64_t address, uint32_t epoch)
{
	const struct recording_object *objects = maps->recording->objects;
	uint32_t before = NOBODY, after = NOBODY;
	size_t i;

	BISECT(i, maps->recording->nobjects, objects[maps->by_address[i]].low > address);
	for (unsigned tried = 0; i-- > 0 && tried < MOST_TRIED; tried++) {
		uint32_t k = maps->by_address[i];

		if (!has_address(&objects[k], address))
			continue;
		if (objects[k].epoch > epoch)
			after = after == NOBODY || objects[k].epoch <= objects[after].epoch ? k
				: after;
		else if (before == NOBODY || objects[k].epoch > objects[before].epoch)
			before = k;
	}
	return before != NOBODY ? before : after;
}

uint32_t
recorded_maps_at(const struct recorded_maps *maps, uint64_t address, uint32_t epoch)
{
	uint32_t found = find_in_epoch(maps, address, epoch);

	return found != NOBODY ? found : find_in_any_epoch(maps, address, epoch);
}
