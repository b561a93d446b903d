/* describe_addresses.c - the addresses of code without names, in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "words/describe_addresses.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/sort.h"
#include "figures/gather.h"

/* Does frame FRAME belong to node N, and has it an address? */
static bool
has_address(const struct view_context *ctx, uint32_t n, uint32_t frame)
{
	const struct measured_frame *f = &ctx->profile->measured->frames[frame];

	return f->address != 0 && view_context_node_of(ctx, ctx->profile->func_of[f->func]) == n;
}

/* The own values of the frames of node .n that have addresses. */
struct address_sums {
	const struct view_context *ctx;
	uint32_t n;
	double *sums;			/* indexed by frame; other frames have 0 */
};

static void
add_sample(void *with, uint32_t path, const struct measured_weight *w)
{
	const struct address_sums *a = with;
	uint32_t frame = a->ctx->profile->measured->paths[path].frame;

	if (has_address(a->ctx, a->n, frame))
		a->sums[frame] += (double)w->value;
}

/* Returns .sums of struct address_sums, to be free()d. */
static double *
sum_frames(const struct view_context *ctx, uint32_t n)
{
	struct address_sums a = { ctx, n,
		mem_new(ctx->profile->measured->nframes, sizeof(*a.sums)) };

	gather_each_sample(ctx->graph, add_sample, &a);
	return a.sums;
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

	if (!profile_has(ctx->profile, HAS_STACKS))
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
