/* bsd.h - what the formats of BSD have in common
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BSD_H
#define BSD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "samples/format.h"
#include "samples/samples.h"

/* The count that a field of an arc means. */
uint64_t bsd_real_count(uint64_t field, unsigned address_size);

/* Read arcs, each of three words as wide as an address, from byte AT of RAW to its end. */
bool bsd_read_arcs(const struct raw *raw, size_t at, struct samples *s, struct err *e);

/* Read the header that stands at byte AT and the bins behind it; both end at RAW's end or
 * before.  *NEXT becomes the place behind the bins. */
bool bsd44_read_histogram(const struct raw *raw, size_t at, struct samples *s,
	size_t *next, struct err *e);

/* Size of that header. */
size_t bsd44_header(unsigned address_size);

#endif
