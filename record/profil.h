/* profil.h - profil(2) and sprofil(2), which the recorder carries out
 *
 * SPDX-License-Identifier: ISC
 */
#ifndef PROFIL_H
#define PROFIL_H

#include "record/recorder.h"

/* The last sample of a thread for profil().  If .is_waiting, the sample is not yet counted: the
 * thread that counts samples will count it. */
struct tick {
	struct tick *next;
	uint64_t pc;
	uint64_t ticks;			/* ticks of the clock that the sample stands for */
	bool is_waiting;
};

/* profil.c: the handler of samples and the child of fork() call these functions. */

/* Does the program count samples in buffers of its own? */
bool profil_is_on(void) HIDDEN;

/* Counts a sample of the calling thread, or leaves it to the thread that is counting now.  TICK
 * belongs to the calling thread.  If the last sample in TICK still waits, the new sample is not
 * counted. */
void profil_count(struct tick *tick, uint64_t pc, uint64_t ticks) HIDDEN;

/* Forgets the waiting samples, the thread that was counting, and the regions in the file.  Called
 * in the child of fork(), which has only one thread. */
void profil_forget(void) HIDDEN;

/* cell.c */

/* Adds TICKS to the cell of SIZE bytes, 2 or 4, at the address AT.  Sets *LOST to the ticks that do
 * not fit: the cell stays at its maximum.  False: the cell cannot be read or written. */
bool cell_add(uint64_t at, uint32_t size, uint64_t ticks, uint64_t *lost) HIDDEN;

#endif
