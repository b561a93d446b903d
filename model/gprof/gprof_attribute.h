/* gprof_attribute.h - attribute the samples of bins to functions, as GNU gprof does
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GPROF_ATTRIBUTE_H
#define GPROF_ATTRIBUTE_H

#include "profile/profile.h"

/* Fills P->ticks and P->total as gprof does: in units of 2 bytes, with bins whose size may have a
 * fraction, and without samples for the last function. */
void gprof_attribute(struct profile *p);

#endif
