/* firstrecords.c - find the first arc record of each pair of caller and callee
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "load/firstrecords.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/rules.h"

/* Returns the numbers of the N records, sorted by caller, then by number.  Records without a caller
 * come last. */
static uint32_t *
sort_by_caller(const struct arc_ends *ends, size_t n, uint32_t nfuncs)
{
	uint32_t *order = mem_new(n, sizeof(*order));
	uint32_t *at = mem_new((size_t)nfuncs + 2, sizeof(*at));

	for (size_t i = 0; i < n; i++) {
		uint32_t c = ends[i].caller;

		at[(c == NOBODY ? nfuncs : c) + 1]++;
	}
	for (uint32_t f = 0; f <= nfuncs; f++)
		at[f + 1] += at[f];
	for (size_t i = 0; i < n; i++) {
		uint32_t c = ends[i].caller;

		order[at[c == NOBODY ? nfuncs : c]++] = (uint32_t)i;
	}
	free(at);
	return order;
}

/* State of firstrecords_find().  A position is an index in the order by caller. */
struct firsts {
	size_t n;
	const struct arc_ends *ends;	/* indexed by record: caller and callee */
	const uint32_t *order;		/* numbers of records, sorted by caller; NULL: the records
					 * are already in this order */
	uint32_t *first;		/* owned; indexed by record: the first record with the same
					 * caller and callee */
	uint32_t *seen;			/* owned; indexed by callee: 1 + the position of the first
					 * record with this callee and the current caller.  A value
					 * that is not above the first position of the current
					 * caller means that no such record was found yet */
};

/* Returns the number of the record at position K. */
static uint32_t
record_at(const struct firsts *f, size_t k)
{
	return f->order != NULL ? f->order[k] : (uint32_t)k;
}

/* Returns the position after the last record that has the same caller as the record at FROM.
 * Ignored records may be among these records.  If the record at FROM is ignored,
 * returns FROM + 1. */
static size_t
end_of_caller(const struct firsts *f, size_t from)
{
	const struct arc_ends *first = &f->ends[record_at(f, from)], *ends;
	size_t to;

	for (to = from + 1; to < f->n && first->callee != NOBODY; to++) {
		ends = &f->ends[record_at(f, to)];
		if (ends->callee != NOBODY && ends->caller != first->caller)
			break;
	}
	return to;
}

/* Fills in F->first for the records at positions FROM to TO - 1, which are few and have one caller.
 * Comparing them with each other is faster than random access to F->seen. */
static void
find_firsts_of_few(struct firsts *f, size_t from, size_t to)
{
	for (size_t k = from; k < to; k++) {
		uint32_t i = record_at(f, k), j = i;

		for (size_t before = from; before < k && j == i; before++)
			if (f->ends[record_at(f, before)].callee == f->ends[i].callee)
				j = record_at(f, before);
		f->first[i] = j;
	}
}

/* Fills in F->first for the records at positions FROM to TO - 1, which have one caller. */
static void
find_firsts_of_many(struct firsts *f, size_t from, size_t to)
{
	for (size_t k = from; k < to; k++) {
		uint32_t i = record_at(f, k), callee = f->ends[i].callee;

		if (callee == NOBODY)
			continue;
		if (f->seen[callee] <= from)
			f->seen[callee] = (uint32_t)k + 1;
		f->first[i] = record_at(f, f->seen[callee] - 1);
	}
}

uint32_t *
firstrecords_find(const struct arc_ends *ends, size_t n, uint32_t nfuncs, bool is_sorted)
{
	enum { FEW = 12 };
	uint32_t *order = is_sorted ? NULL : sort_by_caller(ends, n, nfuncs);
	struct firsts f = { .n = n, .ends = ends, .order = order };
	size_t from, to;

	f.first = mem_new(n, sizeof(*f.first));
	f.seen = mem_new(nfuncs, sizeof(*f.seen));
	for (from = 0; from < n; from = to) {
		to = end_of_caller(&f, from);
		if (to - from <= FEW)
			find_firsts_of_few(&f, from, to);
		else
			find_firsts_of_many(&f, from, to);
	}
	free(f.seen);
	free(order);
	return f.first;
}
