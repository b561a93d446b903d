/* copyview.c - pending views that will show what other views show
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/copyview.h"

#include <stdlib.h>
#include <string.h>

#include "app/remap.h"
#include "base/mem.h"
#include "table/pattern.h"
#include "table/view_identity.h"

/* Gives V the pattern and the filter of OLD. */
static void
copy_patterns(struct view *v, const struct view *old)
{
	struct err e;

	if (old->pattern.text != NULL)
		pattern_compile(&v->pattern, old->pattern.text, &e);
	if (old->filter.text != NULL)
		pattern_compile(&v->filter, old->filter.text, &e);
}

/* Makes V pending.  view_fill() then selects the row that is selected in OLD, and opens the rows
 * that are open in OLD.  FUNCS has the new numbers of functions. */
static void
want_rows(struct view *v, const struct view *old, const uint32_t *funcs)
{
	bool is_fresh = old->changes == old->ctx->changes;
	bool is_missing = old->is_pending
		|| (old->wanted.is_missing && old->wanted.at == old->list.cursor);

	v->is_pending = true;
	v->changes = old->ctx->changes - 1;
	v->list.n = old->list.n;
	v->list.top = old->list.top;
	v->list.cursor = old->list.cursor;
	v->wanted = (struct wanted){ .node = NOBODY, .at = old->list.cursor };
	if (v->ops->picture != NULL) {
		v->ops->picture->follow(v, old, funcs);
		return;
	}
	if (is_missing) {
		v->wanted.id = old->wanted.id;
		v->wanted.node = old->wanted.node;
	} else if (is_fresh && old->rows.n > 0 && !v->ops->is_made_later) {
		/* Lines of a page of text have no identity. */
		v->wanted.id = view_identity(old);
		v->wanted.node = view_node(old, view_row(old));
	}
	if (old->is_pending)
		v->opened = view_identity_copy_open(&old->opened);
	else if (is_fresh)
		view_identity_save_open(old, true, &v->opened);
}

struct view *
copyview_make(struct app *a, const struct view *old, const uint32_t *funcs)
{
	struct view *v = view_new(old->ops, &a->ctx, old->subject, a->width, a->height);

	v->about = old->about;
	v->reached = old->reached;
	v->help_of = old->help_of;
	v->explains = old->explains;
	if (old->explanation != NULL)
		v->explanation = mem_text(old->explanation, strlen(old->explanation));
	v->nfoci = old->nfoci;
	v->part = old->part;
	v->sort = old->sort;
	v->usual_sort = old->usual_sort;
	v->sort_is_other = old->sort_is_other;
	v->reverse = old->reverse;
	v->shift = old->shift;
	copy_patterns(v, old);
	want_rows(v, old, funcs);
	return v;
}

struct view *
copyview_like(struct app *a, const struct view *old)
{
	struct remap map;
	struct view *v;

	remap_open(&map, a->read->profile, a->read->profile);
	v = copyview_make(a, old, map.funcs);
	remap_release(&map);
	return v;
}
