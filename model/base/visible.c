/* visible.c - untrusted text in a form that is safe to show
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/visible.h"

#include <langinfo.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

/* Returns how many bytes must follow the byte LEAD in UTF-8, or 0 if LEAD cannot begin a longer
 * character.  The first byte behind LEAD must be in [*LO, *HI]. */
static unsigned
continuation_bytes(unsigned char lead, unsigned char *lo, unsigned char *hi)
{
	*lo = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
	*hi = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
	if (lead >= 0xc2 && lead <= 0xdf)
		return 1;
	if (lead >= 0xe0 && lead <= 0xef)
		return 2;
	if (lead >= 0xf0 && lead <= 0xf4)
		return 3;
	return 0;
}

uint32_t
visible_read(const char *text, size_t n, size_t *used)
{
	const unsigned char *s = (const unsigned char *)text;
	unsigned char lo, hi;
	unsigned more = continuation_bytes(s[0], &lo, &hi);
	uint32_t c = s[0];

	*used = 1;
	if (c < 0x80)
		return c;
	if (more == 0)
		return VISIBLE_NO_CHARACTER;
	c &= 0x3fu >> more;
	while (more > 0) {
		if (*used == n || s[*used] < lo || s[*used] > hi)
			return VISIBLE_NO_CHARACTER;
		c = c << 6 | (s[*used] & 0x3f);
		lo = 0x80;
		hi = 0xbf;
		(*used)++;
		more--;
	}
	return c;
}

bool
visible_is_active(uint32_t c)
{
	/* Control characters, line and paragraph separators, Unicode's
	 * Default_Ignorable_Code_Point, interlinear annotations, and U+FFFE and U+FFFF, which are
	 * no characters and not permitted in XML. */
	static const struct { uint32_t first, last; } ranges[] = {
		{ 0, 0x1f }, { 0x7f, 0x9f }, { 0xad, 0xad }, { 0x34f, 0x34f }, { 0x61c, 0x61c },
		{ 0x115f, 0x1160 }, { 0x17b4, 0x17b5 }, { 0x180b, 0x180f }, { 0x200b, 0x200f },
		{ 0x2028, 0x202e }, { 0x2060, 0x206f }, { 0x3164, 0x3164 }, { 0xfe00, 0xfe0f },
		{ 0xfeff, 0xfeff }, { 0xffa0, 0xffa0 }, { 0xfff0, 0xfffb }, { 0xfffe, 0xffff },
		{ 0x1bca0, 0x1bca3 }, { 0x1d173, 0x1d17a }, { 0xe0000, 0xe0fff },
	};

	for (size_t i = 0; i < sizeof(ranges) / sizeof(*ranges) && c >= ranges[i].first; i++)
		if (c <= ranges[i].last)
			return true;
	return false;
}

size_t
visible_spell(char text[VISIBLE_ROOM], uint32_t c, char byte)
{
	int n;

	if (c == VISIBLE_NO_CHARACTER)
		n = snprintf(text, VISIBLE_ROOM, "<%02x>", (unsigned char)byte);
	else if (c < 0x20 || c == 0x7f)
		n = snprintf(text, VISIBLE_ROOM, "^%c", (char)(c ^ 0x40));
	else
		n = snprintf(text, VISIBLE_ROOM, "<U+%04lX>", (unsigned long)c);
	return (size_t)n;
}

size_t
visible_print(char text[VISIBLE_ROOM], const char *s, size_t n)
{
	mbstate_t state = { 0 };
	wchar_t c = 0;
	size_t used = mbrtowc(&c, s, n, &state);

	if (used >= VISIBLE_ROOM) {
		visible_spell(text, VISIBLE_NO_CHARACTER, *s);
		return 1;
	}
	used += used == 0;		/* for a NUL, which has one byte, mbrtowc() returns 0 */
	if (!iswprint((wint_t)c) || visible_is_active((uint32_t)c)) {
		visible_spell(text, used > 1 || c < 0x80 ? (uint32_t)c : VISIBLE_NO_CHARACTER, *s);
		return used;
	}
	memcpy(text, s, used);
	text[used] = '\0';
	return used;
}

bool
visible_is_utf8(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}
