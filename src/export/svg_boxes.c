/* svg_boxes.c - the boxes of --export=svg, as viewers without scripts show them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "export/svg.h"
#include "export/xml.h"
#include "words/describe_frame.h"

enum {
	HEIGHT = 16, PAD = 3, BASELINE = 12,	/* pixels, as in svg_draw.js */
	LEAST_NAME = 3,			/* least width of a name in a box, in cells */
	TIME = 60, SELF = 40,		/* bytes of the texts that follow the name in a title: the
					 * time, the own part */
	LEAST_TITLE = 16, MOST_TITLE = 300,	/* cells of the name in a title */
};

static const double NARROW = 0.5;

struct writer {
	struct svg *s;			/* borrowed */
	struct out *out;		/* borrowed */
	struct out title;		/* owned; collects the title of one box */
	size_t room, each;		/* bytes that are left for all titles; bytes for one
					 * title */
	size_t n;			/* number of boxes so far */
};

void
svg_number(struct out *o, double x)
{
	/* Nothing in a picture is so far away.  A larger number would not fit into TEXT. */
	static const double most = 1e9;
	char text[32];
	size_t n = (size_t)snprintf(text, sizeof(text), "%.2f",
		isfinite(x) ? fmax(fmin(x, most), -most) : 0);

	while (text[n - 1] == '0')
		n--;
	if (text[n - 1] == '.')
		n--;
	out_bytes(o, text, n);
}

/* Writes the title of the box of FRAME, if there is room for it, and the end tag of the box. */
static void
write_title(struct writer *w, const struct frame *frame)
{
	struct svg *s = w->s;
	size_t width = w->each > TIME + SELF + LEAST_TITLE ? w->each - TIME - SELF : LEAST_TITLE;
	char text[4 * FIGURE], *name;

	w->title.used = 0;
	name = svg_names_shown(&s->names, frame->node,
		width < MOST_TITLE ? (int)width : MOST_TITLE);
	out_text(&w->title, "<title>");
	xml_text(&w->title, name);
	describe_frame_time(text, s->x->ctx, frame, frame->total);
	out_text(&w->title, "   ");
	xml_text(&w->title, text);
	describe_frame_own(text, s->x->ctx, frame);
	if (*text != '\0' && w->each > TIME + SELF) {
		out_printf(&w->title, "   %s ", describe_frame_own_name(s->tree.callees_on_top));
		xml_text(&w->title, text);
	}
	out_text(&w->title, "</title></rect>");
	if (w->title.used <= w->room) {
		out_bytes(w->out, w->title.bytes, w->title.used);
		w->room -= w->title.used;
	} else {
		out_text(w->out, "</rect>");
		w->room = 0;
	}
	free(name);
}

/* Writes a box of COLOR with the left edge X and the width WIDE, in pixels, at DEPTH.  FRAME is its
 * frame; NULL: the box has no title.  NAME is the text in the box, or NULL. */
static void
write_box(struct writer *w, char color, double x, double wide, uint32_t depth,
	const struct frame *frame, const char *name)
{
	uint32_t y = SVG_TOP + SVG_ROW * depth;
	struct out *o = w->out;

	out_printf(o, "<rect class=\"%c\" x=\"", color);
	svg_number(o, x);
	out_printf(o, "\" y=\"%" PRIu32 "\" width=\"", y);
	svg_number(o, wide);
	out_printf(o, "\" height=\"%d\"", HEIGHT);
	if (frame != NULL && w->room > 0) {
		out_text(o, ">");
		write_title(w, frame);
	} else {
		out_text(o, "/>");
	}
	if (name != NULL) {
		out_text(o, "<text x=\"");
		svg_number(o, x + PAD);
		out_printf(o, "\" y=\"%" PRIu32 "\">", y + BASELINE);
		xml_text(o, name);
		out_text(o, "</text>");
	}
	out_text(o, "\n");
	w->n++;
}

static void
write_frame(struct writer *w, const struct frame *frame, double x, double wide)
{
	struct svg_names *names = &w->s->names;
	const char *mark = describe_frame_mark(w->s->x->ctx, frame);
	double cells = floor((wide - 2 * PAD) / svg_cell) - (double)strlen(mark);
	char *name = NULL, *marked;
	size_t room;

	if (cells > w->s->box_cells)
		cells = w->s->box_cells;
	if (cells >= LEAST_NAME) {
		name = svg_names_shown(names, frame->node, (int)cells);
		room = strlen(mark) + strlen(name) + 1;
		marked = mem_new(room, 1);
		snprintf(marked, room, "%s%s", mark, name);
		free(name);
		name = marked;
	}
	write_box(w, svg_names_color(names, frame->node), x, wide, frame->depth, frame, name);
	free(name);
}

/* Draws a box for each frame.  The frames inside the same frame are sorted by width.  So from the
 * first frame that is narrower than NARROW on, all are narrow, and get one box.  The frames of an
 * element with .rest > 0 also get one box. */
size_t
svg_boxes_write(struct svg *s, struct out *o, size_t titles_room, size_t nboxes, size_t most)
{
	struct writer w = { .s = s, .out = o, .room = titles_room,
		.each = titles_room / (nboxes > 0 ? nboxes : 1) };
	double scale = s->tree.v[0].width > 0 ? SVG_WIDTH / s->tree.v[0].width : 0;
	uint32_t drawn = UINT32_MAX;	/* depth of the last frame that got no box of its own.  The
					 * next frames get no boxes, either, as long as they are at
					 * this depth or deeper.  UINT32_MAX: the last frame got its
					 * own box */
	double *lefts = NULL;		/* indexed by depth: the left edge of the last frame */
	size_t room = 0;

	out_collect(&w.title, o);
	for (size_t i = 0; i < s->n && o->used <= most; i++) {
		const struct svg_frame *f = &s->v[i];
		const struct frame *frame = &s->tree.v[f->frame];
		double wide = f->width * scale, left = 0, rest;

		if (f->depth > drawn || (f->depth == drawn && i > 0))
			continue;
		drawn = UINT32_MAX;
		lefts = mem_grow(lefts, (size_t)f->depth + 1, &room, sizeof(*lefts));
		if (i > 0)
			left = lefts[f->depth - 1]
				+ (s->tree.v[s->tree.v[frame->parent].inside].rest - frame->rest)
				* scale;
		lefts[f->depth] = left;
		if (f->rest == 0 && (wide >= NARROW || i == 0)) {
			write_frame(&w, frame, left, i == 0 ? SVG_WIDTH : wide);
			continue;
		}
		drawn = f->depth;
		rest = frame->rest * scale;
		if (rest >= NARROW)
			write_box(&w, 'n', left, rest, f->depth, NULL, NULL);
	}
	free(lefts);
	out_close(&w.title);
	return w.n;
}
