/* svg_names.c - the names of the frames in --export=svg
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/svg_names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "export/svg.h"
#include "export/svg_repeats.h"
#include "picture/icicle_colors.h"
#include "text/shorten.h"
#include "text/text.h"

enum {
	MUCH = 12,			/* in cells: if a name is wider than the function's own name
					 * by more than MUCH, a form of medium width is written,
					 * too */
	MEMBERS = 1000, FEW = 10,	/* greatest number of members of a cycle whose names are
					 * written: MEMBERS in rows of form WHOLE or LONG, FEW in
					 * rows of form SHORT */
	MOST = 65536,			/* greatest length of a name that is written whole, in
					 * bytes */
	ALL = 16 << 20,			/* when this many bytes of rows were made, counted before
					 * repeats are removed, no further row is WHOLE */
	TYPICAL = 60,			/* assumed length of a row with a short name, in bytes */
};

/* The form of a row.  The name that is drawn is shortened to width_of() cells, since no window
 * shows more. */
enum form {
	WHOLE,				/* a shortened name is followed by the whole name */
	LONG,				/* the whole name is not written if it was shortened */
	SHORT,				/* as LONG; names have fewer cells and no shorter forms */
};

enum { WIDTH = 500, SHORT_WIDTH = 40, LEAST_WIDTH = 5 };

/* Returns the greatest width of a name in rows of FORM, in cells. */
static int
width_of(const struct svg_names *s, enum form form)
{
	return form == SHORT ? s->short_cells : WIDTH;
}

static const double EQUAL = 1e-9;	/* if the relative difference of two times is less, they are
					 * equal */

static const char ELLIPSIS[] = "\xe2\x80\xa6";

void
svg_names_open(struct svg_names *s, struct export *x)
{
	*s = (struct svg_names){ .x = x };
	s->row_of = mem_new(x->ctx->graph->nnodes, sizeof(*s->row_of));
	s->is_divided = mem_new(x->ctx->graph->nnodes, sizeof(*s->is_divided));
	s->nodes = mem_grow(NULL, 1, &s->room, sizeof(*s->nodes));
	s->nodes[s->n++] = NOBODY;
}

void
svg_names_release(struct svg_names *s)
{
	free(s->row_of);
	free(s->is_divided);
	free(s->nodes);
}

uint32_t
svg_names_row(struct svg_names *s, uint32_t node, double time)
{
	double all = node != NOBODY ? graph_node_time(&s->x->ctx->graph->nodes[node]) : 0;

	if (node == NOBODY)
		return 0;
	if (fabs(time - all) > EQUAL * fabs(all))
		s->is_divided[node] = true;
	if (s->row_of[node] == 0) {
		s->nodes = mem_grow(s->nodes, (size_t)s->n + 1, &s->room, sizeof(*s->nodes));
		s->nodes[s->n] = node;
		s->row_of[node] = s->n++;
	}
	return s->row_of[node];
}

static const char *
name_of(struct svg_names *s, uint32_t node)
{
	const char *name = node == NOBODY ? "all" : view_context_name(s->x->ctx, node);

	return *name != '\0' ? name : "?";
}

char *
svg_names_shown(struct svg_names *s, uint32_t node, int width)
{
	return shorten_name(name_of(s, node), width < WIDTH ? width : WIDTH,
		s->x->out.ascii);
}

char
svg_names_color(struct svg_names *s, uint32_t node)
{
	return (char)('a' + (node == NOBODY ? ICICLE_PAIRS : icicle_color(s->x->ctx, node)));
}

/* Is TEXT the end of NAME, and are all bytes of NAME before TEXT printable ASCII? */
static bool
is_end_of(const char *text, const char *name)
{
	size_t n = strlen(text), all = strlen(name), i = 0;

	while (i < all - n && name[i] >= ' ' && name[i] <= '~')
		i++;
	return i == all - n && strcmp(name + i, text) == 0;
}

/* Writes NAME with control characters spelled out, but without escaping markup. */
static void
put_name(struct out *line, const char *name)
{
	size_t n = strlen(name);

	while (n > 0) {
		size_t used = out_utf8(line, name, n);

		name += used;
		n -= used;
	}
}

/* FORM is shorter than NAME.  Writes FORM as svg_data.js describes it.  Writes nothing in two
 * cases: FORM is only cut at its end, which the script can do itself; or FORM begins with a
 * character that has a special meaning to the script. */
static void
put_form(struct out *line, const char *form, const char *name)
{
	size_t n = strlen(form), cut = strlen(ELLIPSIS);

	if (n == 0 || strchr("+=>#", *form) != NULL || (n >= cut
		&& strcmp(form + n - cut, ELLIPSIS) == 0))
		return;
	out_text(line, "\t");
	if (strlen(form) <= strlen(name) && is_end_of(form, name))
		out_printf(line, "+%zu", strlen(name) - strlen(form));
	else
		put_name(line, form);
}

/* Writes shorter forms of NAME: if NAME is much wider than the function's own name, a form that is
 * wider than the own name, but narrower than NAME; the class and the own name; the own name.  A
 * form that begins with an ellipsis is followed by the same form without the ellipsis: "insert"
 * after "….insert". */
static void
put_shorter(struct out *line, const char *name)
{
	size_t length;
	const char *own = shorten_own(name, &length);
	int width = text_width(name, line->ascii), least = text_nwidth(own, length, line->ascii);
	int wanted[] = { width - least > MUCH ? (width + least) / 2 : 0,
		shorten_cells(name, line->ascii), least };

	for (size_t i = 0; least > 0 && i < sizeof(wanted) / sizeof(*wanted); i++) {
		char *form;

		if (wanted[i] < least || wanted[i] >= width)
			continue;
		form = shorten_name(name, wanted[i], line->ascii);
		width = text_width(form, line->ascii);
		if (width >= least)
			put_form(line, form, name);
		if (width >= least && strncmp(form, ELLIPSIS, strlen(ELLIPSIS)) == 0)
			put_form(line, form + strlen(ELLIPSIS)
				+ strspn(form + strlen(ELLIPSIS), ".:/"), name);
		free(form);
	}
}

/* Writes the names of the members of NODE, a cycle.  Writes "=" at the end if some members, or
 * parts of their names, are omitted. */
static void
put_members(struct svg_names *s, struct out *line, uint32_t node, enum form form)
{
	const struct graph *g = s->x->ctx->graph;
	uint32_t first = g->member_at[node - g->nfuncs], end = g->member_at[node - g->nfuncs + 1];
	uint32_t most = form == SHORT ? FEW : MEMBERS;
	bool is_whole = end - first <= most;

	for (uint32_t i = first; i < end && i < first + most; i++) {
		const char *whole = name_of(s, g->members[i]);
		bool is_written = form == WHOLE && strlen(whole) <= MOST;
		char *name = is_written ? NULL
			: shorten_name(whole, width_of(s, form), line->ascii);

		out_text(line, "\t=");
		put_name(line, is_written ? whole : name);
		is_whole = is_whole && (is_written || strcmp(name, whole) == 0);
		free(name);
	}
	if (!is_whole)
		out_text(line, "\t=");
}

/* Writes the time of NODE, if there is a frame of NODE that has only a part of this time. */
static void
put_total(struct svg_names *s, struct out *line, uint32_t node)
{
	const struct view_context *ctx = s->x->ctx;
	char time[FIGURE];

	if (node == NOBODY || !s->is_divided[node])
		return;
	figure_spoken64(time, &ctx->scale, graph_node_time(&ctx->graph->nodes[node]),
		graph_node_sums64(ctx->graph, node).total);
	svg_cut_unit(ctx, time);
	out_text(line, "\t#");
	put_name(line, time);
}

/* Writes the line of row ROW to LINE. */
static void
put_row(struct svg_names *s, struct out *line, uint32_t row, enum form form)
{
	struct view_context *ctx = s->x->ctx;
	uint32_t node = s->nodes[row];
	const char *whole = name_of(s, node);
	char *name = shorten_name(whole, width_of(s, form), line->ascii);

	for (int colors = 0; colors < FRAME_COLORS; colors++) {
		ctx->frame_colors = (enum frame_colors)colors;
		out_printf(line, "%c\t", svg_names_color(s, node));
	}
	put_name(line, name);
	put_total(s, line, node);
	if (node != NOBODY && view_context_is_cycle(ctx, node))
		put_members(s, line, node, form);
	else if (form != SHORT)
		put_shorter(line, name);
	if (strcmp(name, whole) != 0) {
		out_text(line, "\t>");
		if (form == WHOLE && strlen(whole) <= MOST)
			put_name(line, whole);
	}
	free(name);
}

/* Writes the rows.  Returns false if they have more than ROOM bytes.  If HAS_SHORT, writes all
 * rows, and shortens names as far as needed and possible.  Otherwise, stops when ROOM is
 * exceeded. */
static bool
write_rows(struct svg_names *s, struct out *o, size_t room, bool has_short)
{
	size_t begin = o->used, tried = 0;
	struct svg_repeats repeats;
	struct out line;

	out_collect(&line, o);
	svg_repeats_open(&repeats);
	for (uint32_t row = 0; row < s->n && (has_short || o->used - begin <= room); row++) {
		size_t before = o->used, others = (size_t)(s->n - row - 1) * TYPICAL;

		for (enum form form = s->short_cells == SHORT_WIDTH && tried < ALL ? WHOLE
			: LONG;; form++) {
			line.used = 0;
			put_row(s, &line, row, form);
			tried += line.used;
			svg_repeats_write(&repeats, o, line.bytes, line.used);
			if (!has_short || form == SHORT || o->used - begin + others <= room)
				break;
			svg_repeats_undo(&repeats);
			o->used = before;
		}
	}
	svg_repeats_release(&repeats);
	out_close(&line);
	return o->used - begin <= room;
}

void
svg_names_write(struct svg_names *s, struct out *o, size_t room)
{
	enum frame_colors usual = s->x->ctx->frame_colors;
	size_t begin = o->used;

	s->short_cells = SHORT_WIDTH;
	if (!write_rows(s, o, room, false)) {
		o->used = begin;
		/* If the rows are still too long, because of characters that are escaped or have
		 * several bytes, try again with shorter names. */
		while (!write_rows(s, o, room, true) && s->short_cells > LEAST_WIDTH) {
			s->short_cells /= 2;
			o->used = begin;
		}
	}
	s->x->ctx->frame_colors = usual;
}
