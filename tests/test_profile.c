/* test_profile.c - opening a profile: figures, errors and notes
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
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/stop.h"
#include "bytes.h"
#include "elf_functions.h"
#include "figures/graph_solve.h"
#include "load/open.h"
#include "lookup/byfile.h"
#include "notes/notes.h"
#include "samples/samples.h"

static const struct elf_sym symbols[] = {
	{ "main", 0x1100, 0x10, STT_FUNC, STB_GLOBAL, TEXT },
	{ "a", 0x1110, 0x10, STT_FUNC, STB_LOCAL, TEXT },
	{ "b", 0x1120, 0x20, STT_FUNC, STB_GLOBAL, TEXT },
	{ "data_start", 0x2000, 0, STT_NOTYPE, STB_WEAK, DATA },
};

enum { MOST_FILES = 8 };

/* An image, profile files of it, and the profile opened from them. */
struct file_fixture {
	struct elf_file elf;
	char *image, *files[MOST_FILES];
	struct open_options options;
	struct profile profile;
	struct err e;
};

static int
setup(void **state)
{
	struct file_fixture *x = calloc(1, sizeof(*x));

	x->elf = usual_file(symbols, 4);
	x->image = make_elf(&x->elf);
	x->options.image = x->image;
	x->options.files = (const char *const *)x->files;
	*state = x;
	return 0;
}

static int
teardown(void **state)
{
	struct file_fixture *x = *state;

	for (size_t i = 0; i < x->options.nfiles; i++)
		remove_file(x->files[i]);
	remove_file(x->image);
	free(x);
	return 0;
}

static struct bytes
begin_gmon(const struct file_fixture *x)
{
	struct bytes b = { .big_endian = x->elf.big_endian,
		.address_size = x->elf.address_size };

	put_gmon_header(&b, 1);
	return b;
}

/* Returns a file with calls and with a histogram of .text.  Each of main, a and b has COUNT
 * samples. */
static struct bytes
usual_profile(const struct file_fixture *x, uint16_t count)
{
	uint16_t bins[64] = { 0 };
	struct bytes b = begin_gmon(x);

	bins[0] = bins[4] = bins[9] = count;
	put_histogram(&b, 0x1100, 0x1200, 100, bins, 64);
	put_arc(&b, 0x1104, 0x1114, 2);
	put_arc(&b, 0x1114, 0x1124, 6);
	put_arc(&b, 0x1108, 0x1124, 3);
	return b;
}

/* Writes B as the next profile file, and releases B. */
static void
add_file(struct file_fixture *x, struct bytes *b)
{
	assert_true(x->options.nfiles < MOST_FILES);
	x->files[x->options.nfiles++] = write_file(b);
	bytes_release(b);
}

static void
add_usual(struct file_fixture *x, uint16_t count)
{
	struct bytes b = usual_profile(x, count);

	add_file(x, &b);
}

static bool
open_with(struct file_fixture *x, enum rules rules)
{
	x->options.rules = rules;
	x->e = (struct err){ 0 };
	if (!open_profile(&x->profile, &x->options, &x->e))
		return false;
	notes_find(&x->profile);
	return true;
}

/* Asserts that opening fails, with --exact and by gprof's rules, with a message that contains
 * WHAT. */
static void
assert_fails(struct file_fixture *x, const char *what)
{
	for (int rules = 0; rules < 2; rules++) {
		assert_false(open_with(x, (enum rules)rules));
		assert_true(x->e.kind != ERR_NONE);
		if (strstr(x->e.text, what) == NULL)
			fail_msg("the message has no \"%s\": %s", what, x->e.text);
	}
}

static uint32_t
func_named(const struct profile *p, const char *name)
{
	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (strcmp(p->funcs[f].name, name) == 0)
			return f;
	fail_msg("there is no function %s", name);
	return NOBODY;
}

/* Does a note of P contain WHAT? */
static bool
is_noted(const struct profile *p, const char *what)
{
	for (size_t i = 0; i < p->nnotes; i++) {
		assert_true(p->notes[i].func == NOBODY || p->notes[i].func < p->nfuncs);
		assert_non_null(p->notes[i].advice);
		if (strstr(p->notes[i].text, what) != NULL)
			return true;
	}
	return false;
}

/* Asserts that the profile of X is the sum of TIMES files of usual_profile().  COUNT is the number
 * of samples of each function in the sum. */
static void
assert_usual(struct file_fixture *x, double count, uint64_t times)
{
	const struct profile *p = &x->profile;
	uint32_t main_at = func_named(p, "main"), b_at = func_named(p, "b");

	assert_int_equal(p->rate, 100);
	assert_string_equal(p->dimension, "seconds");
	assert_int_equal(p->abbreviation, 's');
	assert_true(p->has_histogram && p->has_arcs);
	assert_true(p->nsamples == (uint64_t)(3 * count));
	assert_true(p->total == 3 * count);
	assert_true(p->scale == 2);
	assert_true(p->ticks[func_named(p, "main")] == count);
	assert_true(p->ticks[func_named(p, "a")] == count);
	assert_true(p->ticks[func_named(p, "b")] == count);
	assert_int_equal(p->narcs, 3);
	assert_int_equal(p->arcs[1].caller, func_named(p, "a"));
	assert_int_equal(p->arcs[1].callee, func_named(p, "b"));
	assert_true(profile_arc_calls(p, 1) == 6 * times);
	assert_true(profile_arc_calls(p, 2) == 3 * times);
	assert_int_equal(p->out.at[main_at + 1] - p->out.at[main_at], 2);
	assert_int_equal(p->in.at[b_at + 1] - p->in.at[b_at], 2);
}

static void
test_every_layout(void **state)
{
	struct file_fixture *x = *state;

	for (int i = 0; i < 8; i++) {
		remove_file(x->image);
		x->elf.address_size = i & 1 ? 4 : 8;
		x->elf.big_endian = i & 2;
		x->elf.type = i & 4 ? ET_DYN : ET_EXEC;
		x->options.image = x->image = make_elf(&x->elf);
		add_usual(x, 7);
		for (int rules = 0; rules < 2; rules++) {
			assert_true(open_with(x, (enum rules)rules));
			assert_false(x->profile.damaged);
			assert_usual(x, 7, 1);
			profile_release(&x->profile);
		}
		remove_file(x->files[0]);
		x->options.nfiles = 0;
	}
}

static void
test_several_files(void **state)
{
	struct file_fixture *x = *state;

	add_usual(x, 60000);
	add_usual(x, 50000);
	add_usual(x, 1);
	for (int rules = 0; rules < 2; rules++) {
		assert_true(open_with(x, (enum rules)rules));
		assert_false(x->profile.damaged);
		assert_usual(x, 110001, 3);
		assert_int_equal(x->profile.samples->nfiles, 3);
		for (size_t i = 0; i < 3; i++)
			assert_ptr_equal(x->profile.samples->files[i].path, x->files[i]);
		profile_release(&x->profile);
	}
}

static void
test_stopped_before_reading(void **state)
{
	struct file_fixture *x = *state;
	struct stop stop = { .asked = 1 };

	add_usual(x, 1);
	x->options.stop = &stop;
	assert_fails(x, "stopped");
	assert_int_equal(x->e.kind, ERR_STOPPED);
	/* The work was stopped before it set its name, stop.what. */
	assert_null(stop.what);
}

static void
test_missing_files_are_named(void **state)
{
	struct file_fixture *x = *state;
	char folder[] = "/tmp/gprowse-XXXXXX", part[64];

	add_usual(x, 1);
	x->options.image = "/nonexistent/prog";
	assert_fails(x, "/nonexistent/prog: there is no such file");
	x->options.image = x->image;
	remove_file(x->files[0]);
	x->files[0] = strdup("/nonexistent/gmon.out");
	assert_fails(x, "/nonexistent/gmon.out: there is no such file");
	free(x->files[0]);
	assert_non_null(mkdtemp(folder));
	x->files[0] = folder;
	assert_fails(x, ": is a directory without profiles");
	/* If a file in a directory of kernel arrays cannot be read, the error names this file. */
	snprintf(part, sizeof(part), "%s/gmonparam.bin", folder);
	assert_int_equal(mkdir(part, 0700), 0);
	assert_fails(x, ": gmonparam.bin: is not a regular file");
	assert_int_equal(rmdir(part), 0);
	assert_int_equal(rmdir(folder), 0);
	x->options.nfiles = 0;
}

/* If image and profile are exchanged, or a file is of another kind, the message says so. */
static void
test_wrong_kinds_of_files_are_named(void **state)
{
	struct file_fixture *x = *state;
	struct bytes empty = { 0 }, text = { 0 };

	add_usual(x, 1);
	x->options.image = x->files[0];
	assert_fails(x, "is a profile, not a program");
	x->options.image = x->image;
	remove_file(x->files[0]);
	x->files[0] = strdup(x->image);
	assert_fails(x, "is a program, not a profile");
	free(x->files[0]);
	x->options.nfiles = 0;
	add_file(x, &empty);
	assert_fails(x, "is empty");
	remove_file(x->files[0]);
	x->options.nfiles = 0;
	put_bytes(&text, "hello, world\n", 13);
	add_file(x, &text);
	assert_fails(x, "is text");
}

/* All complete records are read, and a note describes the damage. */
static void
test_truncated_in_arcs(void **state)
{
	struct file_fixture *x = *state;
	struct bytes b = usual_profile(x, 7);

	b.n -= 5;
	add_file(x, &b);
	for (int rules = 0; rules < 2; rules++) {
		assert_true(open_with(x, (enum rules)rules));
		assert_true(x->profile.damaged);
		assert_string_equal(x->profile.damaged_file, x->files[0]);
		assert_non_null(strstr(x->profile.damage.text, "ends inside an arc"));
		assert_true(x->profile.nnotes > 0);
		assert_int_equal(x->profile.narcs, 2);
		assert_true(x->profile.nsamples == 21);
		profile_release(&x->profile);
	}
}

/* A truncated file that has only basic blocks can be opened. */
static void
test_truncated_in_blocks(void **state)
{
	struct file_fixture *x = *state;
	struct bytes b = begin_gmon(x);

	put_number(&b, 2, 1);
	put_number(&b, 5, 4);
	put_addr(&b, 0x1100);
	put_addr(&b, 7);
	add_file(x, &b);
	assert_true(open_with(x, RULES_EXACT));
	assert_true(x->profile.damaged);
	assert_int_equal(x->profile.samples->nblocks, 1);
	profile_release(&x->profile);
}

/* A file truncated after its sampled addresses can still be read for the view "file by file". */
static void
test_truncated_after_addresses(void **state)
{
	struct file_fixture *x = *state;
	struct bytes b = { .address_size = 8 };
	struct file_share share;
	struct graph g;

	put_number(&b, 0x50524f46, 4);		/* magic number of Solaris's format */
	put_number(&b, 1, 4);
	put_number(&b, 16, 8);
	put_number(&b, 1, 8);			/* a table of samples, of 40 bytes */
	put_number(&b, 40, 8);
	put_number(&b, 32, 8);
	put_number(&b, 1, 8);			/* one sample */
	put_number(&b, 0x1100, 8);
	put_number(&b, 2, 4);			/* half of the header of the next table */
	add_file(x, &b);
	assert_true(open_with(x, RULES_EXACT));
	assert_true(x->profile.damaged);
	assert_true(graph_solve(&g, &x->profile, NULL, NULL));
	assert_true(byfile_read(&g, profile_func_at(&x->profile, 0, 0x1100), &share, NULL));
	graph_release(&g);
	assert_true(share.read);
	assert_true(share.samples == 1);
	profile_release(&x->profile);
}

/* Opening any prefix of a file fails with an error, or gives a profile whose graph can be
 * solved. */
static void
test_every_prefix(void **state)
{
	struct file_fixture *x = *state;
	struct bytes b = usual_profile(x, 7);
	size_t whole = b.n;

	for (b.n = 0; b.n <= whole; b.n++) {
		bool ok;

		x->files[0] = write_file(&b);
		x->options.nfiles = 1;
		ok = open_with(x, b.n % 2 ? RULES_EXACT : RULES_GPROF);
		if (ok) {
			struct graph g;

			assert_int_equal(x->profile.damaged, b.n != 20 && b.n != 189 && b.n != 210
				&& b.n != 231 && b.n != whole);
			graph_solve(&g, &x->profile, NULL, NULL);
			graph_release(&g);
			profile_release(&x->profile);
		} else {
			assert_true(x->e.text[0] != '\0');
		}
		/* A file with at least one bin can be opened.  A file that ends before its first
		 * bin cannot, except a file with only the header. */
		assert_int_equal(ok, b.n == 20 || b.n >= 20 + 41 + 2);
		remove_file(x->files[0]);
		x->options.nfiles = 0;
	}
	bytes_release(&b);
}

/* Opening an image with any one byte changed succeeds, or fails with an error. */
static void
test_every_changed_byte_of_the_image(void **state)
{
	struct file_fixture *x = *state;
	struct bytes b = { 0 };
	struct file whole;

	add_usual(x, 7);
	assert_true(file_read(&whole, x->image, FILE_REGULAR, NULL, &x->e));
	put_bytes(&b, whole.bytes, whole.size);
	for (size_t at = 0; at < b.n; at++) {
		remove_file(x->image);
		b.v[at] ^= at % 3 ? 0x80 : at % 2 ? 0xff : 0x01;
		x->options.image = x->image = write_file(&b);
		b.v[at] = whole.bytes[at];
		for (int rules = 0; rules < 2; rules++) {
			struct graph g;

			if (!open_with(x, (enum rules)rules)) {
				assert_true(x->e.text[0] != '\0');
				continue;
			}
			assert_true(x->profile.total == 21);
			graph_solve(&g, &x->profile, NULL, NULL);
			graph_release(&g);
			profile_release(&x->profile);
		}
	}
	file_release(&whole);
	bytes_release(&b);
}

static void
test_one_bad_file(void **state)
{
	struct file_fixture *x = *state;
	struct bytes empty = { 0 }, other = begin_gmon(x);
	static const uint16_t bins[4] = { 1 };

	add_usual(x, 7);
	add_file(x, &empty);
	add_usual(x, 7);
	put_histogram(&other, 0x1180, 0x1280, 100, bins, 4);
	add_file(x, &other);
	for (int rules = 0; rules < 2; rules++) {
		assert_true(open_with(x, (enum rules)rules));
		assert_usual(x, 14, 2);
		assert_true(x->profile.damaged);
		assert_string_equal(x->profile.damaged_file, x->files[1]);
		assert_non_null(strstr(x->profile.notes[0].text, x->files[1]));
		assert_non_null(strstr(x->profile.notes[1].text, x->files[3]));
		profile_release(&x->profile);
	}
}

static void
test_all_bad_files(void **state)
{
	struct file_fixture *x = *state;
	struct bytes empty = { 0 }, text = { 0 };

	add_file(x, &empty);
	put_bytes(&text, "text", 4);
	add_file(x, &text);
	assert_fails(x, x->files[0]);
	assert_non_null(strstr(x->e.text, "is empty"));
}

static void
test_outside_the_image(void **state)
{
	struct file_fixture *x = *state;
	static const uint16_t bins[4] = { 1, 2, 3, 4 };
	struct bytes b = begin_gmon(x);

	put_histogram(&b, 0x400000, 0x400010, 100, bins, 4);
	put_arc(&b, 0x400000, 0x400004, 1);
	add_file(x, &b);
	assert_fails(x, "lies outside the image");
	assert_non_null(strstr(x->e.text, x->files[0]));
	assert_non_null(strstr(x->e.text, x->image));
}

/* A profile with only a histogram or only an arc is refused if one byte of it is outside the
 * image. */
static void
test_one_byte_outside_the_image(void **state)
{
	struct file_fixture *x = *state;
	static const uint16_t bins[4] = { 1, 2, 3, 4 };

	for (int kind = 0; kind < 6; kind++) {
		struct bytes b = begin_gmon(x);
		bool inside = kind % 2;

		if (kind / 2 == 0)
			put_histogram(&b, 0x1140 - inside, 0x1150 - inside, 100, bins, 4);
		if (kind / 2 == 1)
			put_histogram(&b, 0x10f0 + inside, 0x1100 + inside, 100, bins, 4);
		if (kind / 2 == 2)
			put_arc(&b, 0x1110, 0x1140 - inside, 1);
		add_file(x, &b);
		assert_int_equal(open_with(x, RULES_EXACT), inside);
		if (inside)
			profile_release(&x->profile);
		else
			assert_non_null(strstr(x->e.text, "lies outside the image"));
		remove_file(x->files[--x->options.nfiles]);
	}
}

/* Samples of code without symbols are part of the total, and belong to a function without a
 * name. */
static void
test_partly_outside(void **state)
{
	struct file_fixture *x = *state;
	static const uint16_t bins[0x50] = { [0] = 1, [0x3f] = 2, [0x41] = 4, [0x4f] = 8 };
	const struct profile *p = &x->profile;
	struct bytes b = begin_gmon(x);

	put_histogram(&b, 0x1100, 0x1240, 100, bins, 0x50);
	put_arc(&b, 0x1104, 0x1114, 2);
	add_file(x, &b);
	assert_true(open_with(x, RULES_EXACT));
	assert_true(p->total == 15);
	assert_true(p->ticks[func_named(p, "main")] == 1);
	assert_true(p->ticks[func_named(p, "[unknown 0x1140]")] == 14);
	assert_true(is_noted(p, "14 of 15 samples are in code without a symbol"));
	assert_int_equal(p->notes[0].func, func_named(p, "[unknown 0x1140]"));
	profile_release(&x->profile);

	b = begin_gmon(x);
	put_histogram(&b, 0x1100, 0x1240, 100, bins, 0x50);
	for (size_t i = 0; i < 0x50; i++)
		b.v[20 + 41 + 2 * i + 1] = 0x80;
	add_file(x, &b);
	assert_true(open_with(x, RULES_EXACT));
	assert_true(is_noted(p, "2097180 of 2621470 samples"));
	profile_release(&x->profile);
}

/* Files with only arcs, only samples, or neither can be opened. */
static void
test_calls_or_samples_only(void **state)
{
	struct file_fixture *x = *state;

	for (int kind = 0; kind < 3; kind++) {
		static const uint16_t bins[64] = { 5 };
		struct bytes b = begin_gmon(x);

		if (kind == 0)
			put_arc(&b, 0x1104, 0x1114, 2);
		if (kind == 1)
			put_histogram(&b, 0x1100, 0x1200, 100, bins, 64);
		add_file(x, &b);
		for (int rules = 0; rules < 2; rules++) {
			struct graph g;

			assert_true(open_with(x, (enum rules)rules));
			assert_int_equal(x->profile.has_arcs, kind == 0);
			assert_int_equal(x->profile.has_histogram, kind == 1);
			assert_int_equal(x->profile.narcs, kind == 0);
			assert_true(x->profile.total == (kind == 1 ? 5 : 0));
			assert_string_equal(x->profile.dimension, "seconds");
			graph_solve(&g, &x->profile, NULL, NULL);
			graph_release(&g);
			profile_release(&x->profile);
		}
		remove_file(x->files[0]);
		x->options.nfiles = 0;
	}
}

/* The scale of the profile is that of the first histogram that has bins. */
static void
test_first_histogram_is_empty(void **state)
{
	struct file_fixture *x = *state;
	static const uint16_t bins[4] = { 1, 2, 3, 4 };
	struct bytes b = begin_gmon(x);

	put_histogram(&b, 0x1200, 0x1210, 100, bins, 0);
	put_histogram(&b, 0x1100, 0x1110, 100, bins, 4);
	add_file(x, &b);
	for (int rules = 0; rules < 2; rules++) {
		assert_true(open_with(x, (enum rules)rules));
		assert_true(x->profile.scale == 2);
		assert_true(x->profile.ticks[func_named(&x->profile, "main")] == 10);
		profile_release(&x->profile);
	}
}

static void
test_other_byte_order_is_refused(void **state)
{
	struct file_fixture *x = *state;
	struct bytes b;

	x->elf.big_endian = true;
	b = usual_profile(x, 1);
	x->elf.big_endian = false;
	add_file(x, &b);
	assert_fails(x, "big-endian");
}

static void
test_symspecs_and_no_static(void **state)
{
	struct file_fixture *x = *state;
	const struct symspec specs[] = { { EXCL_FLAT, "a" }, { EXCL_ARCS, "main/b" } };
	const struct profile *p = &x->profile;

	add_usual(x, 7);
	x->options.specs = specs;
	x->options.nspecs = 2;
	for (int rules = 0; rules < 2; rules++) {
		assert_true(open_with(x, (enum rules)rules));
		assert_true(p->total == 14 && p->nsamples == 21);
		assert_true(p->ticks[func_named(p, "a")] == 0);
		assert_int_equal(p->narcs, 2);
		profile_release(&x->profile);
	}
	x->options.no_static = true;
	assert_true(open_with(x, RULES_GPROF));
	assert_int_equal(func_named(p, "main") + 1, func_named(p, "b"));
	profile_release(&x->profile);
}

/* Opens a profile with one call to each of the N addresses AT.  If BINS is not NULL, the profile
 * has 16 BINS, sampled RATE times a second. */
static void
open_noted(struct file_fixture *x, const uint16_t *bins, uint32_t rate, const uint64_t *at,
	size_t n)
{
	struct utimbuf later = { .modtime = 0x7fffffff, .actime = 0x7fffffff };
	struct bytes b = begin_gmon(x);

	if (bins != NULL)
		put_histogram(&b, 0x1100, 0x1140, rate, bins, 16);
	for (size_t i = 0; i < n; i++)
		put_arc(&b, 0x1104 + i, at[i], 1);
	if (x->options.nfiles > 0)
		remove_file(x->files[--x->options.nfiles]);
	add_file(x, &b);
	assert_int_equal(utime(x->files[0], &later), 0);
	assert_true(open_with(x, RULES_EXACT));
}

static void
test_notes(void **state)
{
	struct file_fixture *x = *state;
	static const uint16_t none[16] = { 0 }, some[16] = { 50, 0, 0, 0, 40, 0, 0, 0, 30 };
	static const uint16_t full[16] = { 65535, 0, 65534 };
	static const uint64_t entry[] = { 0x1114, 0x1124 };
	const struct profile *p = &x->profile;

	open_noted(x, NULL, 0, entry, 2);
	assert_true(is_noted(p, "no histogram"));
	assert_false(is_noted(p, "no calls: nothing"));
	profile_release(&x->profile);

	open_noted(x, none, 100, entry, 2);
	assert_true(is_noted(p, "histogram is empty"));
	profile_release(&x->profile);

	open_noted(x, some, 100, entry, 0);
	assert_true(is_noted(p, "no calls: nothing was compiled with -pg"));
	profile_release(&x->profile);

	open_noted(x, some, 0, entry, 2);
	assert_true(is_noted(p, "how many samples were taken per second"));
	assert_false(is_noted(p, "ceiling"));
	profile_release(&x->profile);

	open_noted(x, full, 100, entry, 2);
	assert_true(is_noted(p, "1 bin is at the ceiling"));
	profile_release(&x->profile);

	open_noted(x, some, 100, entry, 1);
	assert_true(is_noted(p, "1 function with 25.0 % of the time has no calls"));
	profile_release(&x->profile);

	open_noted(x, some, 100, entry, 2);
	assert_int_equal(p->nnotes, 0);
	profile_release(&x->profile);
}

/* A function with samples and without calls gets a note only if a whole bin belongs to the
 * function. */
static void
test_note_of_shared_bins(void **state)
{
	struct file_fixture *x = *state;
	static const uint16_t bins[6] = { 0, 50, 0, 40 }, inside[8] = { 0, 0, 50 };
	struct bytes b = begin_gmon(x);

	put_histogram(&b, 0x1100, 0x1140, 100, bins, 6);
	put_arc(&b, 0x1104, 0x1124, 1);
	add_file(x, &b);
	assert_true(open_with(x, RULES_EXACT));
	assert_true(x->profile.ticks[func_named(&x->profile, "a")] > 0);
	assert_false(is_noted(&x->profile, "has no calls"));
	profile_release(&x->profile);

	b = begin_gmon(x);
	put_histogram(&b, 0x1100, 0x1140, 100, inside, 8);
	put_arc(&b, 0x1104, 0x1124, 1);
	remove_file(x->files[--x->options.nfiles]);
	add_file(x, &b);
	assert_true(open_with(x, RULES_EXACT));
	assert_true(is_noted(&x->profile, "1 function with 100.0 % of the time has no calls"));
	profile_release(&x->profile);
}

/* A truncated file gives no notes about absent calls, because the missing part may have the
 * calls. */
static void
test_no_note_of_missing_records(void **state)
{
	struct file_fixture *x = *state;
	static const uint16_t some[16] = { 50 };
	struct bytes b = begin_gmon(x);

	put_histogram(&b, 0x1100, 0x1140, 100, some, 16);
	put_arc(&b, 0x1104, 0x1124, 1);
	b.n--;
	add_file(x, &b);
	assert_true(open_with(x, RULES_EXACT));
	assert_true(is_noted(&x->profile, "ends inside an arc"));
	assert_false(is_noted(&x->profile, "no calls"));
	profile_release(&x->profile);
}

/* Opens a profile with one call to each of the N addresses AT.  The image has four functions of at
 * least 0x40 bytes. */
static void
open_image_of_four(struct file_fixture *x, const uint64_t *at, size_t n)
{
	static const struct elf_sym four[] = {
		{ "main", 0x1100, 0x40, STT_FUNC, STB_GLOBAL, TEXT },
		{ "a", 0x1140, 0x40, STT_FUNC, STB_GLOBAL, TEXT },
		{ "b", 0x1180, 0x40, STT_FUNC, STB_GLOBAL, TEXT },
		{ "c", 0x11c0, 0x100, STT_FUNC, STB_GLOBAL, TEXT },
	};
	static const uint16_t some[16] = { 5, 0, 0, 0, 5 };

	remove_file(x->image);
	x->elf = usual_file(four, 4);
	x->options.image = x->image = make_elf(&x->elf);
	open_noted(x, some, 100, at, n);
}

/* In the right image, all recorded addresses are at the same distance from the start of a function.
 * In a wrong image, the distances differ. */
static void
test_note_of_a_wrong_image(void **state)
{
	struct file_fixture *x = *state;
	static const uint64_t right[] = { 0x1148, 0x1188, 0x11c8, 0x11c8 };
	static const uint64_t wrong[] = { 0x1284, 0x1274, 0x1230 };

	for (size_t n = 1; n <= 4; n++) {
		open_image_of_four(x, right, n);
		assert_false(is_noted(&x->profile, "not the image"));
		assert_false(is_noted(&x->profile, "entered"));
		profile_release(&x->profile);
	}
	open_image_of_four(x, wrong, 1);
	assert_false(is_noted(&x->profile, "entered"));
	profile_release(&x->profile);
	for (size_t n = 2; n <= 3; n++) {
		open_image_of_four(x, wrong, n);
		assert_true(is_noted(&x->profile,
			"Only 0 of 2 called addresses are at the beginning of a function"));
		assert_false(is_noted(&x->profile, "has no calls"));
		profile_release(&x->profile);
	}
}

static void
test_note_of_the_profiler(void **state)
{
	struct file_fixture *x = *state;
	static const struct elf_sym counted[] = {
		{ "main", 0x1100, 0x10, STT_FUNC, STB_GLOBAL, TEXT },
		{ "mcount", 0x1110, 0x10, STT_FUNC, STB_GLOBAL, TEXT },
	};
	static const uint16_t little[16] = { 900, 0, 0, 0, 99 }, much[16] = { 8, 0, 0, 0, 2 };
	static const uint64_t entry[] = { 0x1104 };

	remove_file(x->image);
	x->elf = usual_file(counted, 2);
	x->options.image = x->image = make_elf(&x->elf);
	open_noted(x, little, 100, entry, 1);
	assert_int_equal(x->profile.nnotes, 0);
	profile_release(&x->profile);
	open_noted(x, much, 100, entry, 1);
	assert_true(is_noted(&x->profile, "mcount took 20.0 % of the time"));
	assert_int_equal(x->profile.notes[0].func, func_named(&x->profile, "mcount"));
	profile_release(&x->profile);
}

static void
test_note_of_threads(void **state)
{
	struct file_fixture *x = *state;
	static const struct elf_sym threads[] = {
		{ "main", 0x1100, 0x10, STT_FUNC, STB_GLOBAL, TEXT },
		{ "pthread_create", 0, 0, STT_FUNC, STB_GLOBAL, SHN_UNDEF },
	};
	static const uint64_t entry[] = { 0x1104 };

	for (size_t n = 1; n <= 2; n++) {
		remove_file(x->image);
		x->elf = usual_file(threads, n);
		x->elf.dynamic = true;
		x->options.image = x->image = make_elf(&x->elf);
		open_noted(x, NULL, 100, entry, 1);
		assert_int_equal(is_noted(&x->profile, "can start threads"), n == 2);
		profile_release(&x->profile);
	}
}

/* Stops the work at one of its polls.  .left is the number of polls before this poll. */
struct stopper {
	struct stop stop;
	int left;
};

static void
count_down(struct stop *s)
{
	struct stopper *t = (struct stopper *)s;

	s->asked |= t->left-- == 0;
}

/* Late notes are made after the profile is opened.  If this work is stopped, no late note is
 * kept. */
static void
test_stopped_late_notes_are_none(void **state)
{
	struct file_fixture *x = *state;
	static const uint64_t entry[] = { 0x1104 };
	struct callsites places;
	struct names names;
	struct late_notes l;
	int stops = 0;

	open_noted(x, NULL, 100, entry, 1);
	callsites_open(&places, &x->profile);
	names_open(&names, &x->profile, DEMANGLE_NONE);
	for (bool done = false; !done; stops++) {
		struct stopper t = { .stop.tell = count_down, .left = stops };

		done = notes_late_find(&l, NULL, &places, &names, &t.stop);
		assert_int_equal(done, !t.stop.asked);
		assert_int_equal(l.n, done ? 1 : 0);
		assert_true(done == (l.general.text != NULL));
	}
	assert_true(stops > 4);		/* the work was stopped before, during and after the
					 * comparison with gprof's rules */
	notes_late_release(&l);
	names_release(&names);
	callsites_release(&places);
	profile_release(&x->profile);
}

static void
test_note_of_a_newer_image(void **state)
{
	struct file_fixture *x = *state;
	struct utimbuf early = { .modtime = 1000, .actime = 1000 };

	add_usual(x, 1);
	assert_int_equal(utime(x->files[0], &early), 0);
	assert_true(open_with(x, RULES_EXACT));
	assert_true(is_noted(&x->profile, "image is newer than"));
	profile_release(&x->profile);
	assert_int_equal(utime(x->image, &early), 0);
	early.modtime++;
	assert_int_equal(utime(x->files[0], &early), 0);
	assert_true(open_with(x, RULES_EXACT));
	assert_false(is_noted(&x->profile, "image is newer than"));
	profile_release(&x->profile);
}

static void
test_note_of_rates(void **state)
{
	struct file_fixture *x = *state;
	static const uint16_t bins[4] = { 1, 2, 3, 4 };
	struct bytes b = begin_gmon(x);

	put_histogram(&b, 0x1100, 0x1110, 100, bins, 4);
	put_histogram(&b, 0x1110, 0x1120, 1000, bins, 4);
	add_file(x, &b);
	assert_true(open_with(x, RULES_EXACT));
	assert_true(is_noted(&x->profile, "different rates; all are shown at 100"));
	profile_release(&x->profile);
}

/* gprof reads a rate of -1 as 4294967295.  With --exact, the rate is unknown. */
static void
test_negative_rate(void **state)
{
	struct file_fixture *x = *state;
	static const uint16_t bins[4] = { 1, 2, 3, 4 };
	struct bytes b = begin_gmon(x);

	put_histogram(&b, 0x1100, 0x1110, UINT32_MAX, bins, 4);
	add_file(x, &b);
	assert_true(open_with(x, RULES_EXACT));
	assert_int_equal(x->profile.rate, 0);
	profile_release(&x->profile);
	assert_true(open_with(x, RULES_GPROF));
	assert_int_equal(x->profile.rate, UINT32_MAX);
	profile_release(&x->profile);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_every_layout),
		TEST(test_several_files),
		TEST(test_stopped_before_reading),
		TEST(test_missing_files_are_named),
		TEST(test_wrong_kinds_of_files_are_named),
		TEST(test_truncated_in_arcs),
		TEST(test_truncated_in_blocks),
		TEST(test_truncated_after_addresses),
		TEST(test_every_prefix),
		TEST(test_every_changed_byte_of_the_image),
		TEST(test_one_bad_file),
		TEST(test_all_bad_files),
		TEST(test_outside_the_image),
		TEST(test_one_byte_outside_the_image),
		TEST(test_partly_outside),
		TEST(test_calls_or_samples_only),
		TEST(test_first_histogram_is_empty),
		TEST(test_other_byte_order_is_refused),
		TEST(test_symspecs_and_no_static),
		TEST(test_notes),
		TEST(test_note_of_shared_bins),
		TEST(test_no_note_of_missing_records),
		TEST(test_note_of_a_wrong_image),
		TEST(test_note_of_the_profiler),
		TEST(test_note_of_threads),
		TEST(test_stopped_late_notes_are_none),
		TEST(test_note_of_a_newer_image),
		TEST(test_note_of_rates),
		TEST(test_negative_rate),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
