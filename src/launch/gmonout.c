/* gmonout.c - the gmon.out of a recorded program, for gprof
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/gmonout.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "export/gmonfile.h"
#include "io/newfile.h"
#include "io/out.h"

enum {
	BIN_LEAST = 2,			/* bytes of code in the smallest bin; gprof counts in units
					 * of two bytes */
	BINS_MOST = 1 << 24,		/* greatest number of bins; if there is more code, bins are
					 * larger */
};

/* The executable addresses [low, high) of the program in a process, and their bias.  They are valid
 * until the process ends or executes another program. */
struct code_range {
	uint64_t low, high, bias;
};

struct code_ranges {
	struct code_range *list;	/* owned */
	size_t n, room;
};

bool
gmonout_open(struct gmonout *g, const struct program *p, uint32_t hz)
{
	const struct linkage *l = &p->linkage;
	uint64_t bin = BIN_LEAST, lo, hi;

	*g = (struct gmonout){ .program = p, .hz = hz };
	if (!l->is_elf || l->code_hi <= l->code_lo)
		return false;
	while ((l->code_hi - l->code_lo) / bin >= BINS_MOST)
		bin *= 2;
	lo = l->code_lo / bin * bin;
	hi = l->code_hi / bin * bin + (l->code_hi % bin != 0 ? bin : 0);
	g->histogram = (struct histogram){ .lo = lo, .hi = hi, .nbins = (size_t)((hi - lo) / bin),
		.bin_bits = 16, .map = MAP_EVEN, .rate = hz != 0 ? hz : 100,
		.dimension = "seconds", .abbreviation = 's' };
	g->histogram.nread = g->histogram.nbins;
	g->ticks = mem_new(g->histogram.nbins, sizeof(*g->ticks));
	return true;
}

/* Finds the addresses at which the image of G was mapped in the process of R. */
static void
find_ranges(struct code_ranges *ranges, const struct gmonout *g, const struct recording *r)
{
	*ranges = (struct code_ranges){ 0 };
	for (uint32_t i = 0; i < r->nobjects; i++) {
		const struct recording_object *o = &r->objects[i];

		if (!o->has_bias || strcmp(o->path, g->program->image) != 0)
			continue;
		ranges->list = mem_grow(ranges->list, ranges->n + 1, &ranges->room,
			sizeof(*ranges->list));
		ranges->list[ranges->n++] = (struct code_range){ o->low, o->high, o->bias };
	}
}

/* Was ADDRESS in the image?  If so, sets *IN_FILE to the address in the file of the image. */
static bool
is_in_image(const struct code_ranges *ranges, uint64_t address, uint64_t *in_file)
{
	for (size_t i = 0; i < ranges->n; i++) {
		const struct code_range *p = &ranges->list[i];

		if (address >= p->low && address < p->high) {
			*in_file = address - p->bias;
			return true;
		}
	}
	return false;
}

/* Adds the calls of functions in the image.  gprof drops calls without a caller, and functions that
 * have only such calls.  So a call from code outside the image becomes a call from _start, the
 * entry of the program.  For any other call, the address in the caller is that of the byte before
 * the return address: if the callee does not return, the return address may be in the next
 * function. */
static void
add_arcs(struct gmonout *g, const struct recording *r, const struct code_ranges *ranges)
{
	for (uint32_t i = 0; i < r->narcs; i++) {
		const struct recording_arc *a = &r->arcs[i];
		uint64_t from, self;

		if (!is_in_image(ranges, a->self, &self))
			continue;
		from = is_in_image(ranges, a->from - 1, &from) ? from : g->program->linkage.entry;
		(void)samples_sum_arc(&g->samples, from, self, a->count);
	}
}

static void
add_samples(struct gmonout *g, const struct recording *r, const struct code_ranges *ranges)
{
	const struct histogram *h = &g->histogram;
	uint64_t width = (h->hi - h->lo) / h->nbins, at;

	for (uint32_t i = 0; i < r->nstacks; i++) {
		const struct recording_stack *s = &r->stacks[i];
		uint64_t address = recording_entered(r, s)->address;

		if (s->ticks > 0 && is_in_image(ranges, address, &at) && at >= h->lo
		    && at < h->hi)
			g->ticks[(at - h->lo) / width] += s->ticks;
	}
}

void
gmonout_add(struct gmonout *g, const struct recording *r)
{
	struct code_ranges ranges;

	find_ranges(&ranges, g, r);
	if (ranges.n > 0) {
		add_arcs(g, r, &ranges);
		add_samples(g, r, &ranges);
	}
	free(ranges.list);
}

bool
gmonout_save(const struct samples *s, const struct linkage *l, const char *path, struct err *e)
{
	const struct gmon_layout layout = { .format = GMON_GNU, .address_size = l->address_size,
		.big_endian = l->big_endian };
	struct newfile file;
	struct out out;

	if (!gmonfile_fits(s, &layout, e) || !newfile_open(&file, path, e))
		return false;
	out_open(&out, file.fd);
	gmonfile_write(&out, s, &layout);
	out_close(&out);
	return newfile_close(&file, out.error, e);
}

bool
gmonout_write(struct gmonout *g, const char *path, struct err *e)
{
	struct histogram h = g->histogram;

	if (g->samples.nhistograms == 0) {
		histogram_append(&h, 0, g->ticks, h.nbins);
		if (!samples_add_histogram(&g->samples, &h, e)) {
			free(h.bins);
			return false;
		}
	}
	return gmonout_save(&g->samples, &g->program->linkage, path, e);
}

void
gmonout_release(struct gmonout *g)
{
	free(g->ticks);
	samples_release(&g->samples);
}
