/* message.c - messages on standard error
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/message.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/err.h"

enum { ROOM = 8192 };			/* room for a message, in bytes; err_set() then shortens the
					 * middle of a long message */

void
message(const char *format, ...)
{
	char text[ROOM];
	va_list args;
	struct err e;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	(void)err_set(&e, ERR_IO, "%s", text);
	fprintf(stderr, "gprowse: %s\n", e.text);
}
