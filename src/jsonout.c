/* JSON, written as a stream.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "jsonout.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum { REPLACEMENT = 0xfffd };

static struct jsonout_level *
level(struct jsonout *j)
{
	return &j->levels[j->depth];
}

static void
new_line(struct jsonout *j)
{
	out_text(j->out, "\n");
	out_blanks(j->out, j->depth);
}

/* Before a value or a key. */
static void
next(struct jsonout *j)
{
	struct jsonout_level *l = level(j);

	if (j->after_key) {
		j->after_key = false;
		return;
	}
	if (j->depth == 0)
		return;
	if (l->any)
		out_text(j->out, l->flat ? ", " : ",");
	l->any = true;
	if (!l->flat)
		new_line(j);
}

void
jsonout_open(struct jsonout *j, struct out *out)
{
	*j = (struct jsonout){ .out = out };
}

void
jsonout_close(struct jsonout *j)
{
	assert(j->depth == 0);
	out_text(j->out, "\n");
}

static void
begin(struct jsonout *j, const char *open, char close, bool flat)
{
	bool inside_flat = level(j)->flat;

	next(j);
	out_text(j->out, open);
	assert(j->depth + 1 < JSONOUT_DEPTH);
	j->depth++;
	*level(j) = (struct jsonout_level){ .close = close, .flat = flat || inside_flat };
}

void
jsonout_object(struct jsonout *j, bool flat)
{
	begin(j, "{", '}', flat);
}

void
jsonout_array(struct jsonout *j, bool flat)
{
	begin(j, "[", ']', flat);
}

void
jsonout_end(struct jsonout *j)
{
	struct jsonout_level l = *level(j);

	assert(j->depth > 0 && !j->after_key);
	j->depth--;
	if (l.any && !l.flat)
		new_line(j);
	out_bytes(j->out, &l.close, 1);
}

void
jsonout_key(struct jsonout *j, const char *name)
{
	next(j);
	out_text(j->out, "\"");
	out_text(j->out, name);
	out_text(j->out, "\": ");
	j->after_key = true;
}

void
jsonout_null(struct jsonout *j)
{
	next(j);
	out_text(j->out, "null");
}

void
jsonout_bool(struct jsonout *j, bool value)
{
	next(j);
	out_text(j->out, value ? "true" : "false");
}

void
jsonout_count(struct jsonout *j, uint64_t value)
{
	next(j);
	out_count(j->out, 0, value);
}

void
jsonout_integer(struct jsonout *j, int64_t value)
{
	next(j);
	out_printf(j->out, "%" PRId64, value);
}

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

/* The first character of the N > 0 bytes at S, which takes *USED of them; bytes that cannot
 * be one are, as far as they could have become one, one replacement character. */
static uint32_t
character(const unsigned char *s, size_t n, size_t *used)
{
	unsigned char lo, hi;
	unsigned more = following(s[0], &lo, &hi);
	uint32_t c = s[0];

	*used = 1;
	if (c < 0x80)
		return c;
	if (more == 0)
		return REPLACEMENT;
	c &= 0x3fu >> more;
	while (more > 0) {
		if (*used == n || s[*used] < lo || s[*used] > hi)
			return REPLACEMENT;
		c = c << 6 | (s[*used] & 0x3f);
		lo = 0x80;
		hi = 0xbf;
		(*used)++;
		more--;
	}
	return c;
}

/* Would C do something instead of being seen?  Controls, marks of direction and the like. */
static bool
is_active(uint32_t c)
{
	static const struct { uint32_t first, last; } ranges[] = {
		{ 0, 0x1f }, { 0x7f, 0x9f }, { 0xad, 0xad }, { 0x61c, 0x61c }, { 0x180e, 0x180e },
		{ 0x200b, 0x200f }, { 0x2028, 0x202e }, { 0x2060, 0x206f }, { 0xfeff, 0xfeff },
		{ 0xfff0, 0xfffb }, { 0xe0000, 0xe0fff },
	};

	for (size_t i = 0; i < sizeof(ranges) / sizeof(*ranges); i++)
		if (c >= ranges[i].first && c <= ranges[i].last)
			return true;
	return false;
}

static void
escape(struct out *o, uint32_t c)
{
	if (c < 0x10000)
		out_printf(o, "\\u%04x", (unsigned)c);
	else
		out_printf(o, "\\u%04x\\u%04x", (unsigned)(0xd7c0 + (c >> 10)),
			(unsigned)(0xdc00 + (c & 0x3ff)));
}

void
jsonout_bytes(struct jsonout *j, const char *text, size_t n)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t used;

	next(j);
	out_text(j->out, "\"");
	for (; n > 0; s += used, n -= used) {
		uint32_t c = character(s, n, &used);

		if (c == '"' || c == '\\')
			out_text(j->out, "\\");
		if (is_active(c) || c == REPLACEMENT)
			escape(j->out, c);
		else
			out_bytes(j->out, (const char *)s, used);
	}
	out_text(j->out, "\"");
}

void
jsonout_text(struct jsonout *j, const char *text)
{
	jsonout_bytes(j, text, strlen(text));
}

void
jsonout_address(struct jsonout *j, uint64_t value)
{
	char text[24], *p = text + sizeof(text);

	next(j);
	*--p = '"';
	do {
		*--p = "0123456789abcdef"[value % 16];
		value /= 16;
	} while (value > 0);
	*--p = 'x';
	*--p = '0';
	*--p = '"';
	out_bytes(j->out, p, (size_t)(text + sizeof(text) - p));
}
