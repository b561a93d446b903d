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

/* If a hint of a key, or the number of notes in the title, is at cell X of line Y, does its action.
 * Otherwise returns false. */
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
	struct pane_cell c = pane_cell_at(a, x, y);
	int row;

	if (c.view == NULL)
		return;
	row = c.view->ops->picture != NULL ? c.view->ops->picture->row_at(c.view, c.x, c.y)
		: c.view->list.top + c.y - 1;
	if (c.view->ops->picture != NULL && row < 0)
		return;
	if (c.y == 0) {
		sort_at(c.view, c.width, c.x);
	} else if (row < (int)c.view->rows.n) {
		bool again = row == c.view->list.cursor && c.view == app_view(a);

		a->in_pane = c.view == a->pane;
		list_go(&c.view->list, row);
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
	struct pane_cell c = pane_cell_at(a, key_width(key), key_height(key));
	struct view *v = c.view != NULL ? c.view : app_view(a);

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
