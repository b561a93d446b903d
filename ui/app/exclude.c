/* exclude.c - excluding functions and calls, and including them again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/exclude.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/exclude_apply.h"
#include "app/exclude_options.h"
#include "app/navigate.h"
#include "app/navigate_text.h"
#include "base/decimal.h"
#include "base/mem.h"
#include "figures/cyclecut.h"
#include "profile/inlining.h"
#include "table/alike.h"
#include "text/shorten.h"
#include "views/views.h"

enum {
	NAME = 24,			/* greatest width of a function's name in a message, in
					 * cells */
	MOST_NAMED = 3,			/* greatest number of calls that the message about a
					 * proposal names */
	SIDES = 8 * NAME + 32,		/* bytes of the text "CALLER → CALLEE" */
};

/* Solves the graph again after A->exclusions changed.  Returns false if the work was stopped. */
static bool
apply_to_same_base(struct app *a)
{
	return exclude_apply(a, a->exclusions.now.base);
}

/* Applies the changes since exclusions_begin().  Returns false if the work was stopped; then the
 * changes are undone. */
static bool
apply_step(struct app *a)
{
	size_t n;

	if (!apply_to_same_base(a)) {
		exclusions_undo(&a->exclusions, &n);
		exclusions_forget(&a->exclusions);
		return false;
	}
	return true;
}

/* Like apply_step(), for a change of the selected row.  If the row moves to another place of the
 * view, the row that is now in its old place becomes selected, as after deleting a row elsewhere.
 * If the view no longer shows the row, *LOST becomes true. */
static bool
apply_row(struct app *a, bool *lost)
{
	struct view *v = app_view(a);
	struct row before = *view_row(v), *after;
	struct list list = v->list;

	if (!apply_step(a))
		return false;
	after = view_row(v);
	*lost = after == NULL || after->thing != before.thing || after->kind != before.kind;
	if (v->ops->picture == NULL && v->list.cursor != list.cursor)
		list_return(&v->list, &list);
	return true;
}

/* Prints caller and callee of ARC, "main → fact", into OUT, which has SIDES bytes.  Long names are
 * shortened.  A name in ALIKES keeps the part in which it differs from names that look alike. */
static void
name_one_of_arcs(struct app *a, const struct alikes *alikes, uint32_t arc, char *out)
{
	const struct arc *calls = &a->ctx.profile->arcs[arc];
	char *caller = alikes_shorten(alikes, &a->ctx, calls->caller, NAME);
	char *callee = alikes_shorten(alikes, &a->ctx, calls->callee, NAME);

	snprintf(out, SIDES, "%s → %s", caller, callee);
	free(caller);
	free(callee);
}

/* Finds the names that look alike among the callers and callees of the N arcs ARCS.  Free .v of the
 * result. */
static struct alikes
alikes_of_arcs(struct app *a, const uint32_t *arcs, size_t n)
{
	uint32_t *nodes = mem_new(2 * n, sizeof(*nodes));
	struct alikes alikes;

	for (size_t i = 0; i < n; i++) {
		nodes[2 * i] = a->ctx.profile->arcs[arcs[i]].caller;
		nodes[2 * i + 1] = a->ctx.profile->arcs[arcs[i]].callee;
	}
	alikes = alikes_of_nodes(&a->ctx, nodes, 2 * n);
	free(nodes);
	return alikes;
}

/* Prints caller and callee of ARC into OUT, which has SIDES bytes. */
static void
name_arc(struct app *a, uint32_t arc, char *out)
{
	struct alikes alikes = alikes_of_arcs(a, &arc, 1);

	name_one_of_arcs(a, &alikes, arc, out);
	free(alikes.v);
}

static void
name_function(struct app *a, uint32_t f, char *out)
{
	char *name = shorten_name(view_context_name(&a->ctx, f), NAME, a->ctx.ascii);

	snprintf(out, SIDES, "[%u] %s", a->ctx.graph->nodes[f].index, name);
	free(name);
}

/* Prints into OUT, which has SIDES bytes, the name of the function or call that the N changes C
 * exclude or include.  *SEVERAL becomes true if the changes are about several rows; then prints
 * only a number, "3 calls". */
static void
name_changes(struct app *a, const struct exclusion *c, size_t n, bool *several, char *out)
{
	uint32_t shown = exclusions_shown(&a->exclusions, c);
	size_t i;

	for (i = 1; i < n && exclusions_shown(&a->exclusions, &c[i]) == shown; i++)
		;
	*several = i < n;
	if (*several)
		snprintf(out, SIDES, "%zu %s", n, c->is_arc ? "calls" : "functions");
	else if (c->is_arc)
		name_arc(a, shown, out);
	else
		name_function(a, shown, out);
}

/* Returns how many functions of cycle number CYCLE of graph BEFORE are in no cycle of AFTER. */
static uint32_t
count_freed(const struct graph *before, const struct graph *after, uint32_t cycle)
{
	uint32_t i, n = 0;

	for (i = before->member_at[cycle]; i < before->member_at[cycle + 1]; i++)
		n += after->nodes[before->members[i]].cycle == NOBODY;
	return n;
}

enum { LOST = 2 * DECIMAL_GROUPED + 32 };

/* Writes how many of ALL calls are lost, with LEAD before and END behind, or END alone if the
 * number of calls is not known. */
static void
say_lost(char text[LOST], const char *lead, uint64_t lost, uint64_t all, const char *end)
{
	char some[DECIMAL_GROUPED], of[DECIMAL_GROUPED];

	if (all > 0)
		snprintf(text, LOST, "%s%s of %s calls lost%s", lead,
			decimal_grouped(some + sizeof(some), lost),
			decimal_grouped(of + sizeof(of), all), end);
	else
		snprintf(text, LOST, "%s", end);
}

/* Reports the effect of excluding the N arcs ARCS: how many calls are lost and, for arcs inside a
 * cycle, how many functions are no longer in a cycle.  If N > 1, all arcs must be inside the same
 * cycle.  HINT ends the message. */
static void
report_excluded_calls(struct app *a, const uint32_t *arcs, size_t n, const char *hint)
{
	const struct graph *base = a->exclusions.now.base;
	const struct profile *p = base->profile;
	uint32_t callee = p->arcs[arcs[0]].callee, cycle = base->nodes[callee].cycle, left;
	uint64_t lost = 0, all = base->nodes[graph_cycle_or_self(base, callee)].calls;
	char what[SIDES], text[LOST];
	size_t i;

	for (i = 0; i < n; i++)
		lost += profile_arc_calls(p, arcs[i]);
	if (n == 1)
		name_arc(a, arcs[0], what);
	else
		snprintf(what, sizeof(what), "%zu calls", n);
	if (cycle == NOBODY || !graph_is_inner(base, arcs[0])) {
		say_lost(text, ": ", lost, all, "; ");
		app_say(a, "%s excluded%s%s%s", what, text, lost < all || all == 0
			? "its time is attributed to its other callers"
			: "its time is no longer attributed to any caller", hint);
		return;
	}
	all = graph_self_calls(base, cycle);
	left = count_freed(base, a->ctx.graph, cycle - base->nfuncs);
	say_lost(text, ": ", lost, all, ", ");
	app_say(a, "%s excluded%s%u function%s no longer in a cycle%s", what, text, left,
		left == 1 ? "" : "s", hint);
}

/* Reports that WHAT, a member of a cycle, was excluded.  BEFORE is the estimate of the time of this
 * member before the exclusion.  LESS is the decrease of the total of the profile, as text.  The
 * decrease may be smaller than BEFORE, because callees inside the cycle are not excluded.  HINT
 * ends the message. */
static void
report_excluded_member(struct app *a, const char *what, const struct cycle_figure *before,
	const char *less, const char *hint)
{
	char lo[FIGURE], hi[FIGURE];

	figure_spoken(lo, &a->ctx.scale, before->lo);
	figure_spoken(hi, &a->ctx.scale, before->hi);
	app_say(a, "%s excluded: about %s less; in its cycle it took %.*s to %s%s", what, less,
		figure_number_length(lo), lo, hi, hint);
}

/* Is the function or call NUMBER, as shown, excluded only by options of the command line?  If so,
 * tells the user. */
static bool
is_by_option(struct app *a, bool is_arc, uint32_t number)
{
	if (!(is_arc ? view_context_is_arc_excluded(&a->ctx, number)
		: view_context_is_excluded(&a->ctx, number))
	    || exclusions_has(&a->exclusions, is_arc, number))
		return false;
	app_say(a, "excluded by an option of the command line, %s", is_arc ? "-k" : "-E or -N");
	return true;
}

static void
toggle_function(struct app *a, uint32_t f)
{
	bool excluded = !view_context_is_excluded(&a->ctx, f), lost;
	bool in_cycle = excluded && a->ctx.has_time && a->ctx.graph->nodes[f].cycle != NOBODY;
	double before = a->ctx.graph->total;
	struct cycle_figure figure = { 0 };
	char time[FIGURE], what[SIDES];
	const char *hint;

	if (is_by_option(a, false, f))
		return;
	if (in_cycle)
		figure = cycle_estimate_of_member(view_context_estimate(&a->ctx), f);
	if (a->ctx.stopped)
		return;
	exclusions_begin(&a->exclusions);
	exclusions_change(&a->exclusions, false, f, excluded);
	if (!apply_row(a, &lost))
		return;
	figure_spoken(time, &a->ctx.scale, before > a->ctx.graph->total
		? before - a->ctx.graph->total : a->ctx.graph->total - before);
	name_function(a, f, what);
	hint = lost ? "; it is not shown now; u undoes it" : excluded ? "; u undoes it" : "";
	if (excluded && view_context_is_nothing_left(&a->ctx))
		app_say(a, "%s excluded: %s less, nothing is left; u undoes it", what, time);
	else if (in_cycle && !figure.is_whole)
		report_excluded_member(a, what, &figure, time, hint);
	else
		app_say(a, excluded ? "%s excluded: %s less%s"
			: "%s included again: %s more%s", what, time, hint);
}

static void
toggle_call(struct app *a, uint32_t arc)
{
	bool excluded = !view_context_is_arc_excluded(&a->ctx, arc), lost;
	struct share before = graph_share(a->ctx.graph, arc);
	char what[SIDES], time[FIGURE];

	if (is_by_option(a, true, arc))
		return;
	exclusions_begin(&a->exclusions);
	exclusions_change(&a->exclusions, true, arc, excluded);
	if (!apply_row(a, &lost))
		return;
	if (excluded && !profile_has(a->ctx.profile, HAS_STACKS)) {
		report_excluded_calls(a, &arc, 1, lost ? "; it is not shown now" : "");
		return;
	}
	name_arc(a, arc, what);
	if (excluded) {
		figure_spoken(time, &a->ctx.scale, before.self + before.children);
		app_say(a, "%s excluded: the callers lose %s; u undoes it%s", what, time,
			lost ? "; it is not shown now" : "");
		return;
	}
	app_say(a, "%s included again%s", what, lost ? "; it is not shown now" : "");
}

bool
exclude_is_possible(const struct profile *p, bool is_arc, uint32_t n)
{
	if (is_arc)
		return profile_arc_calls(p, n) > 0 || !inlining_is_arc(p, n);
	return !inlining_has_instances(p, n);
}

void
exclude_selected(struct app *a)
{
	struct view *v = app_view(a);
	const struct row *r = view_row(v);
	uint32_t arc = r != NULL && v->ops->arc != NULL ? v->ops->arc(v, r) : NOBODY;
	uint32_t n = view_node(v, r);

	if (a->in_pane)
		app_say(a, "x works in the other pane; Tab goes there");
	else if (arc != NOBODY ? !exclude_is_possible(a->ctx.profile, true, arc)
		: n != NOBODY && !view_context_is_cycle(&a->ctx, n)
			&& !exclude_is_possible(a->ctx.profile, false, n))
		app_say(a, "inlined code cannot be excluded; press L, and exclude its callers");
	else if (arc != NOBODY)
		toggle_call(a, arc);
	else if (n != NOBODY && view_context_is_cycle(&a->ctx, n))
		app_say(a, v->ops == &cycles_view ? "a cycle cannot be excluded; X proposes calls to exclude"
			: "a cycle cannot be excluded; C shows its calls, x excludes them");
	else if (n != NOBODY)
		toggle_function(a, n);
	else
		app_say(a, "nothing to exclude in this row; x excludes functions and calls");
}

/* Shows the graph after the N changes C of a step were undone (if UNDONE is set) or redone.  If the
 * work is stopped, the changes are redone or undone again. */
static void
apply_undo(struct app *a, const struct exclusion *c, size_t n, bool undone)
{
	char what[SIDES];
	bool excluded = c->excluded != undone, several;

	if (!apply_to_same_base(a)) {
		if (undone)
			exclusions_redo(&a->exclusions, &n);
		else
			exclusions_undo(&a->exclusions, &n);
		return;
	}
	if (!c->is_arc)
		view_select(app_view(a), exclusions_shown(&a->exclusions, c));
	name_changes(a, c, n, &several, what);
	app_say(a, "%s: %s %s %s", undone ? "undone" : "redone", what,
		several ? "are" : "is", excluded ? "excluded" : "included again");
}

void
exclude_undo(struct app *a)
{
	size_t n;
	const struct exclusion *c = exclusions_undo(&a->exclusions, &n);

	if (c != NULL)
		apply_undo(a, c, n, true);
	else
		app_say(a, "nothing to undo");
}

void
exclude_redo(struct app *a)
{
	size_t n;
	const struct exclusion *c = exclusions_redo(&a->exclusions, &n);

	if (c != NULL)
		apply_undo(a, c, n, false);
	else
		app_say(a, "nothing to redo");
}

void
exclude_forget_proposal(struct app *a)
{
	free(a->proposal.arcs);
	a->proposal = (struct proposal){ 0 };
}

static void
exclude_proposed(struct app *a)
{
	struct proposal p = a->proposal;
	size_t i;

	a->proposal = (struct proposal){ 0 };
	exclusions_begin(&a->exclusions);
	for (i = 0; i < p.n; i++)
		exclusions_change(&a->exclusions, true, p.arcs[i], true);
	if (!apply_step(a)) {
		a->proposal = p;
		return;
	}
	report_excluded_calls(a, p.arcs, p.n, "");
	free(p.arcs);
}

/* Tells the user which calls are excluded if the same key is pressed again: "... 14 of 1930439
 * calls lost: a → b". */
static void
report_proposal(struct app *a, uint32_t cycle)
{
	const struct proposal *p = &a->proposal;
	uint64_t lost = 0;
	char names[2 * SIDES] = "", name[SIDES], text[LOST];
	size_t i, n = 0, named = p->n < MOST_NAMED ? p->n : MOST_NAMED;
	struct alikes alikes = alikes_of_arcs(a, p->arcs, named);

	for (i = 0; i < p->n; i++) {
		lost += profile_arc_calls(a->ctx.profile, p->arcs[i]);
		if (i >= named || n >= sizeof(names))
			continue;
		name_one_of_arcs(a, &alikes, p->arcs[i], name);
		n += (size_t)snprintf(names + n, sizeof(names) - n, "%s%s", i ? ", " : "", name);
	}
	free(alikes.v);
	say_lost(text, ": ", lost, graph_self_calls(a->ctx.graph, cycle), ": ");
	app_say(a, "X again breaks up %s%s%s%s", view_context_name(&a->ctx, cycle), text, names,
		p->n > MOST_NAMED ? " ..." : "");
}

/* Returns the cycle that contains node N, or N itself if N is a cycle, or NOBODY. */
static uint32_t
cycle_of(const struct app *a, uint32_t n)
{
	uint32_t whole = n != NOBODY ? graph_cycle_or_self(a->ctx.graph, n) : NOBODY;

	return whole != NOBODY && view_context_is_cycle(&a->ctx, whole) ? whole : NOBODY;
}

uint32_t
exclude_selected_cycle(const struct app *a)
{
	const struct view *v = app_view(a);
	uint32_t cycle = cycle_of(a, navigate_selected_node(v));

	return cycle == NOBODY && v->ops->rows_are_calls ? cycle_of(a, v->subject) : cycle;
}

void
exclude_break_up_cycle(struct app *a)
{
	uint32_t cycle;

	if (a->in_pane) {
		app_say(a, "X works in the other pane; Tab goes there");
		return;
	}
	if (a->proposal.n > 0) {
		exclude_proposed(a);
		return;
	}
	if (profile_has(a->ctx.profile, HAS_STACKS)) {
		app_say(a, "X is not needed: with stacks, totals are right in cycles, too");
		return;
	}
	cycle = exclude_selected_cycle(a);
	if (cycle == NOBODY) {
		app_say(a, a->ctx.graph->ncycles > 0
			? "X breaks up a cycle: select one of its functions; C shows the cycles"
			: "X breaks up a cycle, and there is none");
		return;
	}
	a->proposal.arcs = cyclecut_find(a->ctx.graph, cycle, &a->proposal.n, a->ctx.stop);
	if (a->proposal.arcs != NULL)
		report_proposal(a, cycle);
	else
		a->ctx.stopped = true;
}

void
exclude_show_options(struct app *a)
{
	if (a->exclusions.nfuncs + a->exclusions.narcs == 0) {
		app_say(a, "nothing is excluded; x excludes functions and calls");
		return;
	}
	navigate_text_show(a, exclude_options_text(&a->exclusions), NOBODY);
	app_view(a)->explains = EXPLAINS_EXCLUSIONS;
}
