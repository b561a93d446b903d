/* arena.c - memory that is freed all at once
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/arena.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
	FIRST_CHUNK = 64 * 1024,	/* size in bytes; each later chunk has twice the size of the
					 * chunk before, up to LARGEST_CHUNK */
	LARGEST_CHUNK = 8 * 1024 * 1024,
	OWN_CHUNK = FIRST_CHUNK / 4,	/* size in bytes; a larger array gets a chunk of its own,
					 * unless it fits into the current chunk */
};

struct arena_chunk {
	struct arena_chunk *next;
	max_align_t bytes[];
};

/* Adds a chunk of SIZE bytes to A and returns its bytes. */
static char *
add_chunk(struct arena *a, size_t size)
{
	struct arena_chunk *chunk = mem_uncleared(1, sizeof(*chunk) + size);

	chunk->next = a->chunks;
	a->chunks = chunk;
	return (char *)chunk->bytes;
}

/* As arena_new(), but the elements are not zeroed. */
static void *
take(struct arena *a, size_t n, size_t size)
{
	size_t align = sizeof(max_align_t), bytes;
	char *p;

	assert(size > 0);
	if (n > (SIZE_MAX - sizeof(struct arena_chunk) - align) / size)
		mem_exhausted();
	bytes = (n * size + align - 1) / align * align;
	if (bytes > a->left) {
		if (bytes > OWN_CHUNK)
			return add_chunk(a, bytes);
		a->room = a->room == 0 ? FIRST_CHUNK
			: a->room < LARGEST_CHUNK ? 2 * a->room : a->room;
		a->free = add_chunk(a, a->room);
		a->left = a->room;
	}
	p = a->free;
	a->free += bytes;
	a->left -= bytes;
	return p;
}

void *
arena_new(struct arena *a, size_t n, size_t size)
{
	return memset(take(a, n, size), 0, n * size);
}

char *
arena_text(struct arena *a, const char *s, size_t n)
{
	char *copy = take(a, n + 1, 1);

	memcpy(copy, s, n);
	copy[n] = '\0';
	return copy;
}

char *
arena_printf(struct arena *a, const char *format, ...)
{
	va_list args;
	int n;
	char *text;

	va_start(args, format);
	n = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (n < 0)
		n = 0;
	text = take(a, (size_t)n + 1, 1);
	va_start(args, format);
	*text = '\0';
	vsnprintf(text, (size_t)n + 1, format, args);
	va_end(args);
	return text;
}

void
arena_release(struct arena *a)
{
	while (a->chunks != NULL) {
		struct arena_chunk *next = a->chunks->next;

		free(a->chunks);
		a->chunks = next;
	}
	*a = (struct arena){ 0 };
}
