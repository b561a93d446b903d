/* cfi.c - the unwind tables of the programs and libraries in this process
 *
 * SPDX-License-Identifier: ISC
 */
#include <dlfcn.h>

#include "record/cfi.h"

#ifdef DLFO_EH_SEGMENT_TYPE
/* Weak, because glibc before 2.35 does not have this function, but must be able to load our
 * library. */
/* NOLINTNEXTLINE(readability-redundant-declaration): here it is weak */
extern int _dl_find_object(void *address, struct dl_find_object *result) __attribute__((weak));
#endif

bool
cfi_prepare(void)
{
#if defined DLFO_EH_SEGMENT_TYPE && defined CFI_RETURN_ADDRESS
	return _dl_find_object != NULL;
#else
	return false;
#endif
}

static bool segment_of_object(struct cfi_tables *t, const uint8_t *at);

/* Sets *T to the program or library that is mapped at PC, and the segment to that of PC.  False:
 * there is none, or it has no tables. */
static bool
tables_find(uint64_t pc, struct cfi_tables *t)
{
#ifdef DLFO_EH_SEGMENT_TYPE
	struct dl_find_object found;

	if (_dl_find_object((void *)(uintptr_t)pc, &found) != 0)
		return false;
	t->machine = CFI_OWN;
	t->object = found.dlfo_link_map;
	t->low = found.dlfo_map_start;
	t->high = found.dlfo_map_end;
	t->header = found.dlfo_eh_frame;
	t->segment = segment_of_object;
	return t->header != NULL;
#else
	(void)pc;
	(void)t;
	return false;
#endif
}

/* See cfi_tables.segment.  There may be gaps between the segments of an object, where nothing or
 * something else is mapped.  If there are none, glibc describes all segments as one. */
static bool
segment_of_object(struct cfi_tables *t, const uint8_t *at)
{
	struct cfi_tables other;

	if (!tables_find((uintptr_t)at, &other) || other.object != t->object)
		return false;
	*t = other;
	return true;
}

bool
cfi_find(uint64_t pc, struct cfi_row *row)
{
#ifdef CFI_RETURN_ADDRESS
	struct cfi_tables t;

	return tables_find(pc, &t) && cfi_find_in(&t, pc, row, NULL, NULL);
#else
	(void)pc;
	(void)row;
	return false;
#endif
}
