/* threshold.c - --percent-limit: hiding the rows of a view that have little time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/threshold.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "table/column_values.h"
#include "table/view_unfold.h"

static bool
is_self(const struct column *c)
{
	return c->id != NULL && (strcmp(c->id, "self") == 0 || strcmp(c->id, "self_pct") == 0);
}

static bool
is_total(const struct column *c)
{
	return c->id != NULL && (strcmp(c->id, "total") == 0 || strcmp(c->id, "total_pct") == 0);
}

/* Returns the column of OPS with the total, or NULL. */
static const struct column *
total_column(const struct view_ops *ops)
{
	for (int i = 0; i < ops->ncolumns; i++)
		if (is_total(&ops->columns[i]))
			return &ops->columns[i];
	return NULL;
}

/* Rows are sorted by column SORT.  Returns the column of OPS by whose figures rows are hidden, or
 * NULL if there is no such column. */
static const struct column *
deciding_column(const struct view_ops *ops, int sort)
{
	const struct column *c = ops->columns;

	if (sort >= 0 && (is_self(&c[sort]) || is_total(&c[sort])))
		return &c[sort];
	for (int i = 0; i < ops->ncolumns; i++)
		if (is_self(&c[i]) || is_total(&c[i]))
			return &c[i];
	return NULL;
}

bool
threshold_applies(const struct view_ops *ops, struct err *e)
{
	return deciding_column(ops, -1) != NULL || err_set(e, ERR_USAGE,
		"--percent-limit: the rows of the view %s have no time", ops->info->name);
}

/* Does a row have enough time to be shown?  The sizes of times are compared, because a difference
 * of two profiles has values below 0.  UNKNOWN: the row has no figure. */
enum weight { BELOW, UNKNOWN, ENOUGH };

/* Returns ENOUGH if row R has at least LEAST samples in column C, otherwise BELOW or UNKNOWN. */
static enum weight
weigh_in(const struct view *v, const struct row *r, const struct column *c, double least)
{
	struct column_value d = { 0 };
	enum weight w = UNKNOWN;
	struct cost f;

	if (!column_value_is_record(v, r))	/* R is a message, or only describes another row */
		return UNKNOWN;
	if (c->value(v, r, &d)) {
		w = fabs(d.value) < least ? BELOW : ENOUGH;
	} else if (is_self(c)) {
		w = BELOW;
	} else {
		f = *view_cost(v, r);
		if (f.has_time && fabs(f.self) >= least)
			w = ENOUGH;
		else if (f.hi != 0 && fabs(f.hi) < least)
			w = BELOW;
	}
	column_value_release(&d);
	return w;
}

/* Like weigh_in(), but if C is the self time, a total time of at least LEAST samples is ENOUGH,
 * too.  If the total is not known, its lower bound is compared. */
static enum weight
weigh(const struct view *v, const struct row *r, const struct column *c, double least)
{
	const struct column *total = total_column(v->ops);
	enum weight w = weigh_in(v, r, c, least), of_total;

	if (w != BELOW || !is_self(c) || total == NULL)
		return w;
	of_total = weigh_in(v, r, total, least);
	return of_total == UNKNOWN && fabs(view_cost(v, r)->lo) >= least ? ENOUGH
		: of_total == ENOUGH ? ENOUGH : BELOW;
}

static double
least_samples(const struct view *v, double percent)
{
	return percent / 100 * v->ctx->graph->total;
}

struct needed {
	const struct column *column;
	double least;
};

static bool
is_heavy(const struct view *v, const struct row *r, void *with)
{
	const struct needed *n = with;

	return weigh(v, r, n->column, n->least) != BELOW;
}

void
threshold_unfold(struct view *v, double percent)
{
	struct needed n = { deciding_column(v->ops, v->sort), least_samples(v, percent) };

	if (n.column != NULL && n.least > 0)
		view_unfold_wanted(v, is_heavy, &n);
}

/* Sets KEEP[i] for each row i of V.  KEEP[i] is ENOUGH if row i is the row of the subject, or if a
 * row inside row i is ENOUGH.  Otherwise, it is what weigh() returns. */
static void
find_heavy_rows(struct view *v, const struct column *c, double least, enum weight *keep)
{
	int inner = -1;			/* depth of the nearest following row that is ENOUGH; -1:
					 * there is none */

	for (size_t i = v->rows.n; i-- > 0;) {
		const struct row *r = &v->rows.v[i];

		keep[i] = weigh(v, r, c, least);
		if (inner > r->depth || (v->subject != NOBODY && view_cost(v, r)->subject))
			keep[i] = ENOUGH;
		inner = keep[i] == ENOUGH ? r->depth : inner;
	}
}

const char *
threshold_compared(const struct view_ops *ops, int sort)
{
	const struct column *c = deciding_column(ops, sort);

	if (c != NULL && is_total(c))
		return "total is";
	return total_column(ops) != NULL ? "self and total (or its lower bound) are" : "self is";
}

size_t
threshold_hide(struct view *v, double percent)
{
	const struct column *c = deciding_column(v->ops, v->sort);
	double least = least_samples(v, percent);
	size_t n = v->rows.n, kept = 0;
	bool kept_at[UINT8_MAX + 1];	/* indexed by depth: the last row of this depth was kept */
	enum weight *keep;

	if (c == NULL || least <= 0)
		return 0;
	view_prepare(v);
	keep = mem_new(n, sizeof(*keep));
	find_heavy_rows(v, c, least, keep);
	for (size_t i = 0; i < n; i++) {
		uint8_t depth = v->rows.v[i].depth;

		kept_at[depth] = keep[i] == ENOUGH
			|| (keep[i] == UNKNOWN && !v->ops->endless
				&& (depth == 0 || kept_at[depth - 1]));
		if (!kept_at[depth])
			continue;
		if (v->running != NULL)
			v->running[kept] = v->running[i];
		v->rows.v[kept++] = v->rows.v[i];
	}
	v->rows.n = kept;
	v->stale |= v->ops->is_tree;	/* the indentation must be computed again; running totals
					 * stay */
	free(keep);
	return n - kept;
}

bool
threshold_hides_subject(struct view *v, double percent)
{
	const struct column *c = deciding_column(v->ops, v->sort);
	double least = least_samples(v, percent);

	for (size_t i = 0; c != NULL && least > 0 && i < v->rows.n; i++)
		if (view_cost(v, &v->rows.v[i])->subject)
			return weigh(v, &v->rows.v[i], c, least) == BELOW;
	return false;
}
