/* make_story.c - the profile of story.h as files: make_story IMAGE PROFILE
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "make_elf.h"
#include "story.h"

enum {
	BIN = 8,			/* bytes of code per bin */
	FUNC_BINS = STORY_SIZE / BIN,
	NBINS = STORY_FUNCS * FUNC_BINS,
	FULL = 60000,			/* most samples put into a bin */
};

static void
put_profile(struct bytes *b)
{
	uint16_t bins[NBINS] = { 0 };
	uint32_t f, i;

	put_gmon_header(b, 1);
	for (f = 0; f < STORY_FUNCS; f++) {
		uint32_t left = story_funcs[f].ticks;

		for (i = 0; i < FUNC_BINS && left > 0; i++) {
			bins[f * FUNC_BINS + i] = (uint16_t)(left > FULL ? FULL : left);
			left -= bins[f * FUNC_BINS + i];
		}
	}
	put_histogram(b, STORY_CODE, STORY_CODE + STORY_FUNCS * STORY_SIZE, STORY_RATE, bins,
		NBINS);
	for (i = 0; i < STORY_ARCS; i++)
		put_arc(b, STORY_CODE + story_arcs[i].caller * STORY_SIZE + 16,
			STORY_CODE + story_arcs[i].callee * STORY_SIZE, story_arcs[i].count);
}

/* Copy the file FROM to TO, then remove and free FROM. */
static void
move_file(char *from, const char *to)
{
	char bytes[4096];
	FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
	size_t n;

	if (in == NULL || out == NULL) {
		perror(to);
		exit(EXIT_FAILURE);
	}
	while ((n = fread(bytes, 1, sizeof(bytes), in)) > 0)
		fwrite(bytes, 1, n, out);
	fclose(in);
	if (fclose(out) != 0)
		exit(EXIT_FAILURE);
	remove_file(from);
}

int
main(int argc, char **argv)
{
	struct bytes b = { .address_size = 8 };
	struct elf_section text = { ".text", STORY_CODE, STORY_FUNCS * STORY_SIZE, true, NULL };
	struct elf_sym symbols[STORY_FUNCS];
	struct elf_file f = { .address_size = 8, .machine = EM_X86_64, .type = ET_EXEC,
		.sections = &text, .nsections = 1, .symbols = symbols, .nsymbols = STORY_FUNCS };
	unsigned i;

	if (argc != 3) {
		fprintf(stderr, "usage: make_story IMAGE PROFILE\n");
		return EXIT_FAILURE;
	}
	for (i = 0; i < STORY_FUNCS; i++)
		symbols[i] = (struct elf_sym){ story_funcs[i].name, STORY_CODE + i * STORY_SIZE,
			STORY_SIZE, STT_FUNC, STB_GLOBAL, 1 };
	put_profile(&b);
	move_file(make_elf(&f), argv[1]);
	move_file(write_file(&b), argv[2]);
	bytes_release(&b);
	return EXIT_SUCCESS;
}
