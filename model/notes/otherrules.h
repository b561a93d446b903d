/* otherrules.h - compare a profile with one made by GNU gprof's rules
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OTHERRULES_H
#define OTHERRULES_H

#include "base/stop.h"
#include "profile/profile.h"

/* The figures of a function by one set of rules. */
struct rule_figures {
	double samples;
	uint64_t calls;			/* calls by other functions */
};

/* Rows whose figures differ. */
struct difference {
	uint32_t n;
	uint32_t most;			/* the function with the greatest difference; NOBODY: no row
					 * differs, or only gprof's profile has the rows that
					 * differ */
	double off;			/* the difference between the figures of .most, in samples
					 * or calls */
	struct rule_figures here, there;	/* figures of .most: by exact rules, by gprof's
						 * rules */
};

struct other_rules {
	struct difference time;		/* rows with different times */
	struct difference calls;	/* rows with equal times, but different numbers of calls */
	double sum;			/* samples in gprof's rows, as a fraction of all samples */
};

/* Compares P, made by exact rules, with a profile of the same image and samples by gprof's rules.
 * Returns false if the two cannot be compared: P is not from files, there are several images, gprof
 * knows no symbol, or rows are lines or object files.  Also returns false if STOP, which may be
 * NULL, stopped the work. */
bool otherrules_compare(const struct profile *p, struct stop *stop, struct other_rules *o);

#endif
