/* test_sources.c - samples, calls and counts of lines, of a profile written by hand
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

#include <cmocka.h>

#include "base/mem.h"
#include "elf/insn_length.h"
#include "lined.h"
#include "source/sources.h"

/* A program with several blocks of code.  Each block is on one line, and all but the
 * last begin with a label. */
static const char program_text[] =
	"void f(void) { }\n"
	"#define LABEL(label) \".globl \" #label \"\\n\" #label \":\\n\"\n"
	"__attribute__((aligned(64))) void caller(void)\n{\n"
	"#line 10\n\tasm volatile (\".balign 64\\n\" LABEL(ten) \".rept 12; nop; .endr\");\n"
	"#line 20\n\tasm volatile (LABEL(twenty) \".rept 20; nop; .endr\");\n"
	"#line 10\n\tasm volatile (LABEL(again) \"call f; call f; .rept 2; nop; .endr\");\n"
	"#line 40\n\tasm volatile (LABEL(forty) \".balign 16; call f; .rept 11; nop; .endr\");\n"
	"#line 7 \"./sub/../other.c\"\n\tasm volatile (LABEL(other) \".rept 16; nop; .endr\");\n"
	"#line 8 \"other.c\"\n\tasm volatile (LABEL(same) \".rept 16; nop; .endr\");\n"
	"#line 50 \"s.c\"\n\tasm volatile (\".balign 16\\n\" LABEL(fifty)"
	" \"movabs $0x1122334455667788, %rax\");\n"
	"#line 51\n\tasm volatile (\".rept 6; nop; .endr\");\n"
	"}\n"
	"#line 100 \"s.c\"\nint main(void) { caller(); return 0; }\n";

enum { BIN = 16 };

static bool
compile(struct lined *l)
{
#ifndef __x86_64__
	return false;
#endif
	return lined_compile(l, program_text, "-g -O0", NULL);
}

/* Writes a histogram of the N bins BINS.  It begins at LOW, and each bin has BIN bytes of code. */
static void
put_samples(struct lined *l, uint64_t low, const uint16_t *bins, uint32_t n)
{
	put_gmon_header(&l->gmon, 1);
	put_histogram(&l->gmon, low, low + (uint64_t)n * BIN, 100, bins, n);
}

static const struct source_line *
line(const struct sources *s, const struct lined *l, const char *name, uint32_t number)
{
	char path[64];
	uint32_t file;

	snprintf(path, sizeof(path), "%s/%s", l->place, name);
	file = sources_file(s, path);
	assert_int_not_equal(file, NOBODY);
	return sources_line(s, file, number);
}

static double
sum_of_lines(const struct sources *s)
{
	double lines = 0, files = 0;

	for (uint32_t i = 0; i < s->nlines; i++)
		lines += s->lines[i].hits;
	for (uint32_t f = 0; f < s->nfiles; f++)
		files += s->files[f].hits;
	assert_true(lines == files);
	return lines + s->unplaced;
}

/* Checks that the parts of each function add up to its samples, and the parts of each line to the
 * samples of the line. */
static void
check_parts(const struct sources *s, const struct profile *p)
{
	double *hits = mem_new(s->nlines + 1, sizeof(*hits));
	uint64_t *calls = mem_new(s->nlines + 1, sizeof(*calls));
	uint32_t *owners = mem_new(s->nlines + 1, sizeof(*owners));

	for (uint32_t f = 0; f < p->nfuncs; f++) {
		size_t n;
		const struct func_line *v = funclines_of(&s->funclines, f, &n);
		double sum = 0;

		for (size_t i = 0; i < n; i++) {
			uint32_t line = v[i].line == NOBODY ? s->nlines : v[i].line;

			assert_true(i == 0 || v[i - 1].line < v[i].line);
			assert_ptr_equal(funclines_find(&s->funclines, f, v[i].line), &v[i]);
			sum += v[i].hits;
			hits[line] += v[i].hits;
			calls[line] += v[i].calls;
			owners[line]++;
		}
		assert_true(sum == p->ticks[f]);
	}
	for (uint32_t i = 0; i < s->nlines; i++) {
		const struct source_line *l = &s->lines[i];

		assert_true(hits[i] == l->hits);
		assert_int_equal(calls[i], l->calls);
		assert_int_equal(owners[i], l->nowners);
		if (l->nowners > 0)
			assert_non_null(funclines_find(&s->funclines, l->owner, i));
	}
	assert_true(hits[s->nlines] == s->unplaced);
	free(hits);
	free(calls);
	free(owners);
}

static void
test_samples_of_lines(void **state)
{
	static const uint16_t bins[] = { 8, 16, 0, 4 };
	struct lined l;
	struct sources s;

	(void)state;
	if (!compile(&l))
		skip();
	put_samples(&l, lined_at(&l, "ten"), bins, 4);
	lined_open(&l);
	assert_true(sources_open(&s, &l.graph, &l.places, NULL, 0, NULL));
	/* Line 10 has 12 of the 16 bytes of bin 0.  Line 10 also has code in bin 2. */
	assert_true(line(&s, &l, "s.c", 10)->hits == 6);
	assert_int_equal(line(&s, &l, "s.c", 10)->addr, lined_at(&l, "ten"));
	assert_true(line(&s, &l, "s.c", 20)->hits == 2 + 16);
	assert_int_equal(line(&s, &l, "s.c", 20)->addr, lined_at(&l, "ten") + 16);
	assert_true(line(&s, &l, "s.c", 40)->hits == 4);
	assert_null(line(&s, &l, "s.c", 30));
	assert_null(line(&s, &l, "s.c", 0));
	assert_true(sum_of_lines(&s) == 28);
	check_parts(&s, &l.profile);
	sources_release(&s);
	lined_close(&l);
}

/* Lines 50 and 51 share a bin.  Its samples are divided among them by the instructions that begin
 * in the bin: 1 of line 50, and 6 of line 51.  Without libzydis, samples are divided by bytes. */
static void
test_samples_by_instructions(void **state)
{
	static const uint16_t bins[] = { 112, 1 };
	bool known = insn_length_has_x86();
	struct sources s;
	struct lined l;

	(void)state;
	if (!compile(&l))
		skip();
	put_samples(&l, lined_at(&l, "fifty"), bins, 1);
	lined_open(&l);
	assert_true(sources_open(&s, &l.graph, &l.places, NULL, 0, NULL));
	assert_true(line(&s, &l, "s.c", 50)->hits == (known ? 16 : 70));
	assert_true(line(&s, &l, "s.c", 51)->hits == (known ? 96 : 42));
	assert_int_equal(line(&s, &l, "s.c", 51)->addr, lined_at(&l, "fifty") + 10);
	check_parts(&s, &l.profile);
	sources_release(&s);
	lined_close(&l);
}

/* The parts of all samples add up exactly, for any size of the bins. */
static void
test_samples_add_up(void **state)
{
	enum { BINS = 701 };
	uint16_t bins[BINS];
	struct sources s;
	struct lined l;
	uint64_t seed = 1, total = 0, low;

	(void)state;
	if (!compile(&l))
		skip();
	low = lined_at(&l, "caller") - 2000;
	for (int i = 0; i < BINS; i++) {
		bins[i] = (uint16_t)random_below(&seed, 60000);
		total += bins[i];
	}
	/* A bin has about 6.2 bytes.  The histogram begins before the code and ends after it. */
	put_gmon_header(&l.gmon, 1);
	put_histogram(&l.gmon, low, low + 4372, 100, bins, BINS);
	lined_open(&l);
	assert_int_equal(l.profile.nsamples, total);
	assert_true(sources_open(&s, &l.graph, &l.places, NULL, 0, NULL));
	assert_true(s.unplaced > 0);
	assert_true(sum_of_lines(&s) == (double)total);
	assert_true(sum_of_lines(&s) == l.profile.total);
	check_parts(&s, &l.profile);
	sources_release(&s);
	lined_close(&l);
}

/* Samples of code without lines are counted as unplaced. */
static void
test_samples_without_lines(void **state)
{
	static const uint16_t bins[] = { 8, 16, 0, 5 };
	struct lined l;
	struct sources s;

	(void)state;
#ifndef __x86_64__
	skip();
#endif
	if (!lined_compile(&l, program_text, "-O0", NULL))
		skip();
	put_samples(&l, lined_at(&l, "ten"), bins, 4);
	lined_open(&l);
	assert_true(sources_open(&s, &l.graph, &l.places, NULL, 0, NULL));
	assert_int_equal(s.nlines, 0);
	assert_int_equal(s.nfiles, 0);
	assert_true(s.unplaced == 29);
	check_parts(&s, &l.profile);
	for (uint32_t f = 0; f < l.profile.nfuncs; f++)
		assert_int_equal(s.file_of[f], NOBODY);
	assert_int_equal(sources_file(&s, "s.c"), NOBODY);
	sources_release(&s);
	lined_close(&l);
}

static void
test_calls_of_lines(void **state)
{
	static const uint16_t bins[8];
	const struct source_line *at;
	struct lined l;
	struct sources s;
	uint64_t low;

	(void)state;
	if (!compile(&l))
		skip();
	low = lined_at(&l, "ten");
	put_samples(&l, low, bins, 8);
	put_arc(&l.gmon, low + 32, lined_at(&l, "f") + 1, 5);
	put_arc(&l.gmon, low + 48, lined_at(&l, "f") + 1, 7);
	put_arc(&l.gmon, low + 32, lined_at(&l, "f") + 2, 30);
	lined_open(&l);
	assert_true(sources_open(&s, &l.graph, &l.places, NULL, 0, NULL));
	at = line(&s, &l, "s.c", 10);
	assert_int_equal(at->calls, 35);
	/* All calls of one callee from a line are one entry of the line. */
	assert_int_equal(at->ncalls, 1);
	assert_int_equal(s.calls[at->call_at].count, 35);
	assert_true(s.calls[at->call_at].sure);
	assert_int_equal(line(&s, &l, "s.c", 40)->calls, 7);
	assert_int_equal(s.files[at->file].calls, 42);
	assert_true(at->hits == 0);
	check_parts(&s, &l.profile);
	sources_release(&s);
	lined_close(&l);
}

/* Different names of one file are treated as one file. */
static void
test_names_of_one_file(void **state)
{
	static const uint16_t bins[] = { 0, 0, 0, 0, 1, 1 };
	struct lined l;
	struct sources s;
	char path[96];
	uint32_t file;

	(void)state;
	if (!compile(&l))
		skip();
	put_samples(&l, lined_at(&l, "ten"), bins, 6);
	lined_open(&l);
	assert_true(sources_open(&s, &l.graph, &l.places, NULL, 0, NULL));
	assert_true(line(&s, &l, "other.c", 7)->hits + line(&s, &l, "other.c", 8)->hits == 2);
	for (uint32_t f = 1; f < s.nfiles; f++)
		assert_true(strcmp(s.files[f - 1].path, s.files[f].path) < 0);
	snprintf(path, sizeof(path), "%s//x/./../other.c", l.place);
	file = sources_file(&s, path);
	assert_int_not_equal(file, NOBODY);
	assert_string_equal(strrchr(s.files[file].path, '/'), "/other.c");
	assert_int_equal(sources_file(&s, ""), NOBODY);
	assert_int_equal(sources_file(&s, "/"), NOBODY);
	assert_int_equal(sources_file(&s, "/../.."), NOBODY);
	assert_int_equal(sources_file(&s, "other.c"), NOBODY);
	sources_release(&s);
	lined_close(&l);
}

/* The line at which each function begins is known.  The functions of a file are sorted by this
 * line. */
static void
test_functions_of_files(void **state)
{
	static const uint16_t bins[1];
	static const struct {
		const char *name;
		uint32_t line;
	} want[] = { { "f", 1 }, { "caller", 4 }, { "main", 100 } };
	const struct profile *p;
	struct lined l;
	struct sources s;
	uint32_t file;

	(void)state;
	if (!compile(&l))
		skip();
	put_samples(&l, lined_at(&l, "ten"), bins, 1);
	lined_open(&l);
	p = &l.profile;
	assert_true(sources_open(&s, &l.graph, &l.places, NULL, 0, NULL));
	file = line(&s, &l, "s.c", 1)->file;
	assert_int_equal(s.files[file].nfuncs, 3);
	for (uint32_t i = 0; i < 3; i++) {
		uint32_t f = s.funcs[s.files[file].func_at + i];

		assert_string_equal(p->funcs[f].name, want[i].name);
		assert_int_equal(s.file_of[f], file);
		assert_int_equal(s.line_of[f], want[i].line);
		assert_int_equal(s.funcs[line(&s, &l, "s.c", want[i].line)->func_at], f);
		assert_int_equal(line(&s, &l, "s.c", want[i].line)->nfuncs, 1);
	}
	sources_release(&s);
	lined_close(&l);
}

static void
put_block(struct bytes *b, uint64_t addr, uint64_t count)
{
	put_number(b, addr, 8);
	put_number(b, count, 8);
}

/* Lines have the counts of basic-block records, and the counts that sources_open() is given. */
static void
test_counts_of_lines(void **state)
{
	static const uint64_t more[] = { 26312, 1, 26311 };
	static const uint16_t bins[1];
	const struct source_line *at;
	struct line_count count = { .line = 20, .counts = more, .ncounts = 3 };
	struct lined l;
	struct sources s;
	char path[64];

	(void)state;
	if (!compile(&l))
		skip();
	put_samples(&l, lined_at(&l, "ten"), bins, 1);
	put_number(&l.gmon, 2, 1);
	put_number(&l.gmon, 4, 4);
	put_block(&l.gmon, lined_at(&l, "ten"), 26312);
	put_block(&l.gmon, lined_at(&l, "ten") + 4, 1);
	put_block(&l.gmon, lined_at(&l, "again"), 26311);
	put_block(&l.gmon, 16, 99);
	lined_open(&l);
	snprintf(path, sizeof(path), "%s/s.c", l.place);
	count.path = path;
	assert_true(sources_open(&s, &l.graph, &l.places, &count, 1, NULL));
	for (uint32_t number = 10; number <= 20; number += 10) {
		at = line(&s, &l, "s.c", number);
		assert_int_equal(at->ncounts, 3);
		assert_memory_equal(s.counts + at->count_at, more, sizeof(more));
	}
	assert_int_equal(s.ncounts, 6);
	assert_int_equal(s.files[at->file].ncounted, 2);
	sources_release(&s);
	lined_close(&l);
}

static void
test_stopped_opening(void **state)
{
	static const uint16_t bins[] = { 1, 1, 1, 1 };
	struct stop stop = { .asked = 1 };
	struct lined l;
	struct sources s;

	(void)state;
	if (!compile(&l))
		skip();
	put_samples(&l, lined_at(&l, "ten"), bins, 4);
	lined_open(&l);
	assert_false(sources_open(&s, &l.graph, &l.places, NULL, 0, &stop));
	lined_close(&l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_samples_of_lines),
		cmocka_unit_test(test_samples_by_instructions),
		cmocka_unit_test(test_samples_add_up),
		cmocka_unit_test(test_samples_without_lines),
		cmocka_unit_test(test_calls_of_lines),
		cmocka_unit_test(test_names_of_one_file),
		cmocka_unit_test(test_functions_of_files),
		cmocka_unit_test(test_counts_of_lines),
		cmocka_unit_test(test_stopped_opening),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
