/* inlinedtimes.c - the time of nodes and arcs of a profile that shows inlined functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/inlinedtimes.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "figures/bounds.h"
#include "figures/entries.h"
#include "figures/graph_solve.h"
#include "figures/inclusion.h"
#include "profile/inlining.h"

struct inlined_times {
	struct graph *g;
	const struct profile *p;
	const struct inlining *x;
	const struct graph *host;	/* the graph in which inlined code belongs to its hosts */
	struct share *instances;		/* owned; indexed by instance: its time */
	struct bound *bounds;		/* owned; indexed by instance: bounds of its time */
	struct bound *again;		/* owned; indexed by function: .hi has the time of calls of
					 * the function by its own instances, which the totals of
					 * both contain, .lo the least time */
	uint64_t *moved_in;		/* owned; indexed by arc: how many calls of the arc are made
					 * by instances */
	double *inlined;		/* owned; indexed by node of .host: samples of the instances
					 * in the node */
};

/* Returns the samples of instance I. */
static double
ticks_of(const struct graph *g, uint32_t i)
{
	return g->in.instances != NULL ? g->in.instances[i]
		: g->profile->inlining->instances[i].ticks;
}

/* Gives the samples and calls of the instances of G back to their hosts in Q, the profile of HOST.
 * An excluded arc of an instance gives no calls back.  An excluded arc of a host loses its own
 * calls.  If instances give calls back to this arc, it is no longer excluded and has only these
 * calls.  If instances made all calls of a host's arc, and give none back, the arc becomes
 * excluded. */
static void
join_with_hosts(const struct graph *g, struct graph *host, struct profile *q)
{
	const struct inlining *x = q->inlining;
	double *ticks = mem_copy(g->in.self, q->nfuncs, sizeof(*ticks));
	const struct arc *arcs = q->arcs;
	uint64_t *calls = mem_uncleared(q->narcs, sizeof(*calls));	/* indexed by arc */
	bool *excluded = host->no_arc;

	for (uint32_t a = 0; a < q->narcs; a++)
		calls[a] = graph_calls(g, a);
	for (uint32_t i = 0; i < x->ninstances; i++) {
		ticks[x->instances[i].host] += ticks_of(g, i);
		ticks[x->instances[i].func] -= ticks_of(g, i);
	}
	for (size_t i = 0; i < x->ncalls; i++)
		calls[x->calls[i].arc] -= x->calls[i].count;
	for (uint32_t a = 0; excluded != NULL && a < q->narcs; a++)
		if (excluded[a])
			calls[a] = 0;
	for (size_t i = 0; i < x->ncalls; i++)
		if (excluded == NULL || !excluded[x->calls[i].arc])
			calls[x->calls[i].host_arc] += x->calls[i].count;
	for (uint32_t a = 0; excluded != NULL && a < q->narcs; a++)
		excluded[a] = excluded[a] && calls[a] == 0;
	for (size_t i = 0; excluded != NULL && i < x->ncalls; i++)
		if (calls[x->calls[i].host_arc] == 0)
			excluded[x->calls[i].host_arc] = true;
	host->in.self = ticks;
	host->in.owns_self = true;
	q->inlining = NULL;
	profile_new_arcs(q, q->narcs);
	for (uint32_t a = 0; a < q->narcs; a++) {
		bool inlined = a >= x->first_arc && a < x->narcs;

		q->arcs[a].caller = arcs[a].caller;
		q->arcs[a].callee = inlined ? arcs[a].caller : arcs[a].callee;
		profile_set_arc_calls(q, a, calls[a]);
	}
	free(calls);
	q->out = q->in = (struct arc_list){ 0 };
	profile_link(q);
}

static void
copy_graph(struct graph *g, const struct graph *host)
{
	g->ncycles = host->ncycles;
	g->nnodes = host->nnodes;
	g->total = host->total;
	g->most = host->most;
	g->nodes = mem_aligned(g->nnodes, sizeof(*g->nodes));
	memcpy(g->nodes, host->nodes, g->nnodes * sizeof(*g->nodes));
	g->self_calls = mem_copy(host->self_calls, g->nnodes, sizeof(*g->self_calls));
	g->inclusion = mem_copy(host->inclusion, g->nnodes, sizeof(*g->inclusion));
	if (g->inclusion == NULL)
		inclusion_open(g);
	g->bounds = mem_new(g->nnodes, sizeof(*g->bounds));
	memcpy(g->bounds, host->bounds, g->nnodes * sizeof(*g->bounds));
	g->member_at = mem_new((size_t)g->ncycles + 1, sizeof(*g->member_at));
	memcpy(g->member_at, host->member_at, ((size_t)g->ncycles + 1) * sizeof(*g->member_at));
	g->members = mem_new(g->member_at[g->ncycles], sizeof(*g->members));
	if (g->member_at[g->ncycles] > 0)
		memcpy(g->members, host->members,
			g->member_at[g->ncycles] * sizeof(*g->members));
	g->shares = mem_new(1, sizeof(*g->shares));
	g->shares->v = mem_new(g->profile->narcs, sizeof(*g->shares->v));
	g->arc_bounds = mem_new(g->profile->narcs, sizeof(*g->arc_bounds));
}

static void
add_share(struct share *to, struct share share)
{
	to->self += share.self;
	to->children += share.children;
}

static void
add_bound(struct bound *to, struct bound bound)
{
	to->lo += bound.lo;
	to->hi += bound.hi;
	to->cycle_calls += bound.cycle_calls;
	if (bound.certainty > to->certainty)
		to->certainty = bound.certainty;
}

/* In the host graph, arc A stands for COUNT or more calls.  Returns bounds of the time of COUNT of
 * these calls; 0 if A propagates nothing. */
static struct bound
bound_of_calls(const struct inlined_times *t, uint32_t a, uint64_t count)
{
	struct bound bound = { .certainty = CERTAIN };

	if (count == 0 || graph_is_inner(t->host, a) || graph_is_excluded(t->host, a))
		return bound;
	bound = bounds_of_arc(t->host, a);
	if (count == profile_arc_calls(t->host->profile, a))
		return bound;
	bound.lo = 0;
	bound.cycle_calls *= (float)((double)count
		/ (double)profile_arc_calls(t->host->profile, a));
	bound.certainty = bound.certainty > SHARED ? bound.certainty : SHARED;
	return bound;
}

/* In the host graph, arc A stands for COUNT or more calls.  Returns the time of COUNT of these
 * calls. */
static struct share
share_of_calls(const struct inlined_times *t, uint32_t a, uint64_t count)
{
	uint32_t callee = graph_cycle_or_self(t->host, t->p->arcs[a].callee);
	struct share share = graph_share(t->host, a);
	uint64_t all = profile_arc_calls(t->host->profile, a);
	double time = graph_time(t->host, callee), moved;

	if (count < all) {
		share.self *= (double)count / (double)all;
		share.children *= (double)count / (double)all;
	}
	/* In the host graph, the self samples of the callee contain the samples of the functions
	 * that are inlined into it.  Here, these samples are time of its callees. */
	moved = time > 0 ? share.self * (t->inlined[callee] / time) : 0;
	return (struct share){ share.self - moved, share.children + moved };
}

/* Sets T->inlined: adds up the samples of the instances in each node of the host graph. */
static void
sum_up_instances(struct inlined_times *t)
{
	for (uint32_t i = 0; i < t->x->ninstances; i++) {
		uint32_t host = t->x->instances[i].host, cycle = t->host->nodes[host].cycle;

		t->inlined[host] += ticks_of(t->g, i);
		if (cycle != NOBODY)
			t->inlined[cycle] += ticks_of(t->g, i);
	}
}

/* Is instance I inlined, directly or indirectly, into code of the same function? */
static bool
is_nested_in_itself(const struct inlining *x, uint32_t i)
{
	uint32_t func = x->instances[i].func;

	if (x->instances[i].host == func)
		return true;
	for (uint32_t up = x->instances[i].up; up != NOBODY; up = x->instances[up].up)
		if (x->instances[up].func == func)
			return true;
	return false;
}

/* Instance I makes calls of function CALLEE, which take TIME with BOUND.  If I is code of CALLEE,
 * or is inlined into such code, notes that the time is in the instance and in the callee: the total
 * of the function has it once. */
static void
note_own_calls(struct inlined_times *t, uint32_t i, uint32_t callee, double time,
	const struct bound *bound)
{
	for (; i != NOBODY; i = t->x->instances[i].up)
		if (t->x->instances[i].func == callee && !is_nested_in_itself(t->x, i)) {
			t->again[callee].hi += time;
			t->again[callee].lo += bound->lo;
		}
}

/* Sets the times of all arcs to the times of their calls, and adds the times of calls that
 * instances make to the instances. */
static void
share_calls(struct inlined_times *t)
{
	const struct inlining *x = t->x;
	const struct profile *p = t->p;

	for (size_t i = 0; i < x->ncalls; i++)
		t->moved_in[x->calls[i].arc] += x->calls[i].count;
	for (uint32_t a = 0; a < p->narcs - p->npossible; a++) {
		uint64_t own = graph_is_excluded(t->g, a) ? 0
			: graph_calls(t->g, a) - t->moved_in[a];

		if (a >= x->first_arc)
			continue;
		t->g->shares->v[a] = share_of_calls(t, a, own);
		t->g->arc_bounds[a] = bound_of_calls(t, a, own);
	}
	for (size_t i = 0; i < x->ncalls; i++) {
		const struct inlined_calls *c = &x->calls[i];
		struct share share;
		struct bound bound;

		if (graph_is_excluded(t->g, c->arc))
			continue;
		share = share_of_calls(t, c->host_arc, c->count);
		bound = bound_of_calls(t, c->host_arc, c->count);
		add_share(&t->g->shares->v[c->arc], share);
		add_bound(&t->g->arc_bounds[c->arc], bound);
		t->instances[c->instance].children += share.self + share.children;
		add_bound(&t->bounds[c->instance], bound);
		note_own_calls(t, c->instance, p->arcs[c->arc].callee,
			share.self + share.children, &bound);
	}
}

/* Adds the time and bounds of each instance to the arc that leads to the instance, and to the
 * instance into which this one is inlined.  If the instance is not inlined into code of its own
 * function, also adds the time to the element of TOTAL for this function, and the bounds to the
 * bounds of the function. */
static void
share_instances(struct inlined_times *t, double *total)
{
	const struct inlining *x = t->x;

	for (uint32_t i = x->ninstances; i-- > 0;) {
		const struct inlined_instance *instance = &x->instances[i];
		double ticks = ticks_of(t->g, i) * graph_fract(t->host, instance->host);
		struct share share = { ticks, t->instances[i].children };

		add_bound(&t->bounds[i], (struct bound){ .lo = ticks, .hi = ticks });
		if (instance->up != NOBODY) {
			t->instances[instance->up].children += ticks + share.children;
			add_bound(&t->bounds[instance->up], t->bounds[i]);
		}
		if (instance->arc != NOBODY) {
			add_share(&t->g->shares->v[instance->arc], share);
			add_bound(&t->g->arc_bounds[instance->arc], t->bounds[i]);
		}
		if (is_nested_in_itself(x, i))
			continue;
		total[instance->func] += ticks + share.children;
		add_bound(&t->g->bounds[instance->func], t->bounds[i]);
	}
}

/* Moves the self time of each instance from its host to the function of the instance.  SELF is
 * indexed by function.  Before the call, SELF has the self times of the host graph. */
static void
set_self(struct inlined_times *t, double *self)
{
	struct graph *g = t->g;

	for (uint32_t i = 0; i < t->x->ninstances; i++) {
		const struct inlined_instance *instance = &t->x->instances[i];
		uint32_t cycle = t->host->nodes[instance->host].cycle;
		double ticks = ticks_of(g, i) * graph_fract(t->host, instance->host);

		self[instance->host] -= ticks;
		self[instance->func] += ticks;
		if (cycle == NOBODY)
			continue;
		g->nodes[cycle].self -= ticks;
		g->nodes[cycle].children += ticks;
		g->inclusion[cycle].time -= ticks_of(g, i);
		g->inclusion[cycle].children_time += ticks_of(g, i);
	}
}

static void
set_nodes(struct inlined_times *t)
{
	struct graph *g = t->g;
	double *self = mem_new(g->nfuncs, sizeof(*self));
	double *total = mem_new(g->nfuncs, sizeof(*total));

	for (uint32_t f = 0; f < g->nfuncs; f++) {
		self[f] = g->nodes[f].self;
		total[f] = graph_node_time(&g->nodes[f]);
	}
	set_self(t, self);
	share_instances(t, total);
	for (uint32_t f = 0; f < g->nfuncs; f++) {
		total[f] -= t->again[f].hi;
		g->bounds[f].lo -= t->again[f].lo;
		g->bounds[f].hi -= t->again[f].lo;
	}
	for (uint32_t f = 0; f < g->nfuncs; f++) {
		struct node *n = &g->nodes[f];
		struct inclusion *in = &g->inclusion[f];

		if (self[f] == n->self && total[f] == graph_node_time(n))
			continue;
		in->time = g->in.self[f];
		n->self = self[f] > 0 ? self[f] : 0;
		n->children = total[f] > n->self ? total[f] - n->self : 0;
		if (in->time > 0)
			in->fract = n->self / in->time;
		in->children_time = in->fract > 0 ? n->children / in->fract : 0;
		n->shown = true;
		if (g->bounds[f].hi > g->most && g->bounds[f].certainty != CERTAIN)
			g->bounds[f].hi = g->most > total[f] ? g->most : total[f];
	}
	free(self);
	free(total);
}

bool
inlinedtimes_solve(struct graph *g, struct stop *stop)
{
	struct inlined_times t = { .g = g, .p = g->profile, .x = g->profile->inlining };
	struct host_graph *host = mem_new(1, sizeof(*host));

	host->graph = (struct graph){ .profile = &host->profile, .nfuncs = g->nfuncs,
		.measure = g->measure,
		.no_func = mem_copy(g->no_func, g->nfuncs, sizeof(*g->no_func)),
		.no_arc = mem_copy(g->no_arc, t.p->narcs, sizeof(*g->no_arc)) };
	profile_borrow(&host->profile, g->profile);
	join_with_hosts(g, &host->graph, &host->profile);
	if (!graph_solve_inputs(&host->graph, stop)) {
		graph_release(&host->graph);
		profile_release(&host->profile);
		free(host);
		return false;
	}
	g->host = host;
	t.host = &host->graph;
	copy_graph(g, t.host);
	t.instances = mem_new(t.x->ninstances, sizeof(*t.instances));
	t.bounds = mem_new(t.x->ninstances, sizeof(*t.bounds));
	t.again = mem_new(g->nfuncs, sizeof(*t.again));
	t.moved_in = mem_new(t.p->narcs, sizeof(*t.moved_in));
	t.inlined = mem_new(g->nnodes, sizeof(*t.inlined));
	sum_up_instances(&t);
	share_calls(&t);
	set_nodes(&t);
	free(t.inlined);
	free(t.instances);
	free(t.bounds);
	free(t.again);
	free(t.moved_in);
	return true;
}

void
inlinedtimes_release(struct graph *g)
{
	free(g->arc_bounds);
	if (g->host == NULL)
		return;
	graph_release(&g->host->graph);
	profile_release(&g->host->profile);
	free(g->host);
}

const struct graph *
inlinedtimes_cycles(const struct graph *g)
{
	return g->host != NULL ? &g->host->graph : g;
}
