/* view_cycles.c - functions that call each other in circles, as a tree
 *
 * A cycle, its members, and the calls that each of them makes inside the cycle.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "cells.h"
#include "data.h"
#include "members.h"
#include "sentences.h"

enum kind { CYCLE, MEMBER, CALL };	/* thing: node, function, arc */

static uint32_t
node_of(const struct view *v, const struct row *r)
{
	return r->kind == CALL ? v->scene->profile->arcs[r->thing].callee : r->thing;
}

static bool
facts(const struct view *v, const struct row *r, struct facts *f)
{
	const struct scene *s = v->scene;
	const struct node *n;

	*f = (struct facts){ .node = node_of(v, r), .has_calls = true };
	if (r->kind == CALL) {
		f->calls = s->profile->arcs[r->thing].count;
		return true;
	}
	n = &s->graph->nodes[r->thing];
	f->has_time = s->has_time;
	f->self = n->self;
	f->child = n->child;
	f->worth = n->worth;
	f->calls = n->calls;
	f->join = '+';
	f->other = n->self_calls;
	f->lo = n->lo;
	f->hi = n->hi;
	return true;
}

static uint32_t
count_members(const struct view *v, uint32_t n)
{
	const struct graph *g = v->scene->graph;

	return g->member_at[n - g->nfuncs + 1] - g->member_at[n - g->nfuncs];
}

/* Does member F call anybody else in its cycle? */
static bool
calls_inside(const struct scene *s, uint32_t f)
{
	const struct profile *p = s->profile;
	uint32_t i;

	for (i = p->out_at[f]; i < p->out_at[f + 1]; i++)
		if (p->arcs[p->out[i]].callee != f && graph_is_inner(s->graph, p, p->out[i])
			&& !profile_is_possible(p, p->out[i]))
			return true;
	return false;
}

static void
cell_member(const struct view *v, const struct row *r, struct pen *pen)
{
	bool has_more = r->kind == CYCLE || (r->kind == MEMBER && calls_inside(v->scene, r->thing));
	char text[64];

	pen_skip(pen, (pen->grid->width >= 120 ? 2 : 1) + 2 * r->depth);
	if (!v->shift || v->whole)
		pen_text(pen, r->open ? "- " : has_more ? "+ " : "  ");
	if (r->kind == CALL)
		pen_text(pen, "→ ");
	if (r->kind == CYCLE) {
		pen_style(pen, STYLE_SELF);
		snprintf(text, sizeof(text), "%s  %u functions", scene_name(v->scene, r->thing),
			count_members(v, r->thing));
		pen_text(pen, text);
		return;
	}
	cell_name(v, node_of(v, r), pen);
}

static bool
data_role(const struct view *v, const struct row *r, struct datum *d)
{
	(void)v;
	return datum_text(d, r->kind == CYCLE ? "cycle" : r->kind == MEMBER ? "member" : "call");
}

static const struct column columns[] = {
	{ .id = "index", .title = " index", .letter = 'i', .rank = 0, .width = 6, .wide = 6,
		.ascending = true, .cell = cell_index, .value = value_index,
		.need = need_index, .data = data_index },
	{ .id = "depth", .data = data_depth },
	{ .id = "role", .data = data_role },
	{ .id = "total_pct", .title = "%total", .letter = 't', .rank = 1, .width = 7, .wide = 8,
		.cell = cell_total_percent, .value = value_total, .used = used_time,
		.data = data_total_percent },
	{ .title = "", .rank = 7, .wide = 9, .left = true,
		.cell = cell_total_bar, .used = used_time },
	{ .id = "self", .title = "self $", .letter = 's', .rank = 3, .width = 8, .wide = 10,
		.cell = cell_self, .value = value_self, .used = used_time, .need = need_time,
		.data = data_self },
	{ .id = "children", .title = "children", .letter = 'h', .rank = 4, .width = 9, .wide = 10,
		.cell = cell_child, .value = value_child, .used = used_time,
		.need = need_time, .data = data_child },
	{ .id = "calls", .title = "called+inner", .letter = 'c', .rank = 2, .width = 16,
		.wide = 22, .left = true, .cell = cell_called_of, .value = value_calls,
		.used = used_calls, .data = data_calls },
	{ .id = "inner", .data = data_inner_calls },
	{ .id = "name", .title = "cycle / member / call inside", .letter = 'n', .width = 1,
		.wide = 2, .rest = true, .ascending = true,
		.cell = cell_member, .text = text_of_name, .data = data_name },
};

static void
expand(struct view *v, const struct row *r, struct rows *children)
{
	const struct profile *p = v->scene->profile;
	uint32_t *arcs;
	size_t n, i;

	if (r->kind == CYCLE)
		add_members(v, r->thing, MEMBER, children);
	if (r->kind != MEMBER)
		return;
	arcs = graph_callees(v->scene->graph, p, r->thing, &n);
	for (i = 0; i < n; i++)
		if (p->arcs[arcs[i]].callee != r->thing
			&& graph_is_inner(v->scene->graph, p, arcs[i])
			&& !profile_is_possible(p, arcs[i]))
			rows_add(children, (struct row){ .thing = arcs[i], .kind = CALL });
	free(arcs);
}

static void
fill(struct view *v)
{
	const struct graph *g = v->scene->graph;
	uint32_t i, n;
	bool first = true;

	for (i = 0; i < g->nnodes; i++) {
		n = g->entries[i];
		if (!scene_is_cycle(v->scene, n))
			continue;
		view_add(v, (struct row){ .thing = n, .kind = CYCLE });
		if (first)
			view_open(v, (int)v->rows.n - 1);
		first = false;
	}
}

static struct target
target(const struct view *v, const struct row *r)
{
	return (struct target){ .goal = GOAL_CALLS, .node = node_of(v, r) };
}

static void
title(const struct view *v, bool wide, struct title *t)
{
	uint32_t n = v->scene->graph->ncycles;

	(void)wide;
	title_profiles(t, v->scene, true);
	if (n == 0)
		title_add(t, 1, "no cycles");
	else
		title_add(t, 1, "%u cycle%s", n, n == 1 ? "" : "s");
}

static void
detail(const struct view *v, const struct row *r, FILE *out)
{
	if (r->kind == CALL)
		say_arc(v->scene, r->thing, false, out);
	else
		say_node(v->scene, r->thing, out);
}

static void
explain(const struct view *v, const struct row *r, FILE *out)
{
	if (r->kind == CALL)
		tell_arc(v->scene, r->thing, out);
	tell_node(v->scene, node_of(v, r), out);
}

const struct view_ops cycles_view = {
	.where = CYCLES,
	.name = "cycles",
	.empty = "no functions call each other in circles",
	.columns = columns,
	.ncolumns = sizeof(columns) / sizeof(*columns),
	.sort = -1,
	.fill = fill,
	.expand = expand,
	.facts = facts,
	.target = target,
	.title = title,
	.detail = detail,
	.explain = explain,
};
