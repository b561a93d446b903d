/* profil.h - profil(2) and sprofil(2), which the recorder carries out
 *
 * SPDX-License-Identifier: ISC
 */
#ifndef PROFIL_H
#define PROFIL_H

#include "record/recorder.h"

/* The last sample of a thread.  It may wait until another thread, which is counting samples, counts
 * it: then .is_waiting is true. */
struct tick {
	struct tick *next;
	uint64_t pc;
	uint64_t ticks;			/* ticks of the clock since the thread's last sample */
	bool is_waiting;
};

/* profil.c: the handler of samples and the child of fork() call these. */

/* Does the program count samples in buffers of its own? */
bool profil_is_on(void) HIDDEN;

/* Counts a sample of the calling thread.  TICK belongs to this thread. */
void profil_count(struct tick *tick, uint64_t pc, uint64_t ticks) HIDDEN;

/* Call this in the child of fork(), which has only one thread: forgets the samples that waited, the
 * threads that were counting, and the regions in the file. */
void profil_forget(void) HIDDEN;

/* cell.c */

/* Adds TICKS to the cell of SIZE bytes, 2 or 4, at the address AT.  Sets *LOST to the ticks that
 * are not added because the cell is at its maximum.  False: the cell cannot be read or written. */
bool cell_add(uint64_t at, uint32_t size, uint64_t ticks, uint64_t *lost) HIDDEN;

#endif
