/* slide.h - profiles of code that ran elsewhere than it was linked for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SLIDE_H
#define SLIDE_H

#include "profile/profile.h"
#include "samples/samples.h"

/* Take BY off all addresses of S. */
void slide_subtract(struct samples *s, uint64_t by);

/* Does anything in S speak of addresses where image number IM has functions? */
bool slide_is_of_image(const struct profile *p, uint32_t im, const struct samples *s);

/* Move S to where image number IM has its code: by what the user says or, with exact rules and
 * if nothing of it is there, by a distance with which it fits.  Returns that, 0: not moved. */
uint64_t slide_to_image(const struct profile *p, uint32_t im, struct samples *s);

#endif
