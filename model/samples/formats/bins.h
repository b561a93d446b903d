/* bins.h - histograms, as most formats have them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BINS_H
#define BINS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "samples/format.h"
#include "samples/samples.h"

/* Reads the counters of H, which begin at byte AT of RAW, and adds H to S.  Returns false if H does
 * not match the other histograms of S, or if counters are missing; E gives the reason.  If some
 * counters are missing, still adds H with the counters that RAW has, unless S has a histogram with
 * the same range. */
bool bins_read(const struct raw *raw, size_t at, struct histogram *h, struct samples *s,
	struct err *e);

/* Returns a histogram of the addresses [LO, HI) with N counters, which are not read yet.  The width
 * of a counter, the rate and the unit are those of S. */
struct histogram bins_header(const struct samples *s, uint64_t lo, uint64_t hi, size_t n);

/* Sets the unit of S to seconds and its rate to RATE. */
void bins_in_seconds(struct samples *s, int32_t rate);

#endif
