/* fuzz_gmon.c - a mutator for GNU profiles, linked with fuzz_profile.c or fuzz_load.c
 *
 * It copies and removes records, and sets their lengths, counts and addresses to edge values.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdbool.h>
#include <string.h>

#include "bytes.h"
#include "fuzz.h"

enum { MOST_RECORDS = 64, HEAD = 20, NAMES = 16 };

struct gmon {
	uint8_t *bytes;
	size_t size, most;
	unsigned address_size;
	bool big;
	size_t at[MOST_RECORDS + 1];	/* offsets of records, then the end of the last record */
	size_t n;
	uint64_t seed;
};

static uint64_t
get_number(const struct gmon *g, size_t at, unsigned width)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < width; i++)
		value = value << 8 | g->bytes[at + (g->big ? i : width - 1 - i)];
	return value;
}

static void
set_number(struct gmon *g, size_t at, unsigned width, uint64_t value)
{
	for (unsigned i = 0; i < width; i++)
		g->bytes[at + (g->big ? width - 1 - i : i)] = (uint8_t)(value >> 8 * i);
}

/* Returns the size of the record at AT, or 0 if it is truncated or is not a record. */
static size_t
record_size(const struct gmon *g, size_t at)
{
	size_t left = g->size - at, n = 1;
	unsigned a = g->address_size;

	switch (g->bytes[at]) {
	case 0:
		n += 2 * a + 8 + NAMES;
		if (n <= left)
			n += 2 * get_number(g, at + 1 + 2 * a, 4);
		break;
	case 1:
		n += 2 * a + 4;
		break;
	case 2:
		n += 4;
		if (n <= left)
			n += 2 * a * get_number(g, at + 1, 4);
		break;
	default:
		return 0;
	}
	return n <= left ? n : 0;
}

static void
find_records(struct gmon *g)
{
	size_t at = HEAD, size;

	g->n = 0;
	while (at < g->size && g->n < MOST_RECORDS && (size = record_size(g, at)) > 0) {
		g->at[g->n++] = at;
		at += size;
	}
	g->at[g->n] = at;
}

/* Returns a number to write in place of NOW.  The number is likely to be near a limit of numbers of
 * WIDTH bytes.  The number may need more bytes; set_number() writes only its lowest WIDTH bytes. */
static uint64_t
edge_value(struct gmon *g, unsigned width, uint64_t now)
{
	uint64_t all = width == 8 ? UINT64_MAX : ((uint64_t)1 << 8 * width) - 1;

	switch (random_below(&g->seed, 10)) {
	case 0:	return 0;
	case 1:	return all - random_below(&g->seed, 3);
	case 2:	return all / 2 + random_below(&g->seed, 3);
	case 3:	return now + 1;
	case 4:	return now - 1;
	case 5:	return (uint64_t)1 << random_below(&g->seed, 8 * width);
	case 6:	return g->size / (1 + random_below(&g->seed, 4));
	case 7:	return now * 2;
	case 8:	return ~now;
	default: return now ^ random_below(&g->seed, 1u << 16);
	}
}

/* Changes a number of the record at AT, or copies it from the record at OTHER if both records are
 * of the same kind. */
static void
change_number(struct gmon *g, size_t at, size_t other)
{
	unsigned a = g->address_size, width = a, which = random_below(&g->seed, 4);
	size_t offset = 1;

	switch (g->bytes[at]) {
	case 0:
		width = which < 2 ? a : 4;
		offset += which < 2 ? which * a : 2 * a + (which - 2) * 4;
		break;
	case 1:
		width = which < 2 ? a : 4;
		offset += (which < 2 ? which : 2) * a;
		break;
	default:
		width = 4;
		break;
	}
	if (g->bytes[other] == g->bytes[at] && random_below(&g->seed, 3) == 0)
		memmove(g->bytes + at + offset, g->bytes + other + offset, width);
	else
		set_number(g, at + offset, width,
			edge_value(g, width, get_number(g, at + offset, width)));
}

/* Inserts a copy of the N bytes at FROM before the byte at TO.  Returns false if there is no
 * room. */
static bool
insert_copy(struct gmon *g, size_t to, size_t from, size_t n)
{
	if (n > g->most - g->size)
		return false;
	memmove(g->bytes + to + n, g->bytes + to, g->size - to);
	memmove(g->bytes + to, g->bytes + (from < to ? from : from + n), n);
	g->size += n;
	return true;
}

static void
remove_bytes(struct gmon *g, size_t at, size_t n)
{
	memmove(g->bytes + at, g->bytes + at + n, g->size - at - n);
	g->size -= n;
}

/* If the record with the number RECORD is a histogram, adds or removes a bin, and changes the
 * number of bins in the record to match. */
static void
change_bins(struct gmon *g, size_t record)
{
	size_t at = g->at[record], end = g->at[record + 1];
	size_t length_at = at + 1 + 2 * g->address_size;
	uint64_t bins;

	if (g->bytes[at] != 0)
		return;
	bins = get_number(g, length_at, 4);
	if (bins > 0 && random_below(&g->seed, 2) == 0) {
		remove_bytes(g, end - 2, 2);
		set_number(g, length_at, 4, bins - 1);
	} else if (bins > 0 && insert_copy(g, end, end - 2, 2)) {
		set_number(g, length_at, 4, bins + 1);
	}
}

size_t
LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed)
{
	struct gmon g = { .bytes = bytes, .size = size, .most = most, .seed = seed };
	size_t i, k;

	if (size < HEAD || size > most || memcmp(bytes, "gmon", 4) != 0
	    || random_below(&g.seed, 4) == 0)
		return LLVMFuzzerMutate(bytes, size, most);
	g.big = bytes[4] == 0;
	for (g.address_size = 8; g.address_size >= 4; g.address_size -= 4) {
		find_records(&g);
		if (g.n > 0 && g.at[g.n] == size)
			break;
	}
	if (g.address_size < 4)
		g.address_size = 8;
	find_records(&g);
	if (g.n == 0)
		return LLVMFuzzerMutate(bytes, size, most);
	i = random_below(&g.seed, (uint32_t)g.n);
	k = random_below(&g.seed, (uint32_t)g.n);
	switch (random_below(&g.seed, 8)) {
	case 0:
		insert_copy(&g, g.at[k], g.at[i], g.at[i + 1] - g.at[i]);
		break;
	case 1:
		remove_bytes(&g, g.at[i], g.at[i + 1] - g.at[i]);
		break;
	case 2:
		change_bins(&g, i);
		break;
	default:
		change_number(&g, g.at[i], g.at[k]);
		break;
	}
	return g.size;
}
