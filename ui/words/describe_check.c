/* describe_check.c - estimated and known shares of a function or a call in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "words/describe_check.h"

#include "base/decimal.h"
#include "measured/measured.h"
#include "words/sentences.h"

/* Sets the share S in percent, with its error if this is known: "50.0 ±0.5". */
static void
add_share(struct facts *f, const char *name, const struct check_share *s)
{
	if (s->error > 0)
		fact_printf(f, name, "%.1f ±%.1f", 100 * s->value, 100 * s->error);
	else
		fact_printf(f, name, "%.1f", 100 * s->value);
}

/* Sets PART in percent of WHOLE; 0 if WHOLE is 0. */
static void
add_part(struct facts *f, const char *name, double part, double whole)
{
	fact_printf(f, name, "%.1f", whole > 0 ? 100 * part / whole : 0);
}

static void
add_calls(struct facts *f, const char *name, uint64_t calls)
{
	char text[DECIMAL_GROUPED];

	fact_printf(f, name, "%s", decimal_grouped(text + sizeof(text), calls));
}

/* What is known of ROW: both shares and their difference. */
static void
add_row(struct facts *f, struct view_context *ctx, const struct check_row *row)
{
	bool is_call = row->caller != NOBODY;

	facts_begin(f, ctx);
	fact_is(f, "stacks", profile_has(ctx->check->known->profile, HAS_STACKS));
	add_share(f, "estimate", &row->estimate);
	add_share(f, "known", &row->known);
	fact_is(f, "reliable", row->estimate.is_known);
	fact_is(f, "real", row->is_real);
	fact_printf(f, "difference", "%+.1f", 100 * row->difference);
	fact_printf(f, "noise", "%.1f", 100 * row->noise);
	fact_is(f, "noisy", row->noise > 0);
	fact_count(f, "times", CHECKFIGURES_NOISE);
	fact_printf(f, "lo", "%.1f", 100 * row->estimate.lo);
	fact_printf(f, "hi", "%.1f", 100 * row->estimate.hi);
	fact_printf(f, "low", "%.0f", 100 * row->estimate.lo);
	fact_printf(f, "high", "%.0f", 100 * row->estimate.hi);
	fact_is(f, "no_error", describe_check_is_sampled(ctx) && row->known.error <= 0);
	fact_is(f, "call", is_call);
	fact_is(f, "counted", row->arc != NOBODY);
	fact_is(f, "missing", (is_call ? row->known_arc : row->known_func) == NOBODY);
	fact_text(f, "name", view_context_name(ctx, row->func));
	if (is_call)
		fact_text(f, "caller", view_context_name(ctx, row->caller));
}

void
describe_check_brief(struct view_context *ctx, const struct check_row *row, FILE *out)
{
	struct facts f;

	add_row(&f, ctx, row);
	sentences_say(&f, "CHECK_BRIEF", out);
}

/* Which share of the callee's time the caller in ROW gets by gprof's rule, and which share is known.
 * ROW must have an arc. */
static void
add_division(struct facts *f, const struct check_row *row)
{
	const struct sharecheck *c = f->ctx->check;
	const struct graph *g = c->estimate;
	uint32_t whole = graph_cycle_or_self(g, row->func);
	double time = 0;

	if (row->known_func != NOBODY)
		time = graph_node_time(&c->known->nodes[row->known_func]) / c->known->total;
	fact_is(f, "inner", graph_is_inner(g, row->arc));
	add_part(f, "part", graph_arc_part(g, row->arc), 1);
	add_part(f, "known_part", row->known.value, time);
	fact_text(f, "whole", view_context_name(f->ctx, whole));
	add_calls(f, "calls", graph_calls(g, row->arc));
	add_calls(f, "all", g->nodes[whole].calls);
}

/* The self time and the time of callees of the function in ROW, estimated and known. */
static void
add_function(struct facts *f, const struct check_row *row)
{
	const struct graph *g = f->ctx->check->estimate, *known = f->ctx->check->known;
	const struct node *here = &g->nodes[row->func], *there;

	add_part(f, "self", here->self, g->total);
	add_part(f, "children", here->children, g->total);
	fact_is(f, "member", here->cycle != NOBODY);
	fact_is(f, "certain", here->cycle == NOBODY && g->bounds[row->func].certainty == CERTAIN);
	if (row->known_func == NOBODY)
		return;
	there = &known->nodes[row->known_func];
	add_part(f, "known_self", there->self, known->total);
	add_part(f, "known_children", there->children, known->total);
}

bool
describe_check_is_sampled(const struct view_context *ctx)
{
	return graph_event(ctx->check->known)->is_sampled;
}

void
describe_check_full(struct view_context *ctx, const struct check_row *row, FILE *out)
{
	struct facts f;

	add_row(&f, ctx, row);
	if (row->caller == NOBODY)
		add_function(&f, row);
	else if (row->arc != NOBODY)
		add_division(&f, row);
	sentences_say(&f, "CHECK", out);
}
