/* Why something failed, in words. */
#include "err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Copy FROM to TO, control characters made visible: ^[ for escape, ^? for delete, <9b> for
 * one that takes its meaning from the eighth bit. */
static void
copy_visible(char *to, size_t size, const char *from)
{
	size_t n = 0;

	for (; *from != '\0'; from++) {
		unsigned char c = (unsigned char)*from;

		if (n + 5 > size)
			break;
		if (c < 0x20 || c == 0x7f) {
			to[n++] = '^';
			to[n++] = (char)(c ^ 0x40);
		} else if (c >= 0x80 && c < 0xa0) {
			n += (size_t)snprintf(to + n, size - n, "<%02x>", c);
		} else {
			to[n++] = (char)c;
		}
	}
	to[n] = '\0';
}

void
err_set_(struct err *e, enum err_kind kind, const char *format, ...)
{
	char text[sizeof(e->text)];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	e->kind = kind;
	copy_visible(e->text, sizeof(e->text), text);
}

void
err_in_(struct err *e, const char *format, ...)
{
	char where[sizeof(e->text)], what[sizeof(e->text)];
	va_list args;
	size_t n;

	va_start(args, format);
	vsnprintf(what, sizeof(what), format, args);
	va_end(args);
	copy_visible(where, sizeof(where) - 2, what);
	strcat(where, ": ");
	n = strlen(where);
	memcpy(what, e->text, sizeof(what));
	what[sizeof(what) - 1 - n] = '\0';
	memcpy(e->text, where, n);
	memcpy(e->text + n, what, sizeof(what) - n);
}
