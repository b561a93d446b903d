/* test_pe.c - programs of Windows: sections, symbols, names, and damaged files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "bytes.h"
#include "elf/image.h"
#include "elf/symtab.h"
#include "load/open.h"
#include "make_pe.h"
#include "profile/names.h"
#include "profile/profile.h"

static const unsigned char code[0x40] = { 1, 2, 3, 4, 5, 6, 7, 8 };

static const struct pe_test_section sections[] = {
	{ ".data", 0x2000, 0x10, PE_DATA, code, 0x20 },
	{ ".text", 0x1000, 0x38, PE_TEXT, code, 0x40 },		/* padded in the file */
	{ ".bss", 0x3000, 0x100, PE_BSS, NULL, 0 },
	{ ".text.unlikely", 0x4000, 0x20, PE_TEXT, code, 0x10 },	/* longer in memory */
	{ ".idata$2", 0x5000, 0x10, PE_TEXT, code, 0x10 },
	{ ".debug_line_str", 0x6000, 4, PE_DATA, "/src", 4 },
};

enum { NSECTIONS = sizeof(sections) / sizeof(*sections) };

static const struct pe_test_symbol symbols[] = {
	{ ".file", 0, -2, false, PE_FILE, 1 },
	{ "main", 0, 2, true, PE_EXTERNAL, 1 },
	{ "eightlen", 8, 2, true, PE_STATIC, 0 },
	{ "longer_than_eight", 0x10, 2, true, PE_EXTERNAL, 0 },
	{ ".text", 0, 2, false, PE_STATIC, 1 },
	{ "mysec", 0x18, 2, false, PE_STATIC, 1 },
	{ "label", 0x20, 2, false, PE_LABEL, 0 },
	{ ".l_end", 0x24, 2, false, PE_STATIC, 0 },
	{ "weak", 0x28, 2, true, PE_WEAK, 0 },
	{ "variable", 8, 1, false, PE_EXTERNAL, 0 },
	{ "absolute", 0x99, -1, false, PE_EXTERNAL, 0 },
	{ "elsewhere", 0, 0, true, PE_EXTERNAL, 0 },
	{ "debug", 7, -2, false, PE_STATIC, 0 },
	{ ".bf", 0, 2, false, PE_FCN, 1 },
	{ ".idata", 0xc0000040, 5, false, PE_SECTION, 0 },
	{ "nowhere", 0, 99, true, PE_EXTERNAL, 0 },
	{ "thunk", 0, 5, false, PE_EXTERNAL, 0 },
	{ "cold", 4, 4, true, PE_EXTERNAL, 0 },
};

enum { NSYMBOLS = sizeof(symbols) / sizeof(*symbols) };

static struct pe_test_file
usual_pe(unsigned address_size)
{
	return (struct pe_test_file){ .address_size = address_size,
		.base = address_size == 8 ? 0x140000000 : 0x400000, .sections = sections,
		.nsections = NSECTIONS, .symbols = symbols, .nsymbols = NSYMBOLS };
}

static void
open_pe(struct image *im, const struct pe_test_file *f, char **path)
{
	struct err e = { .kind = ERR_NONE };

	*path = make_pe(f);
	if (!image_open(im, *path, &e))
		fail_msg("%s", e.text);
}

static void
test_sections(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		struct pe_test_file f = usual_pe(i / 2 ? 8 : 4);
		struct image im;
		char *path;

		f.base64 = i % 2 == 1;
		open_pe(&im, &f, &path);
		assert_true(im.is_pe);
		assert_int_equal(im.leading, f.address_size == 4 ? '_' : '\0');
		assert_int_equal(im.address_size, f.address_size);
		assert_false(im.big_endian);
		assert_int_equal(im.machine, f.address_size == 8 ? EM_X86_64 : EM_386);
		assert_int_equal(im.type, ET_EXEC);
		assert_true(im.modified > 0);
		assert_int_equal(im.ncode, 2);
		assert_string_equal(im.code[0].name, ".text");
		assert_true(im.code[0].lo == f.base + 0x1000);
		assert_true(im.code[0].hi == f.base + 0x1038);
		assert_memory_equal(im.code[0].bytes, code, 0x38);
		assert_string_equal(im.code[1].name, ".text.unlikely");
		assert_true(im.code[1].lo == f.base + 0x4000);
		assert_true(im.code[1].hi == f.base + 0x4010);
		assert_ptr_equal(im.text, &im.code[0]);
		assert_null(im.dynsym);
		image_release(&im);
		remove_file(path);
	}
}

static void
test_libraries(void **state)
{
	struct pe_test_file f = usual_pe(8);
	struct image im;
	char *path;

	(void)state;
	f.flags = 0x2000;
	open_pe(&im, &f, &path);
	assert_int_equal(im.type, ET_DYN);
	image_release(&im);
	remove_file(path);
}

/* The symbols that must remain, with ELF's constants. */
static const struct {
	const char *name;
	uint64_t value;			/* relative to the base */
	unsigned type, bind;
	bool in_code;
} wanted[] = {
	{ "main", 0x1000, STT_FUNC, STB_GLOBAL, true },
	{ "eightlen", 0x1008, STT_FUNC, STB_LOCAL, true },
	{ "longer_than_eight", 0x1010, STT_FUNC, STB_GLOBAL, true },
	{ ".text", 0x1000, STT_SECTION, STB_LOCAL, true },
	{ "mysec", 0x1018, STT_SECTION, STB_LOCAL, true },
	{ "label", 0x1020, STT_NOTYPE, STB_LOCAL, true },
	{ ".l_end", 0x1024, STT_NOTYPE, STB_LOCAL, true },
	{ "weak", 0x1028, STT_FUNC, STB_WEAK, true },
	{ "variable", 0x2008, STT_NOTYPE, STB_GLOBAL, false },
	{ "absolute", 0, STT_NOTYPE, STB_GLOBAL, false },
	{ ".idata", 0x5000, STT_SECTION, STB_LOCAL, false },
	{ "thunk", 0x5000, STT_NOTYPE, STB_GLOBAL, false },
	{ "cold", 0x4004, STT_FUNC, STB_GLOBAL, true },
};

enum { NWANTED = sizeof(wanted) / sizeof(*wanted) };

static void
test_symbols(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		struct pe_test_file f = usual_pe(i / 2 ? 8 : 4);
		struct image im;
		char *path;

		f.cut_strings = i % 2 == 1;
		open_pe(&im, &f, &path);
		assert_int_equal(symtab_count(im.symtab), NWANTED + 1);
		for (size_t k = 0; k < NWANTED; k++) {
			bool is_absolute = strcmp(wanted[k].name, "absolute") == 0;
			struct elf_symbol s;

			symtab_get(im.symtab, k + 1, &s);
			assert_string_equal(s.name, wanted[k].name);
			assert_true(s.value == (is_absolute ? 0x99 : f.base + wanted[k].value));
			assert_int_equal(s.size, 0);
			assert_int_equal(s.type, wanted[k].type);
			assert_int_equal(s.bind, wanted[k].bind);
			assert_int_equal(s.special, is_absolute);
			assert_int_equal(s.in_code, wanted[k].in_code);
		}
		image_release(&im);
		remove_file(path);
	}
}

static const struct pe_test_symbol many_names[] = {
	{ "_main", 0, 2, true, PE_EXTERNAL, 0 },
	{ "__Z1fv", 0x10, 2, true, PE_EXTERNAL, 0 },
	{ "_still", 0x18, 2, true, PE_STATIC, 0 },
	{ "bare", 0x20, 2, false, PE_STATIC, 0 },
	{ "@fast@8", 0x28, 2, true, PE_EXTERNAL, 0 },
};

/* Checks that the functions of a profile of F, which is written to PATH, by RULES, are WANTED_NAMES
 * as they are shown in STYLE. */
static void
check_names(const struct pe_test_file *f, const char *path, enum rules rules,
	enum demangling style, const char *const *wanted_names)
{
	struct open_options how = { .image = path, .rules = rules };
	static const uint16_t bins[4] = { 1, 1, 1, 1 };
	struct bytes b = { .address_size = f->address_size };
	struct names names;
	struct profile p;
	const char *file;
	struct err e;
	uint32_t n = 0;

	put_gmon_header(&b, 1);
	put_histogram(&b, f->base + 0x1000, f->base + 0x1040, 100, bins, 4);
	file = write_file(&b);
	how.files = &file;
	how.nfiles = 1;
	assert_true(open_profile(&p, &how, &e));
	names_open(&names, &p, style);
	for (uint32_t i = 0; i < p.nfuncs; i++) {
		if (p.funcs[i].kind != FUNC_SYMBOL)
			continue;
		assert_non_null(wanted_names[n]);
		assert_string_equal(names_of(&names, i), wanted_names[n++]);
	}
	assert_null(wanted_names[n]);
	names_release(&names);
	profile_release(&p);
	bytes_release(&b);
	remove_file((char *)file);
}

/* In 32-bit programs, the compiler puts an underscore in front of each name.  It is not shown, but
 * by gprof's rules, it decides which static symbols are functions. */
static void
test_underscores(void **state)
{
	static const char *const exact[] = { "main", "f()", "still", "bare", "@fast@8", NULL };
	static const char *const gprof[] = { "main", "f()", "still", "@fast@8", NULL };
	static const char *const raw[] = { "_main", "__Z1fv", "_still", "@fast@8", NULL };
	struct pe_test_file f = usual_pe(4);
	char *path;

	(void)state;
	f.symbols = many_names;
	f.nsymbols = sizeof(many_names) / sizeof(*many_names);
	path = make_pe(&f);
	check_names(&f, path, RULES_EXACT, DEMANGLE_AUTO, exact);
	check_names(&f, path, RULES_GPROF, DEMANGLE_AUTO, gprof);
	check_names(&f, path, RULES_GPROF, DEMANGLE_NONE, raw);
	remove_file(path);
}

/* By exact rules, labels and sections whose names begin with a dot are no functions. */
static void
test_functions(void **state)
{
	static const char *const exact[] = { "main", "eightlen", "longer_than_eight", "label", "weak",
		"cold", NULL };
	static const char *const gprof[] = { "main", "eightlen", "longer_than_eight", "mysec", "label",
		"weak", "cold", NULL };
	struct pe_test_file f = usual_pe(8);
	char *path;

	(void)state;
	path = make_pe(&f);
	check_names(&f, path, RULES_EXACT, DEMANGLE_AUTO, exact);
	check_names(&f, path, RULES_GPROF, DEMANGLE_AUTO, gprof);
	remove_file(path);
}

/* Writes a profile of 64-bit MinGW for programs with the base BASE, and returns its path.  Its
 * three counts are 5, 6, 7 in the lower 4 bytes, and HIGH[0] to HIGH[2] in the upper 4 bytes. */
static char *
write_profile(uint64_t base, const uint32_t high[3])
{
	struct bytes b = { .address_size = 8 };
	char *path;

	put_addr(&b, base + 0x1000);
	put_addr(&b, base + 0x1040);
	put_number(&b, 40 + 32, 4);
	put_number(&b, 0x51879, 4);
	put_number(&b, 100, 4);
	put_zeros(&b, 12 + 32);
	for (unsigned i = 0; i < 3; i++) {
		put_addr(&b, base + 0x1004);
		put_addr(&b, base + 0x1010);
		put_number(&b, 5 + i, 4);
		put_number(&b, high[i], 4);
	}
	path = write_file(&b);
	bytes_release(&b);
	return path;
}

/* Returns the calls in the profile FILE of the program PATH, by RULES. */
static uint64_t
count_calls(const char *path, const char *file, enum rules rules)
{
	struct open_options how = { .image = path, .rules = rules, .files = &file, .nfiles = 1 };
	uint64_t sum = 0;
	struct profile p;
	struct err e;

	assert_true(open_profile(&p, &how, &e));
	for (uint32_t a = 0; a < p.narcs; a++)
		sum += profile_arc_calls(&p, a);
	profile_release(&p);
	return sum;
}

/* Programs of 64-bit MinGW write only 4 of the 8 bytes of a count.  The other 4 bytes are equal in
 * all arcs.  In other profiles, all 8 bytes count. */
static void
test_counts(void **state)
{
	static const struct {
		uint32_t high[3];
		uint64_t sum;
	} all[] = {
		{ { 0, 0, 0 }, 18 }, { { 2, 2, 2 }, 18 }, { { 0x7ff6, 0x7ff6, 0x7ff6 }, 18 },
		{ { 2, 2, 1 }, 18 + (UINT64_C(5) << 32) },
		{ { 0, 0, 1 }, 18 + (UINT64_C(1) << 32) },
	};
	struct pe_test_file f = usual_pe(8);
	char *path = make_pe(&f);

	(void)state;
	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		char *file = write_profile(f.base, all[i].high);

		assert_int_equal(count_calls(path, file, RULES_EXACT), all[i].sum);
		assert_int_equal(count_calls(path, file, RULES_GPROF), 18
			+ ((uint64_t)(all[i].high[0] + all[i].high[1] + all[i].high[2]) << 32));
		remove_file(file);
	}
	remove_file(path);
}

/* Windows moves programs up or down.  Exact rules detect it; gprof's rules say what to do. */
static void
test_moved(void **state)
{
	static const struct {
		int64_t by;
		const char *error;
	} all[] = {
		{ 0x7ff561230000, "use --slide=0x7ff561230000" },
		{ -0x13ffe0000, "use --slide=-0x13ffe0000" },
	};
	static const uint32_t high[3] = { 0 };
	struct pe_test_file f = usual_pe(8);
	char *path = make_pe(&f);

	(void)state;
	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		char *file = write_profile(f.base + (uint64_t)all[i].by, high);
		const char *files = file;
		struct open_options how = { .image = path, .rules = RULES_GPROF,
			.files = &files, .nfiles = 1 };
		struct profile p;
		struct err e;

		assert_int_equal(count_calls(path, file, RULES_EXACT), 18);
		assert_false(open_profile(&p, &how, &e));
		if (strstr(e.text, all[i].error) == NULL)
			fail_msg("%s", e.text);
		remove_file(file);
	}
	remove_file(path);
}

/* Returns the error for the N bytes BYTES, which must not be read as a program. */
static const char *
error_of(const void *bytes, size_t n)
{
	static struct err e;
	struct bytes b = { .v = NULL };
	struct image im;
	char *path;

	put_bytes(&b, bytes, n);
	path = write_file(&b);
	e.text[0] = '\0';
	assert_false(image_open(&im, path, &e));
	bytes_release(&b);
	remove_file(path);
	return e.text;
}

static void
check_error(const void *bytes, size_t n, const char *want)
{
	const char *text = error_of(bytes, n);

	if (strstr(text, want) == NULL)
		fail_msg("\"%s\" instead of \"%s\"", text, want);
}

static void
test_other_machines(void **state)
{
	static const struct {
		uint16_t machine;
		const char *error;
	} all[] = {
		{ 0xaa64, "is a Windows program for ARM64, which" }, { 0x1c4, "for ARM, which" },
		{ 0x5064, "for RISC-V, which" }, { 0x1234, "for machine 0x1234, which" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		struct pe_test_file f = usual_pe(8);
		struct bytes b = { .v = NULL };

		f.machine = all[i].machine;
		put_pe(&b, &f);
		check_error(b.v, b.n, all[i].error);
		bytes_release(&b);
	}
}

static void
test_damaged(void **state)
{
	struct pe_test_file f = usual_pe(8);
	struct bytes b = { .v = NULL };
	size_t symbols_end;

	(void)state;
	put_pe(&b, &f);
	symbols_end = (size_t)(b.v[PE_HEADER_AT + 12] | b.v[PE_HEADER_AT + 13] << 8)
		+ 18u * b.v[PE_HEADER_AT + 16];
	check_error("MZ", 2, "is a program of DOS or 16-bit Windows");
	check_error(b.v, PE_HEADER_AT + 20, "is a program of DOS or 16-bit Windows");
	check_error(b.v, PE_SECTIONS_AT + 39, "the file ends before its table of sections does");
	check_error(b.v, symbols_end - 1, "the file ends before its table of symbols does");
	b.v[PE_OPTIONAL_AT] = 0x07;
	check_error(b.v, b.n, "damaged PE header");
	b.v[PE_OPTIONAL_AT] = 0x0b;
	b.v[PE_HEADER_AT + 20] = 31;
	check_error(b.v, b.n, "damaged PE header");
	b.v[PE_HEADER_AT + 20] = PE_OPTIONAL_SIZE;
	b.v[PE_HEADER_AT + 7] = 0xff;
	check_error(b.v, b.n, "damaged PE header");
	bytes_release(&b);
	check_error("\xcf\xfa\xed\xfe\7\0\0\1", 8, "is a program for macOS (Mach-O)");
	check_error("\xca\xfe\xba\xbe\0\0\0\2", 8, "is a program for macOS (Mach-O)");
	check_error("\xca\xfe\xba\xbe\0\0\0\x34", 8, "is not a program (ELF or PE)");
}

/* A section that is not whole in the file has no bytes. */
static void
test_cut_section(void **state)
{
	struct pe_test_file f = usual_pe(8);
	struct bytes b = { .v = NULL };
	struct image im;
	struct err e;
	char *path;

	(void)state;
	put_pe(&b, &f);
	b.v[PE_SECTIONS_AT + 40 + 22] = 1;	/* the offset of .text */
	path = write_file(&b);
	assert_true(image_open(&im, path, &e));
	assert_null(im.text->bytes);
	assert_true(im.text->hi - im.text->lo == 0x38);
	image_release(&im);
	bytes_release(&b);
	remove_file(path);
}

static void
test_stripped(void **state)
{
	struct pe_test_file f = usual_pe(8);
	struct open_options how = { .rules = RULES_GPROF };
	const char *file = "none";
	struct profile p;
	struct image im;
	struct err e;
	char *path;

	(void)state;
	f.nsymbols = 0;
	open_pe(&im, &f, &path);
	assert_null(im.symtab);
	assert_string_equal(im.code[1].name, ".text.unlikely");
	image_release(&im);
	how.image = path;
	how.files = &file;
	how.nfiles = 1;
	assert_false(open_profile(&p, &how, &e));
	assert_non_null(strstr(e.text, "a .pdb file"));
	remove_file(path);
}

/* Reads the names of all symbols and the last byte of each section with code of IM.  Returns the
 * length of the names, plus these bytes. */
static uint64_t
read_all(const struct image *im)
{
	struct elf_symbol s;
	uint64_t sum = 0;

	for (size_t i = 0; im->symtab != NULL && i < symtab_count(im->symtab); i++) {
		symtab_get(im->symtab, i, &s);
		sum += strlen(s.name);
	}
	for (size_t i = 0; i < im->ncode; i++) {
		const struct code_section *part = &im->code[i];

		if (part->bytes != NULL && part->hi > part->lo)
			sum += part->bytes[part->hi - part->lo - 1];
	}
	return sum;
}

/* Opens the file B, and reads it.  Returns false if it is refused. */
static bool
try_file(const struct bytes *b)
{
	struct image im;
	struct err e;
	char *path = write_file(b);
	bool ok = image_open(&im, path, &e);

	if (ok) {
		assert_true(read_all(&im) < 100000);
		image_release(&im);
	} else {
		assert_true(strlen(e.text) > 0);
		assert_null(strchr(e.text, '\n'));
	}
	remove_file(path);
	return ok;
}

/* Damages each byte of the headers and symbols, and cuts the file at each byte.  Reading must end
 * without a fault of memory. */
static void
test_every_byte(void **state)
{
	static const unsigned char values[] = { 0, 1, 0x7f, 0x80, 0xff };

	(void)state;
	for (unsigned width = 4; width <= 8; width += 4) {
		struct pe_test_file f = usual_pe(width);
		struct bytes b = { .v = NULL };
		size_t n;

		put_pe(&b, &f);
		for (size_t i = 2; i < b.n; i++) {
			unsigned char old = b.v[i];

			for (size_t k = 0; k < sizeof(values); k++) {
				b.v[i] = values[k];
				try_file(&b);
			}
			b.v[i] = old;
		}
		n = b.n;
		assert_true(try_file(&b));
		for (b.n = 1; b.n < n; b.n++)
			if (try_file(&b))
				assert_true(b.n > f.nsymbols * 18);	/* only strings are cut */
		bytes_release(&b);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sections),
		cmocka_unit_test(test_libraries),
		cmocka_unit_test(test_symbols),
		cmocka_unit_test(test_underscores),
		cmocka_unit_test(test_functions),
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_moved),
		cmocka_unit_test(test_other_machines),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_cut_section),
		cmocka_unit_test(test_stripped),
		cmocka_unit_test(test_every_byte),
	};

	watch_for_hangs();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
