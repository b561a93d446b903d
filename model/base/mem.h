/* mem.h - memory that is always there
 *
 * Running out of memory ends the program with one line on standard error (exit
 * handlers run, so the terminal is restored); no caller tests for NULL.  Sizes that
 * come from a file are compared with the file before they get here.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MEM_H
#define MEM_H

#include <stddef.h>
#include <stdio.h>

/* A zeroed array of N elements, to be free()d; never NULL, also for N = 0. */
void *mem_new(size_t n, size_t size);

/* The same, but what is in them is not known: for who writes them all. */
void *mem_uncleared(size_t n, size_t size);

/* The same, from a line of the processor's cache on. */
void *mem_aligned(size_t n, size_t size);

/* Make room for at least N elements in the array OLD (or NULL) of *ROOM elements;
 * grows by doubling, returns where the array is now. */
void *mem_grow(void *old, size_t n, size_t *room, size_t size);

/* The array OLD, now of N elements: fewer, or more, which are not zeroed. */
void *mem_resize(void *old, size_t n, size_t size);

/* A copy of the N bytes at S and a NUL, to be free()d. */
char *mem_text(const char *s, size_t n);

/* A stream whose text will be the *N bytes and a NUL at *TEXT, to be free()d, when it is
 * closed by mem_close(). */
FILE *mem_stream(char **text, size_t *n);
void mem_close(FILE *stream);

/* An arena: memory that is freed all at once. */
struct arena {
	struct arena_chunk *chunks;
	char *free;
	size_t left, room;		/* bytes: of the last chunk free, and all */
};

/* N zeroed, aligned elements that live as long as the arena. */
void *arena_new(struct arena *a, size_t n, size_t size);

/* A copy of the N bytes at S and a NUL. */
char *arena_text(struct arena *a, const char *s, size_t n);

/* A formatted string in the arena. */
char *arena_printf(struct arena *a, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

void arena_release(struct arena *a);

#endif
