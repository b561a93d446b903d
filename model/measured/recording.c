/* recording.c - reading the file that the recorder writes for one process
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/recording.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/pathname.h"
#include "base/rules.h"
#include "measured/recording_bytes.h"
#include "measured/recording_stacks.h"

/* Does a file that begins with the 8 bytes at MAGIC have the layout of recordings? */
static bool
is_magic(const void *magic)
{
	return memcmp(magic, REC_MAGIC, sizeof(REC_MAGIC) - 1) == 0
		|| memcmp(magic, REC_WAIT_MAGIC, sizeof(REC_WAIT_MAGIC) - 1) == 0;
}

/* Sets .program and .name of REC from AT, which is rec_head.program. */
static void
read_names(struct recording *rec, const char *at)
{
	const char *end = at + sizeof(((struct rec_head *)NULL)->program);
	size_t n = strnlen(at, (size_t)(end - at));

	rec->program = arena_text(&rec->text, at, n);
	rec->name = pathname_base(rec->program);
	at += n;
	if (end - at > 1 && at[1] != '\0')
		rec->name = arena_text(&rec->text, at + 1, strnlen(at + 1, (size_t)(end - at - 1)));
}

/* Sets the members of the recording that are in the head H.  False: the file cannot be read, as E
 * says. */
static bool
read_head(struct recording_bytes *r, const unsigned char *h, struct err *e)
{
	struct recording *rec = r->recording;
	unsigned version, slot;

	rec->big_endian = byteorder_u32(h + offsetof(struct rec_head, order), true) == REC_ORDER;
	if (U32(r, h, rec_head, order) != REC_ORDER)
		return err_set(e, ERR_FORMAT, "is a recording with an unknown byte order");
	version = byteorder_u16(h + offsetof(struct rec_head, version), rec->big_endian);
	slot = h[offsetof(struct rec_head, slot_size)];
	if (version != REC_VERSION)
		return err_set(e, ERR_FORMAT, "is a recording of version %u; this gprowse reads "
			"version %u", version, REC_VERSION);
	if (slot != sizeof(struct rec_slot))
		return err_set(e, ERR_FORMAT, "is a recording with slots of %u bytes, not of %zu",
			slot, sizeof(struct rec_slot));
	rec->address_size = h[offsetof(struct rec_head, address_size)];
	if (rec->address_size != 4 && rec->address_size != 8)
		return err_set(e, ERR_FORMAT, "is a recording with addresses of %u bytes, "
			"not of 4 or 8", rec->address_size);
	rec->machine = U32(r, h, rec_head, machine);
	rec->pid = U32(r, h, rec_head, pid);
	rec->ppid = U32(r, h, rec_head, ppid);
	rec->number = U32(r, h, rec_head, number);
	rec->start_real = U64(r, h, rec_head, start_real);
	rec->hz = U32(r, h, rec_head, hz);
	rec->tick = U32(r, h, rec_head, tick);
	rec->unwind = U32(r, h, rec_head, unwind);
	rec->from_outside = U32(r, h, rec_head, outside);
	memcpy(rec->session, h + offsetof(struct rec_head, session), sizeof(rec->session));
	read_names(rec, (const char *)h + offsetof(struct rec_head, program));
	return true;
}

/* Checks R->base, the copy that a reset made.  If it is a copy of the file with the head H, sets
 * the time of the reset.  If not, notes the damage and closes the copy.  If R->base is -1, there is
 * no copy, and nothing is done. */
static void
check_base(struct recording_bytes *r, const unsigned char *h)
{
	unsigned char base[sizeof(struct rec_head)];
	const size_t limit = offsetof(struct rec_head, limit);
	const size_t pid = offsetof(struct rec_head, pid);
	const size_t time = offsetof(struct rec_head, base);
	const size_t rest = offsetof(struct rec_head, tick);

	if (r->base < 0)
		return;
	recording_bytes_base(r, 0, base, sizeof(base));
	if (memcmp(base, h, limit) == 0 && memcmp(base + pid, h + pid, time - pid) == 0
	    && memcmp(base + rest, h + rest, sizeof(base) - rest) == 0) {
		r->recording->reset = U64(r, base, rec_head, base);
		return;
	}
	recording_bytes_damage(r, 0, "the copy that a reset made is of another recording");
	close(r->base);
	r->base = -1;
}

static void
read_control(struct recording_bytes *r)
{
	struct recording *rec = r->recording;
	unsigned char c[sizeof(struct rec_control)], base[sizeof(c)];

	if (recording_bytes_read(r->fd, REC_PAGE, c, sizeof(c)) < sizeof(c)) {
		recording_bytes_damage(r, REC_PAGE, "the file is cut off before its first segment");
		return;
	}
	rec->ended = U32(r, c, rec_control, ended) != REC_RUNS;
	rec->gone = U32(r, c, rec_control, ended) == REC_GONE;
	rec->is_switched = U64(r, c, rec_control, changed) != 0;
	rec->problems = U32(r, c, rec_control, problems);
	rec->real_hz = rec->has_waits ? U32(r, c, rec_control, hz) : 0;
	recording_bytes_base(r, REC_PAGE, base, sizeof(base));
	rec->lost_calls = SINCE(r, REC_PAGE, c, base, rec_control, lost_calls)
		+ SINCE(r, REC_PAGE, c, base, rec_control, child_calls);
	rec->lost_samples = SINCE(r, REC_PAGE, c, base, rec_control, lost_samples)
		+ SINCE(r, REC_PAGE, c, base, rec_control, child_samples);
	rec->truncated = SINCE(r, REC_PAGE, c, base, rec_control, truncated);
	rec->unsampled = SINCE(r, REC_PAGE, c, base, rec_control, unsampled);
	rec->saturated = SINCE(r, REC_PAGE, c, base, rec_control, saturated);
	rec->outside = SINCE(r, REC_PAGE, c, base, rec_control, outside);
	rec->uncounted = SINCE(r, REC_PAGE, c, base, rec_control, uncounted);
}

/* If the head says that stacks have only one frame, but there is a caller, notes the damage.  Views
 * rely on REC_UNWIND_NONE: without callers, totals are estimated from calls. */
static void
check_unwind(struct recording_bytes *r)
{
	struct recording *rec = r->recording;
	uint32_t i;

	for (i = 0; i < rec->nstacks && rec->stacks[i].parent == NOBODY
	     && !rec->stacks[i].is_cut; i++)
		;
	if (rec->unwind == REC_UNWIND_NONE && i < rec->nstacks) {
		recording_bytes_damage(r, offsetof(struct rec_head, unwind),
			"the head says that stacks have no callers, but there are callers");
		rec->unwind = REC_UNWIND_FP;
	}
}

/* Reads the file of R, which has SIZE bytes.  False: nothing can be used, or the user stopped the
 * work; E says which. */
static bool
read_file(struct recording_bytes *r, uint64_t size, struct err *e)
{
	unsigned char h[sizeof(struct rec_head)];
	uint64_t at;

	if (recording_bytes_read(r->fd, 0, h, sizeof(h)) < sizeof(h) || !is_magic(h))
		return err_set(e, errno != 0 ? ERR_IO : ERR_FORMAT, "%s", errno != 0
			? strerror(errno) : "is no recording, or the process ended while it "
			"made the file");
	r->recording->has_waits = memcmp(h, REC_WAIT_MAGIC, sizeof(REC_WAIT_MAGIC) - 1) == 0;
	if (!read_head(r, h, e))
		return false;
	check_base(r, h);
	read_control(r);
	at = U32(r, h, rec_head, first);
	r->end = U64(r, h, rec_head, used);
	if (r->end > size) {
		recording_bytes_damage(r, size, "the file is cut off");
		r->end = size;
	}
	if (at % REC_ALIGN != 0 || at < REC_PAGE) {
		recording_bytes_damage(r, offsetof(struct rec_head, first),
			"the offset of the first segment is impossible");
		at = 0;
	}
	recording_segments_read(r, at);
	recording_waits_read(r);
	if (!recording_link_stacks(r->recording, r->at, r->parent_at))
		recording_bytes_damage(r, 0, "a stack is its own direct or indirect caller");
	check_unwind(r);
	return !r->stopped || err_set(e, ERR_STOPPED, "stopped");
}

bool
recording_read_since(struct recording *r, const char *path, const char *base, struct stop *stop,
	struct err *e)
{
	struct recording_bytes reader = { .recording = r, .stop = stop, .base = -1 };
	struct stat st;
	bool ok = false;

	*r = (struct recording){ .path = path };
	/* The copy is opened before the file, because another reset may replace the copy. */
	if (base != NULL) {
		reader.base = file_open_regular(base, &st, e);
		if (reader.base < 0 && e->kind != ERR_MISSING)
			return err_in(e, "the copy that a reset made");
	}
	reader.fd = file_open_regular(path, &st, e);
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
	free(reader.texts);
	if (!ok)
		recording_release(r);
	return ok;
}

char *
recording_copy_path(const char *path)
{
	size_t room = strlen(path) + sizeof(REC_BASE_SUFFIX);
	char *copy = mem_new(room, 1);

	snprintf(copy, room, "%s%s", path, REC_BASE_SUFFIX);
	return copy;
}

bool
recording_read(struct recording *r, const char *path, struct stop *stop, struct err *e)
{
	char *base = recording_copy_path(path);
	bool ok = recording_read_since(r, path, base, stop, e);

	free(base);
	return ok;
}

const struct recording_stack *
recording_entered(const struct recording *r, const struct recording_stack *s)
{
	while (s->kernel != REC_KERNEL_NONE && s->parent != NOBODY)
		s = &r->stacks[s->parent];
	return s;
}

uint32_t
recording_rate(uint32_t hz, uint32_t tick)
{
	/* The length of a tick is not exact. */
	static const double tolerance = 0.01;
	double most = tick > 0 ? 1e9 / tick : hz;

	return hz > most * (1 + tolerance) ? (uint32_t)(most + 0.5) : hz;
}

uint64_t
recording_samples(const struct recording_stack *s)
{
	return s->signals > 0 && s->signals <= s->ticks ? s->signals : s->ticks;
}

void
recording_image_name(const struct recording_object *o, char name[RECORDING_IMAGE_NAME])
{
	size_t n = 0;

	for (uint32_t i = 0; i < o->id_size; i++)
		n += (size_t)snprintf(name + n, RECORDING_IMAGE_NAME - n, "%02x", o->id[i]);
	snprintf(name + n, RECORDING_IMAGE_NAME - n, "%s", REC_IMAGE_SUFFIX);
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
recording_is(const char *path, bool *has_waits)
{
	char magic[sizeof(REC_MAGIC) - 1] = "";
	struct stat st;
	struct err e;
	int fd = file_open_regular(path, &st, &e);
	bool answer;

	if (fd < 0)
		return false;
	answer = recording_bytes_read(fd, 0, magic, sizeof(magic)) == sizeof(magic)
		&& is_magic(magic);
	if (has_waits != NULL)
		*has_waits = memcmp(magic, REC_WAIT_MAGIC, sizeof(magic)) == 0;
	close(fd);
	return answer;
}
