/* gate.h - has a program become slower, or does it make other calls: a decision for scripts
 *
 * A time is a regression only if three things are so: noise alone would give any such finding in
 * less than 5 % of comparisons (Holm's method, over all tests), the lower bound of the ratio is
 * above the limit, and the difference is at least the least time.  Calls are counted, so their
 * rules are exact.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GATE_H
#define GATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/comparison.h"

/* The exit status of --gate. */
enum gate_result { GATE_FINE, GATE_REGRESSION, GATE_ERROR, GATE_UNKNOWN };

/* A function may be called at most .n times in a run. */
struct gate_calls {
	const char *name;		/* borrowed; not ended by a NUL */
	size_t length;			/* bytes of .name */
	double n;
};

/* What is allowed. */
struct gate_limits {
	bool has_slower;
	double slower;			/* if .has_slower: by how much a time may grow, as a part of
					 * it */
	double least_time;		/* smaller differences are allowed; in seconds or, if the
					 * profile has no times, in its unit */
	struct gate_calls *calls;	/* owned */
	size_t ncalls, calls_room;
	bool same_calls;		/* every function must be called as often in B as in A */
};

enum gate_kind {
	GATE_SLOWER,			/* the self time of a function, or the time of all */
	GATE_MANY_CALLS,
	GATE_OTHER_CALLS,
};

struct gate_finding {
	enum gate_kind kind;
	const struct comparison_row *row;	/* NULL: all functions */
	const struct gate_calls *limit;	/* for GATE_MANY_CALLS */
	double p, finding;		/* for GATE_SLOWER, if times have noise: see struct
					 * compared */
	double least, most;		/* for GATE_SLOWER: bounds of the ratio */
};

struct gate {
	enum gate_result result;
	struct gate_finding *findings;	/* owned */
	size_t nfindings, room;
	uint32_t ntests;		/* number of tests of times */
	const char *unknown[8];		/* constants or in .text: why no decision is possible */
	uint32_t nunknown;
	const struct gate_calls *missing;	/* a limit of calls for a function that neither
						 * profile has; NULL: there is none */
	struct arena text;
};

/* Decides whether C keeps LIMITS; both are borrowed.  IS_NAMED(WITH, ROW, NAME, N) says whether a
 * function of ROW is called NAME, which has N bytes. */
void gate_open(struct gate *g, const struct comparison *c, const struct gate_limits *limits,
	bool (*is_named)(void *with, const struct comparison_row *row, const char *name, size_t n),
	void *with);
void gate_release(struct gate *g);

#endif
