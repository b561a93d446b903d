/* list.h - the cursor in a list of rows, and the window of rows that are on the screen
 *
 * Unless .n is 0, always 0 <= .top <= .cursor < .n and .cursor < .top + .height.
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

/* Sets the number of rows, and the height of the window, which is at least 1. */
void list_set(struct list *l, int n, int height);

/* Moves the cursor by BY rows, but not beyond the first or last row. */
void list_move(struct list *l, int by);

/* Puts the cursor on row AT. */
void list_go(struct list *l, int at);

/* Restores the cursor and the window of FROM, which may have had another number of rows. */
void list_return(struct list *l, const struct list *from);

/* Puts the cursor on row AT, and this row in the middle of the window if there are enough rows. */
void list_center(struct list *l, int at);

/* Moves the window so that the cursor is on the same line of the screen as in BEFORE, a copy of L
 * that was made before the rows were filled or sorted again.  If the cursor of BEFORE is on the
 * first row, moves the cursor to the first row, too. */
void list_keep_line(struct list *l, const struct list *before);

/* Moves the window down until it shows row AT, but not so far that the cursor would leave the
 * window. */
void list_reach(struct list *l, int at);

/* Moves the window up so that it shows row AT, if it has room for AT and the cursor. */
void list_keep_visible(struct list *l, int at);

/* Moves the window and the cursor by BY rows. */
void list_scroll(struct list *l, int by);

/* Moves the window by BY rows; moves the cursor only if it would leave the window. */
void list_slide(struct list *l, int by);

#endif
