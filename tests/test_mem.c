/* test_mem.c - memory: arrays that grow, arenas, hash tables, and giving memory back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/numbering.h"

/* Returns how many pages this process has touched for the first time. */
static size_t
faults(void)
{
	struct rusage use;

	assert_int_equal(getrusage(RUSAGE_SELF, &use), 0);
	return (size_t)use.ru_minflt;
}

/* Does the kernel give large pages of LARGE bytes to who asks for them? */
static bool
has_large_pages(size_t large)
{
	char *area = mmap(NULL, 2 * large, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		0), *p = area + (large - (uintptr_t)area % large);
	size_t before;
	bool answer;

	assert_true(area != MAP_FAILED);
	(void)madvise(p, large, MADV_HUGEPAGE);
	before = faults();
	memset(p, 1, large);
	answer = faults() - before < 64;
	munmap(area, 2 * large);
	return answer;
}

/* Memory that is expected gets large pages, from the first one that begins in it. */
static void
test_large_pages(void **state)
{
	enum { LARGE = 2 << 20, SIZE = 32 << 20, PAGE = 4096, SMALL = 256 << 10 };
	size_t before, until_large;
	unsigned char *p;

	(void)state;
	if (getenv("SANITIZE") != NULL || sysconf(_SC_PAGESIZE) != PAGE || !has_large_pages(LARGE))
		skip();
	(void)mallopt(M_MMAP_THRESHOLD, 4 << 20);	/* as in main.c */
	mem_expect(SIZE);
	p = mem_uncleared(SIZE / 16 * 3, 1);
	until_large = (LARGE - (uintptr_t)p % LARGE) / PAGE;
	if (until_large <= SMALL / PAGE)
		skip();			/* the first large page begins in what was written to */
	before = faults();
	memset(p, 1, SIZE / 16 * 3);
	assert_true(faults() - before < until_large + SMALL / PAGE);
	free(p);
}

static void
test_new_is_zeroed_and_never_null(void **state)
{
	char *p = mem_new(1000, 3), *none = mem_new(0, 8);

	(void)state;
	assert_non_null(none);
	for (size_t i = 0; i < 3000; i++)
		assert_int_equal(p[i], 0);
	free(p);
	free(none);
}

static void
test_room_keeps_and_doubles(void **state)
{
	uint32_t *v = NULL;
	size_t room = 0, grown = 0, before;

	(void)state;
	for (uint32_t i = 0; i < 100000; i++) {
		before = room;
		v = mem_grow(v, (size_t)i + 1, &room, sizeof(*v));
		assert_true(room > i);
		grown += room != before;
		v[i] = i;
	}
	assert_true(grown < 20);
	v = mem_resize(v, 70000, sizeof(*v));
	for (uint32_t i = 0; i < 70000; i++)
		assert_int_equal(v[i], i);
	v = mem_resize(v, 0, sizeof(*v));
	assert_non_null(v);
	free(v);
}

/* Arrays in an arena are zeroed, aligned and do not overlap. */
static void
test_arena_blocks(void **state)
{
	static const size_t sizes[] = { 1, 7, 8, 17, 1000, 16383, 16384, 16385, 65536, 300000, 1 };
	enum { N = 500 };
	struct arena a = { 0 };
	unsigned char *p[N];
	size_t size[N];

	(void)state;
	for (size_t i = 0; i < N; i++) {
		size[i] = sizes[i % (sizeof(sizes) / sizeof(*sizes))];
		p[i] = arena_new(&a, size[i], 1);
		assert_int_equal((uintptr_t)p[i] % _Alignof(max_align_t), 0);
		for (size_t k = 0; k < size[i]; k += 1 + size[i] / 64)
			assert_int_equal(p[i][k], 0);
		assert_int_equal(p[i][size[i] - 1], 0);
		memset(p[i], (int)(i % 251), size[i]);
	}
	for (size_t i = 0; i < N; i++)
		for (size_t k = 0; k < size[i]; k += 1 + size[i] / 64)
			assert_int_equal(p[i][k], i % 251);
	arena_release(&a);
	assert_non_null(arena_new(&a, 3, 5));
	arena_release(&a);
	arena_release(&a);
}

static void
test_arena_text(void **state)
{
	struct arena a = { 0 };
	char *text = arena_text(&a, "hello world", 5), *made;

	(void)state;
	assert_string_equal(text, "hello");
	made = arena_printf(&a, "%s %d %*d", text, 42, 70000, 1);
	assert_int_equal(strlen(made), 5 + 1 + 2 + 1 + 70000);
	assert_memory_equal(made, "hello 42 ", 9);
	assert_string_equal(text, "hello");
	arena_release(&a);
}

/* Texts of 0 to 49 bytes, one after the other in an arena, stay whole and end in a NUL. */
static void
test_arena_texts(void **state)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz";
	char *copy[50], *made[50];
	struct arena a = { 0 };

	(void)state;
	for (int n = 0; n < 50; n++) {
		copy[n] = arena_text(&a, letters, (size_t)n);
		made[n] = arena_printf(&a, "%.*s", n, letters);
	}
	for (int n = 0; n < 50; n++) {
		assert_int_equal(strlen(copy[n]), n);
		assert_string_equal(copy[n], made[n]);
		assert_memory_equal(copy[n], letters, n);
	}
	arena_release(&a);
}

/* An impossible size ends the program with status 1 and a message of one line. */
static void
test_out_of_memory(void **state)
{
	char said[200] = "";
	int fds[2], status;
	pid_t pid;

	(void)state;
	assert_int_equal(pipe(fds), 0);
	pid = fork();
	if (pid == 0) {
		size_t room = 0;

		dup2(fds[1], STDERR_FILENO);
		mem_grow(NULL, SIZE_MAX / 4, &room, 8);
		_exit(0);
	}
	close(fds[1]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
	assert_true(read(fds[0], said, sizeof(said) - 1) > 0);
	close(fds[0]);
	assert_non_null(strstr(said, "gprowse: out of memory"));
}

/* Returns the number of bytes of memory that are resident. */
static size_t
resident(void)
{
	FILE *f = fopen("/proc/self/statm", "r");
	size_t pages = 0;

	assert_non_null(f);
	assert_int_equal(fscanf(f, "%*s %zu", &pages), 1);
	fclose(f);
	return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* Memory that was freed between blocks in use is given back. */
static void
test_give_back(void **state)
{
	enum { N = 2000, SIZE = 16384 };
	static char *freed[N], *kept[N];
	size_t before;

	(void)state;
	if (getenv("SANITIZE") != NULL || access("/proc/self/statm", R_OK) != 0)
		skip();			/* the memory of sanitizers and valgrind is their own */
	for (size_t i = 0; i < N; i++) {
		freed[i] = memset(mem_uncleared(SIZE, 1), 1, SIZE);
		kept[i] = mem_text("kept", 4);
	}
	for (size_t i = 0; i < N; i++)
		free(freed[i]);
	before = resident();
	mem_give_back();
	assert_true(resident() + N * (SIZE / 2) < before);
	for (size_t i = 0; i < N; i++) {
		assert_string_equal(kept[i], "kept");
		free(kept[i]);
	}
}

/* Memory that is expected is not resident before it is used. */
static void
test_expect(void **state)
{
	enum { SIZE = 32 << 20 };
	size_t before;
	char *p;

	(void)state;
	if (getenv("SANITIZE") != NULL || access("/proc/self/statm", R_OK) != 0)
		skip();
	before = resident();
	mem_expect(SIZE);
	mem_expect(SIZE_MAX);
	assert_true(resident() < before + SIZE / 4);
	p = memset(mem_uncleared(SIZE / 8, 1), 1, SIZE / 8);
	assert_int_equal(p[SIZE / 8 - 1], 1);
	free(p);
}

static bool
is_square(const void *of, uint32_t number, const void *key)
{
	return ((const uint64_t *)of)[number] == *(const uint64_t *)key;
}

/* Elements of a large hash table keep their numbers, also where it is filled further than a small
 * one. */
static void
test_numbering(void **state)
{
	enum { MANY = 1500000 };
	uint64_t *squares = mem_new(MANY, sizeof(*squares));
	struct numbering t = { 0 };
	uint64_t other = 2;

	(void)state;
	for (uint64_t i = 0; i < MANY; i++) {
		uint64_t hash = numbering_hash_pair(&t, (uint32_t)i, 0);

		squares[i] = i * i;
		assert_int_equal(numbering_of(&t, hash, is_square, squares, &squares[i]), i);
	}
	assert_int_equal(t.n, MANY);
	assert_true(t.n < t.slots && t.n > t.slots / 2);
	for (uint64_t i = 0; i < MANY; i++) {
		uint64_t hash = numbering_hash_pair(&t, (uint32_t)i, 0);

		assert_int_equal(numbering_of(&t, hash, is_square, squares, &squares[i]), i);
		assert_int_equal(numbering_find(&t, hash, is_square, squares, &other),
			UINT32_MAX);
	}
	numbering_release(&t);
	free(squares);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_large_pages),
		cmocka_unit_test(test_new_is_zeroed_and_never_null),
		cmocka_unit_test(test_room_keeps_and_doubles),
		cmocka_unit_test(test_arena_blocks),
		cmocka_unit_test(test_arena_text),
		cmocka_unit_test(test_arena_texts),
		cmocka_unit_test(test_out_of_memory),
		cmocka_unit_test(test_give_back),
		cmocka_unit_test(test_expect),
		cmocka_unit_test(test_numbering),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
