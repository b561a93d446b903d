/* samelines.c - which lines of two texts are the same
 *
 * Lines that are in both texts exactly once, in the same order, divide the texts (patience diff, as
 * Bram Cohen describes it).  Between them, lines are matched by the greedy algorithm of Myers ("An
 * O(ND) difference algorithm", 1986), up to a limit of differences.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "compare/samelines.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"

enum {
	MOST_EDITS = 100,		/* so many lines that differ are matched by the algorithm of
					 * Myers; it compares at most twice as many lines with each
					 * line */
	MOST_DEPTH = 16,		/* parts of texts are divided so often */
};

/* Lines [a, a_end) of A and [b, b_end) of B. */
struct part {
	uint32_t a, a_end, b, b_end, depth;
};

struct matching {
	const uint32_t *a, *b;
	uint32_t *partner;
	struct part *parts;		/* owned; those still to be matched */
	size_t nparts, room;
	uint32_t *count[2];		/* owned; indexed by line as a number: how often each side
					 * of the present part has it; all 0 between parts */
	uint32_t *at;			/* owned; indexed by line as a number: where B has it */
	uint32_t *once;			/* owned; lines of A that both sides have once */
	uint32_t *piles, *before;	/* owned; for the longest ascending sequence of .once */
	int *trace;			/* owned; furthest lines of A for each number of edits */
};

static void
add_part(struct matching *m, struct part part)
{
	m->parts = mem_grow(m->parts, m->nparts + 1, &m->room, sizeof(*m->parts));
	m->parts[m->nparts++] = part;
}

/* Matches the first and last lines of P as long as they are equal, and removes them from P. */
static void
match_ends(struct matching *m, struct part *p)
{
	while (p->a < p->a_end && p->b < p->b_end && m->a[p->a] == m->b[p->b])
		m->partner[p->a++] = p->b++;
	while (p->a < p->a_end && p->b < p->b_end && m->a[p->a_end - 1] == m->b[p->b_end - 1])
		m->partner[--p->a_end] = --p->b_end;
}

/* Sets M->once to the lines of P that both sides have once, and M->at.  Returns their number. */
static uint32_t
find_once(struct matching *m, const struct part *p)
{
	uint32_t n = 0, i;

	for (i = p->a; i < p->a_end; i++)
		m->count[0][m->a[i]]++;
	for (i = p->b; i < p->b_end; i++) {
		m->count[1][m->b[i]]++;
		m->at[m->b[i]] = i;
	}
	for (i = p->a; i < p->a_end; i++)
		if (m->count[0][m->a[i]] == 1 && m->count[1][m->a[i]] == 1)
			m->once[n++] = i;
	for (i = p->a; i < p->a_end; i++)
		m->count[0][m->a[i]] = 0;
	for (i = p->b; i < p->b_end; i++)
		m->count[1][m->b[i]] = 0;
	return n;
}

/* Reduces the N lines M->once to a longest sequence that is in the same order in B.  Returns the
 * length of the sequence. */
static uint32_t
keep_ascending(struct matching *m, uint32_t n)
{
	uint32_t npiles = 0, i, k;

	for (i = 0; i < n; i++) {
		uint32_t at = m->at[m->a[m->once[i]]];
		size_t least;

		BISECT(least, npiles, m->at[m->a[m->once[m->piles[least]]]] >= at);
		m->before[i] = least > 0 ? m->piles[least - 1] : UINT32_MAX;
		m->piles[least] = i;
		npiles += least == npiles;
	}
	if (npiles == 0)
		return 0;
	/* The piles are no longer needed: they become the sequence. */
	for (i = m->piles[npiles - 1], k = npiles; k-- > 0; i = m->before[i])
		m->piles[k] = m->once[i];
	return npiles;
}

/* Divides P at lines that both sides have once.  Returns false if there are none. */
static bool
divide(struct matching *m, const struct part *p)
{
	uint32_t n = p->depth < MOST_DEPTH ? keep_ascending(m, find_once(m, p)) : 0;
	struct part next = { p->a, 0, p->b, 0, p->depth + 1 };

	for (uint32_t i = 0; i < n; i++) {
		uint32_t a = m->piles[i], b = m->at[m->a[a]];

		m->partner[a] = b;
		next.a_end = a;
		next.b_end = b;
		add_part(m, next);
		next.a = a + 1;
		next.b = b + 1;
	}
	next.a_end = p->a_end;
	next.b_end = p->b_end;
	if (n > 0)
		add_part(m, next);
	return n > 0;
}

/* Returns the row of M->trace for D edits; its index 0 is diagonal -D. */
static int *
trace_of(const struct matching *m, int d)
{
	return m->trace + d * d;
}

/* Does diagonal K, with D edits, begin with a line that only B has, not with one that only A
 * has? */
static bool
is_added(const struct matching *m, int d, int k)
{
	const int *before = trace_of(m, d - 1) + (d - 1);

	return k == -d || (k != d && before[k - 1] < before[k + 1]);
}

/* Returns the line of P in A at which diagonal K begins with D edits. */
static int
begin_of(const struct matching *m, int d, int k)
{
	const int *before = d > 0 ? trace_of(m, d - 1) + (d - 1) : NULL;

	return d == 0 ? 0 : is_added(m, d, k) ? before[k + 1] : before[k - 1] + 1;
}

/* Matches the lines of P on the way that has reached its end with D edits. */
static void
follow_back(struct matching *m, const struct part *p, int d)
{
	int x = (int)(p->a_end - p->a), y = (int)(p->b_end - p->b);

	for (; d >= 0; d--) {
		int k = x - y, begin = begin_of(m, d, k);

		for (; x > begin; x--, y--)
			m->partner[p->a + (uint32_t)x - 1] = p->b + (uint32_t)y - 1;
		if (d > 0 && is_added(m, d, k))
			y--;
		else
			x--;
	}
}

/* Matches the lines of P if it has at most MOST_EDITS lines that differ. */
static void
match_part(struct matching *m, const struct part *p)
{
	int na = (int)(p->a_end - p->a), nb = (int)(p->b_end - p->b);

	for (int d = 0; d <= MOST_EDITS; d++) {
		int *reached = trace_of(m, d) + d;

		for (int k = -d; k <= d; k += 2) {
			int x = begin_of(m, d, k), y = x - k;

			while (x < na && y < nb
			    && m->a[p->a + (uint32_t)x] == m->b[p->b + (uint32_t)y]) {
				x++;
				y++;
			}
			reached[k] = x;
			if (x >= na && y >= nb) {
				follow_back(m, p, d);
				return;
			}
		}
	}
}

void
samelines_find(const uint32_t *a, uint32_t na, const uint32_t *b, uint32_t nb, uint32_t n,
	uint32_t *partner)
{
	struct matching m = { .a = a, .b = b, .partner = partner,
		.count = { mem_new(n, sizeof(uint32_t)), mem_new(n, sizeof(uint32_t)) },
		.at = mem_new(n, sizeof(*m.at)), .once = mem_new(na, sizeof(*m.once)),
		.piles = mem_new(na, sizeof(*m.piles)), .before = mem_new(na, sizeof(*m.before)),
		.trace = mem_new((MOST_EDITS + 1) * (MOST_EDITS + 1), sizeof(*m.trace)) };

	memset(partner, 0xff, na * sizeof(*partner));
	add_part(&m, (struct part){ .a_end = na, .b_end = nb });
	while (m.nparts > 0) {
		struct part p = m.parts[--m.nparts];

		match_ends(&m, &p);
		if (p.a < p.a_end && p.b < p.b_end && !divide(&m, &p))
			match_part(&m, &p);
	}
	free(m.parts);
	free(m.count[0]);
	free(m.count[1]);
	free(m.at);
	free(m.once);
	free(m.piles);
	free(m.before);
	free(m.trace);
}
