/* recorded_memory.c - remembers the arcs and stacks of a file from one read to the next
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "recorded/recorded_memory.h"

#include <stdlib.h>

#include "base/mem.h"

enum { AHEAD = 8 };			/* how many items of the previous read
					 * recorded_memory_find() compares */

void
recorded_memory_again(struct recorded_memory *m, bool forgets)
{
	struct recorded_memory old = *m;

	*m = (struct recorded_memory){ .before = old.now, .nbefore = forgets ? 0 : old.nnow,
		.before_room = old.now_room, .now = old.before, .now_room = old.before_room };
}

const struct recorded_item *
recorded_memory_find(struct recorded_memory *m, const struct recorded_item *key)
{
	for (size_t i = m->at; i < m->nbefore && i < m->at + AHEAD; i++) {
		const struct recorded_item *item = &m->before[i];

		if (item->address == key->address && item->from == key->from
		    && item->kind == key->kind) {
			m->at = i + 1;
			return item;
		}
	}
	return NULL;
}

void
recorded_memory_add(struct recorded_memory *m, const struct recorded_item *item)
{
	m->now = mem_grow(m->now, m->nnow + 1, &m->now_room, sizeof(*m->now));
	m->now[m->nnow++] = *item;
}

void
recorded_memory_release(struct recorded_memory *m)
{
	free(m->before);
	free(m->now);
	*m = (struct recorded_memory){ 0 };
}
