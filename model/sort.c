/* A stable merge sort of numbers.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "sort.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"

enum {
	FEW = 64,			/* numbers that are sorted without
					 * asking for memory */
	MANY = 1500,			/* numbers that are sorted by
					 * the bytes of their keys */
};

/* Sort the N numbers at V with N numbers of room at SPARE: the left half is N div 2
 * numbers, and of equals the left one comes first. */
static void
merge_sort(uint32_t *v, size_t n, uint32_t *spare, sort_order *order, const void *with)
{
	size_t half = n / 2, l = 0, r = half, k = 0;

	if (n < 2)
		return;
	merge_sort(v, half, spare, order, with);
	merge_sort(v + half, n - half, spare, order, with);
	while (l < half && r < n)
		spare[k++] = order(v[l], v[r], with) <= 0 ? v[l++] : v[r++];
	memcpy(spare + k, v + l, (half - l) * sizeof(*v));
	memcpy(v, spare, (k + half - l) * sizeof(*v));
}

void
sort_numbers(uint32_t *v, size_t n, sort_order *order, const void *with)
{
	uint32_t few[FEW], *spare = few;

	if (n > FEW)
		spare = mem_new(n, sizeof(*spare));
	merge_sort(v, n, spare, order, with);
	if (spare != few)
		free(spare);
}

struct keyed {
	uint64_t key;
	uint32_t number;
};

/* What comes first of two, what both have being the context. */
struct keyed_order {
	sort_order *order;
	const void *with;
};

static bool
comes_first(const struct keyed *a, const struct keyed *b, const struct keyed_order *o)
{
	if (a->key != b->key)
		return a->key < b->key;
	return o->order == NULL || o->order(a->number, b->number, o->with) <= 0;
}

/* As merge_sort(). */
static void
merge_keyed(struct keyed *v, size_t n, struct keyed *spare, const struct keyed_order *o)
{
	size_t half = n / 2, l = 0, r = half, k = 0;

	if (n < 2)
		return;
	merge_keyed(v, half, spare, o);
	merge_keyed(v + half, n - half, spare, o);
	while (l < half && r < n)
		spare[k++] = comes_first(&v[l], &v[r], o) ? v[l++] : v[r++];
	memcpy(spare + k, v + l, (half - l) * sizeof(*v));
	memcpy(v, spare, (k + half - l) * sizeof(*v));
}

/* As merge_keyed() with keys alone: byte by byte of the key, the last one first. */
static void
radix_keyed(struct keyed *v, size_t n, struct keyed *spare)
{
	static const struct keyed_order none = { NULL, NULL };
	size_t (*counts)[256];
	struct keyed *from = v, *to = spare, *other;

	if (n < MANY) {
		merge_keyed(v, n, spare, &none);
		return;
	}
	counts = mem_new(sizeof(uint64_t), sizeof(*counts));
	for (size_t i = 0; i < n; i++)
		for (unsigned byte = 0; byte < sizeof(uint64_t); byte++)
			counts[byte][v[i].key >> 8 * byte & 0xff]++;
	for (unsigned byte = 0; byte < sizeof(uint64_t); byte++) {
		size_t *count = counts[byte], at = 0;

		/* The same in all? */
		if (count[from[0].key >> 8 * byte & 0xff] == n)
			continue;
		for (unsigned i = 0; i < 256; i++) {
			size_t these = count[i];

			count[i] = at;
			at += these;
		}
		for (size_t i = 0; i < n; i++)
			to[count[from[i].key >> 8 * byte & 0xff]++] = from[i];
		other = from;
		from = to;
		to = other;
	}
	if (from != v)
		memcpy(v, from, n * sizeof(*v));
	free(counts);
}

void
sort_by_keys(uint32_t *v, const uint64_t *keys, size_t n, sort_order *order,
	const void *with)
{
	struct keyed_order o = { order, with };
	struct keyed *both = mem_new(2 * n, sizeof(*both));

	for (size_t i = 0; i < n; i++)
		both[i] = (struct keyed){ keys[i], v[i] };
	if (order == NULL)
		radix_keyed(both, n, both + n);
	else
		merge_keyed(both, n, both + n, &o);
	for (size_t i = 0; i < n; i++)
		v[i] = both[i].number;
	free(both);
}

uint64_t
sort_key_greatest(double figure)
{
	double positive_zero = figure + 0.0;
	uint64_t bits;

	/* The bits of a double, as a number, are in its order but for the sign. */
	memcpy(&bits, &positive_zero, sizeof(bits));
	return bits >> 63 ? bits : ~(bits | UINT64_C(1) << 63);
}

uint64_t
sort_key_name(const char *name)
{
	uint64_t key = 0;

	for (unsigned i = 0; i < 8; i++) {
		key = key << 8 | (unsigned char)*name;
		name += *name != '\0';
	}
	return key;
}

/* A part of texts whose first bytes are equal. */
struct same {
	size_t lo, hi, bytes;
};

/* Sort the numbers of PART by the next eight bytes,
 * and remember where those are equal and more follows. */
static void
sort_part(struct keyed *both, struct keyed *spare, const char *const *texts, bool down,
	struct same part, struct same **todo, size_t *ntodo, size_t *room)
{
	struct keyed *v = both + part.lo;
	size_t n = part.hi - part.lo, i, end;

	for (i = 0; i < n; i++) {
		v[i].key = sort_key_name(texts[v[i].number] + part.bytes);
		v[i].key = down ? ~v[i].key : v[i].key;
	}
	radix_keyed(v, n, spare);
	for (i = 0; i < n; i = end) {
		for (end = i + 1; end < n && v[end].key == v[i].key; end++)
			;
		if (end == i + 1 || ((down ? ~v[i].key : v[i].key) & 0xff) == 0)
			continue;
		*todo = mem_room(*todo, *ntodo + 1, room, sizeof(**todo));
		(*todo)[(*ntodo)++] = (struct same){ part.lo + i, part.lo + end,
			part.bytes + sizeof(uint64_t) };
	}
}

void
sort_texts(uint32_t *v, const char *const *texts, size_t n, bool down)
{
	struct keyed *both = mem_new(2 * n, sizeof(*both));
	struct same *todo = NULL;
	size_t ntodo = 0, room = 0, i;

	for (i = 0; i < n; i++)
		both[i].number = v[i];
	sort_part(both, both + n, texts, down, (struct same){ 0, n, 0 }, &todo,
		&ntodo, &room);
	while (ntodo > 0) {
		struct same part = todo[--ntodo];

		sort_part(both, both + n, texts, down, part, &todo, &ntodo, &room);
	}
	for (i = 0; i < n; i++)
		v[i] = both[i].number;
	free(both);
	free(todo);
}
