/* export_svg.c - the icicle as a picture, with a script that zooms and searches
 *
 * The file has everything twice: as boxes with names, which any viewer of pictures shows, and as
 * data, from which the script draws the boxes that fit into the window.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns/sidecolumns.h"
#include "export/svg.h"
#include "export/svg_page.h"
#include "export/xml.h"
#include "table/title.h"
#include "words/describe_frame.h"

enum {
	FRAMES = 10000,			/* greatest number of frames without --limit */
	BOX_CELLS = 320,		/* greatest width of a name in a box, in cells; no box is
					 * wider */
	LEAST_CELLS = 5,		/* BOX_CELLS is halved to save room, but not below this */
	SIZE = 2000000,			/* greatest size of a file with at most FRAMES frames, in
					 * bytes, unless even the shortest names need more.  A file
					 * with N * FRAMES frames may be N times as large */
	PAGE = 26000,			/* bytes of the script, the style and the head */
	TITLE = 66,			/* how many bytes stay free for the title of each box when
					 * names are written */
	CUBE = 16, GRAYS = 232,		/* a terminal has a cube of 6 x 6 x 6 colours, from number
					 * CUBE on, and 24 grays, from number GRAYS on */
};

static const double DARK = 0.4, WHOLE = 0x1p53, LARGE = 1e9, DIGITS18 = 1e18;

/* Sets RGB to colour number COLOR, at least CUBE, of a terminal with 256 colours. */
static void
set_rgb(int rgb[3], int color)
{
	int n = color - CUBE, parts[3] = { n / 36, n / 6 % 6, n % 6 };

	for (int i = 0; i < 3; i++)
		rgb[i] = color >= GRAYS ? 8 + 10 * (color - GRAYS)
			: parts[i] > 0 ? 55 + 40 * parts[i] : 0;
}

/* Writes a rule for the colour of each pair, on a light and on a dark screen. */
static void
write_colors(struct out *o)
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

		out_text(o, dark ? "@media screen and (prefers-color-scheme: dark) {\n" : "");
		for (pair = 0; 2 * pair < n; pair++) {
			set_rgb(c, colors[2 * pair]);
			out_printf(o, ".%c rect, .%c { fill: #%02x%02x%02x }\n",
				(char)('a' + pair), (char)('a' + pair), (unsigned)(c[0] * by),
				(unsigned)(c[1] * by), (unsigned)(c[2] * by));
		}
	}
	out_text(o, "}\n");
}

static void
write_lines(struct out *o, const char *const *lines)
{
	for (; *lines != NULL; lines++) {
		out_text(o, *lines);
		out_text(o, "\n");
	}
}

/* Returns the unit that most times have.  It is not written: the script adds it. */
static const char *
unit_of(const struct view_context *ctx)
{
	return ctx->scale.rate > 0 ? ctx->scale.symbol : ctx->scale.counted;
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

void
svg_cut_unit(const struct view_context *ctx, char *time)
{
	const char *unit = unit_of(ctx);
	size_t n = strlen(time), length = strlen(unit);

	if (n > length && time[n - length - 1] == ' ' && strcmp(time + n - length, unit) == 0)
		time[n - length - 1] = '\0';
}

/* Writes TIME, without its unit if that is the usual unit, which the script adds. */
static void
write_time(struct svg *s, struct out *o, char *time)
{
	svg_cut_unit(s->x->ctx, time);
	xml_text(o, time);
}

/* May amounts differ from widths, as in a difference of two profiles? */
static bool
has_amounts(const struct svg *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->v[i].total != s->v[i].width)
			return true;
	return sidecolumn_used(s->x->ctx);
}

/* Writes a line for each frame, as svg_data.js describes it. */
static void
write_data(struct svg *s, struct out *o)
{
	bool with_amounts = has_amounts(s);

	for (size_t i = 0; i < s->n; i++) {
		const struct svg_frame *f = &s->v[i];
		const struct frame *frame = &s->tree.v[f->frame];
		char text[4 * FIGURE];

		out_printf(o, "%" PRIu32 "|", f->depth);
		if (f->rest > 0)
			out_printf(o, "*%" PRIu32, f->rest);
		else
			out_printf(o, "%" PRIu32, svg_names_row(&s->names, frame->node,
				f->total));
		out_text(o, f->rest == 0 ? describe_frame_mark(s->x->ctx, frame) : "");
		out_printf(o, (f->width == floor(f->width) || f->width > LARGE) && f->width < WHOLE
			? "|%.0f|" : "|%.10g|", f->width);
		if (f->rest == 0) {
			describe_frame_time(text, s->x->ctx, frame, f->total);
			write_time(s, o, text);
			out_text(o, "|");
			describe_frame_own(text, s->x->ctx, frame);
			write_time(s, o, text);
		} else {
			out_text(o, "|");
		}
		if (with_amounts)
			out_printf(o, f->total == floor(f->total) && fabs(f->total) < DIGITS18
				? "|%.0f" : "|%.15g", f->total);
		out_text(o, "\n");
	}
}

/* Writes the start tag of the root, with texts for the script. */
static void
write_root(struct svg *s, struct out *o, const char *title)
{
	const struct measure *measure = &s->x->ctx->graph->measure;
	const struct profile *p = s->x->ctx->profile;
	uint32_t deepest = 0;

	for (size_t i = 0; i < s->n; i++)
		if (s->v[i].depth > deepest)
			deepest = s->v[i].depth;
	out_printf(o, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%" PRIu32 "\" "
		"viewBox=\"0 0 %d %" PRIu32 "\"\n"
		"data-hint=\"click, Enter: zoom; Esc: back; arrows: other frames; "
		"/: search; #: same function; C: colours; y: copy name\" "
		"data-own=\"%s\" data-per=\"%.10g\" data-counts=\"", SVG_WIDTH,
		SVG_TOP + SVG_ROW * (deepest + 1), SVG_WIDTH, SVG_TOP + SVG_ROW * (deepest + 1),
		describe_frame_own_name(s->tree.callees_on_top), measure->per_unit);
	xml_text(o, measure->rate > 0 ? "seconds" : measure->unit);
	out_text(o, "\"");
	if (profile_has(p, HAS_EVENTS)) {
		out_text(o, " data-event=\"");
		xml_text(o, graph_event(s->x->ctx->graph)->name);
		out_text(o, "\"");
	}
	out_text(o, " data-all=\"");
	xml_text(o, svg_whole(s));
	out_text(o, "\" data-unit=\"");
	xml_text(o, unit_of(s->x->ctx));
	out_text(o, "\" aria-label=\"");
	xml_text(o, title);
	out_text(o, "\">\n<title>");
	xml_text(o, title);
	out_text(o, "</title>\n");
}

/* A file has USED bytes, and PAGE bytes for the script, the style and the head.  Returns how many
 * more bytes the file may have. */
static size_t
room_beside(const struct svg *s, size_t used)
{
	size_t parts = s->n > FRAMES ? s->n / FRAMES : 1, size = SIZE * parts;

	return used + PAGE < size ? size - used - PAGE : 0;
}

/* Writes the boxes without titles to O.  Shortens the names in boxes until the boxes and OTHERS
 * more bytes fit into half of the largest file, but not below LEAST_CELLS cells.  Sets
 * S->box_cells, and returns the number of boxes. */
static size_t
write_short_boxes(struct svg *s, struct out *o, size_t others)
{
	size_t half = room_beside(s, 0) / 2, most = others < half ? half - others : 0, nboxes;

	for (s->box_cells = BOX_CELLS; s->box_cells > LEAST_CELLS; s->box_cells /= 2) {
		nboxes = svg_boxes_write(s, o, 0, 0, most);
		if (o->used <= most)
			return nboxes;
		o->used = 0;
	}
	return svg_boxes_write(s, o, 0, 0, SIZE_MAX);
}

/* Writes the page.  Boxes, data and names are collected first, to know how long titles may be. */
static void
write_page(struct svg *s)
{
	struct out *o = &s->x->out, data, boxes, names;
	char *title = title_of(s);
	size_t nboxes, room;

	out_collect(&data, o);
	out_collect(&boxes, o);
	out_collect(&names, o);
	write_data(s, &data);
	nboxes = write_short_boxes(s, &boxes, data.used);
	room = room_beside(s, data.used + boxes.used);
	svg_names_write(&s->names, &names,
		room - (nboxes * TITLE < room / 4 * 3 ? nboxes * TITLE : room / 4 * 3));
	write_root(s, o, title);
	out_text(o, "<style>\n");
	write_lines(o, svg_style);
	write_colors(o);
	out_text(o, "</style>\n<g id=\"frames\">\n");
	room = room_beside(s, data.used + boxes.used + names.used);
	svg_boxes_write(s, o, room, nboxes, SIZE_MAX);
	out_text(o, "</g>\n");
	svg_head_write(s, o, title);
	out_text(o, "<metadata id=\"data\">");
	out_bytes(o, data.bytes, data.used);
	out_text(o, "</metadata>\n<metadata id=\"names\">");
	out_bytes(o, names.bytes, names.used);
	out_text(o, "</metadata>\n<script><![CDATA[\n(function () {\n\"use strict\";\n");
	write_lines(o, svg_script);
	out_text(o, "})();\n]]></script>\n</svg>\n");
	out_close(&data);
	out_close(&boxes);
	out_close(&names);
	free(title);
}

static void
export_icicle(struct export *x, bool callees_on_top)
{
	struct frametree_options options = { .callees_on_top = callees_on_top, .subject = NOBODY };
	struct svg s = { .x = x };

	sidecolumn_stacks(x->ctx, options.sides);
	frametree_open(&s.tree, x->ctx->graph, &options);
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
