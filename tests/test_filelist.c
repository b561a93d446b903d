/* test_filelist.c - source files are numbered
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/filelist.h"
#include "base/mem.h"
#include "bytes.h"

static void
test_files_are_numbered(void **state)
{
	static const char *const paths[] = { "/a/b.c", "/a/c.c", "/a/./b.c", "/a/x/../c.c",
		"/a/b.c" };

	(void)state;
	for (int normalize = 0; normalize < 2; normalize++) {
		struct arena text = { 0 };
		struct file_list list = { .text = &text, .normalize = normalize };
		static const uint32_t want[][5] = { { 0, 1, 2, 3, 0 }, { 0, 1, 0, 1, 0 } };

		for (size_t i = 0; i < 5; i++)
			assert_int_equal(filelist_number(&list, paths[i]), want[normalize][i]);
		filelist_finish(&list);
		assert_string_equal(list.v[1], "/a/c.c");
		free(list.v);
		arena_release(&text);
	}
}

/* hash_forward() adds one letter to the low 20 bits of an FNV-1a hash.  hash_backward() removes the
 * letter. */
enum { BITS = 20, MASK = (1 << BITS) - 1, LETTERS = 64 };
static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

static uint32_t
hash_forward(uint32_t hash, char c)
{
	return (hash ^ (unsigned char)c) * 0x1b3u & MASK;
}

static uint32_t
hash_backward(uint32_t hash, char c)
{
	uint32_t inverse = 1;

	for (int i = 0; i < BITS; i++)
		inverse *= 2 - 0x1b3u * inverse;
	return (hash * inverse & MASK) ^ (unsigned char)c;
}

/* Writes N names to V whose FNV-1a hashes, with the usual start value, have the same low 20 bits.
 * The hash is computed forward from the beginning, and backward over the last two letters, until
 * both values meet. */
static void
make_colliding_names(char (*v)[16], size_t n)
{
	uint16_t *ends = mem_new(MASK + 1, sizeof(*ends));
	size_t made = 0;

	for (uint16_t k = 0; k < LETTERS * LETTERS; k++) {
		uint32_t hash = hash_backward(1, letters[k % LETTERS]);

		ends[hash_backward(hash, letters[k / LETTERS])] = k + 1;
	}
	for (unsigned i = 0; made < n; i++) {
		char begin[8];
		uint32_t hash = 0xcbf29ce484222325u & MASK;

		snprintf(begin, sizeof(begin), "/%05x", i);
		for (const char *p = begin; *p != '\0'; p++)
			hash = hash_forward(hash, *p);
		for (unsigned k = 0; k < LETTERS * LETTERS && made < n; k++) {
			char a = letters[k / LETTERS], b = letters[k % LETTERS];
			unsigned end = ends[hash_forward(hash_forward(hash, a), b)];

			if (end-- > 0)
				snprintf(v[made++], sizeof(v[0]), "%s%c%c%c%c", begin, a, b,
					letters[end / LETTERS], letters[end % LETTERS]);
		}
	}
	free(ends);
}

/* Paths that were made to have the same hash do not make the list slow. */
static void
test_colliding_names(void **state)
{
	enum { N = 200000 };
	char (*v)[16] = mem_new(N, sizeof(*v));
	struct arena text = { 0 };
	struct file_list list = { .text = &text };

	(void)state;
	make_colliding_names(v, N);
	watch_for_hangs();
	for (uint32_t i = 0; i < N; i++)
		assert_int_equal(filelist_number(&list, v[i]), i);
	alarm(0);
	filelist_finish(&list);
	free(list.v);
	arena_release(&text);
	free(v);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_files_are_numbered),
		cmocka_unit_test(test_colliding_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
