/* cells.c - drawing cells that show more than a figure: names of functions, places
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "columns/cells.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "profile/inlining.h"
#include "text/shorten.h"
#include "text/text.h"

void
cell_text_line(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct text_line *p = &v->text_lines[r->thing];

	assert(r->thing < v->ntext_lines);
	pen->skip = v->whole ? 0 : v->shift;
	pen_style(pen, p->style);
	pen_text(pen, &"                "[16 - (p->indent > 16 ? 16 : p->indent)]);
	pen_ntext(pen, p->text, p->length);
}

void
cell_name(const struct view *v, uint32_t n, struct pen *pen)
{
	struct view_context *ctx = v->ctx;
	const char *name = view_context_name(v->ctx, n), *remark = NULL;
	char *text;

	if (n < ctx->graph->nfuncs && ctx->profile->funcs[n].is_profiler)
		remark = "  (profiler)";
	else if (inlining_is_row(ctx->profile, n))
		remark = "  (inlined)";
	if (view_context_is_excluded(ctx, n))
		pen_text(pen, "x ");
	if (v->whole || v->shift > 0) {
		pen->skip = v->whole ? 0 : v->shift;
		pen_name(pen, name);
	} else {
		text = alikes_shorten(&v->alikes, ctx, n, pen_left(pen));
		pen_name(pen, text);
		free(text);
	}
	if (remark != NULL && !pen->cut && pen_left(pen) >= (int)strlen(remark)) {
		pen_style(pen, STYLE_DIM);
		pen_text(pen, remark);
	}
}

void
cell_name_noted(const struct view *v, uint32_t n, const char *note, struct pen *pen)
{
	enum { LEAST_NAME = 10 };
	int width = text_width(note, v->ctx->ascii), end = pen->end;
	bool fits = v->shift == 0 && pen_left(pen) >= width + LEAST_NAME;

	if (fits)
		pen->end -= width;
	cell_name(v, n, pen);
	pen->end = end;
	if (!fits)
		return;
	pen_style(pen, STYLE_DIM);
	pen_text(pen, note);
}

void
cell_draw_place(const char *text, struct pen *pen)
{
	int hidden = text_width(text, pen->grid->ascii) - pen_left(pen);

	if (hidden > 0) {
		pen_text(pen, "…");
		pen->skip = hidden + text_width("…", pen->grid->ascii);
	}
	pen_text(pen, text);
}
