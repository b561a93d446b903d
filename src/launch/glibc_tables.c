/* glibc_tables.c - the calls and samples that glibc counts in a program compiled with -pg
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/glibc_tables.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"

enum {
	TO_WORDS = 3,			/* words of an arc: selfpc, count, link */
	READS_MOST = 100,		/* greatest number of times that the tables of arcs are
					 * read, because they change meanwhile */
	TRIES_MOST = 200000,		/* greatest number of tries to change the state; they take
					 * about 10 s */
	TRIES_AT_ONCE = 16,		/* number of tries between two pauses */
	TRIES_STAYED = 8,		/* number of times that the state must be found unchanged */
};

/* Reads SIZE bytes of the process at ADDRESS. */
static bool
read_memory(const struct glibc_tables *t, uint64_t address, void *bytes, uint64_t size,
	struct err *e)
{
	char *to = bytes;
	ssize_t n;

	for (; size > 0; size -= (uint64_t)n, address += (uint64_t)n, to += n) {
		n = pread(t->memory, to, size, (off_t)address);
		if (n <= 0)
			return err_set(e, ERR_IO, n == 0 ? "the process has ended"
				: "the tables of the profile cannot be read: %s", strerror(errno));
	}
	return true;
}

uint64_t
glibc_word_at(const struct glibc_tables *t, const void *bytes, uint64_t i)
{
	uint64_t value;
	uint32_t half;

	memcpy(&half, (const char *)bytes + i * t->word, sizeof(half));
	if (t->word == sizeof(half))
		return half;
	memcpy(&value, (const char *)bytes + i * t->word, sizeof(value));
	return value;
}

/* Reads the word at ADDRESS. */
static bool
read_word(const struct glibc_tables *t, uint64_t address, uint64_t *value, struct err *e)
{
	uint64_t bytes[1];

	if (!read_memory(t, address, bytes, t->word, e))
		return false;
	*value = glibc_word_at(t, bytes, 0);
	return true;
}

static bool
write_word(const struct glibc_tables *t, uint64_t address, uint64_t value, struct err *e)
{
	uint32_t low = (uint32_t)value;
	const void *bytes = t->word == sizeof(low) ? (const void *)&low : &value;

	return pwrite(t->memory, bytes, t->word, (off_t)address) == (ssize_t)t->word
		|| err_set(e, ERR_IO, "the state of the profile cannot be changed: %s", strerror(errno));
}

/* Returns the number of bins that profil() counts in. */
static uint64_t
count_bins(const struct glibc_tables *t)
{
	return t->kcountsize / sizeof(uint16_t);
}

bool
glibc_tables_state(const struct glibc_tables *t, enum glibc_state *state, bool *sampling,
	struct err *e)
{
	uint64_t value, bins = 0;

	if (!read_word(t, t->at, &value, e) || (t->profil_at != 0
			&& !read_word(t, t->profil_at, &bins, e)))
		return false;
	*state = value <= GLIBC_OFF ? (enum glibc_state)value : GLIBC_ERROR;
	*sampling = bins > 0;
	return true;
}

/* Sets the state to NEXT.  Fails if the state is GLIBC_ERROR.  glibc sets the state to GLIBC_BUSY
 * when it begins to count a call, and to GLIBC_ON when it has counted the call.  So this function
 * waits while the state is GLIBC_BUSY, and reads the state again, until it has stayed NEXT.  This
 * takes long if the thread that counts does not get a processor. */
static bool
set_state(const struct glibc_tables *t, enum glibc_state next, struct err *e)
{
	const struct timespec moment = { .tv_nsec = 500000 };
	uint64_t state;
	int stayed = 0;

	for (int i = 0; i < TRIES_MOST && stayed < TRIES_STAYED; i++) {
		if (!read_word(t, t->at, &state, e))
			return false;
		if (state == GLIBC_ERROR)
			return err_set(e, ERR_USAGE, "the table of calls is full, so nothing is counted "
				"any more");
		if (state == (uint64_t)next || (next == GLIBC_ON && state == GLIBC_BUSY)) {
			stayed++;
			nanosleep(&moment, NULL);
		} else {
			stayed = 0;
			if (state != GLIBC_BUSY && !write_word(t, t->at, next, e))
				return false;
			if (state == GLIBC_BUSY && i % TRIES_AT_ONCE == 0)
				nanosleep(&moment, NULL);
		}
	}
	return stayed == TRIES_STAYED || err_set(e, ERR_IO, "the state of the profile cannot be "
		"changed: the program was always counting a call");
}

bool
glibc_tables_switch(const struct glibc_tables *t, bool on, struct err *e)
{
	return set_state(t, on ? GLIBC_ON : GLIBC_OFF, e)
		&& (t->profil_at == 0 || write_word(t, t->profil_at, on ? count_bins(t) : 0, e));
}

static bool
read_bins(const struct glibc_tables *t, struct samples *s, struct err *e)
{
	uint16_t *bytes = mem_uncleared(count_bins(t), sizeof(*bytes));
	struct histogram h = { .lo = t->lowpc - t->bias, .hi = t->highpc - t->bias,
		.nbins = count_bins(t), .nread = count_bins(t), .bin_bits = 16, .map = MAP_GLIBC,
		.rate = 100, .dimension = "seconds", .abbreviation = 's' };
	bool added = read_memory(t, t->kcount, bytes, h.nbins * sizeof(*bytes), e);

	if (added) {
		for (size_t i = 0; i < h.nbins; i++) {
			const uint64_t count = bytes[i];

			histogram_append(&h, i, &count, 1);
		}
		added = samples_add_histogram(s, &h, e);
		if (!added)
			free(h.bins);
	}
	free(bytes);
	return added;
}

/* The tables of arcs as they were read.  Each entry of .froms is the number of the first arc of a
 * chain, and .tos has the arcs. */
struct arcs {
	char *froms, *tos;		/* owned */
	uint64_t *from;			/* owned; indexed by arc: index of the entry in .froms whose
					 * chain has the arc, plus 1; 0 if this entry is not known
					 * yet */
	uint64_t n;			/* number of arcs, including arc 0, which is not used */
	uint64_t known;			/* number of arcs whose entry in .froms is known */
};

/* Follows the chain of arcs that begins at each entry of .froms, and sets .from of these arcs.
 * Follows at most .n links in all, because a chain that was read while it changed may be
 * circular. */
static void
follow_chains(const struct glibc_tables *t, struct arcs *a)
{
	uint64_t left = a->n;

	for (uint64_t k = 0; k < t->fromssize / t->word; k++) {
		uint64_t i = glibc_word_at(t, a->froms, k);

		for (; i != 0 && i < a->n && left > 0; left--) {
			if (a->from[i] == 0) {
				a->from[i] = k + 1;
				a->known++;
			}
			i = glibc_word_at(t, a->tos, TO_WORDS * i + 2);
		}
	}
}

/* Reads the tables of arcs.  Reads the entries of froms before the arcs.  When an entry leads to an
 * arc, this arc exists already, so it is read, too. */
static bool
read_arcs(const struct glibc_tables *t, struct arcs *a, struct err *e)
{
	uint64_t size = TO_WORDS * t->word, last, limit = t->tossize / size, n = a->n;

	if (!read_memory(t, t->froms, a->froms, t->fromssize, e)
	    || !read_word(t, t->tos + 2 * t->word, &last, e))
		return false;
	a->n = last < limit ? last + 1 : limit;
	if (a->n > n) {
		free(a->tos);
		a->tos = mem_uncleared(a->n, size);
		a->from = mem_resize(a->from, a->n, sizeof(*a->from));
		memset(a->from + n, 0, (a->n - n) * sizeof(*a->from));
	}
	if (!read_memory(t, t->tos, a->tos, a->n * size, e))
		return false;
	follow_chains(t, a);
	return true;
}

/* Reads the arcs.  While the program adds an arc to a chain, or moves an arc to the front of its
 * chain, arcs can be missing in the chain.  So the tables are read until each arc has been found in
 * a chain, but at most READS_MOST times.  Returns false if the memory cannot be read. */
static bool
read_all_arcs(const struct glibc_tables *t, struct arcs *a, struct err *e)
{
	a->froms = mem_uncleared(t->fromssize, 1);
	for (int i = 0; i < READS_MOST; i++) {
		if (!read_arcs(t, a, e))
			return false;
		if (a->known + 1 >= a->n)
			break;
	}
	return true;
}

/* Adds the arcs that have calls to S, except arcs that were found in no chain: the callers of these
 * arcs are not known.  Returns the number of calls that were not added. */
static uint64_t
add_arcs(const struct glibc_tables *t, struct samples *s, const struct arcs *a)
{
	uint64_t part = t->hashfraction * t->word, low = t->lowpc - t->bias, lost = 0;

	for (uint64_t i = 1; i < a->n; i++) {
		uint64_t from = low + (a->from[i] - 1) * part;
		uint64_t self = glibc_word_at(t, a->tos, TO_WORDS * i) - t->bias;
		uint64_t count = glibc_word_at(t, a->tos, TO_WORDS * i + 1);

		if (a->from[i] == 0)
			lost += count;
		else if (count > 0)
			(void)samples_sum_arc(s, from, self, count);
	}
	return lost;
}

bool
glibc_tables_read(const struct glibc_tables *t, struct samples *s, uint64_t *lost, struct err *e)
{
	struct arcs arcs = { 0 };
	bool done = read_bins(t, s, e) && read_all_arcs(t, &arcs, e);

	*lost = done ? add_arcs(t, s, &arcs) : 0;
	free(arcs.froms);
	free(arcs.tos);
	free(arcs.from);
	return done;
}
