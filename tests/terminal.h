/* terminal.h - a terminal in memory, and a program that runs in it
 *
 * The program is the foreground job of a small shell, so that it can be suspended. Functions do not
 * sleep: they wait for a condition until a deadline.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>
#include <sys/types.h>
#include <termios.h>
#include <vterm.h>

/* How to start the program on the terminal. */
struct start {
	const char *const *words;	/* program, arguments, NULL; or NULL itself to call .run */
	void (*run)(void);		/* the function to call if .words is NULL */
	const char *type;		/* value of TERM; NULL: unset */
	const char *locale;
	const char *no_color;		/* value of NO_COLOR; NULL: unset */
	int width, height;
	bool background;		/* start the program in the background */
	bool no_hangup;			/* let the program ignore SIGHUP */
	bool keeps_output;		/* C-c does not discard output that was not read yet, as
					 * the kernel does otherwise: also the bytes that restore
					 * the screen, if C-c is typed when the program ends */
	bool blind;			/* libvterm gets no output, because it cannot handle the
					 * output of this program */
};

struct terminal {
	VTerm *vt;
	VTermScreen *screen;
	int master, slave;		/* the slave stays open so that no output is lost */
	int commands, reports;		/* pipes to and from the shell */
	pid_t shell, job;
	bool stopped, ended, blind;
	int status;			/* as waitpid() returned it, if the job has ended */
	bool alternate, cursor;		/* are the alternate screen and the cursor shown? */
	int in_mode;			/* how many of the bytes ESC [ ? were read; after all
					 * three, a number and a letter must follow */
	unsigned mode;			/* the number after ESC [ ?, as far as it was read */
	int width, height;
	char log[1 << 14];		/* output since .logged was set to 0, as far as it fits */
	size_t logged;
	struct termios before;		/* terminal modes before the job was started */
};

/* Can a terminal be opened here?  False without /dev/pts, as in a bare chroot. */
bool terminal_can_be(void);

/* If no terminal can be opened, prints that all tests are skipped, and returns true.  The test must
 * then exit with 77. */
bool terminal_skips_all(void);

void terminal_start(struct terminal *t, const struct start *how);

/* Kills the job if it still runs, and releases everything. */
void terminal_close(struct terminal *t);

/* Reads what the program writes, waiting at most MILLISECONDS.  Returns false if the program wrote
 * nothing and did not stop or end. */
bool terminal_read(struct terminal *t, int milliseconds);

/* Waits until IS_SO(T, WITH) is true.  After a deadline or too much output, prints the screen and
 * fails the test with a message that names the condition WHAT. */
void terminal_wait(struct terminal *t, bool (*is_so)(struct terminal *, const void *),
	const void *with, const char *what);

/* Conditions for terminal_wait(), in this order: the text WITH is on the screen; the job has ended;
 * the job has stopped. */
bool terminal_has_text(struct terminal *t, const void *with);
bool terminal_has_ended(struct terminal *t, const void *with);
bool terminal_has_stopped(struct terminal *t, const void *with);

/* Waits until TEXT is on the screen. */
void terminal_wait_text(struct terminal *t, const char *text);

/* Asserts that the normal screen, the cursor and the modes of the terminal are restored. */
void terminal_assert_restored(struct terminal *t);

/* terminal_type() types each character of TEXT.  terminal_key() types KEY with the modifier
 * WITH. */
void terminal_type(struct terminal *t, const char *text);
void terminal_key(struct terminal *t, VTermKey key, VTermModifier with);

void terminal_signal(struct terminal *t, int number);
void terminal_resize(struct terminal *t, int width, int height);

/* Lets the shell continue the stopped job. */
void terminal_continue(struct terminal *t);

/* Returns line Y as UTF-8 without trailing blanks, to be freed. */
char *terminal_line(struct terminal *t, int y);
VTermScreenCell terminal_cell(struct terminal *t, int x, int y);

/* Closes the terminal, as when a window is closed.  Returns true if this ended the job. */
bool terminal_hang_up(struct terminal *t);

#endif
