/* otherrules.h - what GNU gprof's rules make of a profile, and where that differs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OTHERRULES_H
#define OTHERRULES_H

#include "base/stop.h"
#include "profile/profile.h"

struct rule_figures {
	double samples;
	uint64_t calls;			/* by others */
};

/* Rows that have other figures. */
struct difference {
	uint32_t n;
	uint32_t most;			/* the function that differs most; NOBODY:
					 * rows that only gprof has */
	double off;			/* by how much */
	struct rule_figures here, there;	/* its figures, exactly and by gprof's rules */
};

struct other_rules {
	struct difference time, calls;	/* rows with another time;
					 * with the same, but other calls */
	double sum;			/* samples in rows of gprof,
					 * of those that it read: 1 is all */
};

/* Compare P, made by exact rules, with what gprof's rules make of the same image and
 * samples.  False: gprof has no rows to compare with, because there are several images,
 * or no symbols that it knows, or because lines or object files are the rows; or STOP,
 * which may be NULL, stopped it. */
bool otherrules_compare(const struct profile *p, struct stop *stop,
	struct other_rules *o);

#endif
