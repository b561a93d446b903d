/* frametree.c - the frames of an icicle: a tree of calls in which every frame has a width
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "figures/frametree.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/sort.h"
#include "figures/bounds.h"
#include "figures/pathvalues.h"
#include "figures/pick.h"

/* If the ratio of two times is from SAME to 1, they differ only by rounding. */
static const double SAME = 1 - 1e-9;

static bool
has_stacks(const struct frametree *t)
{
	return profile_has(t->graph->profile, HAS_STACKS);
}

static uint32_t
add_frame(struct frametree *t, struct frame frame, uint32_t set)
{
	frame.inside = NOBODY;
	frame.func = frame.node == NOBODY || frame.node < t->graph->nfuncs ? frame.node
		: t->graph->members[t->graph->member_at[frame.node - t->graph->nfuncs]];
	t->v = mem_grow(t->v, (size_t)t->n + 1, &t->room, sizeof(*t->v));
	t->set_of = mem_grow(t->set_of, (size_t)t->n + 1, &t->sets_room, sizeof(*t->set_of));
	t->v[t->n] = frame;
	t->set_of[t->n] = set;
	return t->n++;
}

/* Returns a frame of the stacks of SET, inside frame PARENT. */
static struct frame
frame_of_set(const struct frametree *t, const struct pathset *set, uint32_t parent)
{
	return (struct frame){ .node = set->func, .parent = parent, .arc = set->arc,
		.width = set->amount, .total = set->total,
		.self = t->callees_on_top ? set->ended : set->self, .variance = set->variance,
		.sums64 = { t->callees_on_top ? 0 : set->sums64.self, set->sums64.total },
		.sides = { set->sides[0], set->sides[1] },
		.is_estimated = t->can_estimate, .is_chosen = true };
}

/* Returns the part of the time of node N, 0 to 1, that is in stacks with a chosen function at N or
 * inside N; 1 if no functions were chosen. */
static double
chosen_part(const struct frametree *t, uint32_t n)
{
	return t->chosen != NULL ? t->chosen[n] : 1;
}

/* Returns a frame of node N inside PARENT, which may be NULL.  The frame stands for TIME samples of
 * N.  Its width is the part of TIME that is in stacks with a chosen function.  If a chosen function
 * is around the frame, the width is all of TIME.  OWN is the part of N's time that does not go to
 * frames inside N. */
static struct frame
frame_of_node(const struct frametree *t, uint32_t n, const struct frame *parent, double time,
	double own)
{
	bool is_chosen = (parent != NULL && parent->is_chosen) || chosen_part(t, n) >= 1;
	double width = time * (is_chosen ? 1 : chosen_part(t, n));
	double all = frameedges_time(&t->edges, n);

	return (struct frame){ .node = n, .arc = NOBODY, .width = width, .total = width,
		.self = is_chosen && all > 0 ? time * own / all : 0, .is_chosen = is_chosen,
		.is_estimated = !is_chosen || profile_has(t->graph->profile, IS_ESTIMATED) };
}

/* Returns the part of N's time that does not go to frames inside N. */
static double
own_time(const struct frametree *t, uint32_t n)
{
	return t->callees_on_top ? t->edges.left[n] : t->graph->nodes[n].self;
}

/* Is N the node of frame F or of a frame around F? */
static bool
is_around(const struct frametree *t, uint32_t f, uint32_t n)
{
	for (; f != NOBODY; f = t->v[f].parent)
		if (t->v[f].node == n)
			return true;
	return false;
}

/* Is TIME the whole time of node N, and is this time known? */
static bool
is_known_whole(const struct frametree *t, uint32_t n, double time)
{
	return time >= SAME * frameedges_time(&t->edges, n)
		&& t->graph->bounds[n].certainty == CERTAIN;
}

/* Is the width of the frame CHILD inside F an estimate?  F stands for TIME samples of its node;
 * EDGE is the call from F to CHILD. */
static bool
is_estimated(const struct frametree *t, const struct frame *f, const struct frame *child,
	double time, const struct frame_edge *edge)
{
	double of = frameedges_time(&t->edges, f->node);

	if (child->is_estimated)
		return true;
	if (t->callees_on_top)
		return f->is_estimated || edge->time < SAME * of;
	if (profile_has(t->graph->profile, HAS_COSTS) && time >= SAME * of)
		return false;
	return !is_known_whole(t, edge->node, child->width);
}

/* Returns bounds of the time of EDGE, which leads to CALLEE. */
static struct bound
bound_of_edge(const struct frametree *t, const struct frame_edge *edge, uint32_t callee)
{
	const struct graph *g = t->graph;
	double part = edge->time / frameedges_time(&t->edges, callee);
	struct bound bound = g->bounds[callee];

	if (edge->arc != NOBODY)
		return bounds_of_arc(g, edge->arc);
	if (part < SAME)
		bound.lo = 0;
	bound.cycle_calls = bounds_cycle_calls(g, callee, part);
	return bound;
}

/* Can estimates be guesses?  False: the file has the costs of calls, or nothing is estimated. */
static bool
can_guess(const struct frametree *t)
{
	return t->graph->bounds != NULL && !profile_has(t->graph->profile, HAS_COSTS);
}

/* Is the estimated width of the frame CHILD inside F a guess?  F stands for TIME samples of its
 * node; EDGE is the call between F and CHILD. */
static bool
is_guess(const struct frametree *t, const struct frame *f, const struct frame *child,
	double time, const struct frame_edge *edge)
{
	double of = frameedges_time(&t->edges, f->node);
	bool is_whole = t->callees_on_top ? edge->time >= SAME * of : time >= SAME * of;
	struct bound bound;

	if (!child->is_estimated || !can_guess(t))
		return false;
	if (t->callees_on_top && (f->is_guess || is_whole || f->node < t->graph->nfuncs))
		return f->is_guess;
	if (f->is_guess && !is_whole)
		return true;
	bound = bound_of_edge(t, edge, t->callees_on_top ? f->node : edge->node);
	return bounds_have_few_calls(t->graph, &bound);
}

/* Is the estimated width of FRAME, which is inside no call, a guess? */
static bool
is_node_guess(const struct frametree *t, const struct frame *frame)
{
	return frame->is_estimated && can_guess(t)
		&& bounds_have_few_calls(t->graph, &t->graph->bounds[frame->node]);
}

/* Adds the frames of the calls inside frame F, if the profile has no stacks. */
static void
add_calls(struct frametree *t, uint32_t f)
{
	const struct frame frame = t->v[f];
	uint32_t n = frame.node;
	double time = frame.is_chosen ? frame.width : frame.width / chosen_part(t, n);

	if (frame.width <= 0)
		return;
	for (uint32_t i = t->edges.at[n]; i < t->edges.at[n + 1]; i++) {
		const struct frame_edge *edge = &t->edges.v[i];
		struct frame child = frame_of_node(t, edge->node, &frame,
			time * edge->time / frameedges_time(&t->edges, n), own_time(t, edge->node));

		/* All inlined code of a function is one node, which could be inside itself without
		 * end. */
		if (child.width <= 0 || (t->graph->host != NULL && is_around(t, f, edge->node)))
			continue;
		child.arc = edge->arc;
		child.parent = f;
		child.is_estimated = is_estimated(t, &frame, &child, time, edge);
		child.is_guess = is_guess(t, &frame, &child, time, edge);
		add_frame(t, child, NOBODY);
	}
}

/* Returns the time of N that does not come from its callees: with callees on top, that of the
 * innermost frames of N. */
static double
innermost_time(const struct frametree *t, uint32_t n)
{
	return t->graph->nodes[n].self + graph_unowned(t->graph, n);
}

/* Adds the outermost frames, those inside frame 0, if the profile has no stacks. */
static void
add_outermost(struct frametree *t)
{
	for (uint32_t n = 0; n < t->graph->nnodes; n++) {
		double time = t->callees_on_top ? innermost_time(t, n) : t->edges.left[n];
		struct frame frame;

		if (!frameedges_has(&t->edges, n) || time <= 0)
			continue;
		frame = frame_of_node(t, n, NULL, time, own_time(t, n));
		frame.parent = 0;
		frame.is_estimated |= !t->callees_on_top
			&& !profile_has(t->graph->profile, HAS_COSTS)
			&& !is_known_whole(t, n, time);
		frame.is_guess = is_node_guess(t, &frame);
		if (frame.width > 0)
			add_frame(t, frame, NOBODY);
	}
}

/* Adds a frame inside frame F for each of the sets FIRST to FIRST + N - 1, except sets without
 * width. */
static void
add_sets(struct frametree *t, uint32_t f, uint32_t first, uint32_t n)
{
	for (uint32_t i = first; i < first + n; i++)
		if (t->sets.v[i].amount > 0)
			add_frame(t, frame_of_set(t, &t->sets.v[i], f), i);
}

/* Sorts the frames inside frame F, which are the frames from FIRST on, by width, and sets their
 * positions. */
static void
arrange(struct frametree *t, uint32_t f, uint32_t first)
{
	uint32_t n = t->n - first, *order = mem_uncleared(n, sizeof(*order)), i;
	uint32_t *sets = mem_uncleared(n, sizeof(*sets));
	uint64_t *keys = mem_uncleared(n, sizeof(*keys));
	struct frame *frames = mem_uncleared(n, sizeof(*frames));
	double rest = 0;

	for (i = 0; i < n; i++) {
		order[i] = i;
		frames[i] = t->v[first + i];
		sets[i] = t->set_of[first + i];
		keys[i] = sort_key_greatest(frames[i].width);
	}
	sort_by_keys(order, keys, n);
	for (i = 0; i < n; i++) {
		struct frame *frame = &t->v[first + i];

		*frame = frames[order[i]];
		t->set_of[first + i] = sets[order[i]];
		frame->depth = t->v[f].depth + 1;
	}
	for (i = n; i-- > 0;) {
		rest += t->v[first + i].width;
		t->v[first + i].rest = rest;
	}
	t->v[f].inside = first;
	t->v[f].ninside = n;
	free(order);
	free(sets);
	free(keys);
	free(frames);
}

uint32_t
frametree_inside(struct frametree *t, uint32_t f, struct stop *stop, uint32_t *n)
{
	uint32_t first = t->n, sets, nsets;

	*n = 0;
	if (t->v[f].inside == NOBODY && !has_stacks(t) && t->n >= FRAMETREE_MOST) {
		t->is_full = true;
		return first;
	}
	if (t->v[f].inside == NOBODY) {
		if (has_stacks(t)) {
			sets = pathsets_inside(&t->sets, t->set_of[f], stop, &nsets);
			if (sets == NOBODY)
				return NOBODY;
			add_sets(t, f, sets, nsets);
		} else {
			add_calls(t, f);
		}
		arrange(t, f, first);
	}
	*n = t->v[f].ninside;
	return t->v[f].inside;
}

/* Adds frame 0, which stands for all stacks, and the frames inside frame 0.  Sets the figures of
 * frame 0 to the sums of the figures of these frames.  Returns false, like fill_subject(), if STOP
 * stopped the work. */
static bool
fill_all(struct frametree *t, struct stop *stop)
{
	struct frame *all;
	uint32_t sets, n;

	add_frame(t, (struct frame){ .node = NOBODY, .parent = NOBODY, .arc = NOBODY,
		.is_estimated = profile_has(t->graph->profile, IS_ESTIMATED) }, NOBODY);
	if (has_stacks(t)) {
		sets = t->callees_on_top ? pathsets_add_leaves(&t->sets, stop, &n)
			: pathsets_add_roots(&t->sets, stop, &n);
		if (sets == NOBODY)
			return false;
		add_sets(t, 0, sets, n);
	} else {
		add_outermost(t);
	}
	arrange(t, 0, 1);
	all = &t->v[0];
	for (uint32_t i = 1; i < t->n; i++) {
		all->width += t->v[i].width;
		all->total += t->v[i].total;
		all->variance += t->v[i].variance;
		all->sides[0] += t->v[i].sides[0];
		all->sides[1] += t->v[i].sides[1];
		all->sums64.total += t->v[i].sums64.total;
	}
	all->rest = all->width;
	return true;
}

/* Adds frame 0, which is the subject. */
static bool
fill_subject(struct frametree *t, struct stop *stop)
{
	uint32_t n = t->subject, set;
	struct frame frame;

	if (has_stacks(t)) {
		set = pathsets_add_func(&t->sets, n, stop);
		if (set == NOBODY)
			return false;
		frame = frame_of_set(t, &t->sets.v[set], NOBODY);
	} else {
		set = NOBODY;
		frame = frame_of_node(t, n, NULL, frameedges_time(&t->edges, n), own_time(t, n));
		frame.parent = NOBODY;
		frame.is_estimated |= t->graph->bounds[n].certainty != CERTAIN;
		frame.is_guess = is_node_guess(t, &frame);
	}
	frame.arc = NOBODY;
	frame.rest = frame.width;
	add_frame(t, frame, set);
	return true;
}

/* Lets the sets of T have the totals of both SIDES.  LEAVES: those of the paths alone. */
static void
set_sides(struct frametree *t, const struct path_values *const sides[2], bool leaves)
{
	for (int i = 0; i < 2; i++) {
		t->sides[i] = *sides[i];
		if (leaves)
			t->sides[i].total = sides[i]->self;
		t->sets.sides[i] = &t->sides[i];
	}
	t->has_sides = true;
}

bool
frametree_open(struct frametree *t, const struct graph *g, const struct frametree_options *o)
{
	const struct pick_frames frames = { .callers = o->callees_on_top, .subject = o->subject,
		.chosen = o->chosen };

	*t = (struct frametree){ .graph = g, .callees_on_top = o->callees_on_top,
		.subject = o->subject == NOBODY ? NOBODY : graph_cycle_or_self(g, o->subject),
		.can_estimate = !profile_has(g->profile, HAS_STACKS)
			|| profile_has(g->profile, IS_ESTIMATED) };
	if (has_stacks(t)) {
		bool leaves = o->callees_on_top && o->subject == NOBODY;
		bool is_all = o->subject == NOBODY && o->chosen == NULL && !leaves;

		if (!is_all && !pathvalues_again(&t->values, g, &frames, leaves, o->stop))
			return false;
		pathsets_open(&t->sets, g, is_all ? &g->paths : &t->values, o->callees_on_top);
		if (o->sides[0] != NULL && o->chosen == NULL)
			set_sides(t, o->sides, leaves);
	} else {
		if (!frameedges_open(&t->edges, g, o->callees_on_top, o->stop))
			return false;
		if (o->chosen != NULL)
			t->chosen = frameedges_parts_with(&t->edges, o->chosen, NULL, o->stop);
		if (o->chosen != NULL && t->chosen == NULL) {
			frameedges_release(&t->edges);
			return false;
		}
	}
	if (t->subject == NOBODY ? fill_all(t, o->stop) : fill_subject(t, o->stop))
		return true;
	frametree_release(t);
	return false;
}

void
frametree_release(struct frametree *t)
{
	pathsets_release(&t->sets);
	pathvalues_release(&t->values);
	frameedges_release(&t->edges);
	free(t->chosen);
	free(t->set_of);
	free(t->v);
	*t = (struct frametree){ 0 };
}

/* Returns the time of the chosen stacks in a tree that is made from the call graph.  PARTS is
 * indexed by node: the part of its time that is in chosen stacks. */
static double
time_of_parts(const struct frametree *t, const double *parts)
{
	double sum = 0;

	if (t->subject != NOBODY)
		return parts[t->subject] * frameedges_time(&t->edges, t->subject);
	for (uint32_t n = 0; n < t->graph->nnodes; n++)
		if (frameedges_has(&t->edges, n))
			sum += parts[n] * (t->callees_on_top ? innermost_time(t, n)
				: t->edges.left[n]);
	return sum;
}

double
frametree_time_with(const struct frametree *t, const bool *funcs, struct stop *stop)
{
	const struct pick_frames frames = { .callers = t->callees_on_top, .subject = t->subject,
		.chosen = funcs };
	double *parts, time;

	if (has_stacks(t))
		return pathvalues_amount(t->sets.values, t->graph, &frames, stop);
	parts = frameedges_parts_with(&t->edges, funcs, t->chosen, stop);
	if (parts == NULL)
		return -1;
	time = time_of_parts(t, parts);
	free(parts);
	return time;
}
