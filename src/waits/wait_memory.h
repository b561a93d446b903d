/* wait_memory.h - the memory of another process, which goes on running
 *
 * Whatever is read may be damaged, or change at any moment.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WAIT_MEMORY_H
#define WAIT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The stack of a thread is copied as far as it is needed, other memory is read word by word.
 * memory_read() of record/cfi.h reads from it. */
struct memory {
	pid_t pid;
	uint64_t low, high;		/* the stack is at [low, high) */
	size_t have;			/* .copy has the bytes [low, low + have) */
	bool is_given;			/* .copy was given; no other memory is read, because it may
					 * have changed since */
	bool is_short;			/* .is_given, and more of the stack was needed */
	unsigned char *copy;		/* owned */
	size_t room;
};

/* Prepares M for a stack of process PID at [LOW, HIGH).  M may have been used before. */
void wait_memory_open(struct memory *m, pid_t pid, uint64_t low, uint64_t high);

/* Likewise, but the N BYTES at LOW are given, and copied. */
void wait_memory_given(struct memory *m, pid_t pid, uint64_t low, const unsigned char *bytes,
	size_t n);
void wait_memory_release(struct memory *m);

/* Copies N bytes at ADDRESS of process PID to BYTES.  Returns how many bytes could be read from
 * ADDRESS on. */
size_t wait_memory_copy(pid_t pid, uint64_t address, void *bytes, size_t n);

#endif
