/* view_icicle.c - the icicle: call paths as boxes whose width is their time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "picture/icicle.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "columns/columns.h"
#include "lookup/sourceplace.h"
#include "picture/icicle_colors.h"
#include "picture/icicle_draw.h"
#include "picture/icicle_paths.h"
#include "table/cell.h"
#include "views/views.h"
#include "words/describe.h"
#include "words/describe_frame.h"

enum { MOST_TIMES = 10000 };		/* greatest number of times that a movement is done */

static bool
cost_of_row(const struct view *v, const struct row *r, struct cost *f)
{
	const struct frame *frame;

	if (r->kind == ICICLE_NODE) {
		*f = (struct cost){ .node = r->thing };
		return true;
	}
	frame = icicle_frame(v, r);
	if (frame == NULL)
		return false;
	*f = (struct cost){ .node = frame->node, .subject = frame->node == v->subject
			&& frame->depth == 0,
		.has_time = v->ctx->has_time, .self = frame->self,
		.children = frame->total - frame->self,
		.certainty = frame->is_estimated ? SHARED : CERTAIN,
		.estimated_self = describe_frame_own_is_estimated(v->ctx, frame),
		.counted = view_context_is_counted(v->ctx) };
	return true;
}

static bool
value_depth(const struct view *v, const struct row *r, struct column_value *d)
{
	return column_value_set_number(d, r->kind == ICICLE_NODE ? 0 : icicle_box(v, r)->depth);
}

static bool
value_name(const struct view *v, const struct row *r, struct column_value *d)
{
	uint32_t n = view_cost(v, r)->node;

	return column_value_set_text(d, n == NOBODY ? "all" : view_context_name(v->ctx, n));
}

static void
cell_frame(const struct view *v, const struct row *r, struct pen *pen)
{
	uint32_t n = view_cost(v, r)->node;

	if (n != NOBODY)
		cell_name(v, n, pen);
}

/* A search looks only at the column of names.  The other columns have no width: they are exported,
 * but not drawn. */
static const struct column columns[] = {
	{ .id = "index", .value = column_index },
	{ .id = "depth", .value = value_depth },
	{ .id = "total_pct", .form = FORM_PERCENT, .value = column_total,
		.used = column_used_time },
	{ .id = "self", .value = column_self, .used = column_used_time },
	{ .id = "total", .value = column_total, .used = column_used_time },
	{ .id = "name", .title = "frame", .width = 1, .wide = 2, .rest = true, .is_name = true,
		.value = value_name, .cell = cell_frame },
	COLUMNS_ESTIMATE,
};

/* Does row R show one frame, and is this frame wide enough to be exported?  A frame that is too
 * narrow has a row of its own, too, if no other narrow frame is beside it. */
static bool
is_record(const struct view *v, const struct row *r)
{
	const struct frame *f = icicle_frame(v, r);

	return f != NULL && f->width >= v->least_part * icicle_frame_at(v, 0)->width;
}

static struct target
target(const struct view *v, const struct row *r)
{
	(void)v;
	(void)r;
	return (struct target){ .goal = GOAL_ZOOM };
}

static struct source_place
source(const struct view *v, const struct row *r, uint32_t *about)
{
	uint32_t n = view_cost(v, r)->node;

	if (n == NOBODY || view_context_is_cycle(v->ctx, n))
		return (struct source_place){ 0 };
	*about = n;
	return sourceplace_of_func(v->ctx->lookup, n);
}

static void
title(const struct view *v, struct title *t)
{
	const struct icicle *c = v->icicle;
	const char *mark = c != NULL && c->tree != NULL && c->tree->frames.can_estimate ? "~" : "";
	uint32_t zoomed;

	title_profiles(t, v->ctx, t->wide);
	if (v->subject != NOBODY)
		title_node(t, 1, v->ops->goes_up ? "callers of " : "icicle of ", v->subject);
	else
		title_add(t, 1, "%s%s", mark, v->ops->goes_up ? "icicle of callers" : "icicle");
	if (c == NULL || c->tree == NULL || c->zooms[c->zoom].frame == 0)
		return;
	zoomed = icicle_frame_at(v, c->zooms[c->zoom].frame)->node;
	title_node(t, 2, "zoom: ", zoomed);
}

/* If frame F is inside the zoomed frame, writes the share of F in the zoomed frame. */
static void
describe_zoom(const struct view *v, const struct frame *f, FILE *out)
{
	const struct icicle *c = v->icicle;
	const struct frame *zoomed = icicle_frame_at(v, c->zooms[c->zoom].frame);
	char part[FIGURE];

	if (zoomed->depth == 0 || f->depth <= zoomed->depth)
		return;
	figure_percent(part, f->width, zoomed->width, 1);
	if (*part != '\0')
		fprintf(out, "%s %% of the zoomed frame\t", part);
}

static void
detail(const struct view *v, const struct row *r, FILE *out)
{
	const struct frame *f = icicle_frame(v, r);
	char text[4 * FIGURE], why[ICICLE_MEANING];

	if (f == NULL)
		fprintf(out, "%u frames, drawn together; Enter shows them wider\t",
			icicle_box(v, r)->frames);
	else if (f->node == NOBODY)
		fprintf(out, "all stacks\t");
	describe_frame_time(text, v->ctx, f, icicle_total(v, r));
	fprintf(out, "%s\t", text);
	if (f == NULL || f->node == NOBODY)
		return;
	describe_zoom(v, f, out);
	describe_frame_own(text, v->ctx, f);
	if (*text != '\0')
		fprintf(out, "%s %s\t", describe_frame_own_name(v->ops->goes_up), text);
	figure_spoken64(text, &v->ctx->scale, graph_node_time(&v->ctx->graph->nodes[f->node]),
		graph_node_sums64(v->ctx->graph, f->node).total);
	fprintf(out, "of %s in all\t", text);
	icicle_colors_why(why, v->ctx, f->node);
	fprintf(out, "%s: %s\t", v->ctx->has_color ? "colour" : "shade", why);
	describe_place(v->ctx, f->node, out);
}

static void
explain(const struct view *v, const struct row *r, FILE *out)
{
	const struct frame *f = icicle_frame(v, r);
	size_t n;
	char *phrases;
	FILE *text = mem_stream(&phrases, &n);

	/* Write "; " in place of the tabs between the phrases of the detail line. */
	detail(v, r, text);
	mem_close(text);
	for (size_t i = 0; i < n; i++)
		if (phrases[i] != '\t')
			fputc(phrases[i], out);
		else if (i + 1 < n)
			fputs("; ", out);
	free(phrases);
	fputc('\n', out);
	if (f != NULL && f->total < 0)
		fprintf(out, "This amount is below 0. The frame is as wide as for the same amount above "
			"0.\n");
	if (f != NULL && f->is_estimated)
		fprintf(out, "The width of this frame is an estimate: %s.\n",
			describe_frame_estimates(v->ctx));
	if (f != NULL && f->is_guess)
		fprintf(out, "It is a guess: of the few calls that lead into a cycle, one may have all of "
			"its time, and the others none.\n");
	if (f != NULL && f->node != NOBODY)
		describe_node_full(v->ctx, f->node, out);
}

static void
move(struct view *v, enum action action, uint32_t times)
{
	int page = v->icicle != NULL && v->icicle->lines > 1 ? v->icicle->lines - 1 : 1;
	int n = times == 0 ? 1 : times < MOST_TIMES ? (int)times : MOST_TIMES;
	int at = v->list.cursor, next;

	if (v->rows.n == 0)
		return;
	switch (action) {
	case ACT_PAGE_DOWN: icicle_scroll(v, n * page); return;
	case ACT_PAGE_UP: icicle_scroll(v, -n * page); return;
	case ACT_HALF_DOWN: icicle_scroll(v, n * (page / 2 + 1)); return;
	case ACT_HALF_UP: icicle_scroll(v, -n * (page / 2 + 1)); return;
	case ACT_LINE_DOWN: icicle_scroll(v, n); return;
	case ACT_LINE_UP: icicle_scroll(v, -n); return;
	case ACT_FIRST: at = 0; break;
	case ACT_LAST:
		while (icicle_next(v, at, ACT_DOWN) != at)
			at = icicle_next(v, at, ACT_DOWN);
		break;
	default:
		for (; n > 0 && (next = icicle_next(v, at, action)) != at; n--)
			at = next;
	}
	list_go(&v->list, at);
	icicle_show_selected(v);
}

static int
row_at(const struct view *v, int x, int y)
{
	return y < 1 || v->width <= 0 ? -1 : icicle_row_at(v,
		icicle_depth(v->icicle, y - 1 + v->icicle->top), (x + 0.5) / v->width);
}

static const struct picture_ops picture = {
	.draw = icicle_draw, .print = icicle_print, .cut = icicle_cut,
	.is_incomplete = icicle_is_incomplete, .save = icicle_save,
	.restore = icicle_restore, .forget = icicle_forget, .release = icicle_free, .move = move,
	.select = icicle_select, .row_at = row_at, .zoom = icicle_zoom,
	.zoom_back = icicle_zoom_back, .matches = icicle_matches, .found_part = icicle_found_part,
	.shown_part = icicle_shown_part, .follow = icicle_paths_follow,
};

/* Two views: the icicle with callers on top and, if UP is true, the icicle with callees on top. */
#define ICICLE_VIEW(ops, up) { \
	.info = VIEW_INFO(ops), .columns = columns, \
	.ncolumns = sizeof(columns) / sizeof(*columns), .sort = -1, .endless = true, \
	.goes_up = (up), .picture = &picture, \
	.empty = "no frame has any time", .fill = icicle_fill, .cost = cost_of_row, \
	.target = target, .source = source, .is_record = is_record, .title = title, \
	.detail = detail, .explain = explain, \
}

const struct view_ops icicle_view = ICICLE_VIEW(icicle_view, false);

const struct view_ops callers_icicle_view = ICICLE_VIEW(callers_icicle_view, true);
