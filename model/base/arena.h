/* arena.h - memory that is freed all at once
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ARENA_H
#define ARENA_H

#include <stddef.h>

/* An arena that is all zero is empty. */
struct arena {
	struct arena_chunk *chunks;	/* owned */
	char *free;			/* the first unused byte of the current chunk */
	size_t left, room;		/* unused bytes of the current chunk; size of this chunk in
					 * bytes */
};

/* Returns memory for N zeroed elements of SIZE bytes, aligned for any type.  It lives as long as
 * A. */
void *arena_new(struct arena *a, size_t n, size_t size);

/* Returns a copy of the N bytes at S, with a NUL behind it, in A. */
char *arena_text(struct arena *a, const char *s, size_t n);

/* Returns a formatted string in A. */
char *arena_printf(struct arena *a, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Frees everything that A holds; A is empty afterwards. */
void arena_release(struct arena *a);

#endif
