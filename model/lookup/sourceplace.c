/* sourceplace.c - source files and lines as text such as "pcg.hpp:123"
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lookup/sourceplace.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/pathname.h"

struct source_place
sourceplace_of_func(struct lookup *lookup, uint32_t f)
{
	return callsites_func_place(lookup_callsites(lookup), f);
}

/* Returns the sites of ARC of a measured profile, and sets *N to their number. */
static const struct line_site *
measured_sites(struct lookup *lookup, uint32_t arc, size_t *n)
{
	const struct sources *s = lookup_sources(lookup);

	*n = s != NULL ? s->site_at[arc + 1] - s->site_at[arc] : 0;
	return s != NULL ? s->sites + s->site_at[arc] : NULL;
}

static struct source_place
place_of_site(const struct lookup *lookup, const struct line_site *site)
{
	const struct sources *s = &lookup->sources;
	const struct source_line *l = &s->lines[site->line];

	return (struct source_place){ .file = s->files[l->file].path, .line = l->number,
		.sure = s->calls[site->call].sure };
}

/* Returns the place of the site with the greatest time.  If several sites have this time, returns
 * the place of the one with the most calls. */
static struct source_place
measured_place(struct lookup *lookup, uint32_t arc)
{
	const struct line_call *most = NULL;
	const struct line_site *best = NULL, *site;
	size_t n;

	site = measured_sites(lookup, arc, &n);
	for (size_t i = 0; i < n; i++) {
		const struct line_call *call = &lookup->sources.calls[site[i].call];

		if (most == NULL || call->time > most->time
		    || (call->time == most->time && call->count > most->count)) {
			most = call;
			best = &site[i];
		}
	}
	return best != NULL ? place_of_site(lookup, best) : (struct source_place){ 0 };
}

struct source_place
sourceplace_of_arc(struct lookup *lookup, uint32_t arc)
{
	const struct profile *p = lookup->profile;
	struct arc_record most = { 0 };
	struct arc_sites of;

	assert(arc < p->narcs);
	if (profile_has(p, HAS_EVENTS))
		return measured_place(lookup, arc);
	of = profile_sites(p, arc);
	if (of.first == of.end)
		return (struct source_place){ 0 };
	for (uint32_t i = of.first; i < of.end; i++) {
		struct arc_record site = profile_site(p, &of, i);

		if (i == of.first || site.count > most.count)
			most = site;
	}
	return callsites_call_place(lookup_callsites(lookup), arc, &most);
}

struct source_place
sourceplace_seen(const struct lookup *lookup, struct source_place place)
{
	if (place.file == NULL || lookup->both == NULL)
		return place;
	return (struct source_place){ .addr = place.addr, .sure = place.sure,
		.file = lookup_side_text(lookup, place.file, place.line),
		.line = lookup_line_shown(lookup, place.file, place.line) };
}

const char *
sourceplace_shown(const struct lookup *lookup, const char *path)
{
	return lookup->full_paths ? path : pathname_base(path);
}

const char *
sourceplace_text(const struct lookup *lookup, struct source_place place,
	char text[SOURCEPLACE_ROOM])
{
	text[0] = '\0';
	place = sourceplace_seen(lookup, place);
	if (place.file != NULL && place.line == 0)
		snprintf(text, SOURCEPLACE_ROOM, "%.400s", sourceplace_shown(lookup, place.file));
	else if (place.file != NULL)
		snprintf(text, SOURCEPLACE_ROOM, "%.400s:%u", sourceplace_shown(lookup, place.file),
			place.line);
	return text;
}

struct text {
	char *v;			/* owned */
	size_t n, room;			/* length of the text without its NUL; size of .v in
					 * bytes */
};

static void
add_text(struct text *t, const char *more)
{
	size_t n = strlen(more) + 1;

	t->v = mem_grow(t->v, t->n + n, &t->room, 1);
	memcpy(t->v + t->n, more, n);
	t->n += n - 1;
}

/* Adds PLACE, whose file is known, to TEXT.  LAST is the place that was added last.  If both are in
 * the same file, only adds the line; if both are on the same line, too, adds nothing. */
static void
add_site(const struct lookup *lookup, struct text *text, struct source_place place,
	const struct source_place *last)
{
	struct source_place seen = sourceplace_seen(lookup, place);
	bool same_file = last->file != NULL
		&& strcmp(sourceplace_seen(lookup, *last).file, seen.file) == 0;
	char line[16];

	if (same_file && last->line == place.line)
		return;
	if (!same_file) {
		add_text(text, last->file != NULL ? " " : "");
		add_text(text, sourceplace_shown(lookup, seen.file));
	}
	snprintf(line, sizeof(line), "%c%u%s", same_file ? ',' : ':', seen.line,
		place.sure ? "" : "?");
	add_text(text, line);
}

char *
sourceplace_sites(struct lookup *lookup, uint32_t arc, size_t most)
{
	const struct profile *p = lookup->profile;
	struct arc_sites of = profile_sites(p, arc);
	size_t n = of.end - of.first;
	const struct line_site *sites = profile_has(p, HAS_EVENTS | HAS_LINES)
		? measured_sites(lookup, arc, &n) : NULL;
	struct source_place last = { 0 };
	struct text text = { 0 };

	add_text(&text, "");
	for (size_t i = 0; i < n && i < most; i++) {
		struct arc_record site = { 0 };
		struct source_place place;

		if (sites == NULL)
			site = profile_site(p, &of, of.first + (uint32_t)i);
		place = sites != NULL ? place_of_site(lookup, &sites[i])
			: callsites_call_place(lookup_callsites(lookup), arc, &site);
		if (place.file == NULL)
			continue;
		add_site(lookup, &text, place, &last);
		last = place;
	}
	if (n > most)
		add_text(&text, " ...");
	return text.v;
}

/* Returns the first file whose path ends in the N bytes at TEXT, or NOBODY.  Only whole names of
 * files and directories match: "/src/ab.c" does not end in "b.c". */
static uint32_t
find_file(struct lookup *lookup, const char *text, size_t n)
{
	const struct sources *s = lookup_sources(lookup);

	for (uint32_t f = 0; s != NULL && f < s->nfiles; f++) {
		const char *path = s->files[f].path;
		size_t m = strlen(path);

		if (m >= n && strncmp(path + m - n, text, n) == 0
		    && (m == n || *text == '/' || path[m - n - 1] == '/'))
			return f;
	}
	return NOBODY;
}

uint32_t
sourceplace_find_line(struct lookup *lookup, const char *text, uint32_t *line)
{
	const char *colon = strrchr(text, ':');
	unsigned long long number;
	uint32_t file;

	if (colon == NULL || colon == text || colon[1] < '0' || colon[1] > '9')
		return NOBODY;
	number = strtoull(colon + 1, NULL, 10);
	*line = number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
	file = find_file(lookup, text, (size_t)(colon - text));
	if (file != NOBODY)
		*line = lookup_line_typed(lookup, lookup->sources.files[file].path, *line);
	return file;
}

uint32_t
sourceplace_find_file(struct lookup *lookup, const char *text)
{
	return strchr(text, '.') != NULL ? find_file(lookup, text, strlen(text)) : NOBODY;
}

uint32_t
sourceplace_last_line(struct lookup *lookup, uint32_t f)
{
	const struct sources *s = &lookup->sources;
	const struct func_text *t;

	assert(lookup->has_sources && s->file_of[f] != NOBODY);
	t = codelines_text_before(lookup_code_lines(lookup, s->file_of[f]), s->line_of[f]);
	return t != NULL ? t->last : s->line_of[f];
}

uint32_t
sourceplace_func_of_line(const struct lookup *lookup, const struct source_line *l)
{
	const struct profile *p = lookup->profile;
	uint32_t f = p->spans != NULL ? profile_func_at(p, l->image, l->addr) : NOBODY;

	if (l->nowners > 0)
		return l->owner;
	return f != NOBODY ? f : sources_func_before(&lookup->sources, l->file, l->number);
}

const char *
sourceplace_inlined(struct lookup *lookup, uint32_t image, uint64_t addr)
{
	if (addr == 0 || image >= lookup->profile->nimages)
		return NULL;
	return lines_inlined(callsites_lines(lookup_callsites(lookup), image), addr);
}
