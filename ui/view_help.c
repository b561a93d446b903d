/* view_help.c - what the keys do, straight from keys.def; those that mean something in
 * the view that help was called from come first.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "view.h"

enum {
	WIDE = 120, KEYS = 30,
	NARROW = 60, NARROW_KEYS = 23,
	LEAST_KEYS = 9,
};

#define HEADING UINT32_MAX

/* Keys, and at the same place in all lines what they do; headings begin with the line. */
static void
cell_help(const struct view *v, const struct row *r, struct pen *pen)
{
	static const char *const headings[] = {
		"", "Keys that mean something there", "Keys of other views",
	};
	struct pen keys = *pen;
	char text[80];

	if (r->thing == HEADING || !bindings[r->thing].keys) {
		pen_style(pen, STYLE_SELF);
		pen_skip(pen, r->thing == HEADING ? 0 : 2);
		pen_text(pen, r->thing == HEADING ? headings[r->kind] : bindings[r->thing].help);
		return;
	}
	keys.end = keys.x + (keys.grid->width >= WIDE ? KEYS
		: keys.grid->width >= NARROW ? NARROW_KEYS : LEAST_KEYS);
	pen_skip(pen, keys.end - pen->x + 1);
	pen->skip = v->whole ? 0 : v->shift;
	pen_short(pen, bindings[r->thing].help);
	key_names(bindings[r->thing].keys, text, sizeof(text));
	pen_style(&keys, STYLE_KEY);
	pen_short(&keys, text);
}

static const struct column columns[] = {
	{ .title = "keys and what they do", .left = true, .rest = true, .cell = cell_help },
};

/* Add the bindings of WHERE, or else all others, group by group. */
static void
add_bindings(struct view *v, unsigned where, bool others)
{
	size_t group = nbindings, i;

	for (i = 0; i < nbindings; i++) {
		if (!bindings[i].keys) {
			group = i;
			continue;
		}
		if (((bindings[i].where & where) != 0) == others)
			continue;
		if (group < nbindings)
			view_add(v, (struct row){ .thing = (uint32_t)group });
		group = nbindings;
		view_add(v, (struct row){ .thing = (uint32_t)i });
	}
}

static void
fill(struct view *v)
{
	if (v->back_where == 0) {
		add_bindings(v, ANY, false);
		return;
	}
	view_add(v, (struct row){ .thing = HEADING, .kind = 1 });
	add_bindings(v, v->back_where, false);
	view_add(v, (struct row){ .thing = HEADING, .kind = 2 });
	add_bindings(v, v->back_where, true);
}

static struct target
target(const struct view *v, const struct row *r)
{
	if (r->thing == HEADING || !bindings[r->thing].keys)
		return (struct target){ .goal = GOAL_NONE, .why = "choose one of its keys" };
	if (v->back_where && !(bindings[r->thing].where & v->back_where))
		return (struct target){ .goal = GOAL_NONE,
			.why = "it means nothing in the view you came from" };
	return (struct target){ .goal = GOAL_ACTION, .action = bindings[r->thing].action };
}

static void
title(const struct view *v, bool wide, struct title *t)
{
	title_profiles(t, v->scene, true);
	title_add(t, 1, wide ? "help: what the keys do" : "help");
}

static void
detail(const struct view *v, const struct row *r, FILE *out)
{
	char keys[80];

	(void)v;
	if (r->thing == HEADING || !bindings[r->thing].keys)
		return;
	key_names(bindings[r->thing].keys, keys, sizeof(keys));
	fprintf(out, "%s  %s\t", keys, bindings[r->thing].help);
}

const struct view_ops help_view = {
	.where = HELPING,
	.name = "help",
	.columns = columns,
	.ncolumns = sizeof(columns) / sizeof(*columns),
	.sort = -1,
	.fill = fill,
	.target = target,
	.title = title,
	.detail = detail,
};
