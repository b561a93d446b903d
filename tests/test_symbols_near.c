/* test_symbols_near.c - functions of an image at single addresses
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
#include "elf_functions.h"
#include "symbols/symbols_near.h"

enum { MOST = 300 };

static uint64_t random_state = 35;

/* Returns a number below N. */
static unsigned
below(unsigned n)
{
	random_state = random_state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(random_state >> 33) % n;
}

/* Asserts that NEAR has, at ADDRESS, the function of R. */
static void
check_address(const struct result *r, struct symbols_near *near, uint64_t address)
{
	const struct span *span = &r->fs.spans.v[spans_at(&r->fs.spans, address)];
	const struct func *want = span->is_padding ? NULL : &r->fs.v[span->func], *f;
	uint32_t number, again;

	f = symbols_near_at(near, address, &number);
	if (want == NULL) {
		assert_null(f);
		return;
	}
	assert_non_null(f);
	assert_string_equal(f->name, want->name);
	assert_true(f->lo == want->lo && f->hi == want->hi && f->kind == want->kind);
	assert_true(f->is_func == want->is_func && f->is_static == want->is_static
		&& f->is_profiler == want->is_profiler && f->nalso == want->nalso);
	assert_ptr_equal(symbols_near_at(near, want->lo, &again), f);
	assert_int_equal(number, again);
	assert_true(number < near->nfuncs);
}

/* Asks for addresses in another order than theirs. */
static void
check_all(struct result *r)
{
	struct symbols_near near;
	struct arena names = { 0 };
	bool dynamic;
	struct err e;

	assert_true(symbols_near_open(&near, &r->im, &names, &dynamic, &e));
	assert_int_equal(dynamic, r->dynamic);
	check_address(r, &near, UINT64_MAX);
	check_address(r, &near, 0);
	for (unsigned i = 0; i < 100; i++)
		check_address(r, &near, 0xf80 + below(0x480));
	for (uint64_t address = 0x1400; address >= 0xf80; address--)
		check_address(r, &near, address);
	symbols_near_release(&near);
	arena_release(&names);
}

/* Sets V to N random symbols, whose addresses are multiples of EACH. */
static void
make_symbols(struct elf_sym *v, size_t n, char (*names)[12], unsigned each, unsigned largest)
{
	static const unsigned char types[] = { STT_FUNC, STT_FUNC, STT_FUNC, STT_GNU_IFUNC,
		STT_NOTYPE, STT_OBJECT };
	static const char *const prefixes[] = { ".L", "_", "__", "f", "f", "g" };
	static const unsigned char binds[] = { STB_GLOBAL, STB_LOCAL, STB_WEAK };

	for (size_t i = 0; i < n; i++) {
		snprintf(names[i], sizeof(*names), "%s%u", prefixes[below(6)], (unsigned)i % 50);
		if (below(12) == 0)
			strcpy(names[i], below(2) == 0 ? "" : "mcount");
		v[i] = (struct elf_sym){ names[i], 0xff0 + below(0x340 / each) * each,
			below(3) == 0 ? 0 : below(largest), types[below(6)], binds[below(3)],
			below(20) == 0 ? DATA : TEXT };
	}
	v[n - 1] = (struct elf_sym){ "last", 0x1200, 4, STT_FUNC, STB_GLOBAL, TEXT };
}

/* The functions are those of symbols_exact(), whatever the symbols are: names that are none,
 * labels, symbols inside of others, outside of all sections, without sizes. */
static void
test_near_is_exact(void **state)
{
	static char names[MOST][12];
	static struct elf_sym symbols[MOST];

	(void)state;
	for (unsigned i = 0; i < 200; i++) {
		unsigned n = 1 + below(i % 3 == 0 ? 8 : MOST);
		struct result r;

		make_symbols(symbols, n, names, 1u << below(6), 1u << (1 + below(9)));
		read_symbols(&r, symbols, n, RULES_EXACT, NULL);
		check_all(&r);
		result_release(&r);
	}
}

/* Only what is asked for is made. */
static void
test_near_makes_few(void **state)
{
	static char names[MOST][12];
	static struct elf_sym symbols[MOST];
	struct symbols_near near;
	struct arena text = { 0 };
	struct result r;
	uint32_t number;
	bool dynamic;

	(void)state;
	for (unsigned i = 0; i < 100; i++) {
		snprintf(names[i], sizeof(*names), "f%u", i);
		symbols[i] = (struct elf_sym){ names[i], 0x1100 + 5 * i, 5, STT_FUNC, STB_GLOBAL,
			TEXT };
	}
	read_symbols(&r, symbols, 100, RULES_EXACT, NULL);
	assert_true(symbols_near_open(&near, &r.im, &text, &dynamic, &r.e));
	assert_string_equal(symbols_near_at(&near, 0x1104, &number)->name, "f0");
	assert_string_equal(symbols_near_at(&near, 0x1110, &number)->name, "f3");
	assert_int_equal(near.nfuncs, 2);
	symbols_near_release(&near);
	arena_release(&text);
	result_release(&r);
}

static void
test_near_without_functions(void **state)
{
	static const struct elf_sym symbols[] = {
		{ "", 0x1100, 4, STT_FUNC, STB_GLOBAL, TEXT },
		{ ".L1", 0x1110, 0, STT_NOTYPE, STB_LOCAL, TEXT },
		{ "data", 0x2000, 4, STT_OBJECT, STB_GLOBAL, DATA },
	};
	struct elf_file f = usual_file(symbols, 3);
	struct symbols_near near;
	struct arena names = { 0 };
	struct result r;
	bool dynamic;

	(void)state;
	read_elf(&r, &f, RULES_EXACT, NULL);
	assert_false(r.ok);
	assert_false(symbols_near_open(&near, &r.im, &names, &dynamic, &r.e));
	assert_non_null(strstr(r.e.text, "has no symbols"));
	image_release(&r.im);
	arena_release(&r.names);
	remove_file(r.path);
}

/* Code from the first address to the last but one, with fewer symbols than a page has. */
static void
test_near_everywhere(void **state)
{
	static const struct elf_sym symbols[] = {
		{ "low", 0x10, 4, STT_FUNC, STB_GLOBAL, INIT },
		{ "high", 0xfffffffffffffff4u, 4, STT_FUNC, STB_GLOBAL, TEXT },
	};
	struct elf_section sections[NSECTIONS];
	struct elf_file f = usual_file(symbols, 2);
	struct result r;

	(void)state;
	memcpy(sections, usual_sections, sizeof(sections));
	sections[INIT - 1].addr = 0;
	sections[TEXT - 1].addr = 0xfffffffffffffff0u;
	sections[TEXT - 1].size = 0xf;
	f.sections = sections;
	read_elf(&r, &f, RULES_EXACT, NULL);
	assert_true(r.ok);
	check_all(&r);
	for (uint64_t address = UINT64_MAX - 16; address != 0x30; address++) {
		struct symbols_near near;
		struct arena names = { 0 };
		bool dynamic;

		assert_true(symbols_near_open(&near, &r.im, &names, &dynamic, &r.e));
		check_address(&r, &near, address);
		symbols_near_release(&near);
		arena_release(&names);
	}
	result_release(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_near_is_exact),
		cmocka_unit_test(test_near_makes_few),
		cmocka_unit_test(test_near_without_functions),
		cmocka_unit_test(test_near_everywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
