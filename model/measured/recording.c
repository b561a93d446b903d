/* recording.c - reading the file that the recorder writes for one process
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/recording.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/byteorder.h"
#include "base/mem.h"
#include "base/rules.h"
#include "measured/recording_stacks.h"
#include "record/recording.h"

enum {
	BLOCK = 1 << 16,		/* bytes of a table that are read at once */
	SLOT = sizeof(struct rec_slot),
	HEADER = sizeof(struct rec_segment),
};

/* Numbers of structs of the layout, which are at P. */
#define U32(r, p, type, member) \
	byteorder_u32((p) + offsetof(struct type, member), (r)->recording->big_endian)
#define U64(r, p, type, member) \
	byteorder_u64((p) + offsetof(struct type, member), (r)->recording->big_endian)

struct file_reader {
	struct recording *recording;
	int fd;
	uint64_t end;			/* bytes of the file that are used */
	int base;			/* descriptor of a copy that is subtracted; -1: none */
	uint64_t *at;			/* owned; indexed by stack: offset of its slot */
	size_t at_room;
	uint64_t *parent_at;		/* owned; indexed by stack: offset of the slot of its
					 * caller; 0: it is outermost */
	size_t parent_at_room;
	struct stop *stop;
	bool stopped;
};

/* Notes the first damage of the file, at byte OFFSET. */
static void
set_damage(struct file_reader *r, uint64_t offset, const char *what)
{
	if (r->recording->damaged)
		return;
	r->recording->damaged = true;
	(void)err_set(&r->recording->damage, ERR_FORMAT, "byte %" PRIu64 ": %s", offset, what);
}

/* Reads N bytes at OFFSET of the file FD into BYTES.  Returns how many there are; errno is 0, or
 * says why there are fewer. */
static size_t
read_at(int fd, uint64_t offset, void *bytes, size_t n)
{
	size_t done = 0;

	while (done < n) {
		ssize_t k = pread(fd, (char *)bytes + done, n - done, (off_t)(offset + done));

		if (k < 0 && errno == EINTR)
			continue;
		if (k < 0)
			return done;
		if (k == 0)
			break;
		done += (size_t)k;
	}
	errno = 0;
	return done;
}

/* Returns the first offset from AT on that may have data; r->end: there is none.  What is not
 * written yet is a hole, which may be very long. */
static uint64_t
skip_hole(const struct file_reader *r, uint64_t at)
{
#ifdef SEEK_DATA
	off_t data = at < r->end ? lseek(r->fd, (off_t)at, SEEK_DATA) : -1;

	if (data >= 0)
		return (uint64_t)data > at ? (uint64_t)data : at;
	return at < r->end && errno != ENXIO ? at : r->end;
#else
	return at < r->end ? at : r->end;
#endif
}

/* Subtracts the number at OFFSET of the bytes BASE from the one at OFFSET of the bytes P.  A number
 * of another recording might be larger: then returns 0. */
static uint64_t
subtract(const struct file_reader *r, const unsigned char *p, const unsigned char *base,
	size_t offset)
{
	uint64_t now = byteorder_u64(p + offset, r->recording->big_endian);
	uint64_t before = byteorder_u64(base + offset, r->recording->big_endian);

	return now > before ? now - before : 0;
}

/* The number since the last reset; BASE has the bytes of the copy. */
#define SINCE(r, p, base, type, member) subtract(r, p, base, offsetof(struct type, member))

static void
read_arc(struct file_reader *r, const unsigned char *slot, const unsigned char *base, uint64_t from)
{
	struct recording *rec = r->recording;
	uint64_t count = SINCE(r, slot, base, rec_slot, count);

	if (count == 0)
		return;
	rec->arcs = mem_grow(rec->arcs, (size_t)rec->narcs + 1, &rec->arcs_room,
		sizeof(*rec->arcs));
	rec->arcs[rec->narcs++] = (struct recording_arc){ .from = from,
		.self = U64(r, slot, rec_slot, self), .count = count,
		.table = rec->ntables - 1 };
}

static void
read_stack(struct file_reader *r, const unsigned char *slot, const unsigned char *base,
	uint64_t from, uint64_t offset)
{
	struct recording *rec = r->recording;
	size_t n = (size_t)rec->nstacks + 1;

	rec->stacks = mem_grow(rec->stacks, n, &rec->stacks_room, sizeof(*rec->stacks));
	r->at = mem_grow(r->at, n, &r->at_room, sizeof(*r->at));
	r->parent_at = mem_grow(r->parent_at, n, &r->parent_at_room, sizeof(*r->parent_at));
	r->at[rec->nstacks] = offset;
	r->parent_at[rec->nstacks] = from & ~(uint64_t)REC_KIND;
	rec->stacks[rec->nstacks++] = (struct recording_stack){
		.address = U64(r, slot, rec_slot, self),
		.ticks = SINCE(r, slot, base, rec_slot, ticks),
		.signals = SINCE(r, slot, base, rec_slot, count), .parent = NOBODY,
		.table = rec->ntables - 1, .is_return = (from & REC_CALLER) != 0,
		.is_cut = (from & REC_CUT) != 0 };
}

/* Reads the slots among the N bytes at BYTES, which are at OFFSET of the file.  BASE has the same
 * bytes of the copy. */
static void
read_slots(struct file_reader *r, const unsigned char *bytes, const unsigned char *base, size_t n,
	uint64_t offset)
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
			set_damage(r, offset + i, "the copy that the reset made has another slot");
			before = none;
		}
		if (r->recording->narcs >= NOBODY - 1 || r->recording->nstacks >= NOBODY - 1)
			set_damage(r, offset + i, "there are more than 4,294,967,293 slots");
		else if (has_stacks && (from & (REC_LEAF | REC_CALLER)) != 0)
			read_stack(r, bytes + i, before, from, offset + i);
		else if (!has_stacks && from >= REC_LEAST_ADDRESS)
			read_arc(r, bytes + i, before, from);
		else
			set_damage(r, offset + i, "a slot of a table has a key that cannot be");
	}
}

/* Reads N bytes at OFFSET of the copy into BYTES.  What the copy does not have is 0. */
static void
read_base(const struct file_reader *r, uint64_t offset, unsigned char *bytes, size_t n)
{
	size_t done = r->base >= 0 ? read_at(r->base, offset, bytes, n) : 0;

	memset(bytes + done, 0, n - done);
}

/* Reads all slots of the table from byte AT to END of the file. */
static void
read_table(struct file_reader *r, uint64_t at, uint64_t end)
{
	unsigned char *block = mem_uncleared(BLOCK, 1), *base = mem_new(BLOCK, 1);
	uint64_t first = at;

	while (at < end && !r->stopped) {
		uint64_t data = skip_hole(r, at);
		size_t n, want;

		if (data >= end)
			break;
		at = data - (data - first) % SLOT;
		want = end - at < BLOCK ? (size_t)(end - at) : BLOCK;
		if (r->base >= 0)
			read_base(r, at, base, want);
		n = read_at(r->fd, at, block, want);
		read_slots(r, block, base, n, at);
		if (n < want) {
			set_damage(r, at + n, errno != 0 ? strerror(errno)
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
add_table(struct file_reader *r, const unsigned char *h, uint64_t at, bool has_stacks)
{
	struct recording *rec = r->recording;
	unsigned char base[HEADER];
	struct recording_table *t;

	read_base(r, at, base, sizeof(base));
	rec->tables = mem_grow(rec->tables, (size_t)rec->ntables + 1, &rec->tables_room,
		sizeof(*rec->tables));
	t = &rec->tables[rec->ntables++];
	*t = (struct recording_table){ .has_stacks = has_stacks,
		.pid = U32(r, h, rec_segment, pid), .tid = U32(r, h, rec_segment, tid),
		.epoch = U32(r, h, rec_segment, epoch),
		.threads = U32(r, h, rec_segment, table.threads),
		.generation = U32(r, h, rec_segment, table.generation),
		.ended = U32(r, h, rec_segment, state) == REC_THREAD_ENDED,
		.samples = SINCE(r, h, base, rec_segment, table.samples),
		.signals = SINCE(r, h, base, rec_segment, table.signals),
		.cpu = SINCE(r, h, base, rec_segment, table.cpu),
		.lost = SINCE(r, h, base, rec_segment, table.lost) };
	memcpy(t->name, h + offsetof(struct rec_segment, table.name), sizeof(t->name) - 1);
}

/* Adds the object of the segment at byte AT of the file, which has BYTES bytes and the header H. */
static void
add_object(struct file_reader *r, const unsigned char *h, uint64_t at, uint64_t bytes)
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

	n = read_at(r->fd, at + HEADER, path, want);
	path[n] = '\0';
	if (o.low >= o.high || o.id_size > RECORDING_ID || *path == '\0') {
		set_damage(r, at, "an object has impossible addresses, build-id or name");
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

/* Returns the offset of the first segment that may be behind AT, which has none. */
static uint64_t
skip_segment(const struct file_reader *r, uint64_t at)
{
	uint64_t data = skip_hole(r, at + REC_ALIGN);

	return data < r->end ? data & ~(uint64_t)(REC_ALIGN - 1) : r->end;
}

/* Reads the segment at byte AT, and returns the offset of the next one; 0: no more can be read. */
static uint64_t
read_segment(struct file_reader *r, uint64_t at)
{
	unsigned char h[HEADER];
	uint64_t bytes, end;
	uint32_t magic, type;

	if (r->end - at < HEADER || read_at(r->fd, at, h, HEADER) < HEADER) {
		set_damage(r, at, "the file is cut off inside the header of a segment");
		return 0;
	}
	magic = U32(r, h, rec_segment, magic);
	type = U32(r, h, rec_segment, type);
	bytes = U64(r, h, rec_segment, bytes);
	/* The process was killed before it had made this segment, which is empty.  Other threads
	 * may have made segments behind it. */
	if (magic == 0)
		return skip_segment(r, at);
	if (magic != REC_SEGMENT_MAGIC || bytes < HEADER || bytes > UINT64_MAX - at - REC_ALIGN) {
		set_damage(r, at, "this is no segment");
		return 0;
	}
	end = at + bytes < r->end ? at + bytes : r->end;
	if (end < at + bytes)
		set_damage(r, at, "the file is cut off inside a segment");
	if (type == REC_ARCS || type == REC_STACKS) {
		add_table(r, h, at, type == REC_STACKS);
		read_table(r, at + HEADER, end);
	} else if (type == REC_OBJECT) {
		add_object(r, h, at, end - at);
	}
	return (at + bytes + REC_ALIGN - 1) & ~(uint64_t)(REC_ALIGN - 1);
}

/* Sets the members of the recording that are in the head H.  False: E says why it is no recording
 * that can be read. */
static bool
read_head(struct file_reader *r, const unsigned char *h, struct err *e)
{
	struct recording *rec = r->recording;
	unsigned version;

	rec->big_endian = byteorder_u32(h + offsetof(struct rec_head, order), true) == REC_ORDER;
	if (U32(r, h, rec_head, order) != REC_ORDER)
		return err_set(e, ERR_FORMAT, "is a recording with an unknown byte order");
	version = byteorder_u16(h + offsetof(struct rec_head, version), rec->big_endian);
	if (version != REC_VERSION || h[offsetof(struct rec_head, slot_size)] != SLOT)
		return err_set(e, ERR_FORMAT, "is a recording of version %u; this gprowse reads "
			"version %u", version, REC_VERSION);
	rec->address_size = h[offsetof(struct rec_head, address_size)];
	if (rec->address_size != 4 && rec->address_size != 8)
		return err_set(e, ERR_FORMAT, "is a recording with addresses of %u bytes; they have "
			"4 or 8", rec->address_size);
	rec->machine = U32(r, h, rec_head, machine);
	rec->pid = U32(r, h, rec_head, pid);
	rec->ppid = U32(r, h, rec_head, ppid);
	rec->number = U32(r, h, rec_head, number);
	rec->start_real = U64(r, h, rec_head, start_real);
	rec->hz = U32(r, h, rec_head, hz);
	rec->unwind = U32(r, h, rec_head, unwind);
	memcpy(rec->session, h + offsetof(struct rec_head, session), sizeof(rec->session));
	rec->program = arena_text(&rec->text, (const char *)h + offsetof(struct rec_head, program),
		strnlen((const char *)h + offsetof(struct rec_head, program),
			sizeof(((struct rec_head *)NULL)->program)));
	return true;
}

/* Drops the copy if it is not of the file with the head H. */
static void
check_base(struct file_reader *r, const unsigned char *h)
{
	unsigned char base[sizeof(struct rec_head)];
	const size_t limit = offsetof(struct rec_head, limit);
	const size_t pid = offsetof(struct rec_head, pid);
	const size_t time = offsetof(struct rec_head, base);
	const size_t rest = offsetof(struct rec_head, spare);

	if (r->base < 0)
		return;
	read_base(r, 0, base, sizeof(base));
	if (memcmp(base, h, limit) == 0 && memcmp(base + pid, h + pid, time - pid) == 0
	    && memcmp(base + rest, h + rest, sizeof(base) - rest) == 0) {
		r->recording->reset = U64(r, base, rec_head, base);
		return;
	}
	set_damage(r, 0, "the copy that a reset made is of another recording");
	close(r->base);
	r->base = -1;
}

static void
read_control(struct file_reader *r)
{
	struct recording *rec = r->recording;
	unsigned char c[sizeof(struct rec_control)], base[sizeof(c)];

	if (read_at(r->fd, REC_PAGE, c, sizeof(c)) < sizeof(c)) {
		set_damage(r, REC_PAGE, "the file is cut off before its first segment");
		return;
	}
	rec->ended = U32(r, c, rec_control, ended) != 0;
	rec->problems = U32(r, c, rec_control, problems);
	read_base(r, REC_PAGE, base, sizeof(base));
	rec->lost_calls = SINCE(r, c, base, rec_control, lost_calls);
	rec->lost_samples = SINCE(r, c, base, rec_control, lost_samples);
	rec->truncated = SINCE(r, c, base, rec_control, truncated);
}

/* Reads the file of R, which has SIZE bytes. */
static bool
read_file(struct file_reader *r, uint64_t size, struct err *e)
{
	unsigned char h[sizeof(struct rec_head)];
	uint64_t at;

	if (read_at(r->fd, 0, h, sizeof(h)) < sizeof(h)
	    || memcmp(h, REC_MAGIC, sizeof(REC_MAGIC) - 1) != 0)
		return err_set(e, errno != 0 ? ERR_IO : ERR_FORMAT, "%s", errno != 0
			? strerror(errno) : "is no recording, or the process ended before it "
			"had made it");
	if (!read_head(r, h, e))
		return false;
	check_base(r, h);
	read_control(r);
	at = U32(r, h, rec_head, first);
	r->end = U64(r, h, rec_head, used);
	if (r->end > size) {
		set_damage(r, size, "the file is cut off");
		r->end = size;
	}
	if (at % REC_ALIGN != 0 || at < REC_PAGE) {
		set_damage(r, offsetof(struct rec_head, first), "segments cannot begin there");
		at = 0;
	}
	while (at > 0 && at < r->end && !r->stopped)
		at = read_segment(r, at);
	if (!recording_link_stacks(r->recording, r->at, r->parent_at))
		set_damage(r, 0, "stacks have callers that call each other");
	return !r->stopped || err_set(e, ERR_STOPPED, "stopped");
}

/* Opens the file PATH, which must be a regular file: others could wait for ever.  Returns the
 * descriptor, or -1. */
static int
open_regular(const char *path, struct stat *st, struct err *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (fd < 0 || fstat(fd, st) != 0) {
		(void)err_file(e, errno);
	} else if (!S_ISREG(st->st_mode)) {
		(void)err_set(e, ERR_FORMAT, "is not a regular file");
	} else {
		return fd;
	}
	if (fd >= 0)
		close(fd);
	return -1;
}

bool
recording_read_since(struct recording *r, const char *path, const char *base, struct stop *stop,
	struct err *e)
{
	struct file_reader reader = { .recording = r, .stop = stop, .base = -1 };
	struct stat st;
	bool ok = false;

	*r = (struct recording){ .path = path };
	/* The copy is opened first: another reset may replace it. */
	if (base != NULL)
		reader.base = open_regular(base, &st, e);
	reader.fd = open_regular(path, &st, e);
	if (reader.fd >= 0) {
		ok = read_file(&reader, (uint64_t)st.st_size, e);
		close(reader.fd);
	}
	if (reader.base >= 0)
		close(reader.base);
	if (reader.fd < 0)
		return false;
	free(reader.at);
	free(reader.parent_at);
	if (!ok)
		recording_release(r);
	return ok;
}

bool
recording_read(struct recording *r, const char *path, struct stop *stop, struct err *e)
{
	size_t room = strlen(path) + sizeof(REC_BASE_SUFFIX);
	char *base = mem_new(room, 1);
	bool ok;

	snprintf(base, room, "%s%s", path, REC_BASE_SUFFIX);
	ok = recording_read_since(r, path, base, stop, e);
	free(base);
	return ok;
}

void
recording_release(struct recording *r)
{
	free(r->objects);
	free(r->arcs);
	free(r->stacks);
	free(r->tables);
	arena_release(&r->text);
	*r = (struct recording){ 0 };
}

bool
recording_is(const char *path)
{
	char magic[sizeof(REC_MAGIC) - 1];
	struct stat st;
	struct err e;
	int fd = open_regular(path, &st, &e);
	bool answer;

	if (fd < 0)
		return false;
	answer = read_at(fd, 0, magic, sizeof(magic)) == sizeof(magic)
		&& memcmp(magic, REC_MAGIC, sizeof(magic)) == 0;
	close(fd);
	return answer;
}
