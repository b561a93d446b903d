/* list.h - a cursor and a window over N rows
 *
 * Always 0 <= top <= cursor < n and cursor < top + height, as far as there are rows.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LIST_H
#define LIST_H

struct list {
	int n;				/* rows */
	int height;			/* of the window */
	int cursor, top;		/* selected row, first one in the window */
};

/* There are N rows now, of which HEIGHT can be seen. */
void list_set(struct list *l, int n, int height);

/* Move the cursor by BY rows, as far as there are rows. */
void list_move(struct list *l, int by);

/* Put the cursor on row AT. */
void list_go(struct list *l, int at);

/* Back to the cursor and the window of FROM, which may have been of other rows. */
void list_return(struct list *l, const struct list *from);

/* Put the cursor on row AT and, as far as there are rows, in the middle of the window. */
void list_center(struct list *l, int at);

/* Move the window down until row AT is in it, but the cursor not out of it. */
void list_reach(struct list *l, int at);

/* Move the window and the cursor by BY rows. */
void list_scroll(struct list *l, int by);

/* Move the window alone, with the cursor where it can stay. */
void list_slide(struct list *l, int by);

#endif
