/* inlinedrows.c - the functions that are inlined somewhere, and their numbers in a profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/inlinedrows.h"

#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "base/sort.h"
#include "profile/inlining.h"
#include "profile/spans.h"
#include "profile/spread.h"

static bool
is_same_row(const void *of, uint32_t number, const void *key)
{
	const struct inlined_row *row = &((const struct inlined_row *)of)[number], *sought = key;

	return row->image == sought->image && strcmp(row->symbol, sought->symbol) == 0
		&& (row->file == NULL) == (sought->file == NULL)
		&& (row->file == NULL || strcmp(row->file, sought->file) == 0);
}

/* Does the symbol SYMBOL belong to only one function of a program?  A mangled name does, unless it
 * is local to a file. */
static bool
is_unique(const char *symbol)
{
	return strncmp(symbol, "_R", 2) == 0
		|| (strncmp(symbol, "_Z", 2) == 0 && strncmp(symbol, "_ZL", 3) != 0);
}

uint32_t
inlinedrows_number(struct inlined_rows *r, uint32_t image, const char *symbol, const char *file)
{
	struct inlined_row row = { .image = image, .symbol = symbol, .func = NOBODY,
		.file = is_unique(symbol) ? NULL : file };
	uint64_t hash = numbering_hash(&r->numbers, symbol, strlen(symbol));
	uint32_t number;

	if (row.file != NULL)
		hash = hash * 31 + numbering_hash(&r->numbers, row.file, strlen(row.file));
	number = numbering_of(&r->numbers, hash, is_same_row, r->v, &row);
	if (number == r->n) {
		r->v = mem_grow(r->v, (size_t)r->n + 1, &r->room, sizeof(*r->v));
		r->v[r->n++] = row;
	}
	return number;
}

/* Returns the numbers of the rows that have instances, sorted by symbol.  *N becomes how many there
 * are. */
static uint32_t *
used_rows(const struct inlined_rows *r, const struct inlining *x, uint32_t *n)
{
	bool *used = mem_new(r->n, sizeof(*used));
	uint32_t *v = mem_new(r->n, sizeof(*v));
	const char **symbols = mem_new(r->n, sizeof(*symbols));

	for (uint32_t i = 0; i < x->ninstances; i++)
		used[x->instances[i].func] = true;
	*n = 0;
	for (uint32_t i = 0; i < r->n; i++) {
		symbols[i] = r->v[i].symbol;
		if (used[i])
			v[(*n)++] = i;
	}
	sort_texts(v, symbols, *n, false);
	free(symbols);
	free(used);
	return v;
}

/* Sets .func to F in each row that is function F of Q.  NAME is a name of F.  V has N rows, sorted
 * by symbol. */
static void
match_name(struct inlined_rows *r, const uint32_t *v, uint32_t n, const struct profile *q,
	uint32_t f, const char *name, struct callsites *places)
{
	size_t i;

	BISECT(i, n, strcmp(r->v[v[i]].symbol, name) >= 0);
	for (; i < n && strcmp(r->v[v[i]].symbol, name) == 0; i++) {
		struct inlined_row *row = &r->v[v[i]];
		struct source_place place;

		if (row->image != q->funcs[f].image || row->func != NOBODY)
			continue;
		place = callsites_func_place(places, f);
		if (row->file == NULL || place.file == NULL || strcmp(row->file, place.file) == 0)
			row->func = f;
	}
}

/* Sets .func of each row that is also a function of Q.  V has N rows, sorted by symbol. */
static void
match_functions(struct inlined_rows *r, const uint32_t *v, uint32_t n, const struct profile *q,
	struct callsites *places)
{
	for (uint32_t f = 0; n > 0 && f < q->nfuncs; f++) {
		const struct func *func = &q->funcs[f];

		if (func->kind != FUNC_SYMBOL)
			continue;
		match_name(r, v, n, q, f, func->name, places);
		for (uint32_t i = 0; i < func->nalso; i++)
			match_name(r, v, n, q, f, func->also[i], places);
	}
}

/* Sets the address of each row to the beginning of its instance with the most samples. */
static void
find_addresses(struct inlined_rows *r, const struct inlining *x)
{
	for (uint32_t im = 0; im < x->nimages; im++)
		for (size_t i = 0; i < x->spans[im].n; i++) {
			const struct span *span = &x->spans[im].v[i];
			const struct inlined_instance *instance;
			struct inlined_row *row;

			if (span->func == NOBODY)
				continue;
			instance = &x->instances[span->func];
			row = &r->v[instance->func];
			if (row->addr != 0 && instance->ticks <= row->most)
				continue;
			row->addr = span->lo;
			row->most = instance->ticks;
		}
}

/* Returns a longer copy of the array OLD, to be free()d: N elements of SIZE bytes.  The first
 * BEFORE elements come from OLD, the others are zero.  Returns NULL if OLD is NULL. */
static void *
longer_copy(const void *old, uint32_t before, uint32_t n, size_t size)
{
	void *v;

	if (old == NULL)
		return NULL;
	v = mem_new(n, size);
	if (before > 0)
		memcpy(v, old, before * size);
	return v;
}

/* Gives Q arrays of its own for N functions. */
static void
lengthen_arrays(struct profile *q, uint32_t n)
{
	uint32_t before = q->nfuncs;

	q->funcs = longer_copy(q->funcs, before, n, sizeof(*q->funcs));
	q->ticks = longer_copy(q->ticks, before, n, sizeof(*q->ticks));
	q->outside = longer_copy(q->outside, before, n, sizeof(*q->outside));
	q->places = longer_copy(q->places, before, n, sizeof(*q->places));
	q->spread = longer_copy(q->spread, before, n, sizeof(*q->spread));
	q->named.tables = longer_copy(q->named.tables, before, n,
		sizeof(*q->named.tables));
	q->nfuncs = n;
	q->nticks = q->ticks != NULL ? n : 0;
	q->noutside = q->outside != NULL ? n : 0;
	q->nplaces = q->places != NULL ? n : 0;
	q->nspread = q->spread != NULL ? n : 0;
	q->named.nfuncs = q->named.tables != NULL ? n : q->named.nfuncs;
	for (uint32_t f = before; q->places != NULL && f < n; f++)
		q->places[f] = (struct func_place){ .file = NOBODY };
}

void
inlinedrows_add(struct inlined_rows *r, struct profile *q, struct callsites *places)
{
	struct inlining *x = q->inlining;
	uint32_t n, fresh = 0, *v = used_rows(r, x, &n);

	match_functions(r, v, n, q, places);
	find_addresses(r, x);
	x->first = q->nfuncs;
	for (uint32_t i = 0; i < n; i++)
		if (r->v[v[i]].func == NOBODY)
			r->v[v[i]].func = x->first + fresh++;
	lengthen_arrays(q, x->first + fresh);
	for (uint32_t i = 0; i < n; i++) {
		const struct inlined_row *row = &r->v[v[i]];

		if (row->func >= x->first)
			q->funcs[row->func] = (struct func){ .image = row->image,
				.name = arena_printf(&q->names, "%s", row->symbol),
				.lo = row->addr, .hi = row->addr, .is_func = true,
				.in_gprof = true };
	}
	for (uint32_t i = 0; i < x->ninstances; i++) {
		struct inlined_instance *instance = &x->instances[i];

		instance->func = r->v[instance->func].func;
		q->ticks[instance->host] -= instance->ticks;
		q->ticks[instance->func] += instance->ticks;
	}
	free(v);
}

void
inlinedrows_release(struct inlined_rows *r)
{
	numbering_release(&r->numbers);
	free(r->v);
	*r = (struct inlined_rows){ 0 };
}
