/* samples.h - what profile files hold, before anybody looks at an image
 *
 * Every format is decoded into this; several files are summed into one of them.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SAMPLES_H
#define SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "err.h"

/* How often the program counter was found in each of NBINS pieces of [lo, hi).  Of a file
 * that was cut short only the first NREAD of them are there. */
struct histogram {
	uint64_t lo, hi;
	size_t nbins, nread;
	uint64_t *bins;			/* owned; samples; nread of them */
	unsigned bin_bits;		/* width of a counter in the file: 16, 32, 64 */
	uint32_t rate;			/* samples per second; 0: unknown */
	char dimension[16];		/* normally "seconds" */
	char abbreviation;		/* normally 's' */
	uint32_t image;			/* number of the image the addresses belong to */
};

/* A call count: from an instruction, to a function. */
struct arc_record {
	uint64_t from;			/* return address in the caller, rounded down */
	uint64_t self;			/* some address inside the callee, near its entry */
	uint64_t count;
};

/* How often the basic block at ADDR was executed. */
struct block_record {
	uint64_t addr, count;
};

/* One file that was read, for summaries and messages. */
struct profile_file {
	const char *path;		/* borrowed from the caller */
	uint32_t version;		/* GNU format */
	size_t nhistograms, narcs, nblocks;	/* records in this file */
};

struct samples {
	const char *format;		/* name of the format of the first file */
	bool big_endian;
	unsigned address_size;
	uint32_t image;			/* number of the image everything here belongs to */
	struct histogram *histograms;	/* owned */
	struct arc_record *arcs;	/* owned; in the order of the files */
	struct block_record *blocks;	/* owned */
	struct profile_file *files;	/* owned */
	size_t nhistograms, narcs, nblocks, nfiles;
	size_t nempty;			/* histograms without bins before the first with some */
	bool has_blocks;		/* a block record was there, even an empty one */

	/* How it grows. */
	size_t histograms_room, arcs_room, blocks_room, files_room, by_lo_room;
	uint32_t *by_lo;		/* owned; numbers of histograms, by address */
	uint32_t *table;		/* owned; hash of arcs, once files are summed: number + 1 */
	size_t slots;			/* in table; a power of two */
};

/* The addresses [*LO, *HI) that bin I of H stands for, exactly: for the buffer that
 * glibc rounds up, the inverse of its scaled map, else equal shares of the range. */
void histogram_bin(const struct histogram *h, size_t i, uint64_t *lo, uint64_t *hi);

/* Samples in all bins of H. */
uint64_t histogram_total(const struct histogram *h);

/* 2-byte units per bin, as gprof counts them; infinite or no number without bins. */
double histogram_scale(const struct histogram *h);

/* Add a histogram to S: to the bins of the one with the same range, or as another one.
 * S takes over H->bins.  False: it does not belong with the others; H is as it was. */
bool samples_add_histogram(struct samples *s, struct histogram *h, struct err *e);

/* Add a record. */
void samples_add_arc(struct samples *s, uint64_t from, uint64_t self, uint64_t count);
void samples_add_block(struct samples *s, uint64_t addr, uint64_t count);
void samples_add_file(struct samples *s, const struct profile_file *file);

/* Add what MORE holds to S and leave MORE empty.  False: they do not belong together
 * (overlapping ranges, other scale or dimension), and S is as it was. */
bool samples_add(struct samples *s, struct samples *more, struct err *e);

void samples_release(struct samples *s);

#endif
