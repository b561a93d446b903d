/* test_source_views.c - the views source, lines and files, of a profile written by hand
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
#include <unistd.h>

#include <cmocka.h>
#include <elf.h>

#include "base/mem.h"
#include "fixture_has.h"
#include "text/text.h"

enum { UPDCRC, INIT_BLOCK, CT_TALLY, NFUNCS, INDEX_UPDCRC = 12, INDEX_INIT_BLOCK = 7 };

static char *screens;			/* directory of the expected screens */
static char place[] = "/tmp/test_source_views.XXXXXX";
static char source_path[64];

/* The example in the manual of gprof. */
static const struct {
	uint32_t number;
	double hits;
	uint64_t calls, counts[3];
	uint32_t ncounts;
	const char *text;
} example[] = {
	{ 4, 0, 0, { 2 }, 1, "{" },
	{ 9, 0, 0, { 2 }, 1, "    if (s == NULL) {" },
	{ 10, 0, 0, { 1 }, 1, "\tc = 0xffffffffL;" },
	{ 12, 0, 0, { 1 }, 1, "        c = crc;\r" },
	{ 13, 0, 0, { 1 }, 1, "        if (n) do {" },
	{ 14, 3, 0, { 26312 }, 1, "            c = crc_32_tab[...];" },
	{ 15, 1, 0, { 26312, 1, 26311 }, 3, "        } while (--n);" },
	{ 17, 0, 0, { 2 }, 1, "    c = c ^ 0xffffffffL;" },
	{ 384, 0, 3071, { 0 }, 0, "        init_block();" },
};

enum { LINES = sizeof(example) / sizeof(*example), LAST = 400 };

static void
write_source(const char *path)
{
	FILE *f = fopen(path, "w");
	uint32_t number, i = 0;

	assert_non_null(f);
	for (number = 1; number <= LAST; number++) {
		if (i < LINES && example[i].number == number)
			fputs(example[i++].text, f);
		fputc('\n', f);
	}
	fclose(f);
}

static int
setup(void **state)
{
	const char *srcdir = getenv("srcdir");
	char path[4096];

	(void)state;
	/* Use an absolute path, because the screens are read after the test has changed its
	 * directory. */
	snprintf(path, sizeof(path), "%s/tests/screens", srcdir != NULL ? srcdir : ".");
	screens = realpath(path, NULL);
	if (mkdtemp(place) == NULL || chdir(place) != 0)
		return -1;
	snprintf(source_path, sizeof(source_path), "%s/util.c", place);
	write_source(source_path);
	return 0;
}

static int
teardown(void **state)
{
	char command[64];

	(void)state;
	free(screens);
	snprintf(command, sizeof(command), "rm -rf %s", place);
	return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

/* Divides the samples of each function among lines.  The samples of updcrc are on known lines,
 * those of the other functions are not. */
static void
fill_parts(struct sources *s)
{
	struct func_lines *p = &s->funclines;
	uint32_t n = 0, i;

	p->nfuncs = NFUNCS;
	p->v = mem_new(LINES + NFUNCS, sizeof(*p->v));
	p->at = mem_new(NFUNCS + 1, sizeof(*p->at));
	for (i = 0; i < s->nlines; i++)
		if (s->lines[i].hits > 0 || s->lines[i].calls > 0) {
			s->lines[i].owner = UPDCRC;
			s->lines[i].nowners = 1;
			p->v[n++] = (struct func_line){ .line = i, .hits = s->lines[i].hits,
				.calls = s->lines[i].calls };
		}
	p->at[INIT_BLOCK] = n;
	p->v[n++] = (struct func_line){ .line = NOBODY, .hits = 6 };
	p->at[CT_TALLY] = n;
	p->v[n++] = (struct func_line){ .line = NOBODY, .hits = 3 };
	p->at[NFUNCS] = n;
}

/* Gives F the source file and the lines of the example.  RECORDED is the path of the file in the
 * profile. */
static void
fill_sources(struct fixture *f, const char *recorded)
{
	struct sources *s = &f->lookup.sources;
	uint32_t i, k;

	s->files = mem_new(1, sizeof(*s->files));
	s->lines = mem_new(LINES, sizeof(*s->lines));
	s->calls = mem_new(2, sizeof(*s->calls));
	s->counts = mem_new(3 * LINES, sizeof(*s->counts));
	s->funcs = mem_new(NFUNCS, sizeof(*s->funcs));
	s->file_of = mem_new(NFUNCS, sizeof(*s->file_of));
	s->line_of = mem_new(NFUNCS, sizeof(*s->line_of));
	s->files[0] = (struct source){ .path = recorded, .hits = 4, .most = 3, .calls = 3071,
		.nlines = LINES, .nfuncs = 1, .ncounted = 8 };
	s->nfiles = 1;
	s->funcs[s->nfuncs++] = UPDCRC;
	s->file_of[INIT_BLOCK] = s->file_of[CT_TALLY] = NOBODY;
	s->line_of[UPDCRC] = 4;
	for (i = 0; i < LINES; i++) {
		s->lines[i] = (struct source_line){ .number = example[i].number,
			.hits = example[i].hits, .calls = example[i].calls, .count_at = s->ncounts,
			.ncounts = example[i].ncounts, .ncalls = example[i].calls > 0 };
		for (k = 0; k < example[i].ncounts; k++)
			s->counts[s->ncounts++] = example[i].counts[k];
	}
	s->nlines = LINES;
	fill_parts(s);
	s->calls[s->ncalls++] = (struct line_call){ .arc = 0, .count = 3071, .sure = true };
	s->unplaced = 9;
	f->lookup.texts = mem_new(1, sizeof(*f->lookup.texts));
	f->lookup.ntexts = f->lookup.sources.nfiles;
	f->lookup.has_sources = true;
	f->lookup.counts_width = 13;
}

/* Opens a browser of the example on a screen of WIDTH x HEIGHT.  RECORDED is the path of the source
 * in the profile; PATHS may be NULL. */
static void
open_example(struct fixture *f, int width, int height, const char *recorded,
	struct source_paths *paths)
{
	static const struct {
		const char *name;
		double ticks;
	} funcs[NFUNCS] = { { "updcrc", 4 }, { "init_block", 6 }, { "ct_tally", 3 } };
	struct profile *p = &f->profile;
	uint32_t i;

	fixture_profile(f);
	f->image.path = "/opt/gzip";
	f->image.fd = -1;
	f->image.modified = INT32_MAX;
	p->nfuncs = p->nticks = p->noutside = NFUNCS;
	p->nsamples = 13;
	p->total = 13;
	for (i = 0; i < NFUNCS; i++) {
		p->funcs[i].name = funcs[i].name;
		p->ticks[i] = funcs[i].ticks;
		p->funcs[i].is_profiler = false;
	}
	p->narcs = 2;
	p->arcs[0] = (struct arc){ UPDCRC, INIT_BLOCK, 3071 };
	p->arcs[1] = (struct arc){ UPDCRC, CT_TALLY, 5 };
	profile_note(p, NOBODY, "odd", "");
	fixture_start(f, width, height, false);
	f->lookup.paths = paths;
	f->graph.nodes[UPDCRC].index = INDEX_UPDCRC;
	f->graph.nodes[INIT_BLOCK].index = INDEX_INIT_BLOCK;
	fill_sources(f, recorded);
}

static void
test_narrow_screen(void **state)
{
	struct source_line *line;
	struct fixture f;

	(void)state;
	open_example(&f, 80, 24, source_path, NULL);
	press(&f, ":util.c:4<Enter>");
	fixture_has_line(&f,
		"gzip  gmon.out: 0.13 s, 13 samples @100Hz  source of [12] updcrc  util.c  !1");
	fixture_has_line(&f, "     %         count line   util.c");
	fixture_has_line(&f, "                   2    4   {");
	press(&f, "]]");
	fixture_has_line(&f, "                   2    9       if (s == NULL) {");
	fixture_has_line(&f, "                   1   10           c = 0xffffffffL;");
	fixture_has_line(&f, "                   1   12           c = crc;");
	fixture_has_line(&f, "  23.1 ▉       26312   14 ▌             c = crc_32_tab[...];");
	fixture_has_line(&f, "   7.7 ▎     26312,…   15           } while (--n);");
	fixture_has_line(&f, "15: 1 hit ±1; ran 26312: 1 one way, 26311 the other; 0.01 s");
	fixture_has_line(&f,
		"[ ] hot line  < back  l lines  i explain  e edit  a header  / find  ? help");
	press(&f, "]");
	fixture_has(&f, "no hot row below");
	press(&f, "[");
	fixture_has_line(&f, "14: 3 hits ±1.7; ran 26312 times; 0.03 s");
	line = (struct source_line *)sources_line(&f.lookup.sources, app_view(&f.app)->subject, 14);
	line->hits = 26500;
	for (uint32_t i = 0; i < f.lookup.sources.funclines.at[INIT_BLOCK]; i++)
		if (f.lookup.sources.funclines.v[i].line
		    == (uint32_t)(line - f.lookup.sources.lines))
			f.lookup.sources.funclines.v[i].hits = 26500;
	press(&f, "");
	fixture_has(&f, "14: 26500 hits ±163; ran 26312 times; 265.00 s");
	press(&f, ":util.c:384<Enter>");
	fixture_has_line(&f, "               →3071  384 →         init_block();");
	fixture_has_line(&f, "384: calls init_block [7] 3071 times");
	fixture_close(&f);
}

static void
test_wide_screen(void **state)
{
	struct fixture f;
	char text[256];

	(void)state;
	open_example(&f, 160, 50, source_path, NULL);
	f.image.modified = 1;
	press(&f, ":util.c:15<Enter>");
	fixture_has(&f, "newer than the image: lines may have moved");
	snprintf(text, sizeof(text), "gzip   gmon.out   0.13 s in 13 samples at 100 Hz   "
		"source of [12] updcrc   %s (newer than the image)   !1",
		source_path);
	fixture_has_line(&f, text);
	fixture_has_line(&f,
		"  hits   self s     %                   count    s/exec       calls  line    "
		"util.c");
	fixture_has_line(&f,
		"                                            2                           9       "
		"if (s == NULL) {");
	fixture_has_line(&f,
		"     3     0.03  23.1 █▉                26312   1.14 µs                14 ▌  "
		"           c = crc_32_tab[...];");
	fixture_has_line(&f,
		"     1     0.01   7.7 ▋         26312,1,26311    380 ns                15    "
		"       } while (--n);");
	press(&f, ":util.c:384<Enter>");
	fixture_has(&f, "                                                               3071   "
		"384 →         init_block();           ");
	fixture_has(&f, "   → init_block [7] ×3071");
	assert_int_equal(text_width(line_of(&f, find_line(&f, "×3071")), false), 160);
	fixture_close(&f);
}

/* Lines can be marked; rows of explanations cannot. */
static void
test_lines_are_marked(void **state)
{
	struct fixture f;

	(void)state;
	open_example(&f, 80, 24, source_path, NULL);
	press(&f, ":util.c<Enter>");
	fixture_has(&f, "1: no figures");
	press(&f, ":til.c<Enter>");
	fixture_has(&f, "no function or file is called til.c");
	press(&f, ":util.c:384<Enter>ma:util.c:14<Enter>");
	fixture_has_selected(&f, "c = crc_32_tab");
	press(&f, "'a");
	fixture_has_selected(&f, "init_block();");
	press(&f, "''");
	fixture_has_selected(&f, "c = crc_32_tab");
	press(&f, "imb'b");
	fixture_has(&f, "no such mark; m and a letter");
	fixture_close(&f);
}

static void
rename_tally(struct fixture *f, const char *name)
{
	f->profile.funcs[CT_TALLY].name = name;
	sparsetexts_set(&f->names.shown, CT_TALLY, name);
	sparsetexts_set(&f->app.ctx.plain, CT_TALLY, NULL);
}

/* If the typed text is the name of a file, the file comes before functions whose names begin with
 * it. */
static void
test_file_or_function(void **state)
{
	struct fixture f;

	(void)state;
	open_example(&f, 80, 24, source_path, NULL);
	rename_tally(&f, "util.constprop.0");
	press(&f, ":util.co<Enter>");
	fixture_has(&f, "the only one whose name begins with util.co");
	press(&f, ":util.c<Enter>");
	fixture_has(&f, "1: no figures");
	rename_tally(&f, "util.c");
	press(&f, ":util.c<Enter>");
	fixture_has(&f, "] util.c");
	fixture_close(&f);
}

/* Enter on a line goes to its callee, or unfolds several callees. */
static void
test_enter_goes_to_callees(void **state)
{
	struct fixture f;

	(void)state;
	open_example(&f, 80, 24, source_path, NULL);
	press(&f, ":util.c:384<Enter><Enter>");
	fixture_has(&f, "calls of [7] init_block");
	press(&f, "<lt>");
	fixture_has_selected(&f, "init_block();");
	/* It is not certain that the second call is on this line. */
	f.lookup.sources.lines[LINES - 1].ncalls = 2;
	f.lookup.sources.calls[1] = (struct line_call){ .arc = 1, .count = 5, .sure = false };
	press(&f, "<Enter>");
	fixture_has(&f, "                3071          → init_block");
	fixture_has(&f, "                   5        ? → ct_tally");
	press(&f, "jj");
	fixture_has(&f, "calls ct_tally");
	fixture_has(&f, "5 times, or a neighbouring line calls it");
	/* The key "e" on the row of a call edits the line of the row above. */
	press(&f, "e");
	assert_int_equal(f.app.request, REQUEST_EDIT);
	assert_int_equal(f.app.edit_line, 384);
	assert_string_equal(f.app.edit_path, source_path);
	press(&f, "<Enter>");
	fixture_has(&f, "ct_tally");
	fixture_has(&f, "calls of [");
	press(&f, ":util.c:14<Enter><Enter>");
	fixture_has(&f, "no calls were counted on this line");
	fixture_close(&f);
}

/* The first line of a function shows the number of calls of the function, unless the line has an
 * execution count. */
static void
test_calls_of_first_line(void **state)
{
	struct source_line *line;
	struct fixture f;

	(void)state;
	open_example(&f, 80, 24, source_path, NULL);
	line = (struct source_line *)sources_line(&f.lookup.sources, 0, 384);
	f.lookup.sources.funcs[1] = INIT_BLOCK;
	f.lookup.sources.funcs[2] = CT_TALLY;
	line->func_at = 1;
	line->nfuncs = 1;
	line->calls = 99;
	press(&f, ":util.c:384<Enter>");
	fixture_has_line(&f, "                3071  384 →         init_block();");
	fixture_has(&f, "384: init_block [7] begins here, called 3071 times");
	press(&f, "i");
	fixture_has(&f, "Counted: init_block [7] begins here and was called 3071 times.");
	fixture_has_not(&f, "was not counted");
	line->nfuncs = 2;
	f.profile.calls_lost = true;
	press(&f, "<lt>");
	fixture_has_line(&f, "               ≥3076  384 →         init_block();");
	fixture_has(&f, "384: 2 functions begin here, called at least 3076 times");
	press(&f, "i");
	fixture_has(&f, "ct_tally [3] begins here and was called at least 5 times.");
	press(&f, "<lt>");
	line->ncounts = 1;
	press(&f, ":util.c:384<Enter>");
	fixture_has_line(&f, "                   0  384 →         init_block();");
	fixture_close(&f);
}

/* In the prompt of the key ":", Tab completes the name of a file if no function begins like it. */
static void
test_files_are_completed(void **state)
{
	struct fixture f;

	(void)state;
	open_example(&f, 80, 24, source_path, NULL);
	press(&f, ":uti<Tab>");
	fixture_has(&f, "go to (index, name, file:line): util.c");
	press(&f, "<Enter>");
	fixture_has_at(&f, 0, "util.c");
	press(&f, ":upd<Tab>");
	fixture_has(&f, "updcrc");
	press(&f, "<Esc>:nil<Tab>");
	fixture_has(&f, "no name contains nil");
	fixture_close(&f);
}

/* The key "i" explains how the samples of a bin were divided among lines. */
static void
test_division_is_explained(void **state)
{
	struct fixture f;

	(void)state;
	open_example(&f, 160, 50, source_path, NULL);
	for (uint32_t i = 0; i < f.lookup.sources.nlines; i++)
		if (f.lookup.sources.lines[i].number == 15)
			f.lookup.sources.lines[i].hits = 1.5;
	f.image.machine = EM_AARCH64;
	press(&f, ":util.c:15<Enter>i");
	fixture_has(&f, "divided by the instructions that begin in each line, which may be wrong");
	f.image.machine = EM_68K;
	press(&f, "<lt>i");
	fixture_has(&f, "divided by bytes of code, as the instructions are not known, which may");
	fixture_close(&f);
}

/* The key "i" explains a line in full. */
static void
test_line_is_explained(void **state)
{
	struct fixture f;

	(void)state;
	open_example(&f, 80, 24, source_path, NULL);
	press(&f, ":util.c:15<Enter>i");
	fixture_has_at(&f, 0, "about util.c, line 15");
	fixture_has(&f,
		"Sampled: 1 sample on this line, which is 0.01 ±0.01 s or 7.69 %");
	fixture_has(&f, "Counted: it ran 26312 times.");
	fixture_has(&f, "Its branches or parts ran 1, 26311 times.");
	press(&f, "<lt>:util.c:384<Enter>i");
	fixture_has(&f, "no samples on this line");
	fixture_has(&f, "Counted: it calls init_block [7] 3071 times.");
	press(&f, "<lt>:util.c:100<Enter>");
	fixture_has(&f, "100: no figures");
	press(&f, "i");
	fixture_has_at(&f, 0, "about util.c, line 100");
	fixture_has(&f, "There are no figures for this line.");
	press(&f, "<lt>Fi");
	fixture_has_at(&f, 0, "about util.c");
	fixture_close(&f);
}

static void
test_missing_source(void **state)
{
	struct source_paths paths = { 0 };
	struct fixture f;

	(void)state;
	sourcepaths_add_dirs(&paths, "nowhere");
	open_example(&f, 80, 24, "/build/gzip/lib/util.c", &paths);
	press(&f, ":util.c:4<Enter>");
	fixture_has(&f, "source not found; press o to name it; looked for:");
	fixture_has(&f, "  /build/gzip/lib/util.c");
	fixture_has(&f, "  nowhere/util.c");
	/* Lines with figures are shown, but without text, because the source was not found. */
	fixture_has_line(&f, "  23.1 ▉       26312   14 ▌");
	fixture_has_line(&f, "               →3071  384 →");
	fixture_has_selected(&f, "    4");
	/* The prompt proposes a file with this name below the current directory. */
	assert_int_equal(system("mkdir -p tree/lib && cp util.c tree/lib/util.c"), 0);
	press(&f, "o");
	fixture_has(&f, "source file or its directory: tree/lib/util.c");
	press(&f, "<C-u>nothing<Enter>");
	fixture_has(&f, "no util.c was found at nothing");
	press(&f, "o<C-u>tree<Enter>");
	fixture_has(&f, "to make this permanent: --path-map=/build/gzip=tree");
	fixture_has_line(&f, "                   2    9       if (s == NULL) {");
	fixture_has_selected(&f, "    4   {");
	press(&f, "o");
	fixture_has(&f, "the source was found: tree/lib/util.c");
	fixture_close(&f);
	sourcepaths_release(&paths);
}

/* Text for a shell is quoted if the recorded path has special characters. */
static void
test_missing_source_is_quoted(void **state)
{
	struct source_paths paths = { 0 };
	struct fixture f;

	(void)state;
	assert_int_equal(system("mkdir -p tree/lib && cp util.c tree/lib/util.c"), 0);
	open_example(&f, 80, 24, "/$(id)'/lib/util.c", &paths);
	press(&f, ":util.c:4<Enter>o<C-u>tree<Enter>");
	fixture_has(&f, "to make this permanent: --path-map='/$(id)'\\''=tree'");
	fixture_close(&f);
	sourcepaths_release(&paths);
}

/* If a source ends before the last line with figures, lines behind its end are shown without
 * text. */
static void
test_source_too_short(void **state)
{
	struct fixture f;
	FILE *out = fopen("short.c", "w");

	(void)state;
	assert_non_null(out);
	fputs("only\nfour\nlines\n{ here", out);
	fclose(out);
	open_example(&f, 80, 24, "short.c", NULL);
	press(&f, ":short.c:4<Enter>");
	fixture_has_line(&f, "                   2    4   { here");
	fixture_has_line(&f, "                   2    9");
	fixture_has_line(&f, "               →3071  384 →");
	fixture_close(&f);
}

/* Source text may have bytes that a terminal takes for commands, and very long lines. */
static void
test_hostile_source(void **state)
{
	struct fixture f;
	FILE *out = fopen("odd.c", "w");
	int i;

	(void)state;
	assert_non_null(out);
	fputs("a\033[31mb\n\xff\xc3\xa4\xe2\x82\n\tx\ty\nl", out);
	for (i = 0; i < 300000; i++)
		fputc(i == 20 ? 'M' : 'o', out);
	fputs("ng\n", out);
	fclose(out);
	open_example(&f, 80, 24, "odd.c", NULL);
	press(&f, ":odd.c:1<Enter>");
	fixture_has(&f, "a^[[31mb");
	fixture_has(&f, "<ff>ä<e2><82>");
	fixture_has(&f, "3           x       y");
	fixture_has(&f, "4   loooooooooooooooooooo");
	press(&f, "<Right><Right>");
	fixture_has(&f, "4   oooooMooooo");
	/* Scrolling to the right also scrolls tabs. */
	fixture_has(&f, "3   y");
	press(&f, "<Left>");
	fixture_has(&f, "3   x       y");
	press(&f, "<Left><Left><Left>");
	fixture_has(&f, "3           x       y");
	fixture_close(&f);
}

static void
test_lines_view(void **state)
{
	struct fixture f;

	(void)state;
	open_example(&f, 80, 24, source_path, NULL);
	press(&f, "ll");
	fixture_has(&f, "2 lines");
	fixture_has(&f, "9 samples without a line");
	fixture_has_selected(&f, "util.c:14");
	fixture_has(&f, "23.08    0.03 ");
	press(&f, "j");
	fixture_has(&f,
		"util.c:15; in [12] updcrc; 1 hit ±1; ran 26312: 1 one way, 26311 the other");
	press(&f, "<Enter>");
	fixture_has(&f, "util.c");
	fixture_has_selected(&f, "   15           } while (--n);");
	press(&f, "y");
	assert_int_equal(f.app.request, REQUEST_COPY);
	assert_non_null(strstr(f.app.text, "util.c:15"));
	press(&f, "llz");
	fixture_has(&f, "util.c:384");
	fixture_close(&f);
}

/* The lines of a function add up to its self time.  The key "l" goes on to all lines of the
 * program, and then back to the lines of the function. */
static void
test_lines_of_a_function(void **state)
{
	struct fixture f;

	(void)state;
	open_example(&f, 80, 24, source_path, NULL);
	press(&f, ":updcrc<Enter>l");
	fixture_has_at(&f, 0, "lines of [12] updcrc");
	fixture_has_selected(&f, "util.c:14");
	fixture_has(&f, "util.c:14; 3 hits");
	fixture_has(&f, "util.c:15");
	fixture_has_not(&f, "util.c:384");
	press(&f, "z");
	fixture_has(&f, "util.c:384");
	/* The function begins on a line that ran, but has neither samples nor calls. */
	fixture_has(&f, "util.c:4 ");
	press(&f, "<Enter>");
	fixture_has_at(&f, 0, "source of [12] updcrc");
	press(&f, "l");
	fixture_has_at(&f, 0, "lines of [12] updcrc");
	press(&f, "zc");
	fixture_has_at(&f, 0, "calls of [12] updcrc");
	press(&f, "<lt>jl");
	fixture_has_at(&f, 0, "2 lines");
	fixture_has_selected(&f, "util.c:15");
	press(&f, "l");
	fixture_has_at(&f, 0, "lines of [12] updcrc");
	fixture_close(&f);
}

/* Samples without a known line are a row in the lines of a function. */
static void
test_samples_without_a_line(void **state)
{
	struct fixture f;

	(void)state;
	open_example(&f, 80, 24, source_path, NULL);
	press(&f, ":init_block<Enter>l");
	fixture_has_at(&f, 0, "lines of [7] init_block");
	fixture_has_selected(&f, "(no line)");
	fixture_has(&f, "no source line is known for this row; compile with -g");
	press(&f, "g");
	fixture_has(&f, "(no line); 6 hits ±2.4; 0.06 s");
	press(&f, "<Enter>");
	fixture_has(&f, "no source line is known for these samples");
	press(&f, "a");
	fixture_has(&f, "no source line is known for this row");
	press(&f, "i");
	fixture_has(&f, "Sampled: 6 samples of [7] init_block are in code");
	press(&f, "<lt>l");
	fixture_has_at(&f, 0, "2 lines");
	fixture_close(&f);
}

/* Puts 2 samples of updcrc on line 7 of a header, and 5 samples of ct_tally on the last line of
 * util.c, where ct_tally begins. */
static void
add_inlined(struct fixture *f)
{
	struct sources *s = &f->lookup.sources;
	struct func_line *v = mem_new(5, sizeof(*v));
	uint32_t n = s->funclines.at[INIT_BLOCK];

	s->files = mem_resize(s->files, 2, sizeof(*s->files));
	s->files[1] = (struct source){ .path = "/usr/pack.h", .hits = 2, .most = 2, .nlines = 1,
		.line_at = LINES, .func_at = 2 };
	s->nfiles = 2;
	s->lines = mem_resize(s->lines, LINES + 1, sizeof(*s->lines));
	s->lines[s->nlines++] = (struct source_line){ .file = 1, .number = 7, .hits = 2,
		.owner = UPDCRC, .nowners = 1 };
	s->lines[LINES - 1].hits = s->files[0].most = 5;
	s->lines[LINES - 1].owner = CT_TALLY;
	s->funcs = mem_resize(s->funcs, 2, sizeof(*s->funcs));
	s->funcs[s->nfuncs++] = CT_TALLY;
	s->files[0].nfuncs = 2;
	s->file_of[CT_TALLY] = 0;
	s->line_of[CT_TALLY] = example[LINES - 1].number;
	assert_int_equal(n, 3);
	v[0] = s->funclines.v[0];
	v[1] = s->funclines.v[1];
	v[2] = (struct func_line){ .line = LINES, .hits = 2 };
	v[3] = (struct func_line){ .line = NOBODY, .hits = 6 };
	v[4] = (struct func_line){ .line = LINES - 1, .hits = 5 };
	free(s->funclines.v);
	s->funclines.v = v;
	s->funclines.at[NFUNCS] = 5;
	f->lookup.texts = mem_resize(f->lookup.texts, 2, sizeof(*f->lookup.texts));
	f->lookup.texts[1] = (struct lookup_text){ 0 };
	f->lookup.ntexts = 2;
}

/* In a source view, the key "a" goes to the beginning of the function and back to its hottest line.
 * The title of the text names the files with the other samples. */
static void
test_header_and_hottest_line(void **state)
{
	struct fixture f;

	(void)state;
	open_example(&f, 80, 24, source_path, NULL);
	add_inlined(&f);
	press(&f, ":util.c:15<Enter>");
	fixture_has_at(&f, 0, "source of [12] updcrc");
	fixture_has_at(&f, 1, "util.c: 0.04 of 0.06 s; rest (l): 0.02 s in pack.h");
	press(&f, "a");
	fixture_has_selected(&f, "    4   {");
	press(&f, "a");
	fixture_has_selected(&f, "c = crc_32_tab");
	press(&f, ":pack.h:7<Enter>a");
	fixture_has_selected(&f, "    4   {");
	press(&f, "ga");
	fixture_has(&f, "no function is known here");
	fixture_close(&f);
}

/* The figures of a line are for all functions.  The detail line shows the share of the function
 * that the title names. */
static void
test_part_of_the_function(void **state)
{
	struct fixture f;
	struct sources *s = &f.lookup.sources;

	(void)state;
	open_example(&f, 80, 24, source_path, NULL);
	press(&f, ":util.c:15<Enter>");
	fixture_has_not(&f, "hits in [12]");
	assert_true(s->funclines.v[1].hits == s->lines[s->funclines.v[1].line].hits);
	for (uint32_t i = 0; i < s->nlines; i++)
		s->lines[i].hits *= 2;
	press(&f, "aa");
	fixture_has(&f, "14: 3 of 6 hits in [12]; 6 hits");
	fixture_close(&f);
}

/* The key "H" goes to the hottest line of the function.  A second "H" goes to the hottest line of
 * the file.  The key "[" leaves the function if no line of the function further up has samples.
 * The key "]" leaves it if no line further down has samples. */
static void
test_hot_lines_of_a_function(void **state)
{
	struct fixture f;

	(void)state;
	open_example(&f, 80, 24, source_path, NULL);
	add_inlined(&f);
	press(&f, ":util.c:4<Enter>H");
	fixture_has_selected(&f, "c = crc_32_tab");
	press(&f, "H");
	fixture_has_selected(&f, "init_block();");
	fixture_has_at(&f, 0, "] ct_tally");
	press(&f, "[");
	fixture_has_selected(&f, "while (--n)");
	fixture_has(&f, "outside the function");
	fixture_has_at(&f, 0, "source of [12] updcrc");
	press(&f, "[");
	fixture_has_selected(&f, "c = crc_32_tab");
	fixture_has_not(&f, "outside the function");
	press(&f, "2]");
	fixture_has_selected(&f, "while (--n)");
	press(&f, "]");
	fixture_has_selected(&f, "init_block();");
	press(&f, "]");
	fixture_has(&f, "no hot row below");
	fixture_close(&f);
}

/* The title names the function whose code is on the line, not the function that begins above the
 * line. */
static void
test_title_names_owner(void **state)
{
	struct fixture f;

	(void)state;
	open_example(&f, 80, 24, source_path, NULL);
	add_inlined(&f);
	press(&f, ":pack.h:7<Enter>");
	fixture_has_at(&f, 0, "source of [12] updcrc");
	fixture_has_at(&f, 1, "pack.h: 0.02 of 0.06 s; rest (l): 0.04 s in");
	press(&f, "c");
	fixture_has_at(&f, 0, "calls of [12] updcrc");
	press(&f, "<lt>l");
	fixture_has_at(&f, 0, "lines of [12] updcrc");
	fixture_has(&f, "pack.h:7");
	/* If two functions have samples on the line, the title names the function whose lines were
	 * opened. */
	f.lookup.sources.funclines.v[4].line = 6;
	f.lookup.sources.lines[6].nowners = 2;
	press(&f, "f:ct_tally<Enter>l<Enter>");
	fixture_has_selected(&f, "while (--n)");
	fixture_has_at(&f, 0, "] ct_tally");
	press(&f, "kj");
	fixture_has_at(&f, 0, "source of [12] updcrc");
	fixture_close(&f);
}

/* If there is little room, the name of the file is shortened, but not the line number. */
static void
test_line_numbers_are_whole(void **state)
{
	struct fixture f;

	(void)state;
	open_example(&f, 80, 24, "/src/the_very_long_name_of_a_source.c", NULL);
	press(&f, "ll");
	fixture_has(&f, " …me_of_a_source.c:14");
	fixture_has(&f, " …me_of_a_source.c:15");
	fixture_close(&f);
}

/* A wide screen shows the function of each line, and the number of other functions with samples on
 * the line. */
static void
test_functions_of_lines(void **state)
{
	struct fixture f;

	(void)state;
	open_example(&f, 160, 24, source_path, NULL);
	add_inlined(&f);
	f.lookup.sources.lines[LINES].nowners = 3;
	press(&f, "ll");
	fixture_has(&f, "pack.h:7                      updcrc +2");
	fixture_has(&f, "util.c:384                    ct_tally");
	fixture_close(&f);
}

/* If the profile has no time, lines are sorted by calls. */
static void
test_lines_without_time(void **state)
{
	struct fixture f;

	(void)state;
	open_example(&f, 80, 24, source_path, NULL);
	f.app.ctx.has_time = false;
	f.lookup.sources.lines[0].calls = 5;
	press(&f, "ll");
	fixture_has(&f, "4 lines");
	assert_int_equal(find_line(&f, "util.c:4 ") - find_line(&f, "util.c:384"), 1);
	fixture_close(&f);
}

/* If there is little room, callees of a line are shortened, not omitted. */
static void
test_long_callee(void **state)
{
	struct fixture f;

	(void)state;
	open_example(&f, 140, 24, source_path, NULL);
	sparsetexts_set(&f.app.ctx.plain, INIT_BLOCK,
		"cfd::linalg::Preconditioned<double>::start_of_a_block(int)");
	press(&f, ":util.c:384<Enter>");
	fixture_has(&f, "→ …Precondit…::start_of_a_block [7] ×3071");
	press(&f, "<Resize:120x24>");
	fixture_has(&f, "384 →         init_block();      → …start_of_a_block [7] ×3071");
	fixture_close(&f);
}

/* The title names the function of the selected line. */
static void
test_title_names_function(void **state)
{
	struct fixture f;
	struct sources *s = &f.lookup.sources;

	(void)state;
	open_example(&f, 80, 24, source_path, NULL);
	s->funcs = mem_resize(s->funcs, 2, sizeof(*s->funcs));
	s->funcs[s->nfuncs++] = CT_TALLY;
	s->files[0].nfuncs = 2;
	s->file_of[CT_TALLY] = 0;
	s->line_of[CT_TALLY] = 380;
	s->lines[LINES - 1].nowners = 0;
	press(&f, ":util.c:4<Enter>");
	fixture_has_at(&f, 0, "source of [12] updcrc");
	press(&f, ":384<Enter>");
	fixture_has_at(&f, 0, "ct_tally  util.c");
	press(&f, "4G");
	fixture_has_at(&f, 0, "source of [12] updcrc");
	press(&f, "384g");
	fixture_has_at(&f, 0, "ct_tally  util.c");
	press(&f, "+j");
	fixture_has_at(&f, 0, "ct_tally  util.c");
	press(&f, "g");
	assert_null(strstr(line_of(&f, 0), "source of"));
	press(&f, "jjj");
	fixture_has_at(&f, 0, "source of [12] updcrc");
	/* If several functions begin on a line, the title names the function whose source was
	 * opened. */
	s->line_of[CT_TALLY] = 4;
	press(&f, "j");
	fixture_has_at(&f, 0, "source of [12] updcrc");
	fixture_close(&f);
}

/* In a source view, the key "m" marks a line, even if the line has no function.  A mark on the row
 * of a call is a mark on the line of the call. */
static void
test_marks_are_of_lines(void **state)
{
	struct fixture f;

	(void)state;
	open_example(&f, 80, 24, source_path, NULL);
	press(&f, "lljmak'a");
	fixture_has_selected(&f, "util.c:15");
	press(&f, "f'a");
	fixture_has_selected(&f, "util.c:15");
	press(&f, ":util.c:384<Enter>+jmbg'b");
	fixture_has_selected(&f, "384 →         init_block();");
	press(&f, "F+jmcg'c");
	fixture_has_selected(&f, "[");
	fixture_close(&f);
}

static void
test_files_view(void **state)
{
	struct fixture f;

	(void)state;
	open_example(&f, 80, 24, source_path, NULL);
	press(&f, "F");
	fixture_has(&f, "1 file");
	fixture_has(&f, "+ util.c");
	press(&f, "<Enter>");
	fixture_has(&f, "- util.c");
	fixture_has(&f, "[12] updcrc");
	press(&f, "j<Enter>");
	fixture_has(&f, "calls of [12] updcrc");
	fixture_close(&f);
}

/* Missing execution counts are reported once in a message, and in the notes. */
static void
test_missing_counts_are_noted(void **state)
{
	struct fixture f;
	struct err e;

	(void)state;
	open_example(&f, 80, 24, source_path, NULL);
	assert_false(err_set(&e, ERR_FORMAT, "util.gcda: of another build"));
	f.lookup.trouble = e;
	press(&f, "l");
	fixture_has(&f, "no counts: util.gcda: of another build");
	press(&f, "j");
	fixture_has_not(&f, "another build");
	press(&f, "!");
	fixture_has(&f, "util.gcda: of another build");
	fixture_has(&f, "Execution counts of its lines are missing");
	/* The number of notes in the title includes the note about missing counts. */
	fixture_has(&f, "3 notes, 1 found now  !3");
	fixture_close(&f);
}

/* If the work is stopped, the previous view returns, and the work does not start again by
 * itself. */
static void
test_stopped_work_leaves_the_view(void **state)
{
	struct fixture f;

	(void)state;
	open_example(&f, 80, 24, source_path, NULL);
	f.lookup.has_sources = false;
	f.lookup.stopped = true;
	press(&f, "l");
	fixture_has(&f, "stopped");
	assert_true(f.app.stopped);
	assert_false(f.lookup.stopped);
	assert_string_equal(app_view(&f.app)->ops->info->name, "functions");
	f.lookup.has_sources = true;
	press(&f, "ll");
	assert_false(f.app.stopped);
	fixture_has(&f, "2 lines");
	press(&f, "f");
	f.lookup.stopped = true;
	press(&f, "!");
	fixture_has(&f, "stopped");
	assert_string_equal(app_view(&f.app)->ops->info->name, "functions");
	press(&f, "!");
	assert_false(f.app.stopped);
	assert_string_equal(app_view(&f.app)->ops->info->name, "notes");
	fixture_close(&f);
}

/* If counts are read again, texts are read again, because the counts may be of other files. */
static void
test_sources_read_again(void **state)
{
	struct fixture f;

	(void)state;
	open_example(&f, 80, 24, source_path, NULL);
	assert_int_equal(f.lookup.ntexts, 1);
	sources_release(&f.lookup.sources);
	f.lookup.has_sources = false;
	assert_non_null(lookup_sources(&f.lookup));
	assert_int_equal(f.lookup.sources.nfiles, 0);
	assert_int_equal(f.lookup.ntexts, 0);
	fixture_close(&f);
}

/* Keys for functions, and the second pane, use the function of the selected line. */
static void
test_function_of_line(void **state)
{
	struct fixture f;

	(void)state;
	open_example(&f, 100, 24, source_path, NULL);
	press(&f, "ll");
	fixture_has(&f, "util.c:14; in [");
	fixture_has(&f, "] updcrc; 3 hits");
	press(&f, "c");
	fixture_has(&f, "calls of [");
	fixture_has(&f, "] updcrc");
	press(&f, "<lt>t");
	fixture_has(&f, "tree of updcrc");
	press(&f, "<lt>v");
	fixture_has(&f, "caller / function / callee");
	press(&f, "v:util.c:14<Enter>");
	fixture_has(&f, "source of [");
	press(&f, "c");
	fixture_has(&f, "] updcrc");
	press(&f, "<lt>T");
	fixture_has(&f, "callers of updcrc");
	press(&f, "<lt>gc");
	fixture_has(&f, "no function is selected");
	press(&f, "Fvvv");
	fixture_has(&f, "nothing to show for the selected row");
	fixture_close(&f);
}

/* The views of source lines, with all figures that they can show, are drawn as in the golden
 * screens. */
static void
test_screens(void **state)
{
	static const struct {
		const char *name, *keys;
		int width, height;
	} all[] = {
		{ "source-80x24", ":util.c:4<Enter>]]", 80, 24 },
		{ "source-160x50", ":util.c:4<Enter>]]", 160, 50 },
		{ "source-40x8", ":util.c:4<Enter>]]", 40, 8 },
		{ "source-callees-80x24", ":util.c:384<Enter>+", 80, 24 },
		{ "source-callees-160x50", ":util.c:384<Enter>+", 160, 50 },
		{ "lines-80x24", "ll", 80, 24 }, { "lines-160x50", "ll", 160, 50 },
		{ "lines-40x8", "ll", 40, 8 },
		{ "lines-function-80x24", ":updcrc<Enter>lz", 80, 24 },
		{ "lines-function-160x50", ":updcrc<Enter>lz", 160, 50 },
		{ "source-inlined-80x24", ":util.c:14<Enter>", 80, 24 },
		{ "source-inlined-160x50", ":util.c:14<Enter>", 160, 50 },
		{ "lines-inlined-160x50", ":updcrc<Enter>l", 160, 50 },
		{ "files-80x24", "F*", 80, 24 }, { "files-160x50", "F*", 160, 50 },
		{ "files-40x8", "F*", 40, 8 },
		{ "pane-source-80x24", "llvv", 80, 24 }, { "pane-source-160x50", "llvv", 160, 50 },
		{ "explain-line-80x24", ":util.c:15<Enter>i", 80, 24 },
		{ "explain-line-160x50", ":util.c:15<Enter>i", 160, 50 },
	};
	struct fixture f;
	char path[4352];
	size_t i;

	(void)state;
	assert_non_null(screens);
	for (i = 0; i < sizeof(all) / sizeof(*all); i++) {
		/* Use a relative path, so that the screens do not depend on the directory. */
		open_example(&f, all[i].width, all[i].height, "util.c", NULL);
		if (strstr(all[i].name, "inlined") != NULL)
			add_inlined(&f);
		press(&f, all[i].keys);
		snprintf(path, sizeof(path), "%s/%s.screen", screens, all[i].name);
		fixture_has_screen(&f, path);
		fixture_close(&f);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_narrow_screen),
		cmocka_unit_test(test_wide_screen),
		cmocka_unit_test(test_lines_are_marked),
		cmocka_unit_test(test_file_or_function),
		cmocka_unit_test(test_enter_goes_to_callees),
		cmocka_unit_test(test_calls_of_first_line),
		cmocka_unit_test(test_files_are_completed),
		cmocka_unit_test(test_division_is_explained),
		cmocka_unit_test(test_line_is_explained),
		cmocka_unit_test(test_missing_source),
		cmocka_unit_test(test_missing_source_is_quoted),
		cmocka_unit_test(test_source_too_short),
		cmocka_unit_test(test_hostile_source),
		cmocka_unit_test(test_lines_view),
		cmocka_unit_test(test_lines_of_a_function),
		cmocka_unit_test(test_samples_without_a_line),
		cmocka_unit_test(test_header_and_hottest_line),
		cmocka_unit_test(test_part_of_the_function),
		cmocka_unit_test(test_hot_lines_of_a_function),
		cmocka_unit_test(test_title_names_owner),
		cmocka_unit_test(test_line_numbers_are_whole),
		cmocka_unit_test(test_functions_of_lines),
		cmocka_unit_test(test_lines_without_time),
		cmocka_unit_test(test_long_callee),
		cmocka_unit_test(test_title_names_function),
		cmocka_unit_test(test_marks_are_of_lines),
		cmocka_unit_test(test_files_view),
		cmocka_unit_test(test_missing_counts_are_noted),
		cmocka_unit_test(test_stopped_work_leaves_the_view),
		cmocka_unit_test(test_sources_read_again),
		cmocka_unit_test(test_function_of_line),
		cmocka_unit_test(test_screens),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
