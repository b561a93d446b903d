/* test_spread.c - spread of functions over profile files, and the view of one function file by
 * file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/app.h"
#include "base/file.h"
#include "bytes.h"
#include "elf_functions.h"
#include "figures/graph_solve.h"
#include "lined.h"
#include "lookup/byfile.h"
#include "load/open.h"
#include "profile/spread.h"
#include "samples/samples.h"
#include "screen/keys.h"
#include "table/column_values.h"
#include "views/views.h"

enum { NFUNCS = 4, NFILES = 40, SIZE = 0x20, BASE = 0x1100, BINS = 64 };

/* The functions c and d share the first bin of d. */
static const struct elf_sym symbols[] = {
	{ "a", BASE, SIZE, STT_FUNC, STB_GLOBAL, TEXT },
	{ "b", BASE + SIZE, SIZE, STT_FUNC, STB_GLOBAL, TEXT },
	{ "c", BASE + 2 * SIZE, SIZE + 2, STT_FUNC, STB_GLOBAL, TEXT },
	{ "d", BASE + 3 * SIZE + 2, SIZE - 2, STT_FUNC, STB_GLOBAL, TEXT },
};

struct file_fixture {
	struct elf_file elf;
	char *image, *files[NFILES];
	double want[NFILES][NFUNCS];	/* samples of each function in each file */
	uint64_t calls[NFILES];		/* calls of b in each file, without recursive calls */
	struct open_options options;
	struct profile p;
	struct graph g;
};

/* Returns file I with random samples.  Later files have more samples.  In every fifth file, a has
 * no samples.  d has samples only in the bin that it shares with c. */
static struct bytes
random_file(struct file_fixture *x, size_t i, uint64_t *seed)
{
	struct bytes b = { .big_endian = x->elf.big_endian, .address_size = x->elf.address_size };
	uint16_t bins[BINS] = { 0 };

	for (size_t f = 0; f < 3; f++) {
		uint16_t n = 0;

		if (f > 0 || i % 5 != 0)
			n = (uint16_t)(1 + random_below(seed, 10 + 10 * (uint32_t)i));
		bins[f * SIZE / 4 + 1 + random_below(seed, 7)] = n;
		x->want[i][f] = n;
	}
	bins[3 * SIZE / 4] = (uint16_t)(2 * i);
	x->want[i][2] += (double)i;
	x->want[i][3] = (double)i;
	x->calls[i] = 1 + random_below(seed, 1000);
	put_gmon_header(&b, 1);
	put_histogram(&b, BASE, BASE + 4 * BINS, 100, bins, BINS);
	put_arc(&b, BASE + 4, BASE + SIZE + 4, (uint32_t)x->calls[i]);
	put_arc(&b, BASE + SIZE + 8, BASE + SIZE + 4, 7);
	return b;
}

static int
setup(void **state)
{
	struct file_fixture *x = calloc(1, sizeof(*x));
	uint64_t seed = 5;
	struct err e;

	x->elf = usual_file(symbols, NFUNCS);
	x->image = make_elf(&x->elf);
	x->options = (struct open_options){ .image = x->image, .rules = RULES_EXACT,
		.files = (const char *const *)x->files, .nfiles = NFILES, .spread = true };
	for (size_t i = 0; i < NFILES; i++) {
		struct bytes b = random_file(x, i, &seed);

		x->files[i] = write_file(&b);
		bytes_release(&b);
	}
	assert_true(open_profile(&x->p, &x->options, &e));
	assert_true(graph_solve(&x->g, &x->p, NULL, NULL));
	*state = x;
	return 0;
}

static int
teardown(void **state)
{
	struct file_fixture *x = *state;

	graph_release(&x->g);
	profile_release(&x->p);
	for (size_t i = 0; i < NFILES; i++)
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
	fail_msg("there is no function %s", name);
	return NOBODY;
}

static void
assert_near(double got, double want)
{
	if (fabs(got - want) > 1e-9 * (1 + fabs(want)))
		fail_msg("%.17g is not %.17g", got, want);
}

/* Least, most, mean and standard deviation are computed correctly from the samples in all files. */
static void
test_figures_of_spread(void **state)
{
	struct file_fixture *x = *state;

	for (size_t k = 0; k < NFUNCS; k++) {
		uint32_t f = func_called(&x->p, symbols[k].name);
		double least = x->want[0][k], most = x->want[0][k], sum = 0, squares = 0;
		struct spread_figures got;
		uint32_t file = 0, least_file = 0;

		for (uint32_t i = 0; i < NFILES; i++) {
			double n = x->want[i][k];

			least_file = n < least ? i : least_file;
			least = n < least ? n : least;
			file = n > most ? i : file;
			most = n > most ? n : most;
			sum += n;
		}
		for (size_t i = 0; i < NFILES; i++)
			squares += (x->want[i][k] - sum / NFILES) * (x->want[i][k] - sum / NFILES);
		assert_true(spread_of(&x->p, f, &got));
		assert_near(got.least, least);
		assert_near(got.most, most);
		assert_near(got.mean, sum / NFILES);
		assert_near(got.deviation, sqrt(squares / NFILES));
		assert_int_equal(got.file, file);
		assert_int_equal(got.least_file, least_file);
		assert_near(x->p.ticks[f], sum);
	}
}

static void
test_file_by_file(void **state)
{
	struct file_fixture *x = *state;
	struct file_share shares[NFILES];

	for (size_t k = 0; k < NFUNCS; k++) {
		uint32_t f = func_called(&x->p, symbols[k].name);

		assert_true(byfile_read(&x->g, f, shares, NULL));
		for (size_t i = 0; i < NFILES; i++) {
			assert_true(shares[i].read);
			assert_near(shares[i].samples, x->want[i][k]);
			assert_near(shares[i].all, x->want[i][0] + x->want[i][1] + x->want[i][2]
				+ x->want[i][3]);
			assert_int_equal(shares[i].calls, k == 1 ? x->calls[i] : 0);
		}
	}
}

/* A file that no longer exists is reported as not read.  Reading can be stopped. */
static void
test_missing_file_is_not_read(void **state)
{
	struct file_fixture *x = *state;
	struct file_share shares[NFILES];
	struct stop stop = { .asked = 1 };

	assert_int_equal(unlink(x->files[3]), 0);
	assert_true(byfile_read(&x->g, func_called(&x->p, "b"), shares, NULL));
	assert_false(shares[3].read);
	assert_true(shares[4].read);
	assert_false(byfile_read(&x->g, 0, shares, &stop));
}

/* A browser over a profile. */
struct screen_fixture {
	struct graph graph;
	struct names names;
	struct lookup lookup;
	struct app app;
	struct grid grid;
};

static void
press(struct screen_fixture *b, const char *keys)
{
	uint32_t key;

	while (key_parse(&keys, &key))
		app_key(&b->app, key);
	grid_resize(&b->grid, b->app.width, b->app.height);
	app_draw(&b->app, &b->grid);
}

static void
open_browser(struct screen_fixture *b, struct profile *p)
{
	memset(b, 0, sizeof(*b));
	graph_solve(&b->graph, p, NULL, NULL);
	names_open(&b->names, p, DEMANGLE_AUTO);
	lookup_open(&b->lookup, &b->graph, NULL);
	app_open(&b->app, &b->graph, &b->names, &b->lookup, false);
	app_resize(&b->app, 120, NFILES + 5);
	press(b, "");
}

static void
close_browser(struct screen_fixture *b)
{
	app_release(&b->app);
	lookup_release(&b->lookup);
	grid_release(&b->grid);
	names_release(&b->names);
	graph_release(&b->graph);
}

/* Returns the value of column ID in row R. */
static struct column_value
cell_value(const struct view *v, const struct row *r, const char *id)
{
	struct column_value d = { 0 };

	for (int i = 0; i < v->ops->ncolumns; i++)
		if (v->ops->columns[i].id != NULL && strcmp(v->ops->columns[i].id, id) == 0)
			assert_true(column_value_get(v, r, &v->ops->columns[i], &d));
	return d;
}

/* Returns the number of lines of the screen that contain TEXT. */
static int
count_lines_with(const struct screen_fixture *b, const char *text)
{
	int n = 0;

	for (int y = 0; y < b->grid.height; y++) {
		char *line = grid_line(&b->grid, y);

		n += strstr(line, text) != NULL;
		free(line);
	}
	return n;
}

/* R shows a function in each file, sorted by samples.  All columns have the right values. */
static void
test_view_file_by_file(void **state)
{
	struct file_fixture *x = *state;
	struct screen_fixture b;
	const struct view *v;
	double mean = 0, least = INFINITY;

	open_browser(&b, &x->p);
	press(&b, ":b<Enter>R");
	v = app_view(&b.app);
	assert_string_equal(v->ops->info->name, "file by file");
	assert_int_equal(v->rows.n, NFILES);
	for (size_t i = 0; i < NFILES; i++)
		mean += x->want[i][1] / NFILES;
	for (size_t i = 0; i < NFILES; i++) {
		const struct row *r = &v->rows.v[i];
		const double *want = x->want[r->thing];
		double all = want[0] + want[1] + want[2] + want[3];
		struct column_value d = cell_value(v, r, "profile");

		assert_near(cell_value(v, r, "self").value, want[1]);
		assert_true(want[1] <= least);
		least = want[1];
		assert_near(cell_value(v, r, "file_pct").value, 100 * want[1] / all);
		assert_near(cell_value(v, r, "times_mean").value, want[1] / mean);
		assert_int_equal(cell_value(v, r, "calls").count, x->calls[r->thing]);
		assert_string_equal(d.text, x->files[r->thing]);
		assert_true(count_lines_with(&b, x->files[r->thing]) > 0);
	}
	press(&b, "s%");
	least = INFINITY;
	for (size_t i = 0; i < NFILES; i++) {
		double part = cell_value(v, &v->rows.v[i], "file_pct").value;

		assert_true(part <= least);
		least = part;
	}
	close_browser(&b);
}

/* Returns the rank of column ID of the functions view.  Columns with the greatest rank are omitted
 * first. */
static int
rank_of(const char *id)
{
	for (int i = 0; i < functions_view.ncolumns; i++)
		if (functions_view.columns[i].id != NULL
		    && strcmp(functions_view.columns[i].id, id) == 0)
			return functions_view.columns[i].rank;
	fail();
	return 0;
}

/* If there is no room for all columns, the column of source files is omitted first, because the
 * detail line also shows the source file. */
static void
test_ranks_of_columns(void **state)
{
	(void)state;
	assert_true(rank_of("total_call") < rank_of("max_avg"));
	assert_true(rank_of("max_avg") < rank_of("max_file"));
	assert_true(rank_of("max_file") < rank_of("file"));
}

/* The view shows the sum of folded functions.  After they are unfolded, each has its own
 * figures. */
static void
test_view_of_folded(void **state)
{
	struct file_fixture *x = *state;
	struct screen_fixture b;
	const struct view *v;

	x->p.funcs[func_called(&x->p, "c")].name = "b.cold";
	open_browser(&b, &x->p);
	for (int folded = 0; folded < 3; folded++) {
		press(&b, folded == 0 ? ":b<Enter>R" : "=");
		v = app_view(&b.app);
		assert_string_equal(v->ops->info->name, "file by file");
		for (size_t i = 0; i < NFILES; i++) {
			const struct row *r = &v->rows.v[i];
			const double *want = x->want[r->thing];

			assert_near(cell_value(v, r, "self").value,
				want[1] + (folded == 1 ? want[2] : 0));
			assert_int_equal(cell_value(v, r, "calls").count, x->calls[r->thing]);
		}
	}
	close_browser(&b);
	x->p.funcs[func_called(&x->p, "b.cold")].name = "c";
}

/* If a file can no longer be read, its row is the last one and has no figures. */
static void
test_view_of_missing_file(void **state)
{
	struct file_fixture *x = *state;
	struct screen_fixture b;
	const struct view *v;

	assert_int_equal(unlink(x->files[3]), 0);
	open_browser(&b, &x->p);
	press(&b, ":b<Enter>R");
	v = app_view(&b.app);
	assert_int_equal(count_lines_with(&b, "(cannot be read any more)"), 1);
	assert_int_equal(v->rows.n, NFILES);
	assert_int_equal(v->rows.v[NFILES - 1].thing, 3);
	close_browser(&b);
}

/* A single file has no spread. */
static void
test_one_file_has_no_spread(void **state)
{
	struct file_fixture *x = *state;
	struct profile p;
	struct spread_figures figures;
	struct err e;

	x->options.nfiles = 1;
	assert_true(open_profile(&p, &x->options, &e));
	assert_false(spread_of(&p, func_called(&p, "b"), &figures));
	profile_release(&p);
}

/* With -l, the rows are lines, of which there may be more than functions.  Lines have no spread. */
static void
test_lines_have_no_spread(void **state)
{
	struct lined l;
	const char *files[2] = { l.data, l.data };
	struct open_options options = { .image = l.program, .files = files, .nfiles = 2,
		.rules = RULES_EXACT, .lines = true, .spread = true };
	uint16_t bins[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	struct spread_figures figures;
	struct err e;
	uint64_t at;
	FILE *f;

	(void)state;
	if (!lined_compile(&l, "int x;\nint\nmain(void)\n{\n\tx++;\n\tx *= 3;\n\tx--;\n"
			"\tx *= 5;\n\tx ^= 7;\n\treturn x;\n}\n", "-g -O0", NULL)) {
		lined_close(&l);
		skip();
	}
	at = lined_at(&l, "main");
	put_gmon_header(&l.gmon, 1);
	put_histogram(&l.gmon, at, at + 4 * 8, 100, bins, 8);
	f = fopen(l.data, "wb");
	assert_non_null(f);
	assert_int_equal(fwrite(l.gmon.v, 1, l.gmon.n, f), l.gmon.n);
	fclose(f);
	if (!open_profile(&l.profile, &options, &e))
		fail_msg("%s", e.text);
	assert_true(l.profile.nfuncs > 4);
	assert_null(l.profile.spread);
	for (uint32_t n = 0; n < l.profile.nfuncs; n++)
		assert_false(spread_of(&l.profile, n, &figures));
	profile_release(&l.profile);
	lined_close(&l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_figures_of_spread, setup, teardown),
		cmocka_unit_test_setup_teardown(test_file_by_file, setup, teardown),
		cmocka_unit_test_setup_teardown(test_missing_file_is_not_read, setup, teardown),
		cmocka_unit_test_setup_teardown(test_view_file_by_file, setup, teardown),
		cmocka_unit_test(test_ranks_of_columns),
		cmocka_unit_test_setup_teardown(test_view_of_folded, setup, teardown),
		cmocka_unit_test_setup_teardown(test_view_of_missing_file, setup, teardown),
		cmocka_unit_test_setup_teardown(test_one_file_has_no_spread, setup, teardown),
		cmocka_unit_test(test_lines_have_no_spread),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
