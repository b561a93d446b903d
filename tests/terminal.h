/* terminal.h - a terminal in memory, with a program in it that keys are typed to
 *
 * The program is the foreground job of a small shell, so that it can be suspended.
 * Nothing here waits for a length of time: it waits for something to happen, until a
 * deadline.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>
#include <sys/types.h>
#include <termios.h>
#include <vterm.h>

/* How to start what runs in it. */
struct start {
	const char *const *words;	/* the program and its arguments, ends with NULL, or ... */
	void (*run)(void);		/* ... a function */
	const char *type;		/* TERM; NULL: unset */
	const char *locale;
	const char *no_color;		/* NO_COLOR; NULL: unset */
	int width, height;
	bool background;		/* it begins there */
	bool no_hangup;			/* it ignores SIGHUP */
	bool blind;			/* nothing is drawn: libvterm does not bear everything */
};

struct terminal {
	VTerm *vt;
	VTermScreen *screen;
	int master, slave;		/* the slave is kept open so that nothing is lost */
	int commands, reports;		/* to and from the shell */
	pid_t shell, job;
	bool stopped, ended, blind;
	int status;			/* of the job, as waitpid() says, once it is ended */
	bool alternate, cursor;		/* which screen is shown; is the cursor? */
	int in_mode;			/* of ESC [ ? NUMBER, characters seen so far */
	unsigned mode;			/* the number */
	int width, height;
	char log[1 << 14];		/* what was written since LOGGED was 0, as far as it fits */
	size_t logged;
	struct termios before;		/* modes when the job was started */
};

/* Can there be one here?  Not without /dev/pts, which a bare chroot lacks. */
bool terminal_can_be(void);

/* Where there can be none: say so for a program that can test nothing without; true, and it is to
 * exit with 77. */
bool terminal_skips_all(void);

void terminal_start(struct terminal *t, const struct start *how);

/* Kill what still runs. */
void terminal_close(struct terminal *t);

/* Take in what the program writes, waiting for it no longer than MILLISECONDS; false: nothing
 * came, nor did the program stop or end. */
bool terminal_read(struct terminal *t, int milliseconds);

/* The test fails, showing what is on the screen, unless IS_SO(T, WITH) by a deadline. */
void terminal_wait(struct terminal *t, bool (*is_so)(struct terminal *, const void *),
	const void *with, const char *what);

/* What may be waited for: is the text WITH on the screen?  Has the job ended, or stopped? */
bool terminal_has_text(struct terminal *t, const void *with);
bool terminal_has_ended(struct terminal *t, const void *with);
bool terminal_has_stopped(struct terminal *t, const void *with);

/* Wait for TEXT. */
void terminal_wait_text(struct terminal *t, const char *text);

/* The test fails unless the first screen, the cursor and the modes are as they were. */
void terminal_assert_restored(struct terminal *t);

/* Type each character of TEXT; a key with a name; either with a modifier. */
void terminal_type(struct terminal *t, const char *text);
void terminal_key(struct terminal *t, VTermKey key, VTermModifier with);

void terminal_signal(struct terminal *t, int number);
void terminal_resize(struct terminal *t, int width, int height);

/* Let the shell continue the job that has stopped. */
void terminal_continue(struct terminal *t);

/* Line Y as UTF-8 without trailing blanks, to be free()d. */
char *terminal_line(struct terminal *t, int y);
VTermScreenCell terminal_cell(struct terminal *t, int x, int y);

/* Take the terminal away, as when a window is closed; true when the job ends of it. */
bool terminal_hang_up(struct terminal *t);

#endif
