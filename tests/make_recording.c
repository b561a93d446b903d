/* make_recording.c - writes a recording that a text describes
 *
 * make_recording FILE <TEXT: each line of TEXT is a word and its arguments:
 *
 *	set NAME VALUE	sets a member of the head or of the control page, see numbers[] below;
 *			`set big 1` makes the recording big-endian, and must come first
 *	session HEX	16 bytes in hexadecimal
 *	program PATH [NAME]
 *	pid PID		the process of the segments that follow
 *	object LOW HIGH OFFSET BIAS ID EPOCH PATH	BIAS or ID may be "-"
 *	arcs TID NAME THREADS CPU STATE EPOCH		begins a table of arcs
 *	arc FROM SELF COUNT
 *	stacks TID NAME THREADS CPU STATE EPOCH		begins a table of stacks
 *	stack TICKS SIGNALS ADDRESS...	the addresses of frames, from the outermost to the
 *			innermost; all except the last are return addresses; "cut" before the
 *			first address says that outer frames are missing; "kernel", "call" or
 *			"fault" after the last that the time was the kernel's, and words after
 *			this are texts: functions of the kernel, from the outermost to the
 *			innermost
 *	text WORD	a segment with the text WORD, in which "/" becomes a blank
 *	slot FROM SELF COUNT TICKS	a slot with these contents, right or wrong
 *	region STATE	a region of profil()
 *	hole		an empty segment that was never finished
 *	byte OFFSET VALUE	changes a byte of what was written so far
 *	end SIZE	writes only the first SIZE bytes to the file
 *
 * Numbers are as in C.  Lines that begin with "#" are comments.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/numbering.h"
#include "record/recording.h"

enum { MOST_WORDS = 256 };

struct slot_key {
	uint64_t from, self;
};

static struct writer {
	unsigned char *bytes;
	size_t n, room;
	bool big;
	size_t table;			/* offset of the table that is being filled; 0: none */
	bool has_stacks;
	struct numbering numbers;	/* the number of each slot of this table */
	struct slot_key *keys;
	size_t nkeys, keys_room;
	struct {
		char word[32];
		uint64_t at;		/* offset of the text */
	} texts[8];
	size_t ntexts;
	size_t end;			/* number of bytes to write; 0: all */
	uint64_t pid;			/* of the next segments */
} w;

static void
put(size_t at, uint64_t value, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		w.bytes[at + (w.big ? size - 1 - i : i)] = (unsigned char)(value >> 8 * i);
}

#define PUT(at, type, member, value) \
	put((at) + offsetof(struct type, member), value, sizeof(((struct type *)NULL)->member))

/* Appends zeros up to offset N. */
static void
lengthen(size_t n)
{
	w.bytes = mem_grow(w.bytes, n, &w.room, 1);
	memset(w.bytes + w.n, 0, n - w.n);
	w.n = n;
}

static const struct {
	const char *name;
	size_t at;
	unsigned size;
} numbers[] = {
#define HEAD(name) { #name, offsetof(struct rec_head, name), \
	sizeof(((struct rec_head *)NULL)->name) }
#define CONTROL(name) { #name, REC_PAGE + offsetof(struct rec_control, name), \
	sizeof(((struct rec_control *)NULL)->name) }
	HEAD(version), HEAD(address_size), HEAD(slot_size), HEAD(machine), HEAD(first), HEAD(pid),
	HEAD(ppid), HEAD(number), HEAD(start_real), HEAD(hz), HEAD(tick), HEAD(unwind),
	CONTROL(ended), CONTROL(lost_calls), CONTROL(lost_samples), CONTROL(child_calls),
	CONTROL(child_samples), CONTROL(truncated), CONTROL(problems), CONTROL(state),
	CONTROL(saturated), CONTROL(outside), CONTROL(uncounted),
	{ "from_outside", offsetof(struct rec_head, outside), sizeof(uint32_t) },
	{ "outer_pid", offsetof(struct rec_head, outer_pid), sizeof(uint32_t) },
};

static void
begin(void)
{
	lengthen(2 * (size_t)REC_PAGE);
	memcpy(w.bytes, REC_MAGIC, sizeof(REC_MAGIC) - 1);
	PUT(0, rec_head, order, REC_ORDER);
	PUT(0, rec_head, version, REC_VERSION);
	PUT(0, rec_head, address_size, 8);
	PUT(0, rec_head, slot_size, sizeof(struct rec_slot));
	PUT(0, rec_head, first, 2 * (uint64_t)REC_PAGE);
	PUT(0, rec_head, limit, 1 << 28);
	PUT(0, rec_head, pid, 1);
	PUT(0, rec_head, hz, 100);
	PUT(0, rec_head, unwind, REC_UNWIND_CFI);
	PUT(REC_PAGE, rec_control, ended, 1);
}

static void
finish_table(void)
{
	size_t slots;

	if (w.table == 0)
		return;
	slots = (w.n - w.table - sizeof(struct rec_segment)) / sizeof(struct rec_slot);
	PUT(w.table, rec_segment, bytes, w.n - w.table);
	PUT(w.table, rec_segment, table.slots, slots);
	PUT(w.table, rec_segment, table.used, slots);
	w.table = 0;
	numbering_release(&w.numbers);
	w.nkeys = 0;
}

/* Finishes the table that is being filled, begins a segment, and returns its offset. */
static size_t
begin_segment(enum rec_segment_type type, uint64_t epoch)
{
	size_t at;

	finish_table();
	at = (w.n + REC_ALIGN - 1) & ~(size_t)(REC_ALIGN - 1);
	lengthen(at + sizeof(struct rec_segment));
	PUT(at, rec_segment, magic, REC_SEGMENT_MAGIC);
	PUT(at, rec_segment, type, type);
	PUT(at, rec_segment, bytes, sizeof(struct rec_segment));
	PUT(at, rec_segment, epoch, epoch);
	PUT(at, rec_segment, pid, w.pid);
	return at;
}

static uint64_t
number(const char *s)
{
	return strtoull(s, NULL, 0);
}

static void
put_hex(size_t at, const char *hex)
{
	unsigned byte;

	for (; sscanf(hex, "%2x", &byte) == 1; hex += 2)
		w.bytes[at++] = (unsigned char)byte;
}

static void
add_object(char **word)
{
	size_t at = begin_segment(REC_OBJECT, number(word[6])), n = strlen(word[7]) + 1;

	PUT(at, rec_segment, object.low, number(word[1]));
	PUT(at, rec_segment, object.high, number(word[2]));
	PUT(at, rec_segment, object.offset, number(word[3]));
	PUT(at, rec_segment, object.has_bias, *word[4] != '-');
	PUT(at, rec_segment, object.bias, number(word[4]));
	PUT(at, rec_segment, object.id_size, *word[5] != '-' ? strlen(word[5]) / 2 : 0);
	put_hex(at + offsetof(struct rec_segment, object.id), word[5]);
	lengthen(w.n + n);
	memcpy(w.bytes + w.n - n, word[7], n);
	PUT(at, rec_segment, bytes, w.n - at);
}

static void
add_text(const char *word)
{
	size_t at = begin_segment(REC_TEXTS, 0), n = strlen(word) + 1;

	snprintf(w.texts[w.ntexts].word, sizeof(w.texts->word), "%s", word);
	w.texts[w.ntexts++].at = w.n;
	lengthen(w.n + n);
	for (size_t i = 0; i < n; i++)
		w.bytes[w.n - n + i] = (unsigned char)(word[i] == '/' ? ' ' : word[i]);
	PUT(at, rec_segment, bytes, w.n - at);
}

/* Returns the offset of the text WORD; 0: there is none. */
static uint64_t
text_at(const char *word)
{
	for (size_t i = 0; i < w.ntexts; i++)
		if (strcmp(w.texts[i].word, word) == 0)
			return w.texts[i].at;
	return 0;
}

static void
begin_table(char **word, bool has_stacks)
{
	size_t at = begin_segment(has_stacks ? REC_STACKS : REC_ARCS, number(word[6]));
	size_t n = strlen(word[2]);

	w.table = at;
	w.has_stacks = has_stacks;
	PUT(at, rec_segment, tid, number(word[1]));
	memcpy(w.bytes + at + offsetof(struct rec_segment, table.name), word[2], n < 16 ? n : 15);
	PUT(at, rec_segment, table.threads, number(word[3]));
	PUT(at, rec_segment, table.cpu, number(word[4]));
	PUT(at, rec_segment, state, number(word[5]));
}

static bool
is_slot(const void *of, uint32_t i, const void *key)
{
	return memcmp((const struct slot_key *)of + i, key, sizeof(struct slot_key)) == 0;
}

/* Returns the offset of the slot of FROM and SELF.  Appends the slot if it is missing. */
static size_t
slot_of(uint64_t from, uint64_t self)
{
	struct slot_key key = { from, self };
	uint32_t i = numbering_of(&w.numbers, numbering_hash(&w.numbers, &key, sizeof(key)),
		is_slot, w.keys, &key);
	size_t at = w.table + sizeof(struct rec_segment) + i * sizeof(struct rec_slot);

	if (i < w.nkeys)
		return at;
	w.keys = mem_grow(w.keys, w.nkeys + 1, &w.keys_room, sizeof(*w.keys));
	w.keys[w.nkeys++] = key;
	lengthen(at + sizeof(struct rec_slot));
	PUT(at, rec_slot, from, from);
	PUT(at, rec_slot, self, self);
	return at;
}

static enum rec_kernel
kernel_named(const char *word)
{
	return strcmp(word, "kernel") == 0 ? REC_KERNEL_OTHER
		: strcmp(word, "call") == 0 ? REC_KERNEL_CALL
		: strcmp(word, "fault") == 0 ? REC_KERNEL_FAULT : REC_KERNEL_NONE;
}

static void
add_stack(char **word, size_t n)
{
	bool is_cut = strcmp(word[3], "cut") == 0;
	enum rec_kernel kernel = REC_KERNEL_NONE;
	size_t at = 0, end = n;

	for (size_t i = 3; i < end && kernel == REC_KERNEL_NONE; i++) {
		kernel = kernel_named(word[i]);
		n = kernel != REC_KERNEL_NONE ? i : end;
	}
	for (size_t i = 3 + is_cut; i < n; i++)
		at = slot_of(at | (i + 1 == n ? REC_LEAF : REC_CALLER)
			| (is_cut && at == 0 ? REC_CUT : 0), number(word[i]));
	if (kernel != REC_KERNEL_NONE)
		at = slot_of(at | REC_LEAF | REC_KERNEL, kernel);
	for (size_t i = n + 1; i < end; i++)
		at = slot_of(at | REC_LEAF | REC_KERNEL, text_at(word[i]));
	PUT(at, rec_slot, ticks, number(word[1]));
	PUT(at, rec_slot, count, number(word[2]));
}

static void
set_number(char **word)
{
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		if (strcmp(numbers[i].name, word[1]) == 0)
			put(numbers[i].at, number(word[2]), numbers[i].size);
	if (strcmp(word[1], "big") == 0) {
		w.big = number(word[2]) != 0;
		w.n = 0;
		begin();
	}
}

/* Does what a line of N words says.  Returns false if the line is wrong. */
static bool
do_line(char **word, size_t n)
{
	const char *what = word[0];

	if (strcmp(what, "set") == 0 && n == 3) {
		set_number(word);
	} else if (strcmp(what, "session") == 0 && n == 2) {
		put_hex(offsetof(struct rec_head, session), word[1]);
	} else if (strcmp(what, "program") == 0 && (n == 2 || n == 3)) {
		snprintf((char *)w.bytes + offsetof(struct rec_head, program), 1024, "%s%c%s", word[1],
			'\0', n == 3 ? word[2] : "");
	} else if (strcmp(what, "pid") == 0 && n == 2) {
		w.pid = number(word[1]);
	} else if (strcmp(what, "object") == 0 && n == 8) {
		add_object(word);
	} else if ((strcmp(what, "arcs") == 0 || strcmp(what, "stacks") == 0) && n == 7) {
		begin_table(word, *what == 's');
	} else if (strcmp(what, "arc") == 0 && n == 4 && w.table > 0) {
		PUT(slot_of(number(word[1]), number(word[2])), rec_slot, count, number(word[3]));
	} else if (strcmp(what, "stack") == 0 && n > 3 && w.table > 0) {
		add_stack(word, n);
	} else if (strcmp(what, "slot") == 0 && n == 5 && w.table > 0) {
		size_t at = slot_of(number(word[1]), number(word[2]));

		PUT(at, rec_slot, count, number(word[3]));
		PUT(at, rec_slot, ticks, number(word[4]));
	} else if (strcmp(what, "text") == 0 && n == 2 && w.ntexts < 8) {
		add_text(word[1]);
	} else if (strcmp(what, "region") == 0 && n == 2) {
		PUT(begin_segment(REC_REGION, 0), rec_segment, state, number(word[1]));
	} else if (strcmp(what, "hole") == 0) {
		size_t at = begin_segment(REC_ARCS, 0);

		memset(w.bytes + at, 0, sizeof(struct rec_segment));
	} else if (strcmp(what, "byte") == 0 && n == 3 && number(word[1]) < w.n) {
		w.bytes[number(word[1])] = (unsigned char)number(word[2]);
	} else if (strcmp(what, "end") == 0 && n == 2) {
		w.end = number(word[1]);
	} else {
		return false;
	}
	return true;
}

int
main(int argc, char **argv)
{
	static char line[1 << 16];
	char *word[MOST_WORDS];
	size_t n;
	FILE *f;

	if (argc != 2)
		return 2;
	begin();
	while (fgets(line, sizeof(line), stdin) != NULL) {
		n = 0;
		for (char *s = strtok(line, " \t\n"); s != NULL && n < MOST_WORDS;
		     s = strtok(NULL, " \t\n"))
			word[n++] = s;
		if (n > 0 && *word[0] != '#' && !do_line(word, n)) {
			fprintf(stderr, "make_recording: wrong line: %s ..\n", word[0]);
			return 1;
		}
	}
	finish_table();
	PUT(0, rec_head, used, w.n);
	f = fopen(argv[1], "wb");
	if (f == NULL || fwrite(w.bytes, 1, w.end > 0 ? w.end : w.n, f) == 0 || fclose(f) != 0) {
		perror(argv[1]);
		return 1;
	}
	free(w.bytes);
	free(w.keys);
	return 0;
}
