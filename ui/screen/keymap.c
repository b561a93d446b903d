/* keymap.c - keys as the user wants them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "screen/keymap.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"

enum { MOST_KEYS = 200 };		/* bytes of the keys of one action */

/* Is TEXT the name of the action that the table calls NAME: "page-down", PAGE_DOWN? */
static bool
is_named(const char *name, const char *text, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (tolower((unsigned char)name[i]) != (text[i] == '-' ? '_' : text[i]))
			return false;
	return name[n] == '\0';
}

const char *
keymap_keys(const struct keymap *m, const struct binding *b)
{
	const char *keys = m && m->keys ? m->keys[b - key_bindings] : NULL;

	return keys ? keys : b->keys;
}

const struct binding *
keymap_binding(const struct keymap *m, unsigned where, uint32_t key)
{
	const char *names;
	uint32_t k;
	size_t i;

	for (i = 0; i < nkey_bindings; i++) {
		if (!key_bindings[i].keys || !(key_bindings[i].where & where))
			continue;
		names = keymap_keys(m, &key_bindings[i]);
		while (key_parse(&names, &k))
			if (k == key)
				return &key_bindings[i];
	}
	return NULL;
}

static void
set_keys(struct keymap *m, size_t i, const char *keys, size_t n)
{
	char *copy = mem_text(keys, n);	/* KEYS may be what is freed */

	free(m->keys[i]);
	m->keys[i] = copy;
}

static bool
has_key(const char *keys, size_t n, uint32_t key)
{
	const char *at = keys;
	uint32_t k;

	while (at < keys + n && key_parse(&at, &k) && at <= keys + n)
		if (k == key)
			return true;
	return false;
}

/* No key has two meanings: take the N bytes KEYS away from binding I. */
static void
remove_keys(struct keymap *m, size_t i, const char *keys, size_t n)
{
	const char *at = keymap_keys(m, &key_bindings[i]), *from;
	char left[MOST_KEYS];
	size_t length = 0;
	bool taken = false;
	uint32_t key;

	for (from = at; key_parse(&at, &key); from = at) {
		from += strspn(from, " ");
		if (has_key(keys, n, key)) {
			taken = true;
			continue;
		}
		if (length + (size_t)(at - from) + 1 >= sizeof(left))
			break;
		if (length > 0)
			left[length++] = ' ';
		memcpy(left + length, from, (size_t)(at - from));
		length += (size_t)(at - from);
	}
	if (taken)
		set_keys(m, i, left, length);
}

/* Let the action whose name is the N bytes NAME have KEYS; false: there is none. */
static bool
rebind(struct keymap *m, const char *name, size_t n, const char *keys, size_t length)
{
	unsigned where = 0;
	size_t i;

	for (i = 0; i < nkey_bindings; i++)
		if (key_bindings[i].keys && is_named(key_bindings[i].name, name, n)) {
			where |= key_bindings[i].where;
			set_keys(m, i, keys, length);
		}
	for (i = 0; i < nkey_bindings; i++)
		if (key_bindings[i].keys && !is_named(key_bindings[i].name, name, n)
			&& (key_bindings[i].where & where))
			remove_keys(m, i, keys, length);
	return where != 0;
}

/* One line of N bytes; what is wrong with it, or NULL. */
static const char *
read_line(struct keymap *m, const char *line, size_t n)
{
	static const char blanks[] = " \t\r";
	size_t name, gap;
	char keys[MOST_KEYS];
	const char *at = keys;
	uint32_t key;

	while (n > 0 && strchr(blanks, *line)) {
		line++;
		n--;
	}
	while (n > 0 && strchr(blanks, line[n - 1]))
		n--;
	if (n == 0 || *line == '#')
		return NULL;
	for (name = 0; name < n && !strchr(blanks, line[name]); name++)
		;
	for (gap = name; gap < n && strchr(blanks, line[gap]); gap++)
		;
	if (memchr(line, '\0', n))
		return "no text";
	if (n - gap >= sizeof(keys))
		return "too long";
	memcpy(keys, line + gap, n - gap);
	keys[n - gap] = '\0';
	while (key_parse(&at, &key))
		;
	if (*at)
		return "no such key; names are as in the help: j <Enter> <C-d> <F5>";
	if (!rebind(m, line, name, keys, n - gap))
		return "no such action; the manual lists them";
	return NULL;
}

void
keymap_read(struct keymap *m, const char *text, size_t size, const char *path, FILE *say)
{
	size_t at = 0, n;
	const char *end, *wrong;
	unsigned number = 1;
	struct err e;

	if (!m->keys)
		m->keys = mem_new(nkey_bindings, sizeof(*m->keys));
	for (; at < size; at += n + 1, number++) {
		end = memchr(text + at, '\n', size - at);
		n = end ? (size_t)(end - (text + at)) : size - at;
		wrong = read_line(m, text + at, n);
		if (!wrong)
			continue;
		(void)err_set(&e, ERR_FORMAT, "%s:%u: %s; the line is ignored", path, number, wrong);
		fprintf(say, "%s\n", e.text);
	}
}

void
keymap_release(struct keymap *m)
{
	size_t i;

	for (i = 0; m->keys && i < nkey_bindings; i++)
		free(m->keys[i]);
	free(m->keys);
	m->keys = NULL;
}
