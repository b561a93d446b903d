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
		struct arc_record a = samples_arc(s, i);

		if (!s->has_outside || a.from != ARC_OUTSIDE)
			a.from -= by;
		a.self -= by;
		samples_set_arc(s, i, a);
	}
	slide_records(s->blocks, s->nblocks, by);
	slide_records(s->counts, s->ncounts, by);
	slide_records(s->pcs, s->npcs, by);
}
