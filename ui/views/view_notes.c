/* view_notes.c - the view of notes: findings about the profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <assert.h>

#include "base/arena.h"
#include "columns/cells.h"
#include "columns/columns.h"
#include "table/wrap.h"
#include "views/views.h"
#include "words/describe.h"

/* Returns note number I, or NULL if there is no such note.  The notes of the profile come first,
 * then the late notes of struct lookup. */
static const struct note *
note_at(const struct view *v, size_t i)
{
	const struct profile *p = view_context_unfolded(v->ctx);
	const struct lookup *lookup = v->ctx->lookup;

	if (i < p->nnotes)
		return &p->notes[i];
	i -= p->nnotes;
	return lookup != NULL && i < lookup->late_notes.n ? &lookup->late_notes.v[i] : NULL;
}

static const struct note *
note_of(const struct view *v, const struct row *r)
{
	assert(r->thing < v->ntext_lines);
	return note_at(v, v->text_lines[r->thing].of);
}

/* Returns the function that note N is about, or the function that it is folded into.  Returns
 * NOBODY if N is about no function or is NULL. */
static uint32_t
func_of(const struct view *v, const struct note *n)
{
	return n != NULL && n->func != NOBODY ? view_context_node_of(v->ctx, n->func) : NOBODY;
}

/* Must V show the note that the execution counts of gcov could not be read?  Only the view of all
 * notes shows this note.  The counts are read when a view first needs them, so the note is not
 * known before. */
static bool
has_gcov_trouble(const struct view *v)
{
	return v->subject == NOBODY && v->ctx->lookup != NULL
		&& v->ctx->lookup->trouble.kind != ERR_NONE;
}

/* Adds the rows of note N, which has number I.  If I is NOBODY, the note is drawn dim. */
static void
add_note(struct view *v, const struct note *n, uint32_t i)
{
	uint32_t f = func_of(v, n);
	char index[32];

	wrap_paragraph(v, n->text, i, 0, i == NOBODY ? STYLE_DIM : STYLE_SELF);
	if (n->advice != NULL && n->advice[0])
		wrap_paragraph(v, n->advice, i, 4, i == NOBODY ? STYLE_DIM : STYLE_TEXT);
	if (f == NOBODY)
		return;
	snprintf(index, sizeof(index), "→ [%u] ", v->ctx->graph->nodes[f].index);
	wrap_paragraph(v, arena_printf(&v->text, "%s%s", index, view_context_name(v->ctx, f)), i, 4,
		STYLE_DIM);
}

static void
fill(struct view *v)
{
	const struct late_notes *late = NULL;
	const struct note *n;

	if (v->ctx->lookup != NULL)
		late = lookup_late_notes(v->ctx->lookup, v->ctx->names);
	if (v->ctx->profile->fold != NULL && v->subject == NOBODY)
		wrap_paragraph(v, "Notes are about functions as they were read, without folding (=).",
			NOBODY, 0, STYLE_DIM);
	for (uint32_t i = 0; (n = note_at(v, i)) != NULL; i++)
		if (v->subject == NOBODY || n->func == v->subject)
			add_note(v, n, i);
	if (has_gcov_trouble(v)) {
		wrap_paragraph(v, v->ctx->lookup->trouble.text, NOBODY, 0, STYLE_SELF);
		wrap_paragraph(v, "Execution counts of its lines are missing in the source and lines "
			"views.", NOBODY, 4, STYLE_TEXT);
	}
	if (note_at(v, 0) == NULL && !has_gcov_trouble(v))
		wrap_paragraph(v, "Nothing odd was found.", NOBODY, 0, STYLE_TEXT);
	if (late != NULL && late->general.text != NULL && v->subject == NOBODY)
		add_note(v, &late->general, NOBODY);
}

static bool
cost_of_row(const struct view *v, const struct row *r, struct cost *f)
{
	*f = (struct cost){ .node = func_of(v, note_of(v, r)) };
	return true;
}

static struct target
target(const struct view *v, const struct row *r)
{
	const struct note *n = note_of(v, r);

	if (n == NULL)
		return (struct target){ .goal = GOAL_NONE, .why = "there is nothing to go to" };
	if (n->func == NOBODY)
		return (struct target){ .goal = GOAL_NONE,
			.why = "this note is about the whole profile" };
	return (struct target){ .goal = GOAL_CALLS, .node = func_of(v, n) };
}

/* Is row R the first row of a note? */
static bool
is_first_of_note(const struct view *v, const struct row *r)
{
	const struct text_line *line = &v->text_lines[r->thing];

	return note_of(v, r) != NULL && (r->thing == 0 || line[-1].of != line->of);
}

static bool
value_note(const struct view *v, const struct row *r, struct column_value *d)
{
	return column_value_set_text(d, note_of(v, r)->text);
}

static bool
value_advice(const struct view *v, const struct row *r, struct column_value *d)
{
	const struct note *n = note_of(v, r);

	return n->advice != NULL && n->advice[0] && column_value_set_text(d, n->advice);
}

static bool
value_function(const struct view *v, const struct row *r, struct column_value *d)
{
	return note_of(v, r)->func != NOBODY && column_name(v, r, d);
}

static const struct column columns[] = {
	{ .title = "what is odd about this profile, and what to do", .left = true, .rest = true,
		.cell = cell_text_line },
	{ .id = "note", .value = value_note },
	{ .id = "advice", .value = value_advice },
	{ .id = "index", .value = column_index },
	{ .id = "name", .value = value_function },
};

static void
title(const struct view *v, struct title *t)
{
	size_t n = view_context_count_notes(v->ctx);
	size_t late = v->ctx->lookup != NULL ? v->ctx->lookup->late_notes.n : 0;

	title_profiles(t, v->ctx, true);
	if (late > 0)
		title_add(t, 1, "%zu note%s, %zu found now", n, n == 1 ? "" : "s", late);
	else if (n > 0)
		title_add(t, 1, "%zu note%s", n, n == 1 ? "" : "s");
	else
		title_add(t, 1, "no notes");
}

const struct view_ops notes_view = {
	.info = VIEW_INFO(notes_view),
	VIEW_COLUMNS(columns),
	.sort = -1,
	.is_text = true,
	.untitled = true,
	.fill = fill,
	.cost = cost_of_row,
	.target = target,
	.is_record = is_first_of_note,
	.title = title,
};
