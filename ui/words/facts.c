/* facts.c - what is known of a subject: the numbers, names and conditions in its sentences
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "words/facts.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "figures/bounds.h"
#include "table/cell.h"

void
facts_begin(struct facts *f, struct view_context *ctx)
{
	static const struct {
		unsigned ability;
		const char *name;
	} abilities[] = {
		{ HAS_BINS, "bins" }, { HAS_EVENTS, "events" }, { HAS_STACKS, "stacks" },
		{ HAS_COSTS, "costs" }, { HAS_CALLERS, "callers" }, { HAS_COUNTS, "counts_calls" },
	};

	f->ctx = ctx;
	f->n = 0;
	for (size_t i = 0; i < sizeof(abilities) / sizeof(*abilities); i++)
		fact_is(f, abilities[i].name, profile_has(ctx->profile, abilities[i].ability));
}

const struct facts_item *
facts_find(const struct facts *f, const char *name, size_t n)
{
	for (unsigned i = 0; i < f->n; i++)
		if (strncmp(f->v[i].name, name, n) == 0 && f->v[i].name[n] == '\0')
			return &f->v[i];
	return NULL;
}

bool
facts_hold(const struct facts *f, const char *name)
{
	const struct facts_item *found = facts_find(f, name, strlen(name));

	return found != NULL && found->is;
}

/* Returns the fact NAME, which is made if it does not exist, without a text. */
static struct facts_item *
set(struct facts *f, const char *name, bool is)
{
	const struct facts_item *found = facts_find(f, name, strlen(name));
	struct facts_item *item = &f->v[found != NULL ? (unsigned)(found - f->v) : f->n];

	assert(item < &f->v[MOST_FACTS]);
	f->n += found == NULL;
	*item = (struct facts_item){ .name = name, .text = item->own, .is = is };
	return item;
}

void
fact_is(struct facts *f, const char *name, bool is)
{
	set(f, name, is);
}

void
fact_text(struct facts *f, const char *name, const char *text)
{
	set(f, name, text != NULL && *text != '\0')->text = text != NULL ? text : "";
}

char *
fact_room(struct facts *f, const char *name, bool is)
{
	return set(f, name, is)->own;
}

void
fact_printf(struct facts *f, const char *name, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(fact_room(f, name, true), FACT_ROOM, format, args);
	va_end(args);
}

void
fact_count(struct facts *f, const char *name, uint64_t count)
{
	struct facts_item *item = set(f, name, count != 0);

	snprintf(item->own, sizeof(item->own), "%" PRIu64, count);
	item->is_one = count == 1;
}

void
fact_samples(struct facts *f, const char *name, double samples)
{
	struct facts_item *item = set(f, name, samples != 0);

	figure_samples(item->own, samples);
	item->is_one = samples == 1;
}

void
fact_time(struct facts *f, const char *name, double time)
{
	figure_spoken(fact_room(f, name, time != 0), &f->ctx->scale, time);
}

void
fact_time64(struct facts *f, const char *name, double time, uint64_t sum64)
{
	figure_spoken64(fact_room(f, name, time != 0), &f->ctx->scale, time, sum64);
}

void
fact_sampled(struct facts *f, const char *name, double time)
{
	figure_sampled(fact_room(f, name, time != 0), &f->ctx->scale, time);
}

void
fact_share(struct facts *f, const char *name, double part, double whole, int decimals)
{
	struct facts_item *item = set(f, name, false);

	figure_percent(item->own, part, whole, decimals);
	item->is = item->own[0] != '\0';
}

/* Sets a time without its unit. */
static void
fact_number(struct facts *f, const char *name, double time)
{
	char *text = fact_room(f, name, time != 0);

	figure_spoken(text, &f->ctx->scale, time);
	text[figure_number_length(text)] = '\0';
}

void
fact_bounds(struct facts *f, double lo, double hi)
{
	fact_number(f, "lo", lo);
	fact_number(f, "hi", hi);
	fact_time(f, "hi_time", hi);
}

void
fact_cost(struct facts *f, const struct cost *c)
{
	bool is_known = c->certainty == CERTAIN || c->certainty == IMPOSSIBLE;

	fact_is(f, "certain", c->certainty == CERTAIN);
	fact_is(f, "impossible", c->certainty == IMPOSSIBLE);
	fact_text(f, "mark", cell_estimate_mark(is_known ? c->certainty : SHARED));
	cost_total_text(fact_room(f, "total", true), f->ctx, c);
	fact_share(f, "total_part", c->self + c->children, f->ctx->graph->total, 1);
	fact_is(f, "children", c->children != 0);
	fact_time64(f, "all_time", f->ctx->graph->total, f->ctx->graph->total64);
}

void
fact_bound(struct facts *f, const struct bound *b)
{
	fact_bounds(f, b->lo, b->hi);
	fact_is(f, "few", bounds_have_few_calls(f->ctx->graph, b));
	fact_is(f, "certain", b->certainty == CERTAIN);
	fact_count(f, "entering", (uint64_t)llrintf(b->cycle_calls));
}

void
fact_estimate(struct facts *f, const struct cycle_figure *e)
{
	static const char *const trust[] = {
		[CYCLE_TRUSTED] = "trusted", [CYCLE_DISAGREE] = "disagree", [CYCLE_RARE] = "rare",
		[CYCLE_TOO_LARGE] = "too_large", [CYCLE_STOPPED] = "stopped",
	};
	const struct graph *g = f->ctx->graph;

	fact_is(f, trust[e->trust], true);
	fact_text(f, "mark", cell_estimate_mark(CYCLE_ESTIMATED));
	fact_time(f, "total", e->samples);
	fact_share(f, "total_part", e->samples, g->total, 1);
	fact_share(f, "spread", e->most - e->least, g->total, 0);
	fact_number(f, "least", e->least);
	fact_time(f, "most", e->most);
	fact_bounds(f, e->lo, e->hi);
	fact_text(f, "recording", f->ctx->profile->recording);
}

void
fact_node(struct facts *f, const char *name, const char *index, uint32_t n)
{
	fact_text(f, name, view_context_name(f->ctx, n));
	fact_count(f, index, f->ctx->graph->nodes[n].index);
}
