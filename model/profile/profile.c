/* Reading images and profiles into one profile.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/profile.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/stop.h"
#include "elf/image.h"
#include "load/arcs.h"
#include "load/linesplit.h"
#include "load/open.h"
#include "load/staticcalls.h"
#include "notes/notes.h"
#include "profile/attribute.h"
#include "profile/spans.h"
#include "samples/samples.h"

/* What GNU gprof makes of formats that do not say such things: any BSD file has a histogram
 * and calls, and the rate that the clock has here. */
static void
set_gprof_defaults(struct profile *p)
{
	if (p->rules != RULES_GPROF || p->samples->format == FORMAT_GNU)
		return;
	if (samples_are_bsd(p->samples))
		p->has_histogram = p->has_arcs = true;
	if (p->rate == 0)
		p->rate = (uint32_t)sysconf(_SC_CLK_TCK);
}

static void
set_rate(struct profile *p)
{
	const struct histogram *first = NULL;

	p->dimension = "seconds";
	p->abbreviation = 's';
	for (uint32_t im = 0; im < p->nimages; im++) {
		const struct samples *s = &p->samples[im];

		p->has_histogram |= s->nhistograms > 0;
		p->has_arcs |= s->narcs > 0;
		for (size_t i = 0; i < s->nhistograms; i++)
			p->nsamples += histogram_total(&s->histograms[i]);
		if (first == NULL && s->nhistograms > 0) {
			first = s->histograms;
			p->scale = histogram_scale(&s->histograms[s->nempty < s->nhistograms
				? s->nempty : 0]);
		}
	}
	if (first == NULL)
		return;
	p->rate = first->rate;
	/* Nobody sampled so often; but for GNU gprof no rate is negative. */
	if (p->rules == RULES_GPROF && p->rate == 0 && p->samples->rate < 0)
		p->rate = (uint32_t)p->samples->rate;
	p->dimension = first->dimension;
	p->abbreviation = first->abbreviation;
}

/* Find out whose the samples are. */
static void
count_samples(struct profile *p)
{
	p->ticks = mem_new(p->nfuncs, sizeof(*p->ticks));
	if (p->rules == RULES_GPROF)
		attribute_gprof(p);
	else
		attribute_exact(p);
}

/* Find out whose the calls are. */
static void
count_calls(struct profile *p)
{
	arcs_assemble(p);
	profile_link(p);
}

static void
forget_counts(struct profile *p)
{
	free(p->ticks);
	free(p->outside);
	free(p->arcs);
	free(p->out);
	free(p->out_at);
	free(p->in);
	free(p->in_at);
	free(p->sites);
	free(p->site_at);
	free(p->possible);
	p->ticks = NULL;
	p->outside = NULL;
	p->arcs = NULL;
	p->out = p->out_at = p->in = p->in_at = p->sites = NULL;
	p->site_at = NULL;
	p->possible = NULL;
	p->narcs = p->npossible = 0;
	p->nunnamed = 0;
	p->total = 0;
}

void
open_samples(struct profile *p)
{
	set_rate(p);
	set_gprof_defaults(p);
	count_samples(p);
}

/* Make functions of lines and count again.  Which lines calls come from shows only when it is
 * known which functions make them. */
static void
count_by_line(struct profile *p, const struct open_options *options)
{
	linesplit_apply(p);
	forget_counts(p);
	select_resolve(&p->selection, p, options->specs, options->nspecs, false);
	count_samples(p);
	count_calls(p);
}

/* Has somebody asked to stop?  Between steps that have no loops of their own to ask in. */
static bool
is_stopped(const struct open_options *options, struct err *e)
{
	if (options->stop == NULL || !options->stop->asked)
		return false;
	(void)err_set(e, ERR_STOPPED, "stopped");
	return true;
}

static bool
load_profile(struct profile *p, const struct open_options *options, struct err *e)
{
	bool split = options->lines && p->rules == RULES_EXACT;

	if (!open_images(p, options, e) || is_stopped(options, e))
		return false;
	if (!split)
		select_resolve(&p->selection, p, options->specs, options->nspecs,
			p->rules == RULES_GPROF);
	if (!open_files(p, options, e) || is_stopped(options, e))
		return false;
	open_samples(p);
	count_calls(p);
	if (split)
		count_by_line(p, options);
	if (is_stopped(options, e))
		return false;
	/* gprof: there is no call graph to add them to if no call was counted. */
	if ((options->static_calls && (p->rules == RULES_EXACT || p->has_arcs))
	    || (options->possible_calls && p->rules == RULES_EXACT && !p->has_arcs))
		staticcalls_add(p, options->static_calls);
	notes_find(p);
	return true;
}

bool
open_profile(struct profile *p, const struct open_options *options, struct err *e)
{
	*p = (struct profile){ .rules = options->rules, .options = *options };
	p->options.stop = NULL;
	if (load_profile(p, options, e))
		return true;
	profile_release(p);
	return false;
}

void
profile_damage_(const struct profile *p, struct err *e)
{
	*e = p->damage;
	err_in_(e, "%s", p->damaged_file);
}

void
profile_release(struct profile *p)
{
	for (uint32_t i = 0; i < p->nimages; i++) {
		image_release(&p->images[i]);
		spans_release(&p->spans[i]);
		if (p->samples != NULL)
			samples_release(&p->samples[i]);
	}
	free(p->images);
	free(p->spans);
	free(p->samples);
	free(p->funcs);
	free(p->places);
	free(p->files);
	forget_counts(p);
	free(p->spread);
	free(p->objects);
	free(p->notes);
	select_release(&p->selection);
	arena_release(&p->names);
	*p = (struct profile){ 0 };
}

uint32_t
profile_func_at(const struct profile *p, uint32_t image, uint64_t addr)
{
	const struct spans *s = &p->spans[image];

	return s->v[spans_at(s, addr)].func;
}

bool
profile_is_possible(const struct profile *p, uint32_t arc)
{
	return arc >= p->narcs - p->npossible;
}

const struct arc_record *
profile_site(const struct profile *p, uint32_t arc, size_t i)
{
	if (profile_is_possible(p, arc))
		return &p->possible[p->sites[i]];
	return &p->samples[p->funcs[p->arcs[arc].caller].image].arcs[p->sites[i]];
}

uint64_t
profile_calls(const struct profile *p, uint32_t f)
{
	uint64_t calls = p->outside != NULL ? p->outside[f] : 0;

	for (uint32_t i = p->in_at[f]; i < p->in_at[f + 1]; i++)
		calls += p->arcs[p->in[i]].count;
	return calls;
}

void
profile_note(struct profile *p, uint32_t func, const char *text, const char *advice)
{
	p->notes = mem_grow(p->notes, p->nnotes + 1, &p->notes_room, sizeof(*p->notes));
	p->notes[p->nnotes++] = (struct note){ text, advice, func };
}

/* Put the numbers of the arcs in order of one of their ends, END_OF an arc. */
static void
link_end(const struct profile *p, uint32_t **list, uint32_t **at,
	uint32_t (*end_of)(const struct arc *arc))
{
	uint32_t *v = mem_new(p->narcs, sizeof(*v));
	uint32_t *start = mem_new((size_t)p->nfuncs + 2, sizeof(*start));

	for (uint32_t a = 0; a < p->narcs; a++)
		start[end_of(&p->arcs[a]) + 2]++;
	for (uint32_t f = 0; f < p->nfuncs; f++)
		start[f + 2] += start[f + 1];
	for (uint32_t a = 0; a < p->narcs; a++)
		v[start[end_of(&p->arcs[a]) + 1]++] = a;
	*list = v;
	*at = start;
}

static uint32_t
caller_of(const struct arc *arc)
{
	return arc->caller;
}

static uint32_t
callee_of(const struct arc *arc)
{
	return arc->callee;
}

void
profile_link(struct profile *p)
{
	link_end(p, &p->out, &p->out_at, caller_of);
	link_end(p, &p->in, &p->in_at, callee_of);
}
