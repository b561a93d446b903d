/* view_help.c - the help: the keys and their actions, from keys.def
 *
 * The first lines list keys for a first look at a profile, beginning with its hottest function.
 * Then come the keys of the view that help was called from, the meanings of signs, and the keys of
 * other views.
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
	WIDE_KEYS = 30,			/* cells of the column of keys on a screen of GRID_WIDE
					 * cells or more */
	NARROW = 60, NARROW_KEYS = 25,	/* NARROW_KEYS: cells of the column of keys on a screen of
					 * NARROW to GRID_WIDE - 1 cells */
	LEAST_KEYS = 10,		/* cells of the column of keys on a screen of less than
					 * NARROW cells */
	NAMES_ROOM = 80,		/* bytes for the names of all keys of an action */
};

/* Returns the cells of the column of keys, with the gap after it, on a screen of WIDTH cells. */
static int
keys_width(int width)
{
	return width >= GRID_WIDE ? WIDE_KEYS : width >= NARROW ? NARROW_KEYS : LEAST_KEYS;
}

enum { MOST_STEP_KEYS = 4 };		/* most actions of a step */

/* The steps of a first look at a profile, beginning with its hottest function.  The text of each
 * step fits into a line of 80 cells. */
static const struct step {
	enum action actions[MOST_STEP_KEYS];	/* unused elements are ACT_NONE */
	const char *text;
} steps[] = {
	{ { ACT_FUNCTIONS, ACT_HOTTEST }, "the functions; the hottest of them" },
	{ { ACT_OPEN }, "who calls it, and what it calls" },
	{ { ACT_CALLER, ACT_CALLEE }, "go on to the hottest caller, to the hottest callee" },
	{ { ACT_CALLERS_TREE, ACT_TREE }, "the tree of all its callers, of all its callees" },
	{ { ACT_LINES, ACT_SOURCE, ACT_HOT_PREVIOUS, ACT_HOT_NEXT },
		"its lines; its source; previous, next hot line" },
	{ { ACT_EXPLAIN }, "what each figure means, and how reliable it is" },
	{ { ACT_CYCLES, ACT_BREAK_UP }, "cycles: their functions; calls that break one up" },
	{ { ACT_SEARCH, ACT_FILTER, ACT_GO }, "find text; keep rows that match; go to a name" },
	{ { ACT_NOTES, ACT_BACK }, "what is odd about this profile; go back" },
};

enum { NSTEPS = sizeof(steps) / sizeof(steps[0]) };

/* Signs on the screen and their meanings. */
static const struct {
	const char *sign, *means;
	enum { ANYWHERE, NOT_COMPARED, COMPARED } where;	/* in the help of which views;
							 * COMPARED: also of all that
							 * show a difference */
} signs[] = {
	{ "▲ ▼", "B takes more, or less, time than noise explains: q is below 0.05", COMPARED },
	{ "~", "the change may be noise", COMPARED },
	{ "·", "too few samples to say, or their number is not known, or times were measured", COMPARED },
	{ "+ -", "only B (+), or only A (-), has the function", COMPARED },
	{ "+ -", "in front of a source line: only B (+), or only A (-), has it", COMPARED },
	{ "=", "no change; the figures were counted, so this is certain", COMPARED },
	{ "≈", "in front of a name: only the name says that it is the same function", COMPARED },
	{ "q", "the part of functions with this or a smaller q that are called changed wrongly",
		COMPARED },
	{ "95 %", "the ratio is between these bounds, with a chance of 95 %", COMPARED },
	{ "~", "estimated: time divided among callers by the number of their calls", NOT_COMPARED },
	{ "≈", "estimated inside a cycle from the calls between its members: often wrong by some percent "
		"of all time", NOT_COMPARED },
	{ "?", "in the icicle: a guess, because too few calls share the time of a cycle", NOT_COMPARED },
	{ "!", "impossible: the costs in the file contradict each other", ANYWHERE },
	{ "3-71", "time that cannot be estimated, because too few calls share the time of a cycle: from 3 to "
		"71 % of all time", ANYWHERE },
	{ "↻3-71", "in a cycle, time that cannot be estimated: from 3 to 71 % of all time", ANYWHERE },
	{ "↻", "in a cycle; in a tree: a recursive call, not expanded again", ANYWHERE },
	{ "by calls", "a call inside a cycle, without an estimate of its time: the bar is its part of the "
		"calls", ANYWHERE },
	{ "±", "the sampling error: the square root of the number of samples, in periods", ANYWHERE },
	{ "<0.03", "no samples: probably less than three periods of the clock", ANYWHERE },
	{ "≥", "in front of a count: it is a lower bound", ANYWHERE },
	{ "1+400000", "one call from others and 400000 from itself (of a cycle: between its members); 1+ if "
		"both do not fit", ANYWHERE },
	{ "40/100", "40 of the 100 calls of the callee, or of the cycle that the callee is in", ANYWHERE },
	{ "400k 1.07T", "a count that is too long for its column; i shows all of it", ANYWHERE },
	{ "▌", "in front of a source line: it is one of the hottest", ANYWHERE },
	{ "→", "calls of a source line; the callee of a call; what a note is about", ANYWHERE },
	{ "x", "in front of a name: excluded; x includes it again", ANYWHERE },
	{ "(inlined)", "a function without code of its own: all its code is inlined into its callers", ANYWHERE },
	{ "+ -", "in front of a name: the rows inside it are hidden (+) or shown (-)", NOT_COMPARED },
	{ "▼ ▲", "the rows are sorted by this column", NOT_COMPARED },
	{ "!2", "in the title: the number of notes; ! shows them", ANYWHERE },
};

enum { NSIGNS = sizeof(signs) / sizeof(signs[0]) };

/* Returns the binding of ACTION in the view that help was called from or, if ACTION has none there,
 * in another view.  Returns NULL if the user's settings leave ACTION without keys. */
static const struct binding *
binding_of_action(const struct view *v, enum action action)
{
	const struct binding *found = NULL, *b;

	for (b = key_bindings; b < key_bindings + nkey_bindings; b++) {
		if (b->keys == NULL || b->action != action || !*keymap_keys(v->ctx->keymap, b))
			continue;
		if (v->help_of == NULL || (b->where & v->help_of->where) != 0)
			return b;
		if (found == NULL)
			found = b;
	}
	return found;
}

/* Writes the first key of each action of STEP into TEXT.  Omits actions without keys. */
static void
step_keys(const struct view *v, const struct step *step, char text[NAMES_ROOM])
{
	char names[NAMES_ROOM];
	size_t n = 0;

	text[0] = '\0';
	for (int i = 0; i < MOST_STEP_KEYS && step->actions[i] != ACT_NONE; i++) {
		const struct binding *b = binding_of_action(v, step->actions[i]);

		if (b == NULL)
			continue;
		key_names(keymap_keys(v->ctx->keymap, b), names, sizeof(names));
		names[names[0] == ' ' ? 1 : strcspn(names, " ")] = '\0';
		n += (size_t)snprintf(text + n, NAMES_ROOM - n, "%s%s", n > 0 ? " " : "", names);
		if (n >= NAMES_ROOM)
			return;
	}
}

/* Writes into TEXT the keys or the sign in front of a line with text_line.of OF.  The least values
 * of OF are numbers of key bindings.  After them come the signs, and then the steps. */
static void
keys_of(const struct view *v, uint32_t of, char text[NAMES_ROOM])
{
	if (of < nkey_bindings)
		key_names(keymap_keys(v->ctx->keymap, &key_bindings[of]), text, NAMES_ROOM);
	else if (of < nkey_bindings + NSIGNS)
		snprintf(text, NAMES_ROOM, "%s", signs[of - nkey_bindings].sign);
	else
		step_keys(v, &steps[of - nkey_bindings - NSIGNS], text);
}

/* Draws a line of the help.  Draws keys or a sign in front of the first line of each text. */
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
	keys_of(v, p->of, text);
	pen_style(&keys, STYLE_KEY);
	pen_text(&keys, text);
}

static const struct column columns[] = {
	{ .title = "keys and what they do", .left = true, .rest = true, .cell = cell_help },
};

/* Adds the rows of key binding I.  If the keys do not fit into their column, they get a line of
 * their own. */
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

/* Adds the key bindings that work in the views WHERE or, if OTHERS is set, all other bindings.
 * Adds the titles of their groups, too. */
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
add_steps(struct view *v)
{
	int width = keys_width(v->width);
	char text[NAMES_ROOM];

	wrap_paragraph(v, "From the hot spot to the answer", NOBODY, 0, STYLE_SELF);
	for (size_t i = 0; i < NSTEPS; i++) {
		step_keys(v, &steps[i], text);
		if (text[0] != '\0')
			wrap_paragraph(v, steps[i].text, (uint32_t)(nkey_bindings + NSIGNS + i),
				width, STYLE_TEXT);
	}
}

static void
add_signs(struct view *v)
{
	bool compares = v->help_of != NULL && v->help_of->where == COMPARE;
	bool sides = v->ctx->compared.graph[0] != NULL;
	int width = keys_width(v->width);
	uint32_t of;

	wrap_paragraph(v, "What signs mean", NOBODY, 0, STYLE_SELF);
	for (size_t i = 0; i < NSIGNS; i++) {
		if ((signs[i].where == NOT_COMPARED && compares)
		    || (signs[i].where == COMPARED && !compares && !sides))
			continue;
		of = (uint32_t)(nkey_bindings + i);
		if (text_width(signs[i].sign, v->ctx->ascii) >= width)
			wrap_paragraph(v, signs[i].sign, of, 0, STYLE_KEY);
		wrap_paragraph(v, signs[i].means, of, width, STYLE_TEXT);
	}
}

static void
fill(struct view *v)
{
	add_steps(v);
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

/* Returns the key binding that row R is about.  For a step, this is the binding of its first action
 * that has keys.  Returns NULL if the row has no keys. */
static const struct binding *
binding_of(const struct view *v, const struct row *r)
{
	uint32_t of = v->text_lines[r->thing].of;
	const struct step *step;
	const struct binding *b = NULL;

	if (of < nkey_bindings)
		return &key_bindings[of];
	if (of == NOBODY || of < nkey_bindings + NSIGNS)
		return NULL;
	step = &steps[of - nkey_bindings - NSIGNS];
	for (int i = 0; b == NULL && i < MOST_STEP_KEYS && step->actions[i] != ACT_NONE; i++)
		b = binding_of_action(v, step->actions[i]);
	return b;
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
	VIEW_COLUMNS(columns),
	.sort = -1,
	.is_text = true,
	.is_made_later = true,
	.fill = fill,
	.target = target,
	.title = title,
	.detail = detail,
};
