/* Reading images and profiles into one profile.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arcs.h"
#include "attribute.h"
#include "format.h"
#include "gather.h"
#include "image.h"
#include "linemode.h"
#include "linesplit.h"
#include "notes.h"
#include "samples.h"
#include "slide.h"
#include "spans.h"
#include "spread.h"
#include "staticcalls.h"
#include "symbols.h"
#include "symspecs.h"

/* Reading files. */
struct reading {
	struct profile *p;
	struct spreader spreader;
	const char *first_moved;	/* of the files whose code ran elsewhere */
	uint64_t moved_by;
	size_t nmoved;
};

/* Find out where the functions FS begin in the source and, if it is asked for, make functions
 * of lines. */
static void
find_places(struct profile *p, const struct profile_options *options, struct functions *fs)
{
	struct func_places places;

	if (options->lines && options->symbol_file == NULL)
		linemode_gprof(&places, fs, p->images, &p->names);
	else
		linemode_places(&places, fs, p->images, p->rules, &p->names);
	p->places = places.of;
	p->files = places.files.v;
	p->nfiles = places.files.n;
}

/* Open the image and make its symbols functions. */
static bool
read_image(struct profile *p, const struct profile_options *options, struct err *e)
{
	struct functions fs;
	bool dynamic = false, places, ok;

	p->images = mem_new(1, sizeof(*p->images));
	p->spans = mem_new(1, sizeof(*p->spans));
	p->samples = mem_new(1, sizeof(*p->samples));
	if (!image_open(p->images, options->image, e))
		return err_in(e, "%s", options->image);
	p->nimages = 1;
	if (p->rules == RULES_GPROF)
		ok = symbols_gprof(p->images, options, &p->names, &fs, e);
	else
		ok = symbols_exact(p->images, options, &p->names, &fs, &dynamic, e);
	if (!ok)
		return err_in(e, "%s", options->image);
	/* With exact rules lines are found later. */
	places = options->lines ? p->rules == RULES_GPROF : options->places
		|| symspecs_need_places(options->specs, options->nspecs);
	if (places)
		find_places(p, options, &fs);
	free(fs.found);
	p->funcs = fs.v;
	p->nfuncs = fs.n;
	*p->spans = fs.spans;
	p->objects = fs.objects;
	p->nobjects = fs.nobjects;
	if (dynamic)
		profile_note(p, NOBODY, "The image is stripped: only its exported functions have names.",
			"Everything else is charged to [unknown] rows; give a copy with symbols.");
	return true;
}

/* Every gprof drops an arc that a BSD file ends in, and says nothing. */
static bool
is_overlooked(const struct profile *p, const struct damage *d)
{
	return p->rules == RULES_GPROF && d != NULL && d->kind == E_TRUNC_ARC
		&& (strcmp(p->samples->format, "bsd44") == 0
		    || strcmp(p->samples->format, "oldbsd") == 0);
}

/* Something is wrong with the profile at PATH, but we go on with what there is. */
static void
note_damage(void *with, const char *path, const struct damage *d, struct err *e)
{
	struct profile *p = ((struct reading *)with)->p;

	if (is_overlooked(p, d))
		return;
	(void)err_in(e, "%s", path);
	profile_note(p, NOBODY, arena_printf(&p->names, "%s", e->text), d != NULL
		? "What could be read is shown; figures are too low."
		: "It is left out: figures are those of the other files.");
	if (!p->damaged)
		p->damage = *e;
	p->damaged = true;
	p->nskipped += d == NULL;
}

/* Put what was read from PATH where the image has its code. */
static void
place_file(void *with, const char *path, struct samples *one)
{
	struct reading *r = with;
	uint64_t by = slide_into_place(r->p, 0, one);

	if (by == 0)
		return;
	if (r->nmoved++ == 0) {
		r->first_moved = path;
		r->moved_by = by;
	}
}

/* Say which files were moved. */
static void
note_moved(const struct reading *r)
{
	struct profile *p = r->p;
	bool is_up = r->moved_by < UINT64_MAX / 2;
	unsigned long long by = is_up ? r->moved_by : 0 - r->moved_by;
	const char *where = is_up ? "above" : "below";

	if (r->nmoved == 0)
		return;
	profile_note(p, NOBODY, r->nmoved == 1
		? arena_printf(&p->names, "%s: the code ran 0x%llx bytes %s where the image has it.",
			r->first_moved, by, where)
		: arena_printf(&p->names, "In %zu files the code ran elsewhere than the image has it, in "
			"%s 0x%llx bytes %s.", r->nmoved, r->first_moved, by, where),
		p->format.slide_given ? "So --slide says; without it the distance is looked for."
		: "The distance was found by trying, and taken off; --slide=ADDRESS sets it.");
}

static void
take_spread(void *with, const struct samples *one)
{
	struct reading *r = with;

	spreader_take(&r->spreader, one);
	spread_add(r->p->spread, &r->spreader, (uint32_t)r->p->samples->nfiles);
	spreader_clear(&r->spreader);
}

static bool
read_files(struct profile *p, const struct profile_options *options, struct err *e)
{
	struct reading r = { .p = p };
	struct gather g = { .files = options->files, .nfiles = options->nfiles,
		.any_rate = options->any_rate, .watch = options->watch,
		.known = { .address_size = p->images->address_size,
			.big_endian = p->images->big_endian, .options = &options->format },
		.place = place_file, .complain = note_damage, .with = &r };
	bool ok;

	if (options->spread && options->nfiles > 1) {
		p->spread = mem_new(p->nfuncs, sizeof(*p->spread));
		spreader_open(&r.spreader, p, 0);
		g.take = take_spread;
	}
	ok = gather(p->samples, &g);
	spreader_release(&r.spreader);
	note_moved(&r);
	if (!ok && !p->damaged)
		return err_set(e, ERR_STOPPED, "stopped");
	if (!ok)
		*e = p->damage;
	if (options->sum_up)
		samples_sum_up(p->samples);
	return ok && samples_settle(p->samples, p->rules == RULES_GPROF ? 2 : 1, e);
}

/* What GNU gprof makes of formats that do not say such things: any BSD file has a histogram
 * and calls, and the rate that the clock has here. */
static void
take_defaults(struct profile *p)
{
	if (p->rules != RULES_GPROF || strcmp(p->samples->format, "gnu") == 0)
		return;
	if (strcmp(p->samples->format, "bsd44") == 0 || strcmp(p->samples->format, "oldbsd") == 0)
		p->has_histogram = p->has_arcs = true;
	if (p->rate == 0)
		p->rate = (uint32_t)sysconf(_SC_CLK_TCK);
}

static void
take_rate(struct profile *p)
{
	const struct samples *s = p->samples;
	size_t scaled = s->nempty < s->nhistograms ? s->nempty : 0;

	p->has_histogram = s->nhistograms > 0;
	p->has_arcs = s->narcs > 0;
	p->dimension = "seconds";
	p->abbreviation = 's';
	for (size_t i = 0; i < s->nhistograms; i++)
		p->nsamples += histogram_total(&s->histograms[i]);
	if (!p->has_histogram)
		return;
	p->rate = s->histograms[0].rate;
	p->dimension = s->histograms[0].dimension;
	p->abbreviation = s->histograms[0].abbreviation;
	p->scale = histogram_scale(&s->histograms[scaled]);
}

/* Find out whose the samples and calls are. */
static void
count(struct profile *p)
{
	p->ticks = mem_new(p->nfuncs, sizeof(*p->ticks));
	if (p->rules == RULES_GPROF)
		attribute_gprof(p);
	else
		attribute_exact(p);
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
	p->total = 0;
}

/* Which lines calls come from shows only when it is known which functions make them. */
static void
count_lines(struct profile *p, const struct profile_options *options)
{
	count(p);
	linesplit(p);
	forget_counts(p);
	select_resolve(&p->selection, p, options->specs, options->nspecs, false);
	count(p);
}

static bool
load(struct profile *p, const struct profile_options *options, struct err *e)
{
	bool split = options->lines && p->rules == RULES_EXACT;

	if (!read_image(p, options, e))
		return false;
	if (!split)
		select_resolve(&p->selection, p, options->specs, options->nspecs,
			p->rules == RULES_GPROF);
	if (!read_files(p, options, e))
		return false;
	if (!is_of_image(p, 0, p->samples)) {
		(void)err_set(e, ERR_FORMAT, "lies outside the image %s; give the program that wrote it",
			options->image);
		return err_in(e, "%s", options->files[0]);
	}
	take_rate(p);
	take_defaults(p);
	if (split)
		count_lines(p, options);
	else
		count(p);
	/* gprof: there is no call graph to add them to if no call was counted. */
	if ((options->static_calls && (p->rules == RULES_EXACT || p->has_arcs))
	    || (options->possible_calls && p->rules == RULES_EXACT && !p->has_arcs))
		staticcalls_add(p, options->static_calls);
	notes_take(p);
	return true;
}

bool
profile_open(struct profile *p, const struct profile_options *options, struct err *e)
{
	*p = (struct profile){ .rules = options->rules, .format = options->format };
	if (load(p, options, e))
		return true;
	profile_release(p);
	return false;
}

void
profile_release(struct profile *p)
{
	for (uint32_t i = 0; i < p->nimages; i++) {
		image_release(&p->images[i]);
		spans_release(&p->spans[i]);
	}
	if (p->samples != NULL)
		samples_release(p->samples);
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

void
profile_note(struct profile *p, uint32_t func, const char *text, const char *advice)
{
	p->notes = mem_room(p->notes, p->nnotes + 1, &p->notes_room, sizeof(*p->notes));
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
