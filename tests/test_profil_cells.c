/* test_profil_cells.c - tests of record/regions.c: which cell counts an address
 *
 * The expected cells are those of a table, and those by the rule in the manuals of profil(3), which
 * is computed in 128 bits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "record/regions.h"

#define OUTSIDE UINT64_MAX

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;
#else
typedef uint64_t wide;			/* wide enough for all tests except test_large_numbers() */
#endif

/* Returns the number of the cell that counts PC by the rule of the manuals, or OUTSIDE. */
static uint64_t
rule(const struct region *r, uint64_t pc)
{
	wide byte;

	if (pc < r->offset)
		return OUTSIDE;
	if (r->scale == 2 && r->size / r->cell == 1)
		return 0;
	byte = (wide)(pc - r->offset) * r->scale >> 16;
	return byte / r->cell < r->size / r->cell ? (uint64_t)(byte / r->cell) : OUTSIDE;
}

static uint64_t
found(const struct region *r, uint64_t pc)
{
	return pc < r->offset || pc > r->last ? OUTSIDE : region_cell(r, pc);
}

static struct region
make(uint64_t offset, uint64_t size, uint32_t scale, uint32_t cell)
{
	struct region r = { .offset = offset, .size = size, .scale = scale, .cell = cell };

	assert_true(region_measure(&r));
	return r;
}

/* The first addresses of the cells 0 to 3, and the address behind the last cell, of a buffer of 64
 * bytes for code from 0x400000 on. */
static const struct row {
	uint32_t scale, cell;
	uint64_t first[4];
	uint64_t end;
} table[] = {
	{ 0x10000, 2, { 0x400000, 0x400002, 0x400004, 0x400006 }, 0x400000 + 64 },
	{ 0xffff, 2, { 0x400000, 0x400003, 0x400005, 0x400007 }, 0x400000 + 65 },
	{ 0xc000, 2, { 0x400000, 0x400003, 0x400006, 0x400008 }, 0x400000 + 86 },
	{ 0x8000, 2, { 0x400000, 0x400004, 0x400008, 0x40000c }, 0x400000 + 128 },
	{ 0x4000, 2, { 0x400000, 0x400008, 0x400010, 0x400018 }, 0x400000 + 256 },
	{ 0x1000, 2, { 0x400000, 0x400020, 0x400040, 0x400060 }, 0x400000 + 1024 },
	{ 3, 2, { 0x400000, 0x40aaab, 0x415556, 0x420000 }, 0x400000 + 0x155556 },
	{ 2, 2, { 0x400000, 0x410000, 0x420000, 0x430000 }, 0x400000 + 0x200000 },
	{ 0x10000, 4, { 0x400000, 0x400004, 0x400008, 0x40000c }, 0x400000 + 64 },
	{ 0xffff, 4, { 0x400000, 0x400005, 0x400009, 0x40000d }, 0x400000 + 65 },
	{ 0xc000, 4, { 0x400000, 0x400006, 0x40000b, 0x400010 }, 0x400000 + 86 },
	{ 0x8000, 4, { 0x400000, 0x400008, 0x400010, 0x400018 }, 0x400000 + 128 },
	{ 0x4000, 4, { 0x400000, 0x400010, 0x400020, 0x400030 }, 0x400000 + 256 },
	{ 0x1000, 4, { 0x400000, 0x400040, 0x400080, 0x4000c0 }, 0x400000 + 1024 },
	{ 3, 4, { 0x400000, 0x415556, 0x42aaab, 0x440000 }, 0x400000 + 0x155556 },
	{ 2, 4, { 0x400000, 0x420000, 0x440000, 0x460000 }, 0x400000 + 0x200000 },
};

static void
test_table(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
		const struct row *row = &table[i];
		struct region r = make(0x400000, 64, row->scale, row->cell);

		assert_int_equal(r.cells, 64 / row->cell);
		assert_int_equal(r.last, row->end - 1);
		for (unsigned cell = 0; cell < 4; cell++) {
			assert_int_equal(found(&r, row->first[cell]), cell);
			if (cell > 0)
				assert_int_equal(found(&r, row->first[cell] - 1), cell - 1);
		}
		assert_int_equal(found(&r, row->end - 1), r.cells - 1);
		assert_true(found(&r, 0x3fffff) == OUTSIDE && found(&r, row->end) == OUTSIDE);
	}
}

/* Near the boundaries of some cells, addresses are counted by the rule: with every scale, both
 * sizes of cells and some sizes of buffers. */
static void
test_all_scales(void **state)
{
	static const uint64_t sizes[] = { 2, 3, 4, 7, 8, 64, 1000, 65535 };
	uint64_t compared = 0;

	(void)state;
	for (uint32_t scale = 2; scale <= 0x10000 + 8; scale++) {
		for (size_t i = 0; i < 2 * sizeof(sizes) / sizeof(*sizes); i++) {
			uint32_t cell = i % 2 == 0 ? 2 : 4;
			struct region r = { .offset = 0x400000, .size = sizes[i / 2],
				.scale = scale, .cell = cell };
			uint64_t cells = r.size / cell, step = cells / 3 + 1;

			assert_int_equal(region_measure(&r), cells > 0);
			for (uint64_t c = 0; c <= cells && cells > 0; c += step) {
				uint64_t at = r.offset + c * cell * 0x10000 / scale;

				for (uint64_t pc = at - 2; pc <= at + 2; pc++, compared++)
					if (found(&r, pc) != rule(&r, pc))
						fail_msg("scale %#x, cells of %u in %u bytes: %#llx",
							scale, cell, (unsigned)r.size,
							(unsigned long long)pc);
			}
			if (cells > 0 && r.last != UINT64_MAX)
				assert_true(rule(&r, r.last) == cells - 1
					&& rule(&r, r.last + 1) == OUTSIDE);
		}
	}
	assert_true(compared > 10000000);
}

/* Every address near a small region is counted by the rule. */
static void
test_all_addresses(void **state)
{
	(void)state;
	for (uint32_t scale = 0x100; scale <= 0x10000; scale = scale * 9 / 8 + 1) {
		for (uint32_t cell = 2; cell <= 4; cell += 2) {
			struct region r = make(0x1003, 61, scale, cell);

			for (uint64_t pc = 0x1000; pc < r.last + 100; pc++)
				assert_true(found(&r, pc) == rule(&r, pc));
		}
	}
}

static uint64_t
random_bits(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed >> (*seed & 63);
}

/* The rule holds for any numbers, also for regions that reach the end of the address space and for
 * scales above 65536. */
static void
test_large_numbers(void **state)
{
	uint64_t seed = 88172645463325252u;

	(void)state;
	if (sizeof(wide) == sizeof(uint64_t))
		skip();
	for (int i = 0; i < 1000000; i++) {
		struct region r = { .offset = random_bits(&seed), .size = random_bits(&seed),
			.scale = (uint32_t)random_bits(&seed), .cell = i % 2 == 0 ? 2 : 4 };
		uint64_t pc[] = { r.offset + random_bits(&seed), r.offset, r.offset - 1, 0, 0, 0 };

		if (!region_measure(&r))
			continue;
		pc[3] = r.last;
		pc[4] = r.last + 1;
		pc[5] = UINT64_MAX;
		for (size_t k = 0; k < sizeof(pc) / sizeof(*pc); k++)
			assert_true(found(&r, pc[k]) == rule(&r, pc[k]));
	}
}

static void
test_off(void **state)
{
	struct region r = { .size = 64, .cell = 2 };

	(void)state;
	assert_false(region_measure(&r));
	r.scale = 1;
	assert_false(region_measure(&r));
	r.scale = 0x10000;
	r.size = 0;
	assert_false(region_measure(&r));
	r.size = 1;
	assert_false(region_measure(&r));
	r.size = 3;
	assert_true(region_measure(&r));
	assert_int_equal(r.cells, 1);
	r.cell = 4;
	assert_false(region_measure(&r));
}

/* A single cell with scale 2 counts all code from the offset on. */
static void
test_one_cell(void **state)
{
	struct region r = make(0x400000, 3, 2, 2);

	(void)state;
	assert_int_equal(found(&r, 0x3fffff), OUTSIDE);
	assert_int_equal(found(&r, 0x400000), 0);
	assert_int_equal(found(&r, UINT64_MAX), 0);
	r = make(0x400000, 2, 3, 2);
	assert_int_equal(found(&r, 0x40aaaa), 0);
	assert_int_equal(found(&r, 0x40aaab), OUTSIDE);
}

/* Returns the number of the region that counts PC, found by looking at all N regions R, or
 * NO_REGION. */
static uint32_t
slowly(const struct region *r, uint32_t n, uint64_t pc)
{
	const struct region *best = NULL;

	for (uint32_t i = 0; i < n; i++)
		if (pc >= r[i].offset && pc <= r[i].last
		    && (best == NULL || r[i].offset > best->offset
			|| (r[i].offset == best->offset && r[i].number < best->number)))
			best = &r[i];
	return best != NULL ? best->number : NO_REGION;
}

/* The region of an address is found if regions overlap, contain one another or begin at the same
 * address, in any order. */
static void
test_several(void **state)
{
	enum { MOST = 12 };
	uint64_t seed = 1181783497276652981u;

	(void)state;
	for (int turn = 0; turn < 20000; turn++) {
		struct region r[MOST], given[MOST];
		uint32_t n = 0, wanted = (uint32_t)(random_bits(&seed) % (MOST + 1));

		while (n < wanted) {
			r[n] = make(0x1000 + random_bits(&seed) % 64, 2 + random_bits(&seed) % 62,
				0x10000, 2);
			r[n].number = n;
			n++;
		}
		memcpy(given, r, sizeof(given));
		regions_arrange(r, n);
		for (uint64_t pc = 0xfff; pc < 0x1084; pc++) {
			uint32_t at = regions_find(r, n, pc);

			assert_int_equal(at == NO_REGION ? NO_REGION : r[at].number,
				slowly(given, n, pc));
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_all_scales),
		cmocka_unit_test(test_all_addresses),
		cmocka_unit_test(test_large_numbers),
		cmocka_unit_test(test_off),
		cmocka_unit_test(test_one_cell),
		cmocka_unit_test(test_several),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
