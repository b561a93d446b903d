/* perfdata_branches.c - stacks of calls that the processor has recorded
 *
 * perf record --call-graph lbr lets the processor keep the last calls that have not returned: up to
 * 32, and only of the program, not of the kernel.  A sample has:
 *
 *	u64	number of branches
 *	u64	(if there is an index: that of the last branch)
 *	3 u64	for each branch, the last one first: from where, to where, flags
 *	u64	(if there are counters: for each branch)
 *
 * Source: struct perf_branch_entry in include/uapi/linux/perf_event.h of Linux, and the comment at
 * PERF_RECORD_SAMPLE there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/perfdata.h"

/* Bits of perfdata_attr.branch_type. */
enum { CALLS = 1 << 11, INDEX = 1 << 17, COUNTERS = 1 << 19 };

enum { WORDS = 3, WORD = 8 };

void
perfdata_read_branches(struct cursor *c, const struct perfdata_attr *attr,
	struct perfdata_sample *s)
{
	uint64_t n = cursor_uint(c, WORD);
	uint64_t words = (attr->branch_type & COUNTERS) != 0 ? WORDS + 1 : WORDS;

	(void)cursor_bytes(c, (attr->branch_type & INDEX) != 0 ? WORD : 0);
	if (c->past || n > cursor_left(c) / (words * WORD)) {
		c->past = true;
		return;
	}
	if ((attr->branch_type & CALLS) != 0) {
		s->branches = *c;
		s->branches.end = c->p + n * WORDS * WORD;
	}
	(void)cursor_bytes(c, n * words * WORD);
}

/* Has the stack of S code of the program? */
static bool
has_user(const struct perfdata_sample *s)
{
	struct cursor c = s->chain;

	while (cursor_left(&c) >= WORD)
		if (cursor_uint(&c, WORD) == PERFDATA_MARK_USER)
			return true;
	return false;
}

bool
perfdata_chain_branches(struct perfdata *p, const struct perfdata_sample *s)
{
	struct cursor c = s->branches;

	if (cursor_left(&c) == 0 || !has_user(s))
		return false;
	p->nchain = 0;
	while (cursor_left(&c) >= WORDS * WORD) {
		uint64_t from = cursor_uint(&c, WORD), to = cursor_uint(&c, WORD);

		(void)cursor_uint(&c, WORD);
		if (from == 0 || from >= PERFDATA_MARK_LEAST)
			break;
		/* Code of the program that has called the kernel is in the function that the last
		 * call has entered. */
		if (p->nchain == 0)
			perfdata_chain_add(p, s->mode == MODE_USER ? s->ip : to);
		/* The byte before an address is looked up, except for the first one. */
		perfdata_chain_add(p, from + 1);
	}
	p->branched += p->nchain > 0;
	return p->nchain > 0;
}
