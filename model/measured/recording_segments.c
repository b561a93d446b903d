/* recording_segments.c - the segments of a recording: counted calls, stacks, images
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rules.h"
#include "measured/recording_bytes.h"

enum {
	BLOCK = 1 << 16,		/* bytes of a table that are read at once */
	SLOT = sizeof(struct rec_slot),
	HEADER = sizeof(struct rec_segment),
};

static void
read_arc(struct recording_bytes *r, const unsigned char *slot, const unsigned char *base,
	uint64_t from, uint64_t offset)
{
	struct recording *rec = r->recording;
	uint64_t count = SINCE(r, offset, slot, base, rec_slot, count);

	if (count == 0)
		return;
	rec->arcs = mem_grow(rec->arcs, (size_t)rec->narcs + 1, &rec->arcs_room,
		sizeof(*rec->arcs));
	rec->arcs[rec->narcs++] = (struct recording_arc){ .from = from,
		.self = U64(r, slot, rec_slot, self), .count = count,
		.table = rec->ntables - 1 };
}

/* Returns how the kernel was entered, for a slot with FROM and SELF. */
static enum rec_kernel
kernel_of(uint64_t from, uint64_t self)
{
	if ((from & REC_KERNEL) == 0)
		return REC_KERNEL_NONE;
	return self == REC_KERNEL_CALL || self == REC_KERNEL_FAULT ? (enum rec_kernel)self
		: REC_KERNEL_OTHER;
}

/* Returns the greatest possible number of ticks of a stack.  Those of waits are ns. */
static uint64_t
most_ticks(const struct recording *rec)
{
	const uint32_t second = 1000000000;

	return rec->has_waits || rec->hz == 0 || rec->hz > second ? RECORDING_MOST
		: RECORDING_MOST / (second / rec->hz);
}

static void
read_stack(struct recording_bytes *r, const unsigned char *slot, const unsigned char *base,
	uint64_t from, uint64_t offset)
{
	struct recording *rec = r->recording;
	uint64_t self = U64(r, slot, rec_slot, self);
	size_t n = (size_t)rec->nstacks + 1;

	rec->stacks = mem_grow(rec->stacks, n, &rec->stacks_room, sizeof(*rec->stacks));
	r->at = mem_grow(r->at, n, &r->at_room, sizeof(*r->at));
	r->parent_at = mem_grow(r->parent_at, n, &r->parent_at_room, sizeof(*r->parent_at));
	r->at[rec->nstacks] = offset;
	r->parent_at[rec->nstacks] = from & ~(uint64_t)REC_KIND;
	rec->stacks[rec->nstacks++] = (struct recording_stack){
		.address = self, .kernel = kernel_of(from, self),
		.function = (from & REC_KERNEL) != 0 && self >= REC_PAGE ? "" : NULL,
		.ticks = recording_bytes_possible(r, offset + offsetof(struct rec_slot, ticks),
			SINCE(r, offset, slot, base, rec_slot, ticks), most_ticks(rec)),
		.signals = SINCE(r, offset, slot, base, rec_slot, count), .parent = NOBODY,
		.table = rec->ntables - 1, .is_return = (from & REC_CALLER) != 0,
		.wait = rec->has_waits && (from & REC_LEAF) != 0 ? "" : NULL,
		.is_cut = (from & REC_CUT) != 0 };
}

/* Reads the slots in BYTES, which are the N bytes at OFFSET of the file.  BASE has the N bytes at
 * the same offset of the copy. */
static void
read_slots(struct recording_bytes *r, const unsigned char *bytes, const unsigned char *base,
	size_t n, uint64_t offset)
{
	static const unsigned char none[SLOT];

	bool has_stacks = r->recording->tables[r->recording->ntables - 1].has_stacks;

	for (size_t i = 0; i + SLOT <= n; i += SLOT) {
		uint64_t from = U64(r, bytes + i, rec_slot, from);
		const unsigned char *before = U64(r, base + i, rec_slot, from) != 0
			? base + i : none;

		if (from == 0)
			continue;
		if (before != none
		    && memcmp(before, bytes + i, offsetof(struct rec_slot, count)) != 0) {
			recording_bytes_damage(r, offset + i,
				"the copy that the reset made has another key in this slot");
			before = none;
		}
		if (r->recording->narcs >= NOBODY - 1 || r->recording->nstacks >= NOBODY - 1)
			recording_bytes_damage(r, offset + i,
				"there are more than 4,294,967,294 slots");
		else if (has_stacks && (from & (REC_LEAF | REC_CALLER)) != 0)
			read_stack(r, bytes + i, before, from, offset + i);
		else if (!has_stacks && from >= REC_LEAST_ADDRESS)
			read_arc(r, bytes + i, before, from, offset + i);
		else
			recording_bytes_damage(r, offset + i,
				"a slot of a table has an impossible key");
	}
}

/* Reads all slots of the table from byte AT to END of the file. */
static void
read_table(struct recording_bytes *r, uint64_t at, uint64_t end)
{
	unsigned char *block = mem_uncleared(BLOCK, 1), *base = mem_new(BLOCK, 1);
	uint64_t first = at;

	while (at < end && !r->stopped) {
		uint64_t data = recording_bytes_data(r, at);
		size_t n, want;

		if (data >= end)
			break;
		at = data - (data - first) % SLOT;
		want = end - at < BLOCK ? (size_t)(end - at) : BLOCK;
		if (r->base >= 0)
			recording_bytes_base(r, at, base, want);
		n = recording_bytes_read(r->fd, at, block, want);
		read_slots(r, block, base, n, at);
		if (n < want) {
			recording_bytes_damage(r, at + n, errno != 0 ? strerror(errno)
				: "the file became shorter while it was read");
			break;
		}
		at += n;
		r->stopped = stop_asked(r->stop, (size_t)at);
	}
	free(block);
	free(base);
}

/* Adds the table whose header, at byte AT of the file, is H. */
static void
add_table(struct recording_bytes *r, const unsigned char *h, uint64_t at, bool has_stacks)
{
	struct recording *rec = r->recording;
	unsigned char base[HEADER];
	struct recording_table *t;

	recording_bytes_base(r, at, base, sizeof(base));
	rec->tables = mem_grow(rec->tables, (size_t)rec->ntables + 1, &rec->tables_room,
		sizeof(*rec->tables));
	t = &rec->tables[rec->ntables++];
	*t = (struct recording_table){ .has_stacks = has_stacks,
		.pid = U32(r, h, rec_segment, pid), .tid = U32(r, h, rec_segment, tid),
		.epoch = U32(r, h, rec_segment, epoch),
		.threads = U32(r, h, rec_segment, table.threads),
		.generation = U32(r, h, rec_segment, table.generation),
		.ended = U32(r, h, rec_segment, state) == REC_THREAD_ENDED,
		.samples = SINCE(r, at, h, base, rec_segment, table.samples),
		.signals = SINCE(r, at, h, base, rec_segment, table.signals),
		.cpu = SINCE(r, at, h, base, rec_segment, table.cpu),
		.lost = SINCE(r, at, h, base, rec_segment, table.lost) };
	if (rec->has_waits) {
		t->queue = SINCE(r, at, h, base, rec_segment, table.queue);
		t->blocked = SINCE(r, at, h, base, rec_segment, table.blocked);
	}
	memcpy(t->name, h + offsetof(struct rec_segment, table.name), sizeof(t->name) - 1);
}

/* Adds the object of the segment at byte AT of the file.  The segment has BYTES bytes; its header
 * is H. */
static void
add_object(struct recording_bytes *r, const unsigned char *h, uint64_t at, uint64_t bytes)
{
	enum { LONGEST = 4096 };	/* longest path of Linux */
	struct recording *rec = r->recording;
	size_t want = bytes - HEADER < LONGEST ? (size_t)(bytes - HEADER) : LONGEST, n;
	char *path = mem_new(want + 1, 1);
	struct recording_object o = { .low = U64(r, h, rec_segment, object.low),
		.high = U64(r, h, rec_segment, object.high),
		.offset = U64(r, h, rec_segment, object.offset),
		.bias = U64(r, h, rec_segment, object.bias),
		.has_bias = h[offsetof(struct rec_segment, object.has_bias)] != 0,
		.epoch = U32(r, h, rec_segment, epoch),
		.id_size = U32(r, h, rec_segment, object.id_size) };

	n = recording_bytes_read(r->fd, at + HEADER, path, want);
	path[n] = '\0';
	if (o.low >= o.high || o.id_size > RECORDING_ID || *path == '\0') {
		recording_bytes_damage(r, at, "an object has impossible addresses, build-id or name");
		o.id_size = o.id_size > RECORDING_ID ? 0 : o.id_size;
	}
	if (o.low < o.high) {
		memcpy(o.id, h + offsetof(struct rec_segment, object.id), o.id_size);
		o.path = arena_text(&rec->text, path, strlen(path));
		rec->objects = mem_grow(rec->objects, (size_t)rec->nobjects + 1,
			&rec->objects_room, sizeof(*rec->objects));
		rec->objects[rec->nobjects++] = o;
	}
	free(path);
}

/* Adds the contents of a segment of texts, [LOW, HIGH) of the file. */
static void
add_texts(struct recording_bytes *r, uint64_t low, uint64_t high)
{
	r->texts = mem_grow(r->texts, r->ntexts + 1, &r->texts_room, sizeof(*r->texts));
	r->texts[r->ntexts++] = (struct recording_range){ low, high };
}

/* Skips the incomplete segment at AT.  Returns the offset where the next segment may begin, or
 * r->end if there is no more data.  Sets r->stopped if the user has stopped the work. */
static uint64_t
skip_segment(struct recording_bytes *r, uint64_t at)
{
	uint64_t data = recording_bytes_data(r, at + REC_ALIGN);

	r->stopped = at / REC_ALIGN % STOP_EVERY == 0 && stop_asked(r->stop, (size_t)at);
	return data < r->end ? data & ~(uint64_t)(REC_ALIGN - 1) : r->end;
}

/* Reads the segment at byte AT, and returns the offset of the next one; 0: no more can be read. */
static uint64_t
read_segment(struct recording_bytes *r, uint64_t at)
{
	unsigned char h[HEADER];
	uint64_t bytes, end;
	uint32_t magic, type;

	if (r->end - at < HEADER || recording_bytes_read(r->fd, at, h, HEADER) < HEADER) {
		recording_bytes_damage(r, at, "the file is cut off inside the header of a segment");
		return 0;
	}
	magic = U32(r, h, rec_segment, magic);
	type = U32(r, h, rec_segment, type);
	bytes = U64(r, h, rec_segment, bytes);
	/* The process was killed while it made this segment, which has no contents.  Other threads
	 * may have made segments after it. */
	if (magic == 0)
		return skip_segment(r, at);
	if (magic != REC_SEGMENT_MAGIC || bytes < HEADER || bytes > UINT64_MAX - at - REC_ALIGN) {
		recording_bytes_damage(r, at, "this is no segment");
		return 0;
	}
	end = at + bytes < r->end ? at + bytes : r->end;
	if (end < at + bytes)
		recording_bytes_damage(r, at, "the file is cut off inside a segment");
	if (type == REC_ARCS || type == REC_STACKS) {
		add_table(r, h, at, type == REC_STACKS);
		read_table(r, at + HEADER, end);
	} else if (type == REC_OBJECT) {
		add_object(r, h, at, end - at);
	} else if (type == REC_TEXTS) {
		add_texts(r, at + HEADER, end);
	} else if (type == REC_REGION) {
		r->recording->nregions++;
		if (U32(r, h, rec_segment, state) == REC_REGION_ON)
			r->recording->nregions_on++;
	}
	return (at + bytes + REC_ALIGN - 1) & ~(uint64_t)(REC_ALIGN - 1);
}

void
recording_segments_read(struct recording_bytes *r, uint64_t at)
{
	while (at > 0 && at < r->end && !r->stopped)
		at = read_segment(r, at);
}
