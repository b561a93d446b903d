/* estimated_stacks.c - stacks made from a call graph
 *
 * A profile of gprof has no stacks.  The time of a function is divided among the call paths to it
 * in proportion to the calls, so each stack is an estimate.  A cycle is one frame, with its members
 * on top of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sort.h"
#include "export/export.h"
#include "export/stacks.h"

enum { MOST_FRAMES = 120 };			/* greatest number of frames of a call path; longer
						 * paths are cut off, and their time is in a frame
						 * "[...]" */

/* Call paths with less than this part of the total time are cut off. */
static const double LEAST_SHARE = 1e-4;

/* A time below this part of the total time is taken for 0: it comes from rounding. */
static const double ROUNDING_ERROR = 1e-9;

/* A node of the current call path. */
struct frame {
	uint32_t node;			/* a function in no cycle, or a cycle */
	uint32_t member;		/* if .node is a cycle: the member whose time or call is
					 * shown, or .node; otherwise .node */
	uint32_t next;			/* index in stack_writer.arcs of the arc to follow next */
	double part;			/* which part of the node's time is on this call path, 0 to
					 * 1 */
	double rest;			/* time on this call path that has no stacks yet.  In the
					 * end, only callees and members with too little time for
					 * stacks of their own remain, and costs without an owner */
};

struct stack_writer {
	struct view_context *ctx;	/* borrowed */
	struct stacks *stacks;		/* borrowed; gets the stacks */
	struct measured *m;		/* borrowed; .stacks->m */
	double scale;			/* how many units of the event of M a sample has */
	uint32_t *arcs;			/* owned; arcs that propagate time, sorted by caller; arcs
					 * of one caller sorted by time */
	uint32_t *arcs_at;		/* owned; indexed by node: the arcs to its callees are
					 * .arcs[arcs_at[n]] to .arcs[arcs_at[n + 1] - 1] */
	double *time;			/* owned; indexed by arc: the time that the arc
					 * propagates */
	double *below;			/* owned; indexed by node: the time that arcs propagate to
					 * the node from callees, and costs that are no own cost of
					 * any function */
	double least;			/* call paths with less time are cut off */
	uint32_t *members;		/* owned; like graph.members, but sorted by time, the most
					 * first */
	struct frame stack[MOST_FRAMES];
	int depth;
	double sum;			/* sum of the times of all calls of add_stack() so far, in
					 * units of the event */
	int64_t done;			/* sum of the whole numbers that were added to M so far */
};

/* Sets object, file and line of FUNC to those of function F of the profile. */
static void
describe_func(struct stack_writer *w, uint32_t f, struct measured_func *func)
{
	const struct profile *p = w->ctx->profile;
	const char *path = p->images[p->funcs[f].image].path;
	uint32_t file = p->nplaces > 0 ? p->places[f].file : NOBODY;

	func->object = measured_text(w->m, path, strlen(path));
	if (file == NOBODY)
		return;
	func->file = measured_text(w->m, p->files[file], strlen(p->files[file]));
	func->line = p->places[f].line;
}

/* Returns the path PARENT (NOBODY: no frames) with the frame of node N on top. */
static uint32_t
path_of(struct stack_writer *f, uint32_t parent, uint32_t n)
{
	bool is_func = n < f->ctx->graph->nfuncs;
	const char *name = is_func ? f->ctx->profile->funcs[n].name
		: view_context_name(f->ctx, n);
	struct measured_frame frame = { .file = NOBODY };
	struct measured_func func = { .object = NOBODY, .file = NOBODY };

	func.name = measured_text(f->m, name, strlen(name));
	if (is_func)
		describe_func(f, n, &func);
	frame.func = measured_func(f->m, &func);
	stacks_set_func(f->stacks, frame.func, is_func ? n : NOBODY);
	return measured_path(f->m, parent, measured_frame(f->m, &frame));
}

/* Adds SAMPLES samples to the current stack.  If LEAF is not NULL, a frame with this name is on top
 * of the stack. */
static void
add_stack(struct stack_writer *f, const char *leaf, double samples)
{
	struct measured_frame frame = { .file = NOBODY };
	struct measured_func func = { .object = NOBODY, .file = NOBODY };
	struct measured_weight weight = { 0 };
	uint32_t path = NOBODY;

	/* The rounding error of this stack is corrected in the next stack. */
	f->sum += samples * f->scale;
	weight.value = export_whole(f->sum, &f->stacks->is_clipped) - f->done;
	f->done += weight.value;
	if (weight.value == 0)
		return;
	for (int i = 0; i < f->depth; i++) {
		const struct frame *at = &f->stack[i];

		path = path_of(f, path, at->node);
		if (at->member != at->node)
			path = path_of(f, path, at->member);
	}
	if (leaf != NULL) {
		func.name = measured_text(f->m, leaf, strlen(leaf));
		frame.func = measured_func(f->m, &func);
		stacks_set_func(f->stacks, frame.func, NOBODY);
		path = measured_path(f->m, path, measured_frame(f->m, &frame));
	}
	measured_add_sample(f->m, path, NOBODY, &weight);
}

/* The top of the current stack is a cycle.  Adds a stack for each member of the cycle that has
 * enough time. */
static void
add_members(struct stack_writer *f)
{
	const struct graph *g = f->ctx->graph;
	struct frame *top = &f->stack[f->depth - 1];
	uint32_t cycle = top->node - g->nfuncs;
	uint32_t i;

	top->rest += g->nodes[top->node].self * top->part;
	for (i = g->member_at[cycle]; i < g->member_at[cycle + 1]; i++) {
		double self = g->nodes[f->members[i]].self * top->part;

		if (self < f->least)
			break;
		top->member = f->members[i];
		top->rest -= self;
		add_stack(f, NULL, self);
	}
}

static void
push_frame(struct stack_writer *f, uint32_t node, double part)
{
	struct frame *top = &f->stack[f->depth++];

	*top = (struct frame){ .node = node, .member = node, .next = f->arcs_at[node],
		.part = part, .rest = f->below[node] * part };
	if (view_context_is_cycle(f->ctx, node))
		add_members(f);
	else
		add_stack(f, NULL, f->ctx->graph->nodes[node].self * part);
}

/* Pushes the next callee of the node on top of the stack.  False: no further callee has enough
 * time, or the stack has no room for it. */
static bool
push_next_callee(struct stack_writer *f)
{
	const struct view_context *ctx = f->ctx;
	struct frame *top = &f->stack[f->depth - 1];
	const struct arc *arc;
	uint32_t callee;
	double time;

	if (top->next == f->arcs_at[top->node + 1] || f->depth == MOST_FRAMES)
		return false;
	time = f->time[f->arcs[top->next]] * top->part;
	if (time < f->least)
		return false;
	arc = &ctx->profile->arcs[f->arcs[top->next++]];
	callee = graph_cycle_or_self(ctx->graph, arc->callee);
	top->member = top->node < ctx->graph->nfuncs ? top->node : arc->caller;
	top->rest -= time;
	assert(f->depth < MOST_FRAMES);
	push_frame(f, callee, time / graph_divided_time(ctx->graph, callee));
	return true;
}

/* Adds the stacks whose first frame is NODE.  Together, these stacks get the fraction PART of the
 * time of NODE. */
static void
add_stacks_from(struct stack_writer *f, uint32_t node, double part)
{
	push_frame(f, node, part);
	while (f->depth > 0) {
		struct frame *top = &f->stack[f->depth - 1];

		if (push_next_callee(f))
			continue;
		top->member = top->node;
		if (top->rest > ROUNDING_ERROR * f->ctx->graph->total)
			add_stack(f, "[...]", top->rest);
		f->depth--;
	}
}

/* Compares arcs by caller, which is a cycle or a function.  Compares arcs of one caller by time:
 * more time comes first. */
static int
by_caller(uint32_t a, uint32_t b, const void *with)
{
	const struct stack_writer *f = with;
	const struct view_context *ctx = f->ctx;
	uint32_t x = graph_cycle_or_self(ctx->graph, ctx->profile->arcs[a].caller);
	uint32_t y = graph_cycle_or_self(ctx->graph, ctx->profile->arcs[b].caller);

	if (x != y)
		return x < y ? -1 : 1;
	return f->time[a] > f->time[b] ? -1 : f->time[a] < f->time[b];
}

static int
by_self(uint32_t a, uint32_t b, const void *with)
{
	const struct graph *g = with;

	return g->nodes[a].self > g->nodes[b].self ? -1 : g->nodes[a].self < g->nodes[b].self;
}

/* Groups the arcs by caller, and sorts the arcs of each caller by time.  So push_next_callee() can
 * stop at the first arc with too little time. */
static void
sort_arcs(struct stack_writer *f)
{
	const struct profile *p = f->ctx->profile;
	const struct graph *g = f->ctx->graph;
	uint32_t n = 0, nmembers = g->ncycles > 0 ? g->member_at[g->ncycles] : 0, i;

	f->arcs = mem_new(p->narcs, sizeof(*f->arcs));
	f->arcs_at = mem_new((size_t)g->nnodes + 1, sizeof(*f->arcs_at));
	f->time = mem_new(p->narcs, sizeof(*f->time));
	f->below = mem_new(g->nnodes, sizeof(*f->below));
	f->members = mem_new(nmembers, sizeof(*f->members));
	for (i = 0; i < p->narcs; i++) {
		struct share share = graph_share(g, i);
		uint32_t caller = graph_cycle_or_self(g, p->arcs[i].caller);

		f->time[i] = share.self + share.children;
		if (graph_is_excluded(g, i) || graph_is_inner(g, i) || f->time[i] <= 0)
			continue;
		f->below[caller] += f->time[i];
		f->arcs_at[caller + 1]++;
		f->arcs[n++] = i;
	}
	for (i = 0; i < g->nnodes; i++) {
		f->arcs_at[i + 1] += f->arcs_at[i];
		if (g->unowned != NULL)
			f->below[i] = fmax(f->below[i], graph_divided_time(g, i)
				- fmax(g->nodes[i].self, 0));
	}
	sort_numbers(f->arcs, n, by_caller, f);
	for (i = 0; i < nmembers; i++)
		f->members[i] = g->members[i];
	for (i = 0; i < g->ncycles; i++)
		sort_numbers(f->members + g->member_at[i], g->member_at[i + 1] - g->member_at[i],
			by_self, g);
}

void
stacks_add_estimated(struct stacks *s, double scale)
{
	struct view_context *ctx = s->ctx;
	const struct graph *g = ctx->graph;
	double *left = mem_new(g->nnodes, sizeof(*left));
	struct stack_writer *f = mem_new(1, sizeof(*f));
	double all = 0;
	uint32_t i, n;

	f->ctx = ctx;
	f->stacks = s;
	f->m = s->m;
	f->scale = scale;
	sort_arcs(f);
	for (n = 0; n < g->nnodes; n++)
		left[n] = graph_explained_time(g, n);
	for (i = 0; i < ctx->profile->narcs; i++)
		if (f->time[i] > 0)
			left[graph_cycle_or_self(g, ctx->profile->arcs[i].callee)] -= f->time[i];
	/* If costs contradict each other, the stacks have more time than the profile. */
	for (n = 0; n < g->nnodes; n++)
		if (graph_cycle_or_self(g, n) == n && left[n] > 0)
			all += left[n];
	f->least = LEAST_SHARE * (all > g->total * (1 + ROUNDING_ERROR) ? all : g->total);
	/* The callers of a node may not account for all its time.  Stacks that begin with the node
	 * get the rest. */
	for (i = 0; i < g->nnodes; i++) {
		n = g->entries[i];
		if (graph_cycle_or_self(g, n) == n && left[n] > ROUNDING_ERROR * g->total)
			add_stacks_from(f, n, left[n] / graph_divided_time(g, n));
	}
	free(left);
	free(f->arcs);
	free(f->arcs_at);
	free(f->time);
	free(f->below);
	free(f->members);
	free(f);
}
