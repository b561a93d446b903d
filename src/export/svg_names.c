/* svg_names.c - the names of the frames in --export=svg
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/svg_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "columns/icicle_colors.h"
#include "export/xml.h"
#include "text/shorten.h"
#include "text/text.h"

enum {
	LONGEST = 500,			/* cells; longer names are shortened */
	MUCH = 12,			/* cells */
	MEMBERS = 1000,			/* of a cycle, of which names are written */
};

static const char ELLIPSIS[] = "\xe2\x80\xa6";

void
svg_names_open(struct svg_names *s, struct export *x)
{
	*s = (struct svg_names){ .x = x };
	s->row_of = mem_new(x->ctx->graph->nnodes, sizeof(*s->row_of));
	s->nodes = mem_grow(NULL, 1, &s->room, sizeof(*s->nodes));
	s->nodes[s->n++] = NOBODY;
}

void
svg_names_release(struct svg_names *s)
{
	free(s->row_of);
	free(s->nodes);
}

uint32_t
svg_names_row(struct svg_names *s, uint32_t node)
{
	if (node == NOBODY)
		return 0;
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
	return shorten_name(name_of(s, node), width < LONGEST ? width : LONGEST,
		s->x->out.ascii);
}

char
svg_names_color(struct svg_names *s, uint32_t node)
{
	return (char)('a' + (node == NOBODY ? ICICLE_PAIRS : icicle_color(s->x->ctx, node)));
}

/* Is TEXT what remains of NAME without some bytes at its beginning, all of which are printable
 * ASCII? */
static bool
is_end_of(const char *text, const char *name)
{
	size_t n = strlen(text), all = strlen(name), i = 0;

	while (i < all - n && name[i] >= ' ' && name[i] <= '~')
		i++;
	return i == all - n && strcmp(name + i, text) == 0;
}

/* Write FORM, which is shorter than NAME, as svg_script.js describes it.  Forms that are cut, which
 * the script can do, and those that would be taken for something else are not written. */
static void
write_form(struct svg_names *s, const char *form, const char *name)
{
	size_t n = strlen(form), cut = strlen(ELLIPSIS);

	if (*form == '+' || *form == '=' || n == 0 || (n >= cut
		&& strcmp(form + n - cut, ELLIPSIS) == 0))
		return;
	out_text(&s->x->out, "\t");
	if (strlen(form) <= strlen(name) && is_end_of(form, name))
		out_printf(&s->x->out, "+%zu", strlen(name) - strlen(form));
	else
		xml_text(&s->x->out, form);
}

/* Write shorter forms of NAME: one between the whole name and the function's own name, if they
 * differ much, and the own name.  A form that begins with an ellipsis is followed by one that does
 * not: "insert" for "….insert". */
static void
write_shorter(struct svg_names *s, const char *name)
{
	bool ascii = s->x->out.ascii;
	size_t length;
	const char *own = shorten_own(name, &length);
	int width = text_width(name, ascii), least = text_nwidth(own, length, ascii);
	int wanted = width - least > MUCH ? (width + least) / 2 : least;

	while (least > 0 && width > least) {
		char *form = shorten_name(name, wanted, ascii);

		width = text_width(form, ascii);
		if (width >= least)
			write_form(s, form, name);
		if (width >= least && strncmp(form, ELLIPSIS, strlen(ELLIPSIS)) == 0)
			write_form(s, form + strlen(ELLIPSIS)
				+ strspn(form + strlen(ELLIPSIS), ".:/"), name);
		free(form);
		if (wanted == least)
			return;
		wanted = least;
	}
}

/* Write the names of the members of NODE, a cycle; at the end "=" if there are more of them. */
static void
write_members(struct svg_names *s, uint32_t node)
{
	const struct graph *g = s->x->ctx->graph;
	uint32_t first = g->member_at[node - g->nfuncs], end = g->member_at[node - g->nfuncs + 1];

	for (uint32_t i = first; i < end && i < first + MEMBERS; i++) {
		char *name = svg_names_shown(s, g->members[i], LONGEST);

		out_text(&s->x->out, "\t=");
		xml_text(&s->x->out, name);
		free(name);
	}
	if (end - first > MEMBERS)
		out_text(&s->x->out, "\t=");
}

void
svg_names_write(struct svg_names *s)
{
	struct view_context *ctx = s->x->ctx;
	enum frame_colors usual = ctx->frame_colors;

	for (uint32_t row = 0; row < s->n; row++) {
		char *name = svg_names_shown(s, s->nodes[row], LONGEST);

		for (int colors = 0; colors < FRAME_COLORS; colors++) {
			ctx->frame_colors = (enum frame_colors)colors;
			out_printf(&s->x->out, "%c\t", svg_names_color(s, s->nodes[row]));
		}
		xml_text(&s->x->out, name);
		if (s->nodes[row] != NOBODY && view_context_is_cycle(ctx, s->nodes[row]))
			write_members(s, s->nodes[row]);
		else
			write_shorter(s, name);
		out_text(&s->x->out, "\n");
		free(name);
	}
	ctx->frame_colors = usual;
}
