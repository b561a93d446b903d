/* graphrows.c - the rows of trees of callees and callers of a profile without stacks
 *
 * A call graph does not count call paths.  So the time of a row deeper in the tree is an estimate:
 * the time of a function, multiplied by the shares of the calls along the path.  If the function of
 * a row is already on the call path, the row cannot be opened.  A cycle has one row.  In a tree of
 * callees, the row of a cycle contains its members, and the row of a member contains its calls that
 * leave the cycle.  In a tree of callers, the row of a cycle contains the callers of the cycle.
 *
 * In the difference of two profiles, a row has a share of each side: its time is that of B less
 * that of A.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/treerows.h"

#include <stdlib.h>

#include "columns/members.h"
#include "columns/sidecolumns.h"
#include "figures/bounds.h"
#include "figures/entries.h"
#include "table/view_unfold.h"
#include "words/describe.h"

/* If the ratio of two times is from SAME to 1, the times differ only by rounding. */
static const double SAME = 1 - 1e-9;

static uint32_t
node(const struct view *v, const struct row *r)
{
	const struct graph *g = v->ctx->graph;
	const struct arc *arcs = v->ctx->profile->arcs;

	switch ((enum tree_kind)r->kind) {
	case TREE_CALLEE:
		/* The row of a call from outside a cycle shows the whole cycle. */
		return graph_is_inner(g, r->thing) ? arcs[r->thing].callee
			: graph_cycle_or_self(g, arcs[r->thing].callee);
	case TREE_CALLER:
		return arcs[r->thing].caller;
	case TREE_CYCLE:
		return entries_at_index(g, r->thing);
	case TREE_ROOT: case TREE_MEMBER:
		break;
	}
	return r->thing;
}

/* Does V show the difference of two profiles, whose rows have two shares? */
static bool
is_change(const struct view *v)
{
	return sidecolumn_used(v->ctx);
}

/* Does row R show a part of the time of its call or node?  If not, it cannot be unfolded. */
static bool
has_share(const struct view *v, const struct row *r)
{
	return is_change(v) ? r->shares[0] > 0 || r->shares[1] > 0 : r->share > 0;
}

/* Sets the share of CHILD to that of R or, if ARC is not NOBODY, to the part of it that ARC has. */
static void
inherit_share(const struct view *v, const struct row *r, struct row *child, uint32_t arc)
{
	if (!is_change(v)) {
		child->share = r->share * (arc != NOBODY ? graph_arc_part(v->ctx->graph, arc) : 1);
		return;
	}
	for (int i = 0; i < 2; i++)
		child->shares[i] = (float)(r->shares[i] * (arc != NOBODY
			? graph_arc_part(v->ctx->compared.graph[i], arc) : 1));
}

/* Returns the first row of a tree. */
static struct row
root_row(const struct view *v, uint32_t n)
{
	struct row row = { .thing = n, .kind = TREE_ROOT };

	inherit_share(v, is_change(v) ? &(const struct row){ .shares = { 1, 1 } }
		: &(const struct row){ .share = 1 }, &row, NOBODY);
	return row;
}

/* Returns the self time of node N of the difference on SIDE, and sets *TOTAL to its total. */
static double
side_of_node(const struct view *v, uint32_t n, int side, double *total)
{
	const struct graph *g = v->ctx->graph, *of = v->ctx->compared.graph[side];
	const struct profile *p = g->profile;
	uint32_t c = n - g->nfuncs;
	double self = 0;

	if (n < g->nfuncs) {
		*total = graph_node_time(&of->nodes[n]);
		return of->nodes[n].self;
	}
	*total = 0;
	for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++) {
		uint32_t f = g->members[i];

		self += of->nodes[f].self;
		for (uint32_t k = p->out.at[f]; k < p->out.at[f + 1]; k++) {
			struct share share = graph_share(of, profile_arc(&p->out, k));

			if (!graph_is_inner(g, profile_arc(&p->out, k)))
				*total += share.self + share.children;
		}
	}
	*total += self;
	return self;
}

/* Returns the node of which row R of a difference shows a share. */
static uint32_t
shared_node(const struct view *v, const struct row *r)
{
	bool up = r->kind == TREE_CALLER || r->kind == TREE_CYCLE;

	return graph_cycle_or_self(v->ctx->graph, up ? v->subject : node(v, r));
}

static bool
sides(const struct view *v, const struct row *r, int side, double *total)
{
	uint32_t n = node(v, r);

	if (treerows_is_arc(r) && r->depth == 1)
		return sidecolumn_total_of(v->ctx, n, r->thing, side, total);
	if (r->kind == TREE_MEMBER || (r->kind == TREE_ROOT
		&& v->ctx->graph->nodes[n].cycle != NOBODY) || !has_share(v, r))
		return false;
	(void)side_of_node(v, shared_node(v, r), side, total);
	*total *= r->shares[side];
	return true;
}

/* Returns the cost of row R of a difference: of a call on a path, what B has less what A has. */
static struct cost
cost_of_change(const struct view *v, const struct row *r)
{
	uint32_t n = node(v, r);
	struct cost f = cost_of_node(v->ctx, n);
	bool is_member = r->kind == TREE_MEMBER || (r->kind == TREE_ROOT
		&& v->ctx->graph->nodes[n].cycle != NOBODY);
	double self, total;

	f.subject = r->kind == TREE_ROOT;
	f.has_calls = false;
	if (r->kind == TREE_ROOT)
		return f;
	f.has_time = v->ctx->has_time && has_share(v, r);
	f.self = f.children = f.lo = f.hi = 0;
	f.sums64 = (struct sums64){ 0 };
	f.certainty = SHARED;
	f.lacks_total = is_member;
	for (int side = 0; side < 2; side++) {
		self = side_of_node(v, is_member ? n : shared_node(v, r), side, &total);
		self *= r->shares[side];
		f.self += side == 0 ? -self : self;
		f.children += (total * r->shares[side] - self) * (side == 0 ? -1 : 1);
	}
	return f;
}

/* N is a cycle, or a function outside cycles.  Returns the bounds of the fraction PART of the time
 * of N. */
static struct bound
bound_of_part(const struct graph *g, uint32_t n, double part)
{
	struct bound bound = g->bounds[n];

	bound.lo = part < 1 ? 0 : bound.lo;
	bound.cycle_calls = bounds_cycle_calls(g, n, part);
	return bound;
}

/* N is a cycle, or a function outside cycles.  F is the cost of row R, which shows the fraction
 * R->share of the time of N or of a member of N.  If too few calls share the time of N for an
 * estimate, sets F->lacks_total and the bounds of F. */
static void
set_few_calls(const struct view *v, const struct row *r, uint32_t n, struct cost *f)
{
	struct bound bound = bound_of_part(v->ctx->graph, n, r->share);

	/* If the path to the row around R has too few calls for an estimate, the path to R, which
	 * is longer, has too few calls, too. */
	if (r->few_calls)
		bound.cycle_calls = 1;
	if (!f->has_time || !bounds_have_few_calls(v->ctx->graph, &bound))
		return;
	f->lacks_total = true;
	f->lo = bound.lo;
	f->hi = bound.hi;
	/* If the row shows only a part of a cycle's time, it is not known how much of this part is
	 * self time. */
	if (r->share >= 1 || !view_context_is_cycle(v->ctx, n))
		return;
	f->undivided = true;
	f->children += f->self;
	f->self = 0;
}

/* Row R shows N, a member of a cycle.  Sets the total of F to the fraction R->share of the
 * estimated total of N.  If there is no estimate, sets the bounds of F. */
static void
set_member_total(const struct view *v, const struct row *r, uint32_t n, struct cost *f)
{
	struct cost member = cost_of_node(v->ctx, n);

	f->children = member.children * r->share;
	f->lacks_total = member.lacks_total;
	f->certainty = r->share < 1 && member.certainty == CERTAIN ? SHARED : member.certainty;
	f->hi = member.hi;
	f->lo = r->share >= 1 ? member.lo : 0;
	if (r->share < 1)
		set_few_calls(v, r, v->ctx->graph->nodes[n].cycle, f);
}

/* Sets the time of F to the estimated time of the call in row R, if there is an estimate.  The call
 * is inside a cycle.  R must be directly inside the root, because a deeper row shows only the part
 * of the time that belongs to one call path. */
static void
set_inner_time(const struct view *v, const struct row *r, struct cost *f)
{
	struct cost inner = cost_of_arc(v->ctx, r->thing);

	if (!inner.has_time)
		return;
	f->has_time = true;
	f->propagated = inner.propagated;
	f->undivided = inner.undivided;
	f->self = inner.self;
	f->children = inner.children;
	f->certainty = inner.certainty;
	f->lo = inner.lo;
	f->hi = inner.hi;
}

/* Does row R show the recorded cost of a call?  Only rows directly inside the root do. */
static bool
has_known_cost(const struct view *v, const struct row *r)
{
	return treerows_is_arc(r) && r->depth == 1 && profile_has(v->ctx->profile, HAS_COSTS);
}

/* Sets the time of F to the cost of the call in row R, if this cost is known.  R must be directly
 * inside the root. */
static void
set_known_cost(const struct view *v, const struct row *r, struct cost *f)
{
	struct cost known = cost_of_arc(v->ctx, r->thing);

	if (!known.has_time)
		return;
	f->self = known.self;
	f->children = known.children;
	f->certainty = known.certainty;
	f->sums64 = known.sums64;
	f->undivided = known.undivided;
	f->propagated = known.propagated;
	f->lo = known.lo;
	f->hi = known.hi;
}

/* Returns the time and calls of row R.  In a tree of callees, the time is the fraction R->share of
 * the time of the row's node.  In a tree of callers, the time is the fraction R->share of the time
 * of the root or, if the root is a member of a cycle, of the whole cycle.  But if R shows a call
 * directly inside the root, and the time of this call is known or estimated, returns the time of
 * this call. */
static struct cost
cost(const struct view *v, const struct row *r)
{
	const struct graph *g = v->ctx->graph;
	uint32_t n = node(v, r);
	bool up = r->kind == TREE_CALLER || r->kind == TREE_CYCLE;
	bool own = r->kind == TREE_ROOT || r->kind == TREE_MEMBER;
	uint32_t whose = up ? v->subject : n;
	uint32_t of = own ? n : graph_cycle_or_self(g, whose);
	const struct node *shown = &g->nodes[of];
	const struct bound *bound = &g->bounds[of];
	struct cost f = { .node = n, .subject = r->kind == TREE_ROOT, .has_calls = true,
		.has_time = v->ctx->has_time && graph_fract(g, of) > 0 && has_share(v, r),
		.excluded = 1 - graph_fract(g, of),
		.counted = profile_has(v->ctx->profile, HAS_COSTS) };

	if (is_change(v)) {
		f = cost_of_change(v, r);
		if (has_known_cost(v, r))
			set_known_cost(v, r, &f);
		return f;
	}
	f.self = shown->self * r->share;
	f.children = shown->children * r->share;
	if (r->kind == TREE_ROOT && shown->cycle == NOBODY)
		f.sums64 = graph_node_sums64(g, of);
	f.certainty = g->nodes[whose].cycle != NOBODY ? CYCLIC
		: r->share < 1 && bound->certainty == CERTAIN ? SHARED : bound->certainty;
	f.calls = treerows_is_arc(r) ? graph_calls(v->ctx->graph, r->thing) : g->nodes[n].calls;
	/* If the row shows only a part of a time, this part is computed from numbers of calls. */
	f.propagated = r->share < 1;
	f.hi = r->kind == TREE_ROOT || f.propagated ? bound->hi : 0;
	f.lo = r->kind == TREE_ROOT ? bound->lo : 0;
	set_few_calls(v, r, of, &f);
	if (own && f.has_time && g->nodes[n].cycle != NOBODY)
		set_member_total(v, r, n, &f);
	if (treerows_is_arc(r) && r->depth == 1 && graph_is_inner(g, r->thing))
		set_inner_time(v, r, &f);
	else if (has_known_cost(v, r))
		set_known_cost(v, r, &f);
	return f;
}

/* The nodes of a row and of the rows around it. */
struct call_path {
	uint32_t nodes[UINT8_MAX + 1];
	int n;
};

/* Sets PATH to the call path from row R up to the root.  R and the root are on this path, too. */
static void
find_path(const struct view *v, const struct row *r, struct call_path *path)
{
	int depth = r->depth;

	path->n = 0;
	for (const struct row *up = r; ; up--) {
		if (up->depth <= depth) {
			path->nodes[path->n++] = node(v, up);
			depth = up->depth - 1;
		}
		if (depth < 0 || up == v->rows.v)
			return;
	}
}

static bool
is_on_path(const struct call_path *path, uint32_t n)
{
	for (int i = 0; i < path->n; i++)
		if (path->nodes[i] == n)
			return true;
	return false;
}

/* Does the tree show ARC?  The tree shows neither possible calls nor excluded calls.  An arc from a
 * function to itself that has no calls is not shown either: folding has added its calls to another
 * arc. */
static bool
is_counted(const struct view_context *ctx, uint32_t arc)
{
	const struct arc *a = &ctx->profile->arcs[arc];

	return !profile_is_possible(ctx->profile, arc) && !graph_is_excluded(ctx->graph, arc)
		&& (a->caller != a->callee || profile_arc_calls(ctx->profile, arc) > 0);
}

/* Does ARC enter a cycle from outside, with too few calls for an estimate?  Then only bounds are
 * known for the fraction PART of the cycle's time.  See bounds_have_few_calls(). */
static bool
enters_by_few_calls(const struct graph *g, uint32_t arc, double part)
{
	uint32_t whole = graph_cycle_or_self(g, g->profile->arcs[arc].callee);
	struct bound bound = bound_of_part(g, whole, part);

	return whole >= g->nfuncs && !graph_is_inner(g, arc) && bounds_have_few_calls(g, &bound);
}

/* Adds a row inside R for each of the COUNT arcs ARCS that the tree shows, and frees ARCS.  If an
 * arc is inside a cycle or leads to a node on the call path, its row gets the share 0 and cannot be
 * opened.  If OUTER is set, adds no arcs inside a cycle. */
static void
add_arcs(const struct view *v, const struct row *r, uint32_t *arcs, size_t count, bool outer,
	struct rows *children)
{
	const struct view_context *ctx = v->ctx;
	bool up = v->ops->goes_up;
	struct call_path path;

	find_path(v, r, &path);
	for (size_t i = 0; i < count; i++) {
		uint32_t arc = arcs[up ? count - 1 - i : i];
		struct row child = { .thing = arc, .kind = up ? TREE_CALLER : TREE_CALLEE };

		if (!is_counted(ctx, arc) || (outer && graph_is_inner(ctx->graph, arc)))
			continue;
		if (!is_on_path(&path, node(v, &child)))
			inherit_share(v, r, &child, arc);
		child.few_calls = !is_change(v) && (r->few_calls
			|| enters_by_few_calls(ctx->graph, arc,
				up ? graph_arc_part(ctx->graph, arc) : child.share));
		view_rows_add(children, child);
	}
	free(arcs);
}

/* If R is the root, adds a row for each of the COUNT arcs ARCS that is inside a cycle and that the
 * tree shows.  These rows cannot be opened.  Frees ARCS. */
static void
add_inner(const struct view *v, const struct row *r, uint32_t *arcs, size_t count,
	struct rows *children)
{
	const struct view_context *ctx = v->ctx;

	for (size_t i = count; r->kind == TREE_ROOT && i-- > 0;)
		if (graph_is_inner(ctx->graph, arcs[i]) && is_counted(ctx, arcs[i]))
			view_rows_add(children,
				(struct row){ .thing = arcs[i], .kind = TREE_CALLER });
	free(arcs);
}

static void
expand_members(struct view *v, const struct row *r, uint32_t cycle, struct rows *children)
{
	size_t i = children->n;

	members_add(v, cycle, TREE_MEMBER, children);
	for (; i < children->n; i++) {
		inherit_share(v, r, &children->v[i], NOBODY);
		children->v[i].few_calls = r->few_calls;
	}
}

static void
expand(struct view *v, const struct row *r, struct rows *children)
{
	const struct view_context *ctx = v->ctx;
	bool up = v->ops->goes_up;
	uint32_t n = node(v, r), *arcs, cycle;
	size_t count;

	if (r->depth > 0 && !has_share(v, r))
		return;
	if (view_context_is_cycle(ctx, n)) {
		if (!up) {
			expand_members(v, r, n, children);
			return;
		}
		arcs = members_callers(ctx, n, &count);
		add_arcs(v, r, arcs, count, true, children);
		return;
	}
	cycle = ctx->graph->nodes[n].cycle;
	if (up && cycle != NOBODY) {
		struct row row = { .thing = ctx->graph->nodes[cycle].index, .kind = TREE_CYCLE,
			.few_calls = r->few_calls };

		inherit_share(v, r, &row, NOBODY);
		view_rows_add(children, row);
	}
	arcs = up ? entries_callers(ctx->graph, n, &count)
		: entries_callees(ctx->graph, n, &count);
	/* For a member of a cycle, add only callers inside the cycle.  The row of the cycle
	 * contains the other callers. */
	if (up && cycle != NOBODY)
		add_inner(v, r, arcs, count, children);
	else
		add_arcs(v, r, arcs, count, r->kind == TREE_MEMBER, children);
}

/* Does function N call any function outside its cycle? */
static bool
calls_outside(const struct view_context *ctx, uint32_t n)
{
	const struct profile *p = ctx->profile;

	for (uint32_t i = p->out.at[n]; i < p->out.at[n + 1]; i++)
		if (!graph_is_inner(ctx->graph, profile_arc(&p->out, i))
		    && is_counted(ctx, profile_arc(&p->out, i)))
			return true;
	return false;
}

static bool
has_more(const struct view *v, const struct row *r)
{
	const struct profile *p = v->ctx->profile;
	uint32_t n = node(v, r);
	bool up = v->ops->goes_up;
	const struct arc_list *list = up ? &p->in : &p->out;

	if (r->depth > 0 && !has_share(v, r))
		return false;
	if (view_context_is_cycle(v->ctx, n))
		return !up || v->ctx->graph->nodes[n].calls > 0;
	if (up && v->ctx->graph->nodes[n].cycle != NOBODY)
		return true;
	if (r->kind == TREE_MEMBER)
		return calls_outside(v->ctx, n);
	/* Stop at the first possible call: all counted calls come before the possible calls. */
	for (uint32_t i = list->at[n]; i < list->at[n + 1]; i++) {
		if (profile_is_possible(p, profile_arc(list, i)))
			break;
		if (is_counted(v->ctx, profile_arc(list, i)))
			return true;
	}
	return false;
}

static void
fill(struct view *v)
{
	const struct graph *g = v->ctx->graph;
	uint32_t i;

	if (v->subject != NOBODY) {
		view_add(v, root_row(v, v->subject));
		view_unfold(v, 0);
		return;
	}
	for (i = 0; i < g->nnodes; i++) {
		uint32_t n = g->entries[i];

		if (!view_context_is_cycle(v->ctx, n) && !view_context_is_idle(v->ctx, n)
			&& (g->nodes[n].calls == 0 || (graph_outside(g, n) > 0
				&& (g->in.totals == NULL
					|| graph_outside(g, n) == g->nodes[n].calls))))
			view_add(v, root_row(v, n));
	}
}

/* Is row R a recursive call, which is not expanded again?  A call that costs nothing has no share
 * either, but is none. */
static bool
is_repeated(const struct view *v, const struct row *r)
{
	return r->depth > 0 && !has_share(v, r)
		&& (!treerows_is_arc(r) || graph_is_inner(v->ctx->graph, r->thing));
}

/* If row R shows only a part of the time of its call or node, writes this part and the whole
 * time. */
static void
detail_path(const struct view *v, const struct row *r, FILE *out)
{
	const struct graph *g = v->ctx->graph;
	struct cost f = *view_cost(v, r);
	char along[FIGURE], whole[FIGURE];
	double all, time = f.self + f.children;

	if (!f.has_time || f.lacks_total || r->kind == TREE_ROOT || is_change(v))
		return;
	if (treerows_is_arc(r)) {
		struct share share = graph_share(g, r->thing);

		all = share.self + share.children;
	} else {
		all = g->nodes[f.node].self + g->nodes[f.node].children;
	}
	if (time >= all * SAME)
		return;
	figure_spoken(along, &v->ctx->scale, time);
	figure_spoken(whole, &v->ctx->scale, all);
	fprintf(out, "~%s along this path, of %s\t", along, whole);
}

static void
describe_brief(const struct view *v, const struct row *r, FILE *out)
{
	detail_path(v, r, out);
	if (!treerows_is_arc(r))
		describe_node_brief(v->ctx, node(v, r), out);
	else if (!has_share(v, r) && !graph_is_inner(v->ctx->graph, r->thing))
		fprintf(out, "already on this call path: not expanded again\t");
	else
		describe_arc_brief(v->ctx, r->thing, r->kind == TREE_CALLER, out);
}

static void
describe_full(const struct view *v, const struct row *r, FILE *out)
{
	char part[FIGURE];

	/* A row without a share shows an estimate of its own, or no time. */
	if (r->kind != TREE_ROOT && !is_change(v) && r->share > 0 && !has_known_cost(v, r)) {
		figure_plain(part, 100 * r->share, 3);
		fprintf(out, "Times in a tree are estimates: a call graph counts calls from one "
			"function to the next, not whole call paths.  This row gets %s %% of the "
			"function's time: the product of the call shares along the path.\n", part);
	}
	if (treerows_is_arc(r)) {
		describe_arc_full(v->ctx, r->thing, out);
		fputc('\n', out);
	}
}

const struct treerows graphrows = {
	.fill = fill,
	.expand = expand,
	.has_more = has_more,
	.is_repeated = is_repeated,
	.node = node,
	.cost = cost,
	.sides = sides,
	.describe_brief = describe_brief,
	.describe_full = describe_full,
};
