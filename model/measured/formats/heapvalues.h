/* heapvalues.h - for readers of heap profiles as text: the numbers of a stack
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef HEAPVALUES_H
#define HEAPVALUES_H

#include "measured/formats/namedstacks.h"

enum { HEAPVALUES = 4 };		/* objects and bytes in use, objects and bytes allocated */

/* Reads the numbers "3: 6144 [5: 10240]", or only the first two, at S.  Returns what follows; NULL:
 * there are none, or one has more than 64 bits. */
const char *heapvalues_read(const char *s, int64_t values[HEAPVALUES]);

/* Returns DISTANCE, the mean distance in bytes between two samples that a file states; 0: it
 * cannot be one, so all allocations were counted. */
double heapvalues_distance(double distance);

/* Adds the events of the four numbers to M, which shows the bytes in use first.  DISTANCE is that
 * of heapvalues_distance().  False: there are too many events. */
bool heapvalues_set_events(struct measured *m, double distance, uint32_t events[HEAPVALUES]);

/* Adds VALUES, scaled up to all allocations, to the samples of PATH; the variance is that of the
 * objects that were not sampled. */
void heapvalues_add(struct namedstacks *s, uint32_t path, double distance,
	const uint32_t events[HEAPVALUES], const int64_t values[HEAPVALUES]);

#endif
