/* err.h - why something failed, in words
 *
 * A function that can fail returns false and fills a struct err.  The innermost
 * function says what is wrong and what to do; its callers put the file and the
 * place in front.  Text that came from a file is stored in a visible form: no
 * control character survives in it.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ERR_H
#define ERR_H

#include <stdbool.h>

enum err_kind {
	ERR_NONE,
	ERR_IO,			/* cannot be opened or read */
	ERR_MISSING,		/* there is no such file */
	ERR_FORMAT,		/* not what it should be, or damaged */
	ERR_DAMAGED,		/* the same, and what to do is still to be added */
	ERR_USAGE,		/* asked for something that makes no sense */
	ERR_EMPTY,		/* fine, but nothing to show in it */
	ERR_STOPPED,		/* the user stopped it */
	ERR_TERMINAL,		/* nothing can be drawn on it */
	ERR_UNREAD,		/* nobody reads the output any more: nothing to say */
};

struct err {
	enum err_kind kind;
	char text[512];
};

/* Both are false, so that a failing function can end in "return err_set(...)". */
#define err_set(e, kind, ...) (err_set_(e, kind, __VA_ARGS__), false)
#define err_in(e, ...) (err_in_(e, __VA_ARGS__), false)

/* Make the message. */
void err_set_(struct err *e, enum err_kind kind, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Make the message for the errno of a file that cannot be opened or read, and what to do. */
#define err_file(e, number) (err_file_(e, number), false)
void err_file_(struct err *e, int number);

/* Put "FORMAT: " in front of the message that is there. */
void err_in_(struct err *e, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
