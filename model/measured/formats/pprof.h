/* pprof.h - a pprof profile while it is read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PPROF_H
#define PPROF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cursor.h"
#include "base/err.h"
#include "base/stop.h"
#include "measured/formats/pprof_tables.h"
#include "measured/formats/protobuf.h"
#include "measured/known_stacks.h"
#include "measured/measured.h"

enum pprof_fields {
	SAMPLE_TYPE = 1, SAMPLE, MAPPING, LOCATION, FUNCTION, STRING, DROP_FRAMES, KEEP_FRAMES,
	TIME_NANOS, DURATION_NANOS, PERIOD_TYPE, PERIOD, COMMENT, DEFAULT_SAMPLE_TYPE, DOC_URL,
	FIELDS,
};

struct pprof_type {
	uint64_t type, unit;		/* indices of texts */
	uint32_t event;			/* number of the event */
	uint32_t count;			/* number of the type that counts the samples or objects of
					 * this type; NOBODY: there is no such type */
	uint64_t least;			/* least value that is not 0, without its sign; 0: all
					 * values are 0 */
	double period;			/* distance between two samples, in .unit; 0: not known */
	uint32_t bytes;			/* if .count counts objects: number of the type that has
					 * their size in bytes; otherwise NOBODY */
};

struct pprof_numbers {
	uint64_t *v;			/* owned */
	size_t n, room;
};

/* A label that names the part of a sample.  .key, .text and .unit are indices of texts. */
struct pprof_label {
	uint64_t rank, key, text, number, unit;
};

struct pprof_part {
	struct pprof_label label;	/* the label of the part */
	uint32_t part;
	bool is_used;			/* false: the element has no part yet */
};

enum { PPROF_PARTS = 1 << 10 };		/* elements of pprof.parts; a power of two */

struct pprof {
	struct pprof_tables t;
	struct measured *m;
	struct cursor file;		/* the whole file */
	struct pprof_type *types, period_type;	/* .types: owned */
	size_t ntypes, types_room;
	int64_t period, duration;	/* .duration: in ns */
	uint64_t drop, keep, default_type;	/* indices of texts */
	struct pprof_numbers comments;
	uint64_t *ranks;		/* owned; indexed by text: rank of this text as the key of a
					 * label.  If a sample has several labels, the one with the
					 * greatest rank names the part */
	uint64_t best_key;		/* the text whose rank is not 0; 0: there is none */
	bool has_base;			/* the profile is a difference of two profiles: the samples
					 * of the base have the label "pprof::base" */
	uint64_t frames_left;		/* how many more frames the samples may have */
	bool is_full;			/* there was no room for the paths of a sample */

	struct pprof_numbers ids, values;	/* of the current sample; .ids: ids of its
						 * locations */
	struct measured_weight *weights;	/* owned; indexed by event */
	double *rounding;		/* owned; indexed by type: rounding error that is carried
					 * over to the next number of samples */
	struct pprof_numbers last;		/* ids of the locations of the last sample whose
						 * stack was looked up, the outermost first */
	uint32_t *paths;		/* owned; indexed like .last: the path that ends with this
					 * location */
	struct known_stacks known;	/* stacks that can be found by the bytes of their lists of
					 * locations */
	struct pprof_part *parts;	/* owned; a cache of PPROF_PARTS parts; the index of a part
					 * is made from the hash of its label */
	uint32_t *frames, *frame_paths;	/* owned; frames of one stack, the outermost first, and
					 * their paths */
	size_t nframes, paths_room, frames_room, frame_paths_room;
};

void pprof_append_number(struct pprof_numbers *to, uint64_t value);

/* Appends the numbers of F to TO.  F is a repeated field: it has one number, or bytes with several
 * numbers. */
void pprof_append_numbers(struct pprof *p, struct pprof_numbers *to, struct protobuf_field *f);

/* Makes an event of each type of samples, unless an earlier file has an event of the same type and
 * unit.  Returns false if there are too many types, as E says. */
bool pprof_open_events(struct pprof *p, struct err *e);

/* Sets P->weights to the weights of the current sample, which has the values P->values.  The
 * variance of a value is the sum of the squares of its samples.  If objects were sampled with a
 * known probability q, this sum is multiplied by 1 - q. */
void pprof_set_weights(struct pprof *p);

/* Ranks the keys of the labels of all samples, and keeps only the best key.  If the profile has
 * keys of the list part_keys, the best key is the first of them in this list.  Otherwise, the best
 * key is the one of the most labels.  Also sets P->has_base. */
void pprof_rank_labels(struct pprof *p);

/* If the label MESSAGE has a greater rank than BEST, sets BEST to this label.  If MESSAGE says that
 * the sample is from the base of a difference, clears P->m->lacks_amount. */
void pprof_choose_label(struct pprof *p, struct cursor message, struct pprof_label *best);

/* Returns the part of LABEL.  If its rank is 0, the sample has no label with the best key: returns
 * the part "(none)" or, if there is no best key, NOBODY.  If several files are read, returns NOBODY:
 * the files are the parts then, and a sample can be in only one part. */
uint32_t pprof_part_of(struct pprof *p, const struct pprof_label *label);

/* Ranks labels, and adds all samples to P->m.  False: E says why not all could be added. */
bool pprof_read_samples(struct pprof *p, struct stop *stop, struct err *e);

#endif
