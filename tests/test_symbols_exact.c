/* test_symbols_exact.c - functions of an image with --exact
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bytes.h"
#include "elf_functions.h"
#include "load/open.h"

static void
test_exact_sizes_and_gaps(void **state)
{
	static const struct elf_sym symbols[] = {
		{ "_init", 0x1000, 0x17, STT_FUNC, STB_GLOBAL, INIT },
		{ "a", 0x1100, 0x1a, STT_FUNC, STB_GLOBAL, TEXT },	/* padding follows */
		{ "b", 0x1120, 0x10, STT_FUNC, STB_LOCAL, TEXT },	/* code without a symbol
									 * follows */
		{ "c", 0x1180, 0, STT_FUNC, STB_GLOBAL, TEXT },	/* ends where d begins */
		{ "d", 0x1190, 0x20, STT_FUNC, STB_GLOBAL, TEXT },	/* code without a symbol
									 * follows, to the end of
									 * .text */
		{ "_fini", 0x1300, 0x9, STT_FUNC, STB_GLOBAL, FINI },
	};
	struct result r;

	(void)state;
	READ(&r, symbols, RULES_EXACT, NULL);
	assert_spans(&r, 0, UINT64_MAX, "0 [unknown 0x0], 1000 _init, 1017 [unknown 0x1017], "
		"1020 [plt.got], 1050 [unknown 0x1050], 1100 a, 111a a+, 1120 b, "
		"1130 [unknown 0x1130], 1180 c, 1190 d, 11b0 [unknown 0x11b0], 1300 _fini, "
		"1309 [unknown 0x1309], 1310 [unknown 0x1310]");
	check_order(&r);
	assert_int_equal(find_func(&r, "[plt.got]")->kind, FUNC_PLT);
	assert_int_equal(find_func(&r, "[unknown 0x1130]")->kind, FUNC_UNKNOWN);
	assert_false(find_func(&r, "[plt.got]")->in_gprof);
	assert_int_equal(find_func(&r, "a")->kind, FUNC_SYMBOL);
	assert_true(find_func(&r, "a")->hi == 0x111a);
	assert_true(find_func(&r, "b")->is_static && find_func(&r, "b")->in_gprof);
	assert_true(find_func(&r, "c")->hi == 0x1190);
	result_release(&r);
}

/* A gap that aligns the next symbol to at most 64 bytes is padding.  A larger gap, and a gap at the
 * end of a section, is a function without a name. */
static void
test_exact_padding(void **state)
{
	static const struct elf_sym symbols[] = {
		{ "a", 0x1100, 1, STT_FUNC, STB_GLOBAL, TEXT },
		{ "b", 0x1104, 1, STT_FUNC, STB_GLOBAL, TEXT },
		{ "c", 0x1109, 1, STT_FUNC, STB_GLOBAL, TEXT },
		{ "d", 0x1140, 1, STT_FUNC, STB_GLOBAL, TEXT },
		{ "e", 0x1181, 0x7e, STT_FUNC, STB_GLOBAL, TEXT },
		{ "f", 0x1200, 1, STT_FUNC, STB_GLOBAL, TEXT },
		{ "g", 0x1280, 0x7f, STT_FUNC, STB_GLOBAL, TEXT },
		{ "_fini", 0x1300, 0x10, STT_FUNC, STB_GLOBAL, FINI },
	};
	struct result r;

	(void)state;
	READ(&r, symbols, RULES_EXACT, NULL);
	assert_text(&r, "1100 a, 1101 a+, 1104 b, 1105 [unknown 0x1105], 1109 c, 110a c+, 1140 d, "
		"1141 [unknown 0x1141], 1181 e, 11ff e+, 1200 f, 1201 [unknown 0x1201], 1280 g, "
		"12ff [unknown 0x12ff]");
	check_order(&r);
	result_release(&r);
}

/* A gap before the first symbol of a section is not padding of the section before it. */
static void
test_exact_padding_of_other_section(void **state)
{
	static const struct elf_section adjacent[] = {
		{ ".text", 0x1000, 0x110, true, NULL },
		{ ".text.hot", 0x1110, 0x100, true, NULL },
	};
	static const struct elf_sym symbols[] = {
		{ "a", 0x10c0, 0x50, STT_FUNC, STB_GLOBAL, 1 },
		{ "b", 0x1140, 0xd0, STT_FUNC, STB_GLOBAL, 2 },
	};
	struct elf_file f = usual_file(symbols, 2);
	struct result r;

	(void)state;
	f.sections = adjacent;
	f.nsections = 2;
	read_elf(&r, &f, RULES_EXACT, NULL);
	assert_true(r.ok);
	assert_spans(&r, 0x10c0, 0x1200, "10c0 a, 1110 [unknown 0x1110], 1140 b");
	result_release(&r);
}

static void
test_exact_names_and_aliases(void **state)
{
	static const struct elf_sym symbols[] = {
		{ "label", 0x1100, 0, STT_NOTYPE, STB_GLOBAL, TEXT },
		{ "unsized", 0x1100, 0, STT_FUNC, STB_GLOBAL, TEXT },
		{ "local", 0x1100, 0x10, STT_FUNC, STB_LOCAL, TEXT },
		{ "weak", 0x1100, 0x10, STT_FUNC, STB_WEAK, TEXT },
		{ "__two", 0x1100, 0x10, STT_FUNC, STB_GLOBAL, TEXT },
		{ "_one", 0x1100, 0x10, STT_FUNC, STB_GLOBAL, TEXT },
		{ "_uno", 0x1100, 0x10, STT_FUNC, STB_GLOBAL, TEXT },
		{ "_one", 0x1100, 0x10, STT_FUNC, STB_LOCAL, TEXT },
		{ "_only", 0x1110, 0x10, STT_FUNC, STB_LOCAL, TEXT },
		{ "lonely", 0x1110, 0, STT_FUNC, STB_GLOBAL, TEXT },
	};
	static const char *const also[] = { "_uno", "__two", "weak", "local", "label", "unsized" };
	const struct func *f;
	struct result r;

	(void)state;
	READ(&r, symbols, RULES_EXACT, NULL);
	assert_spans(&r, 0x1100, 0x1120, "1100 _one, 1110 _only");
	f = find_func(&r, "_one");
	assert_int_equal(f->nalso, 6);
	for (size_t i = 0; i < 6; i++)
		assert_string_equal(f->also[i], also[i]);
	f = find_func(&r, "_only");
	assert_int_equal(f->nalso, 1);
	assert_true(f->is_func && f->is_static && f->in_gprof);
	result_release(&r);
}

/* gprof ignores some of these symbols, and does not treat others as functions. */
static void
test_exact_symbol_types(void **state)
{
	static const struct elf_sym symbols[] = {
		{ "ifunc", 0x1100, 0x10, STT_GNU_IFUNC, STB_GLOBAL, TEXT },
		{ "unique", 0x1110, 0x10, STT_FUNC, STB_GNU_UNIQUE, TEXT },
		{ "f.isra.0", 0x1120, 0x10, STT_FUNC, STB_LOCAL, TEXT },
		{ "f.cold", 0x1130, 0x10, STT_FUNC, STB_LOCAL, TEXT },
		{ "f.part.0", 0x1140, 0x10, STT_FUNC, STB_LOCAL, TEXT },
		{ "f.lto_priv.0", 0x1150, 0x10, STT_FUNC, STB_LOCAL, TEXT },
		{ "outside", 0x1160, 0, STT_NOTYPE, STB_LOCAL, TEXT },
		{ "$a", 0x1168, 0, STT_NOTYPE, STB_LOCAL, TEXT },
		{ "$x.7", 0x1169, 0, STT_NOTYPE, STB_LOCAL, TEXT },
		{ "$d", 0x116a, 0, STT_NOTYPE, STB_LOCAL, TEXT },
		{ "$t", 0x116b, 0, STT_NOTYPE, STB_LOCAL, TEXT },
		{ ".L12", 0x116c, 0, STT_NOTYPE, STB_LOCAL, TEXT },
		{ "$xrv64i2p1", 0x116d, 0, STT_NOTYPE, STB_LOCAL, TEXT },
		{ "sized", 0x1170, 0x10, STT_FUNC, STB_GLOBAL, TEXT },
		{ "inside", 0x1178, 0, STT_NOTYPE, STB_GLOBAL, TEXT },
		{ "at_end", 0x1180, 0x80, STT_NOTYPE, STB_GLOBAL, TEXT },
		{ "data", 0x2000, 4, STT_NOTYPE, STB_WEAK, DATA },
		{ "object", 0x1190, 4, STT_OBJECT, STB_GLOBAL, TEXT },
		{ "$dollar", 0x11a0, 0, STT_NOTYPE, STB_GLOBAL, TEXT },
	};
	struct result r;

	(void)state;
	READ(&r, symbols, RULES_EXACT, NULL);
	assert_text(&r, "1100 ifunc, 1110 unique, 1120 f.isra.0, 1130 f.cold, 1140 f.part.0, "
		"1150 f.lto_priv.0, 1160 outside, 1170 sized, 1180 at_end, 11a0 $dollar");
	assert_false(find_func(&r, "ifunc")->in_gprof);
	assert_false(find_func(&r, "f.cold")->in_gprof);
	assert_true(find_func(&r, "at_end")->in_gprof);
	assert_false(find_func(&r, "at_end")->is_func);
	assert_true(find_func(&r, "ifunc")->is_func);
	result_release(&r);
}

static void
test_exact_no_static_and_functions_only(void **state)
{
	static const struct elf_sym symbols[] = {
		{ "a", 0x1100, 0x10, STT_FUNC, STB_GLOBAL, TEXT },
		{ "b", 0x1110, 0x10, STT_FUNC, STB_LOCAL, TEXT },
		{ "c", 0x1120, 0, STT_NOTYPE, STB_LOCAL, TEXT },
		{ "d", 0x1130, 0, STT_NOTYPE, STB_GLOBAL, TEXT },
	};
	const struct open_options no_static = { .no_static = true };
	const struct open_options functions = { .functions_only = true };
	struct result r;

	(void)state;
	READ(&r, symbols, RULES_EXACT, &no_static);
	assert_text(&r, "1100 a, 1110 a, 1120 a, 1130 d");
	assert_int_equal(find_func(&r, "a")->hi, 0x1130);
	result_release(&r);
	READ(&r, symbols, RULES_EXACT, &functions);
	assert_text(&r, "1100 a, 1110 b, 1120 b, 1130 d");
	result_release(&r);
}

/* A function inside another function splits the outer one in two.  If two functions overlap, the
 * common addresses belong to the function that starts later. */
static void
test_exact_nested(void **state)
{
	static const struct elf_sym symbols[] = {
		{ "outer", 0x1100, 0x80, STT_FUNC, STB_GLOBAL, TEXT },
		{ "inner", 0x1110, 0x40, STT_FUNC, STB_LOCAL, TEXT },
		{ "inmost", 0x1120, 0x10, STT_FUNC, STB_LOCAL, TEXT },
		{ "with_inner", 0x1140, 0x10, STT_FUNC, STB_LOCAL, TEXT },
		{ "beyond", 0x1170, 0x20, STT_FUNC, STB_LOCAL, TEXT },
		{ "unsized", 0x1180, 0, STT_FUNC, STB_LOCAL, TEXT },
		{ "last", 0x1184, 0x17c, STT_FUNC, STB_LOCAL, TEXT },
	};
	struct result r;

	(void)state;
	READ(&r, symbols, RULES_EXACT, NULL);
	assert_text(&r, "1100 outer, 1110 inner, 1120 inmost, 1130 inner, 1140 with_inner, "
		"1150 outer, 1170 beyond, 1180 unsized, 1184 last");
	check_order(&r);
	result_release(&r);
}

static void
test_exact_profiler(void **state)
{
	static const struct elf_sym symbols[] = {
		{ "main", 0x1100, 0x10, STT_FUNC, STB_GLOBAL, TEXT },
		{ "mcount", 0x1110, 0x10, STT_FUNC, STB_GLOBAL, TEXT },
		{ "x", 0x1120, 0x10, STT_FUNC, STB_GLOBAL, TEXT },
		{ "__fentry__", 0x1120, 0x10, STT_FUNC, STB_GLOBAL, TEXT },
	};
	struct result r;

	(void)state;
	READ(&r, symbols, RULES_EXACT, NULL);
	assert_false(find_func(&r, "main")->is_profiler);
	assert_true(find_func(&r, "mcount")->is_profiler);
	assert_true(find_func(&r, "x")->is_profiler);
	result_release(&r);
}

static void
test_exact_dynamic_symbols(void **state)
{
	static const struct elf_sym symbols[] = {
		{ "main", 0x1100, 0x10, STT_FUNC, STB_GLOBAL, TEXT },
		{ "one", 0x1110, 0x10, STT_FUNC, STB_GLOBAL, TEXT },
	};
	struct elf_file f = usual_file(symbols, 2);
	struct result r;

	(void)state;
	f.address_size = 4;
	f.big_endian = f.dynamic = true;
	read_elf(&r, &f, RULES_EXACT, NULL);
	assert_true(r.ok && r.dynamic);
	assert_text(&r, "1100 main, 1110 one, 1120 [unknown 0x1120]");
	result_release(&r);
	read_elf(&r, &f, RULES_GPROF, NULL);
	assert_false(r.ok);
	result_release(&r);
}

/* Symbols with addresses and sizes at both ends of the address space give spans in order, which
 * cover all addresses. */
static void
test_exact_ends_of_address_space(void **state)
{
	static const struct { uint64_t value, size; } edges[] = {
		{ 0, 0 }, { 0, 1 }, { 0, UINT64_MAX }, { UINT64_MAX, 0 }, { UINT64_MAX, 1 },
		{ UINT64_MAX, UINT64_MAX }, { UINT64_MAX - 1, 0 }, { UINT64_MAX - 1, 1 },
		{ UINT64_MAX - 1, 2 }, { 0x1100, UINT64_MAX }, { 0x1100, UINT64_MAX - 0x1100 },
		{ 1, UINT64_MAX - 1 }, { 0x1200, 0 }, { UINT64_MAX - 4096, 0 },
	};
	static const struct elf_section high[] = {
		{ ".text", UINT64_MAX - 0xfff, 0xfff, true, NULL },
		{ ".low", 0, 0x1000, true, NULL },
		{ ".over", UINT64_MAX - 0xf, 0x20, true, NULL },
	};
	enum { N = sizeof(edges) / sizeof(*edges) };
	static const unsigned types[] = { STT_FUNC, STT_NOTYPE };

	(void)state;
	for (size_t i = 0; i < 2 * N * N; i++) {
		size_t a = i % N, b = i / N % N;
		const struct elf_sym symbols[] = {
			{ "a", edges[a].value, edges[a].size, STT_FUNC, STB_GLOBAL, TEXT },
			{ "b", edges[b].value, edges[b].size, types[i & 1], STB_GLOBAL, TEXT },
		};
		struct elf_file f = usual_file(symbols, 2);
		struct result r;

		f.sections = i < N * N ? usual_sections : high;
		f.nsections = 3;
		for (int rules = 0; rules < 2; rules++) {
			read_elf(&r, &f, (enum rules)rules, NULL);
			assert_true(r.ok);
			check_order(&r);
			for (size_t k = 0; k < N; k++)
				assert_true(spans_at(&r.fs.spans, edges[k].value) < r.fs.spans.n);
			result_release(&r);
		}
	}
}

/* If several random symbols contain an address, the address belongs to the symbol that starts
 * last. */
static void
test_exact_random_symbols(void **state)
{
	uint64_t seed = 23;

	(void)state;
	for (int round = 0; round < 300; round++) {
		struct elf_sym symbols[24];
		struct result r;
		uint32_t n = 1 + random_below(&seed, 24);

		for (uint32_t i = 0; i < n; i++)
			symbols[i] = (struct elf_sym){ "f",
				0x1100 + 16 * i + random_below(&seed, 16),
				1 + random_below(&seed, 100), STT_FUNC, STB_GLOBAL, TEXT };
		read_symbols(&r, symbols, n, RULES_EXACT, NULL);
		check_order(&r);
		for (uint64_t at = 0x1100; at < 0x1300; at++) {
			const struct span *got = &r.fs.spans.v[spans_at(&r.fs.spans, at)];
			const struct func *f = &r.fs.v[got->func];
			const struct elf_sym *want = NULL;

			for (uint32_t i = 0; i < n; i++)
				if (symbols[i].value <= at
				    && at - symbols[i].value < symbols[i].size)
					want = &symbols[i];
			if (want != NULL)
				assert_true(f->lo == want->value && !got->is_padding);
			else
				assert_true(got->is_padding || f->kind != FUNC_SYMBOL);
		}
		result_release(&r);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_exact_sizes_and_gaps),
		cmocka_unit_test(test_exact_padding),
		cmocka_unit_test(test_exact_padding_of_other_section),
		cmocka_unit_test(test_exact_names_and_aliases),
		cmocka_unit_test(test_exact_symbol_types),
		cmocka_unit_test(test_exact_no_static_and_functions_only),
		cmocka_unit_test(test_exact_nested),
		cmocka_unit_test(test_exact_profiler),
		cmocka_unit_test(test_exact_dynamic_symbols),
		cmocka_unit_test(test_exact_ends_of_address_space),
		cmocka_unit_test(test_exact_random_symbols),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
