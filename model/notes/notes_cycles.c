/* notes_cycles.c - findings about cycles with much of the time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "notes/notes.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/decimal.h"
#include "figures/cyclecut.h"
#include "measured/measured.h"

enum {
	MOST_NOTED = 3,			/* at most this many cycles get a note */
	MOST_ARCS = 20000,		/* greatest number of arcs from members of a cycle; above
					 * it, the note does not say how many calls must be
					 * excluded */
};

/* A cycle gets a note if it has at least this fraction of the total time. */
static const double MUCH = 0.1;

/* Returns the member of cycle C with the most time. */
static uint32_t
hottest_member(const struct graph *g, uint32_t c)
{
	uint32_t best = g->members[g->member_at[c]];

	for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++)
		if (graph_node_time(&g->nodes[g->members[i]]) > graph_node_time(&g->nodes[best]))
			best = g->members[i];
	return best;
}

static bool
is_large(const struct graph *g, uint32_t c)
{
	const struct profile *p = g->profile;
	uint32_t narcs = 0;

	for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++)
		narcs += p->out.at[g->members[i] + 1] - p->out.at[g->members[i]];
	return narcs > MOST_ARCS;
}

/* Returns text that says how many calls must be excluded to break up cycle C, or "" if C is too
 * large. */
static const char *
say_price(struct profile *p, const struct graph *g, uint32_t c)
{
	char some[DECIMAL_GROUPED], of[DECIMAL_GROUPED];
	uint64_t lost = 0;
	uint32_t *cuts;
	size_t n;

	if (is_large(g, c))
		return "";
	cuts = cyclecut_find(g, g->nfuncs + c, &n, NULL);
	for (size_t i = 0; i < n; i++)
		lost += profile_arc_calls(p, cuts[i]);
	free(cuts);
	if (graph_self_calls(g, g->nfuncs + c) == 0)	/* numbers of calls are not known */
		return arena_printf(&p->names, " by excluding the calls between %zu pair%s of functions",
			n, n == 1 ? "" : "s");
	return arena_printf(&p->names, " by excluding %s of its %s calls",
		decimal_grouped(some + sizeof(some), lost),
		decimal_grouped(of + sizeof(of), graph_self_calls(g, g->nfuncs + c)));
}

/* Do the files state the totals of all members of cycle C? */
static bool
are_stated(const struct graph *g, uint32_t c)
{
	if (g->in.totals == NULL)
		return false;
	for (uint32_t i = g->member_at[c]; i < g->member_at[c + 1]; i++)
		if (g->in.totals[g->members[i]] <= 0)
			return false;
	return true;
}

/* Says that calls inside a cycle of P have no right costs, if this is so. */
static const char *
say_inner_costs(const struct profile *p)
{
	return p->measured != NULL && p->measured->costs_count_once ? ""
		: " Only the costs of calls inside a cycle count the same work more than once.";
}

/* Adds the note on cycle C.  If FIRST is set, the note also says what these notes mean. */
static void
note_cycle(struct profile *p, const struct graph *g, uint32_t c, bool first)
{
	const char *price = say_price(p, g, c);
	const char *meaning = !first ? "." : are_stated(g, c)
		? arena_printf(&p->names, ". Its members have totals without that, which the profile "
		"states.%s", say_inner_costs(p))
		: profile_has(p, HAS_TOTALS)
		? ": then every member has a total of its own, which is an estimate. The costs of calls "
		"inside a cycle count the same work more than once. Recorded call stacks have the right "
		"totals: gprowse record, or perf record -g."
		: arena_printf(&p->names, ": then every member has a time of its own, which is an "
		"estimate. Counts of calls do not tell the time of a member inside a cycle. Recorded "
		"call stacks have the right times: %s%s.", p->recording != NULL ? "gprowse "
		: "gprowse record, or perf record -g", p->recording != NULL ? p->recording : "");

	profile_note(p, hottest_member(g, c), arena_printf(&p->names,
		"%.0f %% of the %s is inside a cycle, %u functions that call each other.",
		100 * graph_node_time(&g->nodes[g->nfuncs + c]) / g->total,
		profile_has(p, HAS_TOTALS) ? "total" : "time", g->member_at[c + 1] - g->member_at[c]),
		arena_printf(&p->names, "C shows it. If nothing is excluded yet, X breaks it up%s%s", price,
		meaning));
}

void
notes_find_cycles(struct profile *p, const struct graph *g)
{
	int noted = 0;

	if (profile_has(p, HAS_COSTS))
		notes_find_costs(p, g);
	/* The entries are sorted by time, so the loop ends at the first one with too little
	 * time. */
	for (uint32_t i = 0; i < g->nnodes && g->total > 0 && noted < MOST_NOTED; i++) {
		uint32_t n = g->entries[i];

		if (graph_node_time(&g->nodes[n]) < MUCH * g->total)
			break;
		if (n >= g->nfuncs) {
			note_cycle(p, g, n - g->nfuncs, noted == 0);
			noted++;
		}
	}
}
