/* fuzz_load.c - fuzzer: from a profile file to the screen, with an intact image
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <locale.h>

#include "fuzz.h"
#include "load/open.h"
#include "make_elf.h"
#include "notes/notes.h"

static const unsigned char code[0x1000] = { 0xe8, 0, 1, 0, 0 };

static const struct elf_section sections[] = { { ".text", 0x1000, 0x1000, true, code } };

static const struct elf_sym symbols[] = {
	{ "main", 0x1000, 0x100, STT_FUNC, STB_GLOBAL, 1 },
	{ "_ZN4test5innerIiEEvT_", 0x1100, 0x80, STT_FUNC, STB_LOCAL, 1 },
	{ "overlap", 0x1140, 0x100, STT_FUNC, STB_WEAK, 1 },
	{ "label", 0x1300, 0, STT_NOTYPE, STB_GLOBAL, 1 },
	{ "mcount", 0x1800, 0x40, STT_FUNC, STB_GLOBAL, 1 },
};

static const char *
image_path(void)
{
	static const char *path;
	const struct elf_file f = { .address_size = 8, .machine = EM_X86_64, .type = ET_EXEC,
		.sections = sections, .nsections = 1, .symbols = symbols, .nsymbols = 5 };

	if (path == NULL)
		path = fuzz_elf_file(0, make_elf(&f));
	return path;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	const char *file = fuzz_file(1, bytes, size);
	struct open_options how = { .image = image_path(), .files = &file, .nfiles = 1,
		.rules = size % 4 == 0 ? RULES_GPROF : RULES_EXACT, .any_rate = true,
		.static_calls = size % 3 == 0, .sum_up = size % 5 == 0 };
	struct err e = { 0 };
	struct profile p;

	setlocale(LC_ALL, "C.UTF-8");
	if (!open_profile(&p, &how, &e)) {
		FUZZ_ASSERT(e.text[0] != '\0');
		return 0;
	}
	notes_find(&p);
	fuzz_browse(&p, "<Enter>kk<Enter>j<Enter>fCljt*!<Enter>iFR", p.nsamples % 2, NULL);
	profile_release(&p);
	return 0;
}
