/* Demangling.  The texts are what GNU gprof 2.40 prints.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/mem.h"
#include "bytes.h"
#include "profile/names.h"

/* SYMBOL becomes WANT; NULL: it stays as it is. */
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
test_cxx(void **state)
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
test_plain_names(void **state)
{
	static const char *const names[] = { "main", "i", "_start", "", "_Z", "_ZN", "foo.1", "._x" };

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		assert_demangled(DEMANGLE_AUTO, names[i], NULL);
}

static void
test_before_and_behind(void **state)
{
	(void)state;
	assert_demangled(DEMANGLE_AUTO, "_ZN2ns1fEi@@V_1", "ns::f(int)@@V_1");
	assert_demangled(DEMANGLE_AUTO, ".$_ZN2ns1fEi", ".$ns::f(int)");
	assert_demangled(DEMANGLE_AUTO, "main@plt", NULL);
	assert_demangled(DEMANGLE_AUTO, "...", NULL);
}

static void
test_rust(void **state)
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

/* Each S_ takes the whole type before it, N times. */
static const char *
doubled(size_t n)
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

/* The text would fill any memory, or take long; what compilers write is all there. */
static void
test_text_without_end(void **state)
{
	char *text;

	(void)state;
	assert_demangled(DEMANGLE_AUTO, doubled(34), NULL);
	assert_demangled(DEMANGLE_AUTO, doubled(14), NULL);
	text = names_demangle(doubled(10), DEMANGLE_AUTO);
	assert_non_null(text);
	assert_true(strlen(text) > 10 * strlen(doubled(10)));
	free(text);
}

/* A function of D with N parameters, each of which has the one before twice. */
static char *
doubled_d(size_t n)
{
	char *symbol = mem_new(7 + 5 * n + 3, 1);

	strcpy(symbol, "_D1aFi");
	for (size_t i = 0; i < n; i++)
		strcat(symbol, i == 0 ? "HQcQe" : "HQgQi");
	strcat(symbol, "Zv");
	return symbol;
}

/* The same in D, which comes to its end all at once; and names for which the stack is too short. */
static void
test_too_much_d(void **state)
{
	enum { N = 1 << 20 };
	char *few = doubled_d(2), *some = doubled_d(14), *many = doubled_d(40);
	char *deep = mem_new(N + 1, 1);

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

/* Append to SYMBOL what refers to its byte TO: so many bytes before, the last digit is small. */
static void
refer_to(char *symbol, size_t to)
{
	size_t n = strlen(symbol), back = n - to;
	char digits[] = { 'Q', (char)('A' + back / 26 / 26), (char)('A' + back / 26 % 26),
		(char)('a' + back % 26), '\0' };

	memcpy(symbol + n, digits, sizeof(digits));
}

/* A function of D whose first parameter has a name of a hundred parts that are all the same, and each
 * of LEVELS others three times the one before. */
static char *
tripled_d(size_t levels)
{
	enum { BEFORE = 6, LENGTH = 1000, PARTS = 100 };
	char *symbol = mem_new(BEFORE + 4 + LENGTH + (PARTS + 4 * levels) * 4 + 3, 1);
	size_t last = BEFORE - 1, now;

	strcpy(symbol, "_D1fFC1000");
	memset(symbol + strlen(symbol), 'a', LENGTH);
	for (size_t i = 1; i < PARTS; i++)
		refer_to(symbol, BEFORE);
	for (size_t i = 0; i < levels; i++) {
		now = strlen(symbol);
		strcat(symbol, "B3");
		for (unsigned k = 0; k < 3; k++)
			refer_to(symbol, last);
		last = now;
	}
	return strcat(symbol, "Zv");
}

/* What is too long in the end fills no memory before: two kilobytes became one gigabyte. */
static void
test_names_in_names_d(void **state)
{
	enum { MEGABYTES = 200 };
	struct rusage before, after;
	char *few = tripled_d(0), *many = tripled_d(8), *text;

	(void)state;
	text = names_demangle(few, DEMANGLE_DLANG);
	assert_non_null(text);
	assert_int_equal(strlen(text), strlen("f(") + 100 * 1001 - 1 + strlen(")"));
	free(text);
	assert_int_equal(getrusage(RUSAGE_SELF, &before), 0);
	assert_demangled(DEMANGLE_DLANG, many, NULL);
	assert_int_equal(getrusage(RUSAGE_SELF, &after), 0);
	assert_true(after.ru_maxrss - before.ru_maxrss < MEGABYTES << 10);
	free(few);
	free(many);
}

static void
test_names_of_functions(void **state)
{
	struct func funcs[] = {
		{ .name = "_ZN2ns1fEi" },
		{ .name = "main" },
		{ .name = "[plt]", .kind = FUNC_PLT },
	};
	struct profile p = { .funcs = funcs, .nfuncs = 3 };
	struct names names;
	const char *first;

	(void)state;
	names_open(&names, &p, DEMANGLE_AUTO);
	first = names_of(&names, 0);
	assert_string_equal(first, "ns::f(int)");
	assert_ptr_equal(names_of(&names, 0), first);
	assert_ptr_equal(names_of(&names, 1), funcs[1].name);
	names_release(&names);
	names_open(&names, &p, DEMANGLE_GNAT);
	assert_string_equal(names_of(&names, 2), "[plt]");
	names_release(&names);
}

/* Many functions whose symbols have the same long name: some of them keep it. */
static void
test_names_too_long(void **state)
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cxx),
		cmocka_unit_test(test_plain_names),
		cmocka_unit_test(test_before_and_behind),
		cmocka_unit_test(test_rust),
		cmocka_unit_test(test_other_styles),
		cmocka_unit_test(test_text_without_end),
		cmocka_unit_test(test_too_much_d),
		cmocka_unit_test(test_names_in_names_d),
		cmocka_unit_test(test_names_of_functions),
		cmocka_unit_test(test_names_too_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
