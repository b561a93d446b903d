/* display.c - how rows are displayed: units of time, form of names, hidden rows, sort order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/display.h"

#include <stdlib.h>
#include <string.h>

#include "app/navigate_text.h"
#include "app/pane.h"
#include "base/mem.h"
#include "compare/likely.h"
#include "picture/icicle_colors.h"
#include "table/column_values.h"
#include "table/layout.h"
#include "table/view_sort.h"

/* Can figures of S be shown in samples?  If the value of one sample is not known, times cannot be
 * converted to numbers of samples. */
static bool
has_samples(const struct scale *s)
{
	return s->rate <= 0 || s->weight > 0 || s->is_bytes;
}

void
display_set_unit(struct app *a, enum unit unit)
{
	if (unit != UNIT_SAMPLES || has_samples(&a->ctx.scale))
		a->ctx.scale.unit = unit;
}

void
display_next_unit(struct app *a)
{
	struct scale *s = &a->ctx.scale;
	const struct profile *p = a->ctx.profile;
	const char *total = profile_has(p, HAS_BINS) ? "all samples" : "the total";
	const char *what = profile_has(p, HAS_BINS) || a->ctx.graph->measure.rate > 0
		? "times" : "figures";

	s->unit = s->unit == UNIT_TIME ? UNIT_PERCENT
		: s->unit == UNIT_PERCENT ? UNIT_SAMPLES : UNIT_TIME;
	if (s->rate <= 0 && s->unit == UNIT_TIME)
		s->unit = UNIT_PERCENT;
	if (s->unit == UNIT_SAMPLES && !has_samples(s))
		s->unit = UNIT_TIME;
	navigate_text_update(a);
	if (s->unit == UNIT_PERCENT)
		app_say(a, "%s in percent of %s", what, total);
	else if (s->is_bytes)
		app_say(a, "%s in %s", what, s->unit == UNIT_TIME ? s->symbol : "bytes");
	else
		app_say(a, "%s in %s", what, s->unit == UNIT_TIME ? "seconds"
			: s->rate > 0 ? "samples" : s->counted);
}

void
display_next_colors(struct app *a)
{
	char meaning[ICICLE_MEANING], rule[ICICLE_MEANING];

	a->ctx.frame_colors = (a->ctx.frame_colors + 1) % FRAME_COLORS;
	icicle_colors_mean(meaning, &a->ctx);
	icicle_colors_rule(rule, &a->ctx);
	app_say(a, "%s: %s: %s", a->ctx.has_color ? "colours" : "shades", meaning, rule);
}

void
display_toggle_mangled(struct app *a)
{
	struct view *v = app_view(a);

	view_context_set_mangled(&a->ctx, !a->ctx.mangled);
	if ((v->ntext_lines > 0 || v->ops->picture != NULL || (v->sort >= 0
			&& column_value_sorts_by_text(&v->ops->columns[v->sort])))
		&& !view_fill(v)) {
		view_context_set_mangled(&a->ctx, !a->ctx.mangled);
		return;
	}
	app_say(a, a->ctx.mangled ? "names as in the symbol table" : "demangled names");
}

bool
display_show_all(struct app *a, bool all)
{
	struct view *v = app_view(a);
	bool before = a->ctx.all;

	a->ctx.all = all;
	if (!view_fill(v)) {
		a->ctx.all = before;
		return false;
	}
	v->changes = ++a->ctx.changes;
	return true;
}

void
display_toggle_all(struct app *a)
{
	if (!display_show_all(a, !a->ctx.all))
		return;
	app_say(a, a->ctx.all ? "all rows are shown" : "rows without time and calls are hidden");
}

void
display_toggle_changed(struct app *a)
{
	struct view *v = app_view(a);

	a->ctx.only_changed = !a->ctx.only_changed;
	if (!view_fill(v)) {
		a->ctx.only_changed = !a->ctx.only_changed;
		return;
	}
	v->changes = ++a->ctx.changes;
	app_say(a, a->ctx.only_changed ? "only functions that changed more than noise explains"
		: "all functions");
}

/* Selects the row of V that is most like its selected row. */
static void
select_likely(struct view *v)
{
	const struct comparison *c = v->ctx->comparison;
	double *like = mem_new(c->nrows, sizeof(*like)), best = -1;
	int at = v->list.cursor;

	likely_find(c, &c->rows[view_row(v)->thing], like);
	for (size_t i = 0; i < v->rows.n; i++)
		if (like[v->rows.v[i].thing] > best) {
			best = like[v->rows.v[i].thing];
			at = (int)i;
		}
	free(like);
	list_go(&v->list, at);
}

void
display_join(struct app *a)
{
	struct view *v = app_view(a);
	const struct comparison_row *row = view_row(v) != NULL && a->ctx.comparison != NULL
		? &a->ctx.comparison->rows[view_row(v)->thing] : NULL;
	int side = row != NULL && row->func[0] == NOBODY;

	if (row == NULL || (row->func[0] != NOBODY && row->func[1] != NOBODY)) {
		app_say(a, "select a function that only A, or only B, has: its mark is - or +");
		return;
	}
	a->joined[side] = row->func[side] + 1;
	if (a->joined[!side] != 0) {
		a->request = REQUEST_JOIN;
		return;
	}
	select_likely(v);
	app_say(a, "chosen; ^ on the function that it is in %s joins them", side == 0 ? "B" : "A");
}

/* Is column I of V drawn?  Narrow screens have no room for all columns. */
static bool
is_drawn(const struct app *a, const struct view *v, int i)
{
	struct layout l;
	int at;

	layout_columns(&l, v, pane_width(a, v), false);
	for (at = 0; at < l.n && l.at[at].column != &v->ops->columns[i]; at++)
		;
	return at < l.n;
}

/* Call this after V was sorted.  Tells the user the new number of the selected row if the first row
 * is not on the screen. */
static void
say_place(struct app *a, const struct view *v)
{
	if (v->list.top > 0)
		app_say(a, "the selected row is row %d of %d now; g goes to the first row",
			v->list.cursor + 1, v->list.n);
}

void
display_sort(struct app *a, int column, bool reverse)
{
	struct view *v = app_view(a);
	const char *title;

	if (!view_sort_by(v, column, reverse))
		return;
	if (column < 0 || is_drawn(a, v, column)) {
		say_place(a, v);
		return;
	}
	title = v->ops->columns[column].title;
	app_say(a, "sorted by %.*s, which does not fit on the screen", (int)strcspn(title, "$")
		- (strchr(title, '$') != NULL), title);
}
