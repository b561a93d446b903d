/* recorded_values.h - adds the calls and samples of a recording's file to a measured profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_VALUES_H
#define RECORDED_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#include "recorded/recorded_load.h"

/* Adds the calls and the samples of L->r to L->m, and their sums to L->totals.  The members of L
 * that are about the file must be set before.  Returns false if the user stopped the work. */
bool recorded_values_add(struct recorded_load *l);

/* Does --image name the image PATH?  Always false if the user did not give --image. */
bool recorded_values_names_image(const struct recorded_load *l, const char *path);

/* Returns the processor time between two samples at the rate HZ, in ns.  HZ is not 0. */
int64_t recorded_values_period(uint32_t hz);

#endif
