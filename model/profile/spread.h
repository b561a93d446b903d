/* spread.h - how evenly a function's samples are spread over files
 *
 * A sum of files does not show that one process did twice the work of the others.  These figures
 * show it.  They are updated for each file that is read, because the files are not kept in memory.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SPREAD_H
#define SPREAD_H

#include "profile/profile.h"
#include "samples/samples.h"

/* Samples of one function in all files, added up file by file. */
struct spread {
	double least, most;		/* fewest and most samples of the function in one file;
					 * files without samples of the function are ignored */
	double sum, squares;		/* sum, over all files, of the samples in a file; sum of
					 * their squares */
	uint32_t file, least_file;	/* index in samples.files of the files with the most and the
					 * fewest samples of the function */
	uint32_t nfiles;		/* number of files that have samples of the function */
	uint32_t ahead;			/* so many files, the first ones, all have samples of it */
};

/* Figures of the samples of one function in each file.  Files without samples of the function are
 * included, with 0 samples.  .deviation is the standard deviation.  .file and .least_file are the
 * indices in samples.files of the files with .most and .least samples. */
struct spread_figures {
	double least, most, mean, deviation;
	uint32_t file, least_file;
};

/* The function that owns each bin of a histogram. */
struct bin_owners {
	struct histogram of;		/* the histogram; its arrays may be freed */
	uint32_t *funcs;		/* owned; indexed by bin: the function that owns all of the
					 * bin; or NOBODY */
};

/* Samples of each function in the file that was read last. */
struct spread_file {
	const struct profile *p;	/* borrowed */
	uint32_t image;
	double *now;			/* owned; indexed by function: its samples in the file */
	uint32_t *with;			/* owned; the .n functions that have samples in the file */
	uint32_t n;
	struct bin_owners *owners;	/* owned; indexed by number of the histogram in its file */
	size_t nowners, owners_room;
};

/* Prepares R to read files of image IMAGE of P.  P is borrowed; its functions must be known. */
void spread_file_open(struct spread_file *r, const struct profile *p, uint32_t image);
void spread_file_release(struct spread_file *r);

/* Counts the samples of the file ONE, except negative counters.  Then R->with has the R->n
 * functions that have samples, and R->now[f] is the number of samples of function f.  R must be
 * empty before: see spread_file_clear(). */
void spread_file_read(struct spread_file *r, const struct samples *one);

/* Forgets the samples of a file, so that R can read the next file. */
void spread_file_clear(struct spread_file *r);

/* Adds the samples in R to OF, which is indexed by function.  FILE is the number of the file that R
 * has read. */
void spread_add(struct spread *of, const struct spread_file *r, uint32_t file);

/* Sets S to the spread of function F.  False: its image has fewer than two files, F has no samples,
 * or P->spread is NULL. */
bool spread_of(const struct profile *p, uint32_t f, struct spread_figures *s);

#endif
