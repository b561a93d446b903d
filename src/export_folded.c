/* export_folded.c - stacks for flame graphs, made from a call graph
 *
 * A profile of gprof has no stacks.  The time of a function is given to the ways that lead
 * to it by the number of calls, so each line is an estimate, and begins with a frame that
 * says so.  A cycle is one frame with its members above it.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "export.h"
#include "mem.h"

enum { DEEPEST = 120 };			/* frames; what is deeper goes into one */

/* Ways with less than this part of all time go into one frame, too. */
static const double LEAST = 1e-4;

static const char ROOT[] = "[estimated from a call graph]";

/* A node on the way to what is printed. */
struct frame {
	uint32_t node;			/* a function in no cycle, or a cycle */
	uint32_t member;		/* a function in the cycle, or NODE */
	uint32_t arc;			/* the next one to follow, in profile.out ... */
	uint32_t next;			/* ... and the next member, in graph.members */
	double part;			/* of the node's time that came this way */
	double rest;			/* time that went into ways too small to show */
};

struct folding {
	struct export *x;
	struct frame stack[DEEPEST];
	int depth;
	double sum;			/* of all time printed so far */
	uint64_t done;			/* the same in whole numbers */
};

static double
time_of(const struct scene *s, uint32_t n)
{
	return s->graph->nodes[n].self + s->graph->nodes[n].child;
}

/* A line for the stack, and LEAF on top of it if that is not NULL. */
static void
print_stack(struct folding *f, const char *leaf, double samples)
{
	struct out *o = &f->x->out;
	uint64_t amount;
	int i;

	/* What is lost by rounding goes to the next line. */
	f->sum += export_time(f->x->scene, samples);
	amount = (uint64_t)llround(f->sum) - f->done;
	f->done += amount;
	if (amount == 0)
		return;
	out_text(o, ROOT);
	for (i = 0; i < f->depth; i++) {
		const struct frame *at = &f->stack[i];

		out_text(o, ";");
		export_name(f->x, scene_name(f->x->scene, at->node), ";", "");
		if (at->member == at->node)
			continue;
		out_text(o, ";");
		export_name(f->x, scene_name(f->x->scene, at->member), ";", "");
	}
	if (leaf != NULL) {
		out_text(o, ";");
		out_text(o, leaf);
	}
	out_printf(o, " %" PRIu64 "\n", amount);
}

static void
push(struct folding *f, uint32_t node, double part)
{
	const struct scene *s = f->x->scene;
	const struct graph *g = s->graph;
	struct frame *top = &f->stack[f->depth++];
	bool is_cycle = scene_is_cycle(s, node);

	*top = (struct frame){ .node = node, .member = node, .part = part };
	if (is_cycle) {
		top->next = g->member_at[node - g->nfuncs];
		top->member = g->members[top->next++];
	}
	top->arc = s->profile->out_at[top->member];
	print_stack(f, NULL, g->nodes[top->member].self * part);
}

/* The next function of the cycle on top; false: there is none. */
static bool
next_member(struct folding *f)
{
	const struct scene *s = f->x->scene;
	const struct graph *g = s->graph;
	struct frame *top = &f->stack[f->depth - 1];

	if (top->member == top->node || top->next >= g->member_at[top->node - g->nfuncs + 1])
		return false;
	if (top->rest > 0)
		print_stack(f, "[...]", top->rest);
	top->rest = 0;
	top->member = g->members[top->next++];
	top->arc = s->profile->out_at[top->member];
	print_stack(f, NULL, g->nodes[top->member].self * top->part);
	return true;
}

/* Follow arc ARC from the top of the stack. */
static void
follow(struct folding *f, uint32_t arc)
{
	const struct scene *s = f->x->scene;
	const struct graph *g = s->graph;
	struct frame *top = &f->stack[f->depth - 1];
	uint32_t callee = graph_whole(g, s->profile->arcs[arc].callee);
	struct share handed = graph_share(g, arc);
	double time = (handed.self + handed.child) * top->part;

	if (graph_is_cut(g, arc) || graph_is_inner(g, arc) || time <= 0)
		return;
	if (time < LEAST * g->total || f->depth == DEEPEST)
		top->rest += time;
	else
		push(f, callee, time / time_of(s, callee));
}

/* Everything below NODE, PART of it. */
static void
walk(struct folding *f, uint32_t node, double part)
{
	const struct profile *p = f->x->scene->profile;

	push(f, node, part);
	while (f->depth > 0) {
		struct frame *top = &f->stack[f->depth - 1];

		if (top->arc < p->out_at[top->member + 1]) {
			follow(f, p->out[top->arc++]);
		} else if (!next_member(f)) {
			if (top->rest > 0)
				print_stack(f, "[...]", top->rest);
			f->depth--;
		}
	}
}

void
export_folded(struct export *x)
{
	const struct scene *s = x->scene;
	const struct graph *g = s->graph;
	double *left = mem_new(g->nnodes, sizeof(*left));
	struct folding *f = mem_new(1, sizeof(*f));
	uint32_t i, n;

	f->x = x;
	for (n = 0; n < g->nnodes; n++)
		left[n] = time_of(s, n);
	for (i = 0; i < s->profile->narcs; i++) {
		struct share share = graph_share(g, i);

		left[graph_whole(g, s->profile->arcs[i].callee)] -= share.self + share.child;
	}
	/* What nobody was handed begins a stack. */
	for (i = 0; i < g->nnodes; i++) {
		n = g->entries[i];
		if (graph_whole(g, n) == n && left[n] > 1e-9 * g->total)
			walk(f, n, left[n] / time_of(s, n));
	}
	free(left);
	free(f);
}
