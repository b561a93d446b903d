/* view_filter.c - showing only the rows that match a pattern
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/view_filter.h"

#include <assert.h>
#include <stdlib.h>

#include "table/match.h"

enum { MOST_ASKED = 1000 };		/* the column that matches is looked for in at most this
					 * number of rows */

bool
view_filter_set(struct view *v, const char *text, struct err *e)
{
	struct pattern before = v->filter;
	struct row was = v->rows.n > 0 ? *view_row(v) : (struct row){ 0 };

	v->filter = (struct pattern){ 0 };
	if (pattern_compile(&v->filter, text, e)) {
		if (view_fill(v)) {
			pattern_release(&before);
			/* If the filter removed the selected row, select the first row. */
			if (v->rows.n > 0 && v->ops->picture == NULL
				&& (view_row(v)->thing != was.thing
				|| view_row(v)->kind != was.kind))
				list_go(&v->list, 0);
			return true;
		}
		(void)err_set(e, ERR_STOPPED, "stopped");
	}
	pattern_release(&v->filter);
	v->filter = before;
	return false;
}

bool
view_filter_narrow(struct view *v, const char *text, struct err *e)
{
	bool ok;

	if (!pattern_compile(&v->filter, text, e))
		return false;
	if (v->ops->picture != NULL) {
		ok = v->icicle == NULL || view_fill(v);
	} else {
		ok = view_filter_apply(v);
		list_set(&v->list, (int)v->rows.n, v->list.height);
	}
	return ok || err_set(e, ERR_STOPPED, "stopped");
}

bool
view_filter_matches(struct view *v, const struct row *r)
{
	return v->filter.text == NULL || match_one(v->filter.matcher, v, r, &v->filter.regex);
}

/* Does the filter of V keep row R? */
static bool
is_kept(struct view *v, const struct row *r)
{
	return match_row(v->filter.matcher, v, r, &v->filter.regex)
		|| (v->subject != NOBODY && view_cost(v, r)->subject);
}

bool
view_filter_apply(struct view *v)
{
	struct matcher *m = v->filter.matcher;
	size_t i, kept = 0, n = v->rows.n, above[UINT8_MAX + 1];
	uint8_t inside[UINT8_MAX + 1];	/* inside[D] is the depth, after filtering, of rows directly
					 * inside the last row of depth D */

	v->filter.reason = NULL;
	/* Do not filter the rows of a picture: fill() has made only parts that match. */
	if (v->filter.text == NULL || v->ops->picture != NULL)
		return true;
	/* Free the running totals: they will be computed again. */
	free(v->running);
	v->running = NULL;
	v->stale = true;
	match_begin(m, v);
	for (i = 0; i < n && !view_context_is_stopped(v->ctx, i); i++) {
		struct row r = v->rows.v[i];
		uint8_t depth = r.depth > 0 ? inside[r.depth - 1] : 0;
		bool keep = is_kept(v, &v->rows.v[i]);

		assert(depth <= r.depth);
		inside[r.depth] = (uint8_t)(depth + keep);
		if (!keep)
			continue;
		if (v->filter.reason == NULL && kept < MOST_ASKED)
			v->filter.reason = match_reason(m, v, &v->rows.v[i], &v->filter.regex);
		if (depth > 0)
			v->rows.v[above[depth - 1]].open = true;
		above[depth] = kept;
		r.depth = depth;
		r.open = false;
		v->rows.v[kept++] = r;
	}
	v->rows.n = kept;
	match_end(m, v);
	return i == n;
}
