/* err.h - error messages
 *
 * A function that can fail returns false and fills a struct err.  The function that finds the fault
 * sets the message: what is wrong, and what the user can do.  Its callers put the path of the file,
 * and the place in the file, in front of the message.  Characters that cannot be printed are
 * spelled out, as visible.h does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ERR_H
#define ERR_H

#include <stdbool.h>

enum err_kind {
	ERR_NONE,
	ERR_IO,			/* the file cannot be opened or read */
	ERR_MISSING,		/* there is no such file */
	ERR_FORMAT,		/* the file has another format or is damaged */
	ERR_DAMAGED,		/* as ERR_FORMAT, but the message lacks what the user can do */
	ERR_USAGE,		/* the options or arguments are wrong */
	ERR_EMPTY,		/* the file is valid, but there is nothing to show */
	ERR_STOPPED,		/* the user stopped the work */
	ERR_TERMINAL,		/* the terminal cannot be drawn on */
	ERR_UNREAD,		/* nothing reads the output any more (a closed pipe); no message is
				 * shown */
};

struct err {
	enum err_kind kind;
	char text[512];
};

/* err_set(), err_in() and err_file() have the value false, so that a function can fail with "return
 * err_set(...)". */
#define err_set(e, kind, ...) (err_set_(e, kind, __VA_ARGS__), false)
#define err_in(e, ...) (err_in_(e, __VA_ARGS__), false)

/* Sets kind and message of E. */
void err_set_(struct err *e, enum err_kind kind, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Sets E for a file that cannot be opened or read.  NUMBER is the errno.  The message says why, and
 * what the user can do.  The kind is ERR_MISSING for ENOENT, otherwise ERR_IO. */
#define err_file(e, number) (err_file_(e, number), false)
void err_file_(struct err *e, int number);

/* Puts the formatted text and ": " in front of the message of E. */
void err_in_(struct err *e, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
