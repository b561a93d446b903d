/* export_svg.c - the icicle as a picture, with a script that zooms and searches
 *
 * The file has everything twice: as boxes with names, which any viewer of pictures shows, and as
 * data, from which the script draws the boxes that fit into the window.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "columns/describe_frame.h"
#include "columns/icicle_colors.h"
#include "export/export.h"
#include "export/svg_frames.h"
#include "export/svg_names.h"
#include "export/svg_page.h"
#include "export/xml.h"
#include "table/title.h"

enum {
	FRAMES = 10000,			/* at most so many frames without --limit */
	TOP = 64, ROW = 17, HEIGHT = 16,	/* pixels, as in svg_script.js */
	PAD = 3, BASELINE = 12,
	LEAST_NAME = 3,			/* cells */
	CUBE = 16, GRAYS = 232,		/* colours of terminals: a cube of 6 x 6 x 6, 24 grays */
};

static const double WIDTH = 1200, NARROW = 0.5, CELL = 7.2, DARK = 0.4;

struct svg {
	struct export *x;		/* borrowed */
	struct out *out;		/* borrowed; of X */
	struct frametree tree;
	struct svg_frame *v;		/* owned */
	size_t n;
	struct svg_names names;
};

/* Set RGB to a colour of a terminal with 256 colours. */
static void
set_rgb(int rgb[3], int color)
{
	int n = color - CUBE, parts[3] = { n / 36, n / 6 % 6, n % 6 };

	for (int i = 0; i < 3; i++)
		rgb[i] = color >= GRAYS ? 8 + 10 * (color - GRAYS)
			: parts[i] > 0 ? 55 + 40 * parts[i] : 0;
}

/* Write a rule for the colour of each pair, on a light and on a dark screen. */
static void
write_colors(struct svg *s)
{
	static const int colors[] = {
#define FRAME_COLOR(letter, many, few) many,
#include "screen/framecolors.def"
#undef FRAME_COLOR
	};
	size_t n = sizeof(colors) / sizeof(*colors), pair;
	int c[3];

	for (int dark = 0; dark < 2; dark++) {
		double by = dark ? DARK : 1;

		out_text(s->out, dark ? "@media screen and (prefers-color-scheme: dark) {\n" : "");
		for (pair = 0; 2 * pair < n; pair++) {
			set_rgb(c, colors[2 * pair]);
			out_printf(s->out, ".%c rect, .%c { fill: #%02x%02x%02x }\n",
				(char)('a' + pair), (char)('a' + pair), (unsigned)(c[0] * by),
				(unsigned)(c[1] * by), (unsigned)(c[2] * by));
		}
	}
	out_text(s->out, "}\n");
}

static void
write_lines(struct svg *s, const char *const *lines)
{
	for (; *lines != NULL; lines++) {
		out_text(s->out, *lines);
		out_text(s->out, "\n");
	}
}

/* Returns the unit of most times. */
static const char *
unit_of(const struct svg *s)
{
	const struct scale *scale = &s->x->ctx->scale;

	return scale->rate > 0 ? scale->symbol : scale->counted;
}

/* Returns what all times together are. */
static const char *
whole_of(const struct svg *s)
{
	const struct scale *scale = &s->x->ctx->scale;

	return scale->rate <= 0 ? scale->counted : scale->is_bytes ? "bytes" : "time";
}

/* Returns what the picture shows, as the title of the icicle view does; free() it. */
static char *
title_of(struct svg *s)
{
	struct view_context *ctx = s->x->ctx;
	struct title t = { .wide = true };

	title_image(&t, ctx);
	title_profiles(&t, ctx, ctx->has_time);
	title_add(&t, 1, "%s%s", s->tree.can_estimate ? "~" : "",
		s->tree.callees_on_top ? "icicle of callers" : "icicle");
	return title_text(&t, ctx);
}

/* Write TIME without the usual unit at its end, which the script adds. */
static void
write_time(struct svg *s, char *time)
{
	const char *unit = unit_of(s);
	size_t n = strlen(time), length = strlen(unit);

	if (n > length && time[n - length - 1] == ' ' && strcmp(time + n - length, unit) == 0)
		time[n - length - 1] = '\0';
	xml_text(s->out, time);
}

/* Write a line for each frame, as svg_script.js describes it. */
static void
write_data(struct svg *s)
{
	for (size_t i = 0; i < s->n; i++) {
		const struct svg_frame *f = &s->v[i];
		const struct frame *frame = &s->tree.v[f->frame];
		char text[4 * FIGURE];

		out_printf(s->out, "%" PRIu32 "|", f->depth);
		if (f->rest > 0)
			out_printf(s->out, "*%" PRIu32, f->rest);
		else
			out_printf(s->out, "%" PRIu32, svg_names_row(&s->names, frame->node));
		out_printf(s->out, "%s|%.10g|", frame->is_estimated ? "~" : "", f->width);
		if (f->rest == 0) {
			describe_frame_time(text, s->x->ctx, frame, f->total);
			write_time(s, text);
			out_text(s->out, "|");
			describe_frame_own(text, s->x->ctx, frame);
			write_time(s, text);
		} else {
			out_text(s->out, "|");
		}
		out_text(s->out, "\n");
	}
}

/* Write X with at most two decimals. */
static void
write_number(struct svg *s, double x)
{
	char text[64];
	size_t n = (size_t)snprintf(text, sizeof(text), "%.2f", x);

	while (text[n - 1] == '0')
		n--;
	if (text[n - 1] == '.')
		n--;
	out_bytes(s->out, text, n);
}

/* Write a box from X on, W wide, at DEPTH.  NAME: its text, or NULL. */
static void
write_box(struct svg *s, char color, double x, double w, uint32_t depth, const char *name)
{
	uint32_t y = TOP + ROW * depth;

	out_printf(s->out, "<rect class=\"%c\" x=\"", color);
	write_number(s, x);
	out_printf(s->out, "\" y=\"%" PRIu32 "\" width=\"", y);
	write_number(s, w);
	out_printf(s->out, "\" height=\"%d\"/>", HEIGHT);
	if (name != NULL) {
		out_text(s->out, "<text x=\"");
		write_number(s, x + PAD);
		out_printf(s->out, "\" y=\"%" PRIu32 "\">", y + BASELINE);
		xml_text(s->out, name);
		out_text(s->out, "</text>");
	}
	out_text(s->out, "\n");
}

static void
write_frame(struct svg *s, const struct frame *frame, double x, double w)
{
	const char *mark = frame->is_estimated ? "~" : "";
	double cells = floor((w - 2 * PAD) / CELL) - (double)strlen(mark);
	char *name = NULL, *marked;

	if (cells >= LEAST_NAME) {
		name = svg_names_shown(&s->names, frame->node, (int)cells);
		marked = mem_new(strlen(name) + 2, 1);
		sprintf(marked, "%s%s", mark, name);
		free(name);
		name = marked;
	}
	write_box(s, svg_names_color(&s->names, frame->node), x, w, frame->depth, name);
	free(name);
}

/* Write the boxes.  Frames that are too narrow to be drawn alone are drawn as one box with all that
 * follow inside the same frame: these are not wider. */
static void
write_boxes(struct svg *s)
{
	double scale = s->tree.v[0].width > 0 ? WIDTH / s->tree.v[0].width : 0;
	uint32_t drawn = UINT32_MAX;	/* frames deeper than this are in a narrow box */

	for (size_t i = 0; i < s->n; i++) {
		const struct svg_frame *f = &s->v[i];
		const struct frame *frame = &s->tree.v[f->frame], *parent;
		double w = f->width * scale, right;

		if (f->depth > drawn || (f->depth == drawn && i > 0))
			continue;
		drawn = UINT32_MAX;
		if (f->rest == 0 && (w >= NARROW || i == 0)) {
			write_frame(s, frame, frame->left * scale, i == 0 ? WIDTH : w);
			continue;
		}
		parent = &s->tree.v[frame->parent];
		right = s->tree.v[parent->inside + parent->ninside - 1].left
			+ s->tree.v[parent->inside + parent->ninside - 1].width;
		drawn = f->depth;
		if ((right - frame->left) * scale >= NARROW)
			write_box(s, 'n', frame->left * scale, (right - frame->left) * scale,
				f->depth, NULL);
	}
}

/* Write what the colours of the context mean. */
static void
write_meaning(struct svg *s)
{
	const struct view_context *ctx = s->x->ctx;

	if (ctx->frame_colors != COLOR_BY_HEAT) {
		out_text(s->out, icicle_colors_mean(ctx));
		return;
	}
	xml_text(s->out, whole_of(s));
	out_text(s->out, " in the function's own code");
}

/* Write what is above the frames.  The script replaces the texts of #about and #hint. */
static void
write_head(struct svg *s, const char *title)
{
	struct out *o = s->out;

	out_printf(o, "<g id=\"head\"><rect width=\"%.0f\" height=\"%d\"/>\n"
		"<text id=\"title\" x=\"8\" y=\"17\">", WIDTH, TOP - 4);
	xml_text(o, title);
	out_text(o, "</text>\n<text id=\"about\" x=\"8\" y=\"36\">width: ");
	xml_text(o, whole_of(s));
	out_text(o, "; colour: ");
	write_meaning(s);
	out_text(o, "</text>\n<text id=\"hint\" x=\"8\" y=\"53\"/>\n"
		"<foreignObject id=\"search\" y=\"3\" width=\"300\" height=\"22\">"
		"<input xmlns=\"http://www.w3.org/1999/xhtml\" type=\"search\" "
		"placeholder=\"/ search\" aria-label=\"search\"/></foreignObject>\n</g>\n");
}

/* Write the start tag of the root, with texts for the script. */
static void
write_root(struct svg *s, const char *title)
{
	struct view_context *ctx = s->x->ctx;
	enum frame_colors usual = ctx->frame_colors;
	uint32_t deepest = 0;

	for (size_t i = 0; i < s->n; i++)
		if (s->v[i].depth > deepest)
			deepest = s->v[i].depth;
	out_printf(s->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%" PRIu32 "\" "
		"viewBox=\"0 0 %.0f %" PRIu32 "\"\n"
		"data-hint=\"click, Enter: zoom; Esc: back; arrows: other frames; /: search; C: colours\" "
		"data-own=\"%s\"", WIDTH,
		TOP + ROW * (deepest + 1), WIDTH, TOP + ROW * (deepest + 1),
		describe_frame_own_name(s->tree.callees_on_top));
	for (int colors = 0; colors < FRAME_COLORS; colors++) {
		ctx->frame_colors = (enum frame_colors)colors;
		out_printf(s->out, " data-color%d=\"", colors);
		write_meaning(s);
		out_text(s->out, "\"");
	}
	ctx->frame_colors = usual;
	out_text(s->out, " data-all=\"");
	xml_text(s->out, whole_of(s));
	out_text(s->out, "\" data-unit=\"");
	xml_text(s->out, unit_of(s));
	out_text(s->out, "\" aria-label=\"");
	xml_text(s->out, title);
	out_text(s->out, "\">\n<title>");
	xml_text(s->out, title);
	out_text(s->out, "</title>\n");
}

static void
write_page(struct svg *s)
{
	char *title = title_of(s);

	write_root(s, title);
	out_text(s->out, "<style>\n");
	write_lines(s, svg_style);
	write_colors(s);
	out_text(s->out, "</style>\n<g id=\"frames\">\n");
	write_boxes(s);
	out_text(s->out, "</g>\n");
	write_head(s, title);
	out_text(s->out, "<metadata id=\"data\">");
	write_data(s);
	out_text(s->out, "</metadata>\n<metadata id=\"names\">");
	svg_names_write(&s->names);
	out_text(s->out, "</metadata>\n<script><![CDATA[\n");
	write_lines(s, svg_script);
	out_text(s->out, "]]></script>\n</svg>\n");
	free(title);
}

static void
export_icicle(struct export *x, bool callees_on_top)
{
	struct svg s = { .x = x, .out = &x->out };

	frametree_open(&s.tree, x->ctx->graph, &(struct frametree_options){
		.callees_on_top = callees_on_top, .subject = NOBODY });
	s.v = svg_frames_choose(&s.tree, x->limit < SIZE_MAX ? x->limit : FRAMES, &s.n);
	svg_names_open(&s.names, x);
	write_page(&s);
	svg_names_release(&s.names);
	free(s.v);
	frametree_release(&s.tree);
}

void
export_svg(struct export *x)
{
	export_icicle(x, false);
}

void
export_svg_callers(struct export *x)
{
	export_icicle(x, true);
}
