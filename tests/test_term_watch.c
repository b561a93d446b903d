/* test_term_watch.c - --watch: what is recorded again is compared with the run before
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifndef HAVE_VTERM

int
main(void)
{
	puts("1..0 # SKIP without libvterm there is no terminal to type into");
	return 77;
}

#else

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "browser.h"
#include "bytes.h"
#include "elf_functions.h"

static char recorded[64], other[64];

/* Writes TEXT to the file RECORDED, at once or, if IS_SLOW, in the file itself. */
static void
record(const char *text, bool is_slow)
{
	const char *path = is_slow ? recorded : other;
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
	if (!is_slow)
		assert_int_equal(rename(other, recorded), 0);
}

static int
prepare(void **state)
{
	if (browser_prepare(state) != 0)
		return -1;
	snprintf(recorded, sizeof(recorded), "%s/run.folded", folder);
	snprintf(other, sizeof(other), "%s/other", folder);
	return 0;
}

static int
clean_up(void **state)
{
	(void)remove(recorded);
	return browser_clean_up(state);
}

/* The program is run twice more, each time with other times.  View and selected row stay. */
static void
test_recorded_again(void **state)
{
	static const char *const words[] = { program, "--watch", "--counts=samples", recorded, NULL };
	const struct start how = { .words = words, .type = "xterm-256color", .locale = "C.UTF-8",
		.width = 80, .height = 24 };
	struct terminal t;

	(void)state;
	record("main;parse 1000\nmain;emit 500\n", false);
	terminal_start(&t, &how);
	terminal_wait_text(&t, "1500 samples");
	terminal_type(&t, "/emit\r");
	terminal_wait_text(&t, "[3] emit");
	record("main;parse 1000\nmain;emit 900\nmain;check 70\n", false);
	terminal_wait_text(&t, "read again; d compares with the run before");
	terminal_wait_text(&t, "1970 samples");
	terminal_type(&t, "d");
	terminal_wait_text(&t, "change ▲ +470");
	terminal_wait_text(&t, "+400");
	terminal_wait_text(&t, "check");
	/* The comparison stays on the screen: the run before is now A. */
	record("main;parse 700\nmain;emit 900\nmain;check 70\n", true);
	terminal_wait_text(&t, "change ▼ -300");
	terminal_wait_text(&t, "A 1970");
	terminal_type(&t, "qq");
	browser_exits(&t, 0);
}

enum { BASE = 0x1100, SIZE = 0x20, BINS = 32 };

/* Builds the program PATH: the functions NAMES, each of SIZE bytes, one after the other. */
static void
build(const char *path, const char *const *names, uint32_t n)
{
	struct elf_sym symbols[4];
	struct elf_file elf;
	char *made;

	for (uint32_t i = 0; i < n; i++)
		symbols[i] = (struct elf_sym){ names[i], BASE + i * SIZE, SIZE, STT_FUNC,
			STB_GLOBAL, TEXT };
	elf = usual_file(symbols, n);
	made = make_elf(&elf);
	assert_int_equal(rename(made, path), 0);
	free(made);
}

/* Writes the profile GMON of a run: SAMPLES[i] samples of the function I of the program. */
static void
run(const char *gmon, const uint16_t *samples, uint32_t n)
{
	const struct elf_file elf = usual_file(NULL, 0);
	struct bytes b = { .big_endian = elf.big_endian, .address_size = elf.address_size };
	uint16_t bins[BINS] = { 0 };
	char *made;

	for (uint32_t i = 0; i < n; i++)
		bins[i * SIZE / 4] = samples[i];
	put_gmon_header(&b, 1);
	put_histogram(&b, BASE, BASE + 4 * BINS, 100, bins, BINS);
	made = write_file(&b);
	bytes_release(&b);
	assert_int_equal(rename(made, gmon), 0);
	free(made);
}

/* The program is built anew, with its functions in another order, and then runs.  The profile of
 * the old program is never shown with the new one. */
static void
test_built_again(void **state)
{
	static const char *const before[] = { "parse", "emit" };
	static const char *const after[] = { "emit", "check", "parse" };
	char made[80], gmon[80];
	const char *const words[] = { program, "--watch", made, gmon, NULL };
	const struct start how = { .words = words, .type = "xterm-256color", .locale = "C.UTF-8",
		.width = 80, .height = 24 };
	struct terminal t;

	(void)state;
	snprintf(made, sizeof(made), "%s/prog", folder);
	snprintf(gmon, sizeof(gmon), "%s/prog.gmon", folder);
	build(made, before, 2);
	run(gmon, (const uint16_t[]){ 300, 100 }, 2);
	terminal_start(&t, &how);
	terminal_wait_text(&t, "400 samples");
	build(made, after, 3);
	terminal_wait_text(&t, "prog was built anew: its next profile will be compared");
	run(gmon, (const uint16_t[]){ 100, 7, 550 }, 3);
	terminal_wait_text(&t, "read again; d compares with the run before");
	terminal_type(&t, "d");
	terminal_wait_text(&t, "change ▲ +2.57");
	terminal_wait_text(&t, "3.00     5.50     +2.50");
	terminal_wait_text(&t, "1.00     1.00");
	terminal_wait_text(&t, "+               0.07     +0.07");
	terminal_type(&t, "qq");
	browser_exits(&t, 0);
	(void)remove(made);
	(void)remove(gmon);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_recorded_again),
		cmocka_unit_test(test_built_again),
	};

	if (terminal_skips_all())
		return 77;
	return cmocka_run_group_tests(tests, prepare, clean_up);
}

#endif
