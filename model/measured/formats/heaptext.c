/* heaptext.c - heap profiles as text, by gperftools, old versions of pprof, and jemalloc
 *
 * gperftools writes a line for each stack: objects and bytes in use, objects and bytes that were
 * allocated, and the addresses, the innermost first:
 *
 *	heap profile:     16:   81920 [    40:   99328] @ heap_v2/524288
 *	     3:    6144 [     5:   10240] @ 0x40a1f0 0x40a301 0x40b000
 *
 * In jemalloc's format, the addresses have a line of their own, and "t*" the numbers:
 *
 *	heap_v2/524288
 *	@ 0x40a1f0 0x40a301 0x40b000
 *	  t*: 3: 6144 [5: 10240]
 *
 * The number behind "heap_v2/" is the mean distance between samples in bytes.  The numbers of a
 * sample are then scaled up: an object of SIZE bytes is sampled with the probability
 * 1 - exp(-SIZE / DISTANCE).  The text ends with the mappings of the process, after "MAPPED_LIBRARIES:".  Sources:
 * the parser of old formats in google/pprof, and jeprof of jemalloc.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/formats/addresses.h"

enum { VALUES = 4 };			/* objects and bytes in use, allocated */

struct heaptext {
	struct addresses a;
	const char *s, *end;
	double distance;		/* mean distance between samples; 0: all were counted */
	uint32_t events[VALUES];
	uint64_t *pcs;			/* owned; of one stack */
	size_t npcs, pcs_room;
	uint64_t nbad, line, first_bad;
};

/* Sets *LINE to the next line, which ends with a NUL and is to be free()d. */
static bool
next_line(struct heaptext *p, char **line)
{
	const char *next;

	if (p->s >= p->end)
		return false;
	next = memchr(p->s, '\n', (size_t)(p->end - p->s));
	next = next != NULL ? next : p->end;
	*line = mem_text(p->s, (size_t)(next - p->s));
	p->s = next < p->end ? next + 1 : p->end;
	p->line++;
	return true;
}

/* Reads the numbers "3: 6144 [5: 10240]" at S, and returns what follows; NULL: there are none. */
static const char *
read_values(const char *s, int64_t values[VALUES])
{
	int n = 0;

	if (sscanf(s, " %" SCNd64 " : %" SCNd64 " [ %" SCNd64 " : %" SCNd64 " ]%n", &values[0],
		&values[1], &values[2], &values[3], &n) == VALUES && n > 0)
		return s + n;
	values[2] = values[3] = 0;
	return sscanf(s, " %" SCNd64 " : %" SCNd64 "%n", &values[0], &values[1], &n) == 2 && n > 0
		? s + n : NULL;
}

/* Sets P->pcs to the addresses "@ 0x1 0x2" at S.  False: there is no "@". */
static bool
read_addresses(struct heaptext *p, const char *s)
{
	char *end;

	while (*s == ' ')
		s++;
	if (*s != '@')
		return false;
	p->npcs = 0;
	for (s++;; s = end) {
		uint64_t pc = strtoull(s, &end, 16);

		if (end == s)
			return true;
		p->pcs = mem_grow(p->pcs, p->npcs + 1, &p->pcs_room, sizeof(*p->pcs));
		p->pcs[p->npcs++] = pc;
	}
}

/* Adds VALUES to the stack P->pcs. */
static void
add_stack(struct heaptext *p, const int64_t values[VALUES])
{
	uint32_t path = p->npcs > 0 ? addresses_path(&p->a, p->pcs, p->npcs, 0) : NOBODY;

	for (int i = 0; i < VALUES && path != NOBODY; i++) {
		int64_t objects = values[i / 2 * 2], bytes = values[i / 2 * 2 + 1];
		double scale = p->distance > 1 && objects > 0 && bytes > 0
			? 1 / -expm1(-((double)bytes / (double)objects) / p->distance) : 1;
		struct namedstacks_value value = { .event = p->events[i],
			.value = llround(fmin((double)values[i] * scale, 0x1p62)) };

		if (values[i] <= 0)
			continue;
		if (p->distance > 1)
			value.samples = (uint64_t)objects;
		value.squares = objects > 0 ? (double)value.value * (double)value.value
			/ (double)objects : 0;
		namedstacks_add(&p->a.stacks, path, NOBODY, &value);
	}
}

/* Reads the line S: a stack, or jemalloc's addresses or numbers. */
static void
read_line(struct heaptext *p, const char *s)
{
	int64_t values[VALUES];
	const char *rest;

	while (*s == ' ')
		s++;
	if (*s == '\0' || *s == '#')
		return;
	if (*s == '@') {
		(void)read_addresses(p, s);
		return;
	}
	/* Numbers of single threads are in those of "t*". */
	if (*s == 't' && s[1] != '*')
		return;
	rest = read_values(*s == 't' ? s + strcspn(s, ":") + (strchr(s, ':') != NULL) : s, values);
	if (rest != NULL && *s != 't' && !read_addresses(p, rest))
		rest = NULL;
	if (rest != NULL)
		add_stack(p, values);
	else if (p->nbad++ == 0)
		p->first_bad = p->line;
}

/* Reads the first line, S. */
static void
read_header(struct heaptext *p, const char *s)
{
	const char *distance = strstr(s, "heap_v2/");

	if (distance != NULL)
		p->distance = strtod(distance + 8, NULL);
	if (!(p->distance > 1 && p->distance < 1e12))
		p->distance = 0;
}

/* Finds the mappings, and makes the stacks end before them. */
static bool
read_mappings(struct heaptext *p)
{
	static const char title[] = "MAPPED_LIBRARIES:";
	const char *maps = memmem(p->s, (size_t)(p->end - p->s), title, sizeof(title) - 1);

	if (maps == NULL)
		return false;
	addresses_read_maps(&p->a, maps, (size_t)(p->end - maps));
	p->end = maps;
	return true;
}

static void
set_events(struct heaptext *p)
{
	static const char *const names[VALUES] = { "inuse_objects", "inuse_space",
		"alloc_objects", "alloc_space" };
	struct measured *m = p->a.m;

	for (int i = 0; i < VALUES; i++) {
		p->events[i] = namedstacks_event(m, names[i], strlen(names[i]),
			i % 2 == 0 ? "count" : "bytes");
		m->events[p->events[i]].is_sampled = p->distance > 1;
		m->events[p->events[i]].favours_large = p->distance > 1;
	}
	m->event = p->events[1];
}

static bool
read_heaptext(struct input *in, struct measured *m, const struct measured_options *options,
	struct err *e)
{
	struct heaptext p = { .a = { .m = m, .codes = options->codes, .stacks.m = m } };
	bool is_whole = input_all(in, e), has_maps;
	char *line;

	measured_allow(m, in->n);
	p.s = (const char *)in->bytes + in->at;
	p.end = (const char *)in->bytes + in->n;
	if (next_line(&p, &line)) {
		read_header(&p, line);
		free(line);
	}
	set_events(&p);
	has_maps = read_mappings(&p);
	/* In jemalloc's text, the numbers before the first addresses are totals. */
	while (!p.a.is_full && next_line(&p, &line)) {
		if (p.npcs > 0 || strchr(line, '@') != NULL)
			read_line(&p, line);
		free(line);
	}
	free(p.pcs);
	addresses_release(&p.a);
	if (p.a.is_full)
		return measured_no_room(m, e);
	if (!is_whole)
		return false;
	if (p.nbad > 0)
		return err_set(e, ERR_FORMAT, "%" PRIu64 " line%s cannot be used; the first is line %"
			PRIu64, p.nbad, p.nbad == 1 ? "" : "s", p.first_bad);
	return has_maps || err_set(e, ERR_FORMAT, "has no MAPPED_LIBRARIES: it ends early, or functions "
		"have no names");
}

static bool
recognise(const unsigned char *head, size_t n)
{
	static const char *const begins[] = { "heap profile:", "heap_v2/" };

	for (size_t i = 0; i < sizeof(begins) / sizeof(*begins); i++)
		if (n > strlen(begins[i]) && memcmp(head, begins[i], strlen(begins[i])) == 0)
			return true;
	return false;
}

const struct measured_format heap_text_format = {
	.is_certain = true, .recognise = recognise, .read = read_heaptext };
