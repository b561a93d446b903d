/* gprof_attribute.h - from the samples of bins to those of functions, as GNU gprof does it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GPROF_ATTRIBUTE_H
#define GPROF_ATTRIBUTE_H

#include "profile/profile.h"

/* Fill P->ticks and P->total as gprof does: in units of 2 bytes, with one fractional scale for all
 * bins, and with nothing for the last function. */
void gprof_attribute(struct profile *p);

#endif
