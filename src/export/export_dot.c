/* export_dot.c - the call graph for graphviz
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/sort.h"
#include "elf/image.h"
#include "export/export.h"
#include "figures/bounds.h"

static int
by_total(uint32_t a, uint32_t b, const void *with)
{
	const struct view_context *ctx = with;
	double x = fabs(graph_node_time(&ctx->graph->nodes[a]));
	double y = fabs(graph_node_time(&ctx->graph->nodes[b]));

	if (x != y)
		return x > y ? -1 : 1;
	return (ctx->graph->nodes[a].index > ctx->graph->nodes[b].index)
		- (ctx->graph->nodes[a].index < ctx->graph->nodes[b].index);
}

/* Returns an array, indexed by function: is the function drawn?  The caller frees the array. */
static bool *
choose_funcs(const struct export *x)
{
	const struct view_context *ctx = x->ctx;
	uint32_t nfuncs = ctx->profile->nfuncs, f, n = 0;
	bool *drawn = mem_new(nfuncs, sizeof(*drawn));
	uint32_t *order = mem_new(nfuncs, sizeof(*order));

	for (f = 0; f < nfuncs; f++)
		if (!view_context_is_idle(ctx, f))
			order[n++] = f;
	sort_numbers(order, n, by_total, ctx);
	for (f = 0; f < n && f < x->limit; f++)
		drawn[order[f]] = true;
	free(order);
	return drawn;
}

static double
percent(double part, double whole)
{
	return whole > 0 ? 100 * part / whole : 0;
}

/* Returns how strongly a node or an edge with PERCENT of the total is drawn, from 0 to 1. */
static double
strength(double percent)
{
	return fmin(fabs(percent), 100) / 100;
}

/* Returns the text to write for C in a label, or NULL for C itself.  Characters are escaped if they
 * would end the label, or begin an escape or a character entity. */
static const char *
escape_in_label(char c)
{
	return c == '"' ? "\\\"" : c == '\\' ? "\\\\" : c == '&' ? "&amp;" : NULL;
}

static void
print_label(struct export *x, const char *name)
{
	export_name(x, name, escape_in_label);
}

/* Prints TIME, a number of samples, in percent of the total.  B has the bounds of TIME.  If there
 * are too few calls for an estimate of TIME (bounds_have_few_calls()), prints only the bounds. */
static void
print_time(struct export *x, double time, const struct bound *b)
{
	const struct graph *g = x->ctx->graph;

	if (bounds_have_few_calls(g, b))
		out_printf(&x->out, "%.0f-%.0f %%", floor(percent(b->lo, g->total) + 1e-9),
			fmin(100, ceil(percent(b->hi, g->total) - 1e-9)));
	else
		out_printf(&x->out, "%s%.1f %%", b->certainty == CERTAIN ? ""
			: b->certainty == IMPOSSIBLE ? "!" : "~", percent(time, g->total));
}

/* Prints function F.  More time means a darker colour.  There is only one colour, for colour-blind
 * users.  Functions of a cycle have two borders and the number of the cycle.  They are not drawn as
 * a cluster of dot, because dot fails with clusters on the cycles of real programs. */
static void
print_node(struct export *x, uint32_t f)
{
	const struct view_context *ctx = x->ctx;
	const struct node *n = &ctx->graph->nodes[f];
	double total = percent(graph_node_time(n), ctx->graph->total);

	out_printf(&x->out, "\tn%u [label=\"", (unsigned)n->index);
	print_label(x, view_context_name(x->ctx, f));
	if (ctx->has_time) {
		out_printf(&x->out, "\\nself %.2f %%", percent(n->self, ctx->graph->total));
		if (profile_has(ctx->profile, HAS_CALLERS)) {
			out_text(&x->out, "\\ntotal ");
			print_time(x, graph_node_time(n), &ctx->graph->bounds[f]);
		}
	}
	if (n->calls > 0)
		out_printf(&x->out, "\\n%" PRIu64 " calls", n->calls);
	if (n->cycle != NOBODY)
		out_printf(&x->out, "\\nin cycle %u", (unsigned)(n->cycle - ctx->graph->nfuncs + 1));
	out_printf(&x->out, "\", fillcolor=\"0.08 %.2f 1.00\"%s];\n", strength(total),
		n->cycle != NOBODY ? ", peripheries=2" : "");
}

/* Prints the label and the attributes of the edge of ARC, for a profile whose totals are known.
 * ARC has PART percent of the total. */
static void
print_known_edge(struct export *x, uint32_t arc, double part)
{
	const struct view_context *ctx = x->ctx;
	const struct profile *p = ctx->profile;
	bool is_inner = graph_is_inner(ctx->graph, arc);
	bool has_time = profile_has(p, HAS_STACKS) || !is_inner;

	if (has_time)
		out_printf(&x->out, "%s%.1f %%", ctx->graph->contradicted != NULL
			&& ctx->graph->contradicted[arc] ? "!" : p->measured->estimated
			|| ctx->graph->shares == NULL ? "~" : "", part);
	if (graph_calls(x->ctx->graph, arc) > 0)
		out_printf(&x->out, "%s%" PRIu64, has_time ? "\\n" : "",
			graph_calls(x->ctx->graph, arc));
	out_printf(&x->out, "\"%s, penwidth=%.2f];\n", is_inner ? ", style=dashed" : "",
		has_time ? 1 + 4 * strength(part) : 1);
}

static void
print_edge(struct export *x, uint32_t arc)
{
	const struct view_context *ctx = x->ctx;
	const struct arc *a = &ctx->profile->arcs[arc];
	struct share share = graph_share(ctx->graph, arc);
	double part = percent(share.self + share.children, ctx->graph->total);
	struct bound bound;

	out_printf(&x->out, "\tn%u -> n%u [label=\"", (unsigned)ctx->graph->nodes[a->caller].index,
		(unsigned)ctx->graph->nodes[a->callee].index);
	if (profile_is_possible(ctx->profile, arc)) {
		out_text(&x->out, "possible\", style=dotted];\n");
		return;
	}
	if (profile_has(ctx->profile, HAS_TOTALS)) {
		print_known_edge(x, arc, part);
		return;
	}
	if (graph_is_inner(ctx->graph, arc)) {
		out_printf(&x->out, "%" PRIu64 "\", style=dashed];\n",
			profile_arc_calls(ctx->profile, arc));
		return;
	}
	if (ctx->has_time) {
		bound = bounds_of_arc(ctx->graph, arc);
		print_time(x, share.self + share.children, &bound);
		out_text(&x->out, "\\n");
	}
	out_printf(&x->out, "%" PRIu64 "\", penwidth=%.2f];\n",
		profile_arc_calls(ctx->profile, arc), 1 + 4 * strength(part));
}

/* Prints what the graph shows, and how reliable it is. */
static void
print_title(struct export *x)
{
	const struct profile *p = x->ctx->profile;
	const struct measured *m = p->measured;

	if (m == NULL) {
		print_label(x, p->nimages > 0 ? p->images[0].path : "");
		out_text(&x->out, "\\nself: sampled; calls: counted; totals and times of edges that have ~: "
			"estimated by the number of calls; 3-71 %: bounds");
		return;
	}
	print_label(x, m->nfiles > 0 ? m->files[0] : "");
	out_text(&x->out, "\\n");
	print_label(x, graph_event(x->ctx->graph)->name);
	out_printf(&x->out, ": totals %s", !profile_has(p, HAS_CALLERS) ? "are not known"
		: m->estimated ? "are estimates, as the file says"
		: m->has_costs ? "are known from the costs of calls"
		: "are known from recorded stacks");
}

void
export_dot(struct export *x)
{
	const struct view_context *ctx = x->ctx;
	const struct profile *p = ctx->profile;
	bool *drawn = choose_funcs(x);
	uint32_t i;

	out_text(&x->out, "digraph profile {\n\tgraph [labelloc=t, label=\"");
	print_title(x);
	out_text(&x->out, "\"];\n"
		"\tnode [shape=box, style=filled, fontname=\"sans-serif\"];\n"
		"\tedge [fontname=\"sans-serif\"];\n");
	for (i = 0; i < ctx->graph->nnodes; i++) {
		uint32_t n = ctx->graph->entries[i];

		if (!view_context_is_cycle(ctx, n) && drawn[n])
			print_node(x, n);
	}
	for (i = 0; i < p->narcs; i++)
		if (!graph_is_excluded(ctx->graph, i) && drawn[p->arcs[i].caller]
			&& drawn[p->arcs[i].callee])
			print_edge(x, i);
	out_text(&x->out, "}\n");
	free(drawn);
}
