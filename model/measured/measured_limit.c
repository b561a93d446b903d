/* measured_limit.c - the limit on the memory of all that is made from measured profiles
 *
 * A small file can make very much: each byte of a folded stack can be a path, and compressed files
 * repeat themselves.  The memory is estimated from the numbers of elements, because most of it is
 * needed only later, for the profile, its call graph and its views.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/measured.h"

enum {
	PER_BYTE = 8,			/* bytes of memory for each byte of a file */
	/* Bytes of memory for each element, with what is made from it: measured as the resident
	 * memory of the functions view and the icicle, for files with millions of elements of one
	 * kind. */
	FUNC = 240, FRAME = 30, PATH = 65, SAMPLE = 110, COST = 120, CALL = 120, PART = 60,
	TEXT = 24,
};

void
measured_allow(struct measured *m, uint64_t bytes)
{
	m->limit += PER_BYTE * bytes;
}

static uint64_t
estimate_memory(const struct measured *m)
{
	uint64_t values = m->nevents * sizeof(int64_t);

	return (uint64_t)m->nfuncs * FUNC + (uint64_t)m->nframes * FRAME
		+ (uint64_t)m->npaths * PATH
		+ m->nsamples * (SAMPLE + m->nevents * sizeof(struct measured_weight))
		+ (m->ncosts + (uint64_t)m->ntotals) * (COST + values) + m->ncalls * (CALL + values)
		+ (uint64_t)m->nparts * PART + (uint64_t)m->ntexts * TEXT;
}

bool
measured_has_room(const struct measured *m, uint64_t npaths)
{
	return estimate_memory(m) + npaths * PATH <= m->limit;
}

bool
measured_no_room(const struct measured *m, struct err *e)
{
	return err_set(e, ERR_FORMAT, "the rest is not read: it would need more than %llu MB of "
		"memory, the limit for a profile of this length", (unsigned long long)(m->limit >> 20));
}
