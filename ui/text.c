/* text.c - text as it takes up cells of a screen.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "text.h"

#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "active.h"
#include "mem.h"

/* What stands for our own symbols where there is only ASCII. */
struct stand_in {
	uint32_t c;
	const char *text;
};

static const struct stand_in stand_ins[] = {
	{ 0x00b1, "+-" }, { 0x00b5, "u" }, { 0x00d7, "x" },
	{ 0x2026, ".." }, { 0x2190, "<-" }, { 0x2191, "^" }, { 0x2192, "->" }, { 0x2193, "v" },
	{ 0x21bb, "@" }, { 0x2264, "<=" }, { 0x2265, ">=" }, { 0x221a, "sqrt " },
	{ 0x2588, "#" }, { 0x2589, "#" }, { 0x258a, "#" }, { 0x258b, "=" },
	{ 0x258c, "=" }, { 0x258d, "-" }, { 0x258e, "-" }, { 0x258f, "-" },
	{ 0x25b2, "^" }, { 0x25bc, "v" },
};

/* Decode one character of well-formed UTF-8; 0 when it is not. */
static size_t
decode(const unsigned char *s, size_t n, uint32_t *c)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t length, i;

	if (s[0] < 0x80) {
		*c = s[0];
		return 1;
	}
	length = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
	if (s[0] < 0xc2 || s[0] > 0xf4 || length > n)
		return 0;
	*c = s[0] & (0x7f >> length);
	for (i = 1; i < length; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		*c = *c << 6 | (s[i] & 0x3f);
	}
	if (*c < least[length] || *c > 0x10ffff || (*c >= 0xd800 && *c <= 0xdfff))
		return 0;
	return length;
}

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

static void
spell(struct glyph *g, const char *text)
{
	snprintf(g->text, sizeof(g->text), "%s", text);
	g->width = (uint8_t)strlen(g->text);
	g->spelled = true;
}

static void
spell_byte(struct glyph *g, unsigned byte)
{
	char text[GLYPH_BYTES];

	snprintf(text, sizeof(text), "<%02x>", byte & 0xff);
	spell(g, text);
}

static void
spell_number(struct glyph *g, uint32_t c)
{
	char text[GLYPH_BYTES];

	snprintf(text, sizeof(text), "U+%04X", (unsigned)c);
	spell(g, text);
}

static void
show_ascii(struct glyph *g, uint32_t c)
{
	size_t i;

	for (i = 0; i < sizeof(stand_ins) / sizeof(*stand_ins); i++)
		if (stand_ins[i].c == c) {
			spell(g, stand_ins[i].text);
			return;
		}
	spell(g, "?");
}

size_t
text_glyph(const char *s, size_t n, bool ascii, struct glyph *g)
{
	uint32_t c;
	size_t length = decode((const unsigned char *)s, n, &c);
	int width;

	if (length == 1 && c >= 0x20 && c < 0x7f) {
		g->text[0] = (char)c;
		g->text[1] = '\0';
		g->width = 1;
		g->spelled = false;
		return 1;
	}
	if (length == 0) {
		spell_byte(g, (unsigned char)s[0]);
		return 1;
	}
	if (c < 0x20 || c == 0x7f) {
		char caret[3] = { '^', (char)(c ^ 0x40), '\0' };

		spell(g, caret);
		return length;
	}
	if (c < 0xa0) {
		spell_byte(g, c);
		return length;
	}
	if (is_active(c)) {
		spell_number(g, c);
		return length;
	}
	if (ascii) {
		show_ascii(g, c);
		return length;
	}
	width = wcwidth((wchar_t)c);
	if (width < 0) {
		spell_number(g, c);
		return length;
	}
	memcpy(g->text, s, length);
	g->text[length] = '\0';
	g->width = (uint8_t)width;
	g->spelled = false;
	return length;
}

char *
text_visible(const char *s)
{
	size_t left = strlen(s), n = 0, room = 0;
	char *text = mem_room(NULL, 1, &room, 1);

	while (left > 0) {
		struct glyph g;
		size_t used = text_glyph(s, left, false, &g), length = strlen(g.text);

		text = mem_room(text, n + length + 1, &room, 1);
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
		/* Most are like this. */
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
