/* callgraph.c - the call graph: for each function its callers, itself and its callees
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "listing/listing.h"

#include <stdlib.h>

#include "figures/entries.h"
#include "listing/explain.h"

/* Widths of the column of propagated time: usually, and in BSD style (-T), where the column is
 * called "descendants". */
enum { CHILDREN_WIDTH = 7, DESCENDANTS_WIDTH = 11 };

/* The kinds of data to prefetch.  The value of a kind is a distance: data of kind K are prefetched
 * for the entry that is printed K entries later. */
enum prefetch_stage { NAMES = 2, ENDS = 4, ARCS = 6, NUMBERS = 8, SPANS = 10 };
enum { MOST_PREFETCHED = 16 };		/* greatest number of arcs from callers, or to callees, that
					 * are prefetched for an entry */

static int
children_width(const struct listing *l)
{
	return (l->options->traditional ? DESCENDANTS_WIDTH : CHILDREN_WIDTH) + l->extra;
}

static int
self_width(const struct listing *l)
{
	return 7 + l->extra;
}

static void
print_titles(struct listing *l)
{
	size_t extra = (size_t)l->extra;

	if (!l->options->traditional) {
		out_text(l->out, "index % time ");
		out_blanks(l->out, extra);
		out_text(l->out, "   self  ");
		out_blanks(l->out, extra);
		out_text(l->out, "children    called     name\n");
		return;
	}
	out_text(l->out, "                                  called/total       parents \n"
		"index  %time    self descendants  called+self    name    \tindex\n"
		"                                  called/total       children\n\n");
}

/* Prints everything above the entries.  Returns the number of samples that is 100 %. */
static double
print_heading(struct listing *l)
{
	bool traditional = l->options->traditional, brief = l->options->brief;
	double total = l->graph->total;
	struct out *o = l->out;

	if (traditional && !brief)
		out_text(o, profile_has(l->profile, HAS_TOTALS) ? explain_known_graph
			: explain_bsd_graph);
	listing_begin_page(l);
	if (!traditional)
		out_text(o, brief ? "\t\t\tCall graph\n\n"
			: "\t\t     Call graph (explanation follows)\n\n");
	listing_put_granularity(l, total, l->options->exact ? l->dimension : "seconds");
	if (!(total > 0))
		out_text(o, " no time propagated\n\n");
	print_titles(l);
	return total > 0 ? total : 1;
}

/* Prints SELF and CHILDREN, in samples, as two columns of time.  SUMS has self and total modulo
 * 2^64 (sum64.h). */
static void
print_times(struct listing *l, double self, double children, struct sums64 sums)
{
	out_text(l->out, " ");
	listing_put_time(l, self_width(l), self, sums.self);
	out_text(l->out, " ");
	listing_put_time(l, children_width(l), children, sums.total - sums.self);
}

/* Prints the known time of arc A.  If costs of calls are recorded, only the sum of self and
 * children is known.  This sum is not printed inside a cycle, where costs usually count the same
 * work repeatedly. */
static void
print_known_times(struct listing *l, uint32_t a)
{
	struct share share = graph_share(l->graph, a);

	if (profile_has(l->profile, HAS_STACKS)) {
		print_times(l, share.self, share.children, graph_arc_sums64(l->graph, a));
		return;
	}
	out_blanks(l->out, 1 + (size_t)self_width(l) + 1);
	if (graph_is_inner(l->graph, a))
		out_blanks(l->out, (size_t)children_width(l));
	else
		listing_put_time(l, children_width(l), share.self + share.children,
			graph_arc_sums64(l->graph, a).total);
}

/* Prints the times and calls of arc A of a profile whose totals are known. */
static void
print_known_arc(struct listing *l, uint32_t a)
{
	const struct graph *g = l->graph;
	const struct arc *arc = &l->profile->arcs[a];
	uint64_t calls = graph_calls(g, a);

	out_blanks(l->out, 6 + 1 + 5);
	print_known_times(l, a);
	out_blanks(l->out, 1);
	if (calls == 0) {
		out_blanks(l->out, 7 + 1 + 7 + 5);
		return;
	}
	out_count(l->out, 7, calls);
	if (graph_is_inner(g, a)) {
		out_blanks(l->out, 1 + 7 + 5);
		return;
	}
	out_text(l->out, "/");
	out_count(l->out, -7, g->nodes[graph_cycle_or_self(g, arc->callee)].calls);
	out_blanks(l->out, 5);
}

/* Prints the column "called" of node N: calls by other functions and, after "+", calls by N
 * itself. */
static void
print_calls(struct listing *l, uint32_t n)
{
	uint64_t self_calls = graph_self_calls(l->graph, n);

	out_text(l->out, " ");
	out_count(l->out, 7, l->graph->nodes[n].calls);
	if (self_calls > 0) {
		out_text(l->out, "+");
		out_count(l->out, -7, self_calls);
	} else {
		out_blanks(l->out, 8);
	}
}

/* Prints index, percent, self and children of node N, which an entry is about.  TOTAL is 100 %, in
 * samples. */
static void
print_entry_start(struct listing *l, uint32_t n, double total)
{
	const struct node *node = &l->graph->nodes[n];
	char text[16];

	out_cell(l->out, -6, listing_entry_tag(node, text));
	out_text(l->out, " ");
	out_fixed(l->out, 5, 1, 100 * (node->self + node->children) / total);
	print_times(l, node->self, node->children, graph_node_sums64(l->graph, n));
}

static void
print_primary_line(struct listing *l, uint32_t f, double total)
{
	print_entry_start(l, f, total);
	if (l->graph->nodes[f].calls + graph_self_calls(l->graph, f) > 0) {
		print_calls(l, f);
		out_text(l->out, " ");
	} else {
		out_blanks(l->out, 17);
	}
	listing_put_full_name(l, f);
	out_text(l->out, "\n");
}

/* Prints LINE in the entry of the caller or the callee of its arc.  N is the function at the other
 * end of the arc. */
static void
print_arc(struct listing *l, const struct entry_line *line, uint32_t n)
{
	const struct graph *g = l->graph;
	uint32_t a = line->arc, callee = l->profile->arcs[a].callee;
	struct out *o = l->out;

	if (profile_has(l->profile, HAS_TOTALS)) {
		print_known_arc(l, a);
	} else if (graph_is_inner(g, a)) {
		out_blanks(o, 6 + 1 + 5 + 1 + 7 + 1 + (size_t)children_width(l) + 1);
		out_count(o, 7, line->count);
		out_blanks(o, 1 + 7 + 5);
	} else {
		out_blanks(o, 6 + 1 + 5);
		print_times(l, line->share.self, line->share.children, (struct sums64){ 0 });
		out_text(o, " ");
		out_count(o, 7, line->count);
		out_text(o, "/");
		out_count(o, -7, g->nodes[graph_cycle_or_self(g, callee)].calls);
		out_blanks(o, 5);
	}
	listing_put_full_name(l, n);
	out_text(o, "\n");
}

/* Prefetches the data of kind STAGE for the arcs of function F, which are printed STAGE entries
 * later.  CALLERS: true for the arcs from its callers, false for the arcs to its callees. */
static void
prefetch_arcs(const struct listing *l, uint32_t f, bool callers, enum prefetch_stage stage)
{
	const struct profile *p = l->profile;
	const struct arc_list *list = callers ? &p->in : &p->out;
	uint32_t n = list->at[f + 1] - list->at[f];

	if (stage == NUMBERS) {
		profile_prefetch_number(list, list->at[f]);
		return;
	}
	for (uint32_t i = 0; i < n && i < MOST_PREFETCHED; i++) {
		const struct arc *arc = &p->arcs[profile_arc(list, list->at[f] + i)];

		if (stage == ARCS)
			__builtin_prefetch(arc);
		else if (stage == ENDS)
			listing_prefetch(l, callers ? arc->caller : arc->callee);
		else
			listing_prefetch_name(l, callers ? arc->caller : arc->callee);
	}
}

/* Prefetches the data of kind STAGE for the entry that is printed STAGE entries after entry I. */
static void
prefetch_entry(const struct listing *l, uint32_t i, enum prefetch_stage stage)
{
	const struct profile *p = l->profile;
	uint32_t n = i + stage < l->graph->nnodes ? l->graph->entries[i + stage] : NOBODY;

	if (n >= p->nfuncs)
		return;
	if (stage == SPANS) {
		__builtin_prefetch(&p->in.at[n]);
		__builtin_prefetch(&p->out.at[n]);
		return;
	}
	if (stage == ENDS) {
		listing_prefetch(l, n);
		if (l->graph->self_calls != NULL)
			__builtin_prefetch(&l->graph->self_calls[n]);
	}
	if (stage == NAMES)
		listing_prefetch_name(l, n);
	prefetch_arcs(l, n, true, stage);
	prefetch_arcs(l, n, false, stage);
}

static void
print_callers(struct listing *l, uint32_t f)
{
	struct entry_line *lines;
	size_t n;

	lines = entries_lines(l->graph, f, true, &n);
	for (size_t i = 0; i < n; i++)
		print_arc(l, &lines[i], l->profile->arcs[lines[i].arc].caller);
	if (n == 0) {
		out_blanks(l->out, 6 + 1 + 5 + 1 + (size_t)self_width(l) + 1
			+ (size_t)children_width(l) + 1 + 7 + 1 + 7 + 5);
		out_text(l->out, "<spontaneous>\n");
	}
	free(lines);
}

static void
print_callees(struct listing *l, uint32_t f)
{
	struct entry_line *lines;
	size_t n;

	lines = entries_lines(l->graph, f, false, &n);
	for (size_t i = 0; i < n; i++)
		print_arc(l, &lines[i], l->profile->arcs[lines[i].arc].callee);
	free(lines);
}

/* Prints the entry of cycle N: the cycle as a whole, then its members.  TOTAL is 100 %, in
 * samples. */
static void
print_cycle(struct listing *l, uint32_t n, double total)
{
	const struct graph *g = l->graph;
	uint32_t *members;
	char text[16];
	size_t count;

	print_entry_start(l, n, total);
	print_calls(l, n);
	out_printf(l->out, " <cycle %u as a whole> %s\n", (unsigned)listing_cycle(l, n),
		listing_entry_tag(&g->nodes[n], text));
	members = entries_members(g, n, &count);
	for (size_t i = 0; i < count; i++) {
		const struct node *node = &g->nodes[members[i]];

		out_blanks(l->out, 6 + 1 + 5);
		print_times(l, node->self, node->children, graph_node_sums64(l->graph, n));
		print_calls(l, members[i]);
		out_blanks(l->out, 5);
		listing_put_full_name(l, members[i]);
		out_text(l->out, "\n");
	}
	free(members);
}

static void
print_entry(struct listing *l, uint32_t n, double total)
{
	const char *line = "-----------------------------------------------\n";

	if (n < l->graph->nfuncs) {
		print_callers(l, n);
		print_primary_line(l, n, total);
		print_callees(l, n);
	} else {
		print_cycle(l, n, total);
	}
	if (l->options->traditional)
		out_text(l->out, "\n");
	out_text(l->out, line);
	if (l->options->traditional)
		out_text(l->out, "\n");
}

void
callgraph_print(struct listing *l)
{
	const struct graph *g = l->graph;
	double total = print_heading(l);

	l->graph_printed = true;
	for (uint32_t i = 0; i < g->nnodes && l->out->error == 0; i++) {
		prefetch_entry(l, i, SPANS);
		prefetch_entry(l, i, NUMBERS);
		prefetch_entry(l, i, ARCS);
		prefetch_entry(l, i, ENDS);
		prefetch_entry(l, i, NAMES);
		if (listing_has_entry(l, g->entries[i]))
			print_entry(l, g->entries[i], total);
	}
	if (!l->options->brief && !l->options->traditional) {
		out_text(l->out, "\n");
		out_text(l->out, profile_has(l->profile, HAS_TOTALS) ? explain_known_graph
			: explain_graph);
	}
}
