/* attribute_lines.c - attribute the samples of code to source lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/attribute_lines.h"

#include "elf/insns.h"
#include "profile/attribute.h"
#include "profile/spans.h"

/* The code whose samples are shared among lines, and how they are shared. */
struct division {
	const struct profile *profile;
	uint32_t image;
	struct lines *lines;
	uint64_t lo, hi;
	bool by_starts;			/* weights are numbers of instructions; false: numbers of
					 * bytes */
};

/* A part of the code: the code of one row of the line table, or code without a line. */
struct part {
	struct line_span span;
	bool has_line;
	uint64_t end;
};

static struct part
part_at(const struct division *d, uint64_t at)
{
	struct part part;

	part.has_line = lines_span(d->lines, at, &part.span);
	part.end = part.span.hi < d->hi && part.span.hi > at ? part.span.hi : d->hi;
	return part;
}

/* Returns an address, not above AT, where an instruction certainly begins: the beginning of the
 * function or, if it is nearer to AT, the beginning of the row of the line table. */
static uint64_t
start_before(const struct division *d, const struct part *part, uint64_t at)
{
	const struct spans *s = &d->profile->spans[d->image];
	uint64_t start = s->v[spans_at(s, at)].lo;

	return part->has_line && part->span.lo > start && part->span.lo <= at ? part->span.lo
		: start;
}

/* Sets *WEIGHT to the weight of PART, which begins at AT.  False: the weight is not known. */
static bool
weigh(const struct division *d, const struct part *part, uint64_t at, double *weight)
{
	uint64_t n = part->end - at;

	if (d->by_starts && !insns_count(&d->profile->images[d->image],
			start_before(d, part, at), at, part->end, &n))
		return false;
	*weight = (double)n;
	return true;
}

/* Returns the sum of the weights of all parts, or 0 if a weight is not known.  *FINAL becomes the
 * beginning of the last part with a weight above 0. */
static double
weigh_all(const struct division *d, uint64_t *final)
{
	double sum = 0, weight;
	struct part part;

	for (uint64_t at = d->lo; at < d->hi; at = part.end) {
		part = part_at(d, at);
		if (!weigh(d, &part, at, &weight))
			return 0;
		if (weight > 0)
			*final = at;
		sum += weight;
	}
	return sum;
}

void
attribute_lines(struct callsites *places, uint32_t image, uint64_t lo, uint64_t hi, double ticks,
	attribute_to_line *give, void *with)
{
	struct division d = { places->profile, image, callsites_lines(places, image), lo, hi,
		true };
	struct part part = part_at(&d, lo);
	double left = ticks, sum = 1, weight;
	uint64_t final = lo;

	if (part.end < hi)
		sum = weigh_all(&d, &final);
	if (sum <= 0) {
		d.by_starts = false;
		sum = weigh_all(&d, &final);
	}
	for (uint64_t at = lo; at <= final; at = part.end) {
		double share = left;

		part = part_at(&d, at);
		if (at < final) {
			if (!weigh(&d, &part, at, &weight) || weight <= 0)
				continue;
			share = attribute_part(ticks * weight / sum);
		}
		left -= share;
		give(with, part.has_line ? part.span.file : NULL,
			part.has_line ? part.span.line : 0, at, share);
	}
}
