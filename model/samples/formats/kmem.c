/* kmem.c - the profiling arrays of a BSD kernel, as files of a directory: gmonparam.bin,
 * kcount.bin, froms.bin and tos.bin; kgmon -p makes a gmon.out from them
 *
 *	gmonparam	12 words: state (an int); address and size of kcount, of froms and of tos;
 *			number of entries of tos; low, high address; size of the code; hashfraction
 *	kcount		the bins, u16
 *	froms		for each part of the code the index of its first entry in tos, or 0
 *	tos		entries: self, count; index of the next entry u16, 2 or more unused bytes.
 *			Entry 0 is unused
 *
 * glibc has a 13th word in gmonparam, and words instead of u16 in froms and tos.  What other
 * systems have behind the 12 words is ignored.  Layout: sys/gmon.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "base/byteorder.h"
#include "base/cursor.h"
#include "base/mem.h"
#include "samples/format.h"
#include "samples/formats/bins.h"
#include "samples/formats/bsd.h"

/* The layout of the files. */
struct kmem_layout {
	bool big_endian;
	unsigned address_size;
	unsigned index_size;		/* bytes of an entry of froms, and of the link in an entry
					 * of tos */
	size_t to_size;			/* bytes of an entry of tos */
};

static bool
kmem_recognise(const struct raw *raw, struct samples *s)
{
	(void)s;
	return raw->parts != NULL;
}

static struct kmem_layout
make_layout(size_t param_size, unsigned address_size, bool big)
{
	bool glibc = param_size == 13 * (size_t)address_size;

	return (struct kmem_layout){ .big_endian = big, .address_size = address_size,
		.index_size = glibc ? address_size : 2, .to_size = 3 * (size_t)address_size };
}

static struct gmonparam
read_param(const struct file *f, const struct kmem_layout *l)
{
	struct cursor c = { .p = f->bytes, .end = f->bytes + f->size, .big = l->big_endian };
	unsigned size = l->address_size;
	struct gmonparam p = { .state = (int32_t)cursor_u32(&c) };

	if (l->address_size == 8) {
		uint32_t rest = cursor_u32(&c);

		if (l->big_endian && l->index_size == 8)
			p.state = (int32_t)rest;
	}
	cursor_uint(&c, size);
	p.kcountsize = cursor_uint(&c, size);
	cursor_uint(&c, size);
	p.fromssize = cursor_uint(&c, size);
	cursor_uint(&c, size);
	p.tossize = cursor_uint(&c, size);
	p.tolimit = cursor_uint(&c, size);
	p.lowpc = cursor_uint(&c, size);
	p.highpc = cursor_uint(&c, size);
	p.textsize = cursor_uint(&c, size);
	p.hashfraction = cursor_uint(&c, size);
	return p;
}

/* Returns a number from 0 to 10: how much speaks for P.  The sizes in P should be the sizes of the
 * other files, and the other members of P should make sense. */
static unsigned
count_matches(const struct raw *raw, const struct gmonparam *p)
{
	return 2 * (p->kcountsize == raw->parts[PART_KCOUNT].size)
		+ 2 * (p->fromssize == raw->parts[PART_FROMS].size)
		+ 2 * (p->tossize == raw->parts[PART_TOS].size)
		+ (p->textsize == p->highpc - p->lowpc) + (p->lowpc < p->highpc)
		+ (p->state >= 0 && p->state <= 4) + (p->hashfraction > 0 && p->hashfraction <= 64);
}

/* Finds the layout with which gmonparam.bin matches the other files best.  Returns false if no
 * layout matches well enough. */
static bool
find_layout(const struct raw *raw, struct kmem_layout *best)
{
	size_t size = raw->parts[PART_PARAM].size;
	unsigned most = 0;

	for (unsigned i = 0; i < 4; i++) {
		struct kmem_layout l = make_layout(size, i % 2 == 0 ? 8 : 4, i >= 2);
		struct gmonparam p;
		unsigned matches;

		if (size < 12 * (size_t)l.address_size)
			continue;
		p = read_param(&raw->parts[PART_PARAM], &l);
		matches = count_matches(raw, &p);
		if (matches > most) {
			most = matches;
			*best = l;
		}
	}
	return most >= 5;
}

/* The state of reading the chains of arcs. */
struct arc_chains {
	const struct raw *raw;
	const struct kmem_layout *l;
	size_t ntos;
	bool *used;			/* owned; indexed by entry of tos: was the entry read? */
	bool broken;
	uint64_t bad;			/* if .broken: index of the first impossible entry of tos */
};

static uint64_t
load_index(const unsigned char *p, const struct kmem_layout *l)
{
	return l->index_size == 2 ? byteorder_u16(p, l->big_endian)
		: byteorder_addr(p, l->index_size, l->big_endian);
}

/* Reads the arcs with the caller FROM, a chain that begins with entry I of tos.  The chain can be
 * broken, if the kernel changed it during the dump.  Then the rest of the chain is skipped. */
static void
follow_chain(struct arc_chains *c, uint64_t from, uint64_t i, struct samples *s)
{
	const struct kmem_layout *l = c->l;
	unsigned width = l->address_size;

	while (i != 0) {
		const unsigned char *to;
		uint64_t field, count;

		if (i >= c->ntos || c->used[i]) {
			if (!c->broken)
				c->bad = i;
			c->broken = true;
			return;
		}
		c->used[i] = true;
		to = c->raw->parts[PART_TOS].bytes + i * l->to_size;
		field = byteorder_addr(to + width, width, l->big_endian);
		count = bsd_real_count(field, width);
		samples_add_arc(s, from, byteorder_addr(to, width, l->big_endian), count);
		if (count != field)
			samples_warn(s, W_COUNT_TRUNC32);
		i = load_index(to + 2 * (size_t)width, l);
	}
}

static bool
read_chains(const struct raw *raw, const struct kmem_layout *l, struct samples *s, struct err *e)
{
	const struct file *froms = &raw->parts[PART_FROMS];
	uint64_t piece = s->param->hashfraction * l->index_size;
	struct arc_chains c = { .raw = raw, .l = l,
		.ntos = raw->parts[PART_TOS].size / l->to_size };
	size_t nfroms = froms->size / l->index_size;

	if (s->param->tolimit != 0 && s->param->tolimit < c.ntos)
		c.ntos = (size_t)s->param->tolimit;
	if (s->param->fromssize / l->index_size < nfroms)
		nfroms = (size_t)(s->param->fromssize / l->index_size);
	c.used = mem_new(c.ntos, sizeof(*c.used));
	for (size_t k = 0; k < nfroms; k++)
		follow_chain(&c, s->param->lowpc + k * piece,
			load_index(froms->bytes + k * l->index_size, l), s);
	free(c.used);
	if (!c.broken)
		return true;
	s->damage = (struct damage){ .kind = E_BAD_LINK };
	damage_fact(&s->damage, "index", c.bad);
	return err_set(e, ERR_FORMAT, "a chain of arcs in tos.bin leads to entry %llu, which does not "
		"exist or is part of another chain; the rest of the chain is not used",
		(unsigned long long)c.bad);
}

static bool
read_bins(const struct raw *raw, struct samples *s, struct err *e)
{
	const struct gmonparam *p = s->param;
	struct raw kcount = { .bytes = raw->parts[PART_KCOUNT].bytes,
		.size = raw->parts[PART_KCOUNT].size };
	size_t nbins = p->kcountsize / 2 < SIZE_MAX / 2 ? (size_t)(p->kcountsize / 2)
		: SIZE_MAX / 2;
	struct histogram h = bins_header(s, p->lowpc, p->highpc, nbins);

	if (p->highpc <= p->lowpc) {
		s->damage = (struct damage){ .kind = E_BAD_RANGE };
		return err_set(e, ERR_DAMAGED, "gmonparam.bin has the impossible range 0x%llx-0x%llx",
			(unsigned long long)p->lowpc, (unsigned long long)p->highpc);
	}
	if (h.nbins == 0)
		samples_warn(s, W_EMPTY_HIST);
	if (!bins_read(&kcount, 0, &h, s, e))
		return err_in(e, "kcount.bin");
	return true;
}

static bool
read_all(const struct raw *raw, const struct kmem_layout *l, struct samples *s, struct err *e)
{
	struct profile_file file = { .nhistograms = 1 };
	bool ok;

	s->big_endian = l->big_endian;
	s->address_size = l->address_size;
	s->counter_bits = 16;
	bins_in_seconds(s, 0);
	samples_warn(s, W_ZERO_RATE);
	s->param = mem_new(1, sizeof(*s->param));
	*s->param = read_param(&raw->parts[PART_PARAM], l);
	ok = read_bins(raw, s, e) && read_chains(raw, l, s, e);
	if (s->narcs == 0)
		samples_warn(s, W_NO_ARCS);
	file.narcs = s->narcs;
	samples_add_file(s, &file);
	return ok;
}

static bool
kmem_decode(const struct raw *raw, struct samples *s, struct err *e)
{
	struct kmem_layout l;

	if (raw->parts == NULL) {
		s->format = FORMAT_NONE;
		damage_set(&s->damage, E_NOT_PROFILE, 0);
		return err_set(e, ERR_DAMAGED, "is no directory with the counters of a kernel");
	}
	if (find_layout(raw, &l))
		return read_all(raw, &l, s, e);
	s->format = FORMAT_NONE;
	s->damage = (struct damage){ .kind = E_NOT_PROFILE };
	return err_set(e, ERR_FORMAT, "gmonparam.bin does not fit the other files: it must be the "
		"kernel's struct gmonparam, and all four files must be dumped together");
}

const struct format kmem_format = {
	.kind = FORMAT_KMEM,
	.recognise = kmem_recognise,
	.decode = kmem_decode,
};
