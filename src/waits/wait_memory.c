/* wait_memory.c - the memory of another process, which goes on running
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "waits/wait_memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

#include "base/mem.h"
#include "record/cfi.h"

enum { WORD = sizeof(uint64_t), FIRST = 4096, MOST = 1 << 20 };

size_t
wait_memory_copy(pid_t pid, uint64_t address, void *bytes, size_t n)
{
	struct iovec to = { bytes, n };
	struct iovec from = { (void *)(uintptr_t)address, n };
	ssize_t got;

	if (address > UINTPTR_MAX - n)
		return 0;
	got = process_vm_readv(pid, &to, 1, &from, 1, 0);
	return got > 0 ? (size_t)got : 0;
}

void
wait_memory_open(struct memory *m, pid_t pid, uint64_t low, uint64_t high)
{
	m->pid = pid;
	m->low = low & ~(uint64_t)(WORD - 1);
	m->high = high > m->low && high - m->low > MOST ? m->low + MOST : high;
	m->have = 0;
	m->is_given = m->is_short = false;
}

void
wait_memory_given(struct memory *m, pid_t pid, uint64_t low, const unsigned char *bytes, size_t n)
{
	wait_memory_open(m, pid, low, low + n);
	m->is_given = true;
	if (low % WORD != 0 || m->high < low)
		return;
	m->copy = mem_grow(m->copy, n, &m->room, 1);
	memcpy(m->copy, bytes, n);
	m->have = n;
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
	m->have += wait_memory_copy(m->pid, m->low + m->have, m->copy + m->have,
		want - m->have);
	return need <= m->have;
}

bool
memory_read(struct memory *m, uint64_t address, uint64_t *value)
{
	if (address % WORD != 0)
		return false;
	if (address >= m->low && address < m->high && m->high - address >= WORD) {
		if (!extend(m, address))
			return false;
		memcpy(value, m->copy + (address - m->low), WORD);
		return true;
	}
	m->is_short |= m->is_given && address >= m->high;
	return !m->is_given && wait_memory_copy(m->pid, address, value, WORD) == WORD;
}

void
wait_memory_release(struct memory *m)
{
	free(m->copy);
	*m = (struct memory){ 0 };
}
