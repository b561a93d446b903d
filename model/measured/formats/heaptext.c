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
 * sample are then scaled up.  The text ends with the mappings of the process, after
 * "MAPPED_LIBRARIES:" or "--- Memory map: ---".  Sources: the parser of old formats in
 * google/pprof, and jeprof of jemalloc.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/formats/addresses.h"
#include "measured/formats/heapvalues.h"

struct heaptext {
	struct addresses a;
	const char *s, *end;
	double distance;		/* mean distance between samples; 0: all were counted */
	uint32_t events[HEAPVALUES];
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

/* Reads the line S: a stack, or jemalloc's addresses or numbers. */
static void
read_line(struct heaptext *p, const char *s)
{
	int64_t values[HEAPVALUES];
	const char *rest;
	uint32_t path;

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
	rest = heapvalues_read(*s == 't' ? s + strcspn(s, ":") + (strchr(s, ':') != NULL) : s, values);
	if (rest != NULL && *s != 't' && !read_addresses(p, rest))
		rest = NULL;
	if (rest == NULL) {
		if (p->nbad++ == 0)
			p->first_bad = p->line;
		return;
	}
	path = p->npcs > 0 ? addresses_path(&p->a, p->pcs, p->npcs, 0) : NOBODY;
	if (path != NOBODY)
		heapvalues_add(&p->a.stacks, path, p->distance, p->events, values);
}

/* Reads the first line, S. */
static void
read_header(struct heaptext *p, const char *s)
{
	const char *kind = strstr(s, "_v2/");	/* "heap_v2/" or "heapz_v2/" */

	p->distance = kind != NULL ? heapvalues_distance(strtod(kind + strlen("_v2/"), NULL)) : 0;
}

/* Finds the mappings, and makes the stacks end before them. */
static bool
read_mappings(struct heaptext *p)
{
	static const char *const titles[] = { "MAPPED_LIBRARIES:", "--- Memory map: ---" };

	for (size_t i = 0; i < sizeof(titles) / sizeof(*titles); i++) {
		const char *maps = memmem(p->s, (size_t)(p->end - p->s), titles[i],
			strlen(titles[i]));

		if (maps == NULL)
			continue;
		addresses_read_maps(&p->a, maps, (size_t)(p->end - maps));
		p->end = maps;
		return true;
	}
	return false;
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
	if (!heapvalues_set_events(m, p.distance, p.events))
		return err_set(e, ERR_FORMAT, "too many events");
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
	.is_certain = true, .stacks = STACKS_UNWOUND,
	.recognise = recognise, .read = read_heaptext };
