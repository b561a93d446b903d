/* recorded.c - prints what recordings contain: an oracle for the recorder and for the reader
 *
 * It knows nothing but record/recording.h, and stops with a message at the first thing that this
 * header does not allow.
 *
 *	recorded FILE...
 *
 * For each file it prints "file NAME", then lines of these forms:
 *
 *	pid PID			number NUMBER		ended ENDED		problems BITS
 *	lost CALLS SAMPLES	children CALLS SAMPLES	threads NUMBER		tables NUMBER
 *	regions NUMBER ON	saturated SAMPLES	outside SAMPLES		uncounted SAMPLES
 *	object NAME LOW HIGH BUILD-ID
 *	arc COUNT SELF-OBJECT SELF FROM-OBJECT FROM
 *
 * Names of objects have no directories.  LOW and HIGH are addresses in the process, SELF and FROM
 * are addresses in the ELF file.  An unknown object is printed as "?", with the address in the
 * process.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/recording.h"

enum { MOST_OBJECTS = 4096 };

struct object {
	struct rec_segment s;
	char name[256];
};

struct recording {
	const char *path;
	FILE *stream;
	struct rec_head head;
	struct rec_control control;
	struct object *objects;
	size_t nobjects;
	unsigned threads, tables, regions, regions_on;
};

static void
fail(const struct recording *r, const char *what)
{
	fprintf(stderr, "recorded: %s: %s\n", r->path, what);
	exit(1);
}

static void
read_at(const struct recording *r, uint64_t offset, void *to, size_t size)
{
	if (fseeko(r->stream, (off_t)offset, SEEK_SET) != 0 || fread(to, size, 1, r->stream) != 1)
		fail(r, "the file is too short");
}

static void
read_head(struct recording *r)
{
	read_at(r, 0, &r->head, sizeof(r->head));
	read_at(r, REC_PAGE, &r->control, sizeof(r->control));
	if (memcmp(r->head.magic, REC_MAGIC, 8) != 0 || r->head.order != REC_ORDER ||
			r->head.version != REC_VERSION ||
			r->head.slot_size != sizeof(struct rec_slot) ||
			r->head.first % REC_ALIGN != 0 || r->head.used % REC_ALIGN != 0)
		fail(r, "the head is wrong");
	printf("file %s\n", strrchr(r->path, '/') != NULL ? strrchr(r->path, '/') + 1 : r->path);
	printf("pid %u\nnumber %u\nended %u\nproblems %u\n", r->head.pid, r->head.number,
		r->control.ended, r->control.problems);
	printf("lost %" PRIu64 " %" PRIu64 "\n", r->control.lost_calls, r->control.lost_samples);
	printf("children %" PRIu64 " %" PRIu64 "\n", r->control.child_calls,
		r->control.child_samples);
}

static void
add_object(struct recording *r, uint64_t offset, const struct rec_segment *s)
{
	struct object *o = &r->objects[r->nobjects++];
	char path[8192] = "";
	const char *slash;

	if (r->nobjects == MOST_OBJECTS || s->object.id_size > sizeof(s->object.id) ||
			s->object.low >= s->object.high)
		fail(r, "an object is wrong");
	read_at(r, offset + sizeof(*s), path,
		s->bytes - sizeof(*s) < sizeof(path) ? s->bytes - sizeof(*s) : sizeof(path));
	if (memchr(path, '\0', sizeof(path)) == NULL)
		fail(r, "a path has no end");
	slash = strrchr(path, '/');
	o->s = *s;
	snprintf(o->name, sizeof(o->name), "%.200s", slash != NULL ? slash + 1 : path);
	printf("object %s %" PRIx64 " %" PRIx64 " ", o->name[0] != '\0' ? o->name : "-",
		s->object.low, s->object.high);
	for (unsigned i = 0; i < s->object.id_size; i++)
		printf("%02x", s->object.id[i]);
	printf("%s\n", s->object.id_size == 0 ? "-" : "");
}

/* Prints the object that has ADDRESS in EPOCH, and the address in its ELF file.  If there is no
 * such object, prints "?" and ADDRESS. */
static void
print_address(const struct recording *r, uint32_t epoch, uint64_t address)
{
	for (size_t i = 0; i < r->nobjects; i++) {
		const struct rec_segment *s = &r->objects[i].s;

		if (s->epoch == epoch && address >= s->object.low && address < s->object.high &&
				s->object.has_bias) {
			printf(" %s %" PRIx64, r->objects[i].name, address - s->object.bias);
			return;
		}
	}
	printf(" ? %" PRIx64, address);
}

static void
print_arcs(struct recording *r, uint64_t offset, const struct rec_segment *s)
{
	uint64_t used = 0;

	if (s->table.slots > (s->bytes - sizeof(*s)) / sizeof(struct rec_slot) ||
			s->table.mask / sizeof(struct rec_slot) >= s->table.slots)
		fail(r, "a table is wrong");
	r->tables++;
	r->threads += s->table.generation == 0 ? s->table.threads : 0;
	for (uint64_t i = 0; i < s->table.slots; i++) {
		struct rec_slot slot;

		read_at(r, offset + sizeof(*s) + i * sizeof(slot), &slot, sizeof(slot));
		if (slot.from == 0)
			continue;
		used++;
		printf("arc %" PRIu64, slot.count);
		print_address(r, s->epoch, slot.self);
		print_address(r, s->epoch, slot.from);
		putchar('\n');
	}
	if (used < s->table.used)
		fail(r, "a table has too few slots");
}

static void
add_region(struct recording *r, uint64_t offset, const struct rec_segment *s)
{
	(void)offset;
	if ((s->region.cell != 2 && s->region.cell != 4) || s->region.scale < 2 ||
			(s->state != REC_REGION_ON && s->state != REC_REGION_OFF))
		fail(r, "a region is wrong");
	r->regions++;
	r->regions_on += s->state == REC_REGION_ON;
}

/* Calls EACH for each segment of TYPE, with its offset. */
static void
for_segments(struct recording *r, uint32_t type,
	void (*each)(struct recording *, uint64_t, const struct rec_segment *))
{
	uint64_t offset = r->head.first;

	while (offset < r->head.used) {
		struct rec_segment s;

		read_at(r, offset, &s, sizeof(s));
		if (s.magic != REC_SEGMENT_MAGIC) {
			offset += REC_ALIGN;
			continue;
		}
		if (s.bytes % REC_ALIGN != 0 || s.bytes == 0 || s.bytes > r->head.used - offset)
			fail(r, "a segment is wrong");
		if (s.type == type)
			each(r, offset, &s);
		offset += s.bytes;
	}
}

int
main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		struct recording r = {.path = argv[i], .stream = fopen(argv[i], "rb")};

		if (r.stream == NULL) {
			perror(argv[i]);
			return 1;
		}
		r.objects = calloc(MOST_OBJECTS, sizeof(*r.objects));
		if (r.objects == NULL)
			return 1;
		read_head(&r);
		for_segments(&r, REC_OBJECT, add_object);
		for_segments(&r, REC_ARCS, print_arcs);
		for_segments(&r, REC_REGION, add_region);
		printf("threads %u\ntables %u\n", r.threads, r.tables);
		printf("regions %u %u\nsaturated %" PRIu64 "\noutside %" PRIu64 "\nuncounted %"
			PRIu64 "\n", r.regions, r.regions_on, r.control.saturated,
			r.control.outside, r.control.uncounted);
		free(r.objects);
		fclose(r.stream);
	}
	return 0;
}
