/* export_folded.c - stacks for flame graphs, made from a call graph
 *
 * A profile of gprof has no stacks.  The time of a function is divided among the call paths to it
 * in proportion to the calls, so each line is an estimate and begins with a frame that says so.  A
 * cycle is one frame, with its members on top of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/sort.h"
#include "export/export.h"

enum { MOST_FRAMES = 120 };			/* deeper call paths are cut off: their time is in a
						 * frame "[...]" */

/* Call paths with less than this part of the total time are cut off, too. */
static const double LEAST_SHARE = 1e-4;

/* Times below this part of the total time come from the rounding of sums. */
static const double ROUNDING_ERROR = 1e-9;

static const char ROOT[] = "[estimated from a call graph]";

/* A node of the current call path. */
struct frame {
	uint32_t node;			/* a function in no cycle, or a cycle */
	uint32_t member;		/* a function in the cycle, or NODE */
	uint32_t next;			/* index of the arc to follow next, in stack_writer.arcs */
	double part;			/* part of the node's time that this call path has */
	double rest;			/* time that is not printed yet; in the end, the time of
					 * callees and members too small to print */
};

struct stack_writer {
	struct export *x;
	uint32_t *arcs;			/* owned; arcs that propagate time, sorted by caller, then
					 * by time */
	uint32_t *arcs_at;		/* owned; indexed by node: index in ARCS of the first arc to
					 * a callee; nnodes + 1 numbers */
	double *time;			/* owned; indexed by arc: the time that it propagates */
	double *below;			/* owned; indexed by node: time that arcs propagate to it
					 * from callees */
	uint32_t *members;		/* owned; as graph.members, but members with more time
					 * first */
	struct frame stack[MOST_FRAMES];
	int depth;
	double sum;			/* sum of the times given to print_stack() so far */
	uint64_t done;			/* SUM as printed so far, in whole numbers */
};

static double
total_of(const struct view_context *ctx, uint32_t n)
{
	return ctx->graph->nodes[n].self + ctx->graph->nodes[n].children;
}

/* A semicolon separates frames, so it is replaced in names. */
static const char *
escape_in_frame(char c)
{
	return c == ';' ? "_" : NULL;
}

/* Print a line for the stack, with the frame LEAF on top if it is not NULL. */
static void
print_stack(struct stack_writer *f, const char *leaf, double samples)
{
	struct out *o = &f->x->out;
	uint64_t amount;
	int i;

	/* The rounding error of this line is added to the next line. */
	f->sum += export_time(f->x->ctx, samples);
	amount = (uint64_t)llround(f->sum) - f->done;
	f->done += amount;
	if (amount == 0)
		return;
	out_text(o, ROOT);
	for (i = 0; i < f->depth; i++) {
		const struct frame *at = &f->stack[i];

		out_text(o, ";");
		export_name(f->x, view_context_name(f->x->ctx, at->node), escape_in_frame);
		if (at->member == at->node)
			continue;
		out_text(o, ";");
		export_name(f->x, view_context_name(f->x->ctx, at->member), escape_in_frame);
	}
	if (leaf != NULL) {
		out_text(o, ";");
		out_text(o, leaf);
	}
	out_printf(o, " %" PRIu64 "\n", amount);
}

/* The top of the stack is a cycle: print a line for each member with enough time to be shown. */
static void
print_members(struct stack_writer *f)
{
	const struct graph *g = f->x->ctx->graph;
	struct frame *top = &f->stack[f->depth - 1];
	uint32_t cycle = top->node - g->nfuncs;
	uint32_t i;

	top->rest += g->nodes[top->node].self * top->part;
	for (i = g->member_at[cycle]; i < g->member_at[cycle + 1]; i++) {
		double self = g->nodes[f->members[i]].self * top->part;

		if (self < LEAST_SHARE * g->total)
			break;
		top->member = f->members[i];
		top->rest -= self;
		print_stack(f, NULL, self);
	}
}

static void
push_frame(struct stack_writer *f, uint32_t node, double part)
{
	struct frame *top = &f->stack[f->depth++];

	*top = (struct frame){ .node = node, .member = node, .next = f->arcs_at[node],
		.part = part, .rest = f->below[node] * part };
	if (view_context_is_cycle(f->x->ctx, node))
		print_members(f);
	else
		print_stack(f, NULL, f->x->ctx->graph->nodes[node].self * part);
}

/* Push the next callee of the function on top of the stack.  False: there is none with enough time,
 * or no room for it. */
static bool
push_next_callee(struct stack_writer *f)
{
	const struct view_context *ctx = f->x->ctx;
	struct frame *top = &f->stack[f->depth - 1];
	const struct arc *arc;
	uint32_t callee;
	double time;

	if (top->next == f->arcs_at[top->node + 1] || f->depth == MOST_FRAMES)
		return false;
	time = f->time[f->arcs[top->next]] * top->part;
	if (time < LEAST_SHARE * ctx->graph->total)
		return false;
	arc = &ctx->profile->arcs[f->arcs[top->next++]];
	callee = graph_cycle_or_self(ctx->graph, arc->callee);
	top->member = top->node < ctx->graph->nfuncs ? top->node : arc->caller;
	top->rest -= time;
	assert(f->depth < MOST_FRAMES);
	push_frame(f, callee, time / total_of(ctx, callee));
	return true;
}

/* Print the stacks whose first frame is NODE.  They share PART of its time. */
static void
print_stacks_from(struct stack_writer *f, uint32_t node, double part)
{
	push_frame(f, node, part);
	while (f->depth > 0) {
		struct frame *top = &f->stack[f->depth - 1];

		if (push_next_callee(f))
			continue;
		top->member = top->node;
		if (top->rest > ROUNDING_ERROR * f->x->ctx->graph->total)
			print_stack(f, "[...]", top->rest);
		f->depth--;
	}
}

/* Sorts arcs by the node that calls; of one node, arcs with more time come first. */
static int
by_caller(uint32_t a, uint32_t b, const void *with)
{
	const struct stack_writer *f = with;
	const struct view_context *ctx = f->x->ctx;
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

/* Group the arcs by caller and sort them by time, so that push_next_callee() can stop at the first
 * arc that is too small, however many there are. */
static void
sort_arcs(struct stack_writer *f)
{
	const struct profile *p = f->x->ctx->profile;
	const struct graph *g = f->x->ctx->graph;
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
	for (i = 0; i < g->nnodes; i++)
		f->arcs_at[i + 1] += f->arcs_at[i];
	sort_numbers(f->arcs, n, by_caller, f);
	for (i = 0; i < nmembers; i++)
		f->members[i] = g->members[i];
	for (i = 0; i < g->ncycles; i++)
		sort_numbers(f->members + g->member_at[i], g->member_at[i + 1] - g->member_at[i],
			by_self, g);
}

void
export_folded(struct export *x)
{
	const struct view_context *ctx = x->ctx;
	const struct graph *g = ctx->graph;
	double *left = mem_new(g->nnodes, sizeof(*left));
	struct stack_writer *f = mem_new(1, sizeof(*f));
	uint32_t i, n;

	f->x = x;
	sort_arcs(f);
	for (n = 0; n < g->nnodes; n++)
		left[n] = total_of(ctx, n);
	for (i = 0; i < ctx->profile->narcs; i++) {
		struct share share = graph_share(g, i);

		left[graph_cycle_or_self(g, ctx->profile->arcs[i].callee)]
			-= share.self + share.children;
	}
	/* If callers do not account for all the time of a node, the rest begins a stack of its
	 * own. */
	for (i = 0; i < g->nnodes; i++) {
		n = g->entries[i];
		if (graph_cycle_or_self(g, n) == n && left[n] > ROUNDING_ERROR * g->total)
			print_stacks_from(f, n, left[n] / total_of(ctx, n));
	}
	free(left);
	free(f->arcs);
	free(f->arcs_at);
	free(f->time);
	free(f->below);
	free(f->members);
	free(f);
}
