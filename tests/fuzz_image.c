/* fuzz_image.c - fuzzer: an ELF or PE file: sections, symbols, and calls in its code
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "elf/image.h"
#include "elf/symtab.h"
#include "fuzz.h"
#include "load/open.h"
#include "notes/notes.h"
#include "profile/profile.h"
#include "source/gcov.h"

static uint64_t
read_all_symbols(const struct elf_symtab *table)
{
	uint64_t sum = 0;

	for (size_t i = 1; table != NULL && i < symtab_count(table); i++) {
		struct elf_symbol s;

		symtab_get(table, i, &s);
		sum += strlen(s.name) + s.value;
	}
	return sum;
}

/* Returns the path of a profile in memory, with samples and calls in the first code section of
 * IM. */
static const char *
profile_of(const struct image *im)
{
	static const uint16_t bins[64] = { 1, 2, 3, [63] = 4 };
	struct bytes b = { .address_size = im->address_size, .big_endian = im->big_endian };
	uint64_t lo = im->ncode > 0 ? im->code[0].lo : 0, hi = im->ncode > 0 ? im->code[0].hi : 0;
	const char *path;

	if (hi - lo > 1 << 20)
		hi = lo + (1 << 20);
	put_gmon_header(&b, 1);
	put_histogram(&b, lo, hi, 100, bins, 64);
	put_arc(&b, lo, lo, 1);
	put_arc(&b, lo + 16, hi - 1, 2);
	put_arc(&b, hi, (lo + hi) / 2, 3);
	path = fuzz_file(1, b.v, b.n);
	bytes_release(&b);
	return path;
}

static void
load_profile(const char *image, const char *profile, enum rules rules)
{
	const struct open_options how = { .image = image, .files = &profile, .nfiles = 1,
		.rules = rules, .static_calls = true };
	struct profile p;
	struct err e = { 0 };

	if (!open_profile(&p, &how, &e)) {
		FUZZ_ASSERT(e.text[0] != '\0');
		return;
	}
	notes_find(&p);
	profile_release(&p);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	const char *path = fuzz_file(0, bytes, size), *profile;
	struct image im;
	struct gcov g;
	struct err e = { 0 };
	uint64_t sum = 0;

	if (!image_open(&im, path, &e)) {
		FUZZ_ASSERT(e.text[0] != '\0');
		return 0;
	}
	for (size_t i = 0; i < im.ncode; i++)
		for (uint64_t k = im.code[i].lo; im.code[i].bytes != NULL && k < im.code[i].hi; k++)
			sum += im.code[i].bytes[k - im.code[i].lo];
	sum += read_all_symbols(im.symtab) + read_all_symbols(im.dynsym);
	if (gcov_read(&g, &im, "/nonexistent", NULL, &e))
		gcov_release(&g);
	profile = profile_of(&im);
	image_release(&im);
	load_profile(path, profile, sum % 2 ? RULES_GPROF : RULES_EXACT);
	return 0;
}
