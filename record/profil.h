/* profil.h - profil(2) and sprofil(2), which the recorder carries out
 *
 * SPDX-License-Identifier: ISC
 */
#ifndef PROFIL_H
#define PROFIL_H

#include "record/recorder.h"

/* A sample that waits until the thread that counts samples has counted it. */
struct tick {
	struct tick *next;
	uint64_t pc;
	uint64_t ticks;			/* of the clock, since the thread's last sample */
	bool is_waiting;
};

/* profil.c: in the handler of samples, and in the child of fork() */

/* Does the program count samples in buffers of its own? */
bool profil_is_on(void) HIDDEN;

/* Counts a sample of the calling thread, whose own TICK is. */
void profil_count(struct tick *tick, uint64_t pc, uint64_t ticks) HIDDEN;

/* The child of fork() has one thread: no other counts samples, and no other's samples wait. */
void profil_forget(void) HIDDEN;

/* cell.c: signals are blocked. */

/* Adds TICKS to the cell of SIZE bytes, 2 or 4, at the address AT.  *LOST of them are above its
 * maximum.  False: it cannot be written. */
bool cell_add(uint64_t at, uint32_t size, uint64_t ticks, uint64_t *lost) HIDDEN;

#endif
