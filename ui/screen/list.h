/* list.h - the cursor in a list of rows, and the window of rows that are on the screen
 *
 * Unless n is 0, always 0 <= top <= cursor < n and cursor < top + height.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LIST_H
#define LIST_H

struct list {
	int n;				/* number of rows */
	int height;			/* rows that the window has room for */
	int cursor;			/* the selected row */
	int top;			/* the first row in the window */
};

/* Set the number of rows, and the height of the window. */
void list_set(struct list *l, int n, int height);

/* Move the cursor by BY rows, but not beyond the first or last row. */
void list_move(struct list *l, int by);

/* Put the cursor on row AT. */
void list_go(struct list *l, int at);

/* Restore the cursor and the window of FROM, which may have had another number of rows. */
void list_return(struct list *l, const struct list *from);

/* Put the cursor on row AT, and that row in the middle of the window if there are enough rows. */
void list_center(struct list *l, int at);

/* Call this after the rows of a view were filled or sorted again; BEFORE is a copy of L made before
 * that.  Moves the window so that the cursor is on the same line of the screen as in BEFORE.  If
 * the cursor of BEFORE is on the first row, the cursor goes to the first row, too. */
void list_keep_line(struct list *l, const struct list *before);

/* Move the window down until it shows row AT, but not so far that the cursor would leave the
 * window. */
void list_reach(struct list *l, int at);

/* Move the window up so that it shows row AT, if it has room for AT and the cursor. */
void list_keep_visible(struct list *l, int at);

/* Move the window and the cursor by BY rows. */
void list_scroll(struct list *l, int by);

/* Move the window by BY rows; the cursor moves only if it would leave the window. */
void list_slide(struct list *l, int by);

#endif
