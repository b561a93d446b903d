/* symbols_near.c - the functions of an image at single addresses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/symbols_near.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "base/rules.h"
#include "base/sort.h"
#include "elf/symtab.h"

enum {
	PER_PAGE = 8,			/* symbols, about */
	FEW = 32,			/* so many symbols are sorted by insertion */
};

static const struct open_options no_options;

/* Returns the page of ADDRESS.  The first address of a page is also that of no earlier page. */
static uint32_t
page_of(const struct symbols_near *n, uint64_t address)
{
	uint64_t page = address < n->base ? 0 : (address - n->base) >> n->shift;

	return page < n->npages ? (uint32_t)page : n->npages - 1;
}

/* Returns the number of pages for the code of IM, whose table has COUNT symbols. */
static uint32_t
choose_pages(struct symbols_near *n, size_t count)
{
	uint64_t reach;

	n->base = n->im->ncode > 0 ? n->im->code[0].lo : 0;
	reach = n->im->ncode > 0 ? n->im->code[n->im->ncode - 1].hi - n->base : 0;
	for (n->shift = 0; reach >> n->shift > count / PER_PAGE + 1; n->shift++)
		;
	return (uint32_t)(reach >> n->shift) + 1;
}

/* Returns where S ends, or 0 if that is not known. */
static uint64_t
end_of(const struct elf_symbol *s)
{
	if (s->type == STT_NOTYPE || s->size == 0)
		return 0;
	return s->size > UINT64_MAX - s->value ? UINT64_MAX : s->value + s->size;
}

/* A symbol that may be a function, and its page. */
struct located {
	uint32_t symbol, page;
};

/* Sets ALL to the symbols of N->table that may be functions, and how many there are on each page,
 * and where they end.  Returns whether one of them is a function. */
static bool
locate_symbols(struct symbols_near *n, struct located *all)
{
	size_t count = symtab_count(n->table);
	bool has_function = false;
	struct elf_symbol s;
	struct symbol taken;

	for (size_t i = 1; i < count; i++) {
		struct symbols_page *after;
		uint32_t page;

		symtab_get(n->table, i, &s);
		if (!symbols_may_take(&s))
			continue;
		has_function = has_function || symbols_take(&taken, n->im, &s, &no_options);
		page = page_of(n, s.value);
		after = &n->pages[page + 1];
		after->begin++;
		if (end_of(&s) > after->reach)
			after->reach = end_of(&s);
		all[n->n++] = (struct located){ (uint32_t)i, page };
	}
	return has_function;
}

/* Divides the symbols of N->table among the pages.  False: none of them is a function. */
static bool
divide_symbols(struct symbols_near *n)
{
	size_t count = symtab_count(n->table);
	struct located *all = mem_uncleared(count, sizeof(*all));
	bool has_function;
	uint32_t *next;

	n->npages = choose_pages(n, count);
	n->pages = mem_new((size_t)n->npages + 1, sizeof(*n->pages));
	has_function = locate_symbols(n, all);
	if (!has_function) {
		free(all);
		return false;
	}
	next = mem_uncleared(n->npages, sizeof(*next));
	for (uint32_t i = 0; i < n->npages; i++) {
		struct symbols_page *page = &n->pages[i];

		next[i] = page->begin;
		page[1].begin += page->begin;
		if (page->reach > page[1].reach)
			page[1].reach = page->reach;
	}
	n->order = mem_uncleared(n->n, sizeof(*n->order));
	for (uint32_t i = 0; i < n->n; i++)
		n->order[next[all[i].page]++] = all[i].symbol;
	n->at = mem_new(n->n, sizeof(*n->at));
	n->regions = mem_grow(NULL, 1, &n->regions_room, sizeof(*n->regions));
	n->regions[n->nregions++] = (struct symbols_region){ 0 };
	free(next);
	free(all);
	return true;
}

bool
symbols_near_open(struct symbols_near *n, struct image *im, struct arena *names, bool *dynamic,
	struct err *e)
{
	*n = (struct symbols_near){ .im = im, .table = symbols_table(im), .names = names };
	*dynamic = false;
	if (n->table != NULL && divide_symbols(n))
		return true;
	symbols_near_release(n);
	*n = (struct symbols_near){ .im = im, .table = im->dynsym, .names = names };
	*dynamic = n->table != NULL && divide_symbols(n);
	if (*dynamic)
		return true;
	symbols_near_release(n);
	return symbols_none(im, e);
}

/* Returns the address of the symbol at position AT, whose page is sorted. */
static uint64_t
address_at(const struct symbols_near *n, uint32_t at)
{
	return n->at[at].address;
}

/* Sorts the symbols from position BEGIN to END, which are many, by address; stable. */
static void
sort_many(struct symbols_near *n, uint32_t begin, uint32_t end)
{
	uint64_t *keys = mem_uncleared(end - begin, sizeof(*keys));
	struct elf_symbol s;

	for (uint32_t i = begin; i < end; i++)
		keys[i - begin] = n->at[i].address;
	sort_by_keys(n->order + begin, keys, end - begin);
	for (uint32_t i = begin; i < end; i++) {
		symtab_get(n->table, n->order[i], &s);
		n->at[i].address = s.value;
	}
	free(keys);
}

/* Sorts the symbols from position BEGIN to END, which are few, by address; stable. */
static void
sort_few(struct symbols_near *n, uint32_t begin, uint32_t end)
{
	for (uint32_t i = begin + 1; i < end; i++) {
		uint64_t address = n->at[i].address;
		uint32_t symbol = n->order[i], k = i;

		for (; k > begin && n->at[k - 1].address > address; k--) {
			n->at[k].address = n->at[k - 1].address;
			n->order[k] = n->order[k - 1];
		}
		n->at[k].address = address;
		n->order[k] = symbol;
	}
}

/* Returns the first position from AT on, before END, that has another address than AT. */
static uint32_t
end_of_address(const struct symbols_near *n, uint32_t at, uint32_t end)
{
	uint64_t address = address_at(n, at);

	do
		at++;
	while (at < end && address_at(n, at) == address);
	return at;
}

/* Sorts the symbols of PAGE, and finds the cuts among them. */
static void
sort_page(struct symbols_near *n, struct symbols_page *page)
{
	uint32_t end = page[1].begin, next;
	uint64_t reach = page->reach;
	struct elf_symbol s;

	if (page->is_sorted)
		return;
	page->is_sorted = true;
	for (uint32_t i = page->begin; i < end; i++) {
		symtab_get(n->table, n->order[i], &s);
		n->at[i].address = s.value;
	}
	if (end - page->begin > FEW)
		sort_many(n, page->begin, end);
	else
		sort_few(n, page->begin, end);
	for (uint32_t i = page->begin; i < end; i = next) {
		bool is_apart = reach <= address_at(n, i);

		next = end_of_address(n, i, end);
		for (uint32_t k = i; k < next; k++) {
			struct symbol taken;

			symtab_get(n->table, n->order[k], &s);
			if (is_apart && !n->at[i].is_cut)
				n->at[i].is_cut = symbols_take(&taken, n->im, &s, &no_options);
			if (end_of(&s) > reach)
				reach = end_of(&s);
		}
	}
}

/* Returns the position of the next cut from AT on, which is on PAGE or behind it, or N->n. */
static uint32_t
next_cut(struct symbols_near *n, uint32_t at, uint32_t page)
{
	for (; at < n->n; at++) {
		while (n->pages[page + 1].begin <= at)
			page++;
		sort_page(n, &n->pages[page]);
		if (n->at[at].is_cut)
			break;
	}
	return at;
}

/* Returns the position of the last cut up to AT, which is on PAGE or before it, or 0 if there is
 * none. */
static uint32_t
last_cut(struct symbols_near *n, uint32_t at, uint32_t page)
{
	for (; at > 0; at--) {
		while (n->pages[page].begin > at)
			page--;
		sort_page(n, &n->pages[page]);
		if (n->at[at].is_cut)
			break;
	}
	return at;
}

/* Makes the functions of the code from position BEGIN to END, which are cuts, for REGION.
 * IS_BEFORE: of the code before the first cut, END. */
static void
lay_out(struct symbols_near *n, struct symbols_region *region, uint32_t begin, uint32_t end,
	bool is_before)
{
	uint64_t from = is_before ? 0 : address_at(n, begin), to = UINT64_MAX;
	struct symbols all = { 0 };
	struct elf_symbol s;
	uint32_t last = end;

	if (end < n->n) {
		to = address_at(n, end);
		last = end_of_address(n, end, n->pages[page_of(n, to) + 1].begin);
	}
	all.v = mem_uncleared(last - begin, sizeof(*all.v));
	for (uint32_t i = begin; i < last; i++) {
		symtab_get(n->table, n->order[i], &s);
		all.n += symbols_take(&all.v[all.n], n->im, &s, &no_options);
	}
	symbols_layout(&region->functions, &all, n->im, n->names, from, to);
	region->first = n->nfuncs;
	n->nfuncs += region->functions.n;
	free(all.v);
}

/* Returns the index of a region that is not laid out yet, or of the first: of what is before the
 * symbol at position I, on PAGE or behind it, and behind the symbol before, which is on PAGE or
 * before it. */
static uint32_t
region_before(struct symbols_near *n, uint32_t i, uint32_t page)
{
	uint32_t begin = i > 0 ? last_cut(n, i - 1, page) : 0, end, number = 0;
	bool is_before = i == 0 || !n->at[begin].is_cut;

	if (is_before && n->regions[0].functions.v != NULL)
		return 0;
	end = next_cut(n, i, page);
	if (!is_before) {
		n->regions = mem_grow(n->regions, (size_t)n->nregions + 1, &n->regions_room,
			sizeof(*n->regions));
		number = n->nregions++;
		n->regions[number] = (struct symbols_region){ 0 };
	}
	for (uint32_t k = begin; k < end; k++)
		n->at[k].region = number + 1;
	lay_out(n, &n->regions[number], begin, end, is_before);
	return number;
}

/* Returns the index of the region of ADDRESS. */
static uint32_t
region_at(struct symbols_near *n, uint64_t address)
{
	uint32_t page = page_of(n, address), first = n->pages[page].begin, i;

	sort_page(n, &n->pages[page]);
	BISECT(i, n->pages[page + 1].begin - first, address_at(n, first + (uint32_t)i) > address);
	i += first;
	if (i > 0 && n->at[i - 1].region > 0)
		return n->at[i - 1].region - 1;
	return region_before(n, i, page);
}

const struct func *
symbols_near_at(struct symbols_near *n, uint64_t address, uint32_t *number)
{
	uint32_t i = region_at(n, address);
	const struct symbols_region *region = &n->regions[i];
	const struct spans *spans = &region->functions.spans;
	const struct span *span = &spans->v[spans_at(spans, address)];

	if (span->is_padding)
		return NULL;
	*number = region->first + span->func;
	return &region->functions.v[span->func];
}

void
symbols_near_release(struct symbols_near *n)
{
	for (uint32_t i = 0; i < n->nregions; i++) {
		free(n->regions[i].functions.v);
		spans_release(&n->regions[i].functions.spans);
	}
	free(n->regions);
	free(n->at);
	free(n->order);
	free(n->pages);
	memset(n, 0, sizeof(*n));
}
