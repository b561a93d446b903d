/* randprof_profile.c - random profiles of a program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "elf/image.h"
#include "elf/symtab.h"
#include "randprof.h"

/* How random arcs are chosen. */
struct arc_style {
	unsigned narcs;
	unsigned self;			/* of all arcs: percent that lead to the caller itself */
	unsigned back;			/* of the other arcs: percent that lead to the caller or to
					 * a function before it */
	unsigned far;			/* of the arcs to other functions: percent that may lead to
					 * any function, not only to one near the caller */
	unsigned zero;			/* of all arcs: percent that have count 0 */
	unsigned outside;		/* of the addresses in arcs: percent that are outside all
					 * code */
};

static int
by_addr(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Adds the symbols of IM in code to T. */
static void
read_symbols(struct target *t, const struct image *im)
{
	size_t n = im->symtab != NULL ? symtab_count(im->symtab) : 0;
	struct elf_symbol symbol;

	t->addrs = malloc((n + 1) * sizeof *t->addrs);
	t->names = malloc((n + 1) * sizeof *t->names);
	for (size_t i = 1; i < n; i++) {
		symtab_get(im->symtab, i, &symbol);
		if (!symbol.in_code || symbol.type == STT_SECTION)
			continue;
		t->addrs[t->n] = symbol.value;
		t->names[t->n++] = strdup(symbol.name);
	}
}

bool
target_read(struct target *t, const char *path)
{
	struct image im;
	struct err e;

	memset(t, 0, sizeof *t);
	if (!image_open(&im, path, &e))
		return false;
	t->is_64 = im.address_size == 8;
	t->is_pe = im.is_pe;
	read_symbols(t, &im);
	for (size_t i = 0; i < im.ncode; i++) {
		if (i == 0)
			t->code_lo = im.code[i].lo;
		if (im.code[i].hi > t->code_hi)
			t->code_hi = im.code[i].hi;
	}
	if (im.text != NULL) {
		t->text_lo = im.text->lo;
		t->text_hi = im.text->hi;
	}
	image_release(&im);
	if (t->n > 0)		/* names are not sorted, because any name may stand for any
				 * address */
		qsort(t->addrs, t->n, sizeof *t->addrs, by_addr);
	return t->n > 0;
}

void
target_release(struct target *t)
{
	while (t->n)
		free(t->names[--t->n]);
	free(t->names);
	free(t->addrs);
}

/* Chooses the addresses [L->lo, L->hi) that all histograms together cover. */
static void
layout_place(struct profile_layout *l, const struct target *t, struct rng *r)
{
	uint64_t lo = t->text_lo, hi = t->text_hi;

	switch (rng_below(r, 8)) {
	case 0:			/* as glibc: from the start of the program */
		lo = t->code_lo & ~(uint64_t)0xfff;
		hi = t->code_hi;
		break;
	case 1:
		lo = t->code_lo;
		hi = t->code_hi + rng_below(r, 100);
		break;
	case 2:			/* a part of the code */
		lo += rng_below(r, (hi - lo) / 2);
		hi -= rng_below(r, (hi - lo) / 2);
		break;
	case 3:			/* beyond the end of the code */
		hi += 0x800;
		break;
	case 4:			/* inside .text */
	case 5:
	case 6:
		lo += 3;
		hi -= 3;
		break;
	}
	l->lo = rng_chance(r, 90) ? lo & ~(uint64_t)3 : lo;
	l->hi = rng_chance(r, 90) ? (hi + 3) & ~(uint64_t)3 : hi;
	if (l->hi < l->lo + 8)
		l->hi = l->lo + 8;
}

/* Divides the addresses of L among several histograms. */
static void
layout_divide(struct profile_layout *l, struct rng *r)
{
	uint64_t n;

	l->nhistograms = 2 + (unsigned)rng_below(r, 2);
	n = (l->hi - l->lo) / l->nhistograms & ~(uint64_t)15;
	if (n == 0)
		n = 16;
	l->hi = l->lo + n;
	l->backward = rng_chance(r, 30);
	l->step = n + (rng_chance(r, 30) ? 16 * rng_below(r, 4) : 0);
}

void
layout_make(struct profile_layout *l, const struct target *t, struct rng *r)
{
	static const uint32_t rates[] = { 100, 100, 100, 1, 60, 128, 1000, 1000000 };
	uint64_t n;

	memset(l, 0, sizeof *l);
	layout_place(l, t, r);
	l->nhistograms = 1;
	if (rng_chance(r, 20))
		layout_divide(l, r);
	n = l->hi - l->lo;
	switch (rng_below(r, 5)) {
	case 0:			/* bytes per bin: a power of two */
		n = n >> rng_below(r, 5);
		break;
	case 1:			/* any number of bins */
		n = 1 + rng_below(r, n);
		break;
	default:		/* glibc: the buffer is rounded up to 8 bytes */
		n = (n / 2 + 7) / 8 * 8 / 2;
	}
	l->nbins = n ? (uint32_t)n : 1;
	l->rate = rates[rng_below(r, 8)];
	l->dimension = rng_chance(r, 90) ? "seconds" : "fortnights-long";
	l->abbreviation = l->dimension[0];
	l->inside_text = l->lo >= t->text_lo
		&& l->lo + l->step * (l->nhistograms - 1) + (l->hi - l->lo) <= t->text_hi;
}

static void
put_number(FILE *out, uint64_t value, unsigned size)
{
	while (size--) {
		putc((int)(value & 0xff), out);
		value >>= 8;
	}
}

static void
write_histogram(FILE *out, const struct profile_layout *l, const struct target *t,
	unsigned number, unsigned dense, struct rng *r)
{
	unsigned piece = l->backward ? l->nhistograms - 1 - number : number;
	unsigned i, size = t->is_64 ? 8 : 4, most = rng_chance(r, 5) ? 65536 : 40;
	char dimension[15] = "";

	memcpy(dimension, l->dimension, strnlen(l->dimension, sizeof dimension));
	putc(0, out);
	put_number(out, l->lo + piece * l->step, size);
	put_number(out, l->hi + piece * l->step, size);
	put_number(out, l->nbins, 4);
	put_number(out, l->rate, 4);
	fwrite(dimension, 1, sizeof dimension, out);
	putc(l->abbreviation, out);
	for (i = 0; i < l->nbins; i++)
		put_number(out, rng_chance(r, dense) ? rng_below(r, most) : 0, 2);
}

static uint64_t
some_count(const struct arc_style *style, struct rng *r)
{
	if (rng_chance(r, style->zero))
		return 0;
	if (rng_chance(r, 3))
		return rng_next(r) & 0xffffffff;
	return 1 + rng_below(r, rng_chance(r, 30) ? 10000 : 10);
}

/* Returns an address in or near the code of symbol I, sometimes one outside all code. */
static uint64_t
some_address(const struct target *t, size_t i, const struct arc_style *style, struct rng *r)
{
	if (rng_chance(r, style->outside))
		return rng_chance(r, 50) ? rng_below(r, t->code_lo + 1)
			: t->code_hi + rng_below(r, 0x4000);
	return t->addrs[i] + rng_below(r, rng_chance(r, 80) ? 4 : 60);
}

static void
write_arc(FILE *out, const struct target *t, const struct arc_style *style, struct rng *r)
{
	size_t from = rng_below(r, t->n), to = from;
	unsigned size = t->is_64 ? 8 : 4;

	if (rng_chance(r, style->self))
		to = from;
	else if (rng_chance(r, style->back))
		to = from - rng_below(r, (rng_chance(r, style->far) ? t->n : 4) + 1);
	else
		to = from + 1 + rng_below(r, rng_chance(r, style->far) ? t->n : 8);
	if (to >= t->n)
		to = rng_below(r, t->n);
	putc(1, out);
	put_number(out, some_address(t, from, style, r), size);
	put_number(out, some_address(t, to, style, r), size);
	put_number(out, some_count(style, r), 4);
}

static void
write_blocks(FILE *out, const struct target *t, struct rng *r)
{
	unsigned i, n = (unsigned)rng_below(r, 5), size = t->is_64 ? 8 : 4;

	putc(2, out);
	put_number(out, n, 4);
	for (i = 0; i < n; i++) {
		put_number(out, t->addrs[rng_below(r, t->n)], size);
		put_number(out, rng_below(r, 1000), size);
	}
}

bool
profile_write(const char *path, const struct profile_layout *l, const struct target *t,
	struct rng *r)
{
	static const unsigned backs[] = { 0, 2, 10, 30, 60 };
	unsigned i, piece = 0, dense = (unsigned)rng_below(r, 101);
	unsigned version = rng_chance(r, 90);
	struct arc_style style = { .far = 20, .self = 5, .zero = 5 };
	bool shuffled = rng_chance(r, 20), no_bins = rng_chance(r, 4);
	FILE *out = fopen(path, "wb");

	if (out == NULL)
		return false;
	style.narcs = rng_chance(r, 5) ? 0 : (unsigned)rng_below(r, 4 * t->n + 1);
	style.narcs += no_bins;
	style.back = backs[rng_below(r, 5)];
	style.outside = rng_chance(r, 30) ? 10 : 0;
	fwrite("gmon", 1, 4, out);
	put_number(out, version, 4);
	put_number(out, 0, 4);
	put_number(out, rng_next(r), 8);
	if (version && rng_chance(r, 5))
		write_blocks(out, t, r);
	while (!no_bins && !shuffled && piece < l->nhistograms)
		write_histogram(out, l, t, piece++, dense, r);
	for (i = 0; i < style.narcs; i++) {
		if (shuffled && !no_bins && piece < l->nhistograms && rng_chance(r, 10))
			write_histogram(out, l, t, piece++, dense, r);
		write_arc(out, t, &style, r);
	}
	while (!no_bins && piece < l->nhistograms)
		write_histogram(out, l, t, piece++, dense, r);
	if (!no_bins && rng_chance(r, 5))
		write_histogram(out, l, t, 0, dense, r);
	return fclose(out) == 0;
}
