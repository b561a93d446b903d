/* text.h - characters as shown on a screen, and the cells that text needs
 *
 * Names come from untrusted files: characters that cannot be shown are spelled out, see visible.h.
 * In a locale that is not UTF-8, characters that are not ASCII are shown as ASCII text.  In such a
 * locale, the parameter ASCII of functions is true.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/visible.h"

/* One character as shown. */
struct glyph {
	char text[VISIBLE_ROOM];	/* NUL-terminated; printable ASCII if spelled out */
	uint8_t width;			/* in cells; 0: a combining character, in the cell of the
					 * character before */
	bool spelled;			/* the character is spelled out: each byte of .text needs a
					 * cell */
};

/* Sets G to the first character of the N > 0 bytes S.  Returns the number of bytes of this
 * character. */
size_t text_glyph(const char *s, size_t n, bool ascii, struct glyph *g);

/* Returns S as shown in a UTF-8 locale; free() it. */
char *text_visible(const char *s);

/* Returns the number of cells that S, or the N bytes at S, need. */
int text_width(const char *s, bool ascii);
int text_nwidth(const char *s, size_t n, bool ascii);

/* Returns how many of the N bytes of S fit into WIDTH cells. */
size_t text_fit(const char *s, size_t n, int width, bool ascii);

/* Writes C in UTF-8, and a NUL, into the 5 bytes at S.  Returns the length without the NUL. */
size_t text_encode(uint32_t c, char *s);

#endif
