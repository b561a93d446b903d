/* view_threads.c - the view of processes and threads, or of the other parts of a profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "columns/columns.h"
#include "figures/parttotals.h"
#include "measured/measured.h"
#include "table/view_sort.h"
#include "text/shorten.h"
#include "views/views.h"

/* Indexes of columns. */
enum { SORT_TIME, SORT_SELF, SORT_QUEUE, SORT_WAIT, SORT_CALLS = 5 };

/* Returns the values of the part of R, or NULL if V has freed them. */
static const struct part_total *
part_of(const struct view *v, const struct row *r)
{
	return v->parts != NULL ? &v->parts->v[r->thing] : NULL;
}

static const struct measured_part *
name_of(const struct view *v, const struct row *r)
{
	return &v->ctx->profile->measured->parts[r->thing];
}

/* Returns the number of the event NAME, which must be a time, or NOBODY. */
static uint32_t
time_named(const struct view_context *ctx, const char *name)
{
	const struct measured *m = ctx->profile->measured;
	uint32_t event = m != NULL ? measured_event_named(m, name) : NOBODY;

	return event != NOBODY && measured_event_rate(&m->events[event]) > 0 ? event : NOBODY;
}

/* Returns the event of processor time or, if no event has its name, the event that is shown. */
static uint32_t
time_event(const struct view_context *ctx)
{
	uint32_t time = time_named(ctx, "time");

	return time != NOBODY ? time : ctx->graph->selection.event;
}

/* Sets D to the value of EVENT, a time, in row R, in the unit of the event that is shown.  Returns
 * false if EVENT is NOBODY, or if the event that is shown is no time. */
static bool
set_value(const struct view *v, const struct row *r, uint32_t event, struct column_value *d)
{
	const struct measured *m = v->ctx->profile->measured;
	uint32_t shown = v->ctx->graph->selection.event;
	double rate, value;

	if (part_of(v, r) == NULL || event == NOBODY)
		return false;
	rate = measured_event_rate(&m->events[event]);
	if (!(rate > 0) || !(measured_event_rate(&m->events[shown]) > 0))
		return false;
	value = v->parts->values[(size_t)r->thing * m->nevents + event]
		* (measured_event_rate(&m->events[shown]) / rate);
	d->whole = v->ctx->graph->total;
	return column_value_set_time(d,
		m->events[event].is_sampled ? KIND_SAMPLED : KIND_COUNTED, value);
}

static bool
value_time(const struct view *v, const struct row *r, struct column_value *d)
{
	return set_value(v, r, time_event(v->ctx), d);
}

static bool
value_queue(const struct view *v, const struct row *r, struct column_value *d)
{
	return set_value(v, r, time_named(v->ctx, "queue"), d);
}

static bool
value_wait(const struct view *v, const struct row *r, struct column_value *d)
{
	return set_value(v, r, time_named(v->ctx, "wait"), d);
}

static bool
has_time(const struct view_context *ctx)
{
	return ctx->has_time && ctx->graph->measure.rate > 0;
}

/* Does the profile have other values than times? */
static bool
has_values(const struct view_context *ctx)
{
	return ctx->has_time && !has_time(ctx);
}

/* Is the event NAME shown beside the event of the column of time?  Parts may have waits, but no
 * time. */
static bool
has_time_named(const struct view_context *ctx, const char *name)
{
	return time_named(ctx, name) != NOBODY && ctx->graph->measure.rate > 0;
}

static bool
has_queue(const struct view_context *ctx)
{
	return has_time_named(ctx, "queue");
}

static bool
has_wait(const struct view_context *ctx)
{
	return has_time_named(ctx, "wait");
}

static bool
value_samples(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct part_total *part = part_of(v, r);

	return part != NULL && part->samples > 0 && column_value_set_count(d, part->samples);
}

static bool
has_samples(const struct view_context *ctx)
{
	return ctx->graph->measure.nsamples > 0;
}

static bool
value_kind(const struct view *v, const struct row *r, struct column_value *d)
{
	return column_value_set_text(d, name_of(v, r)->kind);
}

static bool
value_part(const struct view *v, const struct row *r, struct column_value *d)
{
	return column_value_set_text(d, name_of(v, r)->name);
}

static void
cell_part(const struct view *v, const struct row *r, struct pen *pen)
{
	const char *name = name_of(v, r)->name;
	char *shorter;

	pen_gap(pen);
	pen_text(pen, r->depth > 0 ? "  " : "");
	pen->skip = v->whole ? 0 : v->shift;
	pen_text(pen, name_of(v, r)->kind);
	pen_text(pen, " ");
	/* Names of threads end with their numbers. */
	shorter = shorten_middle(name, pen_left(pen) + pen->skip, pen->grid->ascii);
	pen_text(pen, shorter);
	pen->cut |= strcmp(shorter, name) != 0;
	free(shorter);
}

static uint32_t
most_of(const struct view *v, const struct row *r)
{
	return part_of(v, r) != NULL ? part_of(v, r)->most : NOBODY;
}

static bool
value_mostly(const struct view *v, const struct row *r, struct column_value *d)
{
	d->node = most_of(v, r);
	return d->node != NOBODY && column_value_set_text(d, view_context_name(v->ctx, d->node));
}

static const struct column columns[] = {
	[SORT_TIME] = { .id = "time", .title = "time $", .letter = 't', .rank = 0, .width = 9,
		.wide = 10, .sortable = true, .value = value_time, .look = LOOK_TIMES,
		.used = has_time },
	[SORT_SELF] = { .id = "self", .title = "self $", .letter = 's', .rank = 0, .width = 9, .wide = 10,
		.sortable = true, .value = column_self, .look = LOOK_TIMES, .used = has_values },
	[SORT_QUEUE] = { .id = "queue", .title = "queue $", .letter = 'q', .rank = 3, .width = 9, .wide = 10,
		.sortable = true, .value = value_queue, .look = LOOK_TIMES, .used = has_queue },
	[SORT_WAIT] = { .id = "wait", .title = "wait $", .letter = 'w', .rank = 1, .width = 9, .wide = 10,
		.sortable = true, .value = value_wait, .look = LOOK_TIMES, .used = has_wait },
	{ .id = "samples", .title = "samples", .letter = 'n', .rank = 4, .width = 9, .wide = 10,
		.sortable = true, .value = value_samples, .used = has_samples },
	[SORT_CALLS] = { .id = "calls", .title = "calls", .letter = 'c', .rank = 2, .width = 11,
		.wide = 12, .sortable = true, .value = column_calls, .used = column_used_calls },
	{ .id = "mostly", .title = "mostly in", .rank = 5, .width = 20, .wide = 48, .left = true,
		.value = value_mostly, .form = FORM_NAME },
	{ .id = "part", .title = "part", .wide_title = "process, thread or other part",
		.letter = 'p', .width = 1, .wide = 2, .rest = true, .left = true, .sortable = true,
		.ascending = true, .value = value_part, .cell = cell_part },
	{ .id = "part_kind", .value = value_kind },
	{ .id = "depth", .value = column_depth },
};

/* Returns the column of the event that is shown. */
static int
column_of_event(const struct view_context *ctx)
{
	uint32_t event = ctx->graph->selection.event;

	if (has_values(ctx))
		return SORT_SELF;
	if (has_wait(ctx) && event == time_named(ctx, "wait"))
		return SORT_WAIT;
	return has_queue(ctx) && event == time_named(ctx, "queue") ? SORT_QUEUE : SORT_TIME;
}

static void
add_row(struct view *v, uint32_t part, uint8_t depth)
{
	if (v->parts->v[part].is_there || v->ctx->all)
		view_add(v, (struct row){ .thing = part, .depth = depth });
}

static void
fill(struct view *v)
{
	const struct measured *m = v->ctx->profile->measured;
	uint32_t *first, *next;
	int usual;

	if (m == NULL)
		return;
	usual = column_of_event(v->ctx);
	if (v->sort == v->usual_sort)
		v->sort = usual;
	v->usual_sort = usual;
	view_sort_at_first(v, usual, SORT_CALLS);
	v->parts = mem_new(1, sizeof(*v->parts));
	parttotals_make(v->parts, v->ctx->graph);
	/* A list of the parts inside each part. */
	first = mem_uncleared(m->nparts, sizeof(*first));
	next = mem_uncleared(m->nparts, sizeof(*next));
	memset(first, 0xff, m->nparts * sizeof(*first));
	for (uint32_t i = m->nparts; i-- > 0;)
		if (m->parts[i].whole != NOBODY) {
			next[i] = first[m->parts[i].whole];
			first[m->parts[i].whole] = i;
		}
	for (uint32_t i = 0; i < m->nparts; i++) {
		if (m->parts[i].whole != NOBODY)
			continue;
		add_row(v, i, 0);
		for (uint32_t k = first[i]; k != NOBODY; k = next[k])
			add_row(v, k, 1);
	}
	free(first);
	free(next);
}

static bool
cost_of_row(const struct view *v, const struct row *r, struct cost *f)
{
	const struct part_total *part = part_of(v, r);
	size_t i;

	*f = (struct cost){ .node = NOBODY, .has_time = v->ctx->has_time,
		.has_calls = v->ctx->has_calls };
	if (part == NULL)
		return false;
	i = (size_t)r->thing * v->ctx->profile->measured->nevents + v->ctx->graph->selection.event;
	f->self = v->parts->values[i];
	f->sums64.self = v->parts->values64[i];
	f->calls = part->calls;
	return true;
}

static struct target
target(const struct view *v, const struct row *r)
{
	(void)v;
	return (struct target){ .goal = GOAL_PART, .part = r->thing };
}

static void
title(const struct view *v, struct title *t)
{
	title_profiles(t, v->ctx, true);
	title_add(t, 1, "%zu part%s", v->filled, v->filled == 1 ? "" : "s");
}

static void
detail(const struct view *v, const struct row *r, FILE *out)
{
	const struct part_total *part = part_of(v, r);
	char time[2 * FIGURE];

	fprintf(out, "%s %s\t", name_of(v, r)->kind, name_of(v, r)->name);
	if (part == NULL)
		return;
	if (v->ctx->has_time) {
		struct cost cost = *view_cost(v, r);

		cost_self_text(time, v->ctx, &cost);
		fprintf(out, "%s\t", time);
	}
	if (v->ctx->has_calls)
		fprintf(out, "%llu call%s\t", (unsigned long long)part->calls,
			part->calls == 1 ? "" : "s");
	if (part->most != NOBODY)
		fprintf(out, "mostly in %s\t", view_context_name(v->ctx, part->most));
}

const struct view_ops threads_view = {
	.info = VIEW_INFO(threads_view),
	VIEW_COLUMNS(columns),
	.sort = SORT_TIME,
	.least_rest = 30,
	.empty = "the profile does not distinguish files, processes and threads",
	.fill = fill,
	.cost = cost_of_row,
	.target = target,
	.title = title,
	.detail = detail,
};
