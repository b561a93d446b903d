/* test_perfnames.c - perf.data: names in files that share one name, or that are not here
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/mem.h"
#include "bytes.h"
#include "elf/symtab.h"
#include "lined.h"
#include "measured/formats/perfdata.h"
#include "measured/measured.h"
#include "measured/reader.h"
#include "measured/stackroots.h"
#include "perfdata_file.h"
#include "profile/open_options.h"
#include "recorded/recorded_codes.h"

#define STACK(...) (const uint64_t[]){ __VA_ARGS__ }, \
	sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t)

enum { N = 2000, LONG_NAME = 60000 };

/* Compiles a program with N functions f0, f1 ..., and one with a name of LONG_NAME bytes. */
static bool
compile(struct lined *l)
{
	bool done;
	char *text;
	size_t n;
	FILE *out = mem_stream(&text, &n);

	fprintf(out, "void ");
	for (int i = 0; i < LONG_NAME; i++)
		fputc('x', out);
	fprintf(out, "(void) { }\n");
	for (int i = 0; i < N; i++)
		fprintf(out, "void f%d(void) { }\n", i);
	mem_close(out);
	done = lined_compile(l, text, "-g0 -shared -fPIC -nostdlib -Wl,--hash-style=sysv", NULL);
	free(text);
	return done;
}

/* Gives the N functions the long name, in the symbol tables of B, an ELF file of 64 bits. */
static void
share_name(struct bytes *b)
{
	const Elf64_Ehdr *header = (const void *)b->v;
	const Elf64_Shdr *sections = (const void *)(b->v + header->e_shoff);

	for (unsigned i = 0; i < header->e_shnum; i++) {
		const char *strings = (const char *)b->v + sections[sections[i].sh_link].sh_offset;
		Elf64_Sym *symbols = (void *)(b->v + sections[i].sh_offset), *end;
		uint32_t name = 0;

		if (sections[i].sh_type != SHT_SYMTAB && sections[i].sh_type != SHT_DYNSYM)
			continue;
		end = symbols + sections[i].sh_size / sizeof(*symbols);
		for (Elf64_Sym *s = symbols; s < end; s++)
			if (strings[s->st_name] == 'x')
				name = s->st_name;
		for (Elf64_Sym *s = symbols; s < end; s++)
			if (strings[s->st_name] == 'f')
				s->st_name = name;
	}
}

/* Writes the program of L again, with shared names. */
static void
rewrite(const struct lined *l)
{
	struct bytes b = { 0 };
	FILE *f = fopen(l->program, "r+b");
	int c;

	assert_non_null(f);
	while ((c = fgetc(f)) != EOF)
		put_number(&b, (unsigned)c, 1);
	share_name(&b);
	rewind(f);
	assert_int_equal(fwrite(b.v, 1, b.n, f), b.n);
	fclose(f);
	bytes_release(&b);
}

/* Appends to B what simpleperf says about the file PATH of KIND, whose least address of code 0x2000
 * is at the offset 0x1000: the symbols one and two.  IS_MESSAGE: as a message. */
static void
put_symbols(struct bytes *b, const char *path, unsigned kind, bool is_message)
{
	struct bytes part = { .big_endian = b->big_endian };

	if (is_message) {
		put_bytes(&part, (const char[]){ 0x0a, (char)strlen(path) }, 2);
		put_bytes(&part, path, strlen(path));
		put_bytes(&part, (const char[]){ 0x10, (char)kind, 0x18, (char)0x80, 0x40 }, 5);
		put_bytes(&part, "\x22\x0b\x08\xc0\x41\x10\x20\x1a\x03two", 12 + 1);
		put_bytes(&part, "\x22\x0b\x08\xa0\x41\x10\x10\x1a\x03one", 12 + 1);
		put_bytes(&part, kind == 1 ? "\x3a" : "\x32", 1);
		put_bytes(&part, "\x03\x08\x80\x20", 4);
	} else {
		put_bytes(&part, path, strlen(path) + 1);
		put_number(&part, kind, 4);
		put_number(&part, 0x2000, 8);
		put_number(&part, 2, 4);
		put_number(&part, 0x20c0, 8);
		put_number(&part, 0x20, 4);
		put_bytes(&part, "two", 4);
		put_number(&part, 0x20a0, 8);
		put_number(&part, 0x10, 4);
		put_bytes(&part, "one", 4);
		put_number(&part, 0x1000, 8);
	}
	put_number(b, part.n, 4);
	put_bytes(b, part.v, part.n);
	bytes_release(&part);
}

/* Adds the profile F to M. */
static void
add_file(struct measured *m, const struct perfdata_file *f, struct recorded_codes *codes)
{
	const struct measured_options options = { .codes = &codes->codes };
	struct bytes b = { 0 };
	struct err e;
	char *path;

	put_perfdata(&b, f);
	path = write_file(&b);
	assert_int_equal(measured_read(m, path, &options, &e), MEASURED_ADDED);
	remove_file(path);
	bytes_release(&b);
}

/* Returns how many functions of the profile F have the long name, and how many the name OTHER.
 * AFTER is a profile that is read before it, or NULL. */
static void
count_names_after(const struct perfdata_file *after, const struct perfdata_file *f,
	const char *other, uint32_t *nlong, uint32_t *nother)
{
	const struct open_options none = { 0 };
	struct measured *m = measured_new();
	struct recorded_codes codes;

	recorded_codes_open(&codes, m, &none);
	if (after != NULL)
		add_file(m, after, &codes);
	add_file(m, f, &codes);
	*nlong = *nother = 0;
	for (uint32_t i = 0; i < m->nfuncs; i++) {
		const char *name = measured_text_of(m, m->funcs[i].name);

		*nlong += strlen(name) == LONG_NAME;
		*nother += strcmp(name, other) == 0;
	}
	recorded_codes_release(&codes);
	measured_release(m);
}

static void
count_names(const struct perfdata_file *f, const char *other, uint32_t *nlong, uint32_t *nother)
{
	count_names_after(NULL, f, other, nlong, nother);
}

/* Asserts that WANTED functions of the profile F have NAME. */
static void
check_count(const struct perfdata_file *f, const char *name, uint32_t wanted)
{
	uint32_t nlong, nother;

	count_names(f, name, &nlong, &nother);
	assert_int_equal(nother, wanted);
}

/* Many functions share one long name.  It is read for some of them, until this would be far more
 * than the file has.  A file from which all names are read is refused. */
static void
test_shared(void **state)
{
	static const uint64_t at = 0x7f0000000000;
	struct perfdata_file f = { .is_pipe = true };
	uint64_t *addresses = mem_new(N, sizeof(*addresses));
	uint32_t nlong, nother;
	struct image im;
	struct lined l;
	struct err e;

	(void)state;
	if (sizeof(void *) != 8 || !compile(&l)) {
		free(addresses);
		skip();
		return;
	}
	/* The compiler may be one for another processor. */
	if (l.image.big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)) {
		free(addresses);
		lined_close(&l);
		skip();
		return;
	}
	put_comm(&f, 0, 10, 10, "prog", false);
	put_mmap2(&f, 0, 10, at, l.image.size, 0, l.program);
	for (int i = 0; i < N; i++) {
		char name[16];

		snprintf(name, sizeof(name), "f%d", i);
		addresses[i] = at + lined_at(&l, name);
		put_stack(&f, (uint64_t)i + 1, 10, 10, ID_CLOCK, 1, (const uint64_t[]){
			(uint64_t)MARK_USER, addresses[i] }, 2);
	}
	rewrite(&l);
	assert_true(image_open(&im, l.program, &e));
	assert_null(im.symtab);
	image_release(&im);
	assert_true(image_open_for_few(&im, l.program, &e));
	assert_non_null(im.symtab);
	assert_true(symtab_shares_too_much(im.symtab));
	image_release(&im);
	count_names(&f, "[prog]", &nlong, &nother);
	assert_in_range(nlong, 10, N / 2);
	assert_int_equal(nother, 1);
	bytes_release(&f.records);
	free(addresses);
	lined_close(&l);
}

/* The functions of files that are not here have the names that simpleperf has written.  What is
 * left of a feature that is cut short is used. */
static void
test_simpleperf(void **state)
{
	static const uint64_t at = 0x7f0000000000, kernel = 0xffffffff80000000;
	uint32_t none;

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct bytes feature = { .big_endian = (i & 1) != 0 };
		struct perfdata_file f = { .big_endian = (i & 1) != 0, .feature = &feature,
			.feature_number = (i & 2) != 0 ? 132 : 128 };

		put_symbols(&feature, "/none/lib.so", 2, (i & 2) != 0);
		put_symbols(&feature, "[kernel.kallsyms]", 0, (i & 2) != 0);
		put_comm(&f, 0, 10, 10, "prog", false);
		put_mmap2(&f, 0, 10, at, 0x4000, 0x1000, "/none/lib.so");
		put_mmap(&f, 0, UINT32_MAX, kernel, 0x1000, 0, "[kernel.kallsyms]");
		put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, at + 0xa0));
		put_stack(&f, 2, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, at + 0xdf));
		put_stack(&f, 3, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, at + 0xb0));
		check_count(&f, "one", 1);
		check_count(&f, "two", 1);
		check_count(&f, "[lib.so]", 1);
		for (; feature.n > 0; feature.n--)
			count_names(&f, "one", &none, &none);
		check_count(&f, "[lib.so]", 1);
		check_count(&f, "two", 0);
		bytes_release(&f.records);
		bytes_release(&feature);
	}
}

/* Kinds of files of simpleperf, and how their addresses depend on the mapping. */
static void
test_simpleperf_kinds(void **state)
{
	enum { KERNEL, MODULE, ELF, DEX, MAP_FILE, JIT = 0x4000 };
	static const uint64_t at = 0x7f0000000000, kernel = 0xffffffff80000000;
	static const struct {
		const char *path, *mapped;
		unsigned kind;
		bool is_message;
		uint64_t address, offset, ip;	/* ip: of a byte of the function one */
		uint32_t protection;
		unsigned lacks;			/* bytes at the end of the feature */
	} v[] = {
		{ "/none/a.vdex", "/none/a.vdex", DEX, false, at, 0x2000, at + 0xa5, 0, 0 },
		{ "/none/a.vdex", "/none/a.vdex", DEX, true, at, 0x1000, at + 0x10a5, 0, 0 },
		{ "/none/jit", "/none/jit", ELF, false, 0x2000, 0x7000, 0x20a5, JIT, 0 },
		{ "/none/jit", "/none/jit", ELF, true, 0x2000, 0x7000, 0x20a5, JIT, 0 },
		{ "//anon", "//anon", MAP_FILE, false, 0x2000, 0, 0x20a5, 0, 0 },
		{ "perf-10.map", "//anon", MAP_FILE, true, 0x2000, 0, 0x20a5, 0, 0 },
		{ "/none/m.ko", "/none/m.ko", MODULE, true, kernel, 0, kernel + 0x10a5, 0, 0 },
		{ "/none/m.ko", "/none/m.ko", MODULE, false, kernel, 0, kernel + 0x10a5, 0, 0 },
		{ "[kernel.kallsyms]", "/none/m.ko", KERNEL, false, 0x2000, 0, 0x20a5, 0, 0 },
		{ "/none/old", "/none/old", ELF, false, at, 0x2000, at + 0xa5, 0, 8 },
		{ "/none/old", "/none/old", ELF, false, at, 0x1000, at + 0xa5, 0, 8 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(v) / sizeof(*v); i++) {
		struct bytes feature = { 0 };
		struct perfdata_file f = { .feature = &feature,
			.feature_number = v[i].is_message ? 132 : 128,
			.mode_as_prot = v[i].protection };
		bool in_kernel = v[i].kind == MODULE || v[i].kind == KERNEL;

		put_symbols(&feature, v[i].path, v[i].kind, v[i].is_message);
		feature.n -= v[i].lacks;
		feature.v[0] = (unsigned char)(feature.v[0] - v[i].lacks);
		put_comm(&f, 0, 10, 10, "prog", false);
		/* Its data is mapped first, and last. */
		if (v[i].lacks > 0)
			put_mmap2(&f, 0, 10, at - 0x8000, 0x1000, 0, v[i].path);
		put_mmap2(&f, 0, in_kernel ? UINT32_MAX : 10, v[i].address, 0x4000, v[i].offset,
			v[i].mapped);
		if (v[i].lacks > 0)
			put_mmap2(&f, 0, 10, at + 0x8000, 0x1000, 0x5000, v[i].path);
		put_stack(&f, 1, 10, 10, ID_CLOCK, 1,
			STACK(in_kernel ? MARK_KERNEL : MARK_USER, v[i].ip));
		check_count(&f, "one", 1);
		bytes_release(&f.records);
		bytes_release(&feature);
	}
}

/* Each of several files has symbols of its own for the same library. */
static void
test_simpleperf_files(void **state)
{
	enum { ELF = 2, DEX };
	static const uint64_t at = 0x7f0000000000;
	struct perfdata_file f[2] = { 0 };
	struct bytes features[2] = { 0 };
	uint32_t nlong, none, one;

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		f[i].feature = &features[i];
		f[i].feature_number = 128;
		put_symbols(&features[i], "/none/lib.so", i == 0 ? ELF : DEX, false);
		put_comm(&f[i], 0, 10, 10, "prog", false);
		put_mmap2(&f[i], 0, 10, at, 0x4000, 0, "/none/lib.so");
		put_stack(&f[i], 1, 10, 10, ID_CLOCK, 1,
			STACK(MARK_USER, at + (i == 0 ? 0x10a5 : 0x20a5)));
	}
	for (unsigned i = 0; i < 2; i++) {
		count_names_after(&f[i], &f[1 - i], "one", &nlong, &one);
		count_names_after(&f[i], &f[1 - i], "[lib.so]", &nlong, &none);
		assert_int_equal(one, 1);
		assert_int_equal(none, 0);
	}
	for (unsigned i = 0; i < 2; i++) {
		bytes_release(&f[i].records);
		bytes_release(&features[i]);
	}
}

/* A module of the kernel is loaded again, at another address. */
static void
test_simpleperf_module(void **state)
{
	enum { MODULE = 1 };
	static const uint64_t kernel = 0xffffffff80000000;
	struct bytes feature = { 0 };
	struct perfdata_file f = { .feature = &feature, .feature_number = 132 };

	(void)state;
	put_symbols(&feature, "/none/m.ko", MODULE, true);
	put_comm(&f, 0, 10, 10, "prog", false);
	for (unsigned i = 0; i < 3; i++) {
		put_mmap(&f, 2 * i, UINT32_MAX, kernel + 0x100000 * (i % 2), 0x4000, 0,
			"/none/m.ko");
		put_stack(&f, 2 * i + 1, 10, 10, ID_CLOCK, 1,
			STACK(MARK_KERNEL, kernel + 0x100000 * (i % 2) + 0x10a5));
	}
	check_count(&f, "one", 1);
	check_count(&f, "[m.ko]", 0);
	bytes_release(&f.records);
	bytes_release(&feature);
}

/* A record of simpleperf has 32 bits for its size.  One has the symbols of the kernel. */
static void
test_simpleperf_kallsyms(void **state)
{
	enum { KALLSYMS = 32769, FILLED = 70000 };
	static const char symbols[] = "ffffffff80000000 T _text\nffffffff80000010 d not_code\n"
		"ffffffff80000020 t one\nffffffff80000030 t two\t[module]\n"
		"0000000000000000 t secret\n";
	static const uint64_t kernel = 0xffffffff80000000;
	struct perfdata_file f = { 0 };
	size_t begin, size;

	(void)state;
	begin = begin_record(&f, KALLSYMS, 0);
	put_number(&f.records, FILLED + sizeof(symbols) - 1, 4);
	for (int i = 0; i < FILLED; i++)
		put_bytes(&f.records, "\n", 1);
	put_bytes(&f.records, symbols, sizeof(symbols) - 1);
	size = f.records.n - begin;
	end_record(&f, begin);
	f.records.v[begin + 4] = (unsigned char)(size >> 16);
	put_comm(&f, 0, 10, 10, "prog", false);
	put_mmap(&f, 0, UINT32_MAX, kernel - 0x1000, 0x2000, 0, "[kernel.kallsyms]");
	put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_KERNEL, kernel - 0x10));
	put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_KERNEL, kernel + 0x25));
	put_stack(&f, 2, 10, 10, ID_CLOCK, 1, STACK(MARK_KERNEL, kernel + 0x30));
	put_stack(&f, 3, 10, 10, ID_CLOCK, 1, STACK(MARK_KERNEL, kernel + 0x15));
	check_count(&f, "one", 1);
	check_count(&f, "two", 1);
	check_count(&f, "_text", 1);
	check_count(&f, "secret", 0);
	check_count(&f, "[kernel.kallsyms]", 1);
	bytes_release(&f.records);
}

/* Adds a mapping of the file /none/lib.so, whose build-id is ID. */
static void
put_build(struct perfdata_file *f, uint64_t time, uint64_t address, uint64_t id)
{
	enum { MMAP2 = 10, HAS_BUILD_ID = 1 << 14, USER = 2 };
	size_t begin = begin_record(f, MMAP2, HAS_BUILD_ID | USER);

	put_number(&f->records, 10, 4);
	put_number(&f->records, 10, 4);
	put_number(&f->records, address, 8);
	put_number(&f->records, 0x1000, 8);
	put_number(&f->records, 0, 8);
	put_number(&f->records, 8, 4);		/* bytes of the build-id, of 20 */
	put_number(&f->records, id, 8);
	put_number(&f->records, 0, 8);
	put_number(&f->records, 0, 4);
	put_number(&f->records, 5, 4);
	put_number(&f->records, 2, 4);
	put_bytes(&f->records, "/none/lib.so\0\0\0", 16);
	put_trailer(f, time, 10, 10);
	end_record(f, begin);
}

/* Returns how many bytes the code of the profile F needs. */
static size_t
memory_of(const struct perfdata_file *f)
{
	const struct open_options none = { 0 };
	struct measured_options options = { 0 };
	struct measured *m = measured_new();
	struct recorded_codes codes;
	struct bytes b = { 0 };
	size_t before, after;
	struct err e;
	char *path;

	put_perfdata(&b, f);
	path = write_file(&b);
	before = allocated();
	recorded_codes_open(&codes, m, &none);
	options.codes = &codes.codes;
	assert_int_equal(measured_read(m, path, &options, &e), MEASURED_ADDED);
	after = allocated();
	recorded_codes_release(&codes);
	measured_release(m);
	remove_file(path);
	bytes_release(&b);
	return after > before ? after - before : 0;
}

/* Builds of one file share the symbols that simpleperf has written. */
static void
test_builds(void **state)
{
	enum { SYMBOLS = 5000, BUILDS = 50 };
	static const uint64_t at = 0x7f0000000000;
	size_t memory[2];

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct bytes part = { 0 }, feature = { 0 };
		struct perfdata_file f = { .feature = &feature, .feature_number = 128 };

		put_bytes(&part, "/none/lib.so", 13);
		put_number(&part, 2, 4);
		put_number(&part, 0, 8);
		put_number(&part, SYMBOLS, 4);
		for (unsigned k = 0; k < SYMBOLS; k++) {
			put_number(&part, 16 * k, 8);
			put_number(&part, 16, 4);
			put_bytes(&part, "symbol", 7);
		}
		put_number(&part, 0, 8);
		put_number(&feature, part.n, 4);
		put_bytes(&feature, part.v, part.n);
		put_comm(&f, 0, 10, 10, "prog", false);
		for (unsigned k = 0; k < (i == 0 ? 1 : BUILDS); k++)
			put_build(&f, k, at + 0x10000 * k, k + 1);
		put_stack(&f, BUILDS, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, at + 0x10));
		check_count(&f, "symbol", 1);
		memory[i] = memory_of(&f);
		bytes_release(&part);
		bytes_release(&feature);
		bytes_release(&f.records);
	}
	assert_true(memory[1] <= 3 * memory[0]);
}

/* Files without names share a note, which says how much of the samples each has.  The code that a
 * process made has a note of its own. */
static void
test_unnamed(void **state)
{
	enum { FILES = 3 };
	static const uint64_t at = 0x7f0000000000;
	const struct open_options none = { 0 };
	struct perfdata_file f = { 0 };
	struct measured_options options = { 0 };
	struct measured *m = measured_new();
	struct recorded_codes codes;
	struct bytes b = { 0 };
	struct err e;
	char *path, name[32];

	(void)state;
	put_comm(&f, 0, 10, 10, "prog", false);
	for (uint64_t i = 0; i < FILES; i++) {
		snprintf(name, sizeof(name), "/none/lib%d.so", (int)i);
		put_mmap2(&f, 0, 10, at + 0x10000 * i, 0x1000, 0, name);
		for (uint64_t k = 0; k <= i; k++)
			put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, at + 0x10000 * i));
	}
	put_mmap2(&f, 0, 10, 0x1000, 0x1000, 0, "/dev/ashmem/jit");
	for (int i = 0; i < 4; i++)
		put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x1010));
	put_perfdata(&b, &f);
	path = write_file(&b);
	recorded_codes_open(&codes, m, &none);
	options.codes = &codes.codes;
	assert_int_equal(measured_read(m, path, &options, &e), MEASURED_ADDED);
	m->nnotes = 0;
	recorded_codes_finish(&codes);
	assert_int_equal(m->nnotes, 2);
	assert_string_equal(m->notes[0].text, "40.0 % of the samples are in code without names in "
		"/dev/ashmem/jit: the process made it while it ran.");
	assert_string_equal(m->notes[1].text, "60.0 % of the samples are in code without names in 3 "
		"files that are not the recorded ones, or not on this machine: lib2.so (30.0 %), "
		"lib1.so (20.0 %), lib0.so (10.0 %). /none/lib2.so: there is no such file; check "
		"the name and the directory.");
	recorded_codes_release(&codes);
	measured_release(m);
	remove_file(path);
	bytes_release(&b);
	bytes_release(&f.records);
}

/* Of several files, the note on complete stacks of each is about its own samples: those of the
 * first one begin anywhere, those of the second one in the kernel. */
static void
test_stacks_of_files(void **state)
{
	const struct open_options none = { 0 };
	struct measured *m = measured_new();
	struct recorded_codes codes;
	uint32_t nnotes = 0;

	(void)state;
	recorded_codes_open(&codes, m, &none);
	for (int i = 0; i < 2; i++) {
		struct perfdata_file f = { 0 };

		put_mmap(&f, 0, UINT32_MAX, 0xffff000000000000, 0x1000, 0, "[kernel.kallsyms]_text");
		put_comm(&f, 0, 10, 10, "prog", false);
		if (i == 0)
			put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x5010, 0x5020));
		else
			put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_KERNEL, 0xffff000000000010,
				0xffff000000000020));
		add_file(m, &f, &codes);
		bytes_release(&f.records);
	}
	for (uint32_t i = 0; i < m->nnotes; i++)
		if (strstr(m->notes[i].text, "of the stacks are complete") != NULL) {
			assert_non_null(strstr(m->notes[i].text, "0 % of the stacks"));
			nnotes++;
		}
	assert_int_equal(nnotes, 1);
	recorded_codes_release(&codes);
	measured_release(m);
}

/* Returns the offset of code of this program in its file. */
static uint64_t
own_code(void)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	unsigned long long lo, hi, offset, at = (uintptr_t)own_code, found = 0;
	char line[1024];

	assert_non_null(maps);
	while (fgets(line, sizeof(line), maps) != NULL)
		if (sscanf(line, "%llx-%llx %*s %llx", &lo, &hi, &offset) == 3 && lo <= at && at < hi)
			found = at - lo + offset;
	fclose(maps);
	assert_true(found > 0);
	return found;
}

/* If the profile does not say which build of a program was recorded, a note tells whether the
 * program is newer than the profile. */
static void
test_newer(void **state)
{
	const struct open_options none = { 0 };
	char program[256] = "";
	unsigned nfound = 0, nnewer = 0;

	(void)state;
	assert_true(readlink("/proc/self/exe", program, sizeof(program) - 1) > 0);
	for (time_t written = 1; written < INT32_MAX; written += INT32_MAX - 2) {
		struct measured *m = measured_new();
		struct perfdata_file f = { 0 };
		struct recorded_codes codes;

		recorded_codes_open(&codes, m, &none);
		put_comm(&f, 0, 10, 10, "prog", false);
		put_mmap2(&f, 0, 10, 0x100000, 0x10000000, 0, program);
		put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x100000 + own_code()));
		add_file(m, &f, &codes);
		m->written = written;
		m->nnotes = 0;
		recorded_codes_finish(&codes);
		for (uint32_t i = 0; i < m->nnotes; i++)
			if (strstr(m->notes[i].text, "does not say which build of 1 program") != NULL) {
				nfound++;
				nnewer += strstr(m->notes[i].text, "newer than the profile") != NULL;
			}
		assert_int_equal(nnewer, 1);
		bytes_release(&f.records);
		recorded_codes_release(&codes);
		measured_release(m);
	}
	assert_int_equal(nfound, 2);
}

/* A child executes code that its parent has made, and named. */
static void
test_made_by_parent(void **state)
{
	struct perfdata_file f = { 0 };
	uint32_t parent = (uint32_t)getpid(), child = parent + 1;
	char path[64];
	FILE *map;

	(void)state;
	snprintf(path, sizeof(path), "/tmp/perf-%u.map", parent);
	map = fopen(path, "we");
	assert_non_null(map);
	fprintf(map, "5000 100 made_code\n");
	fclose(map);
	put_comm(&f, 0, parent, parent, "a", false);
	put_mmap(&f, 0, parent, 0x5000, 0x1000, 0, "//anon");
	put_fork(&f, 1, child, parent, child);
	put_stack(&f, 2, child, child, ID_CLOCK, 1, STACK(MARK_USER, 0x5010));
	check_count(&f, "made_code", 1);
	assert_int_equal(unlink(path), 0);
	bytes_release(&f.records);
}

static void
test_starts(void **state)
{
	static const char *const starts[] = { "_start", "main", "clone3@@GLIBC_2.34", "runtime.goexit",
		"__libc_init", "__start_thread", "__pthread_start(void*)", "__dl__start" };
	static const char *const others[] = { "", "mainloop", "_start_more", "__libc_init_secure" };

	(void)state;
	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++)
		assert_true(stackroots_is_start(starts[i]));
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		assert_false(stackroots_is_start(others[i]));
}

/* Appends the feature of a file with one function of 4096 bytes, NAME, to B. */
static void
put_function(struct bytes *b, const char *path, const char *name)
{
	struct bytes part = { 0 };

	put_bytes(&part, path, strlen(path) + 1);
	put_number(&part, 2, 4);
	put_number(&part, 0, 8);
	put_number(&part, 1, 4);
	put_number(&part, 0, 8);
	put_number(&part, 4096, 4);
	put_bytes(&part, name, strlen(name) + 1);
	put_number(&part, 0, 8);
	put_number(b, part.n, 4);
	put_bytes(b, part.v, part.n);
	bytes_release(&part);
}

/* A stack that begins in code without a name is complete only if this calls the first function of
 * the C library. */
static void
test_first_callers(void **state)
{
	static const char *const names[] = { "__libc_start_main", "__libc_start_main@@GLIBC_2.34",
		"__libc_start_main_impl", "main", "__libc_start" };
	static const char wanted[] = "0 % of the stacks are complete. 100 % end in code without a name";

	(void)state;
	for (int i = 0; i < 5; i++) {
		const struct open_options none = { 0 };
		struct bytes feature = { 0 };
		struct perfdata_file f = { .feature = &feature, .feature_number = 128 };
		struct measured *m = measured_new();
		struct recorded_codes codes;
		int n = 0;

		put_function(&feature, "/none/libc.so", names[i]);
		put_comm(&f, 0, 10, 10, "prog", false);
		put_mmap2(&f, 0, 10, 0x10000, 0x1000, 0, "/none/libc.so");
		put_mmap2(&f, 0, 10, 0x20000, 0x1000, 0, "/none/prog");
		put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x20010, 0x10020, 0x20030));
		put_stack(&f, 2, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x10020, 0x20030));
		recorded_codes_open(&codes, m, &none);
		add_file(m, &f, &codes);
		for (uint32_t k = 0; k < m->nnotes; k++)
			n += strncmp(m->notes[k].text, wanted, sizeof(wanted) - 1) == 0;
		assert_int_equal(n, i > 2);
		recorded_codes_release(&codes);
		measured_release(m);
		bytes_release(&feature);
		bytes_release(&f.records);
	}
}

/* The profile says of code in no mapping that it is in no program; not of code without names. */
static void
test_nowhere(void **state)
{
	const struct open_options none = { 0 };
	struct measured *m = measured_new();
	struct perfdata_file f = { 0 };
	struct recorded_codes codes;

	(void)state;
	put_comm(&f, 0, 10, 10, "prog", false);
	put_mmap2(&f, 0, 10, 0x1000, 0x1000, 0, "/none/prog");
	put_stack(&f, 1, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, 0x1010, 0x5000));
	recorded_codes_open(&codes, m, &none);
	add_file(m, &f, &codes);
	assert_int_equal(m->nfuncs, 2);
	for (uint32_t i = 0; i < 2; i++)
		assert_int_equal(m->funcs[i].is_nowhere, strcmp(measured_text_of(m,
			m->funcs[i].name), "[unknown]") == 0);
	recorded_codes_release(&codes);
	measured_release(m);
	bytes_release(&f.records);
}

/* Builds of one file without names are one file in the note. */
static void
test_unnamed_builds(void **state)
{
	static const uint64_t at = 0x7f0000000000;
	const struct open_options none = { 0 };
	struct measured *m = measured_new();
	struct perfdata_file f = { 0 };
	struct recorded_codes codes;

	(void)state;
	put_comm(&f, 0, 10, 10, "prog", false);
	for (uint64_t i = 0; i < 3; i++) {
		put_build(&f, i, at + 0x10000 * i, i + 1);
		put_stack(&f, i, 10, 10, ID_CLOCK, 1, STACK(MARK_USER, at + 0x10000 * i));
	}
	recorded_codes_open(&codes, m, &none);
	add_file(m, &f, &codes);
	m->nnotes = 0;
	recorded_codes_finish(&codes);
	assert_int_equal(m->nnotes, 1);
	assert_string_equal(m->notes[0].text, "100.0 % of the samples are in code without names in "
		"/none/lib.so: there is no such file; check the name and the directory.");
	recorded_codes_release(&codes);
	measured_release(m);
	bytes_release(&f.records);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shared),
		cmocka_unit_test(test_simpleperf),
		cmocka_unit_test(test_simpleperf_kinds),
		cmocka_unit_test(test_simpleperf_files),
		cmocka_unit_test(test_simpleperf_module),
		cmocka_unit_test(test_simpleperf_kallsyms),
		cmocka_unit_test(test_builds),
		cmocka_unit_test(test_unnamed),
		cmocka_unit_test(test_stacks_of_files),
		cmocka_unit_test(test_newer),
		cmocka_unit_test(test_made_by_parent),
		cmocka_unit_test(test_starts),
		cmocka_unit_test(test_first_callers),
		cmocka_unit_test(test_nowhere),
		cmocka_unit_test(test_unnamed_builds),
	};

	watch_for_hangs();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
