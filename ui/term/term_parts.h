/* term_parts.h - what the parts of the terminal share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef TERM_PARTS_H
#define TERM_PARTS_H

#include <curses.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <termios.h>

#include "base/stop.h"
#include "term/term.h"

/* A signal handler finds its way by this, so it is a variable. */
extern struct terminal {
	SCREEN *screen;
	volatile sig_atomic_t is_open;
	bool mouse;
	struct termios saved;		/* as the terminal was before */
	bool has_saved;
	FILE *said;			/* stands in for standard error meanwhile */
	int standard_error;		/* the real one, or -1 */
	struct stop stop;
	volatile sig_atomic_t resized, continued, suspended;	/* and nobody was told yet */
} term;

/* term_signals.c */

/* Work out beforehand what a signal handler has to write. */
void term_prepare_leaving(void);

/* Copy what was said meanwhile to the real standard error; safe in a signal handler. */
void term_repeat_said(void);

/* Write N bytes to the terminal, however often signals interrupt that; safe in a handler. */
void term_put_bytes(const char *at, size_t n);

/* All signals; C-z alone; none any more. */
void term_catch_signals(void);
void term_catch_suspend(void);
void term_release_signals(void);

/* Say that work goes on when so much time has passed, 0: do not. */
void term_set_alarm(int milliseconds);

/* term_show.c */

/* Use colours if the terminal has enough. */
void term_set_colors(bool color);

/* term_keys.c */

/* False: no memory. */
bool term_keys_open(void);
void term_keys_close(void);

#endif
