/* sources.c - figures of every line of the source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "source/sources.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bisect.h"
#include "base/count.h"
#include "base/mem.h"
#include "base/pathname.h"
#include "base/sort.h"
#include "source/sourceitems.h"

static int
by_path(uint32_t a, uint32_t b, const void *with)
{
	const char *const *paths = with;

	return strcmp(paths[a], paths[b]);
}

/* Moves the files of ITEMS to S, sorted by path, and sets .file of each item to the new number of
 * its file. */
static void
sort_files(struct sources *s, struct source_items *items)
{
	uint32_t n = items->files.n, *order = mem_new(n, sizeof(*order));
	uint32_t *number = mem_new(n, sizeof(*number));

	for (uint32_t f = 0; f < n; f++)
		order[f] = f;
	sort_numbers(order, n, by_path, items->files.v);
	s->files = mem_new(n, sizeof(*s->files));
	s->nfiles = n;
	for (uint32_t i = 0; i < n; i++) {
		s->files[i].path = items->files.v[order[i]];
		number[order[i]] = i;
	}
	for (size_t i = 0; i < items->n; i++)
		items->v[i].file = number[items->v[i].file];
	free(order);
	free(number);
}

static int
by_place(uint32_t a, uint32_t b, const void *with)
{
	const struct source_item *v = with, *x = &v[a], *y = &v[b];

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

/* Adds the calls of ITEM to line L.  The items of a line are sorted by arc, so calls of the same
 * arc are added to the last element of S->calls. */
static void
merge_call(struct sources *s, struct source_line *l, const struct source_item *item)
{
	struct line_call *last = l->ncalls > 0 ? &s->calls[s->ncalls - 1] : NULL;
	uint64_t time64 = s->sums64 != NULL ? item->total64 : 0;

	l->calls = count_sum(l->calls, item->count);
	if (last != NULL && last->arc == item->number) {
		last->count = count_sum(last->count, item->count);
		last->time += item->total;
		last->time64 += time64;
		if (s->sums64 != NULL)
			last->time = sum64_nearest(last->time, last->time64);
		last->sure &= item->sure;
		return;
	}
	s->calls[s->ncalls++] = (struct line_call){ .arc = item->number, .count = item->count,
		.time = item->total, .time64 = time64, .sure = item->sure };
	l->ncalls++;
}

/* Adds the samples of ITEM to line L of FILE.  *MOST is the size of the samples at L->addr. */
static void
merge_hits(struct sources *s, struct source *file, struct source_line *l,
	const struct source_item *item, double *most)
{
	l->hits += item->hits;
	file->hits += item->hits;
	if (s->sums64 != NULL) {
		struct sums64 *sums = &s->sums64[l - s->lines];

		sums->self += item->hits64;
		file->hits64 += item->hits64;
		l->hits = sum64_nearest(l->hits, sums->self);
		file->hits = sum64_nearest(file->hits, file->hits64);
	}
	if (fabs(item->hits) > *most) {
		l->image = item->number;
		l->addr = item->addr;
		*most = fabs(item->hits);
	}
}

static void
merge_item(struct sources *s, struct source *file, struct source_line *l,
	const struct source_item *item, const struct variance *variances, double *most)
{
	switch (item->kind) {
	case ITEM_FUNC:
		s->file_of[item->number] = item->file;
		s->line_of[item->number] = item->line;
		s->funcs[s->nfuncs++] = item->number;
		l->nfuncs++;
		file->nfuncs++;
		break;
	case ITEM_HITS:
		merge_hits(s, file, l, item, most);
		break;
	case ITEM_CALL:
		merge_call(s, l, item);
		file->calls = count_sum(file->calls, item->count);
		break;
	case ITEM_TOTAL:
		l->total = item->total;
		if (s->sums64 != NULL)
			s->sums64[l - s->lines].total = item->total64;
		if (variances != NULL)
			s->variances[l - s->lines] = variances[item->number];
		break;
	case ITEM_COUNT:
		s->counts[s->ncounts++] = item->count;
		file->ncounted += l->ncounts == 0;
		l->ncounts++;
		break;
	}
}

/* Makes the lines of S from ITEMS.  ORDER has the indices of the items, sorted by file and line. */
static void
merge_items(struct sources *s, const struct source_items *items, const uint32_t *order)
{
	struct source *file = NULL;
	struct source_line *l = NULL;
	double most = 0;		/* size of the samples at l->addr */

	for (size_t i = 0; i < items->n; i++) {
		const struct source_item *item = &items->v[order[i]];

		if (file != &s->files[item->file]) {
			file = &s->files[item->file];
			file->line_at = s->nlines;
			file->func_at = s->nfuncs;
			l = NULL;
		}
		if (l == NULL || l->number != item->line) {
			l = &s->lines[s->nlines++];
			*l = (struct source_line){ .file = item->file, .number = item->line,
				.call_at = s->ncalls, .count_at = s->ncounts,
				.func_at = s->nfuncs };
			file->nlines++;
			most = 0;
		}
		merge_item(s, file, l, item, items->variances, &most);
	}
	for (uint32_t i = 0; i < s->nlines; i++) {
		file = &s->files[s->lines[i].file];
		file->most = fmax(file->most, fabs(s->lines[i].hits));
	}
}

static void
make_lines(struct sources *s, struct source_items *items, uint32_t nfuncs, bool is_large)
{
	uint32_t *order = mem_new(items->n, sizeof(*order));
	size_t n[ITEM_COUNT + 1] = { 0 };	/* indexed by kind: number of items */

	sort_files(s, items);
	for (size_t i = 0; i < items->n; i++) {
		order[i] = (uint32_t)i;
		n[items->v[i].kind]++;
	}
	sort_numbers(order, items->n, by_place, items->v);
	s->lines = mem_new(items->n, sizeof(*s->lines));
	s->calls = mem_new(n[ITEM_CALL], sizeof(*s->calls));
	s->counts = mem_new(n[ITEM_COUNT], sizeof(*s->counts));
	s->funcs = mem_new(n[ITEM_FUNC], sizeof(*s->funcs));
	if (items->variances != NULL)
		s->variances = mem_new(items->n, sizeof(*s->variances));
	if (is_large)
		s->sums64 = mem_new(items->n, sizeof(*s->sums64));
	merge_items(s, items, order);
	assert(s->nfuncs == n[ITEM_FUNC] && s->ncounts == n[ITEM_COUNT]);
	s->lines = mem_resize(s->lines, s->nlines, sizeof(*s->lines));
	funclines_make(&s->funclines, nfuncs, items->v, order, items->n, items->unplaced_of,
		s->lines);
	free(order);
}

/* Sets S->sites and S->site_at: the calls of all lines, sorted by arc. */
static void
make_sites(struct sources *s, uint32_t narcs)
{
	uint32_t *next = mem_new((size_t)narcs + 2, sizeof(*next));

	/* As in count_lines() of funclines.c: next[a + 1] is where the next site of arc a is
	 * stored. */
	for (uint32_t i = 0; i < s->ncalls; i++)
		next[s->calls[i].arc + 2]++;
	for (uint32_t a = 0; a < narcs; a++)
		next[a + 2] += next[a + 1];
	s->sites = mem_new(s->ncalls, sizeof(*s->sites));
	for (uint32_t i = 0; i < s->nlines; i++)
		for (uint32_t k = 0; k < s->lines[i].ncalls; k++) {
			uint32_t call = s->lines[i].call_at + k;

			s->sites[next[s->calls[call].arc + 1]++] = (struct line_site){ i, call };
		}
	s->site_at = next;
}

bool
sources_open(struct sources *s, const struct graph *g, struct callsites *places,
	const struct line_count *more, size_t n, struct stop *stop)
{
	uint32_t nfuncs = places->profile->nfuncs;
	struct source_items items = { .files = { .text = &s->paths, .normalize = true } };
	bool ok;

	*s = (struct sources){ 0 };
	s->file_of = mem_new(nfuncs, sizeof(*s->file_of));
	s->line_of = mem_new(nfuncs, sizeof(*s->line_of));
	memset(s->file_of, 0xff, nfuncs * sizeof(*s->file_of));
	ok = sourceitems_collect(&items, g, places, more, n, stop);
	s->unplaced = items.unplaced;
	s->unplaced64 = items.unplaced64;
	if (ok)
		make_lines(s, &items, nfuncs, g->arc_sums64 != NULL);
	if (ok && profile_has(places->profile, HAS_EVENTS))
		make_sites(s, places->profile->narcs);
	sourceitems_release(&items);
	if (!ok)
		sources_release(s);
	return ok;
}

void
sources_release(struct sources *s)
{
	free(s->files);
	free(s->lines);
	free(s->variances);
	free(s->sums64);
	free(s->calls);
	free(s->counts);
	free(s->sites);
	free(s->site_at);
	free(s->funcs);
	free(s->file_of);
	free(s->line_of);
	funclines_release(&s->funclines);
	arena_release(&s->paths);
	*s = (struct sources){ 0 };
}

uint32_t
sources_file(const struct sources *s, const char *path)
{
	char *name = mem_new(strlen(path) + 2, 1);
	uint32_t found = NOBODY;
	size_t i;

	pathname_normalize(name, path);
	BISECT(i, s->nfiles, strcmp(s->files[i].path, name) >= 0);
	if (i < s->nfiles && strcmp(s->files[i].path, name) == 0)
		found = (uint32_t)i;
	free(name);
	return found;
}

const struct source_line *
sources_line(const struct sources *s, uint32_t file, uint32_t number)
{
	const struct source_line *lines = s->lines + s->files[file].line_at;
	size_t n = s->files[file].nlines, i;

	assert(file < s->nfiles);
	BISECT(i, n, lines[i].number >= number);
	return i < n && lines[i].number == number ? &lines[i] : NULL;
}

uint32_t
sources_func_before(const struct sources *s, uint32_t file, uint32_t line)
{
	const uint32_t *funcs = s->funcs + s->files[file].func_at;
	size_t i;

	assert(file < s->nfiles);
	BISECT(i, s->files[file].nfuncs, s->line_of[funcs[i]] > line);
	return i > 0 ? funcs[i - 1] : NOBODY;
}

bool
sources_has_figures(const struct source *file)
{
	return file->hits != 0 || file->calls > 0 || file->ncounted > 0;
}

void
sources_print_counts(const struct sources *s, const struct source_line *l, char *out, size_t room)
{
	size_t n = 0;

	out[0] = '\0';
	for (uint32_t i = 0; i < l->ncounts && n + 1 < room; i++)
		n += (size_t)snprintf(out + n, room - n, "%s%" PRIu64, i > 0 ? "," : "",
			s->counts[l->count_at + i]);
}
