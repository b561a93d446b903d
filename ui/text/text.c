/* text.c - characters as shown on a screen, and the cells that text needs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "text/text.h"

#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "base/mem.h"
#include "base/visible.h"

/* The ASCII text that replaces character .c, a symbol that the program itself shows, in a locale
 * that is not UTF-8. */
struct stand_in {
	uint32_t c;
	const char *text;
};

static const struct stand_in stand_ins[] = {
	{ 0x00b1, "+-" }, { 0x00b5, "u" }, { 0x00b7, "-" }, { 0x00d7, "x" },
	{ 0x2026, ".." }, { 0x2190, "<-" }, { 0x2191, "^" }, { 0x2192, "->" }, { 0x2193, "v" },
	{ 0x21bb, "@" }, { 0x221a, "sqrt " }, { 0x2248, "?" }, { 0x2264, "<=" }, { 0x2265, ">=" },
	{ 0x2514, "`" },
	{ 0x2588, "#" }, { 0x2589, "#" }, { 0x258a, "#" }, { 0x258b, "=" },
	{ 0x258c, "=" }, { 0x258d, "-" }, { 0x258e, "-" }, { 0x258f, "-" },
	{ 0x25b2, "^" }, { 0x25bc, "v" },
};

size_t
text_encode(uint32_t c, char *s)
{
	if (c < 0x80) {
		s[0] = (char)c;
		s[1] = '\0';
		return 1;
	}
	if (c < 0x800) {
		s[0] = (char)(0xc0 | c >> 6);
		s[1] = (char)(0x80 | (c & 0x3f));
		s[2] = '\0';
		return 2;
	}
	if (c < 0x10000) {
		s[0] = (char)(0xe0 | c >> 12);
		s[1] = (char)(0x80 | (c >> 6 & 0x3f));
		s[2] = (char)(0x80 | (c & 0x3f));
		s[3] = '\0';
		return 3;
	}
	s[0] = (char)(0xf0 | c >> 18);
	s[1] = (char)(0x80 | (c >> 12 & 0x3f));
	s[2] = (char)(0x80 | (c >> 6 & 0x3f));
	s[3] = (char)(0x80 | (c & 0x3f));
	s[4] = '\0';
	return 4;
}

static const char *
stand_in(uint32_t c)
{
	for (size_t i = 0; i < sizeof(stand_ins) / sizeof(*stand_ins); i++)
		if (stand_ins[i].c == c)
			return stand_ins[i].text;
	return "?";
}

size_t
text_glyph(const char *s, size_t n, bool ascii, struct glyph *g)
{
	size_t used;
	uint32_t c;
	int width;

	if (*s >= ' ' && *s < 0x7f) {
		*g = (struct glyph){ .text = { *s }, .width = 1 };
		return 1;
	}
	c = visible_read(s, n, &used);
	if (c == VISIBLE_NO_CHARACTER)
		used = 1;		/* spell out one byte at a time */
	if (c == VISIBLE_NO_CHARACTER || visible_is_active(c))
		width = -1;
	else
		width = ascii ? 0 : wcwidth((wchar_t)c);
	g->spelled = width < 0 || ascii;
	if (width < 0) {
		width = (int)visible_spell(g->text, c, *s);
	} else if (ascii) {
		width = snprintf(g->text, sizeof(g->text), "%s", stand_in(c));
	} else {
		memcpy(g->text, s, used);
		g->text[used] = '\0';
	}
	g->width = (uint8_t)width;
	return used;
}

char *
text_visible(const char *s)
{
	size_t left = strlen(s), n = 0, room = 0;
	char *text = mem_grow(NULL, 1, &room, 1);

	while (left > 0) {
		struct glyph g;
		size_t used = text_glyph(s, left, false, &g), length = strlen(g.text);

		text = mem_grow(text, n + length + 1, &room, 1);
		memcpy(text + n, g.text, length);
		n += length;
		s += used;
		left -= used;
	}
	text[n] = '\0';
	return text;
}

int
text_nwidth(const char *s, size_t n, bool ascii)
{
	struct glyph g;
	size_t at = 0;
	int width = 0;

	while (at < n) {
		/* Fast case: most characters are ASCII. */
		if (s[at] >= ' ' && s[at] < 0x7f) {
			at++;
			width++;
			continue;
		}
		at += text_glyph(s + at, n - at, ascii, &g);
		width += g.width;
	}
	return width;
}

int
text_width(const char *s, bool ascii)
{
	return text_nwidth(s, strlen(s), ascii);
}

size_t
text_fit(const char *s, size_t n, int width, bool ascii)
{
	struct glyph g;
	size_t at = 0, length;

	while (at < n) {
		length = text_glyph(s + at, n - at, ascii, &g);
		if (g.width > width)
			break;
		width -= g.width;
		at += length;
	}
	return at;
}
