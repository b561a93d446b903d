/* wait_file.c - writes a file of what was seen of a process from outside
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "waits/wait_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "waits/wait_images.h"

enum {
	HEADER = sizeof(struct rec_segment),
	SLOT = sizeof(struct rec_slot),
	TEXTS = 4 * REC_ALIGN,		/* bytes of a segment of texts */
	MOST_PAGES = 64,		/* of the longest table */
};

static void
write_at(struct wait_file *f, uint64_t at, const void *bytes, size_t n)
{
	if (f->fd >= 0 && !f->has_failed && pwrite(f->fd, bytes, n, (off_t)at) != (ssize_t)n)
		f->has_failed = true;
}

/* Makes a segment of BYTES bytes with the header H, whose magic, length and pid this function sets.
 * CONTENTS are the first N bytes of its contents.  Returns its offset. */
static uint64_t
add_segment(struct wait_file *f, struct rec_segment *h, uint64_t bytes, const void *contents,
	size_t n)
{
	uint64_t at = f->used;

	h->magic = REC_SEGMENT_MAGIC;
	h->bytes = bytes;
	h->pid = f->pid;
	h->epoch = f->epoch;
	f->used = (at + bytes + REC_ALIGN - 1) & ~(uint64_t)(REC_ALIGN - 1);
	if (f->fd >= 0 && !f->has_failed && ftruncate(f->fd, (off_t)f->used) != 0)
		f->has_failed = true;
	write_at(f, at + HEADER, contents, n);
	write_at(f, at, h, HEADER);
	write_at(f, offsetof(struct rec_head, used), &f->used, sizeof(f->used));
	return at;
}

bool
wait_file_make(struct wait_file *f, int dir, const char *name, const struct rec_head *head,
	const char *magic)
{
	static const struct rec_control control;
	struct rec_head h = *head;

	*f = (struct wait_file){ .used = REC_PAGE + REC_ALIGN, .pid = head->pid };
	f->fd = openat(dir, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (f->fd < 0 && errno == EEXIST)
		return false;
	memset(h.magic, 0, sizeof(h.magic));
	h.first = (uint32_t)f->used;
	h.limit = 0;
	h.used = f->used;
	h.signal = 0;
	h.base = 0;
	write_at(f, REC_PAGE, &control, sizeof(control));
	if (f->fd >= 0 && !f->has_failed && ftruncate(f->fd, (off_t)f->used) != 0)
		f->has_failed = true;
	write_at(f, 0, &h, sizeof(h));
	write_at(f, 0, magic, sizeof(h.magic));
	return true;
}

void
wait_file_end(struct wait_file *f, enum rec_end end, uint32_t problems, uint32_t hz)
{
	const uint32_t ended = end;

	if (f->has_failed)
		problems |= REC_NO_ROOM;
	f->has_failed = false;
	write_at(f, REC_CONTROL_AT(problems), &problems, sizeof(problems));
	write_at(f, REC_CONTROL_AT(hz), &hz, sizeof(hz));
	write_at(f, REC_CONTROL_AT(ended), &ended, sizeof(ended));
	if (f->fd >= 0)
		close(f->fd);
	for (size_t i = 0; i < f->nobjects; i++)
		free(f->objects[i].path);
	for (uint32_t i = 0; i < f->ntexts; i++)
		free(f->texts[i].text);
	free(f->objects);
	free(f->texts);
	numbering_release(&f->text_numbers);
	*f = (struct wait_file){ .fd = -1 };
}

bool
wait_file_is_on(const struct wait_file *f)
{
	uint32_t state = REC_ON;

	(void)!pread(f->fd, &state, sizeof(state), REC_CONTROL_AT(state));
	return state == REC_ON;
}

void
wait_file_halt(struct wait_file *f)
{
	const uint32_t state = REC_OFF;

	write_at(f, REC_CONTROL_AT(state), &state, sizeof(state));
}

void
wait_file_outside(struct wait_file *f, uint32_t outside)
{
	write_at(f, offsetof(struct rec_head, outside), &outside, sizeof(outside));
}

/* Writes a member of struct rec_control at AT, unless VALUE is 0, as in a new file. */
static void
write_control(struct wait_file *f, uint64_t at, uint64_t value)
{
	if (value > 0)
		write_at(f, at, &value, sizeof(value));
}

void
wait_file_lost(struct wait_file *f, uint64_t truncated, uint64_t unsampled)
{
	write_control(f, REC_CONTROL_AT(truncated), truncated);
	write_control(f, REC_CONTROL_AT(unsampled), unsampled);
}

static bool
is_text(const void *of, uint32_t number, const void *key)
{
	return strcmp(((const struct wait_text *)of)[number].text, key) == 0;
}

uint64_t
wait_file_text(struct wait_file *f, const char *text)
{
	size_t n = strnlen(text, REC_WAIT_TEXT - 1);
	struct rec_segment h = { .type = REC_TEXTS };
	uint32_t i = numbering_of(&f->text_numbers, numbering_hash(&f->text_numbers, text,
		strlen(text)), is_text, f->texts, text);

	if (i < f->ntexts)
		return f->texts[i].at;
	if (f->text_end - f->text_at < n + 1) {
		f->text_at = add_segment(f, &h, TEXTS, "", 1) + HEADER;
		f->text_end = f->text_at + TEXTS - HEADER;
	}
	f->texts = mem_grow(f->texts, (size_t)i + 1, &f->texts_room, sizeof(*f->texts));
	f->texts[f->ntexts++] = (struct wait_text){ mem_text(text, strlen(text)), f->text_at };
	write_at(f, f->text_at, text, n);
	write_at(f, f->text_at + n, "", 1);
	f->text_at += n + 1;
	return f->texts[i].at;
}

void
wait_file_object(struct wait_file *f, struct wait_map *map)
{
	struct rec_segment h = { .type = REC_OBJECT };
	bool overlaps = false;
	const char *path;
	size_t n;

	if (map == NULL || map->is_written)
		return;
	map->is_written = true;
	path = *map->path != '\0' ? map->path : "[anonymous]";
	n = strlen(path);
	for (size_t i = 0; i < f->nobjects; i++) {
		const struct wait_object *o = &f->objects[i];

		if (o->low == map->low && o->high == map->high && o->offset == map->offset
		    && strcmp(o->path, path) == 0)
			return;
		/* Memory of a compiler grows: all of it has the same names. */
		overlaps |= o->low < map->high && map->low < o->high
			&& (path == map->path || strcmp(o->path, path) != 0);
	}
	/* Tables that are made from now on belong to the new object. */
	f->epoch += overlaps;
	h.object.low = map->low;
	h.object.high = map->high;
	h.object.offset = map->offset;
	if (map->image != NULL) {
		h.object.bias = map->bias;
		h.object.has_bias = 1;
		h.object.id_size = map->image->id_size;
		memcpy(h.object.id, map->image->id, map->image->id_size);
	}
	f->objects = mem_grow(f->objects, f->nobjects + 1, &f->objects_room, sizeof(*f->objects));
	f->objects[f->nobjects++] = (struct wait_object){ map->low, map->high, map->offset,
		mem_text(path, n) };
	add_segment(f, &h, HEADER + n + 1, path, n + 1);
}

static struct rec_segment
header_of(const struct wait_table *t)
{
	struct rec_segment h = { .type = REC_STACKS, .tid = t->tid, .state = REC_THREAD_LIVE };

	h.table.threads = t->threads > 1 ? t->threads : 1;
	h.table.generation = t->generation;
	memcpy(h.table.name, t->name, sizeof(h.table.name));
	return h;
}

/* Makes a segment for the next slots of T: each is twice as long as the one before. */
static void
next_segment(struct wait_table *t, struct wait_file *f)
{
	unsigned pages = t->generation < 6 ? 1U << t->generation : MOST_PAGES;
	uint64_t bytes = (uint64_t)pages * REC_ALIGN, room = (bytes - HEADER) / SLOT;
	struct rec_segment h = header_of(t);

	if (t->segment != 0) {
		wait_table_flush(t, f);
		t->cpu = t->queue = t->added = t->looks = 0;
	}
	if (t->epoch != f->epoch || t->segment == 0) {
		numbering_release(&t->numbers);
		t->numbers = (struct numbering){ 0 };
		t->base = t->nslots;
	}
	h.table.slots = room;
	t->segment = add_segment(f, &h, bytes, "", 1);
	t->epoch = f->epoch;
	t->generation++;
	t->first = t->nslots;
	t->end = t->nslots + (uint32_t)room;
}

static bool
is_slot(const void *of, uint32_t number, const void *key)
{
	const struct rec_slot *a = (const struct rec_slot *)of + number, *b = key;

	return a->from == b->from && a->self == b->self;
}

static void
note_change(struct wait_table *t, uint32_t slot)
{
	if (t->is_changed[slot])
		return;
	t->is_changed[slot] = true;
	t->changed = mem_grow(t->changed, (size_t)t->nchanged + 1, &t->changed_room,
		sizeof(*t->changed));
	t->changed[t->nchanged++] = slot;
}

/* Returns the number of the slot of the frame SELF, whose caller and kind are FROM. */
static uint32_t
find_slot(struct wait_table *t, struct wait_file *f, uint64_t from, uint64_t self)
{
	const struct rec_slot key = { .from = from, .self = self };
	const struct rec_slot *slots = t->slots != NULL ? t->slots + t->base : NULL;
	const uint64_t words[2] = { from, self };
	uint32_t i = t->base + numbering_of(&t->numbers, numbering_hash(&t->numbers, words,
		sizeof(words)), is_slot, slots, &key);

	if (i < t->nslots)
		return i;
	if (i == t->end)
		next_segment(t, f);
	t->slots = mem_grow(t->slots, (size_t)i + 1, &t->slots_room, sizeof(*t->slots));
	t->at = mem_grow(t->at, (size_t)i + 1, &t->at_room, sizeof(*t->at));
	t->is_changed = mem_grow(t->is_changed, (size_t)i + 1, &t->is_changed_room,
		sizeof(*t->is_changed));
	t->slots[i] = key;
	t->at[i] = t->segment + HEADER + (uint64_t)SLOT * (i - t->first);
	t->is_changed[i] = false;
	t->nslots++;
	note_change(t, i);
	return i;
}

void
wait_table_begin(struct wait_table *t, struct wait_file *f)
{
	if (t->segment == 0)
		next_segment(t, f);
}

uint32_t
wait_table_slot(struct wait_table *t, struct wait_file *f, const uint64_t *frames, unsigned n,
	bool is_cut, uint64_t leaf)
{
	uint64_t from = 0, cut = is_cut ? REC_CUT : 0;

	if (t->segment == 0 || t->epoch != f->epoch)
		next_segment(t, f);
	for (unsigned i = n; i-- > 0; cut = 0) {
		uint32_t slot = find_slot(t, f, from | REC_CALLER | cut, frames[i]);

		from = t->at[slot];
	}
	return find_slot(t, f, from | REC_LEAF | cut, leaf);
}

uint32_t
wait_table_kernel(struct wait_table *t, struct wait_file *f, uint32_t slot, uint64_t kernel)
{
	wait_table_begin(t, f);
	return find_slot(t, f, (slot != UINT32_MAX ? t->at[slot] : 0) | REC_LEAF | REC_KERNEL,
		kernel);
}

void
wait_table_add(struct wait_table *t, uint32_t slot, uint64_t amount, uint64_t looks)
{
	t->slots[slot].ticks += amount;
	t->slots[slot].count += looks;
	t->added += amount;
	t->looks += looks;
	note_change(t, slot);
}

void
wait_table_flush(struct wait_table *t, struct wait_file *f)
{
	struct rec_segment h = header_of(t);
	const size_t first = offsetof(struct rec_segment, table);

	if (t->segment == 0)
		return;
	/* A caller has a lower number than the frames that it called, so a frame is in the file
	 * before those. */
	for (uint32_t i = 0; i < t->nchanged; i++) {
		uint32_t slot = t->changed[i];

		write_at(f, t->at[slot], &t->slots[slot], SLOT);
		t->is_changed[slot] = false;
	}
	t->nchanged = 0;
	h.table.slots = t->end - t->first;
	h.table.used = t->nslots - t->first;
	h.table.generation = t->generation - 1;
	h.table.cpu = t->cpu;
	h.table.queue = t->queue;
	h.table.blocked = h.table.samples = t->added;
	h.table.signals = t->looks;
	write_at(f, t->segment + first, (const char *)&h + first, HEADER - first);
}

void
wait_table_release(struct wait_table *t)
{
	free(t->slots);
	free(t->at);
	free(t->is_changed);
	free(t->changed);
	numbering_release(&t->numbers);
	*t = (struct wait_table){ 0 };
}
