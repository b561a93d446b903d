/* Memory that is always there.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/mem.h"

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
	CHUNK = 64 * 1024,
	PAGE = 4096,
	LINE = 64,			/* of the processor's cache */
	BIG = 4 * 1024 * 1024,
};

struct arena_chunk {
	struct arena_chunk *next;
	max_align_t bytes[];
};

static void
out_of_memory(void)
{
	static const char message[] = "gprowse: out of memory; close other programs or use a smaller profile\n";

	if (write(STDERR_FILENO, message, sizeof(message) - 1) < 0)
		_exit(1);
	exit(1);
}

/* Big arrays are walked in any order: that goes faster through large pages.  The page that an
 * array begins in is one of them: a piece of memory in two parts could not grow where it is. */
static void
use_large_pages(void *p, size_t size)
{
	uintptr_t start = (uintptr_t)p / PAGE * PAGE;

	if (size >= BIG)
		(void)madvise((void *)start, (uintptr_t)p + size - start, MADV_HUGEPAGE);
}

void *
mem_new(size_t n, size_t size)
{
	void *p = calloc(n > 0 ? n : 1, size);

	if (p == NULL)
		out_of_memory();
	use_large_pages(p, n * size);
	return p;
}

/* OLD with room for N elements; what is new is not zeroed. */
static void *
resize(void *old, size_t n, size_t size)
{
	void *p;

	if (n > SIZE_MAX / size)
		out_of_memory();
	p = realloc(old, n > 0 ? n * size : 1);
	if (p == NULL)
		out_of_memory();
	use_large_pages(p, n * size);
	return p;
}

void *
mem_uncleared(size_t n, size_t size)
{
	return resize(NULL, n, size);
}

void *
mem_aligned(size_t n, size_t size)
{
	void *p = NULL;

	if (n > (SIZE_MAX - LINE) / size
	    || (p = aligned_alloc(LINE, (n * size + LINE) / LINE * LINE)) == NULL)
		out_of_memory();
	use_large_pages(p, n * size);
	return p;
}

void *
mem_grow(void *old, size_t n, size_t *room, size_t size)
{
	size_t more = *room > 0 ? *room : 16;

	if (n <= *room)
		return old;
	while (more < n) {
		if (more > SIZE_MAX / 2)
			out_of_memory();
		more *= 2;
	}
	old = resize(old, more, size);
	*room = more;
	return old;
}

void *
mem_resize(void *old, size_t n, size_t size)
{
	return resize(old, n, size);
}

char *
mem_text(const char *s, size_t n)
{
	char *copy = resize(NULL, n + 1, 1);

	memcpy(copy, s, n);
	copy[n] = '\0';
	return copy;
}

FILE *
mem_stream(char **text, size_t *n)
{
	FILE *stream = open_memstream(text, n);

	if (stream == NULL)
		out_of_memory();
	return stream;
}

void
mem_close(FILE *stream)
{
	bool lost = ferror(stream) != 0;

	if (fclose(stream) != 0 || lost)
		out_of_memory();
}

void *
arena_new(struct arena *a, size_t n, size_t size)
{
	size_t align = sizeof(max_align_t), bytes;
	struct arena_chunk *chunk;
	char *p;

	assert(size > 0);
	if (n > (SIZE_MAX - CHUNK) / size)
		out_of_memory();
	bytes = (n * size + align - 1) / align * align;
	if (bytes > a->left) {
		bool own = bytes > CHUNK / 4;
		size_t grown = a->room == 0 ? CHUNK : a->room < 2 * BIG ? 2 * a->room : a->room;
		size_t room = own ? bytes : grown;

		chunk = mem_new(1, sizeof(*chunk) + room);
		chunk->next = a->chunks;
		a->chunks = chunk;
		if (own)
			return chunk->bytes;
		a->free = (char *)chunk->bytes;
		a->left = a->room = room;
	}
	p = a->free;
	a->free += bytes;
	a->left -= bytes;
	return p;
}

char *
arena_text(struct arena *a, const char *s, size_t n)
{
	char *copy = arena_new(a, n + 1, 1);

	memcpy(copy, s, n);
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
	text = arena_new(a, (size_t)n + 1, 1);
	va_start(args, format);
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
