/* list.c - the cursor in a list of rows, and the window of rows that are on the screen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "screen/list.h"

#include <assert.h>

static int
clamp(long x, long lo, long hi)
{
	if (x > hi)
		x = hi;
	return (int)(x < lo ? lo : x);
}

/* Sets .cursor and .top to the values nearest to CURSOR and TOP that list.h allows. */
static void
set_position(struct list *l, long cursor, long top)
{
	l->cursor = clamp(cursor, 0, (long)l->n - 1);
	l->top = clamp(top, (long)l->cursor - l->height + 1, l->cursor);
	l->top = clamp(l->top, 0, (long)l->n - l->height);
	assert(l->top >= 0 && l->top <= l->cursor);
	assert(l->cursor < l->top + l->height || l->height == 0);
	assert(l->cursor < l->n || l->n == 0);
}

void
list_set(struct list *l, int n, int height)
{
	l->n = n < 0 ? 0 : n;
	l->height = height < 1 ? 1 : height;
	set_position(l, l->cursor, l->top);
}

void
list_return(struct list *l, const struct list *from)
{
	set_position(l, from->cursor, from->top);
}

void
list_move(struct list *l, int by)
{
	set_position(l, (long)l->cursor + by, l->top);
}

void
list_go(struct list *l, int at)
{
	set_position(l, at, l->top);
}

void
list_center(struct list *l, int at)
{
	set_position(l, at, (long)at - l->height / 2);
}

void
list_keep_line(struct list *l, const struct list *before)
{
	int at = before->cursor == 0 ? 0 : l->cursor;

	set_position(l, at, (long)at - (before->cursor - before->top));
}

void
list_reach(struct list *l, int at)
{
	long top = (long)at - l->height + 1;

	if (top > l->top)
		set_position(l, l->cursor, top);
}

void
list_keep_visible(struct list *l, int at)
{
	if (at < l->top && l->cursor - at < l->height)
		set_position(l, l->cursor, at);
}

void
list_slide(struct list *l, int by)
{
	long top = clamp((long)l->top + by, 0, (long)l->n - l->height);

	set_position(l, clamp(l->cursor, top, top + l->height - 1), top);
}

void
list_scroll(struct list *l, int by)
{
	set_position(l, (long)l->cursor + by, (long)l->top + by);
}
