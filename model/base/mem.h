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

/* Ends the program with the message that there is too little memory. */
_Noreturn void mem_exhausted(void);

/* Returns a zeroed array of N elements, to be free()d; not NULL even if N is 0. */
void *mem_new(size_t n, size_t size);

/* As mem_new(), but not zeroed: for callers that write all elements. */
void *mem_uncleared(size_t n, size_t size);

/* Returns a copy of the N elements of SIZE bytes at V, or NULL if V is NULL. */
void *mem_copy(const void *v, size_t n, size_t size);

/* As mem_uncleared(), but the array begins at a cache line. */
void *mem_aligned(size_t n, size_t size);

/* As mem_grow(), for N greater than *ROOM.  Only mem_grow() may call it. */
void *mem_grow_array(void *old, size_t n, size_t *room, size_t size);

/* Makes room for at least N elements in the array OLD, which may be NULL, and returns its new
 * address.  *ROOM is the number of elements that OLD has room for; if it is less than N, *ROOM at
 * least doubles.  If N is 0, OLD is returned, even if it is NULL.  New elements are not zeroed.
 * The function is inline, because most calls are for one element more and return OLD. */
static inline void *
mem_grow(void *old, size_t n, size_t *room, size_t size)
{
	return n <= *room ? old : mem_grow_array(old, n, room, size);
}

/* Changes the size of the array OLD, which may be NULL, to N elements, and returns its new address.
 * New elements are not zeroed. */
void *mem_resize(void *old, size_t n, size_t size);

/* Makes free() keep memory for the next file or the next figures, instead of returning it to the
 * system; to be called by main(). */
void mem_keep(void);

/* About BYTES of memory will be needed soon: reserves them, in large pages if there are any,
 * because small pages take the system more time.  Only what is written to becomes resident. */
void mem_expect(size_t bytes);

/* Gives memory that is not in use back to the system.  Takes some milliseconds, and getting memory
 * anew takes time, too, so this is for moments after which less memory is needed. */
void mem_give_back(void);

/* Returns a copy of the N bytes at S, with a NUL behind it, to be free()d. */
char *mem_text(const char *s, size_t n);

/* Returns a stream that writes to memory.  mem_close() closes it, and sets *TEXT to what was
 * written and *N to its length in bytes.  *TEXT ends with a NUL, which *N does not count, and is to
 * be free()d. */
FILE *mem_stream(char **text, size_t *n);
void mem_close(FILE *stream);

#endif
