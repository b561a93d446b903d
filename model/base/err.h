/* err.h - error messages
 *
 * A function that can fail returns false and fills a struct err.  The innermost function says what
 * is wrong and what to do; its callers put the file and the place in front.  Characters that
 * cannot be printed are spelled out, as in visible.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ERR_H
#define ERR_H

#include <stdbool.h>

enum err_kind {
	ERR_NONE,
	ERR_IO,			/* cannot be opened or read */
	ERR_MISSING,		/* there is no such file */
	ERR_FORMAT,		/* the file has another format or is damaged */
	ERR_DAMAGED,		/* as ERR_FORMAT, but a caller adds what the user can do */
	ERR_USAGE,		/* the options or arguments are wrong */
	ERR_EMPTY,		/* the file is valid, but there is nothing to show */
	ERR_STOPPED,		/* the user stopped the work */
	ERR_TERMINAL,		/* the terminal cannot be drawn on */
	ERR_UNREAD,		/* the reader of the output has closed it; no message is shown */
};

struct err {
	enum err_kind kind;
	char text[512];
};

/* err_set() and err_in() have the value false: a function can fail with "return err_set(...)". */
#define err_set(e, kind, ...) (err_set_(e, kind, __VA_ARGS__), false)
#define err_in(e, ...) (err_in_(e, __VA_ARGS__), false)

/* Sets the message. */
void err_set_(struct err *e, enum err_kind kind, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Sets the message for a file that cannot be opened or read; NUMBER is the errno.  The message also
 * says what to do. */
#define err_file(e, number) (err_file_(e, number), false)
void err_file_(struct err *e, int number);

/* Puts "FORMAT: " in front of the message. */
void err_in_(struct err *e, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
