/* keys.c - names of keys, and the table of actions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "screen/keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "text/text.h"

static const struct {
	const char *name;
	uint32_t key;
} named[] = {
	{ "Enter", KEY_RETURN }, { "Return", KEY_RETURN }, { "CR", KEY_RETURN },
	{ "Esc", KEY_ESC }, { "Tab", KEY_TAB }, { "Space", ' ' }, { "lt", '<' }, { "gt", '>' },
	{ "Backspace", KEY_ERASE }, { "BS", KEY_ERASE },
	{ "Up", KEY_CURSOR_UP }, { "Down", KEY_CURSOR_DOWN },
	{ "Left", KEY_CURSOR_LEFT }, { "Right", KEY_CURSOR_RIGHT },
	{ "PgUp", KEY_PAGE_UP }, { "PgDn", KEY_PAGE_DOWN },
	{ "PageUp", KEY_PAGE_UP }, { "PageDown", KEY_PAGE_DOWN },
	{ "Home", KEY_FIRST }, { "End", KEY_LAST },
	{ "Insert", KEY_INSERT }, { "Del", KEY_DELETE }, { "Delete", KEY_DELETE },
	{ "S-Tab", KEY_BACKTAB }, { "Tick", KEY_TICK },
};

static const struct {
	const char *name;
	uint32_t key;
} mouse[] = {
	{ "Click:", KEY_CLICK }, { "WheelUp:", KEY_WHEEL_UP }, { "WheelDown:", KEY_WHEEL_DOWN },
};

/* Parses two numbers of at most four digits: "40x10". */
static bool
parse_pair(const char *name, size_t n, unsigned *x, unsigned *y)
{
	int used = 0;
	char text[32];

	if (n >= sizeof(text))
		return false;
	memcpy(text, name, n);
	text[n] = '\0';
	/* sscanf() would accept signs and blanks. */
	return text[strspn(text, "0123456789x")] == '\0'
		&& sscanf(text, "%4ux%4u%n", x, y, &used) == 2 && (size_t)used == n;
}

static bool
parse_size(const char *name, size_t n, uint32_t *key)
{
	unsigned width, height;

	if (!parse_pair(name, n, &width, &height))
		return false;
	if (width == 0 || height == 0 || width * height > MOST_CELLS)
		return false;
	*key = KEY_SIZE | width << 14 | height;
	return true;
}

/* Parses a position: "10x5" is cell 10 of line 5, both counted from 0. */
static bool
parse_spot(const char *name, size_t n, uint32_t kind, uint32_t *key)
{
	unsigned x, y;

	if (!parse_pair(name, n, &x, &y))
		return false;
	*key = kind | x << 14 | y;
	return true;
}

/* Parses the name of a key, without < and > and without modifiers. */
static bool
parse_name(const char *name, size_t n, uint32_t *key)
{
	size_t i;

	for (i = 0; i < sizeof(named) / sizeof(*named); i++)
		if (strlen(named[i].name) == n && strncasecmp(named[i].name, name, n) == 0) {
			*key = named[i].key;
			return true;
		}
	if (n > 7 && strncasecmp(name, "Resize:", 7) == 0)
		return parse_size(name + 7, n - 7, key);
	for (i = 0; i < sizeof(mouse) / sizeof(*mouse); i++) {
		size_t length = strlen(mouse[i].name);

		if (n > length && strncasecmp(name, mouse[i].name, length) == 0)
			return parse_spot(name + length, n - length, mouse[i].key, key);
	}
	if (n >= 2 && n <= 3 && (name[0] == 'F' || name[0] == 'f')) {
		char *end;
		long number = strtol(name + 1, &end, 10);

		if (end == name + n && name[1] >= '1' && name[1] <= '9' && number <= 12) {
			*key = KEY_FUNCTION + (uint32_t)number;
			return true;
		}
	}
	return false;
}

/* Parses the name of a key that may have modifiers: "C-d", "A-Left", "A-x", "Enter". */
static bool
parse_modified(const char *name, size_t n, uint32_t *key)
{
	if (n == 3 && (name[0] == 'C' || name[0] == 'c') && name[1] == '-') {
		unsigned char c = (unsigned char)(name[2] | 0x20);

		*key = KEY_CTRL(c);
		return c >= 'a' && c <= 'z';
	}
	if (n > 2 && (name[0] == 'A' || name[0] == 'a' || name[0] == 'M') && name[1] == '-') {
		if (n == 3 && name[2] > ' ' && name[2] < 127)
			*key = (unsigned char)name[2];
		else if (!parse_name(name + 2, n - 2, key))
			return false;
		*key |= KEY_ALT;
		return true;
	}
	return parse_name(name, n, key);
}

static uint32_t
code_point(const char *s, size_t length)
{
	static const unsigned char mask[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
	uint32_t c = (unsigned char)s[0] & mask[length];
	size_t i;

	for (i = 1; i < length; i++)
		c = c << 6 | ((unsigned char)s[i] & 0x3f);
	return c;
}

bool
key_parse(const char **names, uint32_t *key)
{
	const char *s = *names, *end;
	struct glyph g;
	size_t length;

	s += strspn(s, " \t\n\r");
	*names = s;
	if (*s == '\0')
		return false;
	if (*s == '<') {
		end = strchr(s, '>');
		if (end == NULL || !parse_modified(s + 1, (size_t)(end - s) - 1, key))
			return false;
		*names = end + 1;
		return true;
	}
	length = text_glyph(s, strlen(s), false, &g);
	if ((unsigned char)*s < 0x20 || (length == 1 && (unsigned char)*s >= 0x7f))
		return false;
	*key = code_point(s, length);
	*names = s + length;
	return true;
}

void
key_names(const char *keys, char *out, size_t room)
{
	size_t n = 0;
	const char *end;

	while (*keys != '\0' && n + 8 < room) {
		end = keys[0] == '<' ? strchr(keys, '>') : NULL;
		if (end == NULL) {
			out[n++] = *keys++;
			continue;
		}
		if (strncmp(keys, "<lt>", 4) == 0)
			out[n++] = '<';
		else
			for (keys++; keys < end && n + 8 < room; keys++)
				out[n++] = *keys;
		keys = end + 1;
	}
	out[n] = '\0';
}

int
key_width(uint32_t key)
{
	return key >> 14 & 0x3fff;
}

int
key_height(uint32_t key)
{
	return key & 0x3fff;
}

const struct binding key_bindings[] = {
#define GROUP(title) { ACT_NONE, ANY, NULL, 0, "", title, NULL },
#define ACTION(name, where, keys, rank, hint, help) \
	{ ACT_##name, where, keys, rank, hint, help, #name },
#define ALSO(name, where, keys, rank, hint, help) \
	{ ACT_##name, where, keys, rank, hint, help, #name },
#include "screen/keys.def"
};

const size_t nkey_bindings = sizeof(key_bindings) / sizeof(*key_bindings);
