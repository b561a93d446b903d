/* perfdata_tracing.c - the names of tracepoints, from what the kernel says about them
 *
 * An event that is a tracepoint has only the number of the tracepoint.  perf copies the
 * descriptions of tracepoints from the kernel, in numbers of the machine that recorded:
 *
 *	10 bytes	17 08 44 "tracing"
 *	text		version
 *	u8		is the machine big-endian?
 *	u8, u32		size of a long, size of a page
 *	twice		text, u64 size, bytes: header_page, header_event
 *	u32		number of descriptions: each is a u64 size, bytes
 *	u32		number of systems: each is a text, u32 number of its descriptions, these
 *
 * What follows is of no use here.  A description is a text with the lines "name: NAME" and
 * "ID: NUMBER".  Source: tools/perf/util/trace-event-info.c of Linux.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "base/sort.h"
#include "measured/formats/perfdata.h"

enum {
	TRACEPOINT = 2,			/* perfdata_attr.type */
	MOST_NAME = 256,		/* bytes of the name of a system or tracepoint; longer ones
					 * are not used */
};

/* The events that have no names, sorted by the numbers of their tracepoints. */
struct nameless {
	struct perfdata *p;
	uint32_t *v;			/* owned; indices in .p->attrs */
	size_t n;
};

static void
find_nameless(struct nameless *all, struct perfdata *p)
{
	uint64_t *keys = mem_uncleared(p->nattrs, sizeof(*keys));

	*all = (struct nameless){ .p = p, .v = mem_uncleared(p->nattrs, sizeof(*all->v)) };
	for (uint32_t i = 0; i < p->nattrs; i++) {
		if (p->attrs[i].type != TRACEPOINT || p->attrs[i].name != NULL
		    || p->attrs[i].event != NOBODY)
			continue;
		keys[all->n] = p->attrs[i].config;
		all->v[all->n++] = i;
	}
	sort_by_keys(all->v, keys, all->n);
	free(keys);
}

/* Returns what is behind KEY in the line of TEXT that begins with it, and sets *N to the length of
 * that.  NULL: there is no such line. */
static const char *
value_of(struct cursor text, const char *key, size_t *n)
{
	size_t length = strlen(key);

	while (cursor_left(&text) > 0) {
		const unsigned char *line = text.p, *end = memchr(line, '\n', cursor_left(&text));

		text.p = end != NULL ? end + 1 : text.end;
		end = end != NULL ? end : text.end;
		*n = (size_t)(end - line);
		if (*n >= length && memcmp(line, key, length) == 0) {
			*n -= length;
			return (const char *)line + length;
		}
	}
	return NULL;
}

/* Names the events whose tracepoint TEXT describes, which belongs to SYSTEM. */
static void
read_description(struct nameless *all, const char *system, struct cursor text)
{
	struct perfdata_attr *attrs = all->p->attrs;
	size_t nname, ndigits, i;
	const char *name = value_of(text, "name: ", &nname), *digits = value_of(text, "ID: ",
		&ndigits), *whole = NULL;
	char number[24];
	uint64_t id;

	if (name == NULL || digits == NULL || nname == 0 || nname > MOST_NAME
	    || memchr(name, '\0', nname) != NULL || ndigits >= sizeof(number))
		return;
	memcpy(number, digits, ndigits);
	number[ndigits] = '\0';
	id = strtoull(number, NULL, 10);
	BISECT(i, all->n, attrs[all->v[i]].config >= id);
	/* The first description of a number counts. */
	for (; i < all->n && attrs[all->v[i]].config == id && attrs[all->v[i]].name == NULL; i++) {
		if (whole == NULL)
			whole = arena_printf(&all->p->texts, "%s:%.*s", system, (int)nname, name);
		attrs[all->v[i]].name = whole;
	}
}

/* Returns the bytes at C, whose number comes first, and moves C behind them. */
static struct cursor
take_file(struct cursor *c)
{
	uint64_t size = cursor_uint(c, 8);
	const unsigned char *bytes = cursor_bytes(c, size);

	return (struct cursor){ .p = bytes, .end = bytes != NULL ? bytes + size : NULL };
}

/* Moves C to the number of systems.  False: it is no such file. */
static bool
skip_to_systems(struct cursor *c)
{
	static const char magic[] = "\027\010\104tracing";
	const unsigned char *begin = cursor_bytes(c, sizeof(magic) - 1);
	uint32_t n;

	if (begin == NULL || memcmp(begin, magic, sizeof(magic) - 1) != 0)
		return false;
	(void)cursor_text(c);
	c->big = cursor_u8(c) != 0;
	(void)cursor_bytes(c, 5);
	for (int i = 0; i < 2; i++) {
		(void)cursor_text(c);
		(void)take_file(c);
	}
	n = cursor_u32(c);
	for (uint32_t i = 0; i < n && !c->past; i++)
		(void)take_file(c);
	return !c->past;
}

void
perfdata_read_tracing(struct perfdata *p, struct cursor c)
{
	struct nameless all;
	uint32_t nsystems;

	if (p->has_tracing)
		return;
	p->has_tracing = true;
	find_nameless(&all, p);
	nsystems = all.n > 0 && skip_to_systems(&c) ? cursor_u32(&c) : 0;
	for (uint32_t i = 0; i < nsystems && !c.past; i++) {
		const char *system = cursor_text(&c);
		uint32_t n = cursor_u32(&c);
		bool is_used = !c.past && strlen(system) <= MOST_NAME;

		for (uint32_t k = 0; k < n && !c.past; k++) {
			struct cursor text = take_file(&c);

			if (!c.past && is_used)
				read_description(&all, system, text);
		}
	}
	free(all.v);
}
