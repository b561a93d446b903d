/* slide.h - subtract a load offset from samples
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SLIDE_H
#define SLIDE_H

#include "samples/samples.h"

/* Subtract BY from every address in S. */
void slide_subtract(struct samples *s, uint64_t by);

#endif
