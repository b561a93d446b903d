/* test_perfnames.c - perf.data: names of functions in files that were made to have too many of them
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

#include <cmocka.h>

#include "base/mem.h"
#include "bytes.h"
#include "elf/symtab.h"
#include "lined.h"
#include "measured/measured.h"
#include "measured/reader.h"
#include "perfdata_file.h"
#include "profile/open_options.h"
#include "recorded/recorded_codes.h"

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

/* Returns how many functions of the profile F have the long name, and how many the name OTHER. */
static void
count_names(const struct perfdata_file *f, const char *other, uint32_t *nlong, uint32_t *nother)
{
	const struct open_options none = { 0 };
	struct measured_options options = { 0 };
	struct measured *m = measured_new();
	struct recorded_codes codes;
	struct bytes b = { 0 };
	struct err e;
	char *path;

	put_perfdata(&b, f);
	path = write_file(&b);
	recorded_codes_open(&codes, m, &none);
	options.codes = &codes.codes;
	assert_int_equal(measured_read(m, path, &options, &e), MEASURED_ADDED);
	*nlong = *nother = 0;
	for (uint32_t i = 0; i < m->nfuncs; i++) {
		const char *name = measured_text_of(m, m->funcs[i].name);

		*nlong += strlen(name) == LONG_NAME;
		*nother += strcmp(name, other) == 0;
	}
	recorded_codes_release(&codes);
	measured_release(m);
	remove_file(path);
	bytes_release(&b);
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shared),
	};

	watch_for_hangs();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
