/* test_image.c - ELF images: layouts, symbols, code, and damaged files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/mem.h"
#include "bytes.h"
#include "elf/image.h"
#include "elf/symtab.h"
#include "make_elf.h"

static const unsigned char code[0x20] = { 1, 2, 3, 4, 5, 6, 7, 8 };

static const struct elf_section sections[] = {
	{ ".fini", 0x3000, 0x20, true, code },
	{ ".data", 0x4000, 0x20, false, code },
	{ ".init", 0x1000, 0x10, true, code },
	{ ".text", 0x2000, 0x20, true, code + 0 },
	{ ".empty", 0x5000, 0x100, true, NULL },
};

static const struct elf_sym symbols[] = {
	{ "main", 0x2000, 0x10, STT_FUNC, STB_GLOBAL, 4 },
	{ "data", 0x4000, 8, STT_OBJECT, STB_LOCAL, 2 },
	{ "absolute", 0x99, 0, STT_NOTYPE, STB_WEAK, SHN_ABS },
	{ "common", 16, 16, STT_OBJECT, STB_GLOBAL, SHN_COMMON },
	{ "elsewhere", 0, 0, STT_FUNC, STB_GLOBAL, SHN_UNDEF },
	{ "last", 0x2011, 1, STT_FUNC, STB_LOCAL, 4 },
};

enum { NSYMBOLS = sizeof(symbols) / sizeof(*symbols) };

static struct elf_file
usual_elf(unsigned address_size, bool big_endian)
{
	return (struct elf_file){ .address_size = address_size, .big_endian = big_endian,
		.machine = EM_X86_64, .type = ET_EXEC, .sections = sections, .nsections = 5,
		.symbols = symbols, .nsymbols = NSYMBOLS };
}

/* Checks that TABLE has exactly symbols[], with section numbers greater by SPARE_SECTIONS. */
static void
check_symbols(const struct elf_symtab *table, unsigned spare_sections)
{
	struct elf_symbol s;

	assert_int_equal(symtab_count(table), NSYMBOLS + 1);
	for (size_t i = 0; i < NSYMBOLS; i++) {
		const struct elf_sym *want = &symbols[i];
		bool special = want->section >= SHN_LORESERVE;

		symtab_get(table, i + 1, &s);
		assert_string_equal(s.name, want->name);
		assert_true(s.value == want->value && s.size == want->size);
		assert_int_equal(s.type, want->type);
		assert_int_equal(s.bind, want->bind);
		assert_int_equal(s.special, special);
		assert_int_equal(s.section, want->section
			+ (special || want->section == 0 ? 0 : spare_sections));
		assert_int_equal(s.in_code, !special && want->section == 4);
	}
}

static void
test_every_layout(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		struct elf_file f = usual_elf(i / 2 ? 8 : 4, i % 2);
		char *path = make_elf(&f);
		struct image im;
		struct err e;

		assert_true(image_open(&im, path, &e));
		assert_int_equal(im.address_size, f.address_size);
		assert_int_equal(im.big_endian, f.big_endian);
		assert_int_equal(im.machine, EM_X86_64);
		assert_int_equal(im.type, ET_EXEC);
		assert_true(im.modified > 0);
		assert_int_equal(im.ncode, 4);
		assert_string_equal(im.code[0].name, ".init");
		assert_true(im.code[0].lo == 0x1000 && im.code[0].hi == 0x1010);
		assert_string_equal(im.code[2].name, ".fini");
		assert_memory_equal(im.code[2].bytes, code, 0x20);
		assert_null(im.code[3].bytes);
		assert_ptr_equal(im.text, &im.code[1]);
		assert_null(im.dynsym);
		check_symbols(im.symtab, 0);
		image_release(&im);
		remove_file(path);
	}
}

static void
test_code_by_address(void **state)
{
	struct elf_file f = usual_elf(8, false);
	char *path = make_elf(&f);
	struct image im;
	struct err e;

	(void)state;
	assert_true(image_open(&im, path, &e));
	assert_null(image_code_at(&im, 0));
	assert_null(image_code_at(&im, 0xfff));
	assert_ptr_equal(image_code_at(&im, 0x1000), &im.code[0]);
	assert_ptr_equal(image_code_at(&im, 0x100f), &im.code[0]);
	assert_null(image_code_at(&im, 0x1010));
	assert_int_equal(image_code_after(&im, 0x1010), 1);
	assert_ptr_equal(image_code_at(&im, 0x201f), &im.code[1]);
	assert_null(image_code_at(&im, UINT64_MAX));
	assert_int_equal(image_code_after(&im, UINT64_MAX), 4);
	image_release(&im);
	remove_file(path);
}

/* If a section reaches beyond the last address, its code ends at the last address. */
static void
test_code_without_end(void **state)
{
	static const struct elf_section all[] = { { ".text", UINT64_MAX - 0xf, 0x20, true, code } };
	struct elf_file f = usual_elf(8, false);
	char *path;
	struct image im;
	struct err e;

	(void)state;
	f.sections = all;
	f.nsections = 1;
	f.nsymbols = 0;
	path = make_elf(&f);
	assert_true(image_open(&im, path, &e));
	assert_int_equal(im.ncode, 1);
	assert_true(im.code[0].hi == UINT64_MAX);
	assert_ptr_equal(image_code_at(&im, UINT64_MAX - 1), &im.code[0]);
	assert_null(image_code_at(&im, 0));
	assert_null(im.code[0].bytes);
	image_release(&im);
	remove_file(path);
}

/* Section numbers above 65279 cannot be in the 16-bit field of a symbol, but are read correctly
 * from .symtab_shndx. */
static void
test_many_sections(void **state)
{
	struct elf_file f = usual_elf(8, true);
	struct image im;
	struct err e;
	char *path;

	(void)state;
	f.spare_sections = 65300;
	path = make_elf(&f);
	assert_true(image_open(&im, path, &e));
	assert_int_equal(im.ncode, 4);
	check_symbols(im.symtab, 65300);
	image_release(&im);
	remove_file(path);
}

/* If a table of names ends without a NUL, the last name ends with the table. */
static void
test_names_without_end(void **state)
{
	struct elf_file f = usual_elf(8, false);
	struct image im;
	const char *strings;
	struct err e;
	size_t size;
	char *path;

	(void)state;
	f.cut_strings = true;
	path = make_elf(&f);
	assert_true(image_open(&im, path, &e));
	check_symbols(im.symtab, 0);
	strings = symtab_strings(im.symtab, &size);
	assert_int_equal(strings[size - 1], '\0');
	assert_memory_equal(strings + size - 6, "\0last", 6);
	image_release(&im);
	remove_file(path);
}

static void
test_symbol_tables(void **state)
{
	struct elf_file f = usual_elf(4, true);
	struct image im;
	struct err e;
	char *path;

	(void)state;
	f.stripped = true;
	path = make_elf(&f);
	assert_true(image_open(&im, path, &e));
	assert_null(im.symtab);
	assert_null(im.dynsym);
	image_release(&im);
	remove_file(path);

	f.stripped = false;
	f.dynamic = true;
	path = make_elf(&f);
	assert_true(image_open(&im, path, &e));
	assert_null(im.symtab);
	check_symbols(im.dynsym, 0);
	image_release(&im);
	remove_file(path);
}

/* On ARM, bit 0 of the value of a function's symbol is not part of the function's address. */
static void
test_thumb(void **state)
{
	static const struct elf_sym thumb[] = {
		{ "func", 0x2001, 8, STT_FUNC, STB_GLOBAL, 4 },
		{ "ifunc", 0x2009, 8, STT_GNU_IFUNC, STB_GLOBAL, 4 },
		{ "label", 0x2011, 0, STT_NOTYPE, STB_LOCAL, 4 },
	};
	static const uint64_t want[] = { 0x2000, 0x2008, 0x2011 };
	struct elf_file f = usual_elf(4, false);
	struct elf_symbol s;
	struct image im;
	struct err e;
	char *path;

	(void)state;
	f.machine = EM_ARM;
	f.symbols = thumb;
	f.nsymbols = 3;
	path = make_elf(&f);
	assert_true(image_open(&im, path, &e));
	for (size_t i = 0; i < 3; i++) {
		symtab_get(im.symtab, i + 1, &s);
		assert_true(s.value == want[i]);
	}
	image_release(&im);
	remove_file(path);
}

static void
assert_refused(const char *path, const char *why)
{
	struct image im;
	struct err e = { 0 };

	assert_false(image_open(&im, path, &e));
	if (strstr(e.text, why) == NULL)
		fail_msg("\"%s\" in \"%s\"", why, e.text);
}

static void
test_no_image(void **state)
{
	static const struct { const char *bytes; size_t n; const char *says; } files[] = {
		{ "", 0, "is empty" },
		{ "gmon\1\0\0\0............", 20, "is a profile, not a program" },
		{ "#!/bin/sh\n", 10, "is not a program (ELF or PE)" },
		{ "!<arch>\n", 8, "is not a program (ELF or PE)" },
		{ "\177ELF", 4, "" },
	};

	(void)state;
	assert_refused("/nonexistent/a.out", "no such file");
	assert_refused("/", "is not a regular file");
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		struct bytes b = { 0 };
		char *path;

		put_bytes(&b, files[i].bytes, files[i].n);
		path = write_file(&b);
		assert_refused(path, files[i].says);
		remove_file(path);
		bytes_release(&b);
	}
}

/* A truncated program is not taken for a stripped program. */
static void
test_truncated_image(void **state)
{
	struct elf_file f = usual_elf(8, false);
	char *path = make_elf(&f);
	struct stat st;

	(void)state;
	assert_return_code(stat(path, &st), errno);
	assert_return_code(truncate(path, st.st_size - 1), errno);
	assert_refused(path, "the file ends before its table of sections does");
	assert_return_code(truncate(path, 100), errno);
	assert_refused(path, "byte 100: the file ends before its table of sections does");
	remove_file(path);
}

enum { BIG_ENDIAN_HERE = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ };

/* Returns the header of section I of the image in FILE, which has the byte order of this
 * machine. */
static Elf64_Shdr *
section_header(const struct file *file, size_t i)
{
	const Elf64_Ehdr *header = (const Elf64_Ehdr *)file->bytes;

	return (Elf64_Shdr *)(file->bytes + header->e_shoff) + i;
}

static void
write_back(const struct file *file, const char *path)
{
	FILE *out = fopen(path, "w");

	assert_non_null(out);
	assert_int_equal(fwrite(file->bytes, 1, file->size, out), file->size);
	fclose(out);
}

/* If the table of section names has no NUL at its end, the image is refused, because each name
 * would be searched to the end of the file. */
static void
test_endless_names(void **state)
{
	struct elf_file f = usual_elf(8, BIG_ENDIAN_HERE);
	char *path = make_elf(&f);
	const Elf64_Shdr *names;
	struct file file;
	struct err e;

	(void)state;
	assert_true(file_read(&file, path, FILE_REGULAR, NULL, &e));
	names = section_header(&file, ((const Elf64_Ehdr *)file.bytes)->e_shstrndx);
	file.bytes[names->sh_offset + names->sh_size - 1] = 'x';
	write_back(&file, path);
	assert_refused(path, "the names of its sections have no end");
	file_release(&file);
	remove_file(path);
}

/* Changes the image at PATH so that the names of all symbols are suffixes of the first name.  The
 * name of symbol I then begins at byte I % EVERY of the first name. */
static void
share_names(const char *path, size_t every)
{
	const Elf64_Shdr *table;
	struct file file;
	Elf64_Sym *syms;
	struct err e;
	size_t at = 1;

	assert_true(file_read(&file, path, FILE_REGULAR, NULL, &e));
	while (section_header(&file, at)->sh_type != SHT_SYMTAB)
		at++;
	table = section_header(&file, at);
	syms = (Elf64_Sym *)(file.bytes + table->sh_offset);
	for (size_t i = 2; i < table->sh_size / sizeof(*syms); i++)
		syms[i].st_name = syms[1].st_name + (Elf64_Word)(i % every);
	write_back(&file, path);
	file_release(&file);
}

/* Names may be suffixes of other names.  A symbol table is refused if such names together are much
 * longer than the string table. */
static void
test_shared_names(void **state)
{
	enum { LENGTH = 8192, MANY = 1000 };
	struct elf_sym many[MANY];
	struct elf_file f = usual_elf(8, BIG_ENDIAN_HERE);
	char name[LENGTH + 1];
	struct elf_symbol s;
	struct image im;
	struct err e;
	char *path;

	(void)state;
	memset(name, 'a', LENGTH);
	name[LENGTH] = '\0';
	for (size_t i = 0; i < MANY; i++)
		many[i] = (struct elf_sym){ i == 0 ? name : "f", 0x2000, 1, STT_FUNC,
			STB_GLOBAL, 4 };
	f.symbols = many;
	for (f.nsymbols = 50; f.nsymbols <= MANY; f.nsymbols *= 20) {
		path = make_elf(&f);
		share_names(path, 16);
		assert_true(image_open(&im, path, &e));
		if (f.nsymbols == MANY) {
			assert_null(im.symtab);
		} else {
			symtab_get(im.symtab, 50, &s);
			assert_int_equal(strlen(s.name), LENGTH - 50 % 16);
		}
		image_release(&im);
		remove_file(path);
	}
}

/* If several code sections share bytes of the file, only one of them gets the bytes. */
static void
test_overlapping_sections(void **state)
{
	struct elf_file f = usual_elf(8, BIG_ENDIAN_HERE);
	char *path = make_elf(&f);
	struct image im;
	struct file file;
	struct err e;
	size_t n = 0;

	(void)state;
	assert_true(file_read(&file, path, FILE_REGULAR, NULL, &e));
	for (size_t i = 1; i < ((const Elf64_Ehdr *)file.bytes)->e_shnum; i++) {
		Elf64_Shdr *h = section_header(&file, i);

		if ((h->sh_flags & SHF_EXECINSTR) == 0)
			continue;
		h->sh_type = SHT_PROGBITS;
		h->sh_offset = 0;
		h->sh_size = file.size;
	}
	write_back(&file, path);
	assert_true(image_open(&im, path, &e));
	assert_int_equal(im.ncode, 4);
	for (size_t i = 0; i < im.ncode; i++)
		n += im.code[i].bytes != NULL;
	assert_int_equal(n, 1);
	image_release(&im);
	file_release(&file);
	remove_file(path);
}

/* Writes B to a file and opens it as an image.  If this succeeds, reads all code and names. */
static void
read_image(const struct bytes *b)
{
	char *path = write_file(b);
	struct image im;
	struct err e = { 0 };
	uint64_t sum = 0;

	if (!image_open(&im, path, &e)) {
		assert_true(e.text[0] != '\0');
		remove_file(path);
		return;
	}
	for (size_t i = 0; i < im.ncode; i++) {
		const struct code_section *c = &im.code[i];

		for (uint64_t k = 0; c->bytes != NULL && k < c->hi - c->lo; k++)
			sum += c->bytes[k];
	}
	assert_true(sum <= 255 * im.ncode * b->n);
	for (size_t i = 1; im.symtab != NULL && i < symtab_count(im.symtab); i++) {
		struct elf_symbol s;

		symtab_get(im.symtab, i, &s);
		assert_true(strlen(s.name) < b->n);
	}
	image_release(&im);
	remove_file(path);
}

/* Every prefix of an image, and images with one changed bit, can be read without a crash. */
static void
test_damage(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 4; i += 3) {
		struct elf_file f = usual_elf(i / 2 ? 8 : 4, i % 2);
		char *path = make_elf(&f);
		struct bytes b = { 0 };
		struct file whole;
		struct err e;

		assert_true(file_read(&whole, path, FILE_REGULAR, NULL, &e));
		put_bytes(&b, whole.bytes, whole.size);
		for (size_t n = b.n; n > 0; n--) {
			unsigned char was = b.v[n - 1];

			for (unsigned x = 1; x < 256; x *= 8) {
				b.v[n - 1] = (unsigned char)(was ^ x);
				read_image(&b);
			}
			b.v[n - 1] = was;
		}
		for (; b.n > 0; b.n--)
			read_image(&b);
		file_release(&whole);
		bytes_release(&b);
		remove_file(path);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_layout),
		cmocka_unit_test(test_code_by_address),
		cmocka_unit_test(test_code_without_end),
		cmocka_unit_test(test_many_sections),
		cmocka_unit_test(test_names_without_end),
		cmocka_unit_test(test_symbol_tables),
		cmocka_unit_test(test_thumb),
		cmocka_unit_test(test_no_image),
		cmocka_unit_test(test_truncated_image),
		cmocka_unit_test(test_endless_names),
		cmocka_unit_test(test_shared_names),
		cmocka_unit_test(test_overlapping_sections),
		cmocka_unit_test(test_damage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
