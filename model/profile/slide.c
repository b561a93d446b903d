/* slide.c - subtract a load offset from samples
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/slide.h"

static void
slide_records(struct addr_count *v, size_t n, uint64_t by)
{
	for (size_t i = 0; i < n; i++)
		v[i].addr -= by;
}

void
slide_subtract(struct samples *s, uint64_t by)
{
	for (size_t i = 0; i < s->nhistograms; i++) {
		s->histograms[i].lo -= by;
		s->histograms[i].hi -= by;
	}
	for (size_t i = 0; i < s->narcs; i++) {
		if (!s->has_outside || s->arcs[i].from != ARC_OUTSIDE)
			s->arcs[i].from -= by;
		s->arcs[i].self -= by;
	}
	slide_records(s->blocks, s->nblocks, by);
	slide_records(s->counts, s->ncounts, by);
	slide_records(s->pcs, s->npcs, by);
}
