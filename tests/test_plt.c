/* test_plt.c - stubs that call other images have the names that objdump gives them
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
#include "elf/plt.h"
#include "elf/image.h"
#include "lined.h"
#include "measured/measured.h"
#include "profile/open_options.h"
#include "recorded/recorded_codes.h"

/* The address of malloc is also data: its stub is in a section of its own. */
static const char text[] =
	"#include <stdio.h>\n"
	"#include <stdlib.h>\n"
	"void *(*volatile maker)(size_t) = malloc;\n"
	"int main(int argc, char **argv)\n"
	"{\n"
	"	void *room = maker(10), *more = malloc(20);\n"
	"	printf(\"%ld\\n\", strtol(argv[argc - 1], NULL, 10));\n"
	"	free(room);\n"
	"	free(more);\n"
	"	return puts(\"end\") < 0;\n"
	"}\n";

static const char list[] = "objdump -d prog | "
	"sed -n 's/^0*\\([0-9a-f]*\\) <\\([a-z]*\\)@plt>:$/\\1 \\2/p' >stubs";

/* The first bytes of the section .text, behind the stub at ADDRESS, belong to no stub. */
static void
check_code_behind(struct plt *plt, const struct image *im, uint64_t address)
{
	const struct code_section *c = NULL;
	struct plt_stub stub;

	for (uint64_t at = address; at < address + 4096 && (c == NULL || strcmp(c->name, ".text") != 0);
	     at += 8)
		c = image_code_at(im, at);
	assert_non_null(c);
	assert_string_equal(c->name, ".text");
	for (unsigned i = 0; i < 32; i++)
		assert_false(plt_at(plt, c->lo + i, &stub));
}

/* The program that is compiled with FLAGS has the stubs that objdump shows. */
static void
check_flags(const char *flags)
{
	struct lined l;
	struct plt_stub stub;
	struct plt plt;
	unsigned long long last = 0;
	char line[128];
	size_t n = 0;
	FILE *f;

	if (!lined_compile(&l, text, flags, list)) {
		skip();
		return;
	}
	plt_open(&plt, &l.image);
	f = fopen("stubs", "re");
	assert_non_null(f);
	for (; fgets(line, sizeof(line), f) != NULL; n++) {
		unsigned long long address;
		char name[64];

		assert_int_equal(sscanf(line, "%llx %63s", &address, name), 2);
		for (unsigned i = 0; i < 8; i++) {
			assert_true(plt_at(&plt, address + i, &stub));
			assert_string_equal(stub.name, name);
			assert_int_equal(stub.address, address);
		}
		last = address;
	}
	fclose(f);
	assert_true(n >= 4);
	check_code_behind(&plt, &l.image, last);
	assert_false(plt_at(&plt, 0, &stub));
	assert_false(plt_at(&plt, UINT64_MAX, &stub));
	plt_release(&plt);
	lined_close(&l);
}

/* Compiles the program with FLAGS to L.  Returns the address of its stub of puts(); 0: there is no
 * compiler. */
static uint64_t
stub_of_puts(struct lined *l, const char *flags)
{
	unsigned long long address;
	FILE *f;

	if (!lined_compile(l, text, flags, "objdump -d prog | "
			"sed -n 's/^0*\\([0-9a-f]*\\) <puts@plt>:$/\\1/p' >stubs"))
		return 0;
	f = fopen("stubs", "re");
	assert_non_null(f);
	assert_int_equal(fscanf(f, "%llx", &address), 1);
	fclose(f);
	return address;
}

/* If code calls only functions that are called lazily, the many other relocations are not read. */
static void
test_few(void **state)
{
	uint64_t address;
	struct plt_stub stub;
	struct lined l;
	struct plt plt;

	(void)state;
#if !defined __x86_64__ && !defined __aarch64__
	skip();
#endif
	address = stub_of_puts(&l, "-O1 -fPIE -pie -Wl,-z,lazy");
	if (address == 0)
		skip();
	plt_open(&plt, &l.image);
	assert_true(plt_at(&plt, address, &stub));
	assert_string_equal(stub.name, "puts");
	assert_true(plt.slots[0].is_read);
	assert_false(plt.slots[1].is_read);
	plt_release(&plt);
	lined_close(&l);
}

/* A program that exports no function, and has no other symbols, has stubs with names. */
static void
test_stripped(void **state)
{
	const struct open_options none = { 0 };
	struct code_place place = { 0 };
	struct measured *m = measured_new();
	struct recorded_codes codes;
	const uint32_t *frames;
	uint64_t address;
	struct lined l;

	(void)state;
#if !defined __x86_64__ && !defined __aarch64__
	skip();
#endif
	address = stub_of_puts(&l, "-O1 -fPIE -pie -Wl,-z,lazy -s");
	if (address == 0)
		skip();
	recorded_codes_open(&codes, m, &none);
	place.image = codes.codes.image(&codes, &(struct recording_object){ .path = l.image.path },
		CODE_IN_FILE);
	place.address = address;
	assert_true(image_offset_of(&l.image, address, &place.offset));
	assert_int_equal(codes.codes.frames(&codes, &place, &frames), 1);
	assert_string_equal(measured_text_of(m, m->funcs[m->frames[frames[0]].func].name),
		"puts@plt");
	recorded_codes_release(&codes);
	measured_release(m);
	lined_close(&l);
}

/* Stubs are read in code of x86-64 and of arm64. */
static void
test_stubs(void **state)
{
#if !defined __x86_64__ && !defined __aarch64__
	skip();
#endif
	check_flags("-O1");
	check_flags("-O1 -fPIE -pie");
	check_flags("-O1 -fPIE -pie -Wl,-z,now");
#if defined __x86_64__
	check_flags("-O1 -fcf-protection=full -Wl,-z,ibtplt");
	check_flags("-O1 -fcf-protection=full -fPIE -pie -Wl,-z,ibtplt");
#elif defined __aarch64__
	/* Of a cross build, the tests may have a compiler for another processor. */
	if (system("gcc -mbranch-protection=standard -E - </dev/null >/dev/null 2>&1") == 0)
		check_flags("-O1 -mbranch-protection=standard -Wl,-z,force-bti");
#endif
	(void)state;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stubs),
		cmocka_unit_test(test_few),
		cmocka_unit_test(test_stripped),
	};

	watch_for_hangs();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
