/* test_symbols_files.c - symbols and object maps in text files, and images without symbols
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
test_image_without_symbols_is_refused(void **state)
{
	static const struct elf_sym only[] = { { "x", 0x2000, 4, STT_OBJECT, STB_GLOBAL, DATA } };
	struct elf_file f = usual_file(only, 1);
	struct result r;

	(void)state;
	for (int i = 0; i < 4; i++) {
		f.stripped = i / 2;
		read_elf(&r, &f, i % 2 ? RULES_EXACT : RULES_GPROF, NULL);
		assert_false(r.ok);
		assert_non_null(strstr(r.e.text, "stripped"));
		result_release(&r);
	}
}

static void
test_gprof_needs_text(void **state)
{
	static const struct elf_sym symbols[] = { { "f", 0x1000, 4, STT_FUNC, STB_GLOBAL, 1 } };
	struct elf_file f = usual_file(symbols, 1);
	struct result r;

	(void)state;
	f.nsections = 1;
	read_elf(&r, &f, RULES_GPROF, NULL);
	assert_false(r.ok);
	assert_non_null(strstr(r.e.text, ".text"));
	result_release(&r);
	read_elf(&r, &f, RULES_EXACT, NULL);
	assert_true(r.ok);
	result_release(&r);
}

static char *
write_text(const char *text)
{
	struct bytes b = { 0 };
	char *path;

	put_bytes(&b, text, strlen(text));
	path = write_file(&b);
	bytes_release(&b);
	return path;
}

static const struct elf_sym some[] = {
	{ "main", 0x1100, 16, STT_FUNC, STB_GLOBAL, TEXT },
	{ "one", 0x1110, 16, STT_FUNC, STB_GLOBAL, TEXT },
	{ "two", 0x1120, 16, STT_FUNC, STB_LOCAL, TEXT },
	{ "three", 0x1130, 16, STT_FUNC, STB_GLOBAL, TEXT },
};

static void
test_symbol_file(void **state)
{
	char *path = write_text("0000000000001120 t small\n0x1100 T big rest of line\n"
		"00000000000000000000000000000000000000001150 T long\n1140 D data\n"
		"1150 TT no\nnonsense\n-1 T negative\n\n1130\tT\ttabs\r\n1160 T");
	struct open_options options = { .symbol_file = path };
	struct result r;

	(void)state;
	READ(&r, some, RULES_GPROF, &options);
	assert_spans(&r, 0, UINT64_MAX, "0 -, 1100 big, 1120 small, 1130 tabs, 1300 -");
	assert_true(find_func(&r, "small")->is_static);
	assert_false(find_func(&r, "big")->is_static);
	assert_true(find_func(&r, "big")->is_func);
	result_release(&r);
	READ(&r, some, RULES_EXACT, &options);
	assert_text(&r, "1100 big, 1120 small, 1130 tabs");
	result_release(&r);
	remove_file(path);
}

static void
test_bad_symbol_files_are_refused(void **state)
{
	struct elf_file f = usual_file(some, 4);
	char *path = write_text("no symbols here\n");
	struct open_options options = { .symbol_file = path };
	struct result r;

	(void)state;
	for (int rules = 0; rules < 2; rules++) {
		read_elf(&r, &f, (enum rules)rules, &options);
		assert_false(r.ok);
		assert_non_null(strstr(r.e.text, path));
		result_release(&r);
	}
	remove_file(path);
	options.symbol_file = "/nonexistent/file";
	read_elf(&r, &f, RULES_GPROF, &options);
	assert_false(r.ok);
	assert_non_null(strstr(r.e.text, "/nonexistent/file"));
	result_release(&r);
}

/* The first line of an object names the function that stands for the object.  The other functions
 * of the object are dropped. */
static void
test_object_map(void **state)
{
	char *path = write_text("a.o:0000 T two\na.o:0010 T one\nNo symbols in x.o\n"
		"b.o: T main\n");
	struct open_options options = { .map_file = path };
	struct result r;

	(void)state;
	READ(&r, some, RULES_GPROF, &options);
	assert_spans(&r, 0, UINT64_MAX, "0 -, 1100 b.o, 1120 a.o, 1130 three, 1300 -");
	assert_true(find_func(&r, "a.o")->is_mapped);
	assert_true(find_func(&r, "b.o")->is_mapped);
	assert_false(find_func(&r, "three")->is_mapped);
	assert_int_equal(r.fs.nobjects, 2);
	result_release(&r);
	remove_file(path);
}

static void
test_bad_object_map_is_refused(void **state)
{
	struct elf_file f = usual_file(some, 4);
	char *path = write_text("a.o:0000 T two\nno colon\n");
	struct open_options options = { .map_file = path };
	struct result r;

	(void)state;
	read_elf(&r, &f, RULES_GPROF, &options);
	assert_false(r.ok);
	assert_non_null(strstr(r.e.text, "line 2"));
	result_release(&r);
	remove_file(path);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_image_without_symbols_is_refused),
		cmocka_unit_test(test_gprof_needs_text),
		cmocka_unit_test(test_symbol_file),
		cmocka_unit_test(test_bad_symbol_files_are_refused),
		cmocka_unit_test(test_object_map),
		cmocka_unit_test(test_bad_object_map_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
