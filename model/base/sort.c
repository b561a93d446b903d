/* sort.c - stable sorting of numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/sort.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rules.h"

enum {
	FEW = 64,			/* up to this many numbers are sorted without memory from
					 * the heap */
	MANY = 1500,			/* from this many numbers on, a radix sort is faster than a
					 * merge sort */
};

/* Sorts the N numbers at V with the comparison ORDER; stable.  SPARE has room for N numbers. */
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

/* A number with half of its key, so that many fit into memory and into caches. */
struct keyed {
	uint32_t key, number;
};

/* As merge_sort(), but sorts the numbers at V by their keys. */
static void
merge_keyed(struct keyed *v, size_t n, struct keyed *spare)
{
	size_t half = n / 2, l = 0, r = half, k = 0;

	if (n < 2)
		return;
	merge_keyed(v, half, spare);
	merge_keyed(v + half, n - half, spare);
	while (l < half && r < n)
		spare[k++] = v[l].key <= v[r].key ? v[l++] : v[r++];
	memcpy(spare + k, v + l, (half - l) * sizeof(*v));
	memcpy(v, spare, (k + half - l) * sizeof(*v));
}

/* As merge_keyed(), but faster.  Does nothing if V is sorted already.  Sorts fewer than MANY
 * numbers with merge_keyed().  For MANY or more numbers, makes one pass for each byte of the keys,
 * beginning with the lowest byte. */
static void
radix_keyed(struct keyed *v, size_t n, struct keyed *spare)
{
	size_t (*counts)[256];
	struct keyed *from = v, *to = spare, *other;
	size_t sorted = 1;

	while (sorted < n && v[sorted - 1].key <= v[sorted].key)
		sorted++;
	if (sorted >= n)
		return;
	if (n < MANY) {
		merge_keyed(v, n, spare);
		return;
	}
	counts = mem_new(sizeof(uint32_t), sizeof(*counts));
	for (size_t i = 0; i < n; i++)
		for (unsigned byte = 0; byte < sizeof(uint32_t); byte++)
			counts[byte][v[i].key >> 8 * byte & 0xff]++;
	for (unsigned byte = 0; byte < sizeof(uint32_t); byte++) {
		size_t *count = counts[byte], at = 0;

		/* This byte is the same in all keys: there is nothing to sort. */
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

uint64_t
sort_key_greatest(double figure)
{
	double positive_zero = figure + 0.0;
	uint64_t bits;

	/* Positive doubles have the same order as their bits read as integers, negative doubles the
	 * opposite order. */
	memcpy(&bits, &positive_zero, sizeof(bits));
	return bits >> 63 ? bits : ~(bits | UINT64_C(1) << 63);
}

/* Returns the first eight bytes of NAME as a number; if NAME is shorter, zeros follow it.  These
 * numbers have the same order as the bytes. */
static uint64_t
first_bytes(const char *name)
{
	uint64_t key = 0;

	for (unsigned i = 0; i < 8; i++) {
		key = key << 8 | (unsigned char)*name;
		name += *name != '\0';
	}
	return key;
}

/* The numbers at [.lo, .hi) of levels.v.  Their keys 0 to .level - 1 are equal. */
struct equal_run {
	size_t lo, hi;
	uint32_t level;
};

/* The state of sort_by_levels().  Each key has two levels here: its high half and its low half. */
struct levels {
	struct keyed *v, *spare;	/* .v: owned; .spare: the second half of its memory */
	struct equal_run *todo;		/* owned; runs that are not sorted yet */
	size_t ntodo, room;
	sort_key *key_of;
	const void *with;
};

/* Sorts RUN by key RUN.level.  Numbers whose keys are equal, and which have a next key, become runs
 * in S->todo. */
static void
sort_run(struct levels *s, struct equal_run run)
{
	struct keyed *v = s->v + run.lo;
	size_t n = run.hi - run.lo, i, end;
	bool is_high = run.level % 2 == 0;
	uint64_t key;

	for (i = 0; i < n; i++) {
		(void)s->key_of(v[i].number, run.level / 2, &key, s->with);
		v[i].key = (uint32_t)(is_high ? key >> 32 : key);
	}
	radix_keyed(v, n, s->spare);
	for (i = 0; i < n; i = end) {
		for (end = i + 1; end < n && v[end].key == v[i].key; end++)
			;
		if (end == i + 1
		    || (!s->key_of(v[i].number, run.level / 2, &key, s->with) && !is_high))
			continue;
		s->todo = mem_grow(s->todo, s->ntodo + 1, &s->room, sizeof(*s->todo));
		s->todo[s->ntodo++] = (struct equal_run){ run.lo + i, run.lo + end,
			run.level + 1 };
	}
}

/* Sorts the N numbers in S->v. */
static void
sort_levels(struct levels *s, size_t n)
{
	sort_run(s, (struct equal_run){ 0, n, 0 });
	while (s->ntodo > 0)
		sort_run(s, s->todo[--s->ntodo]);
}

void
sort_by_levels(uint32_t *v, size_t n, sort_key *key_of, const void *with)
{
	struct levels s = { .key_of = key_of, .with = with };

	s.v = mem_uncleared(2 * n, sizeof(*s.v));
	s.spare = s.v + n;
	for (size_t i = 0; i < n; i++)
		s.v[i].number = v[i];
	sort_levels(&s, n);
	for (size_t i = 0; i < n; i++)
		v[i] = s.v[i].number;
	free(s.v);
	free(s.todo);
}

static bool
key_of_element(uint32_t number, uint32_t level, uint64_t *key, const void *with)
{
	(void)level;
	*key = ((const uint64_t *)with)[number];
	return false;
}

void
sort_by_keys(uint32_t *v, const uint64_t *keys, size_t n)
{
	struct levels s = { .key_of = key_of_element, .with = keys };
	uint32_t *before;

	s.v = mem_uncleared(2 * n, sizeof(*s.v));
	s.spare = s.v + n;
	for (size_t i = 0; i < n; i++)
		s.v[i].number = (uint32_t)i;
	sort_levels(&s, n);
	before = (uint32_t *)s.spare;
	memcpy(before, v, n * sizeof(*v));
	for (size_t i = 0; i < n; i++)
		v[i] = before[s.v[i].number];
	free(s.v);
	free(s.todo);
}

bool
sort_key_text(const char *text, uint32_t level, uint64_t *key)
{
	enum { DEEPEST = SORT_LONGEST / sizeof(*key) };

	*key = first_bytes(text + (size_t)level * sizeof(*key));
	return (*key & 0xff) != 0 && level + 1 < DEEPEST;
}

struct texts {
	const char *const *v;
	bool down;
};

static bool
key_of_text(uint32_t number, uint32_t level, uint64_t *key, const void *with)
{
	const struct texts *texts = with;
	bool more = sort_key_text(texts->v[number], level, key);

	*key = texts->down ? ~*key : *key;
	return more;
}

void
sort_texts(uint32_t *v, const char *const *texts, size_t n, bool down)
{
	const struct texts t = { texts, down };

	sort_by_levels(v, n, key_of_text, &t);
}

uint32_t *
sort_by_group(const uint32_t *group_of, uint32_t n, uint32_t ngroups, uint32_t *at)
{
	uint32_t *v = mem_uncleared(n, sizeof(*v));

	memset(at, 0, ((size_t)ngroups + 1) * sizeof(*at));
	for (uint32_t i = 0; i < n; i++)
		if (group_of[i] != NOBODY)
			at[group_of[i]]++;
	for (uint32_t g = 0; g < ngroups; g++)
		at[g + 1] += at[g];
	for (uint32_t i = n; i-- > 0;)
		if (group_of[i] != NOBODY)
			v[--at[group_of[i]]] = i;
	return v;
}

uint32_t
sort_end_of_equal(const uint32_t *v, const char *const *texts, uint32_t begin, uint32_t n)
{
	uint32_t end = begin + 1;

	while (end < n && strcmp(texts[v[begin]], texts[v[end]]) == 0)
		end++;
	return end;
}
