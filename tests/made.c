/* made.c - profiles put together by hand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/mem.h"
#include "made.h"

static void
add_func(struct profile *p, const char *name, uint64_t lo, uint64_t hi)
{
	p->funcs[p->nfuncs++] = (struct func){ .name = name, .lo = lo, .hi = hi, .is_func = true,
		.in_gprof = true };
}

void
made_profile(struct profile *p, enum rules rules, uint32_t n)
{
	*p = (struct profile){ .rules = rules, .rate = 100, .dimension = "seconds",
		.abbreviation = 's' };
	p->funcs = mem_new(n, sizeof(*p->funcs));
	p->ticks = mem_new(n, sizeof(*p->ticks));
	p->nticks = n;
	for (uint32_t f = 0; f < n; f++)
		add_func(p, arena_printf(&p->names, "f%u", (unsigned)f), 0x1000 + 16 * (uint64_t)f,
			0x1010 + 16 * (uint64_t)f);
}

void
made_call(struct profile *p, uint32_t caller, uint32_t callee, uint64_t count)
{
	size_t room = p->narcs;

	/* If narcs is 0 or a power of two, make room for more than twice as many arcs. */
	if ((p->narcs & (p->narcs - 1)) == 0)
		p->arcs = mem_grow(p->arcs, 2 * (size_t)p->narcs + 1, &room, sizeof(*p->arcs));
	p->arcs[p->narcs] = (struct arc){ .caller = caller, .callee = callee };
	profile_set_arc_calls(p, p->narcs++, count);
}

void
made_image(struct profile *p, enum rules rules, const uint64_t *at, uint32_t n, uint64_t end)
{
	struct spans *s;
	uint32_t extra = rules == RULES_EXACT;

	made_profile(p, rules, n + 2 * extra);
	p->nimages = 1;
	p->images = mem_new(1, sizeof(*p->images));
	p->images->fd = -1;
	p->images->code = mem_new(1, sizeof(*p->images->code));
	*p->images->code = (struct code_section){ .name = ".text", .lo = at[0], .hi = end };
	p->images->ncode = 1;
	p->samples = mem_new(1, sizeof(*p->samples));
	p->samples->format = FORMAT_GNU;
	s = p->spans = mem_new(1, sizeof(*p->spans));
	p->nfuncs = 0;
	if (extra)
		add_func(p, "[before]", 0, at[0]);
	spans_add(s, 0, extra ? 0 : NOBODY, false);
	for (uint32_t i = 0; i < n; i++) {
		spans_add(s, at[i], p->nfuncs, false);
		add_func(p, arena_printf(&p->names, "f%u", (unsigned)i), at[i],
			i + 1 < n ? at[i + 1] : end);
	}
	spans_add(s, end, extra ? p->nfuncs : NOBODY, false);
	if (extra)
		add_func(p, "[after]", end, UINT64_MAX);
	if (extra)
		p->funcs[0].kind = p->funcs[n + 1].kind = FUNC_UNKNOWN;
	spans_index(s);
}

void
made_histogram(struct profile *p, uint64_t lo, uint64_t hi, const uint64_t *bins, size_t n)
{
	struct histogram h = { .lo = lo, .hi = hi, .nbins = n, .nread = n, .bin_bits = 16,
		.rate = 100, .dimension = "seconds", .abbreviation = 's' };
	struct err e;

	histogram_append(&h, 0, bins, n);
	assert_true(samples_add_histogram(p->samples, &h, &e));
	p->scale = histogram_scale(p->samples->histograms);
	p->has_histogram = true;
}

void
made_selection(struct profile *p, enum select_table table, const char *text)
{
	const struct symspec spec = { table, text };

	select_resolve(&p->named, p, &spec, 1, false);
}
