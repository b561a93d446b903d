/* pprof_tables.c - the tables of a pprof profile: texts, mappings, functions, locations
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/pprof_tables.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/pathname.h"
#include "measured/formats/protobuf.h"

void
pprof_tables_release(struct pprof_tables *t)
{
	free(t->texts);
	free(t->mappings);
	free(t->funcs);
	free(t->locations);
	free(t->mapping_ids.v);
	free(t->func_ids.v);
	free(t->location_ids.v);
	free(t->frames);
	pprof_drop_release(&t->drop);
}

void
pprof_fault(struct pprof_tables *t, const char *format, ...)
{
	char text[256];
	va_list args;

	if (t->nfaults++ > 0)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	(void)err_set(&t->fault, ERR_FORMAT, "%s", text);
}

static void
add_id(struct pprof_ids *ids, uint64_t id)
{
	ids->v = mem_grow(ids->v, ids->n + 1, &ids->room, sizeof(*ids->v));
	ids->is_unsorted |= ids->n > 0 && ids->v[ids->n - 1].id > id;
	ids->v[ids->n] = (struct pprof_id){ id, (uint32_t)ids->n };
	ids->n++;
}

static int
by_id(const void *a, const void *b)
{
	const struct pprof_id *x = a, *y = b;

	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	return x->index < y->index ? -1 : x->index > y->index;
}

/* Sorts IDS, the ids of elements that WHAT names.  Two elements with the same id are a fault. */
static void
sort_ids(struct pprof_tables *t, struct pprof_ids *ids, const char *what)
{
	if (ids->is_unsorted)
		qsort(ids->v, ids->n, sizeof(*ids->v), by_id);
	for (size_t i = 1; i < ids->n; i++)
		if (ids->v[i].id != 0 && ids->v[i].id == ids->v[i - 1].id) {
			pprof_fault(t, "several %ss have the number %" PRIu64 ": the first is used",
				what, ids->v[i].id);
			return;
		}
}

/* Returns the index of the first element with the id ID, or NOBODY.  Ids are mostly 1, 2, 3 ... */
static uint32_t
index_of(const struct pprof_ids *ids, uint64_t id)
{
	size_t lo = 0, hi = ids->n;

	if (id > 0 && id <= ids->n && ids->v[id - 1].id == id && (id == 1
	    || ids->v[id - 2].id != id))
		return ids->v[id - 1].index;
	while (lo < hi) {
		size_t middle = lo + (hi - lo) / 2;

		if (ids->v[middle].id < id)
			lo = middle + 1;
		else
			hi = middle;
	}
	return id > 0 && lo < ids->n && ids->v[lo].id == id ? ids->v[lo].index : NOBODY;
}

void
pprof_add_text(struct pprof_tables *t, struct cursor message)
{
	t->texts = mem_grow(t->texts, t->ntexts + 1, &t->texts_room, sizeof(*t->texts));
	t->texts[t->ntexts++] = (struct pprof_text){ .s = (const char *)message.p,
		.n = cursor_left(&message) };
}

/* Sets NUMBERS[i] to the number in field i of MESSAGE, or to 0, for i from 1 to 5.  WHAT names the
 * kind of message in a fault. */
static void
read_numbers(struct pprof_tables *t, struct cursor message, const char *what, uint64_t numbers[6])
{
	struct protobuf_field f;

	memset(numbers, 0, 6 * sizeof(*numbers));
	while (protobuf_next(&message, &f))
		if (f.number < 6)
			numbers[f.number] = f.value;
	if (message.past)
		pprof_fault(t, "a %s is damaged", what);
}

void
pprof_add_mapping(struct pprof_tables *t, struct cursor message)
{
	uint64_t numbers[6];

	read_numbers(t, message, "mapping", numbers);
	t->mappings = mem_grow(t->mappings, t->mapping_ids.n + 1, &t->mappings_room,
		sizeof(*t->mappings));
	t->mappings[t->mapping_ids.n].file = numbers[5];
	add_id(&t->mapping_ids, numbers[1]);
}

void
pprof_add_func(struct pprof_tables *t, struct cursor message)
{
	uint64_t numbers[6];

	read_numbers(t, message, "function", numbers);
	t->funcs = mem_grow(t->funcs, t->func_ids.n + 1, &t->funcs_room, sizeof(*t->funcs));
	t->funcs[t->func_ids.n] = (struct pprof_func){ numbers[2], numbers[3], numbers[4],
		numbers[5] };
	add_id(&t->func_ids, numbers[1]);
}

void
pprof_add_location(struct pprof_tables *t, struct cursor message)
{
	uint64_t numbers[6];

	read_numbers(t, message, "location", numbers);
	t->locations = mem_grow(t->locations, t->location_ids.n + 1, &t->locations_room,
		sizeof(*t->locations));
	t->locations[t->location_ids.n] = (struct pprof_location){ .message = message };
	add_id(&t->location_ids, numbers[1]);
}

bool
pprof_tables_have_room(const struct pprof_tables *t, size_t size)
{
	enum { SPARE = 128 << 20, PER_BYTE = 4 };
	uint64_t memory = t->ntexts * sizeof(*t->texts)
		+ t->mapping_ids.n * (sizeof(*t->mappings) + sizeof(*t->mapping_ids.v))
		+ t->func_ids.n * (sizeof(*t->funcs) + sizeof(*t->func_ids.v))
		+ t->location_ids.n * (sizeof(*t->locations) + sizeof(*t->location_ids.v));

	return memory < SPARE + PER_BYTE * (uint64_t)size;
}

void
pprof_tables_complete(struct pprof_tables *t)
{
	sort_ids(t, &t->mapping_ids, "mapping");
	sort_ids(t, &t->func_ids, "function");
	sort_ids(t, &t->location_ids, "location");
}

struct pprof_text *
pprof_text(struct pprof_tables *t, uint64_t index)
{
	if (index < t->ntexts)
		return &t->texts[index];
	t->no_text = (struct pprof_text){ .s = "" };
	if (index > 0)
		pprof_fault(t, "text %" PRIu64 " is used, but there are only %zu", index, t->ntexts);
	return &t->no_text;
}

bool
pprof_text_is(struct pprof_tables *t, uint64_t index, const char *s)
{
	const struct pprof_text *text = pprof_text(t, index);

	return text->n == strlen(s) && memcmp(text->s, s, text->n) == 0;
}

/* Returns the number in measured.texts of text INDEX of the file; NOBODY: the text is empty. */
static uint32_t
text_number(struct pprof_tables *t, uint64_t index)
{
	struct pprof_text *text = pprof_text(t, index);

	if (text->n == 0)
		return NOBODY;
	if (text->number == 0)
		text->number = measured_text(t->m, text->s, text->n) + 1;
	return text->number - 1;
}

/* Is text INDEX a mangled name, which can be demangled? */
static bool
is_mangled(struct pprof_tables *t, uint64_t index)
{
	const struct pprof_text *text = pprof_text(t, index);

	return text->n > 2 && text->s[0] == '_' && (text->s[1] == 'Z' || text->s[1] == 'R');
}

/* Adds FRAME, with the function FUNC, to the frames of L. */
static void
add_frame(struct pprof_tables *t, struct pprof_location *l, const struct measured_func *func,
	struct measured_frame frame)
{
	frame.file = NOBODY;
	frame.func = measured_func(t->m, func);
	t->frames = mem_grow(t->frames, t->nframes + 1, &t->frames_room, sizeof(*t->frames));
	t->frames[t->nframes++] = measured_frame(t->m, &frame);
	l->n++;
}

/* Returns the number of the name of all code without names in OBJECT: its base name in brackets, as
 * pprof shows it. */
static uint32_t
name_of_object(struct pprof_tables *t, uint32_t object)
{
	const char *path = measured_text_of(t->m, object), *base = pathname_base(path);
	char *name;
	uint32_t number;
	int n;

	if (*path == '\0')
		return measured_text(t->m, "[unknown]", 9);
	if (*path == '[')
		return object;
	name = mem_new(strlen(path) + 3, 1);
	n = sprintf(name, "[%s]", strncmp(path, "//", 2) == 0 || *base == '\0' ? path : base);
	number = measured_text(t->m, name, (size_t)n);
	free(name);
	return number;
}

/* Adds FRAME, which has no function, to L, a location of the object OBJECT. */
static void
add_unknown(struct pprof_tables *t, struct pprof_location *l, uint32_t object,
	struct measured_frame frame)
{
	struct measured_func func = { .object = object, .file = NOBODY, .is_unnamed = true };

	func.name = name_of_object(t, object);
	add_frame(t, l, &func, frame);
}

/* Adds FRAME for the message LINE to L, a location of the object OBJECT. */
static void
add_line(struct pprof_tables *t, struct pprof_location *l, struct cursor line, uint32_t object,
	struct measured_frame frame)
{
	struct measured_func func = { .object = object, .file = NOBODY };
	uint64_t numbers[6];
	const struct pprof_func *of;
	uint32_t index;

	read_numbers(t, line, "line", numbers);
	index = index_of(&t->func_ids, numbers[1]);
	if (index == NOBODY) {
		pprof_fault(t, "there is no function %" PRIu64, numbers[1]);
		add_unknown(t, l, object, frame);
		return;
	}
	of = &t->funcs[index];
	func.file = text_number(t, of->file);
	func.line = of->line <= INT32_MAX ? (uint32_t)of->line : 0;
	func.name = text_number(t, is_mangled(t, of->system_name) ? of->system_name : of->name);
	if (func.name == NOBODY)
		func.name = text_number(t, of->system_name);
	if (func.name == NOBODY) {
		add_unknown(t, l, object, frame);
		return;
	}
	/* An export of gprowse has a function for all code without names in an object. */
	func.is_unnamed = frame.address != 0 && *measured_text_of(t->m, func.name) == '[';
	if (!func.is_unnamed)
		frame.address = 0;
	frame.line = numbers[2] <= INT32_MAX ? (uint32_t)numbers[2] : 0;
	add_frame(t, l, &func, frame);
}

/* Does a pattern drop the function of the message LINE? */
static bool
drops_line(struct pprof_tables *t, struct cursor line)
{
	const struct pprof_text *name;
	uint64_t numbers[6];
	uint32_t index;

	read_numbers(t, line, "line", numbers);
	index = index_of(&t->func_ids, numbers[1]);
	if (index == NOBODY)
		return false;
	name = pprof_text(t, t->funcs[index].name);
	if (pprof_is_dropped(&t->drop, name->s, name->n))
		return true;
	if (t->drop.budget.exceeded) {
		pprof_fault(t, "comparing names with its pattern of functions to drop takes too long, "
			"so some are not dropped");
		t->drop.is_used = false;
	}
	return false;
}

/* Adds frames like FRAME for the N messages LINES of L, which begin with the innermost inlined
 * function.  If a pattern drops an inlined function, neither this function nor those inlined into
 * it get frames. */
static void
add_lines(struct pprof_tables *t, struct pprof_location *l, const struct cursor *lines, size_t n,
	uint32_t object, struct measured_frame frame)
{
	for (size_t i = n; i-- > 0;) {
		if (t->drop.is_used && !l->drops_callees && drops_line(t, lines[i])) {
			l->drops_callees = true;
			l->is_dropped = i + 1 == n;
			if (!l->is_dropped)
				return;
		}
		add_line(t, l, lines[i], object, frame);
		frame.flags |= MEASURED_INLINED;
	}
}

/* Sets *OBJECT and *FLAGS to the object and the frame flags of the mapping with the id ID.  An
 * unknown id is a fault, unless it is 0. */
static void
find_mapping(struct pprof_tables *t, uint64_t id, uint32_t *object, uint32_t *flags)
{
	uint32_t index = index_of(&t->mapping_ids, id);
	const struct pprof_text *file;

	*object = NOBODY;
	*flags = 0;
	if (index == NOBODY) {
		if (id != 0)
			pprof_fault(t, "there is no mapping %" PRIu64, id);
		return;
	}
	*object = text_number(t, t->mappings[index].file);
	file = pprof_text(t, t->mappings[index].file);
	if (file->n >= 7 && memcmp(file->s, "[kernel", 7) == 0)
		*flags = MEASURED_KERNEL;
	else if (file->n >= 6 && memcmp(file->s, "//anon", 6) == 0)
		*flags = MEASURED_JIT;
}

static void
decode_location(struct pprof_tables *t, struct pprof_location *l)
{
	struct measured_frame frame = { 0 };
	struct cursor message = l->message, *lines = NULL;
	struct protobuf_field f;
	size_t n = 0, room = 0;
	uint64_t mapping = 0;
	uint32_t object;

	while (protobuf_next(&message, &f)) {
		if (f.number == 2)
			mapping = f.value;
		else if (f.number == 3)
			frame.address = f.value;
		if (f.number != 4 || f.type != PROTOBUF_BYTES)
			continue;
		lines = mem_grow(lines, n + 1, &room, sizeof(*lines));
		lines[n++] = f.bytes;
	}
	l->is_decoded = true;
	l->at = (uint32_t)t->nframes;
	find_mapping(t, mapping, &object, &frame.flags);
	add_lines(t, l, lines, n, object, frame);
	if (n == 0)
		add_unknown(t, l, object, frame);
	free(lines);
}

const struct pprof_location *
pprof_location(struct pprof_tables *t, uint64_t id)
{
	uint32_t index = index_of(&t->location_ids, id);
	struct pprof_location *l = index != NOBODY ? &t->locations[index] : &t->no_location;

	if (index == NOBODY)
		pprof_fault(t, "there is no location %" PRIu64, id);
	if (l->is_decoded)
		return l;
	if (index != NOBODY) {
		decode_location(t, l);
	} else {
		l->is_decoded = true;
		l->at = (uint32_t)t->nframes;
		add_unknown(t, l, NOBODY, (struct measured_frame){ 0 });
	}
	return l;
}
