/* view.c - a view: filling its rows, selecting and drawing them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/view.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "table/column_values.h"
#include "table/layout.h"
#include "table/view_filter.h"
#include "table/view_find.h"
#include "table/view_identity.h"
#include "table/view_sort.h"
#include "table/wrap.h"

enum {
	LINES_AROUND = 4,		/* lines of the screen that are not rows */
	LEAST_FREED = 10000,		/* a view with at least this number of rows frees its rows
					 * while it is hidden */
	LEAST_HEATED = 10000,		/* a view with at least this number of rows has .heat */
};

void
view_rows_add(struct rows *rows, struct row row)
{
	rows->v = mem_grow(rows->v, rows->n + 1, &rows->room, sizeof(*rows->v));
	rows->v[rows->n++] = row;
}

void
view_add(struct view *v, struct row row)
{
	view_rows_add(&v->rows, row);
}

struct row *
view_row(const struct view *v)
{
	assert(v->rows.n == 0 || (v->list.cursor >= 0 && (size_t)v->list.cursor < v->rows.n));
	return v->rows.n > 0 ? &v->rows.v[v->list.cursor] : NULL;
}

/* Sets F to the cost of row R. */
static void
find_cost(const struct view *v, const struct row *r, struct cost *f)
{
	*f = (struct cost){ .node = NOBODY };
	if (v->ops->cost == NULL || !v->ops->cost(v, r, f))
		*f = (struct cost){ .node = NOBODY };
	/* No total is more than all costs. */
	if (f->has_time && !f->lacks_total
	    && graph_is_above_all(v->ctx->graph, f->self + f->children))
		f->certainty = IMPOSSIBLE;
}

const struct cost *
view_cost(const struct view *v, const struct row *r)
{
	if (v->drawn->row == r)
		return &v->drawn->cost;
	find_cost(v, r, &v->drawn->other);
	return &v->drawn->other;
}

void
view_begin_row(const struct view *v, const struct row *r)
{
	find_cost(v, r, &v->drawn->cost);
	v->drawn->row = r;
}

void
view_end_row(const struct view *v)
{
	v->drawn->row = NULL;
}

uint32_t
view_node(const struct view *v, const struct row *r)
{
	if (r == NULL)
		return NOBODY;
	return v->ops->rows_are_functions ? r->thing : view_cost(v, r)->node;
}

/* Returns the node of the row that comes BY rows after row I, or NOBODY. */
static uint32_t
node_after(const struct view *v, size_t i, size_t by)
{
	return v->ops->rows_are_functions && i + by < v->rows.n ? v->rows.v[i + by].thing : NOBODY;
}

void
view_prefetch_cost(const struct view *v, size_t i)
{
	enum { AHEAD = 8 };
	uint32_t n = node_after(v, i, AHEAD);

	if (n == NOBODY)
		return;
	__builtin_prefetch(&v->ctx->graph->nodes[n]);
	__builtin_prefetch(&v->ctx->graph->bounds[n]);
	if (v->ctx->graph->self_calls != NULL)
		__builtin_prefetch(&v->ctx->graph->self_calls[n]);
}

void
view_prefetch_self(const struct view *v, size_t i)
{
	enum { AHEAD = 16 };
	uint32_t n = node_after(v, i, AHEAD);

	if (n != NOBODY)
		__builtin_prefetch(&v->ctx->graph->nodes[n]);
}

/* Prefetches what view_context_name() will read for the rows that come some rows after row I. */
static void
prefetch_name(const struct view *v, size_t i)
{
	enum { TEXTS = 6, NAMES = 12 };
	const struct view_context *ctx = v->ctx;
	uint32_t n = node_after(v, i, NAMES), soon = node_after(v, i, TEXTS);
	const char *name;

	if (n < ctx->graph->nfuncs) {
		sparsetexts_prefetch(&ctx->plain, n);
		__builtin_prefetch(&ctx->profile->funcs[n]);
	}
	if (soon < ctx->graph->nfuncs) {
		name = sparsetexts_at(&ctx->plain, soon);
		__builtin_prefetch(name != NULL ? name : ctx->profile->funcs[soon].name);
	}
}

enum { AT_ONCE = 4096 };		/* rows whose names are kept at the same time while all rows
					 * are written */

void
view_write_begin(struct view *v)
{
	view_prepare(v);
	if (v->rows.n > AT_ONCE)
		mem_give_back();	/* what sorting the rows needed */
}

void
view_write_next(struct view *v, size_t i)
{
	if (v->ops->rows_are_functions && i % AT_ONCE == 0)
		view_context_keep_names(v->ctx, false);
	view_prefetch_cost(v, i);
	prefetch_name(v, i);
}

void
view_write_end(struct view *v)
{
	view_context_keep_names(v->ctx, true);
}

void
view_select_thing(struct view *v, struct row row, int at)
{
	size_t i;

	if (at < (int)v->rows.n && v->rows.v[at].thing == row.thing
		&& v->rows.v[at].kind == row.kind) {
		list_go(&v->list, at);
		return;
	}
	for (i = 0; i < v->rows.n; i++)
		if (v->rows.v[i].thing == row.thing && v->rows.v[i].kind == row.kind) {
			list_go(&v->list, (int)i);
			return;
		}
	list_go(&v->list, at);
}

/* Frees the paths, groups of recursive functions and parts that the rows of V refer to. */
static void
drop_sets(struct view *v)
{
	if (v->paths != NULL)
		pathsets_release(v->paths);
	free(v->paths);
	v->paths = NULL;
	if (v->recursion != NULL)
		recursion_release(v->recursion);
	free(v->recursion);
	v->recursion = NULL;
	if (v->parts != NULL)
		parttotals_release(v->parts);
	free(v->parts);
	v->parts = NULL;
}

/* Frees the frames of V, if it is a view of frames. */
static void
drop_frames(struct view *v)
{
	if (v->ops->picture != NULL)
		v->ops->picture->release(v->icicle);
	v->icicle = NULL;
}

/* Frees the rows of V and everything that is computed from them. */
static void
drop_rows(struct view *v)
{
	drop_sets(v);
	drop_frames(v);
	free(v->rows.v);
	free(v->text_lines);
	free(v->running);
	free(v->heat);
	free(v->indents);
	arena_release(&v->text);
}

/* Is each row of ROWS at most one level deeper than the row above it? */
static bool
is_nested(const struct rows *rows)
{
	size_t i;

	if (rows->n > 0 && rows->v[0].depth > 0)
		return false;
	for (i = 1; i < rows->n && rows->v[i].depth <= rows->v[i - 1].depth + 1; i++)
		;
	return i >= rows->n;
}

/* Fills, filters and sorts the rows of V.  The old rows are overwritten, not freed.  Returns false
 * if the work was stopped. */
static bool
fill_rows(struct view *v)
{
	view_context_estimate_again(v->ctx);
	v->rows = (struct rows){ 0 };
	v->paths = NULL;
	v->recursion = NULL;
	v->parts = NULL;
	v->text_lines = NULL;
	v->ntext_lines = v->text_lines_room = 0;
	v->running = NULL;
	v->heat = NULL;
	v->indents = NULL;
	v->text = (struct arena){ 0 };
	v->forgotten = false;
	v->widest = 0;
	memset(v->figures, 0, sizeof(v->figures));
	if (!v->ops->is_unfolded || v->ctx->into == NULL)
		v->ops->fill(v);
	assert(is_nested(&v->rows));
	v->unfiltered = v->rows.n;
	if (!view_filter_apply(v))
		return false;
	v->filled = v->rows.n;
	v->changes = v->ctx->changes;
	if (!v->is_sorted_later && !view_sort(v))
		return false;
	assert(is_nested(&v->rows));
	return !v->ctx->stopped;
}

/* Selects the row that V->wanted describes.  If there is no such row, selects the row at the same
 * position.  Several functions may have the same name, so if rows show nodes, the node decides. */
static void
select_wanted(struct view *v)
{
	struct wanted *w = &v->wanted;
	bool by_node = w->node != NOBODY && v->ops->rows_are_functions && view_select(v, w->node);

	w->is_missing = !by_node && !view_identity_select(v, w->id)
		&& (w->node == NOBODY || !view_select(v, w->node));
	if (w->is_missing) {
		list_go(&v->list, w->at);
		w->at = v->list.cursor;
	}
}

bool
view_fill(struct view *v)
{
	struct view old = *v;
	bool forgotten = v->forgotten || v->is_pending;
	bool had = !v->is_pending
		&& (v->rows.n > 0 || (v->forgotten && v->ops->picture == NULL));
	struct row selected = had ? v->rows.v[v->forgotten ? 0 : v->list.cursor]
		: (struct row){ 0 };
	struct list before = v->list;
	struct open_rows opened = v->opened;

	/* The user has stopped the work before: do not fill this view either. */
	if (v->ctx->stopped)
		return false;
	if (v->ops->picture != NULL)
		v->ops->picture->save(v);
	if (!forgotten)
		view_identity_save_open(v, false, &opened);
	if (!fill_rows(v)) {
		drop_rows(v);
		*v = old;
		if (!forgotten)
			free(opened.v);
		return false;
	}
	v->opened = (struct open_rows){ 0 };
	drop_rows(&old);
	view_identity_restore_open(v, &opened);
	if (!had && !v->is_pending)
		before = v->list;
	list_set(&v->list, (int)v->rows.n, before.height);
	v->list.top = before.top;
	if (v->ops->picture != NULL)
		v->ops->picture->restore(v);
	else if (had)
		view_select_thing(v, selected, before.cursor);
	if (v->is_pending && v->ops->picture == NULL)
		select_wanted(v);
	v->is_pending = false;
	return true;
}

void
view_forget(struct view *v)
{
	size_t selected = (size_t)v->list.cursor;

	if (v->ops->picture != NULL) {
		v->ops->picture->forget(v);
		return;
	}
	if (v->rows.n < LEAST_FREED || v->is_pending)
		return;
	view_identity_save_open(v, false, &v->opened);
	/* Keep the selected row: view_fill() will select it again. */
	v->rows.v[0] = v->rows.v[selected];
	v->rows.v = mem_resize(v->rows.v, 1, sizeof(*v->rows.v));
	v->rows.n = 0;
	v->rows.room = 1;
	v->forgotten = true;
	drop_sets(v);
	free(v->running);
	v->running = NULL;
	free(v->heat);
	v->heat = NULL;
	free(v->indents);
	v->indents = NULL;
	v->stale = true;
}

void
view_resize(struct view *v, int width, int height)
{
	bool refill = width != v->width && (v->ntext_lines > 0
		|| (v->ops->picture != NULL && v->rows.n > 0));

	v->width = width;
	/* The view may have no rows now, because it will be filled again.  Then keep the number of
	 * rows, so that the cursor stays. */
	list_set(&v->list, v->forgotten || v->is_pending ? v->list.n : (int)v->rows.n,
		height - LINES_AROUND);
	if (refill)
		view_fill(v);
}

struct view *
view_new(const struct view_ops *ops, struct view_context *ctx, uint32_t subject, int width,
	int height)
{
	struct view *v = mem_new(1, sizeof(*v));

	v->drawn = mem_new(1, sizeof(*v->drawn));
	v->ops = ops;
	v->ctx = ctx;
	v->subject = subject;
	v->about = NOBODY;
	v->focus = true;
	v->sort = v->usual_sort = ops->sort;
	v->width = width;
	list_set(&v->list, 0, height - LINES_AROUND);
	return v;
}

void
view_free(struct view *v)
{
	pattern_release(&v->pattern);
	pattern_release(&v->filter);
	drop_rows(v);
	free(v->drawn);
	free(v->explanation);
	free(v->opened.v);
	free(v);
}

bool
view_select(struct view *v, uint32_t n)
{
	size_t i;

	if (v->ops->picture != NULL)
		return v->ops->picture->select(v, n);
	for (i = 0; i < v->rows.n; i++)
		if (view_node(v, &v->rows.v[i]) == n) {
			list_go(&v->list, (int)i);
			return true;
		}
	return false;
}

void
view_to_line(struct view *v, uint32_t line)
{
	int i, last = 0;

	for (i = 0; i < (int)v->rows.n; i++)
		if (v->rows.v[i].depth == 0) {
			last = i;
			if (v->rows.v[i].thing >= line)
				break;
		}
	list_go(&v->list, last);
	if (v->list.cursor > v->list.height / 3)
		v->list.top = v->list.cursor - v->list.height / 3;
	list_move(&v->list, 0);
}

/* Returns the heat of a row with cost F: the size of the time by which rows are compared to find
 * the hottest row.  In views with running totals this is the self time of F, in other views the
 * total of F.  Returns -1 if F has no time. */
static double
heat_of_cost(const struct view *v, const struct cost *f)
{
	return f->has_time ? fabs(v->ops->running ? f->self : cost_total(f)) : -1;
}

/* Sets F to the cost of row I; returns false if it has none.  Running totals need only the self
 * times of functions: what else a cost has would be read from other random places. */
static bool
cost_to_add(const struct view *v, size_t i, struct cost *f)
{
	uint32_t n = v->rows.v[i].thing;

	if (!v->ops->running) {
		view_prefetch_cost(v, i);
		return v->ops->cost(v, &v->rows.v[i], f);
	}
	assert(v->ops->rows_are_functions);
	view_prefetch_self(v, i);
	*f = (struct cost){ .has_time = cost_node_has_time(v->ctx, n),
		.self = v->ctx->graph->nodes[n].self };
	return true;
}

/* Computes the running totals of the rows behind those that were added before, up to row
 * END - 1. */
static void
add_up_rows(struct view *v, size_t end)
{
	double sum = v->nadded > 0 ? v->running[v->nadded - 1] : 0;
	struct cost f;

	for (size_t i = v->nadded; i < end; i++) {
		/* Add only outermost rows: the time of a row inside another row is a part of that
		 * row's time. */
		if (cost_to_add(v, i, &f) && v->rows.v[i].depth == 0)
			sum += f.self;
		v->running[i] = sum;
	}
	v->nadded = end;
}

/* Returns an array with the indentation of each row of ROWS.  A row is indented by one level more
 * than the row around it.  But if it is the only row inside that row, it has the same
 * indentation. */
static uint8_t *
find_indents(const struct rows *rows)
{
	uint8_t *indents = mem_new(rows->n, sizeof(*indents));
	size_t last[UINT8_MAX + 1];	/* indexed by depth: the last row of this depth so far */
	size_t i;

	/* First set INDENTS to 1 for rows that are not alone inside another row. */
	for (i = 0; i < rows->n; i++) {
		int depth = rows->v[i].depth;
		bool first = i == 0 || rows->v[i - 1].depth < depth;

		if (!first)
			indents[i] = indents[last[depth]] = 1;
		last[depth] = i;
	}
	for (i = 0; i < rows->n; i++) {
		int depth = rows->v[i].depth;

		indents[i] = depth == 0 ? 0
			: (uint8_t)(indents[i] + indents[last[depth - 1]]);
		last[depth] = i;
	}
	return indents;
}

int
view_hottest(struct view *v)
{
	struct cost f;
	double most = -1;
	int best = -1;
	size_t i;

	view_find_heat(v);
	if (v->heat != NULL)
		return v->hottest;
	for (i = 0; v->ops->cost != NULL && i < v->rows.n; i++)
		if (v->ops->cost(v, &v->rows.v[i], &f) && !f.subject
			&& heat_of_cost(v, &f) > most) {
			most = heat_of_cost(v, &f);
			best = (int)i;
		}
	return best;
}

bool
view_is_hot(const struct view *v, const struct row *r)
{
	struct cost f;
	double self = 0;

	if (v->heat != NULL)
		self = v->heat[r - v->rows.v];
	else if (v->ops->cost != NULL && v->ops->cost(v, r, &f) && f.has_time)
		self = fabs(f.self);
	return self > 0 && (v->ops->any_time_is_hot
		|| self >= 0.01 * v->ctx->graph->total);
}

/* Computes what view_prepare() computes, but only the running totals of the rows before row END. */
static void
prepare(struct view *v, size_t end)
{
	if (v->stale) {
		v->stale = false;
		free(v->running);
		free(v->heat);
		free(v->indents);
		v->running = v->ops->running && v->ops->cost != NULL
			? mem_uncleared(v->rows.n, sizeof(*v->running)) : NULL;
		v->heat = NULL;
		v->indents = v->ops->is_tree ? find_indents(&v->rows) : NULL;
		v->nadded = 0;
	}
	if (v->running != NULL && end > v->nadded)
		add_up_rows(v, end);
}

void
view_find_heat(struct view *v)
{
	double most = -1;
	struct cost f;

	prepare(v, 0);
	if (v->heat != NULL || v->rows.n < LEAST_HEATED || v->ops->cost == NULL)
		return;
	v->heat = mem_uncleared(v->rows.n, sizeof(*v->heat));
	v->hottest = -1;
	for (size_t i = 0; i < v->rows.n; i++) {
		double hot = cost_to_add(v, i, &f) ? heat_of_cost(v, &f) : -1;

		v->heat[i] = hot < 0 ? 0 : (float)fabs(f.self);
		if (hot > most && !f.subject) {
			most = hot;
			v->hottest = (int)i;
		}
	}
}

void
view_prepare(struct view *v)
{
	prepare(v, v->rows.n);
}

/* Returns the message to show if V has no rows, or NULL if there is no such message. */
static const char *
empty_text(const struct view *v)
{
	static const char no_match[] =
		"no row matches the filter: Esc shows all again, & asks for another";

	if (v->unfiltered > 0)
		return no_match;
	if (v->ops->is_unfolded && v->ctx->into != NULL)
		return "only single functions can be compared: press = to unfold";
	if (v->ops->empty != NULL && view_context_is_nothing_left(v->ctx))
		return "nothing is left: all time is excluded; u undoes the last exclusion";
	/* In a picture, the filter chooses stacks before rows are made. */
	if (v->ops->picture != NULL && v->filter.text != NULL)
		return no_match;
	return v->ops->empty;
}

/* If V shows functions, but none has a figure, draws the first note from line Y to line BOTTOM - 1.
 * It says why. */
static void
draw_first_note(const struct view *v, struct grid *g, int y, int bottom)
{
	const struct profile *p = view_context_unfolded(v->ctx);
	const char *texts[2];

	if (!v->ops->rows_are_functions || p->nnotes == 0)
		return;
	texts[0] = p->notes[0].text;
	texts[1] = p->notes[0].advice;
	for (int i = 0; i < 2; i++) {
		const char *text = texts[i];

		for (; *text != '\0' && y < bottom; y++) {
			size_t n = wrap_line(text, g->width - 2, v->ctx->ascii);
			struct pen pen = pen_at(g, 1, y, g->width - 1);

			pen_ntext(&pen, text, n);
			text += n + strspn(text + n, " ");
		}
	}
}

/* Prepares the rows down to those on the first LINES lines of the screen, and returns the number of
 * the row behind them. */
static int
prepare_lines(struct view *v, int lines)
{
	int end = v->list.top + lines;

	end = end < (int)v->rows.n ? end : (int)v->rows.n;
	prepare(v, end > 0 ? (size_t)end : 0);
	return end;
}

void
view_draw(struct view *v, struct grid *g, int top, int bottom)
{
	struct layout layout;
	struct pen pen;
	int y, i, end;

	end = prepare_lines(v, bottom - top - 1);
	if (v->rows.n > 0 && v->ops->picture != NULL) {
		v->ops->picture->draw(v, g, top, bottom);
		return;
	}
	layout_measure(v, g->width, v->list.top, end);
	layout_columns(&layout, v, g->width, false);
	layout_titles(&layout, v, g, top);
	if (v->rows.n == 0 && empty_text(v) != NULL) {
		pen = pen_at(g, 1, top + 1, g->width - 1);
		pen_short(&pen, empty_text(v));
		if (empty_text(v) == v->ops->empty)
			draw_first_note(v, g, top + 3, bottom);
	}
	v->alikes = alikes_find(v, v->list.top, end);
	for (i = v->list.top; i < end; i++) {
		y = top + 1 + i - v->list.top;
		layout_row(&layout, v, &v->rows.v[i], g, y,
			i == v->list.cursor && v->focus ? STYLE_CURSOR : STYLE_TEXT);
		view_find_mark(v, &v->rows.v[i], &layout, g, y);
		if (i == v->list.cursor)
			g->cursor_y = y;
	}
	free(v->alikes.v);
	v->alikes = (struct alikes){ 0 };
}

bool
view_is_cut(struct view *v)
{
	struct grid g = { .ascii = v->ctx->ascii };
	struct layout layout;
	bool cut = false, whole = v->whole;
	int y, i;

	(void)prepare_lines(v, v->list.height);
	grid_resize(&g, v->width, 1);
	layout_columns(&layout, v, g.width, false);
	/* Draw whole names here, because a shortened name always fits into its column.  If V is
	 * scrolled sideways, names are not shortened anyway. */
	v->whole = v->shift == 0;
	for (y = 0; y < v->list.height && v->list.top + y < (int)v->rows.n; y++)
		for (i = 0; i < layout.n && !cut; i++) {
			const struct column_cells *p = &layout.at[i];
			struct pen pen = layout_pen(p, &g, 0);

			if (!p->column->rest)
				continue;
			column_value_draw(v, &v->rows.v[v->list.top + y], p->column, &pen);
			cut = pen.cut;
		}
	v->whole = whole;
	grid_release(&g);
	return cut;
}
