/* perfdata_deferred.c - stacks of programs that come after the sample
 *
 * If a thread is sampled in the kernel, its stack may be read only when it returns to the program.
 * The stack of the sample then ends with a mark and a number.  A record of the type
 * CALLCHAIN_DEFERRED with this number and the stack of the program follows, for all samples of the
 * thread since it entered the kernel.  Source: the comment at PERF_RECORD_CALLCHAIN_DEFERRED in
 * include/uapi/linux/perf_event.h of Linux 6.19.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/formats/perfdata.h"

enum {
	WORD = 8,
	MOST_HELD = 1 << 16,		/* samples that wait for their stacks */
	MOST_BYTES = 64 << 20,		/* of the parts of their stacks that are known */
};

/* A sample that waits. */
struct perfdata_held {
	struct perfdata_sample s;	/* .chain is in .bytes */
	uint64_t number;
	struct perfdata_value *values;	/* owned */
	size_t nvalues;
	unsigned char *bytes;		/* owned; the stack, up to the mark and the number */
	size_t n;
	uint32_t next;			/* index of another one of the same thread, or NOBODY.  In a
					 * free element: of another free element */
};

/* Returns the index of a free element of P->held.  Threads get their stacks in any order, so
 * elements become free anywhere. */
static uint32_t
free_element(struct perfdata *p)
{
	uint32_t i = p->held_free;

	if (p->nwaiting++ < p->nheld) {
		p->held_free = p->held[i].next;
		return i;
	}
	p->held = mem_grow(p->held, (size_t)p->nheld + 1, &p->held_room, sizeof(*p->held));
	return p->nheld++;
}

bool
perfdata_hold(struct perfdata *p, const struct perfdata_sample *s, uint32_t thread,
	const struct perfdata_value *values, size_t nvalues)
{
	struct cursor mark = s->chain;
	struct perfdata_held *h;
	size_t n = (size_t)cursor_left(&s->chain);
	uint32_t i;

	if (n < 2 * WORD)
		return false;
	mark.p += n - (size_t)2 * WORD;
	if (cursor_uint(&mark, WORD) != PERFDATA_MARK_DEFERRED)
		return false;
	if (p->nwaiting == MOST_HELD || p->held_bytes > MOST_BYTES) {
		p->deferred++;
		return false;
	}
	i = free_element(p);
	h = &p->held[i];
	*h = (struct perfdata_held){ .s = *s, .number = cursor_uint(&mark, WORD),
		.values = mem_copy(values, nvalues, sizeof(*values)), .nvalues = nvalues,
		.bytes = mem_copy(s->chain.p, n, 1), .n = n,
		.next = p->tasks.threads[thread].held };
	/* The copy of the stack, if there is one, is not kept: it would be in the mark's place. */
	p->held_bytes += n;
	h->s.registers = h->s.stack = h->s.counts = (struct cursor){ 0 };
	p->tasks.threads[thread].held = i;
	return true;
}

/* Adds the sample H of THREAD.  STACK is the stack of the program; if it is empty, it is not
 * known. */
static void
add_held(struct perfdata *p, struct perfdata_held *h, uint32_t thread, struct cursor stack)
{
	size_t n = h->n - (size_t)2 * WORD, more = (size_t)cursor_left(&stack) / WORD * WORD;

	if (more > 0) {
		h->bytes = mem_resize(h->bytes, n + more, 1);
		memcpy(h->bytes + n, stack.p, more);
		n += more;
	} else {
		n = h->n;
		p->deferred++;
	}
	h->s.chain.p = h->bytes;
	h->s.chain.end = h->bytes + n;
	perfdata_add_stack(p, &h->s, thread, h->values, h->nvalues);
	p->held_bytes -= h->n;
	free(h->values);
	free(h->bytes);
	h->values = NULL;
	h->bytes = NULL;
}

void
perfdata_join(struct perfdata *p, uint32_t thread, uint64_t number, struct cursor stack)
{
	static const struct cursor none;
	uint32_t i = p->tasks.threads[thread].held;

	p->tasks.threads[thread].held = NOBODY;
	while (i != NOBODY) {
		uint32_t next = p->held[i].next;

		add_held(p, &p->held[i], thread, p->held[i].number == number ? stack : none);
		p->held[i].next = p->held_free;
		p->held_free = i;
		p->nwaiting--;
		i = next;
	}
}

void
perfdata_join_rest(struct perfdata *p)
{
	static const struct cursor none;

	for (uint32_t i = 0; i < p->tasks.nthreads; i++)
		perfdata_join(p, i, 0, none);
	free(p->held);
	p->held = NULL;
	p->nheld = p->nwaiting = 0;
}
