/* mem.c - allocation that never fails
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/mem.h"

#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
	PAGE = 4096,
	CACHE_LINE = 64,
	BIG = 4 * 1024 * 1024,		/* bytes; arrays of at least this size get large pages */
};

void
mem_exhausted(void)
{
	static const char message[] = "gprowse: out of memory; close other programs or use a smaller profile\n";

	if (write(STDERR_FILENO, message, sizeof(message) - 1) < 0)
		_exit(1);
	exit(1);
}

/* If SIZE is at least BIG, asks for large pages for the SIZE bytes at P, because they make random
 * accesses faster.  Calls madvise() from the beginning of P's first page on.  Otherwise the kernel
 * would split the mapping in two, and the mapping could not grow in place. */
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
		mem_exhausted();
	use_large_pages(p, n * size);
	return p;
}

void *
mem_resize(void *old, size_t n, size_t size)
{
	void *p;

	if (n > SIZE_MAX / size)
		mem_exhausted();
	p = realloc(old, n > 0 ? n * size : 1);
	if (p == NULL)
		mem_exhausted();
	use_large_pages(p, n * size);
	return p;
}

void *
mem_uncleared(size_t n, size_t size)
{
	return mem_resize(NULL, n, size);
}

void *
mem_copy(const void *v, size_t n, size_t size)
{
	void *copy;

	if (v == NULL)
		return NULL;
	copy = mem_uncleared(n, size);
	memcpy(copy, v, n * size);
	return copy;
}

void *
mem_aligned(size_t n, size_t size)
{
	void *p;

	if (n > (SIZE_MAX - CACHE_LINE) / size)
		mem_exhausted();
	p = aligned_alloc(CACHE_LINE, (n * size + CACHE_LINE) / CACHE_LINE * CACHE_LINE);
	if (p == NULL)
		mem_exhausted();
	use_large_pages(p, n * size);
	return p;
}

void *
mem_grow_array(void *old, size_t n, size_t *room, size_t size)
{
	size_t more = *room > 0 ? *room : 16;

	while (more < n) {
		if (more > SIZE_MAX / 2)
			mem_exhausted();
		more *= 2;
	}
	old = mem_resize(old, more, size);
	*room = more;
	return old;
}

void
mem_keep(void)
{
#ifdef M_TRIM_THRESHOLD
	(void)mallopt(M_MMAP_THRESHOLD, 4 << 20);
	(void)mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}

void
mem_expect(size_t bytes)
{
#if defined(__GLIBC__) && defined(M_TOP_PAD)
	enum { MOST = 64 * 1024 * 1024, USUAL = 128 * 1024 };
	char *begin = sbrk(0), *end = begin;

	/* The heap grows by what is expected, too, with the first array that it has no room for.
	 * If malloc() uses other memory, it does not grow.  What is behind that array is written
	 * to before large pages are asked for, and gets none: so the array is small. */
	(void)mallopt(M_TOP_PAD, (int)(bytes < MOST ? bytes : MOST));
	for (size_t n = USUAL; n <= BIG / 2 && end == begin; n *= 2) {
		/* If it were not volatile, clang would see that it is not used, and omit it. */
		void *volatile array = mem_uncleared(n, 1);

		free(array);
		end = sbrk(0);
	}
	if (end > begin)
		use_large_pages(begin, (size_t)(end - begin));
	(void)mallopt(M_TOP_PAD, USUAL);
#else
	(void)bytes;
#endif
}

void
mem_give_back(void)
{
#ifdef __GLIBC__
	(void)malloc_trim(0);
#endif
}

char *
mem_text(const char *s, size_t n)
{
	char *copy = mem_resize(NULL, n + 1, 1);

	memcpy(copy, s, n);
	copy[n] = '\0';
	return copy;
}

FILE *
mem_stream(char **text, size_t *n)
{
	FILE *stream = open_memstream(text, n);

	if (stream == NULL)
		mem_exhausted();
	return stream;
}

void
mem_close(FILE *stream)
{
	bool lost = ferror(stream) != 0;

	if (fclose(stream) != 0 || lost)
		mem_exhausted();
}
