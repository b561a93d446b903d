/* perfdata_android.c - what simpleperf of Android adds to a perf.data file
 *
 * The programs of a telephone are seldom on the machine where its profile is read, so simpleperf
 * writes the functions that have samples to a feature.  The feature 128 has for each file:
 *
 *	u32	size of what follows
 *	text	path
 *	u32	kind: 0 the kernel, 1 a module of it, 2 an ELF file, 3 a file with code of Java
 *		(DEX), 4 code that a virtual machine names, 5 another one
 *	u64	least address of code in the file
 *	u32	number of symbols; each is a u64 address, u32 size, text
 *	u64	ELF: the offset in the file of the least address; old versions do not write it, and
 *		mean that of the mapping
 *
 * The feature 132 has for each file a u32 size, and a message of Protocol Buffers with the fields
 * path (1), kind (2), least address (3), symbols (4: address 1, size 2, name 3) and a message with
 * the offset of the least address (1): in an ELF file (6), or behind the first byte of a module in
 * memory (7).  The addresses of DEX files are offsets in the file; the kernel and virtual machines
 * have addresses in memory.
 *
 * The feature 129 is a list of names and values, each a text.  The value of "event_type_info" has a
 * line for each event: "NAME,TYPE,CONFIG".
 *
 * Records of simpleperf have the types 32769 and above, and sizes of 32 bits.  One of them has the
 * symbols of the kernel, as /proc/kallsyms shows them.
 *
 * Sources: record_file_format.h, record_file.proto, record.h, dso.cpp and event_type.cpp in
 * system/extras/simpleperf of Android.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/formats/perfdata.h"

enum {
	MOST_SYMBOLS = 1 << 22,		/* more symbols are not read */
	MOST_NAMES = 1 << 12,		/* more names of events are not read */
};
enum { KERNEL, MODULE, ELF, DEX, MAP_FILE };	/* kinds of files */

/* A file while it is read. */
struct android_file {
	const char *path;		/* of .npath bytes, or NULL */
	size_t npath;
	uint64_t kind, least, offset;
	bool has_offset;
	struct code_symbol *v;		/* owned; names are in perfdata.texts */
	size_t n, room;
};

static void
add_symbol(struct perfdata *p, struct android_file *f, const struct code_symbol *s, size_t nname)
{
	if (nname == 0 || p->nsymbols++ >= MOST_SYMBOLS)
		return;
	f->v = mem_grow(f->v, f->n + 1, &f->room, sizeof(*f->v));
	f->v[f->n] = *s;
	f->v[f->n++].name = arena_text(&p->texts, s->name, nname);
}

/* Reads a field of a message at C.  A number is set as *VALUE, other fields as *PART.  Returns the
 * number of the field, or 0 at the end of the message. */
static uint64_t
next_field(struct cursor *c, uint64_t *value, struct cursor *part)
{
	enum { NUMBER, EIGHT_BYTES, BYTES, FOUR_BYTES = 5 };
	uint64_t key = cursor_left(c) > 0 ? cursor_uleb(c) : 0, n;

	*value = 0;
	*part = (struct cursor){ .p = c->p, .end = c->p };
	switch (key & 7) {
	case NUMBER:	*value = cursor_uleb(c); break;
	case EIGHT_BYTES: (void)cursor_bytes(c, 8); break;
	case FOUR_BYTES: (void)cursor_bytes(c, 4); break;
	case BYTES:
		n = cursor_uleb(c);
		part->p = cursor_bytes(c, n);
		part->end = part->p != NULL ? part->p + n : NULL;
		break;
	default:	return 0;
	}
	return c->past ? 0 : key >> 3;
}

static void
read_symbol_message(struct perfdata *p, struct android_file *f, struct cursor c)
{
	struct code_symbol s = { 0 };
	uint64_t field, value;
	struct cursor part;
	size_t nname = 0;

	while ((field = next_field(&c, &value, &part)) != 0) {
		if (field == 1)
			s.address = value;
		else if (field == 2)
			s.size = value;
		if (field != 3)
			continue;
		s.name = (const char *)part.p;
		nname = strnlen(s.name, cursor_left(&part));
	}
	add_symbol(p, f, &s, nname);
}

static void
read_message(struct perfdata *p, struct android_file *f, struct cursor c)
{
	uint64_t field, value, ignored;
	struct cursor part, inner;

	while ((field = next_field(&c, &value, &part)) != 0) {
		switch (field) {
		case 1:
			f->path = (const char *)part.p;
			f->npath = strnlen(f->path, cursor_left(&part));
			break;
		case 2: f->kind = value; break;
		case 3: f->least = value; break;
		case 4: read_symbol_message(p, f, part); break;
		case 6: case 7:
			f->has_offset = true;
			if (next_field(&part, &ignored, &inner) == 1)
				f->offset = ignored;
			break;
		default: break;
		}
	}
}

static void
read_struct(struct perfdata *p, struct android_file *f, struct cursor c)
{
	uint32_t n;

	f->path = cursor_text(&c);
	f->npath = f->path != NULL ? strlen(f->path) : 0;
	f->kind = cursor_u32(&c);
	f->least = cursor_uint(&c, 8);
	n = cursor_u32(&c);
	for (uint32_t i = 0; i < n && !c.past; i++) {
		struct code_symbol s = { .address = cursor_uint(&c, 8), .size = cursor_u32(&c) };

		s.name = cursor_text(&c);
		if (s.name != NULL)
			add_symbol(p, f, &s, strlen(s.name));
	}
	f->has_offset = cursor_left(&c) >= 8;
	f->offset = cursor_uint(&c, 8);
}

/* Of symbols with the same address, the longest comes last: it is the one that is found. */
static int
by_address(const void *a, const void *b)
{
	const struct code_symbol *x = a, *y = b;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	return x->size < y->size ? -1 : x->size > y->size;
}

static bool
is_path(const void *of, uint32_t number, const void *key)
{
	return strcmp(((const struct perfdata_symbols *)of)[number].path, key) == 0;
}

/* Keeps the symbols of F, unless there are some of its path. */
static void
keep(struct perfdata *p, struct android_file *f)
{
	const char *path = arena_text(&p->texts, f->path, f->npath);
	uint64_t hash = numbering_hash(&p->symbols_numbers, path, f->npath);
	uint32_t before = p->symbols_numbers.n;
	uint32_t i = numbering_of(&p->symbols_numbers, hash, is_path, p->symbols, path);

	if (i < before)
		return;
	p->symbols = mem_grow(p->symbols, (size_t)i + 1, &p->symbols_room, sizeof(*p->symbols));
	qsort(f->v, f->n, sizeof(*f->v), by_address);
	p->symbols[i] = (struct perfdata_symbols){ path, { .v = f->v, .n = f->n,
		.bias = f->kind == ELF || f->kind == MODULE ? f->least - f->offset : 0 },
		.in_memory = f->kind == KERNEL || f->kind == MAP_FILE,
		.least = f->kind == ELF && !f->has_offset ? f->least : 0 };
	f->v = NULL;
}

void
perfdata_read_android(struct perfdata *p, struct cursor c, bool are_messages)
{
	while (cursor_left(&c) > 4) {
		uint32_t size = cursor_u32(&c);
		const unsigned char *bytes = cursor_bytes(&c, size);
		struct cursor part = { .p = bytes, .big = p->big };
		struct android_file f = { 0 };

		if (bytes == NULL)
			break;
		part.end = bytes + size;
		if (are_messages)
			read_message(p, &f, part);
		else
			read_struct(p, &f, part);
		if (f.n > 0 && f.npath > 0 && f.kind <= MAP_FILE)
			keep(p, &f);
		free(f.v);
	}
}

struct perfdata_symbols *
perfdata_symbols_of(struct perfdata *p, const char *path)
{
	uint64_t hash;
	uint32_t i;

	if (p->symbols == NULL)
		return NULL;
	hash = numbering_hash(&p->symbols_numbers, path, strlen(path));
	i = numbering_find(&p->symbols_numbers, hash, is_path, p->symbols, path);
	return i < p->symbols_numbers.n ? &p->symbols[i] : NULL;
}

struct perfdata_symbols *
perfdata_module_symbols(struct perfdata *p, const char *path, uint64_t low)
{
	struct perfdata_symbols *symbols = perfdata_symbols_of(p, path);

	if (symbols == NULL)
		return perfdata_symbols_of(p, PERFDATA_KERNEL);
	if (!symbols->in_memory) {
		struct code_symbol *v = (struct code_symbol *)symbols->list.v;

		for (size_t i = 0; i < symbols->list.n; i++)
			v[i].address += low - symbols->list.bias;
		symbols->list.bias = 0;
		symbols->in_memory = true;
		symbols->list.kept = NULL;
		symbols->moved_to = low;
	}
	return symbols;
}

/* Sets *S to the symbol of the LINE that ends at END, and returns the length of its name.  0: it is
 * no function. */
static size_t
read_kallsyms_line(struct code_symbol *s, const char *line, const char *end)
{
	static const char digits[] = "0123456789abcdef";
	const char *digit, *name;

	*s = (struct code_symbol){ 0 };
	for (; line < end && *line != '\0' && (digit = strchr(digits, *line)) != NULL; line++)
		s->address = s->address << 4 | (uint64_t)(digit - digits);
	/* All addresses are 0 if they are a secret (kernel.kptr_restrict). */
	if (s->address == 0)
		return 0;
	if (end - line < 4 || line[0] != ' ' || line[2] != ' ' || memchr("TtWw", line[1], 4) == NULL)
		return 0;
	s->name = name = line + 3;
	while (name < end && *name != ' ' && *name != '\t' && *name != '\0')
		name++;
	return (size_t)(name - s->name);
}

void
perfdata_read_kallsyms(struct perfdata *p, struct cursor c)
{
	struct android_file f = { .path = PERFDATA_KERNEL, .npath = sizeof(PERFDATA_KERNEL) - 1,
		.kind = KERNEL };
	const char *end = (const char *)c.end;

	for (const char *line = (const char *)c.p, *last; line < end; line = last + 1) {
		struct code_symbol s;
		size_t n;

		last = memchr(line, '\n', (size_t)(end - line));
		last = last != NULL ? last : end;
		n = read_kallsyms_line(&s, line, last);
		add_symbol(p, &f, &s, n);
	}
	if (f.n > 0)
		keep(p, &f);
	free(f.v);
}

/* Names the events of TYPE and CONFIG that have no name. */
static void
name_event(struct perfdata *p, uint64_t type, uint64_t config, const char *name, size_t n)
{
	const char *kept = NULL;

	for (uint32_t i = 0; i < p->nattrs; i++) {
		struct perfdata_attr *attr = &p->attrs[i];

		if (attr->type != type || attr->config != config || attr->name != NULL)
			continue;
		kept = kept == NULL ? arena_text(&p->texts, name, n) : kept;
		attr->name = kept;
	}
}

void
perfdata_read_android_info(struct perfdata *p, struct cursor c)
{
	const char *key, *line = NULL;
	char *end;

	while ((key = cursor_text(&c)) != NULL && (line = cursor_text(&c)) != NULL
	    && strcmp(key, "event_type_info") != 0)
		line = NULL;
	for (int lines = 0; line != NULL && *line != '\0' && lines < MOST_NAMES; lines++) {
		size_t n = strcspn(line, "\n"), name = n;
		uint64_t type, config;

		/* A name, as that of a tracepoint or of hardware, may have commas in it. */
		for (int commas = 2; commas > 0 && name > 0;)
			commas -= line[--name] == ',';
		if (name > 0) {
			type = strtoull(line + name + 1, &end, 10);
			config = *end == ',' ? strtoull(end + 1, NULL, 10) : 0;
			name_event(p, type, config, line, name);
		}
		line += n + (line[n] == '\n');
	}
}

void
perfdata_release_android(struct perfdata *p)
{
	for (uint32_t i = 0; i < p->symbols_numbers.n; i++)
		free((void *)p->symbols[i].list.v);
	free(p->symbols);
	numbering_release(&p->symbols_numbers);
}
