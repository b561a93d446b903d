/* pprof_tables.h - the tables of a pprof profile: texts, mappings, functions, locations
 *
 * Samples refer to locations, locations to mappings and functions, and all of them to texts.  A
 * table may stand behind the messages that refer to it, so the whole file is in memory.  Only
 * locations in samples become frames of the measured profile.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PPROF_TABLES_H
#define PPROF_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cursor.h"
#include "base/err.h"
#include "measured/formats/pprof_drop.h"
#include "measured/measured.h"

struct pprof_text {
	const char *s;			/* borrowed from the file; not ended by a NUL */
	size_t n;
	uint32_t number;		/* number in measured.texts + 1; 0: not added yet */
};

struct pprof_mapping {
	uint64_t file;			/* index of a text, as in the file */
};

struct pprof_func {
	uint64_t name, system_name, file, line;	/* all but .line: indices of texts */
};

struct pprof_location {
	struct cursor message;		/* borrowed from the file */
	uint32_t at, n;			/* frames [at, at + n) of .frames, the outermost first */
	bool is_decoded;		/* all members but .message are set */
	bool is_dropped;		/* a pattern drops this location and all that it calls */
	bool drops_callees;		/* a pattern drops all that this location calls */
};

/* The elements of a table by their ids, which can be any numbers. */
struct pprof_ids {
	struct pprof_id {
		uint64_t id;
		uint32_t index;
	} *v;				/* owned; sorted by id, then by index */
	size_t n, room;
	bool is_unsorted;
};

struct pprof_tables {
	struct measured *m;
	struct pprof_text *texts;	/* owned */
	struct pprof_mapping *mappings;	/* owned */
	struct pprof_func *funcs;	/* owned */
	struct pprof_location *locations;	/* owned */
	struct pprof_text no_text;	/* used for texts that the file does not have */
	struct pprof_location no_location;	/* used for unknown locations */
	struct pprof_ids mapping_ids, func_ids, location_ids;
	uint32_t *frames;		/* owned; frames of locations, numbers in measured.frames */
	size_t ntexts, texts_room, mappings_room, funcs_room, locations_room, nframes, frames_room;
	struct pprof_drop drop;		/* patterns of functions that are not shown */
	uint64_t nfaults;		/* number of places where the file contradicts itself; if a
					 * stack occurs again, the faults in it are not counted
					 * again */
	struct err fault;		/* the first of these faults */
};

void pprof_tables_release(struct pprof_tables *t);

/* Counts a fault of the file, and keeps the message of the first one. */
void pprof_fault(struct pprof_tables *t, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* These functions add one element, whose message is at MESSAGE, to a table. */
void pprof_add_text(struct pprof_tables *t, struct cursor message);
void pprof_add_mapping(struct pprof_tables *t, struct cursor message);
void pprof_add_func(struct pprof_tables *t, struct cursor message);
void pprof_add_location(struct pprof_tables *t, struct cursor message);

/* Has T room for one more element, in a file of SIZE bytes?  An element of two bytes can need 80
 * bytes of memory. */
bool pprof_tables_have_room(const struct pprof_tables *t, size_t size);

/* Sorts the ids, so that elements can be found.  Must be called after all elements were added. */
void pprof_tables_complete(struct pprof_tables *t);

/* Returns text number INDEX of the file.  If the file has no such text, returns an empty text and
 * counts a fault, unless INDEX is 0. */
struct pprof_text *pprof_text(struct pprof_tables *t, uint64_t index);

/* Is text number INDEX equal to S? */
bool pprof_text_is(struct pprof_tables *t, uint64_t index, const char *s);

/* Returns the location with the id ID.  If there is none, counts a fault and returns a location
 * with the frame "[unknown]".  The result is valid until the next call. */
const struct pprof_location *pprof_location(struct pprof_tables *t, uint64_t id);

#endif
