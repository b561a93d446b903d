/* test_names.c - demangled names
 *
 * The expected texts are those of GNU gprof 2.40.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clonename.h"
#include "base/mem.h"
#include "bytes.h"
#include "profile/names.h"

/* Asserts that SYMBOL is demangled to WANT, or not demangled if WANT is NULL. */
static void
assert_demangled(enum demangling style, const char *symbol, const char *want)
{
	char *got = names_demangle(symbol, style);

	if (want == NULL) {
		assert_null(got);
		return;
	}
	assert_non_null(got);
	assert_string_equal(got, want);
	free(got);
}

static void
test_cxx_names(void **state)
{
	(void)state;
	assert_demangled(DEMANGLE_AUTO, "_ZN2ns1fEi", "ns::f(int)");
	assert_demangled(DEMANGLE_GNU_V3, "_ZN2ns1fEi", "ns::f(int)");
	assert_demangled(DEMANGLE_AUTO, "_ZNSolsEi", "std::ostream::operator<<(int)");
	assert_demangled(DEMANGLE_AUTO, "_Z3addRKSsS0_",
		"add(std::string const&, std::string const&)");
	assert_demangled(DEMANGLE_AUTO, "_Z3maxIiET_S0_S0_", "int max<int>(int, int)");
	assert_demangled(DEMANGLE_AUTO, "_ZL4workv.constprop.0", "work() [clone .constprop.0]");
}

static void
test_plain_names_are_not_demangled(void **state)
{
	static const char *const names[] = { "main", "i", "_start", "", "_Z", "_ZN", "foo.1",
		"._x" };

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		assert_demangled(DEMANGLE_AUTO, names[i], NULL);
}

static void
test_prefixes_and_suffixes_are_kept(void **state)
{
	(void)state;
	assert_demangled(DEMANGLE_AUTO, "_ZN2ns1fEi@@V_1", "ns::f(int)@@V_1");
	assert_demangled(DEMANGLE_AUTO, ".$_ZN2ns1fEi", ".$ns::f(int)");
	assert_demangled(DEMANGLE_AUTO, "main@plt", NULL);
	assert_demangled(DEMANGLE_AUTO, "...", NULL);
}

static void
test_rust_names(void **state)
{
	(void)state;
	assert_demangled(DEMANGLE_AUTO, "_ZN4core3fmt5write17h01234567890abcdeE",
		"core::fmt::write");
	assert_demangled(DEMANGLE_RUST, "_ZN4core3fmt5write17h01234567890abcdeE",
		"core::fmt::write");
	assert_demangled(DEMANGLE_GNU_V3, "_ZN4core3fmt5write17h01234567890abcdeE",
		"core::fmt::write::h01234567890abcde");
	assert_demangled(DEMANGLE_AUTO, "_RNvC5crate4main", "crate::main");
	assert_demangled(DEMANGLE_RUST, "_ZN2ns1fEi", NULL);
}

static void
test_other_styles(void **state)
{
	(void)state;
	assert_demangled(DEMANGLE_NONE, "_ZN2ns1fEi", NULL);
	assert_demangled(DEMANGLE_JAVA, "_ZN4java4lang6String6lengthEv",
		"java.lang.String.length()");
	assert_demangled(DEMANGLE_DLANG, "_D4test3fooFiZv", "test.foo(int)");
	assert_demangled(DEMANGLE_GNAT, "pack__proc", "pack.proc");
	assert_demangled(DEMANGLE_GNAT, "Main", "<Main>");
}

/* Returns a C++ symbol with N function types, one inside the other.  The first has two parameters
 * of type A.  Each of the others has two parameters of the previous function type. */
static const char *
cxx_of_doubled_types(size_t n)
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	static char symbol[1024];

	strcpy(symbol, "_Z1fFi1AS_E");
	for (size_t i = 1; i < n; i++) {
		char type[16] = "FiS0_S0_E";

		type[3] = type[6] = digits[i - 1];
		strcat(symbol, type);
	}
	return symbol;
}

/* A name stays mangled if it would be endless, or slow to demangle.  A name that is only long is
 * demangled. */
static void
test_endless_text_is_refused(void **state)
{
	char *text;

	(void)state;
	assert_demangled(DEMANGLE_AUTO, cxx_of_doubled_types(34), NULL);
	assert_demangled(DEMANGLE_AUTO, cxx_of_doubled_types(14), NULL);
	text = names_demangle(cxx_of_doubled_types(10), DEMANGLE_AUTO);
	assert_non_null(text);
	assert_true(strlen(text) > 10 * strlen(cxx_of_doubled_types(10)));
	free(text);
}

/* Returns a symbol of D with N parameters, each of which contains the previous parameter twice. */
static char *
d_of_doubled_types(size_t n)
{
	char *symbol = mem_new(7 + 5 * n + 3, 1);

	strcpy(symbol, "_D1aFi");
	for (size_t i = 0; i < n; i++)
		strcat(symbol, i == 0 ? "HQcQe" : "HQgQi");
	strcat(symbol, "Zv");
	return symbol;
}

/* A D symbol stays mangled if its name would be endless.  It also stays mangled if it is nested so
 * deeply that demangling would overflow the stack. */
static void
test_endless_text_of_d_is_refused(void **state)
{
	enum { N = 1 << 20 };
	char *few = d_of_doubled_types(2), *some = d_of_doubled_types(14);
	char *many = d_of_doubled_types(40), *deep = mem_new(N + 1, 1);

	(void)state;
	memset(deep, 'P', N);
	memcpy(deep, "_D1a", 4);
	watch_for_hangs();
	assert_demangled(DEMANGLE_DLANG, few, "a(int, int[int], int[int][int[int]])");
	assert_demangled(DEMANGLE_DLANG, some, NULL);
	assert_demangled(DEMANGLE_DLANG, many, NULL);
	assert_demangled(DEMANGLE_DLANG, deep, NULL);
	alarm(0);
	free(few);
	free(some);
	free(many);
	free(deep);
}

/* Appends a reference to byte TO of SYMBOL.  A reference is the distance in base 26, with a small
 * letter as the last digit. */
static void
add_back_reference(char *symbol, size_t to)
{
	size_t n = strlen(symbol), back = n - to;
	char digits[] = { 'Q', (char)('A' + back / 26 / 26), (char)('A' + back / 26 % 26),
		(char)('a' + back % 26), '\0' };

	memcpy(symbol + n, digits, sizeof(digits));
}

/* References to plain types are many in names that std.getopt makes, and short. */
static void
test_plain_types_of_d(void **state)
{
	static const struct {
		const char *type, *text;
	} types[] = { { "Aya", "immutable(char)[]" }, { "S3foo3Bar", "foo.Bar" } };
	enum { N = 100 };

	(void)state;
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++) {
		char symbol[4 * N + 32] = "_D1fF", *text, *at;

		strcat(symbol, types[i].type);
		for (int k = 0; k < N; k++)
			add_back_reference(symbol, strlen("_D1fF"));
		text = names_demangle(strcat(symbol, "Zv"), DEMANGLE_DLANG);
		assert_non_null(text);
		at = text + strlen("f(");
		for (int k = 0; k <= N; k++) {
			assert_memory_equal(at, types[i].text, strlen(types[i].text));
			at += strlen(types[i].text) + strlen(", ");
		}
		assert_int_equal(at - text, strlen(text) + 1);
		free(text);
	}
}

/* SYMBOL, of the language D, stays mangled, and the attempt takes little memory. */
static void
assert_refused_in_little_memory(const char *symbol)
{
	enum { MEGABYTES = 200 };
	struct rusage before, after;

	assert_int_equal(getrusage(RUSAGE_SELF, &before), 0);
	assert_demangled(DEMANGLE_DLANG, symbol, NULL);
	assert_int_equal(getrusage(RUSAGE_SELF, &after), 0);
	assert_true(after.ru_maxrss - before.ru_maxrss < MEGABYTES << 10);
}

/* Zeros before a part of a name are no name: the template behind them refers to types. */
static void
test_zeros_in_names_of_d(void **state)
{
	enum { LEVELS = 16 };
	char *symbol = mem_new(64 + LEVELS * 32, 1);
	size_t last, now;

	(void)state;
	strcpy(symbol, "_D1a1bFS01c");
	last = strlen("_D1a1bF");
	for (int i = 0; i < LEVELS; i++) {
		now = strlen(symbol);
		strcat(symbol, "S0__T1t");
		for (int k = 0; k < 3; k++) {
			strcat(symbol, "T");
			add_back_reference(symbol, last);
		}
		strcat(symbol, "Z");
		last = now;
	}
	assert_refused_in_little_memory(strcat(symbol, "Zv"));
	free(symbol);
}

/* Each name may be followed by the type of a function, but the symbol ends too early for all. */
static void
test_nested_functions_of_d(void **state)
{
	char symbol[4 + 30 * 4 + 1] = "_D1a";

	(void)state;
	for (int i = 0; i < 30; i++)
		strcat(symbol, "FS1a");
	watch_for_hangs();
	assert_demangled(DEMANGLE_DLANG, symbol, NULL);
	alarm(0);
	assert_demangled(DEMANGLE_DLANG, "_D1aFZ1bFZ1cFZ1dFZ1eFZv", "a().b().c().d().e()");
}

/* Returns a symbol of D whose first parameter has a name of a hundred equal parts.  Each of LEVELS
 * other parameters contains the previous parameter three times. */
static char *
d_of_tripled_types(size_t levels)
{
	enum { BEFORE = 6, LENGTH = 1000, PARTS = 100 };
	char *symbol = mem_new(BEFORE + 4 + LENGTH + (PARTS + 4 * levels) * 4 + 3, 1);
	size_t last = BEFORE - 1, now;

	strcpy(symbol, "_D1fFC1000");
	memset(symbol + strlen(symbol), 'a', LENGTH);
	for (size_t i = 1; i < PARTS; i++)
		add_back_reference(symbol, BEFORE);
	for (size_t i = 0; i < levels; i++) {
		now = strlen(symbol);
		strcat(symbol, "B3");
		for (unsigned k = 0; k < 3; k++)
			add_back_reference(symbol, last);
		last = now;
	}
	return strcat(symbol, "Zv");
}

/* Demangling stops when a name becomes too long.  Without this limit, a symbol of 2 kB took 1 GB of
 * memory. */
static void
test_long_names_of_d_take_little_memory(void **state)
{
	char *few = d_of_tripled_types(0), *many = d_of_tripled_types(8), *text;

	(void)state;
	text = names_demangle(few, DEMANGLE_DLANG);
	assert_non_null(text);
	assert_int_equal(strlen(text), strlen("f(") + 100 * 1001 - 1 + strlen(")"));
	free(text);
	assert_refused_in_little_memory(many);
	free(few);
	free(many);
}

static void
test_names_are_demangled_once(void **state)
{
	struct func funcs[] = {
		{ .name = "_ZN2ns1fEi" },
		{ .name = "main" },
		{ .name = "[plt]", .kind = FUNC_PLT },
	};
	struct profile p = { .funcs = funcs, .nfuncs = 3 };
	struct arena text = { 0 };
	struct names names;
	const char *first;

	(void)state;
	names_open(&names, &p, DEMANGLE_AUTO);
	first = names_of(&names, 0);
	assert_string_equal(first, "ns::f(int)");
	assert_ptr_equal(names_of(&names, 0), first);
	assert_ptr_equal(names_of(&names, 1), funcs[1].name);
	assert_ptr_equal(names_once(&names, 0, &text), first);
	names_release(&names);
	names_open(&names, &p, DEMANGLE_AUTO);
	first = names_once(&names, 0, &text);
	assert_string_equal(first, "ns::f(int)");
	assert_ptr_not_equal(names_once(&names, 0, &text), first);
	assert_ptr_not_equal(names_of(&names, 0), first);
	assert_ptr_equal(names_once(&names, 0, &text), names_of(&names, 0));
	arena_release(&text);
	names_release(&names);
	names_open(&names, &p, DEMANGLE_GNAT);
	assert_string_equal(names_of(&names, 2), "[plt]");
	names_release(&names);
}

/* If the names of many functions are too long in total, the remaining names stay mangled. */
static void
test_long_names_in_total_stay_mangled(void **state)
{
	enum { FUNCS = 300, DOTS = 8000 };
	static struct func funcs[FUNCS];
	static char name[DOTS + 6];
	struct profile p = { .funcs = funcs, .nfuncs = FUNCS };
	struct names names;

	(void)state;
	memset(name, '.', DOTS);
	memcpy(name + DOTS, "_Z1fv", 6);
	for (uint32_t f = 0; f < FUNCS; f++)
		funcs[f].name = name;
	names_open(&names, &p, DEMANGLE_AUTO);
	assert_string_equal(names_of(&names, 0) + DOTS, "f()");
	for (uint32_t f = 1; f < FUNCS - 1; f++)
		names_of(&names, f);
	assert_ptr_equal(names_of(&names, FUNCS - 1), name);
	names_release(&names);
}

static void
assert_ending(const char *symbol, const char *want)
{
	const char *got = clonename_ending(symbol);

	if (want == NULL)
		assert_null(got);
	else
		assert_string_equal(got, want);
}

static void
test_endings_of_clones(void **state)
{
	(void)state;
	assert_ending("f", NULL);
	assert_ending("f.0", NULL);
	assert_ending(".cold", NULL);
	assert_ending("f.part.0", ".part.0");
	assert_ending("_Z1fv.constprop.1.cold", ".constprop.1.cold");
	assert_ending("f._omp_fn.2", "._omp_fn.2");
	assert_ending("f.arch_haswell.0", ".arch_haswell.0");
	assert_ending("runtime.mallocgc", NULL);
	assert_true(clonename_is_of("f.part.0", "f"));
	assert_true(clonename_is_of("f.17", "f"));
	assert_false(clonename_is_of("f", "f"));
	assert_false(clonename_is_of("f.", "f"));
	assert_false(clonename_is_of("f.part.0", "f.p"));
	assert_false(clonename_is_of("runtime.mallocgc", "runtime"));
	assert_true(clonename_is_of("f.isra.0.part.1", "f"));
	assert_true(clonename_is_cold("f.constprop.0.cold"));
	assert_false(clonename_is_cold("f.cold_start"));
	assert_false(clonename_is_cold("f"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cxx_names),
		cmocka_unit_test(test_plain_names_are_not_demangled),
		cmocka_unit_test(test_prefixes_and_suffixes_are_kept),
		cmocka_unit_test(test_endings_of_clones),
		cmocka_unit_test(test_rust_names),
		cmocka_unit_test(test_other_styles),
		cmocka_unit_test(test_endless_text_is_refused),
		cmocka_unit_test(test_endless_text_of_d_is_refused),
		cmocka_unit_test(test_plain_types_of_d),
		cmocka_unit_test(test_zeros_in_names_of_d),
		cmocka_unit_test(test_nested_functions_of_d),
		cmocka_unit_test(test_long_names_of_d_take_little_memory),
		cmocka_unit_test(test_names_are_demangled_once),
		cmocka_unit_test(test_long_names_in_total_stay_mangled),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
