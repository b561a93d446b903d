/* term.h - the terminal: the only part that knows curses
 *
 * There is one terminal, so this is the one module with variables of its own.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef TERM_H
#define TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/stop.h"
#include "screen/grid.h"

/* Take over the terminal; ERR_TERMINAL: it is none to draw on.  It is given back by
 * term_close(), at exit, and when a signal ends the program; what was written to standard
 * error meanwhile is seen then. */
bool term_open(bool color, struct err *e);
void term_close(void);

/* How many cells it has; draw G on it. */
void term_size(int *width, int *height);
void term_show(const struct grid *g);

/* Wait for a key; a new size is one, too, and KEY_TICK when none comes for a while.  0: the
 * terminal is gone. */
uint32_t term_key(void);

/* Long work may begin: after a moment say so on the last line, until it is done. */
void term_work_begins(void);
void term_work_ends(void);

/* Report what the mouse does, or leave it to the terminal. */
void term_mouse(bool on);

/* Let the terminal have TEXT to paste, if it can. */
void term_copy(const char *text);

/* Is there a key already? */
bool term_has_key(void);

/* Draw everything again with the next term_show(). */
void term_redraw(void);

/* Give the terminal to the shell until it continues us. */
void term_suspend(void);

/* Lend the terminal to another program, and take it back. */
void term_lend(void);
void term_retake(void);

/* Raised by C-c until the next term_key(), or until somebody who has heeded it lowers it. */
struct stop *term_stop(void);

#endif
