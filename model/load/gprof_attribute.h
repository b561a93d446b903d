/* gprof_attribute.h - attribute the samples of bins to functions, as GNU gprof does
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GPROF_ATTRIBUTE_H
#define GPROF_ATTRIBUTE_H

#include "profile/profile.h"

/* Fill P->ticks and P->total as gprof does: in units of 2 bytes, with one fractional scale for all
 * bins, and without samples for the last function. */
void gprof_attribute(struct profile *p);

#endif
