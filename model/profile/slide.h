/* slide.h - subtract a load offset from samples
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SLIDE_H
#define SLIDE_H

#include "samples/samples.h"

/* Subtracts BY from every address in the histograms and records of S, but not from the address
 * ARC_OUTSIDE of an unknown caller. */
void slide_subtract(struct samples *s, uint64_t by);

#endif
