/* bins.h - counters and arcs, as most formats have them
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

/* Give S the histogram H, whose counters stand at byte AT of RAW.  False: not all of them
 * are there, or H does not belong to S. */
bool bins_read(const struct raw *raw, size_t at, struct histogram *h, struct samples *s,
	struct err *e);

/* A histogram over [LO, HI) of N counters as S describes them, without its bins. */
struct histogram bins_header(const struct samples *s, uint64_t lo, uint64_t hi, size_t n);

/* S counts in seconds, at RATE. */
void bins_in_seconds(struct samples *s, int32_t rate);

#endif
