/* test_gprof_symbols.c - functions of an image by GNU gprof's rules
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/mem.h"
#include "bytes.h"
#include "elf/symtab.h"
#include "elf_functions.h"
#include "load/open.h"

static const struct elf_sym decisions[] = {
	{ "text_section", 0x1100, 0, STT_SECTION, STB_LOCAL, TEXT },
	{ "file.c", 0x1101, 0, STT_FILE, STB_LOCAL, TEXT },
	{ "undefined", 0x1102, 0, STT_FUNC, STB_GLOBAL, SHN_UNDEF },
	{ "undefined_weak", 0x1103, 0, STT_FUNC, STB_WEAK, SHN_UNDEF },
	{ "common", 0x1104, 0, STT_OBJECT, STB_GLOBAL, SHN_COMMON },
	{ "ifunc", 0x1105, 4, STT_GNU_IFUNC, STB_GLOBAL, TEXT },
	{ "ifunc_weak", 0x1106, 4, STT_GNU_IFUNC, STB_WEAK, TEXT },
	{ "weak_object", 0x1107, 4, STT_OBJECT, STB_WEAK, TEXT },
	{ "weak_common", 0x1108, 4, STT_COMMON, STB_WEAK, TEXT },
	{ "unique", 0x1109, 4, STT_FUNC, STB_GNU_UNIQUE, TEXT },
	{ "absolute", 0x110a, 0, STT_FUNC, STB_GLOBAL, SHN_ABS },
	{ "absolute_local", 0x110b, 0, STT_FUNC, STB_LOCAL, SHN_ABS },
	{ "global_data", 0x110c, 0, STT_NOTYPE, STB_GLOBAL, DATA },
	{ "local_data", 0x110d, 0, STT_FUNC, STB_LOCAL, DATA },
	{ "", 0x110e, 0, STT_FUNC, STB_LOCAL, TEXT },
	{ "bind_13", 0x110f, 0, STT_FUNC, 13, TEXT },
	{ "A_weak", 0x1110, 0, STT_FUNC, STB_WEAK, TEXT },
	{ "B_weak_notype", 0x1111, 0, STT_NOTYPE, STB_WEAK, TEXT },
	{ "C_weak_data", 0x1112, 0, STT_NOTYPE, STB_WEAK, DATA },
	{ "D_weak_tls", 0x1113, 0, STT_TLS, STB_WEAK, DATA },
	{ "E_weak_absolute", 0x1114, 0, STT_NOTYPE, STB_WEAK, SHN_ABS },
	{ "F_global", 0x1115, 0, STT_FUNC, STB_GLOBAL, TEXT },
	{ "G.global$object", 0x1116, 0, STT_OBJECT, STB_GLOBAL, FINI },
	{ "H_global_notype", 0x1117, 0, STT_NOTYPE, STB_GLOBAL, TEXT },
	{ "I_local", 0x1118, 0, STT_FUNC, STB_LOCAL, TEXT },
	{ "J_local_notype", 0x1119, 0, STT_NOTYPE, STB_LOCAL, INIT },
};

static void
test_gprof_symbol_types(void **state)
{
	struct result r;

	(void)state;
	READ(&r, decisions, RULES_GPROF, NULL);
	assert_spans(&r, 0, UINT64_MAX, "0 -, 1110 A_weak, 1111 B_weak_notype, 1112 C_weak_data, "
		"1113 D_weak_tls, 1114 E_weak_absolute, 1115 F_global, 1116 G.global$object, "
		"1117 H_global_notype, 1118 I_local, 1119 J_local_notype, 1300 -");
	for (uint32_t f = 0; f < r.fs.n; f++) {
		const struct func *g = &r.fs.v[f];

		assert_int_equal(g->is_static, strchr("IJ", *g->name) != NULL);
		assert_int_equal(g->is_func, strchr("AFI", *g->name) != NULL);
		assert_true(g->in_gprof);
		assert_true(g->hi == (f + 1 < r.fs.n ? r.fs.v[f + 1].lo : 0x1300));
	}
	result_release(&r);
}

static void
test_gprof_options(void **state)
{
	const struct open_options no_static = { .no_static = true };
	const struct open_options functions = { .functions_only = true };
	struct result r;

	(void)state;
	READ(&r, decisions, RULES_GPROF, &no_static);
	assert_spans(&r, 0x1117, 0x1300, "1117 H_global_notype");
	result_release(&r);
	READ(&r, decisions, RULES_GPROF, &functions);
	assert_spans(&r, 0x1117, 0x1300, "1117 H_global_notype, 1118 I_local");
	result_release(&r);
}

/* Does gprof keep a local function NAME if NEXT follows it in the string table?  If NEXT is NULL,
 * NAME is the last name.  If CUT, the table has no NUL at its end. */
static bool
is_kept(const char *name, const char *next, bool cut)
{
	const struct elf_sym symbols[] = {
		{ "first", 0x1100, 0, STT_FUNC, STB_GLOBAL, TEXT },
		{ name, 0x1110, 0, STT_FUNC, STB_LOCAL, TEXT },
		{ next, 0x1120, 0, STT_FUNC, STB_GLOBAL, TEXT },
		{ "plain", 0x1130, 0, STT_FUNC, STB_GLOBAL, TEXT },
	};
	struct elf_file f = usual_file(symbols, next == NULL ? 2 : 4);
	struct result r;
	bool kept = false;

	f.cut_strings = cut;
	read_elf(&r, &f, RULES_GPROF, NULL);
	for (uint32_t k = 0; k < r.fs.n; k++)
		kept |= r.fs.v[k].lo == 0x1110;
	result_release(&r);
	return kept;
}

static void
test_gprof_local_names(void **state)
{
	static const struct { const char *name, *next; bool kept; } cases[] = {
		{ "foo", "bad.x", true },
		{ "foo$bar", "plain", false },
		{ "$a", "plain", false },
		{ "__gnu_compiled", "plain", false },
		{ "__gnu_compiled_c", "plain", false },
		{ "___gnu_compiled_c", "plain", false },
		{ "__gnu_compile", "plain", true },
		{ "____gnu_compiled", "plain", true },
		{ ".L1", "plain", false },
		{ ".1", "plain", true },
		{ "nested.1", "plain", true },
		{ "nested.1.22.3", "plain", true },
		{ "nested.1x", "plain", false },
		{ "nested..1", "plain", false },
		{ "nested.1..2", "plain", false },
		{ "nested.", "plain", true },
		{ "nested.1.", "plain", true },
		{ "foo.isra.0", "plain", false },
		{ "foo.part.0", "plain", false },
		{ "foo.cold", "plain", false },
		{ "foo.lto_priv.0", "plain", false },
		{ "foo.constprop.0", "plain", true },
		{ "foo.constprop.0.constprop.1", "plain", true },
		{ "foo.clone.2.constprop.3", "plain", true },
		{ "foo.1.clone.2", "plain", true },
		{ "foo.clone.", "plain", false },
		{ "foo.constprop.", "plain", false },
		{ "foo.constprop.x", "plain", false },
		{ "foo.constprop.0.isra.0", "plain", false },
		{ "foo.constprop.1$", "plain", false },
		/* After a name that ends in a number, gprof reads the next name, too. */
		{ "foo.constprop.0", "foo.constprop.0.cold", false },
		{ "foo.1", "crtstuff.c", false },
		{ "foo.1", "a$b", false },
		{ "foo.1", "bar.2", true },
		{ "foo.1", "bar.2.x", false },
		{ "nested.", ".x", false },
		{ "foo", "a$b", true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		if (is_kept(cases[i].name, cases[i].next, false) != cases[i].kept)
			fail_msg("%s before %s should be %s", cases[i].name, cases[i].next,
				cases[i].kept ? "kept" : "rejected");
}

/* The last name ends at the end of the string table, with or without a NUL. */
static void
test_gprof_end_of_strings(void **state)
{
	(void)state;
	for (int cut = 0; cut < 2; cut++) {
		assert_true(is_kept("last.1", NULL, cut));
		assert_true(is_kept("last.", NULL, cut));
		assert_false(is_kept("last.x", NULL, cut));
		assert_false(is_kept("last.1x", NULL, cut));
	}
}

/* Many names end in a number, so that gprof reads on from each name to the last one.  The time is
 * not quadratic. */
static void
test_gprof_long_chain(void **state)
{
	enum { N = 100000 };
	struct elf_sym *symbols = mem_new(N + 1, sizeof(*symbols));
	struct arena names = { 0 };
	struct result r;

	(void)state;
	for (int bad = 0; bad < 2; bad++) {
		for (size_t i = 0; i < N; i++)
			symbols[i] = (struct elf_sym){ arena_printf(&names, "f%zu.1", i),
				0x1100 + i, 0, STT_FUNC, STB_LOCAL, TEXT };
		symbols[N] = (struct elf_sym){ bad ? "a$b" : "end", 0x1100 + N, 0, STT_FUNC,
			STB_GLOBAL, TEXT };
		read_symbols(&r, symbols, N + 1, RULES_GPROF, NULL);
		assert_int_equal(r.fs.n, bad ? 1 : N + 1);
		result_release(&r);
	}
	arena_release(&names);
	free(symbols);
}

/* Many names are suffixes of one long text.  The time to read them is not quadratic. */
static void
test_gprof_long_text(void **state)
{
	enum { N = 4000000 };
	static const char *const texts[] = { "a", "1.", "a.1" };
	const struct open_options options = { 0 };
	struct elf_symbol s = { .type = STT_FUNC, .bind = STB_LOCAL, .section = 1,
		.in_code = true };
	char *text = mem_new(N + 1, 1);

	(void)state;
	watch_for_hangs();
	for (size_t k = 0; k < sizeof(texts) / sizeof(*texts); k++) {
		struct name_filter filter = { .strings = text, .size = N + 1 };

		for (size_t i = 0; i < N; i++)
			text[i] = texts[k][i % strlen(texts[k])];
		for (s.name = text; s.name < text + N - 3; s.name++)
			assert_int_equal(gprof_symbols_judge(&filter, &s, &options),
				k < 2 ? GPROF_STATIC : GPROF_REJECTS);
		gprof_symbols_release_filter(&filter);
	}
	alarm(0);
	free(text);
}

/* Asserts that if the symbols A and B, in this order, have one address, gprof keeps the symbol
 * WANT. */
static void
assert_keeps(struct elf_sym a, struct elf_sym b, const char *want)
{
	const struct elf_sym symbols[] = { a, b };
	struct result r;

	READ(&r, symbols, RULES_GPROF, NULL);
	assert_int_equal(r.fs.n, 1);
	assert_string_equal(r.fs.v->name, want);
	result_release(&r);
}

static struct elf_sym
sym(const char *name, unsigned type, unsigned bind)
{
	return (struct elf_sym){ name, 0x1100, 0, type, bind, TEXT };
}

static void
test_gprof_aliases(void **state)
{
	const struct elf_sym func = sym("func", STT_FUNC, STB_GLOBAL);
	const struct elf_sym weak = sym("weak", STT_FUNC, STB_WEAK);
	const struct elf_sym local = sym("local", STT_FUNC, STB_LOCAL);
	const struct elf_sym label = sym("label", STT_NOTYPE, STB_GLOBAL);
	const struct elf_sym local_label = sym("local_label", STT_NOTYPE, STB_LOCAL);
	const struct elf_sym one = sym("_one", STT_FUNC, STB_GLOBAL);
	const struct elf_sym two = sym("__two", STT_FUNC, STB_GLOBAL);
	const struct elf_sym three = sym("___three", STT_FUNC, STB_GLOBAL);

	(void)state;
	assert_keeps(func, weak, "func");
	assert_keeps(weak, func, "weak");
	assert_keeps(local, func, "func");
	assert_keeps(local, label, "label");	/* gprof prefers a global label to a local
						 * function */
	assert_keeps(label, local, "label");
	assert_keeps(label, func, "func");
	assert_keeps(local_label, local, "local");
	assert_keeps(local_label, label, "label");
	assert_keeps(one, func, "func");
	assert_keeps(func, one, "func");
	assert_keeps(two, one, "_one");
	assert_keeps(one, two, "_one");
	assert_keeps(two, three, "__two");
	assert_keeps(three, two, "___three");
	assert_keeps(two, func, "func");
	assert_keeps(sym("x_y", STT_FUNC, STB_GLOBAL), one, "x_y");
	assert_keeps(func, sym("other", STT_FUNC, STB_GLOBAL), "func");
}

/* gprof lets the last function end where .text ends.  So the last function gets no span if it
 * begins beyond .text.  The function before the last one ends where the last one begins. */
static void
test_gprof_last_function(void **state)
{
	static const struct elf_sym symbols[] = {
		{ "main", 0x1180, 0, STT_FUNC, STB_GLOBAL, TEXT },
		{ "_init", 0x1000, 0, STT_FUNC, STB_GLOBAL, INIT },
		{ "data_start", 0x2000, 0, STT_NOTYPE, STB_WEAK, DATA },
	};
	struct result r;

	(void)state;
	READ(&r, symbols, RULES_GPROF, NULL);
	assert_int_equal(r.fs.n, 3);
	assert_spans(&r, 0, UINT64_MAX, "0 -, 1000 _init, 1180 main, 2000 -");
	result_release(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gprof_symbol_types),
		cmocka_unit_test(test_gprof_options),
		cmocka_unit_test(test_gprof_local_names),
		cmocka_unit_test(test_gprof_end_of_strings),
		cmocka_unit_test(test_gprof_long_chain),
		cmocka_unit_test(test_gprof_long_text),
		cmocka_unit_test(test_gprof_aliases),
		cmocka_unit_test(test_gprof_last_function),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
