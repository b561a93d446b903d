/* describe_frame.c - the time of a frame of an icicle in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/describe_frame.h"

#include <stdio.h>

#include "table/cost.h"

void
describe_frame_time(char out[4 * FIGURE], const struct view_context *ctx, const struct frame *f,
	double total)
{
	bool is_estimated = f != NULL && f->is_estimated;
	char part[FIGURE], time[2 * FIGURE];

	figure_percent(part, total, ctx->graph->total, 1);
	if (f != NULL && !is_estimated)
		figure_with_error(time, &ctx->scale, total,
			cost_paths_variance(ctx, total, f->variance));
	else
		figure_spoken(time, &ctx->scale, total);
	snprintf(out, 4 * FIGURE, "%s%s%s%s", is_estimated ? "~" : "", part,
		*part != '\0' ? " %: " : "", time);
}

void
describe_frame_own(char out[FIGURE], const struct view_context *ctx, const struct frame *f)
{
	out[0] = '\0';
	if (f->node != NOBODY && f->self != 0)
		figure_spoken(out, &ctx->scale, f->self);
}

const char *
describe_frame_own_name(bool callees_on_top)
{
	return callees_on_top ? "without further caller" : "self";
}
