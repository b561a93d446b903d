/* spread.h - how evenly a function's samples are spread over the files that were summed
 *
 * A sum hides the process that does twice the work of the others.  So while files are read one
 * after the other, this is kept of every function; nothing is kept of any file.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SPREAD_H
#define SPREAD_H

#include "profile/profile.h"
#include "samples/samples.h"

/* Samples of one function in each of the files. */
struct spread {
	double least, most;		/* in one file; least: of those with any */
	double sum, squares;
	uint32_t file;			/* with the most; its number in the samples of the image */
	uint32_t nfiles;		/* with any samples at all */
};

/* The same as figures. */
struct spread_figures {
	double least, most, mean, deviation;
	uint32_t file;
};

/* Whose the samples of each bin of a histogram are; NOBODY: of several. */
struct bin_owners {
	struct histogram of;		/* its bins are not used */
	uint32_t *funcs;		/* owned */
};

/* Whose samples ONE file has. */
struct spread_file {
	const struct profile *p;	/* borrowed */
	uint32_t image;
	double *now;			/* owned; samples of each function, 0 between files */
	uint32_t *with;			/* owned; functions that have some */
	uint32_t n;
	struct bin_owners *owners;	/* owned; of each histogram of the last file */
	size_t nowners, owners_room;
};

/* For files of image IMAGE of P, which is borrowed and has its functions. */
void spread_file_open(struct spread_file *r, const struct profile *p, uint32_t image);
void spread_file_release(struct spread_file *r);

/* Find out whose the samples of ONE file are: R->now[f] of the R->n functions R->with[i]. */
void spread_file_read(struct spread_file *r, const struct samples *one);

/* Make ready for the next file. */
void spread_file_clear(struct spread_file *r);

/* Add what R took, of file number FILE, to the spreads OF each function. */
void spread_add(struct spread *of, const struct spread_file *r, uint32_t file);

/* How function F is spread; false: over less than two files, or it has no samples. */
bool spread_of(const struct profile *p, uint32_t f, struct spread_figures *s);

#endif
