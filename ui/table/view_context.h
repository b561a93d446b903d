/* view_context.h - what all views show, and how: borrowed values and a few switches
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_CONTEXT_H
#define VIEW_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/stop.h"
#include "callgraph/exclusions.h"
#include "callgraph/graph.h"
#include "lookup/lookup.h"
#include "profile/names.h"
#include "profile/profile.h"
#include "text/figures.h"

struct keymap;

struct view_context {
	const struct profile *profile;	/* that of the graph; borrowed, as the next two */
	const struct graph *graph;
	struct names *names;
	struct lookup *lookup;		/* borrowed */
	struct scale scale;
	bool ascii;			/* the locale is not UTF-8 */
	bool mangled;			/* names as in the symbol table */
	const struct keymap *keymap;	/* borrowed; NULL: keys are as in the table */
	const uint32_t *into;		/* borrowed; functions folded into others; NULL: none */
	const struct exclusions *exclusions;	/* borrowed; what is out; NULL: nothing can be */
	unsigned changes;		/* of what rows are made of: so often */
	bool all;			/* rows without time and calls, too */
	bool has_time, has_calls;	/* anywhere in the profile */
	uint32_t most_index;		/* greatest index of a node */
	struct stop *stop;		/* borrowed; gives up long work; NULL: nobody can */
	bool stopped;			/* it was given up, until somebody clears this */
	size_t path_start, path_end;	/* bytes that the paths of all
					 * profiles begin and end with */

	struct names own_names;		/* opened when NAMES does not demangle */
	bool owns_names;
	const char **plain;		/* owned; names people say, by node; NULL: not asked yet */
	struct arena text;

	uint32_t *ranks;		/* owned; see view_context_rank(); NULL: not asked yet ... */
	const struct graph *ranked;	/* ... or asked of names as they are no more */
	bool ranked_mangled;
};

/* All are borrowed.  ASCII: the locale is not UTF-8. */
void view_context_open(struct view_context *ctx, const struct graph *g, struct names *names, bool ascii);
void view_context_release(struct view_context *ctx);

/* The name of node N as it is shown; valid until view_context_release(). */
const char *view_context_name(struct view_context *ctx, uint32_t n);

/* Is long work given up?  DONE turns of it were done. */
static inline bool
view_context_is_stopped(struct view_context *ctx, size_t done)
{
	if (!ctx->stopped && stop_asked(ctx->stop, done))
		ctx->stopped = true;
	return ctx->stopped;
}

/* Find out where names stand among all names; false: it was stopped. */
bool view_context_rank_names(struct view_context *ctx);

/* Where the name of node N stands among all names, by their bytes; equal names, equal ranks. */
uint32_t view_context_rank(struct view_context *ctx, uint32_t n);

/* The name of function F as it was read, demangled, whatever it is folded into. */
const char *view_context_own_name(struct view_context *ctx, uint32_t f);

/* Show mangled names or stop doing so. */
void view_context_set_mangled(struct view_context *ctx, bool mangled);

/* The node that stands for function F; whether that is another one. */
uint32_t view_context_node_of(const struct view_context *ctx, uint32_t f);
bool view_context_is_folded(const struct view_context *ctx, uint32_t n);

/* How many functions there are, those that are folded into others not counted. */
uint32_t view_context_count_functions(const struct view_context *ctx);

/* Whom ARC of the profile as it was read calls. */
uint32_t view_context_callee(const struct view_context *ctx, uint32_t arc);

/* Was function N taken out?  Arc ARC? */
bool view_context_is_excluded(const struct view_context *ctx, uint32_t n);
bool view_context_is_arc_excluded(const struct view_context *ctx, uint32_t arc);

/* Show from now on what is left without what is out; its graph may have other cycles. */
void view_context_set_exclusions(struct view_context *ctx, const struct exclusions *c);

bool view_context_is_cycle(const struct view_context *ctx, uint32_t n);

/* The node with the index INDEX, or NOBODY. */
uint32_t view_context_at_index(const struct view_context *ctx, uint64_t index);

/* How many findings there are, as far as is known by now. */
size_t view_context_count_notes(const struct view_context *ctx);

/* Does N have neither time nor calls? */
bool view_context_is_idle(const struct view_context *ctx, uint32_t n);

/* The hottest caller or callee of N by time handed up, then calls; NOBODY: none. */
uint32_t view_context_hottest(const struct view_context *ctx, uint32_t n, bool callers);

#endif
