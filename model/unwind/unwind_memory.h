/* unwind_memory.h - the stack of a thread while it is unwound
 *
 * The stack is a copy that was made when the thread was sampled, or is read from another process,
 * which goes on running.  Whatever is read may be damaged, or change at any moment.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef UNWIND_MEMORY_H
#define UNWIND_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* memory_read() of record/cfi.h reads from it. */
struct memory {
	uint64_t low, high;		/* the stack is at [low, high) */
	const unsigned char *given;	/* borrowed; the bytes of the stack.  No other memory is
					 * read, because it may have changed since */
	bool is_short;			/* .given, and more of the stack was needed */

	/* If .given is NULL: copies N bytes at ADDRESS of process PID to BYTES, and returns how
	 * many bytes could be read from ADDRESS on.  The stack is copied as far as it is needed,
	 * other memory is read word by word. */
	size_t (*fetch)(int pid, uint64_t address, void *bytes, size_t n);
	int pid;
	size_t have;			/* .copy has the bytes [low, low + have) */
	unsigned char *copy;		/* owned */
	size_t room;
};

/* Prepares M for a stack at [LOW, HIGH) of process PID, which FETCH reads.  M may have been used
 * before. */
void unwind_memory_open(struct memory *m, uint64_t low, uint64_t high,
	size_t (*fetch)(int pid, uint64_t address, void *bytes, size_t n), int pid);

/* Likewise, but the N BYTES at LOW are given. */
void unwind_memory_given(struct memory *m, uint64_t low, const unsigned char *bytes, size_t n);
void unwind_memory_release(struct memory *m);

#endif
