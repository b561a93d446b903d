/* xml.c - untrusted text in XML
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/xml.h"

#include <string.h>

#include "base/visible.h"

/* Writes the N bytes at S, which are ASCII or one other character, with markup escaped. */
static void
write_escaped(struct out *o, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		switch (s[i]) {
		case '&': out_text(o, "&amp;"); break;
		case '<': out_text(o, "&lt;"); break;
		case '>': out_text(o, "&gt;"); break;
		case '"': out_text(o, "&quot;"); break;
		default: out_bytes(o, &s[i], 1);
		}
}

void
xml_bytes(struct out *o, const char *text, size_t n)
{
	size_t used;

	for (; n > 0; text += used, n -= used) {
		uint32_t c = visible_read(text, n, &used);
		char spelled[VISIBLE_ROOM] = "";
		size_t length;

		if (c == VISIBLE_NO_CHARACTER) {
			out_text(o, o->ascii ? "?" : "\xef\xbf\xbd");
		} else if (out_is_active(o, c)) {
			length = visible_spell(spelled, c, *text);
			write_escaped(o, spelled, length);
		} else {
			write_escaped(o, text, used);
		}
	}
}

void
xml_text(struct out *o, const char *text)
{
	xml_bytes(o, text, strlen(text));
}
