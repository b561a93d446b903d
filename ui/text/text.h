/* text.h - text as it takes up cells of a screen
 *
 * Names come from files that nobody vouches for: what cannot be shown as it is is spelled
 * out, see visible.h.  In a locale that is not UTF-8 every character outside ASCII has a
 * stand-in.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/visible.h"

/* How one character is shown. */
struct glyph {
	char text[VISIBLE_ROOM];		/* ends in a NUL; spelled out: printable ASCII */
	uint8_t width;			/* cells; 0: goes on top of the one before */
	bool spelled;			/* one cell for each byte of TEXT */
};

/* The character that S, which is not empty, begins with; how many bytes it takes. */
size_t text_glyph(const char *s, size_t n, bool ascii, struct glyph *g);

/* S as it is shown where there is UTF-8; to be free()d. */
char *text_visible(const char *s);

/* Cells that S takes up. */
int text_width(const char *s, bool ascii);
int text_nwidth(const char *s, size_t n, bool ascii);

/* How many bytes of S fit into WIDTH cells. */
size_t text_fit(const char *s, size_t n, int width, bool ascii);

/* Append the character C to the UTF-8 at S, which has room for 5 bytes; bytes written. */
size_t text_encode(uint32_t c, char *s);

#endif
