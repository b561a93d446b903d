/* fuzz_source.c - fuzzer: the text of a source file in the source view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "app/navigate_source.h"
#include "base/mem.h"
#include "fixture.h"
#include "fuzz.h"

enum { LINES = 3 };

/* Makes PATH the only source file of LOOKUP, and puts the first function into it. */
static void
fill_sources(struct lookup *lookup, const char *path)
{
	struct sources *s = &lookup->sources;

	s->files = mem_new(1, sizeof(*s->files));
	s->lines = mem_new(LINES, sizeof(*s->lines));
	s->calls = mem_new(1, sizeof(*s->calls));
	s->counts = mem_new(1, sizeof(*s->counts));
	s->funcs = mem_new(1, sizeof(*s->funcs));
	s->file_of = mem_new(STORY_FUNCS, sizeof(*s->file_of));
	s->line_of = mem_new(STORY_FUNCS, sizeof(*s->line_of));
	s->files[0] = (struct source){ .path = path, .hits = 6, .most = 3, .nlines = LINES,
		.nfuncs = 1 };
	s->nfiles = s->nfuncs = 1;
	s->line_of[0] = 1;
	for (uint32_t i = 1; i < STORY_FUNCS; i++)
		s->file_of[i] = NOBODY;
	for (uint32_t i = 0; i < LINES; i++)
		s->lines[i] = (struct source_line){ .number = i * i + 1, .hits = i + 1 };
	s->nlines = LINES;
	lookup->ntexts = 1;
	lookup->texts = mem_new(lookup->ntexts, sizeof(*lookup->texts));
	lookup->has_sources = true;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static const char *const keys[] = { ":fd/3:1<Enter>", "]]]", "<Right><Right>", "/a<Enter>n",
		"G%", "<Resize:40x10>", "<Resize:100x12>", "i", "<Backspace>lv" };
	const char *path = fuzz_file(0, bytes, size);
	struct fixture f;

	fixture_profile(&f);
	f.image.fd = -1;
	fixture_begin(&f, 44, 8, size % 2);
	fill_sources(&f.lookup, path);
	navigate_source_line(&f.app, 0, 1, 0);
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		press(&f, keys[i]);
		fuzz_check_grid(&f.grid);
	}
	fixture_close(&f);
	return 0;
}
