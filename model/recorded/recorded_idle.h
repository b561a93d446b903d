/* recorded_idle.h - threads that only wait for work
 *
 * The threads of a pool wait for work nearly all the time, and a program often has many of them.
 * Their waits would bury those for locks, disks and other threads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_IDLE_H
#define RECORDED_IDLE_H

#include <stdbool.h>
#include <stdint.h>

#include "measured/recording.h"
#include "recorded/recorded_parts.h"

/* Finds the idle threads of R, a file of waits: those that were blocked for more than 95 % of their
 * time at one place, other than a lock that another thread has, the end of a thread, or a file; and
 * that lived for at least half as long as the thread that lived longest.  If all threads of the
 * process are like that, none is idle.  *N becomes the number of idle threads.
 * Returns an array indexed by stack, to be free()d: is it the one place of an idle thread, or the
 * same place in another thread of its pool?  Returns NULL if no thread is idle. */
bool *recorded_idle_find(const struct recording *r, const struct recorded_parts *parts,
	uint32_t *n);

#endif
