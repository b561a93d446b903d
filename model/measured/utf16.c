/* utf16.c - texts in UTF-16, as programs on Windows write them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/utf16.h"

#include <stdint.h>

#include "base/mem.h"

enum {
	REPLACEMENT = 0xfffd,
	LEAST_HIGH = 0xd800, LEAST_LOW = 0xdc00, MOST_LOW = 0xdfff,	/* halves of a character
									 * above U+FFFF */
};

static uint32_t
unit_at(const unsigned char *s, bool is_big)
{
	return is_big ? (uint32_t)s[0] << 8 | s[1] : (uint32_t)s[1] << 8 | s[0];
}

bool
utf16_recognise(const unsigned char *s, size_t n, bool *is_big)
{
	enum { LEAST = 4 };

	if (n < 2)
		return false;
	*is_big = s[0] == 0xfe && s[1] == 0xff;
	if (*is_big || (s[0] == 0xff && s[1] == 0xfe))
		return true;
	*is_big = s[0] == 0;
	if (n < (size_t)2 * LEAST)
		return false;
	for (size_t i = 0; i < LEAST; i++) {
		uint32_t unit = unit_at(s + 2 * i, *is_big);

		if (unit != '\t' && unit != '\r' && unit != '\n' && (unit < ' ' || unit > '~'))
			return false;
	}
	return true;
}

/* Appends the character C to TO; returns the end. */
static unsigned char *
put_utf8(unsigned char *to, uint32_t c)
{
	unsigned nmore = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
	static const unsigned char first[] = { 0, 0xc0, 0xe0, 0xf0 };

	*to++ = (unsigned char)(first[nmore] | c >> 6 * nmore);
	while (nmore-- > 0)
		*to++ = (unsigned char)(0x80 | (c >> 6 * nmore & 0x3f));
	return to;
}

unsigned char *
utf16_to_utf8(const unsigned char *s, size_t n, bool is_big, size_t *length)
{
	/* A unit of two bytes needs at most three, also the odd byte at the end. */
	unsigned char *text = mem_uncleared(n / 2 + 1, 3), *to = text;
	const unsigned char *end = s + n;

	while (end - s >= 2) {
		uint32_t c = unit_at(s, is_big), low = end - s >= 4 ? unit_at(s + 2, is_big) : 0;

		s += 2;
		if (c >= LEAST_HIGH && c < LEAST_LOW && low >= LEAST_LOW && low <= MOST_LOW) {
			c = 0x10000 + ((c - LEAST_HIGH) << 10) + (low - LEAST_LOW);
			s += 2;
		} else if (c >= LEAST_HIGH && c <= MOST_LOW) {
			c = REPLACEMENT;
		}
		to = put_utf8(to, c);
	}
	if (s < end)
		to = put_utf8(to, REPLACEMENT);
	*length = (size_t)(to - text);
	return text;
}
