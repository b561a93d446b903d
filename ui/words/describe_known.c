/* describe_known.c - functions and calls of profiles whose totals are known, in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "words/describe_known.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "figures/series.h"
#include "lookup/eventratios.h"
#include "measured/measured.h"
#include "table/cell.h"
#include "table/cost.h"
#include "words/describe_addresses.h"
#include "words/sentences.h"

/* How reliable self times and totals are. */
static void
add_reliability(struct facts *f)
{
	const struct measured *m = f->ctx->profile->measured;
	const struct graph *g = f->ctx->graph;
	const struct measured_event *event = graph_event(g);

	fact_is(f, "estimated", m->estimated);
	fact_text(f, "estimated_why", m->estimated_why);
	fact_is(f, "sampled", event->is_sampled);
	fact_is(f, "nothing", g->total == 0);
	fact_is(f, "differ", g->node_variances != NULL);
	fact_is(f, "favours_large", event->favours_large);
	fact_is(f, "unsaid", event->is_unsaid);
	fact_is(f, "folded", event->is_unsaid && strcmp(m->format, "folded") == 0);
}

/* The total of node N, which contradicts other costs. */
static void
add_contradiction(struct facts *f, uint32_t n)
{
	const struct graph *g = f->ctx->graph;
	double all = graph_node_time(&g->nodes[n]), paid = 0;

	for (uint32_t a = 0; a < g->profile->narcs; a++)
		if (graph_cycle_or_self(g, g->profile->arcs[a].callee) == n
		    && !graph_is_inner(g, a) && g->in.costs[a] > 0)
			paid += g->in.costs[a];
	fact_time(f, "total", all);
	fact_time(f, "all_time", g->total);
	fact_time(f, "paid", paid);
	fact_is(f, "overpaid", paid > all && g->contradicted != NULL);
	fact_is(f, "above_all", graph_is_above_all(g, all));
}

/* Which part of the total of function F comes from stacks that begin with F, and whether the times
 * of its callers add up to more than this total.  The profile must have stacks. */
static void
add_callers(struct facts *facts, uint32_t f)
{
	const struct profile *p = facts->ctx->profile;
	const struct graph *g = facts->ctx->graph;
	double total = graph_node_time(&g->nodes[f]), root = g->root_times[f], callers = root;

	for (uint32_t i = p->in.at[f]; i < p->in.at[f + 1]; i++) {
		struct share share = graph_share(g, profile_arc(&p->in, i));

		callers += share.self + share.children;
	}
	fact_time(facts, "root", root);
	fact_is(facts, "root_part", fabs(root - total) > 1e-9 * fabs(total));
	fact_time(facts, "callers_sum", callers);
	fact_is(facts, "recursive", callers / total > 1 + 1e-9);
}

/* Writes VALUE, a value of event E, which is SUM64 modulo 2^64 (sum64.h), to TEXT with its unit. */
static void
event_text(char text[2 * FIGURE], const struct measured_event *e, double value, uint64_t sum64)
{
	struct scale bytes = figure_scale_measured(figure_scale(0, fabs(value), 0, 's'), 0, 0,
		e->unit);
	double rate = bytes.is_bytes ? bytes.rate : measured_event_rate(e);
	bool has_unit = *e->unit != '\0' && strcmp(e->unit, "count") != 0;
	char number[FIGURE];

	if (rate > 0) {
		figure_plain(number, fabs(value) / rate, 4);
		snprintf(text, 2 * FIGURE, "%s%s %s", value < 0 ? "-" : "", number,
			bytes.is_bytes ? bytes.symbol : "s");
	} else {
		if (!sum64_text(number, value, sum64))
			snprintf(number, sizeof(number), fabs(value) < SUM64_EXACT ? "%.0f" : "%.11g",
				value);
		snprintf(text, 2 * FIGURE, "%s%s%.40s", number, has_unit ? " " : "",
			has_unit ? e->unit : "");
	}
}

/* The values of event I in V. */
static void
add_event(struct facts *f, const struct series *v, uint32_t i)
{
	const struct measured_event *e = &f->ctx->profile->measured->events[i];
	const struct series_value *value = &v->events[i];

	fact_text(f, "event", e->name);
	event_text(fact_room(f, "self", true), e, value->self, value->sums64.self);
	event_text(fact_room(f, "total", true), e, value->total, value->sums64.total);
	fact_share(f, "self_part", value->self, value->amount, 2);
	fact_share(f, "total_part", value->total, value->amount, 1);
	fact_text(f, "mark", f->ctx->graph->unowned != NULL && fabs(value->total) > value->amount
		* GRAPH_ROUNDING ? cell_estimate_mark(IMPOSSIBLE) : "");
}

/* Writes the ratio R to TEXT.  PART and WHOLE are the values of its two events.  Writes "-" if
 * WHOLE is not more than 0, or if the ratio is less than 0. */
static void
ratio_text(char text[FIGURE], const struct measured *m, const struct event_ratio *r, double part,
	double whole)
{
	double rate = measured_event_rate(&m->events[r->part]);
	double value = part / whole * (r->is_percent ? 100 : 1) / (rate > 0 ? rate : 1);

	if (!(whole > 0) || !(value >= 0) || !isfinite(value)) {
		snprintf(text, FIGURE, "-");
		return;
	}
	figure_plain(text, value, 3);
	strcat(text, r->is_percent ? " %" : rate > 0 ? " s" : "");
}

/* Returns the parts of the profile with the greatest values, three at most, to be free()d.  Returns
 * "" if there are fewer than two parts, or if some values are above 0 and others are below 0.
 * Clears elements of V->parts. */
static char *
list_parts(const struct measured *m, const struct series *v)
{
	enum { MOST = 3 };
	double sum = 0, sizes = 0;
	char part[FIGURE], *list;
	size_t length;
	FILE *out = mem_stream(&list, &length);

	for (uint32_t i = 0; i < m->nparts; i++) {
		sum += v->parts[i].total;
		sizes += fabs(v->parts[i].total);
	}
	for (int k = 0; k < MOST && m->nparts > 1 && fabs(sum) >= sizes; k++) {
		uint32_t most = 0;

		for (uint32_t i = 0; i < m->nparts; i++)
			if (fabs(v->parts[i].total) > fabs(v->parts[most].total))
				most = i;
		if (v->parts[most].total == 0)
			break;
		figure_percent(part, fabs(v->parts[most].total), sizes, 1);
		fprintf(out, "%s%s %s (%s %%)", k > 0 ? ", " : "", m->parts[most].kind,
			m->parts[most].name, part);
		v->parts[most].total = 0;
	}
	mem_close(out);
	return list;
}

/* Writes the values V of all events, if there are several, the ratios of eventratios_at(), and the
 * parts. */
static void
say_series(struct facts *f, struct series *v, FILE *out)
{
	const struct measured *m = f->ctx->profile->measured;
	struct event_ratio r;
	char *parts;

	for (uint32_t i = 0; m->nevents > 1 && i < m->nevents; i++)
		if (v->events[i].amount != 0) {
			add_event(f, v, i);
			sentences_say(f, "EVENT", out);
		}
	for (uint32_t i = 0; eventratios_at(m, i, &r); i++) {
		const struct series_value *part = &v->events[r.part], *whole = &v->events[r.whole];

		fact_printf(f, "ratio", "%c%s", r.name[0] & ~0x20, r.name + 1);
		ratio_text(fact_room(f, "self", true), m, &r, part->self, whole->self);
		ratio_text(fact_room(f, "total", true), m, &r, part->total, whole->total);
		ratio_text(fact_room(f, "all", true), m, &r, part->all, whole->all);
		sentences_say(f, "RATIO", out);
	}
	fact_text(f, "parts", parts = list_parts(m, v));
	sentences_say(f, "PARTS", out);
	free(parts);
}

void
describe_known_node(struct facts *f, uint32_t n, FILE *out)
{
	struct view_context *ctx = f->ctx;
	struct series v;

	add_reliability(f);
	if (ctx->graph->root_times != NULL)
		add_callers(f, n);
	if (facts_hold(f, "impossible"))
		add_contradiction(f, n);
	sentences_say(f, "KNOWN_NODE", out);
	if (facts_hold(f, "excluded") || facts_hold(f, "omitted") || facts_hold(f, "joined"))
		return;
	series_make(&v, ctx->graph, NOBODY, n);
	fact_time(f, ctx->profile->inlined ? "inlined_total" : "inlined_self",
		ctx->profile->inlined ? v.inlined_total : v.inlined_self);
	sentences_say(f, "KNOWN_INLINED", out);
	fact_is(f, "of_self", true);
	fact_is(f, "of_total", !facts_hold(f, "lacks"));
	say_series(f, &v, out);
	series_release(&v);
	describe_addresses(ctx, n, out);
	sentences_say(f, "KNOWN_CYCLE", out);
}

void
describe_known_arc(struct facts *f, uint32_t arc, FILE *out)
{
	const struct arc *a = &f->ctx->profile->arcs[arc];
	struct series v;

	sentences_say(f, "KNOWN_ARC", out);
	if (!facts_hold(f, "timed"))
		return;
	series_make(&v, f->ctx->graph, a->caller, a->callee);
	fact_is(f, "of_self", profile_has(f->ctx->profile, HAS_STACKS));
	fact_is(f, "of_total", true);
	say_series(f, &v, out);
	series_release(&v);
}
