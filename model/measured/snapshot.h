/* snapshot.h - the values that a profile has at a moment, while its values change
 *
 * A recording of a program that runs is read again and again into the same measured profile: the
 * numbers of its elements stay, and new elements are appended.  A snapshot is a measured profile
 * with the values of one moment, and does not change any more.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SNAPSHOT_H
#define SNAPSHOT_H

#include <stddef.h>
#include <stdint.h>

#include "measured/measured.h"

/* The values of a profile at a moment.  If the struct is all zero, all values are 0. */
struct snapshot_values {
	struct measured_weight *weights;	/* owned; as measured.weights */
	uint64_t *counts;		/* owned; indexed by call: its count */
	size_t nweights, ncounts;
	size_t weights_room, counts_room;
};

/* Sets V to a copy of the values of M.  M must have stacks. */
void snapshot_keep(struct snapshot_values *v, const struct measured *m);
void snapshot_release_values(struct snapshot_values *v);

/* Makes V as long as M: elements that M got after snapshot_keep() get the value 0. */
void snapshot_lengthen(struct snapshot_values *v, const struct measured *m);

/* Sets the values of M to V.  Elements of M that V does not have get the value 0.  Forgets the
 * files, notes, title, losses and damage of M. */
void snapshot_set(struct measured *m, const struct snapshot_values *v);

/* What snapshot_take() remembers of the last snapshot, so that the next one is faster.  A struct
 * that is all zero remembers nothing. */
struct snapshot_memory {
	uint64_t shape;			/* measured.shape of the last snapshot */
	bool is_difference;
	uint32_t ntexts, nfuncs, nframes, npaths, nsamples, ncalls, nevents, nparts, nshown;
	uint64_t lines;			/* sum of the lines of functions */
	uint32_t *part_of;		/* owned; as the argument of snapshot_take() */
	uint32_t *samples, *calls;	/* owned; indexed by sample (call) of M: its number in the
					 * snapshot; NOBODY: it was omitted */
	/* The elements of the snapshot, without values. */
	struct measured_path *kept_paths;	/* owned */
	struct measured_sample *kept_samples;	/* owned */
	struct measured_call *kept_calls;	/* owned */
	uint32_t nkept_paths, nkept_samples, nkept_calls;
};

void snapshot_forget(struct snapshot_memory *memory);

/* Returns a new profile with one user and the elements of M.  M must have stacks, and each sample
 * and call of M must have a part.
 *
 * The new profile has the parts of SHOWN: part p of M becomes part PART_OF[p].  If PART_OF[p] is
 * NOBODY, the elements of part p are omitted.
 *
 * If BEFORE is NULL, samples and calls with the value 0 are omitted, too.  Otherwise, no element is
 * omitted for its value, and the values BEFORE are subtracted, except from elements of parts p of M
 * with WAS_RESET[p].  The values BEFORE are not larger than those of M.
 *
 * MEMORY is that of the snapshots of M and SHOWN before.  Texts are borrowed from M and SHOWN. */
struct measured *snapshot_take(const struct measured *m, const struct measured *shown,
	const uint32_t *part_of, const struct snapshot_values *before, const bool *was_reset,
	struct snapshot_memory *memory);

#endif
