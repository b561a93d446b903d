/* mapping.c - maps a recording into memory, in such a way that children do not have it
 *
 * SPDX-License-Identifier: ISC
 */
#include "record/mapping.h"

#include <sys/mman.h>

#include "record/syscalls.h"

#ifndef MADV_WIPEONFORK
#define MADV_WIPEONFORK 18		/* Linux 4.14 */
#endif
#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000	/* Linux 4.17 */
#endif

#define PRIVATE (MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE)

#define LEAST_TABLE 12288u		/* no table has fewer bytes */

static uint64_t
whole_pages(uint64_t bytes)
{
	return (bytes + REC_PAGE - 1) / REC_PAGE * REC_PAGE;
}

/* Returns how many bytes the struct tables for SIZE bytes of a file may have. */
static uint64_t
room_for(uint64_t size)
{
	return whole_pages((size / LEAST_TABLE + 1) * sizeof(struct table));
}

/* Returns the struct table NUMBER of M. */
static struct table *
table_at(const struct mapping *m, uint64_t number)
{
	return (struct table *)(void *)m->base - 1 - number;
}

/* Maps private memory at [AT, AT + BYTES), where nothing is mapped.  False: something is, or the
 * kernel refuses. */
static bool
map_private(char *at, uint64_t bytes)
{
	long found = sys_mmap(at, bytes, PROT_READ | PROT_WRITE, PRIVATE | MAP_FIXED_NOREPLACE, -1,
		0);

	if (found == (long)at)
		return true;
	if (!sys_failed(found))		/* kernels before 4.17 */
		sys_munmap((void *)found, bytes);
	return false;
}

struct table *
mapping_add_table(struct mapping *m)
{
	if ((m->ntables + 1) * sizeof(struct table) > m->room)
		return NULL;
	return table_at(m, m->ntables++);
}

bool
mapping_make(struct mapping *m, long fd, uint64_t size)
{
	uint64_t room = room_for(size);
	long low = sys_mmap(NULL, room + size, PROT_NONE, PRIVATE, -1, 0);
	char *base = (char *)low + room;

	if (sys_failed(low))
		return false;
	if (sys_call(SYS_mprotect, low, (long)room, PROT_READ | PROT_WRITE, 0, 0, 0) != 0
	    || sys_failed(sys_mmap(base, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd,
			0))) {
		sys_munmap((void *)low, room + size);
		return false;
	}
	*m = (struct mapping){ .base = base, .size = size, .length = size, .room = room };
	/* Where nothing was written, there is nothing to read ahead. */
	sys_madvise(base, size, MADV_RANDOM);
	m->is_private = sys_madvise((char *)low, room, MADV_WIPEONFORK) == 0
		&& sys_madvise(base, size, MADV_DONTFORK) == 0;
	mapping_add_table(m)->threads = 1;	/* see mapping_is_of_parent() */
	return true;
}

void
mapping_remove(struct mapping *m)
{
	sys_munmap(m->base - m->room, m->room);
	sys_munmap(m->base, m->size);
	m->base = NULL;
}

/* Changes how many bytes M has for struct tables.  False: the kernel refuses. */
static bool
resize_room(struct mapping *m, uint64_t room)
{
	char *low = m->base - room;
	uint64_t more = room - m->room;

	if (room < m->room) {
		sys_munmap(m->base - m->room, m->room - room);
	} else if (more > 0) {
		if (!map_private(low, more))
			return false;
		if (m->is_private && sys_madvise(low, more, MADV_WIPEONFORK) != 0) {
			sys_munmap(low, more);
			return false;
		}
	}
	m->room = room;
	return true;
}

void
mapping_resize(struct mapping *m, uint64_t size)
{
	if (size > m->size && !resize_room(m, room_for(size)))
		return;
	if (!sys_failed(sys_call(SYS_mremap, (long)m->base, (long)m->size, (long)size, 0, 0, 0)))
		m->size = size;
	resize_room(m, room_for(m->size));
}

/* Maps private memory of the child over BYTES bytes at AT, which are of its parent.  False: the
 * kernel refuses, and nothing is mapped there. */
static bool
replace(char *at, uint64_t bytes)
{
	if (!sys_failed(sys_mmap(at, bytes, PROT_READ | PROT_WRITE, PRIVATE | MAP_FIXED, -1, 0)))
		return true;
	sys_munmap(at, bytes);
	return false;
}

/* The interrupted mcount uses addresses from the last struct table up to the end of the used
 * part. */
void
mapping_hide(struct mapping *m)
{
	uint64_t used = whole_pages(m->used);

	resize_room(m, whole_pages(m->ntables * sizeof(struct table)));
	if (m->is_private) {
		m->size = map_private(m->base, used) ? used : 0;
		return;
	}
	if (!replace(m->base - m->room, m->room))
		m->room = 0;
	if (m->size > used)
		sys_munmap(m->base + used, m->size - used);
	m->size = replace(m->base, used) ? used : 0;
}

bool
mapping_is_of_parent(const struct mapping *m)
{
	return m->base != NULL && table_at(m, 0)->threads == 0;
}

void
mapping_unlock(const struct mapping *m)
{
	sys_call(SYS_munlock, (long)(m->base - m->room), (long)(m->room + m->size), 0, 0, 0, 0);
}
