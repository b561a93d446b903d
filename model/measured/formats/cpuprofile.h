/* cpuprofile.h - profiles of V8: nodes of a tree, samples, and the times between them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CPUPROFILE_H
#define CPUPROFILE_H

#include "measured/formats/jsontree.h"
#include "measured/formats/namedstacks.h"

/* A profile of one thread.  Before the first call, it is all zero, except for .t, .id and .part. */
struct cpuprofile {
	const struct jsontree *t;	/* borrowed */
	struct cpuprofile_node *nodes;	/* owned */
	struct numbering numbers;	/* of .nodes, by their ids */
	uint32_t *samples;		/* owned; numbers of nodes, or NOBODY */
	int64_t *deltas;		/* owned; microseconds from the sample before to this one */
	uint32_t nsamples, ndeltas;
	size_t nodes_room, samples_room, deltas_room;
	uint32_t part;
	uint64_t nbad;			/* nodes and samples that cannot be used */
	uint64_t nidle;			/* samples in which the thread was idle; they are not
					 * counted */
	int64_t idle;			/* microseconds that they stand for; 0: not known */
};

/* Each function adds the elements of an array, which may be NULL.  The nodes of a sample must be
 * added before it. */
void cpuprofile_add_nodes(struct cpuprofile *p, const struct jsontree_value *nodes);
void cpuprofile_add_samples(struct cpuprofile *p, const struct jsontree_value *samples);
void cpuprofile_add_deltas(struct cpuprofile *p, const struct jsontree_value *deltas);

/* Adds the samples of P to S->m.  LAST: microseconds that the last sample stands for.  Returns
 * false if there is no room for them. */
bool cpuprofile_finish(struct cpuprofile *p, struct namedstacks *s, int64_t last);

/* Adds a note about NIDLE samples that are not counted, for IDLE microseconds, if there are any. */
void cpuprofile_note_idle(struct measured *m, int64_t idle, uint64_t nidle);

void cpuprofile_release(struct cpuprofile *p);

#endif
