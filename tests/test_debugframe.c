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
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "bytes.h"
#include "make_elf.h"
#include "recorded/recorded_tables.h"
#include "unwind/unwind_tables.h"

#ifdef CFI_RETURN_ADDRESS

enum { START = 0x401000, LENGTH = 0x20 };

#if defined __x86_64__
enum { MACHINE = EM_X86_64 };
#else
enum { MACHINE = EM_AARCH64 };
#endif

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
	assert_int_equal(row->row.rules[cfi_kept(CFI_OWN, CFI_RETURN_ADDRESS)], CFI_OFFSET);
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
	t = unwind_tables_of_debug(CFI_OWN, b.v, b.n);
	for (int i = -2; i <= 1; i++)
		check_rows(t, (uint64_t)(START + 0x100 * i));
	assert_null(unwind_tables_row(t, START + 0x200));
	assert_null(unwind_tables_row(t, START + 0x300));
	unwind_tables_release(t);
	free(t);
	bytes_release(&b);
	(void)state;
}

/* Asserts that what is known of the code at AT can be used. */
static void
check_any(const struct unwind_row *row, uint64_t at)
{
	assert_true(at >= row->start && at - row->start < row->bytes);
	assert_in_range(row->row.cfa_register, 0, CFI_REGISTERS - 1);
	for (int i = 0; i < CFI_KEPT; i++)
		assert_in_range(row->row.rules[i], CFI_SAME, CFI_IS);
}

/* Damaged sections may say anything, but nothing beyond their end is read: there is no memory.
 * What is whole is used. */
static void
test_damaged(void **state)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	unsigned char *area = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct bytes b = { 0 };
	uint64_t seed = 1;
	size_t first;

	assert_ptr_not_equal(area, MAP_FAILED);
	assert_int_equal(mprotect(area + page, page, PROT_NONE), 0);
	put_fde(&b, put_cie(&b, 3), START);
	first = b.n;
	put_fde(&b, put_cie(&b, 4), START + 0x100);
	for (int i = 0; i < 5000; i++) {
		size_t n = random_below(&seed, (uint32_t)b.n + 1);
		uint32_t changes = random_below(&seed, 4);
		unsigned char *copy = area + page - n;
		struct unwind_tables *t;

		memcpy(copy, b.v, n);
		for (uint32_t k = changes; k > 0 && n > 0; k--)
			copy[random_below(&seed, (uint32_t)n)]
				= (unsigned char)random_below(&seed, 256);
		t = unwind_tables_of_debug(CFI_OWN, copy, n);
		memset(copy, 0, n);
		for (uint64_t at = START - 8; at < START + 0x140; at += 5) {
			const struct unwind_row *row = unwind_tables_row(t, at);

			if (row != NULL)
				check_any(row, at);
		}
		if (changes == 0 && n >= first)
			check_rows(t, START);
		else if (changes == 0)
			assert_null(unwind_tables_row(t, START));
		unwind_tables_release(t);
		free(t);
	}
	munmap(area, 2 * page);
	bytes_release(&b);
	(void)state;
}

/* Adds an .eh_frame that is loaded at ADDRESS: the code at START, whose CFA is 64 bytes above the
 * stack pointer. */
static void
put_eh_frame(struct bytes *b, uint64_t address, uint64_t start)
{
	const unsigned char common[] = { 1, 'z', 'R', 0, 1, 0x78, CFI_RETURN_ADDRESS, 1, 0x1c,
		0x0c, CFI_STACK_POINTER, 64, 0x80 | CFI_RETURN_ADDRESS, 1, 0, 0 };
	size_t begin = begin_entry(b, 0);
	uint64_t place[2];

	put_bytes(b, common, sizeof(common));
	end_entry(b, begin);
	begin = begin_entry(b, (uint32_t)b->n + 4);
	place[0] = start - (address + b->n);
	place[1] = LENGTH;
	put_bytes(b, place, sizeof(place));
	put_zeros(b, 4);
	end_entry(b, begin);
	put_zeros(b, 4);
}

/* Adds what a section that was compressed by zlib has for the bytes of FROM, in the form for bytes
 * that do not become fewer.  CLAIMED is how many bytes it says that they are. */
static void
put_compressed(struct bytes *b, const struct bytes *from, uint64_t claimed)
{
	const unsigned char begin[] = { 0x78, 0x01, 0x01 };
	uint32_t low = 1, high = 0;

	put_number(b, ELFCOMPRESS_ZLIB, 4);
	put_number(b, 0, 4);
	put_number(b, claimed, 8);
	put_number(b, 1, 8);
	put_bytes(b, begin, sizeof(begin));
	put_number(b, from->n, 2);
	put_number(b, (uint16_t)~from->n, 2);
	put_bytes(b, from->v, from->n);
	for (size_t i = 0; i < from->n; i++) {
		low = (low + from->v[i]) % 65521;
		high = (high + low) % 65521;
	}
	for (int shift = 24; shift >= 0; shift -= 8)
		put_number(b, (high << 16 | low) >> shift & 0xff, 1);
}

/* An image with the unwind tables of its file. */
struct tables_file {
	struct recorded_image im;
	struct unwind_tables *tables;
	char *path;
};

/* Opens an image with FRAMES, an .eh_frame at 0x3000, and DEBUG, a .debug_frame; each unless it is
 * NULL. */
static void
open_tables(struct tables_file *f, const struct bytes *frames, const struct bytes *debug,
	bool is_compressed)
{
	static const unsigned char code[0x100];
	struct elf_section sections[3] = { { ".text", START, sizeof(code), true, code } };
	size_t n = 1;
	struct err e;

	if (frames != NULL)
		sections[n++] = (struct elf_section){ ".eh_frame", 0x3000, frames->n, false,
			frames->v };
	if (debug != NULL)
		sections[n++] = (struct elf_section){ ".debug_frame", 0, debug->n, false,
			debug->v };
	*f = (struct tables_file){ .path = make_elf(&(struct elf_file){ .address_size = 8,
		.machine = MACHINE, .type = ET_EXEC, .sections = sections, .nsections = n,
		.compressed = is_compressed ? ".debug_frame" : NULL }) };
	assert_true(image_open(&f->im.image, f->path, &e));
	f->tables = recorded_tables_of(&f->im);
	assert_non_null(f->tables);
}

static void
close_tables(struct tables_file *f)
{
	unwind_tables_release(&f->im.tables);
	image_release(&f->im.image);
	remove_file(f->path);
}

/* Sections of a file, compressed or not. */
static void
test_files(void **state)
{
	struct bytes debug = { 0 }, packed = { 0 }, longer = { 0 };
	struct tables_file f;

	put_fde(&debug, put_cie(&debug, 4), START);
	open_tables(&f, NULL, &debug, false);
	check_rows(f.tables, START);
	close_tables(&f);
	put_compressed(&packed, &debug, debug.n);
	open_tables(&f, NULL, &packed, true);
	check_rows(f.tables, START);
	close_tables(&f);

	/* Room is not reserved for what a small section only claims to be. */
	put_compressed(&longer, &debug, UINT64_C(1) << 30);
	open_tables(&f, NULL, &longer, true);
	assert_null(unwind_tables_row(f.tables, START));
	close_tables(&f);
	for (size_t n = 0; n < packed.n; n += 3) {	/* cut short */
		const struct bytes cut = { .v = packed.v, .n = n };

		open_tables(&f, NULL, &cut, true);
		assert_null(unwind_tables_row(f.tables, START));
		close_tables(&f);
	}
	bytes_release(&debug);
	bytes_release(&packed);
	bytes_release(&longer);
	(void)state;
}

/* Debug information is read when first other tables do not answer, and these are preferred. */
static void
test_order(void **state)
{
	struct bytes frames = { 0 }, debug = { 0 };
	const struct unwind_row *row;
	struct tables_file f;
	uint32_t cie;

	put_eh_frame(&frames, 0x3000, START);
	cie = put_cie(&debug, 4);
	put_fde(&debug, cie, START);
	put_fde(&debug, cie, START + LENGTH);
	open_tables(&f, &frames, &debug, false);
	row = unwind_tables_row(f.tables, START);
	assert_non_null(row);
	assert_int_equal(row->row.cfa, 64);
	assert_null(f.tables->debug);
	row = unwind_tables_row(f.tables, START + LENGTH);
	assert_non_null(row);
	assert_int_equal(row->row.cfa, 8);
	assert_non_null(f.tables->debug);
	close_tables(&f);
	bytes_release(&frames);
	bytes_release(&debug);
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_versions),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_files),
		cmocka_unit_test(test_order),
	};

	watch_for_hangs();
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
