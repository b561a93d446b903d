/* stacks.h - the stacks of a profile, as the exports for flame graphs and pprof write them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef STACKS_H
#define STACKS_H

#include <stdbool.h>
#include <stdint.h>

#include "measured/measured.h"
#include "table/view_context.h"

struct stacks {
	struct view_context *ctx;	/* borrowed */
	struct measured *m;		/* this struct is one user of M */
	uint32_t event;			/* the event of M that is shown */
	uint32_t part;			/* the only part of M that counts; NOBODY: all parts
					 * count */
	uint32_t *func_of;		/* owned; indexed by function of M: the function of the
					 * profile; NOBODY: it is a cycle, or stands for several */
	size_t func_of_room;
};

/* Sets S to the stacks of the profile of CTX.  These are the recorded stacks, with all events; or,
 * if the profile has none, stacks estimated from the call graph, with one event.  If the sampling
 * rate of a profile that is not measured is known, RATE units of the event make a second. */
void stacks_open(struct stacks *s, struct view_context *ctx, double rate);
void stacks_release(struct stacks *s);

/* Adds the stacks that can be estimated from the call graph to S->m, which has one event; SCALE of
 * its units make a sample. */
void stacks_add_estimated(struct stacks *s, double scale);

/* Says that FUNC, a function of S->m, is function F of the profile, or NOBODY. */
void stacks_set_func(struct stacks *s, uint32_t func, uint32_t f);

/* Does sample I of S->m count? */
bool stacks_has(const struct stacks *s, uint32_t i);

/* Returns the name of function FUNC of S->m as it is shown. */
const char *stacks_name(const struct stacks *s, uint32_t func);

#endif
