/* sites.c - the call sites of arcs, if nearly all arcs have one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/sites.h"

#include <assert.h>
#include <stdlib.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "base/rules.h"
#include "base/sort.h"

enum { ARCS_OF_OTHER = 8 };		/* for each other record, there must be at least this many
					 * arcs.  More other records would make searches slow */

/* Sorts S->later. */
static void
sort_later(struct sites *s)
{
	uint32_t *order = mem_uncleared(s->nlater, sizeof(*order));
	uint64_t *sorted = mem_uncleared(s->nlater, sizeof(*sorted));

	for (size_t i = 0; i < s->nlater; i++)
		order[i] = (uint32_t)i;
	sort_by_keys(order, s->later, s->nlater);
	for (size_t i = 0; i < s->nlater; i++)
		sorted[i] = s->later[order[i]];
	free(order);
	free(s->later);
	s->later = sorted;
}

struct sites *
sites_new(const uint32_t *arc_of, size_t nrecords, uint32_t narcs)
{
	struct sites *s;
	uint32_t next = 0;

	assert(nrecords >= narcs);
	if (nrecords - narcs > narcs / ARCS_OF_OTHER)
		return NULL;
	s = mem_new(1, sizeof(*s));
	s->others = mem_uncleared(nrecords - narcs, sizeof(*s->others));
	s->later = mem_uncleared(nrecords - narcs, sizeof(*s->later));
	for (size_t i = 0; i < nrecords; i++) {
		if (arc_of[i] == next && next < narcs) {
			next++;
			continue;
		}
		s->others[s->nothers++] = (uint32_t)i;
		if (arc_of[i] != NOBODY)
			s->later[s->nlater++] = (uint64_t)arc_of[i] << 32 | i;
	}
	assert(next == narcs);
	sort_later(s);
	return s;
}

uint32_t
sites_first(const struct sites *s, uint32_t a)
{
	size_t before;			/* the number of later records of the arcs before A */

	BISECT(before, s->nlater, s->later[before] >> 32 >= a);
	return a + (uint32_t)before;
}

uint32_t
sites_end(const struct sites *s, uint32_t a, uint32_t first)
{
	size_t before = first - a;

	while (before < s->nlater && s->later[before] >> 32 == a)
		before++;
	return a + 1 + (uint32_t)before;
}

uint32_t
sites_record(const struct sites *s, uint32_t a, uint32_t first, uint32_t i)
{
	size_t j;

	if (i > first)
		return (uint32_t)s->later[i - a - 1];
	/* Before other record j, there are others[j] - j first records. */
	BISECT(j, s->nothers, s->others[j] - j > a);
	return a + (uint32_t)j;
}

void
sites_free(struct sites *s)
{
	if (s == NULL)
		return;
	free(s->others);
	free(s->later);
	free(s);
}
