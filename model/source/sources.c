/* What every line of the source costs.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "source/sources.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bisect.h"
#include "base/filelist.h"
#include "base/mem.h"
#include "base/pathname.h"
#include "base/sort.h"
#include "profile/attribute.h"

/* Something that is known about a line. */
struct item {
	uint32_t file, line;
	enum item_kind { ITEM_FUNC, ITEM_HITS, ITEM_CALL, ITEM_COUNT } kind;
	bool sure;			/* ITEM_CALL */
	uint32_t number;		/* of the function, the arc; of the image of ADDR */
	union {
		double hits;
		uint64_t count;
	};
	uint64_t addr;			/* ITEM_HITS */
};

struct collection {
	struct sources *s;
	struct callsites *places;
	struct lines *lines;		/* of the image that is looked at ... */
	uint32_t image;			/* ... which is this one */
	struct stop *stop;
	struct item *items;		/* owned */
	size_t nitems, items_room;
	struct file_list files;
};

static struct item *
add_item(struct collection *c, enum item_kind kind, const char *path, unsigned line)
{
	struct item *item;

	c->items = mem_grow(c->items, c->nitems + 1, &c->items_room, sizeof(*c->items));
	item = &c->items[c->nitems++];
	*item = (struct item){ .file = filelist_number(&c->files, path), .line = line, .kind = kind };
	return item;
}

static void
add_hits(struct collection *c, const struct line_span *span, uint64_t addr, double hits)
{
	struct item *item = add_item(c, ITEM_HITS, span->file, span->line);

	item->number = c->image;
	item->addr = addr;
	item->hits = hits;
}

/* Share TICKS samples out among the lines of the code [lo, hi), by bytes; the last line
 * gets what the others leave. */
static void
share_among_lines(void *with, uint32_t func, uint64_t lo, uint64_t hi, double ticks)
{
	struct collection *c = with;
	double left, bytes = (double)(hi - lo);

	if (c->places->weights != NULL && func != NOBODY)
		ticks *= c->places->weights[func];
	left = ticks;
	for (uint64_t at = lo; at < hi;) {
		struct line_span span;
		bool known = lines_span(c->lines, at, &span);
		uint64_t end = span.hi < hi && span.hi > at ? span.hi : hi;
		double share = end == hi ? left
			: attribute_part(ticks * (double)(end - at) / bytes);

		if (known)
			add_hits(c, &span, at, share);
		else
			c->s->unplaced += share;
		left -= share;
		at = end;
	}
}

static bool
collect_hits(struct collection *c)
{
	const struct profile *p = c->places->profile;

	for (uint32_t im = 0; im < p->nimages; im++) {
		c->lines = callsites_lines(c->places, im);
		c->image = im;
		for (size_t k = 0; k < p->samples[im].nhistograms; k++) {
			const struct histogram *h = &p->samples[im].histograms[k];

			for (size_t i = 0; i < h->nread; i++) {
				if (h->bins[i] == 0)
					continue;
				if (stop_asked(c->stop, i))
					return false;
				attribute_bin(p, h, i, share_among_lines, c);
			}
		}
	}
	return true;
}

static bool
collect_calls(struct collection *c)
{
	const struct profile *p = c->places->profile;

	for (uint32_t a = 0; p->site_at != NULL && a < p->narcs - p->npossible; a++) {
		if (stop_asked(c->stop, a))
			return false;
		for (size_t i = p->site_at[a]; i < p->site_at[a + 1]; i++) {
			const struct arc_record *site = profile_site(p, a, i);
			struct source_place place = callsites_call_place(c->places, a, site);
			struct item *item;

			if (place.file == NULL || site->count == 0)
				continue;
			item = add_item(c, ITEM_CALL, place.file, place.line);
			item->number = a;
			item->count = site->count;
			item->sure = place.sure;
		}
	}
	return true;
}

static bool
collect_funcs(struct collection *c)
{
	const struct profile *p = c->places->profile;

	for (uint32_t f = 0; f < p->nfuncs; f++) {
		struct source_place place;

		if (stop_asked(c->stop, f))
			return false;
		place = callsites_func_place(c->places, f);
		if (place.file != NULL)
			add_item(c, ITEM_FUNC, place.file, place.line)->number = f;
	}
	return true;
}

static void
collect_counts(struct collection *c, const struct line_count *more, size_t n)
{
	const struct profile *p = c->places->profile;

	for (uint32_t im = 0; im < p->nimages; im++) {
		for (size_t i = 0; i < p->samples[im].nblocks; i++) {
			const struct block_record *b = &p->samples[im].blocks[i];
			const char *file;
			unsigned line;

			if (lines_at(callsites_lines(c->places, im), RULES_EXACT, b->addr, &file, &line))
				add_item(c, ITEM_COUNT, file, line)->count = b->count;
		}
	}
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < more[i].ncounts; k++)
			add_item(c, ITEM_COUNT, more[i].path, more[i].line)->count = more[i].counts[k];
}

static int
by_path(uint32_t a, uint32_t b, const void *with)
{
	const char *const *paths = with;

	return strcmp(paths[a], paths[b]);
}

/* Number the files by path. */
static void
sort_files(struct collection *c)
{
	struct sources *s = c->s;
	uint32_t n = c->files.n, *order = mem_new(n, sizeof(*order));
	uint32_t *number = mem_new(n, sizeof(*number));

	for (uint32_t f = 0; f < n; f++)
		order[f] = f;
	sort_numbers(order, n, by_path, c->files.v);
	s->files = mem_new(n, sizeof(*s->files));
	s->nfiles = n;
	for (uint32_t i = 0; i < n; i++) {
		s->files[i].path = c->files.v[order[i]];
		number[order[i]] = i;
	}
	for (size_t i = 0; i < c->nitems; i++)
		c->items[i].file = number[c->items[i].file];
	free(order);
	free(number);
}

static int
by_place(uint32_t a, uint32_t b, const void *with)
{
	const struct item *items = with, *x = &items[a], *y = &items[b];

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

/* Add a call to line L, whose calls come by arc: the same arc is one. */
static void
merge_call(struct sources *s, struct source_line *l, const struct item *item)
{
	struct line_call *last = l->ncalls > 0 ? &s->calls[s->ncalls - 1] : NULL;

	l->calls += item->count;
	if (last != NULL && last->arc == item->number) {
		last->count += item->count;
		last->sure &= item->sure;
		return;
	}
	s->calls[s->ncalls++] = (struct line_call){ item->number, item->count, item->sure };
	l->ncalls++;
}

static void
merge_samples(struct source *file, struct source_line *l, const struct item *item, double *most)
{
	l->hits += item->hits;
	file->hits += item->hits;
	if (l->hits > file->most)
		file->most = l->hits;
	if (item->hits > *most) {
		l->image = item->number;
		l->addr = item->addr;
		*most = item->hits;
	}
}

static void
merge_item(struct sources *s, struct source *file, struct source_line *l,
	const struct item *item, double *most)
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
		merge_samples(file, l, item, most);
		break;
	case ITEM_CALL:
		merge_call(s, l, item);
		file->calls += item->count;
		break;
	case ITEM_COUNT:
		s->counts[s->ncounts++] = item->count;
		file->ncounted += l->ncounts == 0;
		l->ncounts++;
		break;
	}
}

/* Make lines of the items, which are in ORDER. */
static void
merge_items(struct sources *s, const struct item *items, const uint32_t *order, size_t n)
{
	struct source *file = NULL;
	struct source_line *l = NULL;
	double most = 0;		/* samples on one address of the line */

	for (size_t i = 0; i < n; i++) {
		const struct item *item = &items[order[i]];

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
		merge_item(s, file, l, item, &most);
	}
}

static void
make_sources(struct collection *c)
{
	struct sources *s = c->s;
	uint32_t *order = mem_new(c->nitems, sizeof(*order));
	size_t n[ITEM_COUNT + 1] = { 0 };

	sort_files(c);
	for (size_t i = 0; i < c->nitems; i++) {
		order[i] = (uint32_t)i;
		n[c->items[i].kind]++;
	}
	sort_numbers(order, c->nitems, by_place, c->items);
	s->lines = mem_new(c->nitems, sizeof(*s->lines));
	s->calls = mem_new(n[ITEM_CALL], sizeof(*s->calls));
	s->counts = mem_new(n[ITEM_COUNT], sizeof(*s->counts));
	s->funcs = mem_new(n[ITEM_FUNC], sizeof(*s->funcs));
	merge_items(s, c->items, order, c->nitems);
	s->lines = mem_resize(s->lines, s->nlines, sizeof(*s->lines));
	free(order);
}

bool
sources_open(struct sources *s, struct callsites *places, const struct line_count *more,
	size_t n, struct stop *stop)
{
	uint32_t nfuncs = places->profile->nfuncs;
	struct collection c = { .s = s, .places = places, .stop = stop,
		.files = { .text = &s->paths, .normalize = true } };
	bool ok;

	*s = (struct sources){ 0 };
	s->file_of = mem_new(nfuncs, sizeof(*s->file_of));
	s->line_of = mem_new(nfuncs, sizeof(*s->line_of));
	memset(s->file_of, 0xff, nfuncs * sizeof(*s->file_of));
	ok = collect_hits(&c) && collect_calls(&c) && collect_funcs(&c);
	if (ok) {
		collect_counts(&c, more, n);
		make_sources(&c);
	}
	free(c.items);
	filelist_finish(&c.files);
	free(c.files.v);
	if (!ok)
		sources_release(s);
	return ok;
}

void
sources_release(struct sources *s)
{
	free(s->files);
	free(s->lines);
	free(s->calls);
	free(s->counts);
	free(s->funcs);
	free(s->file_of);
	free(s->line_of);
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

	BISECT(i, n, lines[i].number >= number);
	return i < n && lines[i].number == number ? &lines[i] : NULL;
}

uint32_t
sources_func_before(const struct sources *s, uint32_t file, uint32_t line)
{
	const uint32_t *funcs = s->funcs + s->files[file].func_at;
	size_t i;

	BISECT(i, s->files[file].nfuncs, s->line_of[funcs[i]] > line);
	return i > 0 ? funcs[i - 1] : NOBODY;
}

bool
sources_has_figures(const struct source *file)
{
	return file->hits > 0 || file->calls > 0 || file->ncounted > 0;
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
