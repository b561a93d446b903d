/* runs.h - the samples of each function in each of several runs of a program
 *
 * A run has a profile file or a recording of its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RUNS_H
#define RUNS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/stop.h"
#include "figures/graph.h"

/* Samples of one function, added up run by run. */
struct run_sums {
	double sum, squares;		/* sum, over all runs, of the samples in a run; sum of their
					 * squares */
	double least, most;		/* fewest and most samples in one run */
	uint32_t least_run, most_run;	/* the numbers of these runs, from 0 */
	uint32_t nruns;			/* runs of the program, or of the library, of the function;
					 * 0: they are not known */
};

/* Returns the number of runs of which M has files or recordings; 0: one file or recording, whose
 * run is not named.  Sets *ARE_PARTS, if it is not NULL, to whether each run is one part that no
 * other part contains. */
uint32_t runs_count(const struct measured *m, bool *are_parts);

/* Returns the path of the file or recording of run RUN of function FUNC of P. */
const char *runs_path(const struct profile *p, uint32_t func, uint32_t run);

/* Returns an array, to be free()d, indexed by function of G: its samples in all runs, without what
 * G excludes if G is of a measured profile.  GROUPS, which may be NULL, tells functions that show
 * others, too, and whose runs are not known therefore if the profile is no measured one.  Returns
 * NULL if the runs cannot be told apart, or if STOP stopped the work. */
struct run_sums *runs_sum(const struct graph *g, const bool *groups, struct stop *stop);

/* Returns the value of one sample of FUNC, a function of G; NOBODY: of any function.  TOTAL: of a
 * sample in its total.  Returns 0 if it is not known. */
double runs_weight(const struct graph *g, uint32_t func, bool total);

#endif
