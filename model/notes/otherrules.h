/* otherrules.h - compare a profile with one made by GNU gprof's rules
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OTHERRULES_H
#define OTHERRULES_H

#include "base/stop.h"
#include "profile/profile.h"

/* Figures of a function by one set of rules. */
struct rule_figures {
	double samples;
	uint64_t calls;			/* calls by other functions */
};

/* Rows whose figures differ. */
struct difference {
	uint32_t n;
	uint32_t most;			/* the function that differs most; NOBODY: all these rows
					 * are in gprof's profile alone */
	double off;			/* the greatest difference, in samples or calls */
	struct rule_figures here, there;	/* figures of .most by exact and by gprof's rules */
};

struct other_rules {
	struct difference time;		/* rows with different times */
	struct difference calls;	/* rows with equal times, but different calls */
	double sum;			/* samples in gprof's rows divided by all samples */
};

/* Compare P, made by exact rules, with a profile of the same image and samples by gprof's rules.
 * Returns false if there are no rows to compare: there are several images, gprof knows no symbol,
 * or rows are lines or object files; or if STOP, which may be NULL, stopped it. */
bool otherrules_compare(const struct profile *p, struct stop *stop, struct other_rules *o);

#endif
