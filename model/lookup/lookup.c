/* Where in the source things come from.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "lookup/lookup.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "base/pathname.h"
#include "elf/image.h"

void
lookup_open(struct lookup *o, const struct profile *p, struct source_paths *paths)
{
	*o = (struct lookup){ .profile = p, .paths = paths };
}

static void
release_texts(struct lookup *o)
{
	uint32_t f;

	for (f = 0; f < o->ntexts; f++)
		if (o->texts[f].found)
			sourcetext_release(&o->texts[f].text);
	free(o->texts);
	o->texts = NULL;
	o->ntexts = 0;
}

void
lookup_release(struct lookup *o)
{
	release_texts(o);
	free(o->first_weights);
	free(o->shares);
	if (o->has_late)
		notes_late_release(&o->late);
	if (o->has_sources)
		sources_release(&o->sources);
	if (o->has_counts)
		gcov_release(&o->gcov);
	if (o->has_places)
		callsites_release(&o->places);
	*o = (struct lookup){ 0 };
}

static struct callsites *
places(struct lookup *o)
{
	if (!o->has_places)
		callsites_open(&o->places, o->profile);
	o->has_places = true;
	o->places.weights = o->weights;
	return &o->places;
}

void
lookup_set_weights(struct lookup *o, const double *weights)
{
	o->weights = weights ? weights : o->first_weights;
	if (o->has_sources)
		sources_release(&o->sources);
	o->has_sources = false;
}

bool
lookup_may_have_lines(struct lookup *o)
{
	return o->profile->nimages > 0 && lines_may_exist(callsites_lines(places(o), 0));
}

bool
lookup_has_sites(struct lookup *o)
{
	return o->profile->site_at && o->profile->nimages > 0
		&& lines_exist(callsites_lines(places(o), 0));
}

static void
read_counts(struct lookup *o)
{
	o->trouble = (struct err){ 0 };
	if (o->profile->nimages == 0)
		return;
	if (gcov_read(&o->gcov, &o->profile->images[0], o->gcov_dir, o->stop, &o->trouble))
		o->trouble = o->gcov.trouble;
	else
		o->gcov = (struct gcov){ 0 };
}

void
lookup_counts(const struct sources *s, const struct source_line *l, char *out, size_t room)
{
	size_t n = 0;
	uint32_t i;

	out[0] = '\0';
	for (i = 0; i < l->ncounts && n + 1 < room; i++)
		n += (size_t)snprintf(out + n, room - n, "%s%" PRIu64, i > 0 ? "," : "",
			s->counts[l->count_at + i]);
}

/* How much room figures of lines need. */
static void
measure(struct lookup *o)
{
	const struct sources *s = &o->sources;
	uint32_t i;

	for (i = 0; i < s->nlines; i++) {
		char text[80];
		int n;

		if (fabs(s->lines[i].hits - round(s->lines[i].hits)) >= 0.05)
			o->pieces = true;
		if (s->lines[i].number > o->last_line)
			o->last_line = s->lines[i].number;
		if (s->ncounts == 0)
			continue;
		lookup_counts(s, &s->lines[i], text, sizeof(text));
		n = (int)strlen(text);
		if (n > o->counts_width)
			o->counts_width = n;
	}
}

const struct sources *
lookup_sources(struct lookup *o)
{
	if (o->has_sources)
		return &o->sources;
	if (o->stopped)
		return NULL;
	if (!o->has_counts)
		read_counts(o);
	o->has_counts = true;
	if (o->trouble.kind == ERR_STOPPED || !sources_open(&o->sources, places(o),
		o->gcov.lines, o->gcov.nlines, o->stop)) {
		gcov_release(&o->gcov);
		o->has_counts = false;
		o->stopped = true;
		return NULL;
	}
	o->has_sources = true;
	measure(o);
	/* Weights do not change which files there are. */
	if (!o->texts) {
		o->ntexts = o->sources.nfiles;
		o->texts = mem_new(o->ntexts, sizeof(*o->texts));
	}
	return &o->sources;
}

void
lookup_forget_shares(struct lookup *o)
{
	free(o->shares);
	o->shares = NULL;
}

const struct file_share *
lookup_shares(struct lookup *o, const uint32_t *into, uint32_t f)
{
	const struct profile *p = o->profile;

	if (o->shares && o->shares_of == f)
		return o->shares;
	if (o->stopped)
		return NULL;
	free(o->shares);
	o->shares = mem_new(p->samples[p->funcs[f].image].nfiles, sizeof(*o->shares));
	o->shares_of = f;
	if (byfile_read(p, into, f, o->shares, o->stop))
		return o->shares;
	lookup_forget_shares(o);
	o->stopped = true;
	return NULL;
}

const struct late_notes *
lookup_late_notes(struct lookup *o, struct names *names)
{
	if (!o->has_late && !o->stopped) {
		o->has_late = notes_late_find(&o->late, places(o), names, o->stop);
		o->stopped = !o->has_late;
	}
	return o->has_late ? &o->late : NULL;
}

const struct source_text *
lookup_text(struct lookup *o, uint32_t file, const struct err **why)
{
	static const struct source_paths nowhere;
	struct lookup_text *t = &o->texts[file];

	if (!t->tried)
		t->found = sourcetext_open(&t->text, o->sources.files[file].path,
			o->paths ? o->paths : &nowhere, &t->why);
	t->tried = true;
	if (why)
		*why = &t->why;
	return t->found ? &t->text : NULL;
}

void
lookup_retry(struct lookup *o)
{
	uint32_t f;

	for (f = 0; f < o->ntexts; f++)
		o->texts[f].tried = o->texts[f].found;
}

bool
lookup_is_newer(struct lookup *o, uint32_t file)
{
	const struct source_text *t = lookup_text(o, file, NULL);

	return t && o->profile->nimages > 0 && t->modified > o->profile->images[0].modified;
}

const char *
lookup_inlined(struct lookup *o, const struct source_line *l)
{
	if (l->hits <= 0 || l->image >= o->profile->nimages)
		return NULL;
	return lines_inlined(callsites_lines(places(o), l->image), l->addr);
}

bool
lookup_has_figures(const struct source *file)
{
	return file->hits > 0 || file->calls > 0 || file->ncounted > 0;
}

struct source_place
lookup_of_func(struct lookup *o, uint32_t f)
{
	return callsites_func_place(places(o), f);
}

uint32_t
lookup_last_line(struct lookup *o, uint32_t f)
{
	const struct func *func = &o->profile->funcs[f];
	const struct sources *s = &o->sources;
	uint32_t file = s->file_of[f], last = s->line_of[f];
	struct lines *lines = callsites_lines(places(o), func->image);
	uint64_t at;

	for (at = func->lo; at < func->hi;) {
		struct line_span span;
		bool known = lines_span(lines, at, &span);

		/* What was inlined may stand below the next function. */
		if (known && span.line > last && sources_file(s, span.file) == file
			&& lookup_func_before(s, file, span.line) == f)
			last = span.line;
		if (span.hi <= at)
			break;
		at = span.hi;
	}
	return last;
}

struct source_place
lookup_of_arc(struct lookup *o, uint32_t arc)
{
	const struct profile *p = o->profile;
	const struct arc_record *most = NULL;
	size_t i;

	for (i = p->site_at ? p->site_at[arc] : 0; p->site_at && i < p->site_at[arc + 1]; i++) {
		const struct arc_record *site = profile_site(p, arc, i);

		if (!most || site->count > most->count)
			most = site;
	}
	return most ? callsites_call_place(places(o), arc, most) : (struct source_place){ 0 };
}

const char *
lookup_shown(const struct lookup *o, const char *path)
{
	return o->full_paths ? path : pathname_base(path);
}

uint32_t
lookup_func_before(const struct sources *s, uint32_t file, uint32_t line)
{
	const uint32_t *funcs = s->funcs + s->files[file].func_at;
	size_t i;

	BISECT(i, s->files[file].nfuncs, s->line_of[funcs[i]] > line);
	return i > 0 ? funcs[i - 1] : NOBODY;
}

uint32_t
lookup_func_of_line(const struct lookup *o, const struct source_line *l)
{
	uint32_t f = o->profile->spans ? profile_func_at(o->profile, l->image, l->addr) : NOBODY;

	return f != NOBODY ? f : lookup_func_before(&o->sources, l->file, l->number);
}

/* The file whose path ends in the N bytes at TEXT, or NOBODY. */
static uint32_t
find_file(struct lookup *o, const char *text, size_t n)
{
	const struct sources *s = lookup_sources(o);
	uint32_t f;

	for (f = 0; s && f < s->nfiles; f++) {
		const char *path = s->files[f].path;
		size_t m = strlen(path);

		if (m >= n && strncmp(path + m - n, text, n) == 0
			&& (m == n || *text == '/' || path[m - n - 1] == '/'))
			return f;
	}
	return NOBODY;
}

uint32_t
lookup_find_line(struct lookup *o, const char *text, uint32_t *line)
{
	const char *colon = strrchr(text, ':');

	if (!colon || colon == text || colon[1] < '0' || colon[1] > '9')
		return NOBODY;
	*line = (uint32_t)strtoul(colon + 1, NULL, 10);
	return find_file(o, text, (size_t)(colon - text));
}

uint32_t
lookup_find_file(struct lookup *o, const char *text)
{
	return strchr(text, '.') ? find_file(o, text, strlen(text)) : NOBODY;
}

/* Print PLACE behind the one that was BEFORE, unless it is the same. */
static void
print_site(const struct lookup *o, FILE *out, struct source_place place,
	const struct source_place *before)
{
	bool same_file = before->file && strcmp(before->file, place.file) == 0;

	if (same_file && before->line == place.line)
		return;
	if (same_file)
		fprintf(out, ",%u", place.line);
	else
		fprintf(out, "%s%s:%u", before->file ? " " : "", lookup_shown(o, place.file),
			place.line);
	if (!place.sure)
		fputc('?', out);
}

char *
lookup_sites(struct lookup *o, uint32_t arc, size_t most)
{
	const struct profile *p = o->profile;
	size_t at = p->site_at ? p->site_at[arc] : 0;
	size_t n = p->site_at ? p->site_at[arc + 1] - at : 0, i, length;
	struct source_place place, before = { 0 };
	char *text = NULL;
	FILE *out = mem_stream(&text, &length);

	for (i = 0; i < n && i < most; i++) {
		place = callsites_call_place(places(o), arc, profile_site(p, arc, at + i));
		if (!place.file)
			continue;
		print_site(o, out, place, &before);
		before = place;
	}
	if (n > most)
		fputs(" ...", out);
	mem_close(out);
	return text;
}

const char *
lookup_place(const struct lookup *o, struct source_place place, char text[LOOKUP_PLACE_ROOM])
{
	text[0] = '\0';
	if (place.file)
		snprintf(text, LOOKUP_PLACE_ROOM, "%.400s:%u", lookup_shown(o, place.file), place.line);
	return text;
}
