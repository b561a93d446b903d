/* icicle_draw.c - drawing the boxes of an icicle into cells
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "picture/icicle_draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "columns/sidecolumns.h"
#include "picture/icicle.h"
#include "picture/icicle_colors.h"
#include "text/shorten.h"
#include "text/text.h"
#include "words/describe_frame.h"

enum {
	EIGHTHS = 8,			/* number of parts of a cell; a box may begin and end at any
					 * part */
	LEAST_LABEL = 3,		/* a box with fewer cells has no name */
	LEGEND = 48,			/* cells that are enough for the scale of colours */
	PRINTED_CELLS = 1 << 20,	/* greatest number of cells of a grid for printing, unless a
					 * single line has more cells */
};

/* The last box that was drawn in a line. */
struct last {
	int end;			/* right edge of the box, in eighths of a cell */
	unsigned color, shade;		/* pair of colours of the box; its colour in this pair, 0 or
					 * 1 */
};

/* A picture while it is drawn. */
struct picture {
	struct view *v;
	struct grid *g;
	int top;			/* the first line for boxes */
	bool colored, in_eighths;	/* .colored: boxes have colours; .in_eighths: edges are
					 * drawn inside cells */
	struct last *last;		/* owned; indexed by line of the window */
};

/* A box while it is drawn. */
struct drawing {
	const struct row *row;
	struct icicle_box *box;
	int y, from, to;		/* line of the grid; left and right edge, in eighths of a
					 * cell */
	uint16_t style;
	unsigned paper;			/* PAPER_...: colour of the box in a cell that contains the
					 * left edge of the box */
	bool is_selected, is_found;
	unsigned color;			/* pair of colours; ICICLE_PAIRS if the box has no
					 * function */
};

/* blocks[I] fills the first I eighths of a cell. */
static const char *const blocks[EIGHTHS] = { " ", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };

/* Returns the edge AT, from 0 to 1, in eighths of a cell. */
static int
edge_of(const struct picture *p, double at)
{
	double cells = at * p->g->width;

	return p->in_eighths ? (int)lround(cells * EIGHTHS) : EIGHTHS * (int)lround(cells);
}

/* Does row R match the search, or does the other pane show the node of one of its frames? */
static bool
is_found(struct view *v, const struct row *r)
{
	const struct frame *f = icicle_frame_at(v, r->thing);
	uint32_t n = icicle_box(v, r)->frames;

	if (icicle_matches(v, r))
		return true;
	if (v->focus || v->about == NOBODY)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (f[i].node == v->about)
			return true;
	return false;
}

/* Sets the colours and the style of D.  Even and odd depths have different shades, so that a box
 * differs from the box around it.  If the box on the left touches D and has the same pair of
 * colours, D gets the other shade of this pair. */
static void
choose_style(struct picture *p, struct drawing *d)
{
	const struct frame *f = icicle_frame(p->v, d->row);
	struct last *last = &p->last[d->y - p->top];
	unsigned shade = d->box->depth % 2, index;

	d->color = f == NULL || f->node == NOBODY ? ICICLE_PAIRS : icicle_color(p->v->ctx, f->node);
	if (d->color < ICICLE_PAIRS && last->end == d->from && last->color == d->color)
		shade = 1 - last->shade;
	*last = (struct last){ d->to, d->color, shade };
	index = d->color < ICICLE_PAIRS ? 2 * d->color + shade : NFRAME_COLORS - 1;
	d->style = p->colored ? (uint16_t)(STYLE_FRAME + index) : STYLE_TEXT;
	d->paper = PAPER_FRAME + index;
	if (d->is_selected) {
		d->style = STYLE_SELF | STYLE_CURSOR;
		d->paper = PAPER_SELECTED;
	} else if (d->is_found) {
		d->style |= STYLE_FOUND;
		d->paper = PAPER_FOUND;
	}
}

static void
set_cell(struct picture *p, int x, int y, const char *text, uint16_t style)
{
	struct cell *c;

	if (x < 0 || x >= p->g->width)
		return;
	c = grid_cell(p->g, x, y);
	grid_blank_cell(c, style);
	memcpy(c->text, text, strlen(text) + 1);
}

/* Draws the edges of D that are inside cells.  WAS is the right edge of the box that was drawn last
 * in this line, in eighths of a cell.  Sets *FROM and *TO: the cells *FROM to *TO - 1 are between
 * the edges. */
static void
draw_edges(struct picture *p, const struct drawing *d, int was, int *from, int *to)
{
	uint16_t ink = (uint16_t)(d->style & ~STYLE_CURSOR);

	*from = (d->from + EIGHTHS - 1) / EIGHTHS;
	*to = d->to / EIGHTHS;
	if (d->from % EIGHTHS != 0 && *from > 0) {
		struct cell *c = grid_cell(p->g, *from - 1, d->y);

		/* If the box on the left ends where D begins, the two boxes share the cell. */
		if ((c->style & STYLE_EDGE) && was == d->from)
			c->style = GRID_EDGE(c->style, d->paper);
		else if (!(c->style & STYLE_EDGE))
			set_cell(p, *from - 1, d->y, blocks[d->from % EIGHTHS],
				GRID_EDGE(STYLE_TEXT, d->paper));
	}
	if (d->to % EIGHTHS != 0 && *to >= *from)
		set_cell(p, *to, d->y, blocks[d->to % EIGHTHS], GRID_EDGE(ink, PAPER_NONE));
}

/* Returns LABEL with "-" in front, and frees LABEL; free() the result. */
static char *
with_sign(char *label)
{
	size_t n = strlen(label);
	char *signed_label = mem_new(n + 2, 1);

	signed_label[0] = '-';
	memcpy(signed_label + 1, label, n + 1);
	free(label);
	return signed_label;
}

static const char *
frame_name(const struct view *v, const struct frame *f)
{
	return f->node == NOBODY ? "all" : view_context_name(v->ctx, f->node);
}

/* Returns NAME, shortened to CELLS cells; free() it.  In a narrow box without Unicode, one dot
 * marks what is omitted, not two, so that more of the name is left. */
static char *
short_label(const char *name, int cells, bool ascii)
{
	enum { NARROW = 8 };
	static const char ellipsis[] = "…";	/* drawn as two dots */
	char *label, *at;

	if (!ascii || cells >= NARROW || text_width(name, ascii) <= cells)
		return shorten_name(name, cells, ascii);
	label = shorten_name(name, cells + 1, ascii);
	at = strstr(label, ellipsis);
	if (at != NULL) {
		*at = '.';
		memmove(at + 1, at + strlen(ellipsis), strlen(at + strlen(ellipsis)) + 1);
		return label;
	}
	free(label);
	return shorten_name(name, cells, ascii);
}

/* Returns LABEL, the name of frame F, with the names of the frames around F in front, as far as
 * they fit into CELLS cells: "all, main, run".  Frees LABEL; free() the result. */
static char *
with_outer(const struct picture *p, const struct frame *f, char *label, int cells)
{
	static const char dots[] = "…, ";
	bool ascii = p->g->ascii;

	while (f->parent != NOBODY) {
		const struct frame *around = icicle_frame_at(p->v, f->parent);
		const char *name = frame_name(p->v, around);
		bool is_last = around->parent == NOBODY;
		bool fits = text_width(name, ascii) + 2 + text_width(label, ascii)
			+ (is_last ? 0 : text_width(dots, ascii)) <= cells;
		size_t room = strlen(label) + strlen(name) + sizeof(dots);
		char *longer;

		if (!fits && text_width(label, ascii) + text_width(dots, ascii) > cells)
			return label;
		longer = mem_new(room, 1);
		snprintf(longer, room, fits ? "%s, %s" : "%s%s", fits ? name : dots, label);
		free(label);
		label = longer;
		if (!fits)
			return label;
		f = around;
	}
	return label;
}

/* Returns the text in the box of row R, which has room for CELLS cells of text.  The text belongs
 * to struct icicle_box.  R must show one frame. */
static const char *
label_of(struct picture *p, const struct row *r, int cells)
{
	struct icicle_box *b = icicle_box(p->v, r);
	const struct frame *f = icicle_frame(p->v, r);
	bool is_negative = f->total < 0 && !sidecolumn_used(p->v->ctx);
	char text[32], part[FIGURE];

	if (b->label != NULL && b->label_cells == cells
	    && b->label_is_mangled == p->v->ctx->mangled)
		return b->label;
	free(b->label);
	b->label_is_mangled = p->v->ctx->mangled;
	/* The label of a box that shares its line is made again each time. */
	b->label_cells = b->depth < p->v->icicle->folded ? -1 : cells;
	b->label = short_label(frame_name(p->v, f), cells - is_negative, p->g->ascii);
	if (b->depth < p->v->icicle->folded)
		b->label = with_outer(p, f, b->label, cells - is_negative);
	if (is_negative)
		b->label = with_sign(b->label);
	figure_percent(part, is_negative ? f->total : fabs(f->total),
		p->v->ctx->graph->total, 1);
	snprintf(text, sizeof(text), " %s%.20s %%",
		is_negative ? "" : describe_frame_mark(p->v->ctx, f), part);
	if (text_width(b->label, p->g->ascii) + (int)strlen(text) <= cells) {
		size_t n = strlen(b->label);

		b->label = mem_resize(b->label, n + strlen(text) + 1, 1);
		memcpy(b->label + n, text, strlen(text) + 1);
	}
	return b->label;
}

/* Returns the character with which boxes of the pair COLOR are filled if there are no colours. */
static const char *
filling(const struct picture *p, unsigned color)
{
	static const char *const wide[] = { "·", "░", "▒", "▓" }, *const ascii[] = { "_", "-", "=", "#" };
	unsigned kinds = sizeof(wide) / sizeof(*wide), kind = color % kinds;

	if (p->v->ctx->frame_colors == COLOR_BY_HEAT)
		kind = color * kinds / ICICLE_HEATS;
	return color >= ICICLE_PAIRS ? " " : p->g->ascii ? ascii[kind] : wide[kind];
}

/* Draws the cells FROM to TO - 1 of D, a box of one frame. */
static void
draw_frame(struct picture *p, const struct drawing *d, int from, int to)
{
	struct pen pen = pen_at(p->g, from, d->y, to - from);
	const char *fill = filling(p, d->color);

	pen.style = d->style;
	if (!p->colored)
		pen_text(&pen, p->g->ascii ? "|" : "▏");
	if (pen_left(&pen) >= LEAST_LABEL)
		pen_text(&pen, label_of(p, d->row, pen_left(&pen)));
	if (p->colored) {
		pen_fill(&pen);
		return;
	}
	pen_skip(&pen, pen.x > from + 1 && pen_left(&pen) > 0);
	while (pen_left(&pen) > 0)
		pen_text(&pen, fill);
}

/* Draws the cells FROM to TO - 1 of D, a box of several narrow frames: bars and, if there is room,
 * the number of frames. */
static void
draw_narrow(struct picture *p, const struct drawing *d, int from, int to)
{
	struct pen pen = pen_at(p->g, from, d->y, to - from);
	char number[16];
	int length = snprintf(number, sizeof(number), "%u", d->box->frames);
	const char *bar = p->g->ascii ? ":" : "┊";

	pen.style = d->style;
	if (pen_left(&pen) > 0)
		pen_text(&pen, bar);
	if (pen_left(&pen) > length)
		pen_text(&pen, number);
	while (pen_left(&pen) > 0)
		pen_text(&pen, bar);
}

static void
draw_box(struct picture *p, int row)
{
	struct view *v = p->v;
	const struct row *r = &v->rows.v[row];
	struct drawing d = { .row = r, .box = icicle_box(v, r),
		.is_selected = row == v->list.cursor && v->focus, .is_found = is_found(v, r) };
	int from, to, was;

	d.y = p->top + icicle_line(v->icicle, d.box->depth) - v->icicle->top;
	d.from = edge_of(p, d.box->left);
	d.to = edge_of(p, d.box->right);
	was = p->last[d.y - p->top].end;
	choose_style(p, &d);
	if (r->kind == ICICLE_NARROW) {
		if (!d.is_selected)
			d.style = STYLE_DIM | (d.is_found ? STYLE_FOUND : 0);
		from = (d.from + EIGHTHS - 1) / EIGHTHS;
		to = (d.to + EIGHTHS / 2) / EIGHTHS;
	} else {
		draw_edges(p, &d, was, &from, &to);
	}
	/* Draw at least one cell of the selected box, so that it is visible. */
	if (d.is_selected && to <= from) {
		from = d.from / EIGHTHS < p->g->width ? d.from / EIGHTHS : p->g->width - 1;
		to = from + 1;
	}
	if (r->kind == ICICLE_NARROW)
		draw_narrow(p, &d, from, to);
	else
		draw_frame(p, &d, from, to);
	if (d.is_selected) {
		p->g->cursor_x = from;
		p->g->cursor_y = d.y;
	}
}

/* Draws each colour or filling of the scale from cool to hot, with its percentages. */
static void
draw_heats(const struct picture *p, struct pen *pen)
{
	bool is_first = true;

	for (unsigned heat = 0; heat < ICICLE_HEATS; heat++) {
		bool is_last = heat + 1 == ICICLE_HEATS;
		const char *fill = filling(p, heat), *text;
		char room[FIGURE];

		/* Without colours, several steps of the scale have the same filling. */
		if (!p->colored && !is_last && strcmp(fill, filling(p, heat + 1)) == 0)
			continue;
		text = icicle_colors_heat(room, p->v->ctx, heat);
		if (text == NULL)
			continue;
		pen_style(pen, STYLE_HEAD);
		pen_text(pen, is_first ? ": " : " ");
		is_first = false;
		if (p->colored)
			pen->style = (uint16_t)(STYLE_FRAME + 2 * heat);
		pen_text(pen, p->colored ? " " : fill);
		pen_text(pen, text);
		pen_text(pen, p->colored ? " " : "");
	}
}

/* Draws the heading into line Y: the time of the whole width, and what colours mean. */
static void
draw_heading(const struct picture *p, int y)
{
	struct view *v = p->v;
	double all = v->icicle->width;
	const struct frame *f = icicle_frame_at(v, v->icicle->zooms[v->icicle->zoom].frame);
	struct pen pen = pen_at(p->g, 0, y, p->g->width);
	char width[FIGURE], part[FIGURE], meaning[ICICLE_MEANING];

	icicle_colors_mean(meaning, v->ctx);
	figure_spoken64(width, &v->ctx->scale, all, f->total == all ? f->sums64.total : 0);
	figure_percent(part, all, v->ctx->graph->total, 1);
	pen_style(&pen, STYLE_HEAD);
	pen_fill(&pen);
	pen = pen_at(p->g, 0, y, p->g->width);
	pen_style(&pen, STYLE_HEAD);
	pen_text(&pen, v->ops->goes_up ? "callees on top" : "callers on top");
	if (icicle_is_incomplete(v))
		pen_text(&pen, "; incomplete: there are too many frames");
	pen_text(&pen, p->g->width >= GRID_WIDE ? "; the width is " : "; ");
	pen_text(&pen, width);
	pen_text(&pen, graph_is_above_all(v->ctx->graph, all) ? ", !" : ", ");
	pen_text(&pen, part);
	pen_text(&pen, p->colored ? " %; colours: " : " %; shades: ");
	pen_short(&pen, meaning);
	if (v->ctx->frame_colors == COLOR_BY_HEAT && pen_left(&pen) >= LEGEND)
		draw_heats(p, &pen);
}

/* Is the box of row number I in the window?  Of the boxes that share a line, only the selected one
 * or, if none is selected, the innermost is drawn. */
static bool
is_in_window(const struct view *v, size_t i)
{
	const struct icicle *c = v->icicle;
	uint32_t depth = icicle_box(v, &v->rows.v[i])->depth;
	uint32_t selected = icicle_box(v, view_row(v))->depth;
	int line = icicle_line(c, depth) - c->top;

	if (depth < c->folded && depth != (selected < c->folded ? selected : c->folded - 1))
		return false;
	return line >= 0 && line < c->lines;
}

/* Draws the boxes in the window of the icicle.  The first line of the window is line P->top of the
 * grid. */
static void
draw_boxes(struct picture *p)
{
	struct view *v = p->v;
	struct grid *g = p->g;

	p->last = mem_new((size_t)v->icicle->lines, sizeof(*p->last));
	for (size_t i = 0; i < v->rows.n; i++)
		if (is_in_window(v, i))
			draw_box(p, (int)i);
	/* If the selected box is narrow, the box on its right may have covered it. */
	if (v->focus && is_in_window(v, (size_t)v->list.cursor)
	    && !(grid_cell(g, g->cursor_x, g->cursor_y)->style & STYLE_CURSOR))
		draw_box(p, v->list.cursor);
	free(p->last);
}

void
icicle_draw(struct view *v, struct grid *g, int top, int bottom)
{
	struct picture p = { .v = v, .g = g, .top = top + 1, .colored = v->ctx->has_color,
		.in_eighths = v->ctx->has_color && !g->ascii };

	if (bottom <= p.top || g->width <= 0)
		return;
	v->icicle->lines = bottom - p.top;
	icicle_show_selected(v);
	draw_heading(&p, top);
	draw_boxes(&p);
}

/* Writes the heading and N lines of boxes, WIDTH cells wide.  To save memory, many lines are drawn
 * into several grids, one after the other. */
static void
print_lines(struct view *v, int width, int n, FILE *out)
{
	struct grid g = { .ascii = v->ctx->ascii };
	struct icicle *c = v->icicle;
	int most = width < PRINTED_CELLS ? PRINTED_CELLS / width : 1;

	grid_resize(&g, width, 1);
	draw_heading(&(struct picture){ .v = v, .g = &g }, 0);
	grid_dump(&g, false, out);
	for (c->top = 0; c->top < n; c->top += c->lines) {
		c->lines = n - c->top < most ? n - c->top : most;
		grid_release(&g);
		g = (struct grid){ .ascii = v->ctx->ascii };
		grid_resize(&g, width, c->lines);
		draw_boxes(&(struct picture){ .v = v, .g = &g });
		grid_dump(&g, false, out);
	}
	grid_release(&g);
}

size_t
icicle_print(struct view *v, int width, size_t most, FILE *out)
{
	bool has_color = v->ctx->has_color, focus = v->focus;
	int was = v->width, top, lines;
	size_t n = 0;

	if (width != v->width) {
		v->width = width;
		view_fill(v);
	}
	top = v->icicle->top;
	lines = v->icicle->lines;
	if (v->rows.n > 0)
		n = (size_t)v->icicle->deepest + 1;
	if (n > most)
		n = most;
	v->ctx->has_color = v->focus = false;
	v->icicle->folded = 0;
	if (n > 0)
		print_lines(v, width, (int)n, out);
	v->ctx->has_color = has_color;
	v->focus = focus;
	v->icicle->top = top;
	v->icicle->lines = lines;
	if (was != width) {
		v->width = was;
		view_fill(v);
	}
	return n;
}
