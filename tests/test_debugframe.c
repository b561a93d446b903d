/* test_debugframe.c - unwind tables of debug information
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

#include <cmocka.h>

#include "bytes.h"
#include "unwind/unwind_tables.h"

#ifdef CFI_RETURN_ADDRESS

enum { START = 0x401000, LENGTH = 0x20 };

/* Begins an entry with this id.  The result is for end_entry(). */
static size_t
begin_entry(struct bytes *b, uint32_t id)
{
	size_t begin = b->n;

	put_number(b, 0, 4);
	put_number(b, id, 4);
	return begin;
}

static void
end_entry(struct bytes *b, size_t begin)
{
	uint32_t length = (uint32_t)(b->n - begin - 4);

	memcpy(b->v + begin, &length, sizeof(length));
}

/* Adds a CIE of this version of the layout.  Returns its offset. */
static uint32_t
put_cie(struct bytes *b, unsigned version)
{
	const unsigned char head[] = { (unsigned char)version, 0, sizeof(void *), 0 };
	const unsigned char factors[] = { 1, 0x78, CFI_RETURN_ADDRESS };	/* 1, -8 */
	/* The CFA is the stack pointer + 8; the return address is at CFA - 8. */
	const unsigned char rules[] = { 0x0c, CFI_STACK_POINTER, 8, 0x80 | CFI_RETURN_ADDRESS, 1 };
	size_t begin = begin_entry(b, UINT32_MAX);

	put_bytes(b, head, version == 4 ? 4 : 2);
	put_bytes(b, factors, sizeof(factors));
	put_bytes(b, rules, sizeof(rules));
	end_entry(b, begin);
	return (uint32_t)begin;
}

/* Adds the entry of a function at START, whose stack pointer moves by 24 bytes after 4 bytes. */
static void
put_fde(struct bytes *b, uint32_t cie, uint64_t start)
{
	const unsigned char rules[] = { 0x44, 0x0e, 32 };
	const uint64_t place[] = { start, LENGTH };
	size_t begin = begin_entry(b, cie);

	put_bytes(b, place, sizeof(place));
	put_bytes(b, rules, sizeof(rules));
	end_entry(b, begin);
}

static void
check_rows(struct unwind_tables *t, uint64_t start)
{
	const struct unwind_row *row = unwind_tables_row(t, start + 3);

	assert_non_null(row);
	assert_int_equal(row->row.cfa, 8);
	assert_int_equal(row->row.cfa_register, CFI_STACK_POINTER);
	assert_int_equal(row->row.rules[cfi_kept(CFI_RETURN_ADDRESS)], CFI_OFFSET);
	assert_int_equal(row->start, start);
	assert_int_equal(row->bytes, LENGTH);
	row = unwind_tables_row(t, start + 4);
	assert_non_null(row);
	assert_int_equal(row->row.cfa, 32);
	assert_null(unwind_tables_row(t, start - 1));
	assert_null(unwind_tables_row(t, start + LENGTH));
}

/* All versions of the layout, and entries in any order. */
static void
test_versions(void **state)
{
	static const unsigned versions[] = { 1, 3, 4 };
	struct bytes b = { 0 };
	struct unwind_tables *t;

	for (size_t i = 0; i < 3; i++)
		put_fde(&b, put_cie(&b, versions[i]), START - 0x100 * i);
	put_fde(&b, (uint32_t)b.n + 4 + 4 + 2 * 8 + 3, START + 0x100);
	put_cie(&b, 4);
	put_fde(&b, put_cie(&b, 2), START + 0x200);	/* no such version */
	put_fde(&b, 12345, START + 0x300);		/* no such CIE */
	t = unwind_tables_of_debug(b.v, b.n);
	for (int i = -2; i <= 1; i++)
		check_rows(t, (uint64_t)(START + 0x100 * i));
	assert_null(unwind_tables_row(t, START + 0x200));
	assert_null(unwind_tables_row(t, START + 0x300));
	unwind_tables_release(t);
	free(t);
	bytes_release(&b);
	(void)state;
}

/* Damaged sections may say anything, but nothing beyond their end is read. */
static void
test_damaged(void **state)
{
	struct bytes b = { 0 };
	uint64_t seed = 1;

	put_fde(&b, put_cie(&b, 3), START);
	put_fde(&b, put_cie(&b, 4), START + 0x100);
	for (int i = 0; i < 5000; i++) {
		size_t n = random_below(&seed, (uint32_t)b.n + 1);
		unsigned char *copy = malloc(n + 1);
		struct unwind_tables *t;

		memcpy(copy, b.v, n);
		for (uint32_t k = random_below(&seed, 4); k > 0 && n > 0; k--)
			copy[random_below(&seed, (uint32_t)n)]
				= (unsigned char)random_below(&seed, 256);
		copy = realloc(copy, n > 0 ? n : 1);
		t = unwind_tables_of_debug(copy, n);
		free(copy);
		for (uint64_t at = START - 8; at < START + 0x140; at += 5)
			(void)unwind_tables_row(t, at);
		unwind_tables_release(t);
		free(t);
	}
	bytes_release(&b);
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_versions),
		cmocka_unit_test(test_damaged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int
main(void)
{
	puts("1..0 # SKIP stacks of this kind of processor are not unwound");
	return 0;
}

#endif
