/* waits.h - records where the threads of a program wait, seen from outside
 *
 * The program gets no signal, is never stopped, and has nothing to do for it: the system says where
 * a blocked thread is blocked, and its stack is read from its memory.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WAITS_H
#define WAITS_H

#include <stdbool.h>
#include <stdint.h>

struct waits_options {
	int directory;			/* borrowed; a descriptor of the directory of the
					 * recording */
	const uint8_t *session;		/* borrowed; 16 bytes, as in rec_head */
	uint32_t hz;			/* looks per second; not 0 */
	bool has_forks;			/* children of fork() are looked at, too, before they have
					 * recordings */
};

struct waits;

/* Begins to look at all processes that write recordings of the session.  Returns NULL if this is
 * not possible. */
struct waits *waits_begin(const struct waits_options *o);

/* Ends it, and writes what is left to be written. */
void waits_end(struct waits *w);

#endif
