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
	char *free;			/* the unused end of the first chunk */
	size_t left, room;		/* bytes left at FREE; bytes of the whole chunk */
};

/* Returns N zeroed elements, aligned for any type, that live as long as the arena. */
void *arena_new(struct arena *a, size_t n, size_t size);

/* Returns a copy of the N bytes at S, with a NUL behind it. */
char *arena_text(struct arena *a, const char *s, size_t n);

/* Returns a formatted string in the arena. */
char *arena_printf(struct arena *a, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Frees everything that A holds; A is empty afterwards. */
void arena_release(struct arena *a);

#endif
