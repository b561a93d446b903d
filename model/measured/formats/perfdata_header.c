/* perfdata_header.c - the header of a perf.data file: events, build-ids, where the file was made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "base/mem.h"
#include "measured/formats/perfdata.h"

enum {
	PIPE_HEADER = 16, HEADER = 104,	/* bytes of the header of a pipe, and of a file */
	LEAST_ATTR = 64,		/* bytes of the first version of an event */
	MOST_ATTRS = 1 << 14,		/* more events are not read */
	MOST_IDS = 1 << 20,		/* ids in all lists */
	MOST_FEATURE = 64 << 20,	/* longer features are not read */
};

/* Numbers of features. */
enum { TRACING_DATA = 1, BUILD_IDS, HOST, RELEASE, VERSION, MACHINE, COMMAND = 11, EVENT_NAMES,
	SIMPLEPERF_FILES = 128, SIMPLEPERF_INFO, SIMPLEPERF_MESSAGES = 132 };

/* Returns a cursor to the N bytes at OFFSET of the file.  If they are not there, it is at its
 * end. */
static struct cursor
cursor_at(struct perfdata *p, uint64_t offset, uint64_t n)
{
	const unsigned char *bytes = n <= MOST_FEATURE ? perfdata_at(p, offset, (size_t)n) : NULL;
	struct cursor c = { .big = p->big };

	c.past = bytes == NULL;
	if (bytes == NULL)
		bytes = (const unsigned char *)"";
	c.p = bytes;
	c.end = c.past ? bytes : bytes + n;
	return c;
}

/* Returns the flags of an event so that the first one is bit 0: big-endian machines begin with the
 * highest bit. */
static uint64_t
first_is_lowest(uint64_t flags, bool big)
{
	uint64_t result = 0;

	if (!big)
		return flags;
	for (int i = 0; i < 64; i++)
		result |= (flags >> i & 1) << (63 - i);
	return result;
}

uint32_t
perfdata_add_attr(struct perfdata *p, struct cursor c)
{
	struct perfdata_attr attr = { .event = NOBODY };

	attr.type = cursor_u32(&c);
	(void)cursor_u32(&c);			/* its size */
	attr.config = cursor_uint(&c, 8);
	attr.period = cursor_uint(&c, 8);
	attr.sample_type = cursor_uint(&c, 8);
	attr.read_format = cursor_uint(&c, 8);
	attr.flags = first_is_lowest(cursor_uint(&c, 8), p->big);
	(void)cursor_bytes(&c, 24);
	if (c.past)
		return NOBODY;
	attr.branch_type = cursor_uint(&c, 8);	/* old events do not have it: then it is 0 */
	attr.regs = cursor_uint(&c, 8);
	attr.stack = cursor_u32(&c);
	p->attrs = mem_grow(p->attrs, (size_t)p->nattrs + 1, &p->attrs_room, sizeof(*p->attrs));
	p->attrs[p->nattrs] = attr;
	if (attr.sample_type != p->attrs[0].sample_type
	    || ((attr.flags ^ p->attrs[0].flags) & FLAG_ID_ALL) != 0)
		p->attrs_differ = true;
	return p->nattrs++;
}

static bool
is_id(const void *of, uint32_t number, const void *key)
{
	return ((const struct perfdata_id *)of)[number].id == *(const uint64_t *)key;
}

void
perfdata_add_id(struct perfdata *p, uint64_t id, uint32_t attr)
{
	uint32_t i = numbering_of(&p->id_numbers, numbering_hash_pair(&p->id_numbers,
		(uint32_t)id, (uint32_t)(id >> 32)), is_id, p->ids, &id);

	if (i < p->nids)
		return;
	p->ids = mem_grow(p->ids, (size_t)i + 1, &p->ids_room, sizeof(*p->ids));
	p->ids[p->nids++] = (struct perfdata_id){ id, attr };
}

uint32_t
perfdata_attr_of(struct perfdata *p, uint64_t id)
{
	uint64_t hash;
	uint32_t i;

	if (p->last_id < p->nids && p->ids[p->last_id].id == id)
		return p->ids[p->last_id].attr;
	hash = numbering_hash_pair(&p->id_numbers, (uint32_t)id, (uint32_t)(id >> 32));
	i = numbering_find(&p->id_numbers, hash, is_id, p->ids, &id);
	if (i >= p->nids)
		return NOBODY;
	p->last_id = i;
	return p->ids[i].attr;
}

/* Reads the events, and which ids they have. */
static bool
read_attrs(struct perfdata *p, struct err *e)
{
	uint64_t n = p->attr_size >= LEAST_ATTR + 16 ? p->attrs_size / p->attr_size : 0;
	uint64_t nids = 0;

	for (uint64_t i = 0; i < n && i < MOST_ATTRS; i++) {
		struct cursor c = cursor_at(p, p->attrs_at + i * p->attr_size, p->attr_size);
		struct cursor attr = c, ids;
		uint32_t number;
		uint64_t at, size;

		if (c.past)
			return err_set(e, ERR_FORMAT, "is damaged: its list of events lies behind its end");
		attr.end -= 16;
		c.p = attr.end;
		at = cursor_uint(&c, 8);
		size = cursor_uint(&c, 8);
		number = perfdata_add_attr(p, attr);
		size = size / 8 < MOST_IDS - nids ? size / 8 * 8 : (MOST_IDS - nids) * 8;
		ids = cursor_at(p, at, size);
		for (; number != NOBODY && cursor_left(&ids) >= 8; nids++)
			perfdata_add_id(p, cursor_uint(&ids, 8), number);
	}
	return true;
}

static bool
is_build(const void *of, uint32_t number, const void *key)
{
	return strcmp(((const struct perfdata_build *)of)[number].path, key) == 0;
}

void
perfdata_add_build(struct perfdata *p, const struct perfdata_record *r)
{
	struct perfdata_build build = { .size = sizeof(build.id) };
	struct cursor c = r->c;
	const unsigned char *id;
	uint32_t i;

	(void)cursor_u32(&c);			/* process */
	id = cursor_bytes(&c, 24);
	build.path = cursor_text(&c);
	if (c.past)
		return;
	if ((r->misc & MISC_ID_SIZE) != 0 && id[20] < sizeof(build.id))
		build.size = id[20];
	memcpy(build.id, id, build.size);
	i = numbering_of(&p->build_numbers, numbering_hash(&p->build_numbers, build.path,
		strlen(build.path)), is_build, p->builds, build.path);
	if (i < p->nbuilds)
		return;
	for (size_t k = 0; k < PERFDATA_OBJECTS; k++)
		p->objects[k].n = 0;
	build.path = arena_text(&p->texts, build.path, strlen(build.path));
	p->builds = mem_grow(p->builds, (size_t)i + 1, &p->builds_room, sizeof(*p->builds));
	p->builds[p->nbuilds++] = build;
}

const struct perfdata_build *
perfdata_build_of(struct perfdata *p, const char *path)
{
	uint64_t hash = numbering_hash(&p->build_numbers, path, strlen(path));
	uint32_t i = numbering_find(&p->build_numbers, hash, is_build, p->builds, path);

	return i < p->nbuilds ? &p->builds[i] : NULL;
}

static void
read_builds(struct perfdata *p, struct cursor c)
{
	while (cursor_left(&c) >= 8) {
		struct perfdata_record r = { 0 };
		uint32_t size;
		const unsigned char *bytes;

		r.type = cursor_u32(&c);
		r.misc = (uint32_t)cursor_uint(&c, 2);
		size = (uint32_t)cursor_uint(&c, 2);
		bytes = size >= 8 ? cursor_bytes(&c, size - 8) : NULL;
		if (bytes == NULL)
			break;
		r.c = (struct cursor){ .p = bytes, .end = bytes + size - 8, .big = p->big };
		perfdata_add_build(p, &r);
	}
}

/* Returns a copy of the text at C, whose length comes first, and moves C behind it.  NULL: it is
 * damaged or empty. */
static const char *
read_text(struct perfdata *p, struct cursor *c)
{
	uint32_t n = cursor_u32(c);
	const char *s = (const char *)cursor_bytes(c, n);

	return s != NULL && memchr(s, '\0', n) != NULL && *s != '\0'
		? arena_text(&p->texts, s, strlen(s)) : NULL;
}

/* Returns the words of the command line at C, with blanks between them. */
static const char *
read_command(struct perfdata *p, struct cursor c)
{
	enum { MOST_WORDS = 64, MOST_BYTES = 1 << 14 };
	uint32_t n = cursor_u32(&c), i;
	const char *line = NULL, *word;

	for (i = 0; i < n && i < MOST_WORDS && !c.past; i++) {
		word = read_text(p, &c);
		if (word == NULL)
			continue;
		if ((line != NULL ? strlen(line) : 0) + strlen(word) > MOST_BYTES)
			break;
		line = line == NULL ? word : arena_printf(&p->texts, "%s %s", line, word);
	}
	return line != NULL && n > i ? arena_printf(&p->texts, "%s ..", line) : line;
}

/* Reads the names of the events, which are in the order of P->attrs. */
static void
read_event_names(struct perfdata *p, struct cursor c)
{
	uint32_t n = cursor_u32(&c), size = cursor_u32(&c);

	for (uint32_t i = 0; i < n && i < p->nattrs && !c.past; i++) {
		uint32_t nids;
		const char *name;

		(void)cursor_bytes(&c, size);
		nids = cursor_u32(&c);
		name = read_text(p, &c);
		(void)cursor_bytes(&c, (uint64_t)nids * 8);
		if (name != NULL)
			p->attrs[i].name = name;
	}
}

/* Returns the kind of machine that C names, as uname -m does; NULL: its stacks are not unwound on
 * this machine. */
static const struct cfi_machine *
read_machine(struct perfdata *p, struct cursor *c)
{
	const char *name = read_text(p, c);

#ifdef CFI_RETURN_ADDRESS
	if (name != NULL && !p->big)
		return strcmp(name, "x86_64") == 0 ? &cfi_x86_64
			: strcmp(name, "aarch64") == 0 ? &cfi_aarch64 : NULL;
#endif
	return name == NULL && !p->big ? CFI_OWN : NULL;
}

void
perfdata_read_feature(struct perfdata *p, uint32_t number, struct cursor c)
{
	switch (number) {
	case BUILD_IDS:		read_builds(p, c); break;
	case HOST:		p->host = read_text(p, &c); break;
	case RELEASE:		p->release = read_text(p, &c); break;
	case VERSION:		p->version = read_text(p, &c); break;
	case MACHINE:		p->machine = read_machine(p, &c); break;
	case COMMAND:		p->command = read_command(p, c); break;
	case EVENT_NAMES:	read_event_names(p, c); break;
	case SIMPLEPERF_FILES:	perfdata_read_android(p, c, false); break;
	case SIMPLEPERF_INFO:	perfdata_read_android_info(p, c); break;
	case SIMPLEPERF_MESSAGES: perfdata_read_android(p, c, true); break;
	default: break;
	}
}

void
perfdata_read_attr(struct perfdata *p, const struct perfdata_record *r)
{
	struct cursor c = r->c, attr = r->c;
	uint32_t size, number;

	(void)cursor_u32(&c);
	size = cursor_u32(&c);
	if (size < LEAST_ATTR || size > cursor_left(&r->c) || p->nattrs == MOST_ATTRS) {
		p->damaged++;
		return;
	}
	attr.end = attr.p + size;
	c.p = attr.end;
	number = perfdata_add_attr(p, attr);
	while (number != NOBODY && cursor_left(&c) >= 8)
		perfdata_add_id(p, cursor_uint(&c, 8), number);
}

void
perfdata_read_update(struct perfdata *p, const struct perfdata_record *r)
{
	enum { NAME = 2 };
	struct cursor c = r->c;
	uint64_t what = cursor_uint(&c, 8);
	uint32_t number = perfdata_attr_of(p, cursor_uint(&c, 8));
	const char *name = cursor_text(&c);

	if (what == NAME && number != NOBODY && name != NULL && *name != '\0'
	    && p->attrs[number].event == NOBODY)
		p->attrs[number].name = arena_text(&p->texts, name, strlen(name));
}

/* Reads the features, whose places are behind the records. */
static void
read_features(struct perfdata *p)
{
	uint64_t at = p->data_end, tracing_at = 0, tracing_size = 0;

	for (uint32_t i = 0; i < 256; i++) {
		struct cursor c;
		uint64_t offset, size;

		if ((p->features[i / 64] >> i % 64 & 1) == 0)
			continue;
		c = cursor_at(p, at, 16);
		if (c.past)
			break;
		offset = cursor_uint(&c, 8);
		size = cursor_uint(&c, 8);
		at += 16;
		if (i == TRACING_DATA) {
			tracing_at = offset;
			tracing_size = size;
		}
		if (i <= EVENT_NAMES || i == SIMPLEPERF_FILES || i == SIMPLEPERF_INFO
		    || i == SIMPLEPERF_MESSAGES)
			perfdata_read_feature(p, i, cursor_at(p, offset, size));
	}
	/* Only events that have no name then need it. */
	if (tracing_size > 0)
		perfdata_read_tracing(p, cursor_at(p, tracing_at, tracing_size));
}

/* Sets P->features from C.  The bits are in words of the machine that made the file; if it has
 * words of 4 bytes, and is big-endian, the halves of each 8 bytes are the other way round.  Every
 * file has the feature 3, the name of the machine. */
static void
read_feature_bits(struct perfdata *p, struct cursor *c)
{
	bool are_halves;

	for (int i = 0; i < 4; i++)
		p->features[i] = cursor_uint(c, 8);
	are_halves = p->big && (p->features[0] >> 3 & 1) == 0 && (p->features[0] >> 35 & 1) != 0;
	for (int i = 0; i < 4 && are_halves; i++)
		p->features[i] = p->features[i] << 32 | p->features[i] >> 32;
}

bool
perfdata_read_header(struct perfdata *p, struct err *e)
{
	struct cursor c = cursor_at(p, 0, PIPE_HEADER);
	uint64_t size, data_size;

	if (c.past)
		return err_set(e, ERR_FORMAT, "is cut short: its header has no end");
	c.big = p->big = *c.p == '2';
	p->machine = p->big ? NULL : CFI_OWN;	/* until the header says it */
	(void)cursor_bytes(&c, 8);
	size = cursor_uint(&c, 8);
	p->is_pipe = size == PIPE_HEADER;
	p->data_at = size;
	p->data_end = UINT64_MAX;
	if (p->is_pipe)
		return true;
	/* The features are behind the records: the whole file is needed. */
	if (p->from.in->size == 0 && !input_all(p->from.in, e))
		return false;
	c = cursor_at(p, PIPE_HEADER, HEADER - PIPE_HEADER);
	if (size < HEADER || c.past)
		return err_set(e, ERR_FORMAT, "is cut short: its header has no end");
	p->attr_size = cursor_uint(&c, 8);
	p->attrs_at = cursor_uint(&c, 8);
	p->attrs_size = cursor_uint(&c, 8);
	p->data_at = cursor_uint(&c, 8);
	data_size = cursor_uint(&c, 8);
	(void)cursor_bytes(&c, 16);
	read_feature_bits(p, &c);
	if (data_size > 0 && p->data_at <= UINT64_MAX - data_size)
		p->data_end = p->data_at + data_size;
	p->was_killed = data_size == 0;
	if (!read_attrs(p, e))
		return false;
	if (!p->was_killed)
		read_features(p);
	return p->nattrs > 0 || err_set(e, ERR_FORMAT, "is damaged: it has no events");
}
