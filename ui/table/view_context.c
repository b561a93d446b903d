/* view_context.c - data of all views: the profile, its graph and names, and display switches
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/view_context.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/sort.h"
#include "figures/entries.h"
#include "figures/graph_solve.h"
#include "figures/inlinedtimes.h"
#include "table/file_label.h"
#include "text/shorten.h"

/* Sets .least_variance and .most_variance of CTX to those of G. */
static void
set_variances(struct view_context *ctx, const struct graph *g)
{
	ctx->least_variance = ctx->scale.weight * ctx->scale.weight;
	ctx->most_variance = figure_variance(&ctx->scale, g->total);
	for (uint32_t i = 0; g->node_variances != NULL && i < g->nnodes; i++) {
		double variance = g->node_variances[i].self;

		if (variance > ctx->most_variance)
			ctx->most_variance = variance;
		if (variance > 0 && (ctx->least_variance <= 0 || variance < ctx->least_variance))
			ctx->least_variance = variance;
	}
}

/* Returns the name of the things that the values of P, a measured profile, count. */
static const char *
counted_things(const struct graph *g)
{
	const char *event = graph_event(g)->name;

	/* The unit "count" does not say what is counted, but the name of the event does. */
	return strcmp(g->measure.unit, "count") == 0 && *event != '\0' ? event : g->measure.unit;
}

/* G, the graph without folding and exclusions, shows another event or part: sets the scale of CTX,
 * and whether there are times and calls. */
static void
measure(struct view_context *ctx, const struct graph *g)
{
	const struct profile *p = g->profile;
	double largest = 0;
	bool fractions = false;

	ctx->has_calls = false;
	for (uint32_t i = 0; i < g->nnodes; i++) {
		double time = graph_time(g, i);

		if (fabs(time) > largest)
			largest = fabs(time);
		fractions = fractions || fabs(time - round(time)) >= 0.05;
		ctx->has_calls = ctx->has_calls || g->nodes[i].calls > 0
			|| graph_self_calls(g, i) > 0;
	}
	/* The calls of both sides are counted together. */
	ctx->has_calls = ctx->has_calls && !graph_is_difference(g);
	/* In a difference of two profiles, samples may cancel each other out.  In a profile of
	 * costs, no function may have an own cost. */
	if (largest == 0 && (g->paths.amounts != NULL || g->unowned != NULL))
		largest = g->total;
	ctx->has_time = largest > 0;
	ctx->scale = figure_scale(g->measure.rate, g->total, largest, p->abbreviation);
	if (profile_has(p, HAS_EVENTS)) {
		ctx->scale.step = graph_event(g)->step;
		ctx->scale.per_unit = g->measure.per_unit;
		ctx->scale = figure_scale_measured(ctx->scale, largest,
			g->measure.weight, counted_things(g));
	}
	ctx->scale.fractions = fractions;
	set_variances(ctx, g);
}

static void
find_most_index(struct view_context *ctx)
{
	ctx->most_index = 0;
	for (uint32_t i = 0; i < ctx->graph->nnodes; i++)
		if (ctx->graph->nodes[i].index > ctx->most_index)
			ctx->most_index = ctx->graph->nodes[i].index;
}

void
view_context_open(struct view_context *ctx, const struct graph *g, struct names *names,
	bool ascii)
{
	*ctx = (struct view_context){ .profile = g->profile, .graph = g, .names = names,
		.ascii = ascii };
	find_most_index(ctx);
	measure(ctx, g);
	ctx->mangled = names->style == DEMANGLE_NONE;
	sparsetexts_resize(&ctx->plain, 0, g->nnodes);
	sparsetexts_resize(&ctx->own, 0, g->nfuncs);
	file_label_find_common(ctx);
}

uint32_t
view_context_node_of(const struct view_context *ctx, uint32_t f)
{
	return ctx->into != NULL && f < ctx->graph->nfuncs ? ctx->into[f] : f;
}

const struct profile *
view_context_unfolded(const struct view_context *ctx)
{
	return ctx->into != NULL ? ctx->profile->borrowed : ctx->profile;
}

uint32_t
view_context_compared(const struct view_context *ctx, const struct comparison_row *row)
{
	const struct compared_shown *shown = &ctx->compared;

	return shown->side == COMPARED_CHANGE ? shown->funcs[row - ctx->comparison->rows]
		: row->func[shown->side];
}

const struct comparison_row *
view_context_compared_row(const struct view_context *ctx, uint32_t f)
{
	const uint32_t *rows = ctx->compared.rows;

	return rows != NULL && rows[f] != NOBODY ? &ctx->comparison->rows[rows[f]] : NULL;
}

bool
view_context_is_folded(const struct view_context *ctx, uint32_t n)
{
	return view_context_node_of(ctx, n) != n;
}

uint32_t
view_context_count_functions(const struct view_context *ctx)
{
	uint32_t f, n = 0;

	if (ctx->into == NULL)
		return ctx->graph->nfuncs;
	for (f = 0; f < ctx->graph->nfuncs; f++)
		n += ctx->into[f] == f;
	return n;
}

uint32_t
view_context_callee(const struct view_context *ctx, uint32_t arc)
{
	return view_context_node_of(ctx, ctx->lookup->profile->arcs[arc].callee);
}

/* Lets CTX show the graph of C. */
static void
show_exclusions(struct view_context *ctx, const struct exclusions *c)
{
	const struct graph *g = exclusions_graph(c);
	const uint32_t *into = g->profile->fold != NULL ? g->profile->fold->into : NULL;

	ctx->profile = g->profile;
	ctx->graph = g;
	ctx->scale.total = g->total;
	sparsetexts_resize(&ctx->plain, into == ctx->into ? g->nfuncs : 0, g->nnodes);
	ctx->into = into;
	find_most_index(ctx);
	/* The ranks must be computed again.  Comparing CTX->ranked with the address of the new
	 * graph is not enough, because the new graph may have the address of the old graph. */
	ctx->ranked = NULL;
	ctx->rest.is_known = false;
	cycle_estimate_release(&ctx->estimate);
	ctx->changes++;
}

static void
free_sides(struct side_graphs *sides)
{
	graph_free(sides->v[0]);
	graph_free(sides->v[1]);
	*sides = (struct side_graphs){ { NULL, NULL } };
}

/* Lets views use CTX->sides. */
static void
use_sides(struct view_context *ctx)
{
	for (int i = 0; i < 2; i++)
		ctx->compared.graph[i] = ctx->sides.v[i] != NULL ? ctx->sides.v[i]
			: ctx->compared.read[i];
	if (ctx->compared.read[0] != NULL)
		lookup_set_sides(ctx->lookup, ctx->compared.graph);
}

/* If CTX shows a difference, shows of its sides what its graph shows. */
static void
make_sides(struct view_context *ctx)
{
	const struct graph *read = ctx->compared.read[0];
	bool is_read;

	free_sides(&ctx->sides_before);
	ctx->sides_before = ctx->sides;
	ctx->sides = (struct side_graphs){ { NULL, NULL } };
	is_read = read == NULL || (ctx->profile == read->profile
		&& ctx->graph->selection.no_func == NULL && ctx->graph->selection.no_arc == NULL
		&& ctx->graph->selection.focus == NULL);
	for (uint32_t i = 0; i < 2 && !is_read; i++) {
		struct selection like = ctx->graph->selection;

		like.event = ctx->compared.read[i]->selection.event;
		like.part = i;
		ctx->sides.v[i] = graph_new(ctx->profile, &like, NULL);
	}
	use_sides(ctx);
}

void
view_context_set_exclusions(struct view_context *ctx, const struct exclusions *c)
{
	show_exclusions(ctx, c);
	make_sides(ctx);
}

void
view_context_restore_exclusions(struct view_context *ctx, const struct exclusions *c)
{
	struct side_graphs now = ctx->sides;

	show_exclusions(ctx, c);
	ctx->sides = ctx->sides_before;
	ctx->sides_before = now;
	use_sides(ctx);
}

void
view_context_release(struct view_context *ctx)
{
	if (ctx->owns_names)
		names_release(&ctx->own_names);
	sparsetexts_release(&ctx->plain);
	sparsetexts_release(&ctx->own);
	free(ctx->ranks);
	free_sides(&ctx->sides);
	free_sides(&ctx->sides_before);
	cycle_estimate_release(&ctx->estimate);
	arena_release(&ctx->text);
	arena_release(&ctx->brief_names.text);
}

bool
view_context_is_excluded(const struct view_context *ctx, uint32_t n)
{
	return n < ctx->graph->nfuncs && graph_is_func_excluded(ctx->graph, n)
		&& !graph_is_omitted(ctx->graph, n);
}

bool
view_context_is_arc_excluded(const struct view_context *ctx, uint32_t arc)
{
	return graph_is_excluded(ctx->graph, arc);
}

bool
view_context_is_counted(const struct view_context *ctx)
{
	return !graph_event(ctx->graph)->is_sampled;
}

bool
view_context_is_cycle(const struct view_context *ctx, uint32_t n)
{
	return n >= ctx->graph->nfuncs;
}

bool
view_context_is_inlined(const struct view_context *ctx, uint32_t n)
{
	return !view_context_is_cycle(ctx, n) && !ctx->profile->inlined
		&& profile_has(ctx->profile, HAS_STACKS)
		&& ctx->profile->funcs[n].frames == FRAME_INLINED;
}

/* Returns the name that function N has in the folded profile. */
static const char *
folded_name(struct view_context *ctx, uint32_t n)
{
	const char *symbol = ctx->profile->funcs[n].name;
	char *name = names_demangle(symbol, ctx->names->style);
	char *plain = shorten_plain(name != NULL ? name : symbol);

	if (plain != NULL)
		symbol = arena_text(&ctx->text, plain, strlen(plain));
	else if (name != NULL)
		symbol = arena_text(&ctx->text, name, strlen(name));
	free(plain);
	free(name);
	return symbol;
}

const char *
view_context_own_name(struct view_context *ctx, uint32_t f)
{
	const char *name = names_of(ctx->names, f), *own = sparsetexts_at(&ctx->own, f);
	char *plain;

	if (own != NULL)
		return own;
	plain = shorten_plain(name);
	if (plain == NULL)
		return name;
	own = arena_text(&ctx->text, plain, strlen(plain));
	sparsetexts_set(&ctx->own, f, own);
	free(plain);
	return own;
}

/* Does the same, but the name is not kept longer than CTX->brief_names.text. */
static const char *
brief_name(struct view_context *ctx, uint32_t f)
{
	struct brief_names *p = &ctx->brief_names;
	char *plain;

	if (p->name != NULL && p->func == f)
		return p->name;
	p->func = f;
	p->name = names_once(ctx->names, f, &p->text);
	plain = shorten_plain(p->name);
	if (plain != NULL)
		p->name = arena_text(&p->text, plain, strlen(plain));
	free(plain);
	return p->name;
}

void
view_context_keep_names(struct view_context *ctx, bool keep)
{
	arena_release(&ctx->brief_names.text);
	ctx->brief_names.name = NULL;
	ctx->brief_names.is_on = !keep;
}

const char *
view_context_name(struct view_context *ctx, uint32_t n)
{
	const char *name;

	if (n >= ctx->graph->nnodes)
		return "<spontaneous>";
	if (ctx->mangled && !view_context_is_cycle(ctx, n))
		return ctx->profile->funcs[n].name;
	name = sparsetexts_at(&ctx->plain, n);
	if (name != NULL)
		return name;
	if (view_context_is_cycle(ctx, n))
		name = arena_printf(&ctx->text, "<cycle %u>", n - ctx->graph->nfuncs + 1);
	else if (ctx->into != NULL
		&& ctx->profile->funcs[n].name != ctx->lookup->profile->funcs[n].name)
		name = folded_name(ctx, n);
	else if (ctx->brief_names.is_on)
		return brief_name(ctx, n);
	else
		name = view_context_own_name(ctx, n);
	sparsetexts_set(&ctx->plain, n, name);
	return name;
}

bool
view_context_rank_names(struct view_context *ctx)
{
	uint32_t nnodes = ctx->graph->nnodes, n, rank = 0;
	uint32_t *order;
	const char **names;

	if (ctx->ranks != NULL && ctx->ranked == ctx->graph && ctx->ranked_mangled == ctx->mangled)
		return true;
	order = mem_new(nnodes, sizeof(*order));
	names = mem_new(nnodes, sizeof(*names));
	for (n = 0; n < nnodes && !view_context_is_stopped(ctx, n); n++) {
		order[n] = n;
		names[n] = view_context_name(ctx, n);
	}
	if (n < nnodes) {
		free(order);
		free(names);
		return false;
	}
	sort_texts(order, names, nnodes, false);
	free(ctx->ranks);
	ctx->ranks = mem_new(nnodes, sizeof(*ctx->ranks));
	for (n = 0; n < nnodes; n++) {
		if (n > 0 && strcmp(names[order[n - 1]], names[order[n]]) != 0)
			rank++;
		ctx->ranks[order[n]] = rank;
	}
	ctx->ranked = ctx->graph;
	ctx->ranked_mangled = ctx->mangled;
	free(order);
	free(names);
	return true;
}

uint32_t
view_context_rank(struct view_context *ctx, uint32_t n)
{
	return view_context_rank_names(ctx) && n < ctx->graph->nnodes ? ctx->ranks[n] : 0;
}

void
view_context_set_mangled(struct view_context *ctx, bool mangled)
{
	ctx->mangled = mangled;
	if (mangled || ctx->names->style != DEMANGLE_NONE)
		return;
	names_open(&ctx->own_names, ctx->names->profile, DEMANGLE_AUTO);
	ctx->names = &ctx->own_names;
	ctx->owns_names = true;
	sparsetexts_resize(&ctx->own, 0, ctx->own.n);
}

uint32_t
view_context_at_index(const struct view_context *ctx, uint64_t index)
{
	return entries_at_index(ctx->graph, index);
}

size_t
view_context_count_notes(const struct view_context *ctx)
{
	return view_context_unfolded(ctx)->nnotes + (ctx->lookup != NULL ? ctx->lookup->late_notes.n
		+ (ctx->lookup->trouble.kind != ERR_NONE) : 0);
}

const struct cycle_estimate *
view_context_estimate(struct view_context *ctx)
{
	if (ctx->estimate.graph == NULL
	    && !cycle_estimate_open(&ctx->estimate, inlinedtimes_cycles(ctx->graph),
		ctx->stop))
		ctx->stopped = true;
	return &ctx->estimate;
}

void
view_context_estimate_again(struct view_context *ctx)
{
	if (ctx->estimate.is_stopped)
		cycle_estimate_release(&ctx->estimate);
}

struct ranking
view_context_ranking(struct view_context *ctx, uint32_t n)
{
	const struct graph *g = ctx->graph;

	return (struct ranking){ .graph = g, .estimate = n < g->nfuncs
		&& g->nodes[n].cycle != NOBODY ? view_context_estimate(ctx) : NULL };
}

bool
view_context_is_nothing_left(const struct view_context *ctx)
{
	/* A time is only a rounding error if it is less than this fraction of the total time. */
	static const double nothing = 1e-9;

	return ctx->graph->excluded.nfuncs > 0 && ctx->has_time
		&& ctx->graph->total <= nothing * ctx->graph->measure.total;
}

bool
view_context_is_idle(const struct view_context *ctx, uint32_t n)
{
	double self = graph_time(ctx->graph, n), children = graph_children_time(ctx->graph, n);

	if (n < ctx->graph->nfuncs && graph_is_omitted(ctx->graph, n))
		return true;
	if (ctx->shows_idle)
		return false;
	/* Keep functions whose time is known: in a difference of two profiles it can be 0 or
	 * less. */
	if (ctx->graph->has_amount != NULL && n < ctx->graph->nfuncs && ctx->graph->has_amount[n])
		return false;
	return (ctx->graph->shares != NULL ? self == 0 && children == 0
			: self <= 0 && children <= 0)
		&& ctx->graph->nodes[n].calls == 0 && graph_self_calls(ctx->graph, n) == 0;
}
