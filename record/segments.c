/* segments.c - gives out the room in the file
 *
 * How much is used is noted in the head of the file, but never read there.  Of the head, only
 * .limit is read, which other programs change: it can be any number.
 *
 * SPDX-License-Identifier: ISC
 */
#include <string.h>
#include <sys/mman.h>

#include "record/mapping.h"
#include "record/syscalls.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23		/* Linux 5.14 */
#endif

static uint64_t too_large;		/* there is no room for segments of this size or larger;
					 * 0: not known */

static struct rec_head *
head(void)
{
	return (struct rec_head *)(void *)rec_file.base;
}

uint64_t
file_offset(const void *p)
{
	return (uint64_t)((const char *)p - rec_file.base);
}

bool
pages_populate(char *p, uint64_t size)
{
	long result = sys_madvise(p, size, MADV_POPULATE_WRITE);

	if (result != -EINVAL)
		return result == 0;
	/* In older kernels, a system call that writes to a page fails if there is no room. */
	for (uint64_t i = 0; i < size; i += REC_ALIGN) {
		if (sys_call(SYS_clock_gettime, CLOCK_MONOTONIC, (long)(p + i), 0, 0, 0, 0) != 0)
			return false;
		memset(p + i, 0, sizeof(struct timespec));
	}
	return true;
}

/* Returns how far the file may be used, in bytes.  0: another program cuts the file. */
static uint64_t
room(void)
{
	uint64_t limit = __atomic_load_n(&head()->limit, __ATOMIC_SEQ_CST);

	return limit < rec_file.size ? limit : rec_file.size;
}

static void
set_used(uint64_t used)
{
	rec_file.used = used;
	__atomic_store_n(&head()->used, used, __ATOMIC_SEQ_CST);
}

/* Adds SIZE bytes to the used part of the file, and returns the address of these bytes, which are
 * 0.  Returns NULL if there is no room. */
static char *
reserve(uint64_t size)
{
	uint64_t at = rec_file.used;
	uint64_t most = room();

	if (at > most || size > most - at)
		return NULL;
	set_used(at + size);
	if (at + size <= room()) {	/* meanwhile, another program may have begun to cut it */
		if (pages_populate(rec_file.base + at, size))
			return rec_file.base + at;
		sys_madvise(rec_file.base + at, size, MADV_REMOVE);
	}
	set_used(at);
	return NULL;
}

struct rec_segment *
segment_new(enum rec_segment_type type, uint64_t bytes)
{
	struct rec_segment *s;
	uint64_t size = segment_bytes(bytes);

	if (rec_quiet || rec_file.base == NULL || (too_large != 0 && size >= too_large))
		return NULL;
	s = (struct rec_segment *)(void *)reserve(size);
	if (s == NULL) {
		file_note(REC_NO_ROOM);
		too_large = size;
		return NULL;
	}
	s->type = type;
	s->bytes = size;
	s->pid = sys_getpid();
	s->tid = sys_gettid();
	s->epoch = rec_epoch;
	return s;
}

void
segment_publish(struct rec_segment *s)
{
	__atomic_store_n(&s->magic, REC_SEGMENT_MAGIC, __ATOMIC_RELEASE);
}

bool
segments_are_full(uint64_t size)
{
	uint64_t found = __atomic_load_n(&too_large, __ATOMIC_RELAXED);

	return found != 0 && size >= found;
}

void
segments_retry(void)
{
	too_large = 0;
}
