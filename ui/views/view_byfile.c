/* view_byfile.c - the view of one function that has a row for each profile file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <assert.h>
#include <string.h>

#include "columns/columns.h"
#include "columns/outliercells.h"
#include "columns/sidecolumns.h"
#include "lookup/byfile.h"
#include "views/views.h"

enum { SORT_SELF = 2 };	/* index of the column that rows are sorted by at first */

static const struct file_share *
shares_of(const struct view *v)
{
	assert(v->subject < v->ctx->profile->nfuncs);
	return lookup_shares(v->ctx->lookup, v->subject);
}

static const struct file_share *
share_of(const struct view *v, const struct row *r)
{
	const struct file_share *shares = shares_of(v);

	return shares != NULL ? &shares[r->thing] : NULL;
}

static bool
cost_of_row(const struct view *v, const struct row *r, struct cost *f)
{
	const struct file_share *share = share_of(v, r);

	*f = (struct cost){ .node = NOBODY, .has_time = v->ctx->has_time,
		.has_calls = v->ctx->has_calls };
	if (share == NULL || !share->read)
		return false;
	f->self = share->samples;
	f->sums64.self = share->sums64.self;
	if (profile_has(v->ctx->profile, HAS_STACKS))
		cost_set_total(f, share->total, share->sums64);
	f->calls = share->calls;
	return true;
}

static double
mean_share(const struct view *v)
{
	const struct file_share *shares = shares_of(v);

	return shares != NULL && byfile_count(v->ctx->profile, v->subject) > 0 ? shares->mean : 0;
}

/* Returns the self time of the function in the file or part of row R, divided by the mean of its
 * self times in all files or parts. */
static double
times_mean(const struct view *v, const struct row *r)
{
	const struct file_share *share = share_of(v, r);

	return share != NULL && mean_share(v) > 0 ? share->samples / mean_share(v) : 0;
}

static bool
value_times_mean(const struct view *v, const struct row *r, struct column_value *d)
{
	return mean_share(v) > 0 && column_value_set_ratio(d, KIND_SAMPLED, times_mean(v, r));
}

/* Sets *P and *IS_MORE for row R, as outliercell_chance() does. */
static bool
chance_of(const struct view *v, const struct row *r, double *p, bool *is_more)
{
	const struct file_share *share = share_of(v, r);

	return share != NULL && share->read && outliercell_chance(v->ctx, v->subject,
		profile_has(v->ctx->profile, HAS_EVENTS) ? r->thing : NOBODY, share->samples, p,
		is_more);
}

static bool
value_chance(const struct view *v, const struct row *r, struct column_value *d)
{
	double p;
	bool is_more;

	return chance_of(v, r, &p, &is_more) && column_value_set_ratio(d, KIND_SAMPLED, p);
}

static bool
value_mark(const struct view *v, const struct row *r, struct column_value *d)
{
	double p;
	bool is_more;

	return chance_of(v, r, &p, &is_more) && sidecolumn_set_mark(v->ctx, p >= 0.05 ? MARK_NOISE
		: is_more ? MARK_MORE : MARK_LESS, d);
}

static bool
value_part(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct file_share *share = share_of(v, r);

	return share != NULL && column_value_set_part(d, KIND_SAMPLED, share->samples, share->all);
}

/* Returns the key for sorting by percent: the samples of the function in the file or part of row R,
 * divided by all samples of this file or part. */
static double
key_part(const struct view *v, const struct row *r)
{
	const struct file_share *share = share_of(v, r);

	return share != NULL && share->all > 0 ? share->samples / share->all : 0;
}

static const char *
path_of(const struct view *v, const struct row *r)
{
	return byfile_name(v->ctx->profile, v->subject, r->thing);
}

static void
cell_path(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct file_share *share = share_of(v, r);
	const struct measured *m = v->ctx->profile->measured;

	pen_skip(pen, 1);
	pen->skip = v->whole ? 0 : v->shift;
	if (m != NULL && strcmp(m->parts[r->thing].kind, "file") != 0) {
		pen_text(pen, m->parts[r->thing].kind);
		pen_text(pen, " ");
	}
	pen_text(pen, path_of(v, r));
	if (share != NULL && !share->read)
		pen_text(pen, "  (cannot be read any more)");
}

static bool
value_path(const struct view *v, const struct row *r, struct column_value *d)
{
	return column_value_set_text(d, path_of(v, r));
}

static const struct column columns[] = {
	{ .title = "", .rank = 0, .width = 2, .wide = 2, .left = true, .value = value_mark,
		.used = outliercell_used },
	{ .id = "file_pct", .title = "%file", .titles = { { HAS_EVENTS, "%part" } }, .letter = '%',
		.rank = 1, .width = 7, .wide = 8, .sortable = true, .form = FORM_PERCENT,
		.value = value_part, .sort_key = key_part, .used = column_used_time },
	[SORT_SELF] = { .id = "self", .title = "self $", .letter = 's', .rank = 0, .width = 9,
		.wide = 10, .sortable = true, .value = column_self, .look = LOOK_TIMES,
		.used = column_used_time },
	{ .id = "total", .title = "total $", .letter = 't', .rank = 1, .width = 9, .wide = 10,
		.sortable = true, .value = column_total, .look = LOOK_TIMES,
		.used = column_used_time,
		.wanted = HAS_STACKS },
	{ .id = "times_mean", .title = "/mean", .letter = 'm', .rank = 2, .width = 8, .wide = 9,
		.sortable = true, .value = value_times_mean, .used = column_used_time },
	{ .id = "outlier_chance", .title = "chance", .letter = 'C', .rank = 5, .width = 7,
		.wide = 8, .sortable = true, .ascending = true, .absent = 2, .value = value_chance,
		.form = FORM_CHANCE, .used = outliercell_used },
	{ .id = "calls", .title = "calls", .letter = 'c', .rank = 3, .width = 11, .wide = 12,
		.sortable = true, .value = column_calls, .used = column_used_calls },
	{ .id = "self_call", .title = "self/call", .letter = 'p', .rank = 4, .width = 11,
		.wide = 11, .sortable = true, .form = FORM_EACH, .value = column_self_each,
		.used = column_used_time_and_calls },
	{ .id = "profile", .title = "  file", .titles = { { HAS_EVENTS, "  part" } }, .letter = 'f',
		.width = 1, .wide = 2, .rest = true, .left = true, .sortable = true,
		.ascending = true, .value = value_path, .cell = cell_path },
};

static void
fill(struct view *v)
{
	const struct profile *p = v->ctx->profile;
	const struct file_share *shares = shares_of(v);
	uint32_t n = byfile_count(p, v->subject);

	if (shares == NULL)
		return;
	/* A part may consist of other parts; for example, a process consists of threads.  Such a
	 * part has a row only if it has samples or calls of its own. */
	for (uint32_t i = 0; i < n; i++)
		if (profile_has(p, HAS_BINS) || shares[i].read)
			view_add(v, (struct row){ .thing = i });
}

static struct target
target(const struct view *v, const struct row *r)
{
	(void)r;
	return (struct target){ .goal = GOAL_CALLS, .node = v->subject };
}

static void
title(const struct view *v, struct title *t)
{
	title_profiles(t, v->ctx, true);
	title_node(t, 1, profile_has(v->ctx->profile, HAS_EVENTS) ? "part by part "
		: "file by file ", v->subject);
}

static void
detail(const struct view *v, const struct row *r, FILE *out)
{
	const struct file_share *share = share_of(v, r);
	char time[2 * FIGURE], times[FIGURE];

	if (share == NULL || !share->read)
		return;
	if (v->ctx->has_time) {
		struct cost cost = *view_cost(v, r);

		cost_self_text(time, v->ctx, &cost);
		fprintf(out, "%s\t", time);
	}
	if (v->ctx->has_time && mean_share(v) > 0) {
		figure_plain(times, times_mean(v, r), 3);
		fprintf(out, "%s x the mean of all %s\t", times,
			profile_has(v->ctx->profile, HAS_EVENTS) ? "parts" : "files");
	}
	if (v->ctx->has_calls)
		fprintf(out, "%llu call%s by others\t", (unsigned long long)share->calls,
			share->calls == 1 ? "" : "s");
	if (profile_has(v->ctx->profile, HAS_EVENTS))
		fprintf(out, "%s ", v->ctx->profile->measured->parts[r->thing].kind);
	fprintf(out, "%s\t", path_of(v, r));
}

const struct view_ops byfile_view = {
	.info = VIEW_INFO(byfile_view),
	VIEW_COLUMNS(columns),
	.sort = SORT_SELF,
	.empty = "nothing was read",
	.fill = fill,
	.cost = cost_of_row,
	.target = target,
	.title = title,
	.detail = detail,
};
