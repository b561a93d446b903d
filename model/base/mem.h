/* mem.h - allocation that never fails
 *
 * Without memory the program ends with one line on standard error: no caller tests for NULL.
 * Exit handlers run, so the terminal is restored.  Callers compare sizes from a file with the
 * size of the file first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MEM_H
#define MEM_H

#include <stddef.h>
#include <stdio.h>

/* Ends the program with the message that there is no memory. */
_Noreturn void mem_exhausted(void);

/* Returns a zeroed array of N elements, to be free()d; never NULL, also for N = 0. */
void *mem_new(size_t n, size_t size);

/* As mem_new(), but not zeroed: for callers that write all elements. */
void *mem_uncleared(size_t n, size_t size);

/* As mem_uncleared(); the array begins at a cache line. */
void *mem_aligned(size_t n, size_t size);

/* Makes room for at least N elements in the array OLD (or NULL) of *ROOM elements and returns
 * its new address.  The size at least doubles; new elements are not zeroed. */
void *mem_grow(void *old, size_t n, size_t *room, size_t size);

/* Makes the array OLD (or NULL) N elements long and returns its new address; new elements are not
 * zeroed. */
void *mem_resize(void *old, size_t n, size_t size);

/* Returns a copy of the N bytes at S, with a NUL behind it, to be free()d. */
char *mem_text(const char *s, size_t n);

/* Returns a stream that writes to memory.  When mem_close() closes it, *TEXT is its text, to be
 * free()d, with a NUL, and *N its length in bytes. */
FILE *mem_stream(char **text, size_t *n);
void mem_close(FILE *stream);

#endif
