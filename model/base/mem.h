/* mem.h - allocation that never fails
 *
 * If there is no memory, the program ends with one line on standard error, so callers do not test
 * for NULL.  Exit handlers run and restore the terminal.  A size that comes from a file must be
 * compared with the size of the file before it is allocated.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MEM_H
#define MEM_H

#include <stddef.h>
#include <stdio.h>

/* Ends the program with the message that there is no memory. */
_Noreturn void mem_exhausted(void);

/* Returns a zeroed array of N elements, to be free()d; not NULL even if N is 0. */
void *mem_new(size_t n, size_t size);

/* As mem_new(), but not zeroed: for callers that write all elements. */
void *mem_uncleared(size_t n, size_t size);

/* As mem_uncleared(), but the array begins at a cache line. */
void *mem_aligned(size_t n, size_t size);

/* As mem_grow(), if N is greater than *ROOM.  For mem_grow() only. */
void *mem_grow_array(void *old, size_t n, size_t *room, size_t size);

/* Makes room for at least N elements in the array OLD, which may be NULL, and returns its new
 * address.  *ROOM is the number of elements that OLD has room for.  If that is less than N, it at
 * least doubles.  If N is 0, OLD is returned, even if it is NULL.  New elements are not zeroed.
 * Inline, because most calls are for one element more and return OLD. */
static inline void *
mem_grow(void *old, size_t n, size_t *room, size_t size)
{
	return n <= *room ? old : mem_grow_array(old, n, room, size);
}

/* Returns the array OLD with its size changed to N elements; OLD may be NULL.  New elements are not
 * zeroed. */
void *mem_resize(void *old, size_t n, size_t size);

/* Returns a copy of the N bytes at S, with a NUL behind it, to be free()d. */
char *mem_text(const char *s, size_t n);

/* Returns a stream that writes to memory.  mem_close() closes the stream and sets *TEXT to its
 * text, which ends with a NUL and is to be free()d, and *N to the length of the text in bytes. */
FILE *mem_stream(char **text, size_t *n);
void mem_close(FILE *stream);

#endif
