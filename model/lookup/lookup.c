/* lookup.c - sources, execution counts and late notes of a profile, read when they are first used
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lookup/lookup.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "elf/image.h"
#include "samples/samples.h"

void
lookup_open(struct lookup *lookup, const struct graph *g, struct source_paths *paths)
{
	const struct profile *p = g->profile;

	*lookup = (struct lookup){ .profile = p, .graph = g, .paths = paths };
	if (profile_has(p, HAS_EVENTS))
		lookup->nruns = runs_count(p->measured, &lookup->run_is_part);
	for (uint32_t i = 0; p->spread != NULL && i < p->nimages; i++)
		if (p->samples[i].nfiles > lookup->nruns)
			lookup->nruns = (uint32_t)p->samples[i].nfiles;
}

static void
release_texts(struct lookup *lookup)
{
	for (uint32_t f = 0; f < lookup->ntexts; f++) {
		if (lookup->texts[f].found)
			sourcetext_release(&lookup->texts[f].text);
		codelines_release(&lookup->texts[f].code);
	}
	free(lookup->texts);
	lookup->texts = NULL;
	lookup->ntexts = 0;
}

static void
release_side_sources(struct lookup *lookup)
{
	for (int side = 0; lookup->has_side_sources && side < 2; side++)
		sources_release(&lookup->side_sources[side]);
	lookup->has_side_sources = false;
}

void
lookup_release(struct lookup *lookup)
{
	release_texts(lookup);
	release_side_sources(lookup);
	free(lookup->shares);
	outliers_release(&lookup->outliers);
	if (lookup->has_late_notes)
		notes_late_release(&lookup->late_notes);
	if (lookup->has_sources)
		sources_release(&lookup->sources);
	if (lookup->has_counts)
		gcov_release(&lookup->gcov);
	if (lookup->has_callsites)
		callsites_release(&lookup->callsites);
	*lookup = (struct lookup){ 0 };
}

struct callsites *
lookup_callsites(struct lookup *lookup)
{
	if (!lookup->has_callsites)
		callsites_open(&lookup->callsites, lookup->profile);
	lookup->has_callsites = true;
	return &lookup->callsites;
}

static void
forget_shares(struct lookup *lookup)
{
	free(lookup->shares);
	lookup->shares = NULL;
}

void
lookup_set_graph(struct lookup *lookup, const struct graph *g)
{
	lookup->graph = g;
	forget_shares(lookup);
	outliers_release(&lookup->outliers);
	lookup->has_outliers = false;
	if (lookup->has_sources)
		sources_release(&lookup->sources);
	lookup->has_sources = false;
}

void
lookup_set_sides(struct lookup *lookup, const struct graph *const sides[2])
{
	release_side_sources(lookup);
	lookup->sides[0] = sides[0];
	lookup->sides[1] = sides[1];
}

void
lookup_exchange(struct lookup *a, struct lookup *b)
{
	const struct lookup was = *a;

#define EXCHANGE(member) a->member = b->member, b->member = was.member
	EXCHANGE(graph);
	EXCHANGE(has_sources);
	EXCHANGE(sources);
	EXCHANGE(has_fractions);
	EXCHANGE(counts_width);
	EXCHANGE(has_late_notes);
	EXCHANGE(late_notes);
	EXCHANGE(shares);
	EXCHANGE(shares_of);
	EXCHANGE(has_outliers);
	EXCHANGE(outliers);
	EXCHANGE(sides[0]);
	EXCHANGE(sides[1]);
	EXCHANGE(has_side_sources);
	EXCHANGE(side_sources[0]);
	EXCHANGE(side_sources[1]);
#undef EXCHANGE
}

bool
lookup_may_have_lines(struct lookup *lookup)
{
	if (profile_has(lookup->profile, HAS_EVENTS))
		return profile_has(lookup->profile, HAS_LINES);
	return lookup->profile->nimages > 0
		&& lines_may_exist(callsites_lines(lookup_callsites(lookup), 0));
}

bool
lookup_has_sites(struct lookup *lookup)
{
	if (profile_has(lookup->profile, HAS_EVENTS))
		return profile_has(lookup->profile, HAS_LINES) && lookup->profile->narcs > 0;
	return profile_has_sites(lookup->profile) && lookup->profile->nimages > 0
		&& lines_exist(callsites_lines(lookup_callsites(lookup), 0));
}

const char *
lookup_truncated(const struct lookup *lookup)
{
	return lookup->has_callsites ? callsites_truncated(&lookup->callsites) : NULL;
}

static void
read_counts(struct lookup *lookup)
{
	lookup->trouble = (struct err){ 0 };
	if (lookup->profile->nimages == 0 || profile_has(lookup->profile, HAS_EVENTS))
		return;
	if (gcov_read(&lookup->gcov, &lookup->profile->images[0], lookup->gcov_dir, lookup->stop,
		&lookup->trouble))
		lookup->trouble = lookup->gcov.trouble;
	else
		lookup->gcov = (struct gcov){ 0 };
}

/* Sets LOOKUP->has_fractions and .counts_width, from which views compute the width of columns. */
static void
measure_lines(struct lookup *lookup)
{
	const struct sources *s = &lookup->sources;

	lookup->has_fractions = false;
	lookup->counts_width = 0;
	for (uint32_t i = 0; i < s->nlines; i++) {
		char text[80];
		int n;

		if (fabs(s->lines[i].hits - round(s->lines[i].hits)) >= 0.05)
			lookup->has_fractions = true;
		if (s->ncounts == 0)
			continue;
		sources_print_counts(s, &s->lines[i], text, sizeof(text));
		n = (int)strlen(text);
		if (n > lookup->counts_width)
			lookup->counts_width = n;
	}
}

const struct sources *
lookup_sources(struct lookup *lookup)
{
	if (lookup->has_sources)
		return &lookup->sources;
	if (lookup->stopped)
		return NULL;
	if (!lookup->has_counts) {
		release_texts(lookup);	/* with other execution counts, the list of files may
					 * differ */
		read_counts(lookup);
	}
	lookup->has_counts = true;
	if (lookup->trouble.kind == ERR_STOPPED
	    || !sources_open(&lookup->sources, lookup->graph, lookup_callsites(lookup),
		lookup->gcov.lines, lookup->gcov.nlines, lookup->stop)) {
		gcov_release(&lookup->gcov);
		lookup->has_counts = false;
		lookup->stopped = true;
		return NULL;
	}
	lookup->has_sources = true;
	measure_lines(lookup);
	/* Another graph keeps the texts, because the files are the same. */
	if (lookup->texts == NULL) {
		lookup->ntexts = lookup->sources.nfiles;
		lookup->texts = mem_new(lookup->ntexts, sizeof(*lookup->texts));
	}
	assert(lookup->ntexts == lookup->sources.nfiles);
	return &lookup->sources;
}

const struct file_share *
lookup_shares(struct lookup *lookup, uint32_t f)
{
	assert(f < lookup->profile->nfuncs);
	if (lookup->shares != NULL && lookup->shares_of == f)
		return lookup->shares;
	if (lookup->stopped)
		return NULL;
	free(lookup->shares);
	lookup->shares = mem_new(byfile_count(lookup->profile, f), sizeof(*lookup->shares));
	lookup->shares_of = f;
	if (byfile_read(lookup->graph, f, lookup->shares, lookup->stop))
		return lookup->shares;
	forget_shares(lookup);
	lookup->stopped = true;
	return NULL;
}

const struct outliers *
lookup_outliers(struct lookup *lookup)
{
	if (lookup->nruns < OUTLIERS_LEAST)
		return NULL;
	if (!lookup->has_outliers && !lookup->stopped) {
		lookup->has_outliers = outliers_open(&lookup->outliers, lookup->graph,
			lookup->stop);
		lookup->stopped = !lookup->has_outliers;
	}
	return lookup->has_outliers ? &lookup->outliers : NULL;
}

const struct late_notes *
lookup_late_notes(struct lookup *lookup, struct names *names)
{
	if (!lookup->has_late_notes && !lookup->stopped) {
		lookup->has_late_notes = notes_late_find(&lookup->late_notes, lookup->graph,
			lookup_callsites(lookup), names, lookup->stop);
		lookup->stopped = !lookup->has_late_notes;
	}
	return lookup->has_late_notes ? &lookup->late_notes : NULL;
}

bool
lookup_side_sources(struct lookup *lookup, const struct sources *sides[2])
{
	struct sources *made = lookup->side_sources;

	if (lookup->sides[0] == NULL || lookup->stopped)
		return false;
	for (int side = 0; !lookup->has_side_sources && side < 2; side++)
		if (!sources_open(&made[side], lookup->sides[side], lookup_callsites(lookup), NULL,
			0, lookup->stop)) {
			if (side > 0)
				sources_release(&made[0]);
			lookup->stopped = true;
			return false;
		}
	lookup->has_side_sources = true;
	sides[0] = &made[0];
	sides[1] = &made[1];
	return true;
}

/* Returns the two texts of the file PATH of LOOKUP, or NULL if it has one. */
static const struct both_file *
both_of(const struct lookup *lookup, const char *path)
{
	const struct both_file *f = lookup->both != NULL && path != NULL
		? bothsources_file(lookup->both, path) : NULL;

	return f != NULL && f->texts != NULL ? f : NULL;
}

uint32_t
lookup_line(const struct lookup *lookup, const char *path, uint32_t line, int side)
{
	const struct both_file *f = both_of(lookup, path);

	return f != NULL ? bothsources_line_of(f, side, line) : line;
}

uint32_t
lookup_line_shown(const struct lookup *lookup, const char *path, uint32_t line)
{
	uint32_t b = lookup_line(lookup, path, line, 1);

	return b != 0 ? b : lookup_line(lookup, path, line, 0);
}

uint32_t
lookup_line_typed(const struct lookup *lookup, const char *path, uint32_t line)
{
	const struct both_file *f = both_of(lookup, path);

	return f != NULL ? bothsources_line(f, 1, line) : line;
}

const char *
lookup_side_text(const struct lookup *lookup, const char *path, uint32_t line)
{
	const struct both_file *f = both_of(lookup, path);

	return f != NULL ? f->texts->text[bothsources_line_of(f, 1, line) > 0].path : path;
}

/* Reads the text of the file PATH of LOOKUP: in a difference, both versions of it. */
static bool
open_text(const struct lookup *lookup, const char *path, struct source_text *t, struct err *e)
{
	const struct both_file *f = lookup->both != NULL ? bothsources_file(lookup->both, path)
		: NULL;
	struct err other;

	if (f != NULL && f->texts != NULL) {
		bothsources_text(f, t);
		return true;
	}
	return sourcetext_open(t, path, lookup->paths, e) || (f != NULL && f->other != NULL
		&& sourcetext_open(t, f->other, lookup->paths, &other));
}

const struct source_text *
lookup_text(struct lookup *lookup, uint32_t file, const struct err **why)
{
	struct lookup_text *t = &lookup->texts[file];

	assert(file < lookup->ntexts);
	if (!t->tried)
		t->found = open_text(lookup, lookup->sources.files[file].path, &t->text, &t->why);
	t->tried = true;
	if (why != NULL)
		*why = &t->why;
	return t->found ? &t->text : NULL;
}

const struct code_lines *
lookup_code_lines(struct lookup *lookup, uint32_t file)
{
	struct lookup_text *t = &lookup->texts[file];

	assert(lookup->has_sources && file < lookup->ntexts);
	if (!t->has_code)
		codelines_make(&t->code, &lookup->sources, lookup_callsites(lookup), file);
	t->has_code = true;
	return &t->code;
}

void
lookup_retry(struct lookup *lookup)
{
	for (uint32_t f = 0; f < lookup->ntexts; f++)
		lookup->texts[f].tried = lookup->texts[f].found;
}

const char *
lookup_newer_than(struct lookup *lookup, uint32_t file)
{
	const struct source_text *t = lookup_text(lookup, file, NULL);
	time_t written = profile_written(lookup->profile);

	if (t == NULL || written == 0 || t->modified <= written
	    || both_of(lookup, lookup_path(lookup, file)) != NULL)
		return NULL;
	return lookup->both != NULL ? "A" : profile_has(lookup->profile, HAS_BINS) ? "the image"
		: "the profile";
}
