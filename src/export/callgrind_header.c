/* callgrind_header.c - the first lines of an export to callgrind: what its figures are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/callgrind_header.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/measured.h"
#include "profile/origin.h"

/* Is a function in any stack of G several times?  Then some call does not count in this stack. */
static bool
has_recursion(const struct graph *g, const struct callgrind_costs *costs)
{
	uint32_t n = g->profile->narcs, a = 0;

	for (; a < n; a++) {
		struct share share = graph_share(g, a);

		struct callgrind_value time = costs->arc_times[(size_t)a * costs->nevents];
		double more = share.self + share.children - time.n;

		if (time.sum64 != 0 && g->arc_sums64 != NULL)
			more = (double)(int64_t)(g->arc_sums64[a].total - time.sum64);
		if (fabs(more) > 0.5)
			break;
	}
	return a < n;
}

/* Prints that the totals of a measured profile are estimates and, if it is known, why. */
static void
print_estimated(struct export *x)
{
	const char *why = x->ctx->profile->measured->estimated_why;

	out_text(&x->out, "desc: Inclusive: estimated");
	if (why != NULL) {
		out_text(&x->out, ", ");
		export_name(x, why, NULL);
	}
	out_text(&x->out, "\n");
}

/* Prints by which rule stacks are counted: see export_callgrind.c. */
static void
print_stacks_rule(struct out *o, const struct graph *g, const struct callgrind_costs *costs)
{
	out_text(o, "desc: Inclusive: each stack once for each function, in its outermost call\n");
	if (has_recursion(g, costs))
		out_text(o, "desc: Recursion: the calls of a recursive function add up to its total, "
			"the calls that it makes may not\n");
}

/* Prints what the figures are, as far as the format has lines for that. */
static void
print_kinds(struct export *x, const struct callgrind_costs *costs)
{
	const struct graph *g = x->ctx->graph;
	const struct profile *p = x->ctx->profile;
	struct out *o = &x->out;

	if (profile_has(p, HAS_BINS)) {
		out_text(o, "desc: Costs: self time is sampled, calls are counted\n"
			"desc: Inclusive: estimated, shared out by the number of calls\n");
		return;
	}
	out_printf(o, "desc: Costs: %s\n", measured_origin(graph_event(g)));
	if (profile_has(p, HAS_STACKS))
		print_stacks_rule(o, g, costs);
	else if (profile_has(p, IS_ESTIMATED))
		print_estimated(x);
	else if (g->no_arc != NULL || g->total != g->measure.total)
		out_text(o, "desc: Inclusive: estimated, shared out by cost after exclusions\n");
}

/* Prints the N bytes at S with control characters spelled out. */
static void
print_word(struct export *x, const char *s, size_t n)
{
	char *word = mem_text(s, n);

	if (n > 0)
		export_name(x, word, NULL);
	free(word);
}

/* Prints the name of EVENT, with "_" for blanks, because a blank would end the name.  Then prints
 * the unit in parentheses, unless the name already contains the unit. */
static void
print_event(struct export *x, const struct measured_event *event)
{
	bool has_unit = *event->unit != '\0' && strchr(event->name, '(') == NULL
		&& strcmp(event->unit, event->name) != 0
		&& strpbrk(event->unit, " \t\r\n") == NULL;
	const char *prefix = export_prefix(event);
	size_t n;

	out_printf(&x->out, " %s", has_unit ? "" : prefix);
	for (const char *s = event->name; *s != '\0'; s += n + (s[n] != '\0')) {
		n = strcspn(s, " \t\r\n");
		print_word(x, s, n);
		out_text(&x->out, s[n] != '\0' ? "_" : "");
	}
	if (has_unit) {
		out_printf(&x->out, "_(%s", prefix);
		print_word(x, event->unit, strlen(event->unit));
		out_text(&x->out, ")");
	}
}

/* Prints the formulas that the file has for its events.  Omits the formula of an event whose values
 * are in COSTS.  Formulas that are not from the file are not printed, because the programs that
 * read this format know them. */
static void
print_formulas(struct export *x, const struct callgrind_costs *costs)
{
	const struct measured *m = x->ctx->profile->measured;
	struct out *o = &x->out;

	for (uint32_t i = 0; i < m->nformulas; i++) {
		const struct measured_formula *f = &m->formulas[i];
		uint32_t event = measured_event_named(m, f->name);

		if (f->formula == NULL || f->least > 1 || event == NOBODY
		    || m->events[event].formula == NULL || event == costs->events[0])
			continue;
		out_text(o, "event: ");
		export_name(x, f->name, NULL);
		out_text(o, " = ");
		export_name(x, f->formula, NULL);
		if (f->title != NULL) {
			out_text(o, " : ");
			export_name(x, f->title, NULL);
		}
		out_text(o, "\n");
	}
}

/* Does G show calls that cost something, but whose number is not known? */
static bool
has_uncounted(const struct graph *g)
{
	uint32_t n = g->profile->narcs, a;

	for (a = 0; a < n && (graph_calls(g, a) > 0 || !graph_propagates(g, a)); a++)
		;
	return a < n;
}

void
callgrind_header(struct export *x, const struct callgrind_costs *costs)
{
	const struct profile *p = x->ctx->profile;
	const char *format = origin_of(p).format;
	struct out *o = &x->out;

	out_printf(o, "# callgrind format\nversion: 1\ncreator: gprowse, from a %s profile\n",
		format != NULL ? format : "gprof");
	if (p->nimages > 0 && *p->images[0].path != '\0') {
		out_text(o, "cmd: ");
		export_name(x, p->images[0].path, NULL);
		out_text(o, "\n");
	}
	print_kinds(x, costs);
	if (has_uncounted(x->ctx->graph))
		out_text(o, "desc: Calls: 1 stands for an unknown number\n");
	out_text(o, "positions: line\n");
	if (profile_has(p, HAS_BINS)) {
		out_printf(o, "events: %s\n\n", export_unit(x->ctx));
		return;
	}
	print_formulas(x, costs);
	out_text(o, "events:");
	for (uint32_t k = 0; k < costs->nevents; k++)
		print_event(x, &p->measured->events[costs->events[k]]);
	out_text(o, "\n\n");
}
