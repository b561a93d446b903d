/* pathrows.c - the rows of trees of callees and callers of a profile that has stacks
 *
 * A row shows a set of recorded call paths (figures/pathsets.h), so its figures are estimates
 * only if the file says that its stacks are estimated.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/treerows.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "columns/sidecolumns.h"
#include "measured/measured.h"
#include "table/cost.h"
#include "table/view_unfold.h"
#include "words/describe.h"

static const struct pathset *
set_of(const struct view *v, const struct row *r)
{
	assert(v->paths != NULL && r->set < v->paths->n);
	return &v->paths->v[r->set];
}

static void
fill(struct view *v)
{
	struct stop *stop = v->ctx->stop;
	uint32_t first, n = 1;

	v->paths = mem_new(1, sizeof(*v->paths));
	pathsets_open(v->paths, v->ctx->graph, &v->ctx->graph->paths, v->ops->goes_up);
	for (int i = 0; i < 2 && sidecolumn_used(v->ctx); i++)
		v->paths->sides[i] = &v->ctx->compared.graph[i]->paths;
	first = v->subject != NOBODY ? pathsets_add_func(v->paths, v->subject, stop)
		: pathsets_add_roots(v->paths, stop, &n);
	v->ctx->stopped |= first == NOBODY;
	if (v->ctx->stopped)
		return;
	for (uint32_t i = first; i < first + n; i++)
		view_add(v, (struct row){ .thing = v->paths->v[i].func, .kind = TREE_ROOT,
			.set = i });
	if (v->subject != NOBODY)
		view_unfold(v, 0);
}

static void
expand(struct view *v, const struct row *r, struct rows *children)
{
	uint8_t kind = v->ops->goes_up ? TREE_CALLER : TREE_CALLEE;
	uint32_t n, first = pathsets_inside(v->paths, r->set, v->ctx->stop, &n);

	v->ctx->stopped |= first == NOBODY;
	for (uint32_t i = first; i < first + n; i++)
		view_rows_add(children, (struct row){ .thing = v->paths->v[i].arc, .kind = kind,
			.set = i });
}

static bool
has_more(const struct view *v, const struct row *r)
{
	return r->depth < UINT8_MAX && set_of(v, r)->has_more;
}

static uint32_t
node(const struct view *v, const struct row *r)
{
	return set_of(v, r)->func;
}

static struct cost
cost(const struct view *v, const struct row *r)
{
	const struct pathset *set = set_of(v, r);
	struct cost whole = cost_of_node(v->ctx, set->func);

	struct cost f = { .node = set->func, .subject = set->arc == NOBODY,
		.has_time = v->ctx->has_time && set->n > 0, .self = set->self,
		.certainty = whole.certainty, .counted = whole.counted };

	cost_set_total(&f, set->total, set->sums64);
	return f;
}

static bool
sides(const struct view *v, const struct row *r, int side, double *total)
{
	*total = set_of(v, r)->sides[side];
	return true;
}

static bool
is_repeated(const struct view *v, const struct row *r)
{
	(void)v;
	(void)r;
	return false;
}

/* Returns a phrase that says whether the stacks are recorded or estimates. */
static const char *
origin(const struct view *v)
{
	return v->ctx->profile->measured->estimated ? "estimated, as the file says"
		: "recorded, not estimated";
}

static void
total_text(char total[2 * FIGURE], const struct view *v, const struct pathset *set)
{
	figure_with_error64(total, &v->ctx->scale, set->total,
		cost_paths_variance(v->ctx, set->total, set->variance), set->sums64.total);
}

static void
describe_brief(const struct view *v, const struct row *r, FILE *out)
{
	const struct pathset *set = set_of(v, r);
	const char *name = view_context_name(v->ctx, v->paths->v[0].func);
	char total[2 * FIGURE], all[FIGURE];

	if (r->depth == UINT8_MAX && set->has_more)
		fprintf(out, "deeper calls cannot be shown\t");
	if (!v->ctx->has_time || set->arc == NOBODY) {
		describe_node_brief(v->ctx, set->func, out);
		return;
	}
	total_text(total, v, set);
	fprintf(out, v->ctx->profile->measured->estimated ? "~%s on this call path, an estimate in the file\t"
		: "%s recorded on this call path\t", total);
	if (v->ops->goes_up && v->subject != NOBODY) {
		figure_spoken64(all, &v->ctx->scale, v->paths->v[0].total,
			v->paths->v[0].sums64.total);
		fprintf(out, "total of %s: %s\t", name, all);
		return;
	}
	figure_spoken64(all, &v->ctx->scale, graph_node_time(&v->ctx->graph->nodes[set->func]),
		graph_node_sums64(v->ctx->graph, set->func).total);
	fprintf(out, "of %s in all\t", all);
	describe_place(v->ctx, set->func, out);
}

static void
describe_full(const struct view *v, const struct row *r, FILE *out)
{
	const struct pathset *set = set_of(v, r);
	char total[2 * FIGURE], part[FIGURE], self[FIGURE];

	if (!v->ctx->has_time || set->n == 0)
		return;
	total_text(total, v, set);
	figure_percent(part, set->total, v->ctx->graph->total, 2);
	figure_spoken64(self, &v->ctx->scale, set->self, set->sums64.self);
	if (v->ops->goes_up)
		fprintf(out, "On this call path: %s, %s %%, %s. This is the sum of the stacks in which the "
			"function in the first row was called like this. If a stack has several calls of "
			"it, the outermost one counts.\n", total, part, origin(v));
	else
		fprintf(out, "On this call path: %s, %s %%, %s. This is the sum of the stacks that have "
			"the calls from the first row down to this row. %s of it are in the function "
			"itself. If a stack has several calls of the function in the first row, the "
			"outermost one counts.\n", total, part, origin(v), self);
}

const struct treerows pathrows = {
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
