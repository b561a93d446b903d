/* term_parts.h - declarations that the files of the terminal share
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

/* The state of the terminal.  It is a global variable, because signal handlers need it. */
extern struct terminal {
	volatile sig_atomic_t is_open;
	bool mouse;
	struct termios saved;		/* modes of the terminal before term_open() */
	bool has_saved;
	FILE *said;			/* file into which standard error is written while the
					 * terminal is open; or NULL */
	int standard_error;		/* the original standard error; -1 if standard error was not
					 * redirected */
	struct stop stop;
	/* Events that term_key() has not returned yet. */
	volatile sig_atomic_t resized, continued, suspended;
} term;

/* Defined in term_signals.c: */

/* Prepares the bytes that signal handlers write, because the handlers must not call curses.  Must
 * be called again when the size of the terminal or term.mouse has changed. */
void term_prepare_leaving(void);

/* Copies term.said to the real standard error.  Safe in a signal handler. */
void term_repeat_said(void);

/* Writes N bytes to the terminal, even if signals interrupt the write.  Safe in a signal
 * handler. */
void term_put_bytes(const char *at, size_t n);

/* term_catch_signals() catches all signals that concern the terminal or end the program.
 * term_catch_suspend() catches only SIGTSTP. */
void term_catch_signals(void);
void term_catch_suspend(void);

/* Undo term_catch_signals() and term_catch_suspend(): the signals have no handlers any more. */
void term_release_signals(void);
void term_release_suspend(void);

/* Writes "working ..." into the last line after MILLISECONDS, which must be less than 1000.  If
 * MILLISECONDS is 0, cancels this. */
void term_set_alarm(int milliseconds);

/* Defined in term_show.c: */

/* Uses colours if COLOR and if the terminal has enough of them. */
void term_set_colors(bool color);

/* Defined in term_mouse.c: */

/* Does the terminal report mouse events as xterm does? */
bool term_has_mouse(void);

/* Asks the terminal to report mouse events, or not to report them. */
void term_mouse_ask(bool on);

/* The beginning of a mouse event was read from FROM.  Reads the rest, numbers that are DECIMAL or
 * bytes, and returns the event as a key.  Returns 0 if the event has no meaning here. */
uint32_t term_mouse_event(WINDOW *from, bool decimal);

/* Defined in term_keys.c: */

/* Begins to read keys.  Returns false if memory is exhausted. */
bool term_keys_open(void);
void term_keys_close(void);

#endif
