/* svg_head.c - what is above the frames of --export=svg: title, legend, places for texts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/pathname.h"
#include "export/svg.h"
#include "export/xml.h"
#include "picture/icicle_colors.h"
#include "text/shorten.h"
#include "text/text.h"
#include "words/describe_frame.h"

enum {
	LEFT = 8, LINE = 17, FIRST = 17,	/* pixels */
	SQUARE = 11, GAP = 4,		/* pixels */
	LABEL = 24,			/* greatest width of the label of a colour, in cells */
};

/* A line of the legend while it is written, from left to right. */
struct legend {
	struct out *out;		/* borrowed */
	double x, y;			/* position of the next part of the line, in pixels */
	bool is_full;
};

const char *
svg_whole(const struct svg *s)
{
	return figure_what(&s->x->ctx->scale);
}

/* Writes TEXT as line N above the frames.  The script finds the text by its ID. */
static void
write_line(struct out *o, int n, const char *id, const char *text)
{
	out_printf(o, "<text id=\"%s\" x=\"%d\" y=\"%d\">", id, LEFT, FIRST + LINE * n);
	xml_text(o, text);
	out_text(o, "</text>\n");
}

static bool
has_negative(const struct svg *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->tree.v[s->v[i].frame].total < 0)
			return true;
	return false;
}

/* Returns the text that says what the width of a frame means, and how exact it is; free() it. */
static char *
widths_mean(const struct svg *s)
{
	const struct view_context *ctx = s->x->ctx;
	struct out text;
	char *copy;

	out_collect(&text, &s->x->out);
	out_printf(&text, "width: %s; ", svg_whole(s));
	if (has_negative(s))
		out_text(&text, "-: below 0, as wide as the same amount above 0; ");
	if (s->tree.can_estimate)
		out_printf(&text, "~: estimated width: %s%s", describe_frame_estimates(ctx),
			profile_has(ctx->profile, HAS_COSTS) || profile_has(ctx->profile, HAS_STACKS) ? ""
			: "; ?: a guess, from few calls of a cycle");
	else
		out_text(&text, "no width is an estimate");
	if (s->tree.is_full)
		out_text(&text, "; incomplete: there are too many frames");
	if (ctx->scale.weight > 0 || ctx->graph->paths.squares != NULL)
		out_text(&text, "; \302\261: sampling error");
	copy = mem_text(text.bytes, text.used);
	out_close(&text);
	return copy;
}

static void
add_text(struct legend *l, const char *text)
{
	double width = svg_cell * text_width(text, l->out->ascii);

	out_text(l->out, "<text x=\"");
	svg_number(l->out, l->x);
	out_text(l->out, "\" y=\"");
	svg_number(l->out, l->y);
	out_text(l->out, "\">");
	xml_text(l->out, text);
	out_text(l->out, "</text>");
	l->x += width + SQUARE;
}

/* Adds a square of COLOR and LABEL, if there is room. */
static void
add_color(struct legend *l, char color, const char *label)
{
	double width = SQUARE + GAP + svg_cell * text_width(label, l->out->ascii);

	if (l->is_full || l->x + width > SVG_WIDTH - LEFT) {
		l->is_full = true;
		return;
	}
	out_printf(l->out, "<rect class=\"%c\" x=\"", color);
	svg_number(l->out, l->x);
	out_text(l->out, "\" y=\"");
	svg_number(l->out, l->y - SQUARE + 2);
	out_printf(l->out, "\" width=\"%d\" height=\"%d\"/>", SQUARE, SQUARE);
	l->x += SQUARE + GAP;
	add_text(l, label);
}

static void
add_heats(struct legend *l, const struct view_context *ctx)
{
	for (unsigned heat = 0; heat < ICICLE_HEATS; heat++) {
		char label[FIGURE];
		const char *text = icicle_colors_heat(label, ctx, heat);

		if (ctx->compared.rows == NULL && heat + 1 < ICICLE_HEATS)
			snprintf(label, sizeof(label), "<%g %%", icicle_heat_end(heat));
		else if (ctx->compared.rows == NULL)
			text = "more";
		if (text != NULL)
			add_color(l, (char)('a' + heat), text);
	}
}

/* Adds the colours of the images of frames. */
static void
add_images(struct legend *l, struct svg *s)
{
	const struct graph *g = s->x->ctx->graph;
	const struct profile *p = g->profile;
	uint32_t first[ICICLE_PAIRS];	/* the first image of each colour, or NOBODY */
	bool has_more[ICICLE_PAIRS] = { false };

	memset(first, 0xff, sizeof(first));
	for (uint32_t row = 1; row < s->names.n; row++) {
		uint32_t n = s->names.nodes[row];
		uint32_t f = n < g->nfuncs ? n : g->members[g->member_at[n - g->nfuncs]];
		uint32_t image = p->funcs[f].image, color = image % ICICLE_PAIRS;

		if (image >= p->nimages)
			continue;
		if (first[color] == NOBODY)
			first[color] = image;
		has_more[color] = has_more[color] || first[color] != image;
	}
	for (unsigned color = 0; color < ICICLE_PAIRS; color++) {
		const char *path = first[color] != NOBODY ? p->images[first[color]].path : "";
		char *name, *label;

		if (first[color] == NOBODY)
			continue;
		name = shorten_name(*path != '\0' ? pathname_base(path) : "not known", LABEL,
			l->out->ascii);
		label = mem_new(strlen(name) + strlen(" and others") + 1, 1);
		sprintf(label, "%s%s", name, has_more[color] ? " and others" : "");
		add_color(l, (char)('a' + color), label);
		free(label);
		free(name);
	}
}

/* Writes a line for each meaning of colours.  The script shows one of these lines. */
static void
write_legends(struct svg *s, struct out *o)
{
	struct view_context *ctx = s->x->ctx;
	enum frame_colors usual = ctx->frame_colors;

	for (int colors = 0; colors < FRAME_COLORS; colors++) {
		struct legend l = { .out = o, .x = LEFT, .y = FIRST + 2 * LINE };
		char meaning[ICICLE_MEANING];
		struct out text;

		ctx->frame_colors = (enum frame_colors)colors;
		out_printf(o, "<g id=\"legend%d\"%s>", colors,
			colors != (int)usual ? " display=\"none\"" : "");
		out_collect(&text, o);
		icicle_colors_mean(meaning, ctx);
		out_printf(&text, "colour: %s%s", meaning,
			colors == COLOR_BY_NAME ? "; equal parts, equal colours" : ":");
		out_bytes(&text, "", 1);
		add_text(&l, text.bytes);
		out_close(&text);
		if (colors == COLOR_BY_HEAT)
			add_heats(&l, ctx);
		else if (colors == COLOR_BY_IMAGE)
			add_images(&l, s);
		add_color(&l, 'n', "narrow frames");
		out_text(o, "</g>\n");
	}
	ctx->frame_colors = usual;
}

void
svg_head_write(struct svg *s, struct out *o, const char *title)
{
	char *widths = widths_mean(s);

	out_printf(o, "<g id=\"head\"><rect width=\"%d\" height=\"%d\"/>\n", SVG_WIDTH,
		SVG_TOP - 4);
	write_line(o, 0, "title", title);
	write_line(o, 1, "widths", widths);
	write_legends(s, o);
	write_line(o, 3, "about", "");
	write_line(o, 4, "hint", "");
	out_text(o, "<foreignObject id=\"search\" y=\"3\" width=\"300\" height=\"22\">"
		"<input xmlns=\"http://www.w3.org/1999/xhtml\" type=\"search\" "
		"placeholder=\"/ search\" aria-label=\"search\"/></foreignObject>\n</g>\n");
	free(widths);
}
