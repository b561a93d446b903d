/* err.c - error messages
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/visible.h"

enum { PATH_ROOM = 4096 };		/* greatest length of a path in a message, in bytes with the
					 * NUL */

/* Copies FROM to TO, which has SIZE bytes, in a form that can be printed.  Cuts off what does not
 * fit. */
static void
copy_visible(char *to, size_t size, const char *from)
{
	const char *end = from + strlen(from);
	size_t n = 0;

	while (from < end && n + VISIBLE_ROOM < size) {
		from += visible_print(to + n, from, (size_t)(end - from));
		n += strlen(to + n);
	}
	to[n] = '\0';
}

/* Is BYTE the second or a later byte of a character of UTF-8?  Returns false if the encoding of the
 * locale is not UTF-8. */
static bool
is_continuation(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80 && visible_is_utf8();
}

/* Returns the longest end of TEXT that has at most ROOM bytes and begins with a whole character. */
static const char *
fitting_end(const char *text, size_t room)
{
	size_t n = strlen(text);

	if (n <= room)
		return text;
	text += n - room;
	while (is_continuation(*text))
		text++;
	return text;
}

/* Sets the message of E to TEXT.  If TEXT is too long, replaces its middle by "...", because the
 * path at its beginning and the fault at its end say most. */
static void
set_text(struct err *e, const char *text)
{
	size_t room = sizeof(e->text) - sizeof("..."), begin = room / 4;

	if (strlen(text) < sizeof(e->text)) {
		strcpy(e->text, text);
		return;
	}
	while (is_continuation(text[begin]))
		begin--;
	snprintf(e->text, sizeof(e->text), "%.*s...%s", (int)begin, text,
		fitting_end(text + begin, room - begin));
}

void
err_set_(struct err *e, enum err_kind kind, const char *format, ...)
{
	char text[2 * PATH_ROOM], visible[4 * PATH_ROOM];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	e->kind = kind;
	copy_visible(visible, sizeof(visible), text);
	set_text(e, visible);
}

void
err_file_(struct err *e, int number)
{
	const char *remedy = number == ENOENT || number == ENOTDIR ? "; check the name and the directory"
		: number == EACCES || number == EPERM ? "; its owner can change the permissions with chmod"
		: number == EMFILE || number == ENFILE ? "; close others, or raise ulimit -n" : "";

	err_set_(e, number == ENOENT ? ERR_MISSING : ERR_IO, "%s%s",
		number == ENOENT ? "there is no such file" : strerror(number), remedy);
}

void
err_in_(struct err *e, const char *format, ...)
{
	char place[PATH_ROOM], where[PATH_ROOM], what[sizeof(e->text)];
	const char *end;
	va_list args;
	size_t room;

	va_start(args, format);
	vsnprintf(place, sizeof(place), format, args);
	va_end(args);
	copy_visible(where, sizeof(where), place);
	strcpy(what, e->text);
	/* If the path is too long, keep its end, which says more than its beginning. */
	room = sizeof(what) - strlen(what);
	if (room < sizeof(what) / 4)
		room = sizeof(what) / 4;
	room -= sizeof("...: ");
	end = fitting_end(where, room);
	snprintf(e->text, sizeof(e->text), "%s%.*s: ", end == where ? "" : "...", (int)room, end);
	room = strlen(e->text);
	snprintf(e->text + room, sizeof(e->text) - room, "%s", what);
}
