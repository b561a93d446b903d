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
	struct measured *m;		/* this struct shares .m (see measured.users) */
	const struct graph *graph;	/* borrowed; the graph of the recorded stacks; NULL: stacks
					 * are estimated */
	uint32_t event;			/* the event of .m that is shown */
	uint32_t part;			/* only this part of .m is included; NOBODY: all parts are
					 * included */
	bool has_cuts;			/* some calls are excluded, which cuts stacks */
	uint32_t omitted;		/* the flags of frames that are part of their caller and not
					 * written: enum measured_frame_flags */
	bool is_clipped;		/* an estimate was too large: see export_whole() */
	uint32_t *func_of;		/* owned; indexed by function of .m: the same function in
					 * the profile; NOBODY: the function of .m is a cycle, or
					 * stands for several functions */
	size_t func_of_room;
};

/* Sets S to the stacks of the profile of CTX.  These are the recorded stacks, with all events.  If
 * the profile has no stacks, estimates stacks from the call graph, with one event.  If the estimate
 * comes from samples at a known rate, a second has RATE units of this event; otherwise, RATE is not
 * used. */
void stacks_open(struct stacks *s, struct view_context *ctx, double rate);
void stacks_release(struct stacks *s);

/* S->m has one event.  Adds stacks to S->m that are estimated from the call graph.  SCALE units of
 * the event are a sample. */
void stacks_add_estimated(struct stacks *s, double scale);

/* Notes that FUNC, a function of S->m, is function F of the profile.  If F is NOBODY, FUNC is not
 * one function of the profile. */
void stacks_set_func(struct stacks *s, uint32_t func, uint32_t f);

/* Is sample I of S->m included? */
bool stacks_has(const struct stacks *s, uint32_t i);

/* Is the call that made path PATH of S->m excluded? */
bool stacks_is_cut(const struct stacks *s, uint32_t path);

/* Returns the path of the caller of path PATH of S->m.  NOBODY: it has none, or its call is
 * excluded. */
static inline uint32_t
stacks_caller(const struct stacks *s, uint32_t path)
{
	return s->has_cuts && stacks_is_cut(s, path) ? NOBODY : s->m->paths[path].parent;
}

/* Is the last frame of path PATH of S->m not written, because it is of the kernel and part of its
 * caller?  (Inlined functions are written, marked as such.) */
static inline bool
stacks_omits(const struct stacks *s, uint32_t path)
{
	const struct measured_path *p = &s->m->paths[path];

	return s->omitted != 0 && p->parent != NOBODY
		&& (s->m->frames[p->frame].flags & s->omitted) != 0;
}

/* An export of M writes all frames of each sample: their names if HAS_NAMES is set, otherwise their
 * numbers.  If S is not NULL, M is S->m, and only what S includes is written.  Returns how many
 * bytes the export has, about, if that is out of proportion: more than 1 GB, and more than 100
 * times what each frame of the tree of stacks has once.  Otherwise returns 0. */
double stacks_excess(const struct measured *m, const struct stacks *s, bool has_names);

/* Returns the name of function FUNC of S->m as it is shown. */
const char *stacks_name(const struct stacks *s, uint32_t func);

#endif
