/* flamesvg_text.c - numbers, entities and attributes of pictures (XML)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measured/formats/flamesvg.h"
#include "measured/formats/folded_numbers.h"

/* Returns the length of the exponent, such as "e+10", that begins at T.s[I]; 0: there is none. */
static size_t
exponent_length(struct flamesvg_text t, size_t i)
{
	size_t end = i + 1;

	if (i == 0 || i >= t.n || (t.s[i] != 'e' && t.s[i] != 'E'))
		return 0;
	end += end < t.n && (t.s[end] == '+' || t.s[end] == '-');
	if (end >= t.n || t.s[end] < '0' || t.s[end] > '9')
		return 0;
	while (end < t.n && t.s[end] >= '0' && t.s[end] <= '9')
		end++;
	return end - i;
}

size_t
flamesvg_number(struct flamesvg_text t, double *number)
{
	enum { MOST = 60 };
	char digits[MOST];
	struct folded_number read;
	size_t i = 0, n = 0, exponent;

	for (; i < t.n && n < MOST && (t.s[i] == '.' || (t.s[i] == ',' && n > 0)
	     || (t.s[i] == '-' && n == 0) || (t.s[i] >= '0' && t.s[i] <= '9')); i++)
		if (t.s[i] != ',')
			digits[n++] = t.s[i];
	exponent = exponent_length(t, i);
	/* Part of an exponent would be another number. */
	if (n + exponent >= MOST)
		return 0;
	memcpy(digits + n, t.s + i, exponent);
	n += exponent;
	i += exponent;
	if (!folded_number_read(&read, digits, n) || read.is_too_large)
		return 0;
	*number = (double)read.whole + read.nanos / 1e9;
	if (read.is_negative)
		*number = -*number;
	return i;
}

/* Writes character C in UTF-8 to S, and returns its length. */
static size_t
put_utf8(char *s, unsigned long c)
{
	static const struct {
		unsigned long below;
		unsigned char lead;
	} lengths[] = { { 0x80, 0 }, { 0x800, 0xc0 }, { 0x10000, 0xe0 }, { 0x110000, 0xf0 } };
	size_t n = 0;

	while (n < 3 && c >= lengths[n].below)
		n++;
	for (size_t i = n; i > 0; i--, c >>= 6)
		s[i] = (char)(0x80 | (c & 0x3f));
	s[0] = (char)(lengths[n].lead | c);
	return n + 1;
}

/* Decodes the number of a character, "#65" or "#x41", that is the N bytes at S.  Returns 0 if it is
 * none. */
static unsigned long
character(const char *s, size_t n)
{
	enum { LONGEST = 8 };
	char text[LONGEST + 1] = "", *end;
	bool is_hex = n > 1 && (s[1] == 'x' || s[1] == 'X');
	unsigned long c;

	if (n < 2 || n > LONGEST || s[0] != '#')
		return 0;
	memcpy(text, s + 1 + is_hex, n - 1 - is_hex);
	if (strspn(text, "0123456789abcdefABCDEF") != strlen(text))
		return 0;
	c = strtoul(text, &end, is_hex ? 16 : 10);
	return *end == '\0' && c < 0x110000 && (c < 0xd800 || c > 0xdfff) ? c : 0;
}

/* Writes the character that the entity of N bytes at S, without "&" and ";", stands for to TO, and
 * returns its length; 0: the entity is not known. */
static size_t
put_entity(char *to, const char *s, size_t n)
{
	static const struct {
		const char *name;
		char c;
	} entities[] = { { "lt", '<' }, { "gt", '>' }, { "amp", '&' }, { "quot", '"' },
		{ "apos", '\'' } };
	unsigned long c = character(s, n);

	if (c > 0)
		return put_utf8(to, c);
	for (size_t i = 0; i < sizeof(entities) / sizeof(*entities); i++)
		if (strlen(entities[i].name) == n && memcmp(s, entities[i].name, n) == 0) {
			*to = entities[i].c;
			return 1;
		}
	return 0;
}

char *
flamesvg_decode(struct flamesvg_text t, size_t *n)
{
	enum { LONGEST = 12 };
	char *text = mem_uncleared(t.n + 1, 1);
	size_t i = 0, used;

	*n = 0;
	while (i < t.n) {
		const char *s = t.s + i, *end = *s == '&'
			? memchr(s, ';', t.n - i < LONGEST ? t.n - i : LONGEST) : NULL;

		used = end != NULL ? put_entity(text + *n, s + 1, (size_t)(end - s) - 1) : 0;
		if (used > 0) {
			i += (size_t)(end + 1 - s);
			*n += used;
		} else {
			text[(*n)++] = t.s[i++];
		}
	}
	text[*n] = '\0';
	return text;
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool
flamesvg_attribute(struct flamesvg_text tag, const char *name, struct flamesvg_text *value)
{
	size_t length = strlen(name), i = 0;

	while (i < tag.n) {
		const char *s, *end;
		size_t n = 0;

		while (i < tag.n && is_blank(tag.s[i]))
			i++;
		for (s = tag.s + i; i + n < tag.n && s[n] != '=' && !is_blank(s[n]);)
			n++;
		i += n;
		if (i + 1 >= tag.n || tag.s[i] != '=' || (tag.s[i + 1] != '"' && tag.s[i + 1] != '\'')) {
			i += i < tag.n;
			continue;
		}
		i += 2;
		end = memchr(tag.s + i, tag.s[i - 1], tag.n - i);
		if (end == NULL)
			return false;
		*value = (struct flamesvg_text){ tag.s + i, (size_t)(end - tag.s) - i };
		if (n == length && memcmp(s, name, n) == 0)
			return true;
		i += value->n + 1;
	}
	return false;
}
