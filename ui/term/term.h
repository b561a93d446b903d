/* term.h - the terminal; only the files of this folder use curses
 *
 * There is only one terminal, so this folder, unlike the others of the browser, has global
 * variables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef TERM_H
#define TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/stop.h"
#include "screen/grid.h"

/* Can anything be drawn on a terminal of this type?  If not, E says why. */
bool term_can_draw(struct err *e);

/* Returns how many colours the terminfo database has for terminals of the type $TERM, or -1 if it
 * does not know this type. */
int term_type_colors(void);

/* Takes over the terminal, with colours if COLOR and if the terminal has enough of them.  Fails
 * with ERR_TERMINAL if term_can_draw() fails, with ERR_IO if memory is exhausted.
 * The terminal is given back by term_close(), at exit, and when a signal ends the program.  If
 * standard error is a terminal, what is written to it meanwhile is saved, and printed when the
 * terminal is given back. */
bool term_open(bool color, struct err *e);
void term_close(void);

/* Are colours used? */
bool term_has_color(void);

/* Sets *WIDTH and *HEIGHT to the size of the terminal in cells. */
void term_size(int *width, int *height);

/* Draws G on the terminal. */
void term_show(const struct grid *g);

/* Waits for a key and returns it.  Returns a new size of the terminal as a key, too.  Returns
 * KEY_TICK if no key is pressed for MOST milliseconds, and 0 if the terminal is gone. */
uint32_t term_key(int most);

/* term_work_begins() and term_work_ends() are called before and after work that may take long.  If
 * the work takes longer than a moment, the last line of the screen says that the program is
 * working. */
void term_work_begins(void);
void term_work_ends(void);

/* If ON, term_key() returns mouse events; otherwise the terminal handles the mouse. */
void term_mouse(bool on);

/* Puts TEXT into the clipboard of the terminal, if the terminal supports that (OSC 52). */
void term_copy(const char *text);

/* Would term_key() return at once? */
bool term_has_key(void);

/* The next term_show() draws every cell, not only changed cells. */
void term_redraw(void);

/* Gives the terminal back, stops the process group until the shell continues it, and takes over the
 * terminal again. */
void term_suspend(void);

/* term_lend() lends the terminal to another program, term_retake() takes it back. */
void term_lend(void);
void term_retake(void);

/* Returns the flag that C-c sets.  term_key() clears the flag.  term_work_ends() clears it, too, if
 * the last line of the screen said that the program was working. */
struct stop *term_stop(void);

#endif
