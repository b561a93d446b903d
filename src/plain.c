/* Characters of text that nobody vouches for.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "plain.h"

#include "active.h"

/* Which bytes may follow a lead byte of UTF-8: how many, and what the first of them can be. */
static unsigned
following(unsigned char lead, unsigned char *lo, unsigned char *hi)
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
plain_character(const char *text, size_t n, size_t *used)
{
	const unsigned char *s = (const unsigned char *)text;
	unsigned char lo, hi;
	unsigned more = following(s[0], &lo, &hi);
	uint32_t c = s[0];

	*used = 1;
	if (c < 0x80)
		return c;
	if (more == 0)
		return PLAIN_REPLACEMENT;
	c &= 0x3fu >> more;
	while (more > 0) {
		if (*used == n || s[*used] < lo || s[*used] > hi)
			return PLAIN_REPLACEMENT;
		c = c << 6 | (s[*used] & 0x3f);
		lo = 0x80;
		hi = 0xbf;
		(*used)++;
		more--;
	}
	return c;
}

size_t
plain_write(struct out *o, const char *s, size_t n)
{
	size_t used;
	uint32_t c = plain_character(s, n, &used);

	if (c == PLAIN_REPLACEMENT)
		out_text(o, "\xef\xbf\xbd");
	else if (c < 0x20 || c == 0x7f)
		out_bytes(o, (char[2]){ '^', (char)(c ^ 0x40) }, 2);
	else if (is_active(c))
		out_printf(o, "U+%04X", (unsigned)c);
	else
		out_bytes(o, s, used);
	return used;
}
