/* graph.h - a solved call graph: cycles, and time propagated from callees to callers
 *
 * A node is a function or a cycle: if n < nfuncs, node n is function n; otherwise, it is cycle n -
 * nfuncs.
 *
 * The time of a function and its callees is propagated to its callers in proportion to their calls:
 * a caller that made a third of the calls gets a third of the time.  This is an estimate unless
 * there is only one caller.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GRAPH_H
#define GRAPH_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/stop.h"
#include "base/sum64.h"
#include "measured/measured.h"
#include "profile/paths.h"
#include "profile/profile.h"

/* How reliable a propagated time is.  If a time has several parts, the least reliable part
 * decides. */
enum certainty {
	CERTAIN,			/* the direct and indirect callees of the node are called
					 * only by the node and by each other; or the file has the
					 * time */
	SHARED,				/* estimated, shown with "~": callers share the time of a
					 * callee, by calls or by costs of calls; or some callers
					 * are excluded; or the file has estimates */
	CYCLIC,				/* inside a cycle: the time of each member is unknown */
	CYCLE_ESTIMATED,		/* inside a cycle: estimated (cycle_estimate.h); shown with
					 * "≈" */
	IMPOSSIBLE,			/* the costs in the file contradict each other; shown with
					 * "!" */
};

/* A function or a cycle.  Nodes are read in any order, so two of them fill a line of the
 * processor's cache. */
struct node {
	uint64_t calls;			/* calls by other functions; of a cycle: calls by
					 * non-members */
	uint32_t cycle;			/* the cycle that the function is in, as a node; or
					 * NOBODY */
	uint32_t index : 31;		/* number of the entry, printed in [brackets], from 1 on */
	uint32_t shown : 1;		/* the node has an entry in the call graph (-e, -f, -q,
					 * -Q) */
	double self;			/* samples in the code of the function, or of all members,
					 * that are included in the figures (-E, -F, -n, -N) */
	double children;		/* samples that callees have propagated to the node and that
					 * are included in the figures */
};

/* What of the time of a node is included in the figures. */
struct inclusion {
	double fract;			/* fraction of the node's time, from 0 to 1, that is
					 * included */
	double time;			/* samples in the code of the function, or of all members */
	double children_time;		/* samples that callees have propagated to the node */
};

/* Bounds of a time, in samples, and how reliable the estimate of this time is. */
struct bound {
	double lo, hi;			/* the time is certainly at least lo and at most hi */
	enum certainty certainty;
	float cycle_calls;		/* number of calls, direct or indirect, into cycles with
					 * wide bounds, from which the time comes; 0: the time comes
					 * from no such cycle; see bounds_have_few_calls().  A
					 * caller gets a part of the callee's number, in proportion
					 * to the caller's calls */
};

/* Samples that an arc propagates. */
struct share {
	double self, children;
};

/* The times of all arcs.  Most views of stacks show none of them, so those of stacks are found when
 * one of them is first asked for (graph_whole_share()). */
struct shares {
	struct share *v;		/* owned; indexed by arc; NULL: not found yet */
};

/* What is shown of a profile.  Functions and arcs are excluded by their numbers as read (fold.h).
 * If a folded row stands for several functions or arcs, and not all are excluded, the row is shown
 * without those that are. */
struct selection {
	uint32_t event;			/* event of a measured profile */
	uint32_t part;			/* the only part of a measured profile that is shown;
					 * NOBODY: all parts are shown */
	const bool *no_func;		/* indexed by function: true if it is excluded; NULL: none
					 * is */
	const bool *no_arc;		/* indexed by arc: true if it is excluded; NULL: none is */
	const uint32_t *focus;		/* indexed by function: set of foci, bit k for focus k.
					 * Only stacks that have a function of each focus are
					 * shown.  NULL: all stacks are shown.  Always NULL if the
					 * profile has no stacks */
	uint32_t nfoci;			/* number of foci, 1 to MOST_FOCI; valid if .focus is set */
	bool no_profiler;		/* functions that profile the program are excluded, too, and
					 * have no rows */
	const struct graph *like;	/* a graph of the same functions, whose indices nodes get
					 * (entries_number_like()); NULL: nodes are numbered anew.
					 * Always NULL in a solved graph */
};

enum { MOST_FOCI = 16 };

/* What the figures are measured in, and the whole of which they are parts. */
struct measure {
	double total;			/* sum of all samples in the selection, also of those that
					 * are excluded; if there are stacks, sum of the amounts; if
					 * there are costs of calls, sum of the sizes of the
					 * functions' own costs, and of graph.unowned */
	double omitted;		/* the part of .total that selection.no_profiler excludes */
	double net;			/* sum of the values; less than .total if some are less
					 * than 0 */
	uint64_t total64, net64;	/* .total and .net (sum64.h) */
	uint64_t nsamples;		/* number of samples in .total; 0: there are none, or their
					 * number is not known */
	uint32_t rate;			/* samples per second; 0: not known, so times are shown in
					 * samples */
	double weight;			/* value of each sample, such as 1 if values are numbers of
					 * samples; 0: there are no samples, their number is not
					 * known, or their values differ */
	double per_unit;		/* how many of the values make a second or, if .rate is 0,
					 * one .unit; 1, unless the files have fractions of units */
	const char *unit;		/* if .rate is 0: what values count, such as "samples" */
};

/* What the files say about functions and arcs as shown, without those that are excluded in part. */
struct inputs {
	double *self;			/* indexed by function: samples in its code */
	uint64_t *calls;		/* owned; indexed by arc: counted calls; NULL: those of
					 * profile.arcs.  If there are foci, all are 0: stacks do
					 * not tell which counted calls belong to them */
	uint64_t *outside;		/* owned; indexed by function: calls by no function; NULL:
					 * profile.outside */
	double *costs;			/* owned; indexed by arc: cost of its calls, including all
					 * functions that they called; NULL: it is not known */
	double *totals;			/* owned; indexed by function: its cost and that of all
					 * functions that it called, as stated; 0: not stated; less
					 * than 0: its size is an upper bound.  NULL: none are */
	double *instances;		/* owned; indexed by instance: samples of inlined code;
					 * NULL: those of profile.inlining */
	bool owns_self;			/* .self is owned; otherwise, it is profile.ticks */
	uint64_t *self64, *costs64;	/* owned; .self and .costs (sum64.h); NULL: a double holds
					 * all sums, or the profile has no such sums */
};

/* What is shown of a path of profile.paths.  A path without STARTS inherits DROPPED and CHOSEN from
 * the path of its caller, a path with STARTS only DROPPED. */
enum path_state {
	PATH_DROPPED = 1,		/* a function of the path is excluded */
	PATH_CHOSEN = 2,		/* the frames that are shown include one of each focus and,
					 * in a tree, one that was asked for */
	PATH_STARTS = 4,		/* the path has no caller, or its call is excluded: stacks
					 * begin here */
	PATH_CONTINUES = 8,		/* the path belongs to the frame of its caller, because both
					 * are in one group of functions */
	PATH_PROFILES = 16,		/* PATH_DROPPED is set because a function of the path
					 * profiles the program; inherited like it */
};

/* The stacks that are shown.  Each array is indexed by path.  A frame of a stack, as shown, is a
 * path without PATH_CONTINUES, which is called the head of the frame, and the paths that continue
 * the frame. */
struct path_values {
	uint8_t *state;			/* owned; set of enum path_state */
	uint32_t *head;			/* owned; the head of the path's frame; NULL: no path
					 * continues a frame */
	double *self;			/* owned; samples of stacks that consist of exactly this
					 * path; 0 if these do not count */
	double *total;			/* owned; samples of stacks that begin with this path */
	double *squares, *total_squares;	/* owned; sums of the squares of the samples in
						 * .self and .total.  NULL: every sample has the
						 * weight of the profile, or the squares are not
						 * known */
	double *amounts, *total_amounts;	/* owned; sums of the amounts of the samples.  The
						 * amount of a sample is its value without the sign.
						 * In a difference whose base is known, samples
						 * outside the base have no amount.  NULL: no value
						 * is negative, so the amounts are .self and
						 * .total */
	uint64_t *self64, *total64;	/* owned; .self and .total (sum64.h); NULL: a double holds
					 * all sums */
	uint64_t *amounts64;		/* owned; .amounts; NULL if .self64 or .amounts is NULL */
};

struct graph {
	const struct profile *profile;	/* borrowed */
	struct selection selection;	/* .no_func, .no_arc and .focus are owned */
	struct measure measure;
	struct inputs in;
	struct node *nodes;		/* owned; first all functions, then all cycles */
	struct inclusion *inclusion;	/* owned; indexed by node; NULL: all time of all nodes is
					 * included in the figures */
	uint64_t *self_calls;		/* owned; indexed by node: calls by the function itself; of
					 * a cycle: calls between members.  NULL: there are none */
	struct bound *bounds;		/* owned; indexed by node: bounds of .self + .children; NULL
					 * after graph_solve_times(), unless times are known */
	uint32_t nfuncs, ncycles, nnodes;	/* nnodes = nfuncs + ncycles */

	/* The members of cycle c are members[member_at[c]] to members[member_at[c + 1] - 1].  The
	 * first one is the head of the cycle. */
	uint32_t *members, *member_at;	/* owned */

	struct shares *shares;		/* owned; times of arcs.  Set if they are known
					 * (graph_has_known_times()), or if the profile shows
					 * inlined functions; otherwise NULL */
	double *unowned;		/* owned; indexed by function: costs that belong to the
					 * total of the function or its cycle, but are no own cost
					 * of any function (nodecosts.h); NULL: the profile has no
					 * costs of calls */
	uint64_t *unowned64;		/* owned; .unowned (sum64.h); NULL if .in.costs64 is NULL */
	double *rest;			/* owned; indexed by function: what of the total that the
					 * files state is neither its own cost nor that of its
					 * calls (statedtotals.h); may be less than 0.  NULL: there
					 * is none */
	bool *contradicted;		/* owned; indexed by arc: its cost contradicts other costs
					 * of the file; NULL: no cost does */
	double *divided;		/* owned; indexed by node: the time that callers and callees
					 * of the node divide (nodecosts.h); NULL: for all nodes, it
					 * is graph_node_time() */
	struct bound *arc_bounds;	/* owned; indexed by arc: bounds of its time; only if the
					 * profile shows inlined functions */
	struct host_graph *host;	/* owned; the graph in which inlined code belongs to the
					 * functions that contain it; only if the profile shows
					 * inlined functions (inlinedtimes.h) */
	double *root_times;		/* owned; indexed by function: samples of the stacks that
					 * begin with the function; NULL: the profile has no
					 * stacks */
	uint64_t *roots64;		/* owned; .root_times (sum64.h); NULL: a double holds all
					 * sums */
	struct path_values paths;	/* the stacks; all NULL: the profile has none */
	struct variance *node_variances;	/* owned; indexed by node.  NULL: the profile has no
						 * stacks, or the errors follow from
						 * .measure.weight */
	struct variance *arc_variances;	/* owned; indexed by arc; NULL in the same cases as
					 * .node_variances */
	struct sums64 *node_sums64;	/* owned; indexed by node: its self and total (sum64.h);
					 * NULL: a double holds all sums, or they are fractions of
					 * others */
	struct sums64 *arc_sums64;	/* owned; indexed by arc; NULL in the same cases as
					 * .node_sums64 */
	bool *has_amount;		/* owned; indexed by function: true if any included samples
					 * contain the function, even if their sum is 0.  NULL if
					 * .paths.amounts is NULL */
	bool *no_func;			/* owned; indexed by function: true if the whole row is
					 * excluded; NULL: none is */
	bool *no_arc;			/* owned; indexed by arc: true if the whole row is excluded;
					 * NULL: none is */
	struct excluded_rows {
		uint32_t nfuncs, narcs;	/* numbers of rows of functions and arcs that are excluded
					 * as a whole or in part, without those of the profiler */
		uint32_t func;		/* the row of the first of these functions; valid if .nfuncs
					 * > 0 */
	} excluded;
	uint32_t nparts;		/* number of functions and arcs, as read, that are excluded,
					 * but not their whole rows */
	uint64_t *excluded_calls;	/* owned; indexed by node: excluded calls by other nodes.
					 * node.calls lacks these calls, but the figures include
					 * their time.  NULL: bounds_set_uncut() was not called. */
	uint32_t *entries;		/* owned; all nodes, sorted by index */
	double total;			/* samples that are included in the figures; they are 100 %
					 * of the call graph.  If costs are less than 0, the sum of
					 * their absolute values */
	uint64_t total64;		/* .total (sum64.h) */
	double most;			/* upper bound of the included samples; more than .total if
					 * the time of some functions is included only in part; 0:
					 * not computed */
};

/* Returns an array, to be free()d, indexed by function as read: the fraction of its samples, 0 to
 * 1, that is included in the figures.  Returns NULL if all samples are included. */
double *graph_weights(const struct graph *g);

/* Returns the share of arc A in the time of its callee: the callee's time multiplied by the
 * fraction of the callee's calls that A made.  Returns 0 if A propagates nothing.  If the times of
 * arcs are known, returns that of A. */
struct share graph_whole_share(const struct graph *g, uint32_t a);

/* Returns the samples that arc A propagates to its caller, multiplied by the fraction of the
 * caller's time that is included.  If the times of arcs are known, nothing is propagated.  Then the
 * known time of A takes the place of the propagated samples. */
struct share graph_share(const struct graph *g, uint32_t a);

/* Can arc A propagate time?  If the times of arcs are known, or the profile shows inlined
 * functions, returns true if A has time.  Otherwise, may return true even if the callee has no
 * time. */
bool graph_propagates(const struct graph *g, uint32_t a);

/* Returns the fraction, 0 to 1, of the time of WHOLE that a caller with CALLS calls of WHOLE gets;
 * 0 if WHOLE has no calls.  WHOLE is a cycle, or a function outside cycles.  All time that is not
 * known is shared by this rule. */
static inline double
graph_part(const struct node *whole, uint64_t calls)
{
	return whole->calls != 0 ? (double)calls / (double)whole->calls : 0;
}

/* Returns the fraction, 0 to 1, of the callee's time that arc A propagates.  If the callee is in a
 * cycle, the result is the fraction of the cycle's time.  Returns 0 if A is excluded, inside a
 * cycle, or from a function to itself. */
double graph_arc_part(const struct graph *g, uint32_t a);

/* Returns the part of node N's total that is no own cost of any function: see graph.unowned. */
double graph_unowned(const struct graph *g, uint32_t n);

/* Are the times of arcs known from the files, so that nothing is propagated? */
static inline bool
graph_has_known_times(const struct graph *g)
{
	return g->shares != NULL && g->host == NULL;
}

/* Returns the number of counted calls of arc A. */
static inline uint64_t
graph_calls(const struct graph *g, uint32_t a)
{
	return g->in.calls != NULL ? g->in.calls[a] : profile_arc_calls(g->profile, a);
}

/* Returns how many calls of function F code outside all functions has made. */
static inline uint64_t
graph_outside(const struct graph *g, uint32_t f)
{
	const uint64_t *outside = g->in.outside != NULL ? g->in.outside : g->profile->outside;

	return outside != NULL ? outside[f] : 0;
}

/* Is function F excluded? */
static inline bool
graph_is_func_excluded(const struct graph *g, uint32_t f)
{
	return g->no_func != NULL && g->no_func[f];
}

/* Is F a function of the profiler whose row is omitted? */
static inline bool
graph_is_omitted(const struct graph *g, uint32_t f)
{
	return g->selection.no_profiler && g->profile->funcs[f].is_profiler
		&& graph_is_func_excluded(g, f);
}

/* Is arc A excluded? */
static inline bool
graph_is_excluded(const struct graph *g, uint32_t a)
{
	return g->no_arc != NULL && g->no_arc[a];
}

/* Is arc A inside a cycle, or a call of a function by itself?  Such an arc propagates no time. */
static inline bool
graph_is_inner(const struct graph *g, uint32_t a)
{
	const struct arc *arc = &g->profile->arcs[a];
	uint32_t cycle = g->nodes[arc->caller].cycle;

	return arc->caller == arc->callee
		|| (cycle != NOBODY && cycle == g->nodes[arc->callee].cycle);
}

/* Does arc A lead from one member of a cycle to another member, without being excluded? */
static inline bool
graph_is_between_members(const struct graph *g, uint32_t a)
{
	const struct arc *arc = &g->profile->arcs[a];

	return arc->caller != arc->callee && graph_is_inner(g, a) && !graph_is_excluded(g, a);
}

/* Returns the number of counted calls of node N by other nodes.  If bounds_set_uncut() was called,
 * this number includes excluded calls. */
static inline uint64_t
graph_counted_calls(const struct graph *g, uint32_t n)
{
	return g->nodes[n].calls + (g->excluded_calls != NULL ? g->excluded_calls[n] : 0);
}

/* Returns the calls of function N by itself; of a cycle: calls between members. */
static inline uint64_t
graph_self_calls(const struct graph *g, uint32_t n)
{
	return g->self_calls != NULL ? g->self_calls[n] : 0;
}

/* Returns the fraction, 0 to 1, of the time of node N that is included in the figures. */
static inline double
graph_fract(const struct graph *g, uint32_t n)
{
	return g->inclusion != NULL ? g->inclusion[n].fract : 1;
}

/* Returns the samples in the code of node N, included in the figures or not. */
static inline double
graph_time(const struct graph *g, uint32_t n)
{
	return g->inclusion != NULL ? g->inclusion[n].time : g->nodes[n].self;
}

/* Returns the samples that callees have propagated to node N, included in the figures or not. */
static inline double
graph_children_time(const struct graph *g, uint32_t n)
{
	return g->inclusion != NULL ? g->inclusion[n].children_time : g->nodes[n].children;
}

/* Returns the samples of N and of its callees that are included in the figures. */
static inline double
graph_node_time(const struct node *n)
{
	return n->self + n->children;
}

/* Returns the time of N without what a total that the files state has beyond the costs in them
 * (graph.rest).  This is own time of functions that are elsewhere in the file, so frames of it
 * would count it twice. */
static inline double
graph_explained_time(const struct graph *g, uint32_t n)
{
	bool has_rest = g->rest != NULL && n < g->nfuncs && g->in.totals[n] > 0;
	double rest = has_rest ? g->rest[n] * graph_fract(g, n) : 0;

	return graph_node_time(&g->nodes[n]) - (rest > 0 ? rest : 0);
}

/* What samples of addresses are: an event without name. */
extern const struct measured_event graph_samples;

/* Returns the event that G shows. */
static inline const struct measured_event *
graph_event(const struct graph *g)
{
	const struct measured *m = g->profile->measured;

	return m != NULL ? &m->events[g->selection.event] : &graph_samples;
}

/* Does G show the difference of two profiles? */
static inline bool
graph_is_difference(const struct graph *g)
{
	return graph_event(g)->is_difference;
}

/* Has the profile, a difference, figures below 0? */
static inline bool
graph_is_signed(const struct graph *g)
{
	return graph_is_difference(g) || g->measure.net != g->measure.total
		|| g->measure.net64 != g->measure.total64;
}

/* Returns the size of figure X, by which rows are sorted and chosen: a profile and its negation
 * show the same rows in the same order. */
static inline double
graph_size(const struct graph *g, double x)
{
	return graph_is_signed(g) ? fabs(x) : x;
}

/* Returns self and total of node N modulo 2^64 (sum64.h), or 0. */
static inline struct sums64
graph_node_sums64(const struct graph *g, uint32_t n)
{
	return g->node_sums64 != NULL ? g->node_sums64[n] : (struct sums64){ 0 };
}

/* Does the same for the calls of arc A. */
static inline struct sums64
graph_arc_sums64(const struct graph *g, uint32_t a)
{
	return g->arc_sums64 != NULL ? g->arc_sums64[a] : (struct sums64){ 0 };
}

/* Returns the time of which callers and callees of N get parts: .self + .children or, if this is
 * less than they have, what they have.  So the parts of all callers, or of all callees, never add
 * up to more than 1. */
static inline double
graph_divided_time(const struct graph *g, uint32_t n)
{
	return g->divided != NULL ? g->divided[n] : graph_node_time(&g->nodes[n]);
}

/* A difference of this factor is shown as the same percentage, with one decimal, of the total. */
#define GRAPH_ROUNDING 1.0005

/* Is TIME more than all time of a profile of costs?  Then it is impossible. */
static inline bool
graph_is_above_all(const struct graph *g, double time)
{
	return g->unowned != NULL && (time > g->total ? time : -time) > g->total * GRAPH_ROUNDING;
}

/* Returns the cycle that node N is in, or N if it is in no cycle. */
static inline uint32_t
graph_cycle_or_self(const struct graph *g, uint32_t n)
{
	return g->nodes[n].cycle != NOBODY ? g->nodes[n].cycle : n;
}

#endif
