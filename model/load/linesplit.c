/* linesplit.c - make each line a row of its own, with --exact
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "load/linesplit.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/filelist.h"
#include "base/mem.h"
#include "dwarf/lines.h"
#include "profile/callsites.h"
#include "profile/spans.h"
#include "samples/samples.h"

struct line_split {
	struct profile *p;
	struct file_list files;
	struct lines *lines;		/* line tables of the current image */
	struct spans *spans;		/* spans of the rows that lines became, in the current
					 * image */
	struct func *funcs;		/* owned; all rows that lines became */
	struct func_place *places;	/* owned */
	size_t n, funcs_room, places_room;
	bool *seen;			/* owned; indexed by number of a function in .p->funcs: does
					 * its first line have a row already? */
};

/* Sets P->exact_records to the arc records of all images, with .from inside the call
 * instruction. */
static void
find_call_addresses(struct profile *p, struct callsites *places)
{
	struct arc_record **records = mem_new(p->nimages, sizeof(struct arc_record *));
	bool sure;

	for (uint32_t im = 0; im < p->nimages; im++) {
		size_t n = p->samples[im].narcs;

		records[im] = mem_new(n, sizeof(**records));
		for (size_t i = 0; i < n; i++)
			records[im][i] = samples_arc(&p->samples[im], i);
	}
	for (uint32_t a = 0; a < p->narcs; a++) {
		struct arc_sites of = profile_sites(p, a);
		uint32_t image = p->funcs[p->arcs[a].caller].image;

		for (uint32_t i = of.first; i < of.end; i++) {
			struct arc_record site = profile_site(p, &of, i);

			records[image][profile_site_number(p, &of, i)].from =
				callsites_address(places, a, &site, &sure);
		}
	}
	p->exact_records = records;
}

/* Adds a row for a line of S->p->funcs[F]: the code that begins at LO and is at PLACE in the
 * source.  Returns the number of the row. */
static uint32_t
add_line(struct line_split *s, uint32_t f, uint64_t lo, struct func_place place)
{
	struct func func = s->p->funcs[f];

	if (s->seen[f]) {
		func.nalso = 0;
		func.also = NULL;
		func.is_func = false;
		func.is_line = true;
	}
	s->seen[f] = true;
	func.lo = lo;
	s->funcs = mem_grow(s->funcs, s->n + 1, &s->funcs_room, sizeof(*s->funcs));
	s->places = mem_grow(s->places, s->n + 1, &s->places_room, sizeof(*s->places));
	s->funcs[s->n] = func;
	s->places[s->n] = place;
	return (uint32_t)s->n++;
}

/* Makes rows for the lines of S->p->funcs[F] in the span [lo, last]. */
static void
split_span(struct line_split *s, uint32_t f, uint64_t lo, uint64_t last)
{
	struct func_place before = { .file = NOBODY };
	uint32_t now = NOBODY;
	uint64_t at = lo;

	assert(lo <= last);
	for (;;) {
		struct func_place place = { .file = NOBODY };
		struct line_span span;

		if (lines_span(s->lines, at, &span)) {
			place.file = filelist_number(&s->files, span.file);
			place.line = span.line;
		}
		if (now == NOBODY || place.file != before.file || place.line != before.line) {
			now = add_line(s, f, at, place);
			spans_add(s->spans, at, now, false);
		}
		before = place;
		if (span.hi > last || span.hi <= at) {
			s->funcs[now].hi = last == UINT64_MAX ? last : last + 1;
			return;
		}
		at = span.hi;
		s->funcs[now].hi = at;
	}
}

static void
split_image(struct line_split *s, uint32_t image)
{
	const struct spans *old = &s->p->spans[image];

	for (size_t i = 0; i < old->n; i++) {
		uint32_t f = old->v[i].func;
		uint64_t lo = old->v[i].lo;

		if (f == NOBODY)
			spans_add(s->spans, lo, NOBODY, false);
		else if (old->v[i].is_padding && s->n > 0)
			spans_add(s->spans, lo, (uint32_t)s->n - 1, true);
		else
			split_span(s, f, lo, spans_last(old, i));
	}
	spans_index(s->spans);
}

void
linesplit_apply(struct profile *p)
{
	struct line_split s = { .p = p, .files.text = &p->names };
	struct spans *spans = mem_new(p->nimages, sizeof(*spans));
	struct callsites places;

	callsites_open(&places, p);
	find_call_addresses(p, &places);
	s.seen = mem_new(p->nfuncs, sizeof(*s.seen));
	for (uint32_t image = 0; image < p->nimages; image++) {
		s.lines = callsites_lines(&places, image);
		s.spans = &spans[image];
		split_image(&s, image);
	}
	callsites_release(&places);
	filelist_finish(&s.files);
	free(s.seen);
	profile_drop_funcs(p);
	p->funcs = s.funcs;
	p->nfuncs = (uint32_t)s.n;
	p->spans = spans;
	p->places = s.places;
	p->nplaces = p->nfuncs;
	p->files = s.files.v;
	p->nfiles = s.files.n;
}
