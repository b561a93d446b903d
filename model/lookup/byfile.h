/* byfile.h - the samples and calls of one function in each file or part of a profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BYFILE_H
#define BYFILE_H

#include "base/stop.h"
#include "figures/graph.h"

/* Samples and calls of a function in one file or part. */
struct file_share {
	double samples, all;		/* .samples: samples of the function; .all: samples of the
					 * whole file or part */
	double total;			/* profiles of stacks: samples of the stacks that contain
					 * the function */
	struct sums64 sums64;		/* .samples and .total (sum64.h); 0: not known */
	double mean;			/* mean of .samples in all files, or in all parts whose
					 * .read is set */
	uint64_t calls;			/* calls of the function by other functions */
	bool read;			/* the other members are known; false: the file is gone or
					 * cannot be used any more, or the part contains other
					 * parts and has neither samples nor calls of its own */
};

/* Returns the number of files of function F's image or, if P is a measured profile, the number of
 * its parts. */
uint32_t byfile_count(const struct profile *p, uint32_t f);

/* Returns the path of file I of function F's image, or the name of part I. */
const char *byfile_name(const struct profile *p, uint32_t f, uint32_t i);

/* Sets V[i] to the samples and calls of function F of G in the file samples[image].files[i] of its
 * profile: reads every file of F's image again.  If the profile is folded, V includes the functions
 * that are folded into F.  A measured profile is not read again: V[i] becomes the samples and calls
 * of F in its part i, without what G excludes.  V has byfile_count() elements.  Returns false if
 * STOP stopped the work; then only some elements of V are set. */
bool byfile_read(const struct graph *g, uint32_t f, struct file_share *v, struct stop *stop);

#endif
