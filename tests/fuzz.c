/* fuzz.c - files in memory and checks for the fuzzers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "app/app.h"
#include "base/file.h"
#include "bytes.h"
#include "figures/graph_solve.h"
#include "screen/keys.h"

_Noreturn void
fuzz_fail(const char *what, const char *file, int line)
{
	fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
	abort();
}

const char *
fuzz_file(unsigned number, const void *bytes, size_t size)
{
	static struct {
		int fd;
		char path[32];
	} files[4];

	if (files[number].fd == 0) {
		files[number].fd = memfd_create("fuzz", MFD_CLOEXEC);
		snprintf(files[number].path, sizeof(files[number].path), "/proc/self/fd/%d",
			files[number].fd);
	}
	if (ftruncate(files[number].fd, 0) != 0
	    || pwrite(files[number].fd, bytes, size, 0) != (ssize_t)size)
		fuzz_fail("the file in memory is written", __FILE__, __LINE__);
	return files[number].path;
}

const char *
fuzz_elf_file(unsigned number, char *path)
{
	struct file f;
	struct err e;
	const char *copy;

	FUZZ_ASSERT(file_read(&f, path, FILE_REGULAR, NULL, &e));
	copy = fuzz_file(number, f.bytes, f.size);
	file_release(&f);
	remove_file(path);
	return copy;
}

uint64_t
fuzz_check_samples(const struct samples *s)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < s->nhistograms; i++) {
		const struct histogram *h = &s->histograms[i];
		uint64_t lo, hi;

		FUZZ_ASSERT(h->nread <= h->nbins);
		for (size_t k = 0; k < h->nread; k++) {
			histogram_bin(h, k, &lo, &hi);
			FUZZ_ASSERT(lo < hi);
			sum += histogram_count(h, k);
		}
	}
	for (size_t i = 0; i < s->narcs; i++)
		sum += samples_arc(s, i).count;
	for (size_t i = 0; i < s->nblocks; i++)
		sum += s->blocks[i].count;
	for (size_t i = 0; i < s->nmodules; i++)
		sum += strlen(s->modules[i].path);
	return sum;
}

/* Aborts unless TEXT has the structure of UTF-8, without surrogates, control characters (C0, DEL,
 * C1), direction marks, variation selectors and tags.  Does not notice if a character has more
 * bytes than it needs. */
static void
check_text(const char *text)
{
	const unsigned char *s = (const unsigned char *)text;

	while (*s != '\0') {
		size_t n = *s < 0x80 ? 1 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : 4;
		uint32_t c = n == 1 ? *s : *s & (0x7fu >> n);

		FUZZ_ASSERT(n == 1 || (*s >= 0xc2 && *s < 0xf5));
		for (size_t i = 1; i < n; i++) {
			FUZZ_ASSERT((s[i] & 0xc0) == 0x80);
			c = c << 6 | (s[i] & 0x3f);
		}
		FUZZ_ASSERT(c >= 0x20 && (c < 0x7f || c >= 0xa0));
		FUZZ_ASSERT(c != 0x200e && c != 0x200f && (c < 0x2028 || c > 0x202e)
			&& (c < 0x2060 || c > 0x206f) && c != 0x61c && (c < 0xd800 || c > 0xdfff)
			&& (c < 0xfe00 || c > 0xfe0f) && (c < 0xe0000 || c > 0xe0fff));
		s += n;
	}
}

void
fuzz_check_grid(const struct grid *g)
{
	for (int y = 0; y < g->height; y++)
		for (int x = 0; x < g->width; x++)
			check_text(grid_cell(g, x, y)->text);
}

void
fuzz_browse(const struct profile *p, const char *keys, bool ascii,
	void (*check)(const struct graph *g))
{
	enum { SELDOM = 2 };		/* keys per drawn screen, because drawing is slow */
	struct graph graph;
	struct names names;
	struct lookup lookup;
	struct grid grid = { 0 };
	struct app app;
	uint32_t key;
	unsigned n = 0;

	graph_solve(&graph, p, NULL, NULL);
	names_open(&names, p, DEMANGLE_AUTO);
	lookup_open(&lookup, &graph, NULL);
	app_open(&app, &graph, &names, &lookup, ascii);
	app_resize(&app, 90, 12);
	while (key_parse(&keys, &key)) {
		app_key(&app, key);
		if (check != NULL)
			check(app.ctx.graph);
		if (n++ % SELDOM > 0)
			continue;
		grid_resize(&grid, app.width, app.height);
		app_draw(&app, &grid);
		fuzz_check_grid(&grid);
	}
	app_release(&app);
	lookup_release(&lookup);
	grid_release(&grid);
	names_release(&names);
	graph_release(&graph);
}
