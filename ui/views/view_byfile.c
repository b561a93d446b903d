/* view_byfile.c - one function, file by file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "columns/cells.h"
#include "columns/spreadcells.h"
#include "load/byfile.h"
#include "samples/samples.h"

enum { SORT_SELF = 1 };	/* the column that rows are sorted by at first */

static const struct file_share *
shares_of(const struct view *v)
{
	return origin_shares(v->scene->origin, v->scene->into, v->subject);
}

static const struct file_share *
share_of(const struct view *v, const struct row *r)
{
	const struct file_share *shares = shares_of(v);

	return shares ? &shares[r->thing] : NULL;
}

static bool
facts(const struct view *v, const struct row *r, struct facts *f)
{
	const struct file_share *share = share_of(v, r);

	*f = (struct facts){ .node = NOBODY, .has_time = v->scene->has_time, .has_calls = true };
	if (!share || !share->read)
		return false;
	f->self = share->samples;
	f->calls = share->calls;
	return true;
}

static double
mean(const struct view *v)
{
	const struct profile *p = v->scene->profile;

	return p->ticks[v->subject] / (double)p->samples[p->funcs[v->subject].image].nfiles;
}

static double
value_times_mean(const struct view *v, const struct row *r)
{
	const struct file_share *share = share_of(v, r);

	return share && mean(v) > 0 ? share->samples / mean(v) : 0;
}

static void
cell_times_mean(const struct view *v, const struct row *r, struct pen *pen)
{
	char text[FIGURE];

	if (mean(v) <= 0)
		return;
	snprintf(text, sizeof(text), "%.2f", value_times_mean(v, r));
	pen_right(pen, text);
}

static void
cell_part(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct file_share *share = share_of(v, r);
	char text[FIGURE];

	if (!share)
		return;
	figure_percent(text, share->samples, share->all, 2);
	pen_right(pen, text);
}

static double
value_part(const struct view *v, const struct row *r)
{
	const struct file_share *share = share_of(v, r);

	return share && share->all > 0 ? share->samples / share->all : 0;
}

static const char *
path_of(const struct view *v, const struct row *r)
{
	const struct profile *p = v->scene->profile;

	return p->samples[p->funcs[v->subject].image].files[r->thing].path;
}

static void
cell_path(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct file_share *share = share_of(v, r);

	pen_skip(pen, 2);
	pen->skip = v->whole ? 0 : v->shift;
	pen_text(pen, path_of(v, r));
	if (share && !share->read)
		pen_text(pen, "  (cannot be read any more)");
}

static bool
data_part(const struct view *v, const struct row *r, struct datum *d)
{
	const struct file_share *share = share_of(v, r);

	return share && datum_percent(d, KIND_SAMPLED, share->samples, share->all);
}

static bool
data_times_mean(const struct view *v, const struct row *r, struct datum *d)
{
	d->type = DATA_RATIO;
	d->kind = KIND_SAMPLED;
	d->value = value_times_mean(v, r);
	return mean(v) > 0;
}

static bool
data_path(const struct view *v, const struct row *r, struct datum *d)
{
	return datum_text(d, path_of(v, r));
}

static const struct column columns[] = {
	{ .id = "file_pct", .title = "%file", .letter = '%', .rank = 1, .width = 7, .wide = 8,
		.cell = cell_part, .value = value_part, .used = used_time,
		.data = data_part },
	[SORT_SELF] = { .id = "self", .title = "self $", .letter = 's', .rank = 0, .width = 9,
		.wide = 10, .cell = cell_self, .value = value_self, .used = used_time, .need = need_time,
		.data = data_self },
	{ .id = "times_mean", .title = "/mean", .letter = 'm', .rank = 2, .width = 8, .wide = 9,
		.cell = cell_times_mean, .value = value_times_mean,
		.used = used_time, .data = data_times_mean },
	{ .id = "calls", .title = "calls", .letter = 'c', .rank = 3, .width = 11, .wide = 12,
		.cell = cell_calls, .value = value_calls, .used = used_calls,
		.data = data_calls },
	{ .id = "self_call", .title = "self/call", .letter = 'p', .rank = 4, .width = 11,
		.wide = 11, .cell = cell_self_each, .value = value_self_each,
		.used = used_time_and_calls, .data = data_self_each },
	{ .id = "profile", .title = "  file", .letter = 'f', .width = 1, .wide = 2, .rest = true,
		.left = true, .ascending = true, .cell = cell_path, .text = path_of,
		.data = data_path },
};

static void
fill(struct view *v)
{
	const struct profile *p = v->scene->profile;
	uint32_t n = (uint32_t)p->samples[p->funcs[v->subject].image].nfiles;

	if (!shares_of(v))
		return;
	for (uint32_t i = 0; i < n; i++)
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
	title_profiles(t, v->scene, true);
	title_node(t, 1, "file by file ", v->subject);
}

static void
detail(const struct view *v, const struct row *r, FILE *out)
{
	const struct file_share *share = share_of(v, r);
	char time[2 * FIGURE], times[FIGURE];

	if (!share || !share->read)
		return;
	if (v->scene->has_time) {
		figure_sampled(time, &v->scene->scale, share->samples);
		fprintf(out, "%s\t", time);
	}
	if (v->scene->has_time && mean(v) > 0) {
		figure_plain(times, value_times_mean(v, r), 3);
		fprintf(out, "%s x the mean of all files\t", times);
	}
	fprintf(out, "%llu call%s by others\t", (unsigned long long)share->calls,
		share->calls == 1 ? "" : "s");
	fprintf(out, "%s\t", path_of(v, r));
}

const struct view_ops byfile_view = {
	.where = BY_FILE,
	.name = "file by file",
	.empty = "nothing was read",
	.columns = columns,
	.ncolumns = sizeof(columns) / sizeof(*columns),
	.sort = SORT_SELF,
	.fill = fill,
	.facts = facts,
	.target = target,
	.title = title,
	.detail = detail,
};
