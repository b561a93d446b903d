/* make_story.c - the profile of story.h as files: make_story IMAGE PROFILE
 *
 * make_story IMAGE PROFILE interpreter writes the profile of an interpreter instead.  Of the eight
 * calls into its cycle, one runs the program, and the other seven take nearly no time.
 *
 * make_story IMAGE PROFILE callers writes a profile of functions whose callers call them equally
 * often.  screens/callers.folded shows how much time each caller really took.
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
	MOST_BINS = STORY_FUNCS * FUNC_BINS,
	FULL = 60000,			/* greatest number of samples in a bin */
};

struct story {
	const struct story_func *funcs;
	const struct story_arc *arcs;
	uint32_t nfuncs, narcs;
};

enum { START, OPEN_STATE, RUN, CLOSE_STATE, FINALIZE, EXECUTE, CALL, GET, ALLOCATE, NINTERPRETER };

static const struct story_func interpreter_funcs[] = {
	[START] = { "main", 1 },
	[OPEN_STATE] = { "open_state", 0 },
	[RUN] = { "run_script", 0 },
	[CLOSE_STATE] = { "close_state", 1 },
	[FINALIZE] = { "call_finalizers", 0 },
	[EXECUTE] = { "execute", 310 },
	[CALL] = { "call_function", 42 },
	[GET] = { "table_get", 96 },
	[ALLOCATE] = { "allocate", 50 },
};

static const struct story_arc interpreter_arcs[] = {
	{ START, OPEN_STATE, 1 }, { START, RUN, 1 }, { START, CLOSE_STATE, 1 },
	{ OPEN_STATE, CALL, 1 }, { RUN, CALL, 1 }, { CLOSE_STATE, FINALIZE, 1 },
	{ FINALIZE, CALL, 6 }, { CALL, EXECUTE, 2400000 }, { EXECUTE, CALL, 2399992 },
	{ EXECUTE, GET, 7100000 }, { CALL, ALLOCATE, 810000 }, { OPEN_STATE, ALLOCATE, 40 },
};

enum { TOP, EASY, HARD, WORK, READ, PARSE, LOG, NCALLERS };

static const struct story_func callers_funcs[] = {
	[TOP] = { "main", 0 },
	[EASY] = { "easy", 0 },
	[HARD] = { "_ZN3app4hardEi", 3 },
	[WORK] = { "work", 797 },
	[READ] = { "read_input", 20 },
	[PARSE] = { "parse", 140 },
	[LOG] = { "log_line.part.0", 40 },
};

static const struct story_arc callers_arcs[] = {
	{ TOP, EASY, 1000 }, { TOP, HARD, 1000 }, { EASY, WORK, 1000 }, { HARD, WORK, 1000 },
	{ TOP, READ, 10 }, { READ, PARSE, 200 }, { PARSE, PARSE, 90 }, { HARD, PARSE, 200 },
	{ EASY, LOG, 2 }, { HARD, LOG, 2 },
};

static const struct story stories[] = {
	{ story_funcs, story_arcs, STORY_FUNCS, STORY_ARCS },
	{ interpreter_funcs, interpreter_arcs, NINTERPRETER,
		sizeof(interpreter_arcs) / sizeof(*interpreter_arcs) },
	{ callers_funcs, callers_arcs, NCALLERS, sizeof(callers_arcs) / sizeof(*callers_arcs) },
};

static void
put_profile(const struct story *s, struct bytes *b)
{
	uint16_t bins[MOST_BINS] = { 0 };
	uint32_t f, i;

	put_gmon_header(b, 1);
	for (f = 0; f < s->nfuncs; f++) {
		uint32_t left = s->funcs[f].ticks;

		for (i = 0; i < FUNC_BINS && left > 0; i++) {
			bins[f * FUNC_BINS + i] = (uint16_t)(left > FULL ? FULL : left);
			left -= bins[f * FUNC_BINS + i];
		}
	}
	put_histogram(b, STORY_CODE, STORY_CODE + s->nfuncs * STORY_SIZE, STORY_RATE, bins,
		s->nfuncs * FUNC_BINS);
	for (i = 0; i < s->narcs; i++)
		put_arc(b, STORY_CODE + s->arcs[i].caller * STORY_SIZE + 16,
			STORY_CODE + s->arcs[i].callee * STORY_SIZE, s->arcs[i].count);
}

int
main(int argc, char **argv)
{
	const struct story *s = &stories[argc != 4 ? 0 : strcmp(argv[3], "interpreter") == 0 ? 1
		: strcmp(argv[3], "callers") == 0 ? 2 : 0];
	struct bytes b = { .address_size = 8 };
	struct elf_section text = { ".text", STORY_CODE, s->nfuncs * STORY_SIZE, true, NULL };
	struct elf_sym symbols[STORY_FUNCS];
	struct elf_file f = { .address_size = 8, .machine = EM_X86_64, .type = ET_EXEC,
		.sections = &text, .nsections = 1, .symbols = symbols, .nsymbols = s->nfuncs };
	unsigned i;

	if (argc != 3 && s == stories) {
		fprintf(stderr, "usage: make_story IMAGE PROFILE [interpreter|callers]\n");
		return EXIT_FAILURE;
	}
	for (i = 0; i < s->nfuncs; i++)
		symbols[i] = (struct elf_sym){ s->funcs[i].name, STORY_CODE + i * STORY_SIZE,
			STORY_SIZE, STT_FUNC, STB_GLOBAL, 1 };
	put_profile(s, &b);
	move_file(make_elf(&f), argv[1]);
	move_file(write_file(&b), argv[2]);
	bytes_release(&b);
	return EXIT_SUCCESS;
}
