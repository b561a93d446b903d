/* spread.h - how evenly a function's samples are spread over files
 *
 * A sum hides a process that does twice the work of the others; these figures show it.  They are
 * updated with each file that is read, as the files themselves are not kept.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SPREAD_H
#define SPREAD_H

#include "profile/profile.h"
#include "samples/samples.h"

/* Samples of one function in each file. */
struct spread {
	double least, most;		/* fewest and most samples in one file; files without
					 * samples do not count */
	double sum, squares;		/* sum of the samples in each file; sum of their squares */
	uint32_t file;			/* the file with .most, as a number in samples.files */
	uint32_t nfiles;		/* files with any samples */
};

/* The spread of one function over all files, those without samples of it included. */
struct spread_figures {
	double least, most, mean, deviation;
	uint32_t file;
};

/* The owners of the bins of a histogram. */
struct bin_owners {
	struct histogram of;		/* the histogram; its counters are not used */
	uint32_t *funcs;		/* owned; the owner of each bin; NOBODY: several
					 * functions */
};

/* Samples of each function in one file. */
struct spread_file {
	const struct profile *p;	/* borrowed */
	uint32_t image;
	double *now;			/* owned; samples of each function in the current file; 0
					 * between files */
	uint32_t *with;			/* owned; the functions that have samples in the file */
	uint32_t n;
	struct bin_owners *owners;	/* owned; of each histogram of the last file */
	size_t nowners, owners_room;
};

/* Prepare to read files of image IMAGE of P, which is borrowed and has its functions. */
void spread_file_open(struct spread_file *r, const struct profile *p, uint32_t image);
void spread_file_release(struct spread_file *r);

/* Attribute the samples of the file ONE: set R->with to the R->n functions that have samples,
 * and R->now[f] to the samples of function f. */
void spread_file_read(struct spread_file *r, const struct samples *one);

/* Set all R->now to 0, for the next file. */
void spread_file_clear(struct spread_file *r);

/* Add the samples in R, which are of file number FILE, to OF, the spread of each function. */
void spread_add(struct spread *of, const struct spread_file *r, uint32_t file);

/* The spread of function F; false: there are fewer than two files, or it has no samples. */
bool spread_of(const struct profile *p, uint32_t f, struct spread_figures *s);

#endif
