/* view_help.c - the help: the keys and their actions, from keys.def
 *
 * The keys of the view that help was called from come first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "screen/keymap.h"
#include "table/view.h"
#include "table/wrap.h"
#include "text/text.h"
#include "views/views.h"

enum {
	WIDE_KEYS = 30,			/* cells of the column of keys on a wide screen */
	NARROW = 60, NARROW_KEYS = 25,	/* cells of the column of keys from a width of NARROW cells
					 * on */
	LEAST_KEYS = 10,		/* cells of the column of keys on narrower screens */
	NAMES_ROOM = 80,		/* bytes of the names of all keys of an action */
};

/* Returns the cells of the column of keys, with the gap behind it. */
static int
keys_width(int width)
{
	return width >= GRID_WIDE ? WIDE_KEYS : width >= NARROW ? NARROW_KEYS : LEAST_KEYS;
}

/* Signs on the screen and their meanings. */
static const struct { const char *sign, *means; } signs[] = {
	{ "~", "estimated: time divided among callers by the number of their calls" },
	{ "≈", "estimated inside a cycle from the calls between its members: often wrong by some percent "
		"of all time" },
	{ "↻3-71", "in a cycle, time that cannot be estimated: from 3 to 71 % of all time" },
	{ "↻", "in a cycle; in a tree: a recursive call, not expanded again" },
	{ "by calls", "a call inside a cycle, without an estimate of its time: the bar is its part of the "
		"calls" },
	{ "±", "the sampling error: as many periods as the square root of the samples" },
	{ "<0.03", "no samples: probably less than three periods of the clock" },
	{ "≥", "in front of a count: it is a lower bound" },
	{ "1+400000", "one call from others and 400000 from itself (of a cycle: between its members); 1+ if "
		"both do not fit" },
	{ "40/100", "40 of the 100 calls of the callee, or of the cycle that the callee is in" },
	{ "400k 1.07T", "a count that is too long for its column; i shows all of it" },
	{ "▌", "in front of a source line: it is one of the hottest" },
	{ "→", "calls of a source line; the callee of a call; what a note is about" },
	{ "x", "in front of a name: excluded; x includes it again" },
	{ "+ -", "in front of a name: the rows inside it are hidden (+) or shown (-)" },
	{ "▼ ▲", "the rows are sorted by this column" },
	{ "!2", "in the title: the number of notes; ! shows them" },
};

/* Draw a line of the help, with the keys in front of the first line of each text. */
static void
cell_help(const struct view *v, const struct row *r, struct pen *pen)
{
	const struct text_line *p = &v->text_lines[r->thing];
	struct pen keys = *pen;
	char text[NAMES_ROOM];

	assert(r->thing < v->ntext_lines);
	pen_skip(pen, p->indent);
	pen_style(pen, p->style);
	pen->skip = v->whole ? 0 : v->shift;
	pen_ntext(pen, p->text, p->length);
	if (p->of == NOBODY || p->indent < LEAST_KEYS
		|| (r->thing > 0 && v->text_lines[r->thing - 1].of == p->of))
		return;
	if (p->of >= nkey_bindings)
		snprintf(text, sizeof(text), "%s", signs[p->of - nkey_bindings].sign);
	else
		key_names(keymap_keys(v->ctx->keymap, &key_bindings[p->of]), text, sizeof(text));
	pen_style(&keys, STYLE_KEY);
	pen_text(&keys, text);
}

static const struct column columns[] = {
	{ .title = "keys and what they do", .left = true, .rest = true, .cell = cell_help },
};

/* Add the rows of key binding I.  Keys that are wider than their column get a line of their own. */
static void
add_binding(struct view *v, size_t i)
{
	int width = keys_width(v->width);
	char text[NAMES_ROOM];

	key_names(keymap_keys(v->ctx->keymap, &key_bindings[i]), text, sizeof(text));
	if (text_width(text, v->ctx->ascii) >= width)
		wrap_paragraph(v, text, (uint32_t)i, 0, STYLE_KEY);
	wrap_paragraph(v, key_bindings[i].help, (uint32_t)i, width, STYLE_TEXT);
}

/* Add the bindings that work in the views WHERE or, if OTHERS, all other bindings.  Add the titles
 * of their groups, too. */
static void
add_bindings(struct view *v, unsigned where, bool others)
{
	size_t group = nkey_bindings, i;

	for (i = 0; i < nkey_bindings; i++) {
		if (key_bindings[i].keys == NULL) {
			group = i;
			continue;
		}
		if (((key_bindings[i].where & where) != 0) == others)
			continue;
		if (group < nkey_bindings)
			wrap_paragraph(v, key_bindings[group].help, NOBODY, 2, STYLE_SELF);
		group = nkey_bindings;
		add_binding(v, i);
	}
}

static void
add_signs(struct view *v)
{
	int width = keys_width(v->width);
	uint32_t of;

	wrap_paragraph(v, "What signs mean", NOBODY, 0, STYLE_SELF);
	for (size_t i = 0; i < sizeof(signs) / sizeof(*signs); i++) {
		of = (uint32_t)(nkey_bindings + i);
		if (text_width(signs[i].sign, v->ctx->ascii) >= width)
			wrap_paragraph(v, signs[i].sign, of, 0, STYLE_KEY);
		wrap_paragraph(v, signs[i].means, of, width, STYLE_TEXT);
	}
}

static void
fill(struct view *v)
{
	if (v->help_of == NULL) {
		add_bindings(v, ANY, false);
		add_signs(v);
		return;
	}
	wrap_paragraph(v, arena_printf(&v->text, "Keys of the %s view", v->help_of->name), NOBODY, 0,
		STYLE_SELF);
	add_bindings(v, v->help_of->where, false);
	add_signs(v);
	wrap_paragraph(v, "Keys of other views", NOBODY, 0, STYLE_SELF);
	add_bindings(v, v->help_of->where, true);
}

/* Returns the key binding in row R, or NULL. */
static const struct binding *
binding_of(const struct view *v, const struct row *r)
{
	uint32_t of = v->text_lines[r->thing].of;

	return of < nkey_bindings ? &key_bindings[of] : NULL;
}

static struct target
target(const struct view *v, const struct row *r)
{
	const struct binding *b = binding_of(v, r);

	if (b == NULL)
		return (struct target){ .goal = GOAL_NONE, .why = "no key is in this row" };
	if (v->help_of != NULL && !(b->where & v->help_of->where))
		return (struct target){ .goal = GOAL_NONE,
			.why = "not available in that view" };
	return (struct target){ .goal = GOAL_ACTION, .action = b->action };
}

static void
title(const struct view *v, struct title *t)
{
	title_profiles(t, v->ctx, true);
	title_add(t, 1, t->wide ? "help: what the keys do" : "help");
}

static void
detail(const struct view *v, const struct row *r, FILE *out)
{
	const struct binding *b = binding_of(v, r);
	char keys[NAMES_ROOM];

	if (b == NULL)
		return;
	key_names(keymap_keys(v->ctx->keymap, b), keys, sizeof(keys));
	fprintf(out, "%s  %s\t", keys, b->help);
}

const struct view_ops help_view = {
	.info = VIEW_INFO(help_view),
	.columns = columns,
	.ncolumns = sizeof(columns) / sizeof(*columns),
	.sort = -1,
	.is_text = true,
	.is_made_later = true,
	.fill = fill,
	.target = target,
	.title = title,
	.detail = detail,
};
