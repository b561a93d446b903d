/* unwind_memory.c - the stack of a thread while it is unwound
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "unwind/unwind_memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "record/cfi.h"

enum { WORD = sizeof(uint64_t), FIRST = 4096, MOST = 1 << 20 };

void
unwind_memory_open(struct memory *m, uint64_t low, uint64_t high,
	size_t (*fetch)(int pid, uint64_t address, void *bytes, size_t n), int pid)
{
	m->fetch = fetch;
	m->pid = pid;
	m->low = low & ~(uint64_t)(WORD - 1);
	m->high = high > m->low && high - m->low > MOST ? m->low + MOST : high;
	m->have = 0;
	m->given = NULL;
	m->is_short = false;
}

void
unwind_memory_given(struct memory *m, uint64_t low, const unsigned char *bytes, size_t n)
{
	unwind_memory_open(m, low, low, NULL, 0);
	m->given = bytes;
	m->low = low;
	m->high = n <= UINT64_MAX - low ? low + n : low;
}

/* Copies more of the stack, so that the word at ADDRESS is in the copy.
 * False: it is not mapped. */
static bool
extend(struct memory *m, uint64_t address)
{
	size_t need = (size_t)(address - m->low) + WORD, want;

	if (need <= m->have)
		return true;
	want = need > 2 * m->have ? need : 2 * m->have;
	want = want < FIRST ? FIRST : want;
	if (want > m->high - m->low)
		want = (size_t)(m->high - m->low);
	m->copy = mem_grow(m->copy, want, &m->room, 1);
	m->have += m->fetch(m->pid, m->low + m->have, m->copy + m->have, want - m->have);
	return need <= m->have;
}

bool
memory_read(struct memory *m, uint64_t address, uint64_t *value)
{
	bool is_stack = address >= m->low && address < m->high && m->high - address >= WORD;

	if (address % WORD != 0)
		return false;
	if (is_stack && (m->given != NULL || extend(m, address))) {
		memcpy(value, (m->given != NULL ? m->given : m->copy) + (address - m->low), WORD);
		return true;
	}
	m->is_short |= m->given != NULL && address >= m->high;
	return !is_stack && m->given == NULL
		&& m->fetch(m->pid, address, value, WORD) == WORD;
}

void
unwind_memory_release(struct memory *m)
{
	free(m->copy);
	*m = (struct memory){ 0 };
}
