/* gcov.c - how often lines were executed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "source/gcov.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/count.h"
#include "base/mem.h"
#include "base/sort.h"
#include "source/gcdafiles.h"
#include "source/gcovjson.h"
#include "source/gcovprocess.h"

enum {
	FILES_AT_ONCE = 64,		/* greatest number of files for one gcov process */
};

/* Runs gcov on the N files FILES, and adds the lines that it prints to G.  False: E says why. */
static bool
run_gcov(struct gcov *g, char *const *files, size_t n, struct stop *stop, struct err *e)
{
	char name[24] = "gcov";
	struct gcov_output out = { .name = name, .data = files[0], .gcc = gcdafiles_gcc(files[0]),
		.nfiles = n };
	struct gcov_process process;
	int error;
	bool ok;

	if (out.gcc > 0)
		snprintf(name, sizeof(name), "gcov-%u", out.gcc);
	error = gcovprocess_start(&process, name, files, n);
	if (error == ENOENT) {
		snprintf(name, sizeof(name), "gcov");
		error = gcovprocess_start(&process, name, files, n);
	}
	if (error != 0)
		return err_set(e, ERR_IO, "%s: %s; install the gcov of the compiler that built the "
			"program", name, strerror(error));
	out.pid = process.pid;
	out.fd = process.fd;
	ok = gcovjson_read(g, &out, stop, e);
	/* gcov has printed everything, or the rest is not wanted: end it. */
	gcovprocess_end(&process);
	return ok;
}

static int
by_count(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static int
by_line(uint32_t a, uint32_t b, const void *with)
{
	const struct line_count *v = with;
	int order = strcmp(v[a].path, v[b].path);

	return order != 0 ? order : v[a].line < v[b].line ? -1 : v[a].line > v[b].line;
}

/* Adds up the counts of all occurrences of each line in G: a line of a template, an inlined
 * function or a header may occur several times.  Drops the counts of branches of a line if its
 * occurrences have different numbers of branches. */
void
gcov_add_up(struct gcov *g)
{
	uint32_t *order = mem_new(g->nlines, sizeof(*order));
	struct line_count *sums = mem_new(g->nlines, sizeof(*sums));
	size_t n = 0;

	for (size_t i = 0; i < g->nlines; i++)
		order[i] = (uint32_t)i;
	sort_numbers(order, g->nlines, by_line, g->lines);
	for (size_t i = 0; i < g->nlines; i++) {
		const struct line_count *l = &g->lines[order[i]];
		struct line_count *sum = n > 0 ? &sums[n - 1] : NULL;
		uint64_t *counts = (uint64_t *)(sum != NULL ? sum->counts : NULL);

		if (sum == NULL || sum->line != l->line || strcmp(sum->path, l->path) != 0) {
			sums[n++] = *l;
			continue;
		}
		if (sum->ncounts != l->ncounts)
			sum->ncounts = 1;
		for (size_t k = 0; k < sum->ncounts; k++)
			counts[k] = count_sum(counts[k], l->counts[k]);
	}
	for (size_t i = 0; i < n; i++) {
		assert(sums[i].ncounts > 0);
		qsort((uint64_t *)sums[i].counts + 1, sums[i].ncounts - 1,
			sizeof(uint64_t), by_count);
	}
	free(order);
	free(g->lines);
	g->lines = sums;
	g->nlines = n;
}

/* Can gcov read any of FILES?  If not, E says why.  If there are no files and DIR is NULL, returns
 * true: the program was not built with --coverage, or has not run.  Sets G->trouble. */
static bool
check_files(struct gcov *g, const struct gcda_files *files, const char *dir, struct err *e)
{
	g->trouble = files->trouble;
	if (files->n > 0)
		return true;
	if (files->trouble.kind != ERR_NONE) {
		*e = files->trouble;
		return false;
	}
	return dir == NULL || err_set(e, ERR_EMPTY, "%s: no .gcda file of this program here%s",
		dir, files->nnamed == 0 ? ": it was not built with --coverage" : "");
}

bool
gcov_read(struct gcov *g, const struct image *im, const char *dir, struct stop *stop,
	struct err *e)
{
	struct gcda_files files = { 0 };
	bool ok;

	*g = (struct gcov){ .max_silence = g->max_silence };
	ok = gcdafiles_find(&files, im, dir, stop) ? check_files(g, &files, dir, e)
		: err_set(e, ERR_STOPPED, "stopped");
	for (size_t i = 0; ok && i < files.n; i += FILES_AT_ONCE)
		ok = run_gcov(g, files.v + i, files.n - i < FILES_AT_ONCE ? files.n - i
			: FILES_AT_ONCE, stop, e);
	if (ok && files.n > 0 && g->nlines == 0)
		ok = err_set(e, ERR_FORMAT, "%s: gcov prints no counts for this file", files.v[0]);
	gcdafiles_release(&files);
	if (ok)
		gcov_add_up(g);
	else
		gcov_release(g);
	return ok;
}

void
gcov_release(struct gcov *g)
{
	free(g->lines);
	arena_release(&g->text);
	*g = (struct gcov){ 0 };
}
