/* describe_addresses.c - the addresses of code without names, in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/describe_addresses.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/sort.h"
#include "callgraph/exclusions.h"

/* Does frame FRAME belong to node N, and has it an address? */
static bool
has_address(const struct view_context *ctx, uint32_t n, uint32_t frame)
{
	const struct measured_frame *f = &ctx->profile->measured->frames[frame];

	return f->address != 0 && view_context_node_of(ctx, ctx->profile->func_of[f->func]) == n;
}

/* Is a function of PATH excluded? */
static bool
is_excluded(const struct view_context *ctx, uint32_t path)
{
	const struct measured *m = ctx->profile->measured;

	if (ctx->exclusions == NULL || ctx->exclusions->now.nfuncs == 0)
		return false;
	for (; path != NOBODY; path = m->paths[path].parent)
		if (ctx->exclusions->now.funcs[ctx->profile->func_of[
		    m->frames[m->paths[path].frame].func]])
			return true;
	return false;
}

/* Returns an array, to be free()d, indexed by frame: the own value of each frame of N that has an
 * address; other frames have 0. */
static double *
sum_frames(const struct view_context *ctx, uint32_t n)
{
	const struct profile *p = ctx->profile;
	const struct measured *m = p->measured;
	double *sums = mem_new(m->nframes, sizeof(*sums));

	for (uint32_t i = 0; i < m->nsamples; i++) {
		const struct measured_sample *s = &m->samples[i];
		uint32_t frame = m->paths[s->path].frame;

		if ((p->choice.part == NOBODY || measured_is_in(m, s->part, p->choice.part))
		    && has_address(ctx, n, frame) && !is_excluded(ctx, s->path))
			sums[frame] += (double)m->weights[(size_t)i * m->nevents
				+ p->choice.event].value;
	}
	return sums;
}

struct order {
	const struct measured_frame *frames;
	const double *sums;		/* indexed by frame */
};

/* Compares two frames: the one with the larger value comes first. */
static int
by_size(uint32_t a, uint32_t b, const void *with)
{
	const struct order *r = with;

	if (fabs(r->sums[a]) != fabs(r->sums[b]))
		return fabs(r->sums[a]) > fabs(r->sums[b]) ? -1 : 1;
	return r->frames[a].address < r->frames[b].address ? -1
		: r->frames[a].address > r->frames[b].address;
}

void
describe_addresses(const struct view_context *ctx, uint32_t n, FILE *out)
{
	enum { MOST = 10 };
	const struct measured *m = ctx->profile->measured;
	uint32_t *found, nfound = 0;
	struct order order = { .frames = m->frames };
	double *sums;
	char time[FIGURE];

	if (ctx->profile->paths == NULL)
		return;
	found = mem_new(m->nframes, sizeof(*found));
	for (uint32_t i = 0; i < m->nframes; i++)
		if (has_address(ctx, n, i))
			found[nfound++] = i;
	if (nfound > 0) {
		order.sums = sums = sum_frames(ctx, n);
		sort_numbers(found, nfound, by_size, &order);
		fprintf(out, "It is code without names, at %" PRIu32 " address%s:", nfound,
			nfound == 1 ? "" : "es");
		for (uint32_t i = 0; i < nfound && i < MOST; i++) {
			figure_spoken(time, &ctx->scale, sums[found[i]]);
			fprintf(out, "%s 0x%" PRIx64 " %s", i > 0 ? "," : "",
				m->frames[found[i]].address, time);
		}
		fprintf(out, "%s\n", nfound > MOST ? ", ..." : ".");
		free(sums);
	}
	free(found);
}
