/* mouse.c - the mouse: the wheel scrolls, a click selects or sorts, a second click opens
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/mouse.h"

#include "app/exclude.h"
#include "app/navigate.h"
#include "app/pane.h"
#include "table/layout.h"
#include "table/view_sort.h"

enum { WHEEL = 3 };			/* rows that one event scrolls */

/* Sorts V, which is WIDTH cells wide, by the column at cell X.  If V is sorted by this column
 * already, reverses the order. */
static void
sort_at(struct view *v, int width, int x)
{
	struct layout l;
	int i;

	layout_columns(&l, v, width, false);
	for (i = 0; i < l.n; i++)
		if (x >= l.at[i].x && x < l.at[i].x + l.at[i].width && l.at[i].column->id != NULL
			&& l.at[i].column->letter) {
			int column = (int)(l.at[i].column - v->ops->columns);

			view_sort_by(v, column, column == v->sort && !v->reverse);
		}
}

/* Does the action of the hint, or of the number of notes in the title, at cell X of line Y.
 * Returns false if nothing at this cell has an action. */
static bool
do_target(struct app *a, int x, int y)
{
	const struct click_target *t;

	for (t = a->targets; t < a->targets + a->ntargets; t++)
		if (y == t->y && x >= t->x && x < t->end) {
			app_act(a, t->action, 0);
			return true;
		}
	return false;
}

static void
click(struct app *a, int x, int y)
{
	struct spot s = pane_spot(a, x, y);
	int row;

	if (s.view == NULL)
		return;
	row = s.view->ops->picture != NULL ? s.view->ops->picture->row_at(s.view, s.x, s.y)
		: s.view->list.top + s.y - 1;
	if (s.view->ops->picture != NULL && row < 0)
		return;
	if (s.y == 0) {
		sort_at(s.view, s.width, s.x);
	} else if (row < (int)s.view->rows.n) {
		bool again = row == s.view->list.cursor && s.view == app_view(a);

		a->in_pane = s.view == a->pane;
		list_go(&s.view->list, row);
		if (again)
			navigate_open(a);
	}
}

static void
scroll(struct view *v, bool down)
{
	if (v->ops->picture != NULL)
		v->ops->picture->move(v, down ? ACT_LINE_DOWN : ACT_LINE_UP, WHEEL);
	else
		list_scroll(&v->list, down ? WHEEL : -WHEEL);
}

void
mouse_key(struct app *a, uint32_t key)
{
	struct spot s = pane_spot(a, key_width(key), key_height(key));
	struct view *v = s.view != NULL ? s.view : app_view(a);

	if ((key & KEY_POINTER_KIND) == KEY_CLICK
		&& do_target(a, key_width(key), key_height(key)))
		return;
	/* The selection may change, and the message about the proposal disappears. */
	exclude_forget_proposal(a);
	switch (key & KEY_POINTER_KIND) {
	case KEY_WHEEL_UP:
	case KEY_WHEEL_DOWN:
		scroll(v, (key & KEY_POINTER_KIND) == KEY_WHEEL_DOWN);
		break;
	default:
		click(a, key_width(key), key_height(key));
	}
}
