/* test_lines.c - source lines of programs that the test compiles
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
#include <sys/utsname.h>
#include <unistd.h>

#include <cmocka.h>

#include "dwarf/lines.h"
#include "elf/image.h"
#include "elf/symtab.h"

/* The code of this unit begins with a function of a header. */
static const char header[] =
	"static int __attribute__((noinline)) of_header(int x)\n{\n\treturn x * x;\n}\n";
static const char source[] =
	"#include \"h.h\"\n\n\nint first(int x)\n{\n\treturn of_header(x) + 1;\n}\n"
	"int\nmain(int argc, char **argv)\n{\n\t(void)argv;\n\treturn first(argc);\n}\n";

/* The range of this unit is all code from the first function on, but its line table has a row for
 * only one instruction. */
static const char wide[] =
	"\t.file 1 \"wide.s\"\n\t.text\n\t.globl wide\n\t.type wide, %function\n"
	"wide:\n\t.loc 1 7\n\tnop\n\t.size wide, . - wide\n"
	"\t.section .debug_abbrev,\"\",%progbits\n.Labbrev:\n"
	"\t.byte 1, 0x11, 0, 0x10, 0x17, 0x11, 0x01, 0x12, 0x06, 0x03, 0x08, 0x1b, 0x08, 0, 0, 0\n"
	"\t.section .debug_line,\"\",%progbits\n.Lline:\n"
	"\t.section .debug_info,\"\",%progbits\n"
	"\t.4byte 2f - 1f\n1:\t.2byte 4\n\t.4byte .Labbrev\n\t.byte ADDRESS_SIZE\n"
	"\t.byte 1\n\t.4byte .Lline\n\t.ADDRESS_SIZEbyte _start\n\t.4byte 0x40000000\n"
	"\t.asciz \"wide.s\"\n\t.asciz \"DIRECTORY\"\n2:\n"
	"\t.section .note.GNU-stack,\"\",%progbits\n";

static char place[] = "/tmp/test_lines.XXXXXX";

static void
write_file(const char *name, const char *text)
{
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", place, name);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

/* Runs COMMAND in the directory of the test, and asserts that it succeeds. */
static void
run_command(const char *command)
{
	char line[640];

	snprintf(line, sizeof(line), "cd %s && %s", place, command);
	assert_int_equal(system(line), 0);
}

/* Runs gcc with ARGUMENTS, or skips the test if there is no gcc.  Other compilers are not used,
 * because their order of functions and their file names differ. */
static void
compile(const char *arguments)
{
	char line[512];

	if (system("gcc --version >/dev/null 2>&1") != 0)
		skip();
	snprintf(line, sizeof(line), "gcc %s", arguments);
	run_command(line);
}

static int
setup(void **state)
{
	(void)state;
	if (mkdtemp(place) == NULL)
		return -1;
	write_file("h.h", header);
	write_file("s.c", source);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	run_command("rm -rf ../${PWD##*/}");
	return 0;
}

static uint64_t
address_of(const struct image *im, const char *name)
{
	struct elf_symbol s;

	for (size_t i = 1; i < symtab_count(im->symtab); i++) {
		symtab_get(im->symtab, i, &s);
		if (strcmp(s.name, name) == 0)
			return s.value;
	}
	fail();
	return 0;
}

/* Asserts that function NAME begins on LINE of FILE, in the directory of the test.  If FILE is
 * NULL, asserts that its place is unknown. */
static void
assert_at(const struct image *im, struct lines *l, enum rules rules, const char *name,
	const char *file, unsigned line)
{
	uint64_t addr = address_of(im, name);
	const char *got;
	char want[64];
	unsigned n;

	if (file == NULL) {
		assert_false(lines_at(l, rules, addr, &got, &n));
		return;
	}
	assert_true(lines_at(l, rules, addr, &got, &n));
	snprintf(want, sizeof(want), "%s/%s", place, file);
	assert_string_equal(got, want);
	assert_int_equal(n, line);
}

/* Checks program NAME.  INITIAL is the file of of_header() by RULES_GPROF; if it is NULL, this file
 * is not checked. */
static void
check_program(const char *name, const char *initial)
{
	char path[64];
	struct image im;
	struct lines *l;
	struct err e;

	snprintf(path, sizeof(path), "%s/%s", place, name);
	assert_true(image_open(&im, path, &e));
	l = lines_open(&im);
	assert_true(lines_exist(l));
	assert_at(&im, l, RULES_EXACT, "of_header", "h.h", 2);
	if (initial != NULL)
		assert_at(&im, l, RULES_GPROF, "of_header", initial, 2);
	for (int rules = RULES_EXACT; rules <= RULES_GPROF; rules++) {
		assert_at(&im, l, (enum rules)rules, "first", "s.c", 5);
		assert_at(&im, l, (enum rules)rules, "main", "s.c", 10);
		assert_at(&im, l, (enum rules)rules, "_start", NULL, 0);
	}
	lines_close(l);
	image_release(&im);
}

static void
test_dwarf_4(void **state)
{
	(void)state;
	compile("-gdwarf-4 -O0 -o four s.c");
	check_program("four", "h.h");
}

static void
test_dwarf_5(void **state)
{
	struct utsname machine;

	(void)state;
	assert_int_equal(uname(&machine), 0);
	compile("-gdwarf-5 -O0 -o five s.c");
	/* No opcode of the line program sets the file of the first row, so this file depends on
	 * the compiler. */
	check_program("five", strcmp(machine.machine, "x86_64") == 0 ? "s.c" : NULL);
}

static void
test_not_position_independent(void **state)
{
	(void)state;
	compile("-gdwarf-4 -O0 -no-pie -o fixed s.c");
	check_program("fixed", "h.h");
}

static void
test_debug_link(void **state)
{
	(void)state;
	compile("-gdwarf-4 -O0 -o apart s.c");
	run_command("objcopy --only-keep-debug apart apart.debug && "
		"strip -g apart && objcopy --add-gnu-debuglink=apart.debug apart");
	check_program("apart", "h.h");
}

static void
test_relative_directory(void **state)
{
	char path[64];
	struct image im;
	struct lines *l;
	struct err e;
	const char *file;
	unsigned line;

	(void)state;
	compile("-gdwarf-4 -fdebug-prefix-map=$PWD=build -c -o relative.o s.c");
	snprintf(path, sizeof(path), "%s/relative.o", place);
	assert_true(image_open(&im, path, &e));
	l = lines_open(&im);
	assert_true(lines_at(l, RULES_EXACT, address_of(&im, "main"), &file, &line));
	assert_string_equal(file, "build/s.c");
	lines_close(l);
	image_release(&im);
}

/* Lines are right if the code of a unit is inside the range of another unit. */
static void
test_wide_unit(void **state)
{
	static const char *const orders[] = { "s.c wide.s", "wide.s s.c" };
	char path[64], arguments[256];

	(void)state;
	write_file("wide.s", wide);
	snprintf(arguments, sizeof(arguments),
		"sed -i 's|ADDRESS_SIZE|%u|; s|DIRECTORY|%s|' wide.s",
		(unsigned)sizeof(void *), place);
	run_command(arguments);
	for (size_t i = 0; i < sizeof(orders) / sizeof(*orders); i++) {
		struct image im;
		struct lines *l;
		struct err e;

		snprintf(arguments, sizeof(arguments), "-gdwarf-4 -O0 -no-pie -o wide %s",
			orders[i]);
		compile(arguments);
		check_program("wide", NULL);
		snprintf(path, sizeof(path), "%s/wide", place);
		assert_true(image_open(&im, path, &e));
		l = lines_open(&im);
		assert_at(&im, l, RULES_EXACT, "wide", "wide.s", 7);
		lines_close(l);
		image_release(&im);
	}
}

static void
test_no_debug_info(void **state)
{
	char path[64];
	struct image im;
	struct lines *l;
	struct err e;

	(void)state;
	compile("-g0 -o bare s.c");
	snprintf(path, sizeof(path), "%s/bare", place);
	assert_true(image_open(&im, path, &e));
	l = lines_open(&im);
	assert_false(lines_exist(l));
	assert_at(&im, l, RULES_EXACT, "main", NULL, 0);
	lines_close(l);
	image_release(&im);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_dwarf_4),
		cmocka_unit_test(test_dwarf_5),
		cmocka_unit_test(test_not_position_independent),
		cmocka_unit_test(test_debug_link),
		cmocka_unit_test(test_relative_directory),
		cmocka_unit_test(test_wide_unit),
		cmocka_unit_test(test_no_debug_info),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
