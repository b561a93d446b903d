/* recorded_maps.h - which program or library a process had mapped at an address
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_MAPS_H
#define RECORDED_MAPS_H

#include <stdint.h>

#include "measured/recording.h"

struct recorded_maps {
	const struct recording *recording;	/* borrowed */
	uint32_t *by_epoch;		/* owned; indices of objects, sorted by epoch, then
					 * address */
	uint32_t *by_address;		/* owned; sorted by address, then epoch */
};

void recorded_maps_open(struct recorded_maps *maps, const struct recording *r);
void recorded_maps_release(struct recorded_maps *maps);

/* Returns the index of the object that was mapped at ADDRESS, which is from a table of EPOCH; or
 * NOBODY.  Returns an object of another epoch only if no object of EPOCH is known at ADDRESS. */
uint32_t recorded_maps_at(const struct recorded_maps *maps, uint64_t address, uint32_t epoch);

#endif
