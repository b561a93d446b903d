/* profil.h - profil(2) and sprofil(2), which the recorder carries out
 *
 * SPDX-License-Identifier: ISC
 */
#ifndef PROFIL_H
#define PROFIL_H

#include "record/recorder.h"

/* A sample of a thread that waits until another thread, which counts samples now, counts it. */
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

/* In the child of fork(), which has one thread: forgets samples that wait, and that a thread
 * counts. */
void profil_forget(void) HIDDEN;

/* cell.c: signals are blocked. */

/* Adds TICKS to the cell of SIZE bytes, 2 or 4, at the address AT.  Sets *LOST to the ticks
 * that are not added because the cell is at its maximum.  False: the cell cannot be written. */
bool cell_add(uint64_t at, uint32_t size, uint64_t ticks, uint64_t *lost) HIDDEN;

#endif
