/* message.c - messages on standard error
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/message.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/err.h"

enum { ROOM = 8192 };			/* bytes of a message before err_set() shortens its
					 * middle */

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
