/* How functions are spread over files, and one function file by file.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "byfile.h"
#include "bytes.h"
#include "file.h"
#include "functions_of.h"
#include "samples.h"
#include "spread.h"

enum { FUNCS = 4, FILES = 40, SIZE = 0x20, BASE = 0x1100, BINS = 64 };

/* d shares its first bin with c. */
static const struct elf_sym symbols[] = {
	{ "a", BASE, SIZE, STT_FUNC, STB_GLOBAL, TEXT },
	{ "b", BASE + SIZE, SIZE, STT_FUNC, STB_GLOBAL, TEXT },
	{ "c", BASE + 2 * SIZE, SIZE + 2, STT_FUNC, STB_GLOBAL, TEXT },
	{ "d", BASE + 3 * SIZE + 2, SIZE - 2, STT_FUNC, STB_GLOBAL, TEXT },
};

struct fixture {
	struct elf_file elf;
	char *image, *files[FILES];
	double want[FILES][FUNCS];	/* samples */
	uint64_t calls[FILES];		/* of b by others */
	struct profile_options options;
	struct profile p;
};

/* The profile of file I: samples by chance, the more the higher its number; every fifth has
 * none in a, and none has any in d but those of the bin it shares with c. */
static struct bytes
random_file(struct fixture *x, size_t i, uint64_t *seed)
{
	struct bytes b = { .big_endian = x->elf.big_endian, .address_size = x->elf.address_size };
	uint16_t bins[BINS] = { 0 };

	for (size_t f = 0; f < 3; f++) {
		uint16_t n = (uint16_t)(f == 0 && i % 5 == 0 ? 0 : 1 + chance(seed, 10 + 10 * (uint32_t)i));

		bins[f * SIZE / 4 + 1 + chance(seed, 7)] = n;
		x->want[i][f] = n;
	}
	bins[3 * SIZE / 4] = (uint16_t)(2 * i);
	x->want[i][2] += (double)i;
	x->want[i][3] = (double)i;
	x->calls[i] = 1 + chance(seed, 1000);
	put_gmon_header(&b, 1);
	put_histogram(&b, BASE, BASE + 4 * BINS, 100, bins, BINS);
	put_arc(&b, BASE + 4, BASE + SIZE + 4, (uint32_t)x->calls[i]);
	put_arc(&b, BASE + SIZE + 8, BASE + SIZE + 4, 7);
	return b;
}

static int
setup(void **state)
{
	struct fixture *x = calloc(1, sizeof(*x));
	uint64_t seed = 5;
	struct err e;

	x->elf = usual_file(symbols, FUNCS);
	x->image = make_elf(&x->elf);
	x->options = (struct profile_options){ .image = x->image, .rules = RULES_EXACT,
		.files = (const char *const *)x->files, .nfiles = FILES, .spread = true };
	for (size_t i = 0; i < FILES; i++) {
		struct bytes b = random_file(x, i, &seed);

		x->files[i] = write_file(&b);
		bytes_release(&b);
	}
	assert_true(profile_open(&x->p, &x->options, &e));
	*state = x;
	return 0;
}

static int
teardown(void **state)
{
	struct fixture *x = *state;

	profile_release(&x->p);
	for (size_t i = 0; i < FILES; i++)
		remove_file(x->files[i]);
	remove_file(x->image);
	free(x);
	return 0;
}

static uint32_t
func_called(const struct profile *p, const char *name)
{
	for (uint32_t f = 0; f < p->nfuncs; f++)
		if (strcmp(p->funcs[f].name, name) == 0)
			return f;
	fail_msg("no function %s", name);
	return NOBODY;
}

static void
assert_near(double got, double want)
{
	if (fabs(got - want) > 1e-9 * (1 + fabs(want)))
		fail_msg("%.17g is not %.17g", got, want);
}

/* As it is defined: from the samples of all files. */
static void
test_figures(void **state)
{
	struct fixture *x = *state;

	for (size_t k = 0; k < FUNCS; k++) {
		uint32_t f = func_called(&x->p, symbols[k].name);
		double least = x->want[0][k], most = x->want[0][k], sum = 0, squares = 0;
		struct spread_figures got;
		uint32_t file = 0;

		for (uint32_t i = 0; i < FILES; i++) {
			double n = x->want[i][k];

			least = n < least ? n : least;
			file = n > most ? i : file;
			most = n > most ? n : most;
			sum += n;
		}
		for (size_t i = 0; i < FILES; i++)
			squares += (x->want[i][k] - sum / FILES) * (x->want[i][k] - sum / FILES);
		assert_true(spread_of(&x->p, f, &got));
		assert_near(got.least, least);
		assert_near(got.most, most);
		assert_near(got.mean, sum / FILES);
		assert_near(got.deviation, sqrt(squares / FILES));
		assert_int_equal(got.file, file);
		assert_near(x->p.ticks[f], sum);
	}
}

static void
test_file_by_file(void **state)
{
	struct fixture *x = *state;
	struct file_share shares[FILES];

	for (size_t k = 0; k < FUNCS; k++) {
		uint32_t f = func_called(&x->p, symbols[k].name);

		assert_true(byfile_read(&x->p, f, shares, NULL));
		for (size_t i = 0; i < FILES; i++) {
			assert_true(shares[i].read);
			assert_near(shares[i].samples, x->want[i][k]);
			assert_near(shares[i].all, x->want[i][0] + x->want[i][1] + x->want[i][2]
				+ x->want[i][3]);
			assert_int_equal(shares[i].calls, k == 1 ? x->calls[i] : 0);
		}
	}
}

/* Files that are gone since are told of; reading can be stopped. */
static void
test_file_is_gone(void **state)
{
	struct fixture *x = *state;
	struct file_share shares[FILES];
	struct stop stop = { .asked = 1 };

	assert_int_equal(unlink(x->files[3]), 0);
	assert_true(byfile_read(&x->p, func_called(&x->p, "b"), shares, NULL));
	assert_false(shares[3].read);
	assert_true(shares[4].read);
	assert_false(byfile_read(&x->p, 0, shares, &stop));
}

/* One file is not spread over anything. */
static void
test_one_file(void **state)
{
	struct fixture *x = *state;
	struct profile p;
	struct spread_figures figures;
	struct err e;

	x->options.nfiles = 1;
	assert_true(profile_open(&p, &x->options, &e));
	assert_false(spread_of(&p, func_called(&p, "b"), &figures));
	profile_release(&p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_figures, setup, teardown),
		cmocka_unit_test_setup_teardown(test_file_by_file, setup, teardown),
		cmocka_unit_test_setup_teardown(test_file_is_gone, setup, teardown),
		cmocka_unit_test_setup_teardown(test_one_file, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
