/* sampled.c - prints the samples of recordings: an oracle for the recorder
 *
 *	sampled FILE...
 *
 * Prints lines of these forms for each FILE; TIME is processor time in milliseconds:
 *
 *	process PID NUMBER-OF-TABLES TRUNCATED LOST PROBLEMS OTHER-SIGNALS
 *	thread PID TID SAMPLES SIGNALS TIME LOST
 *	deepest FRAMES
 *
 * It knows nothing but record/recording.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/recording.h"

static void
fail(const char *path, const char *what)
{
	fprintf(stderr, "sampled: %s: %s\n", path, what);
	exit(1);
}

static void
read_at(FILE *f, const char *path, uint64_t offset, void *to, size_t size)
{
	if (fseeko(f, (off_t)offset, SEEK_SET) != 0 || fread(to, size, 1, f) != 1)
		fail(path, "cannot be read");
}

/* Returns the number of frames of code of the stack whose leaf, a frame of code or of the kernel,
 * is the slot at OFFSET.  Returns 0 if a slot has the wrong kind, a caller has
 * samples, a slot that is marked as cut has a caller, or there are more than REC_FRAMES frames. */
static unsigned
depth(FILE *f, const char *path, uint64_t offset)
{
	struct rec_slot slot;
	unsigned n = 0;

	read_at(f, path, offset, &slot, sizeof slot);
	while ((slot.from & REC_KERNEL) != 0 && slot.self >= REC_PAGE)
		read_at(f, path, slot.from & ~(uint64_t)REC_KIND, &slot, sizeof slot);
	if ((slot.from & REC_KERNEL) != 0) {
		if ((slot.from & REC_KIND) != (REC_KERNEL | REC_LEAF)
		    || slot.self < REC_KERNEL_OTHER || slot.self > REC_KERNEL_FAULT)
			return 0;
		offset = slot.from & ~(uint64_t)REC_KIND;
	}
	for (;;) {
		uint64_t kind, wanted = n == 0 ? REC_LEAF : REC_CALLER;

		read_at(f, path, offset, &slot, sizeof slot);
		kind = slot.from & REC_KIND;
		if ((kind & (REC_LEAF | REC_CALLER)) != wanted || ++n > REC_FRAMES)
			return 0;
		offset = slot.from - kind;
		if (((kind & REC_CUT) != 0 && offset != 0) || (n > 1 && slot.ticks != 0))
			return 0;
		if (offset == 0)
			return n;
	}
}

/* Checks that the table at OFFSET has as many samples and signals as all of its slots together.
 * Returns the number of frames of the deepest stack in the table. */
static unsigned
check_table(FILE *f, const char *path, uint64_t offset, const struct rec_segment *s)
{
	uint64_t ticks = 0, signals = 0;
	unsigned deepest = 0;

	for (uint64_t i = 0; i < s->table.slots; i++) {
		uint64_t at = offset + sizeof *s + i * sizeof(struct rec_slot);
		struct rec_slot slot;
		unsigned n;

		read_at(f, path, at, &slot, sizeof slot);
		if (slot.from == 0 || (slot.from & REC_LEAF) == 0)
			continue;
		ticks += slot.ticks;
		signals += slot.count;
		n = depth(f, path, at);
		if (n == 0)
			fail(path, "a stack is wrong");
		if (n > deepest)
			deepest = n;
	}
	if (ticks != s->table.samples || signals != s->table.signals)
		fail(path, "the samples of a table are not those of its slots");
	return deepest;
}

static void
print(const char *path)
{
	FILE *f = fopen(path, "rb");
	struct rec_head head;
	struct rec_control control;
	unsigned tables = 0, deepest = 0;

	if (f == NULL)
		fail(path, "cannot be opened");
	read_at(f, path, 0, &head, sizeof head);
	read_at(f, path, REC_PAGE, &control, sizeof control);
	if (memcmp(head.magic, REC_MAGIC, sizeof head.magic) != 0 || head.first == 0)
		fail(path, "no recording");
	for (uint64_t at = head.first; at < head.used;) {
		struct rec_segment s;

		read_at(f, path, at, &s, sizeof s);
		if (s.magic != REC_SEGMENT_MAGIC || s.bytes < REC_ALIGN)
			fail(path, "a segment is wrong");
		if (s.type == REC_STACKS) {
			unsigned n = check_table(f, path, at, &s);

			deepest = n > deepest ? n : deepest;
			tables++;
			printf("thread %" PRIu32 " %" PRIu32 " %" PRIu64 " %" PRIu64 " %.3f %" PRIu64
				"\n", s.pid, s.tid, s.table.samples, s.table.signals,
				(double)s.table.cpu / 1e6, s.table.lost);
		}
		at += s.bytes;
	}
	printf("process %" PRIu32 " %u %" PRIu64 " %" PRIu64 " %" PRIu32 " %" PRIu64 "\n", head.pid,
		tables, control.truncated, control.lost_samples, control.problems,
		control.other_signals);
	printf("deepest %u\n", deepest);
	fclose(f);
}

int
main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		print(argv[i]);
	return 0;
}
