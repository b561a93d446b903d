/* keymap.c - keys that the user has assigned to actions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "screen/keymap.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"

enum { MOST_KEYS = 200 };		/* bytes for the text that lists the keys of an action, with
					 * its NUL */

/* Do the N bytes TEXT, such as "page-down", mean the action that keys.def calls NAME, such as
 * "PAGE_DOWN"? */
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
	const char *keys = m != NULL && m->keys != NULL ? m->keys[b - key_bindings] : NULL;

	return keys != NULL ? keys : b->keys;
}

const struct binding *
keymap_binding(const struct keymap *m, unsigned where, uint32_t key)
{
	const char *names;
	uint32_t k;
	size_t i;

	for (i = 0; i < nkey_bindings; i++) {
		if (key_bindings[i].keys == NULL || !(key_bindings[i].where & where))
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
	char *copy = mem_text(keys, n);

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

/* Removes each key in the text KEYS, N bytes, from binding I.  The reason: in one view, a key has
 * only one action. */
static void
remove_keys(struct keymap *m, size_t i, const char *keys, size_t n)
{
	const char *at = keymap_keys(m, &key_bindings[i]), *from;
	char left[MOST_KEYS];
	size_t length = 0;
	bool removed = false;
	uint32_t key;

	for (from = at; key_parse(&at, &key); from = at) {
		from += strspn(from, " ");
		if (has_key(keys, n, key)) {
			removed = true;
			continue;
		}
		if (length + (size_t)(at - from) + 1 >= sizeof(left))
			break;
		if (length > 0)
			left[length++] = ' ';
		memcpy(left + length, from, (size_t)(at - from));
		length += (size_t)(at - from);
	}
	if (removed)
		set_keys(m, i, left, length);
}

/* Assigns KEYS, LENGTH bytes, to the action whose name is NAME, N bytes.  Other actions of the same
 * views lose these keys.  Returns false if no action has that name. */
static bool
rebind(struct keymap *m, const char *name, size_t n, const char *keys, size_t length)
{
	unsigned where = 0;
	size_t i;

	for (i = 0; i < nkey_bindings; i++)
		if (key_bindings[i].keys != NULL && is_named(key_bindings[i].name, name, n)) {
			where |= key_bindings[i].where;
			set_keys(m, i, keys, length);
		}
	for (i = 0; i < nkey_bindings; i++)
		if (key_bindings[i].keys != NULL && !is_named(key_bindings[i].name, name, n)
		    && (key_bindings[i].where & where))
			remove_keys(m, i, keys, length);
	return where != 0;
}

/* Reads LINE, N bytes of the key file.  Returns an error message, or NULL. */
static const char *
read_line(struct keymap *m, const char *line, size_t n)
{
	static const char blanks[] = " \t\r";
	size_t name, gap;
	char keys[MOST_KEYS];
	const char *at = keys;
	uint32_t key;

	while (n > 0 && strchr(blanks, *line) != NULL) {
		line++;
		n--;
	}
	while (n > 0 && strchr(blanks, line[n - 1]) != NULL)
		n--;
	if (n == 0 || *line == '#')
		return NULL;
	for (name = 0; name < n && strchr(blanks, line[name]) == NULL; name++)
		;
	for (gap = name; gap < n && strchr(blanks, line[gap]) != NULL; gap++)
		;
	if (memchr(line, '\0', n) != NULL)
		return "it contains a NUL byte";
	if (name == 3 && memcmp(line, "set", name) == 0 && m->set != NULL)
		return m->set(m->with, line + gap, n - gap);
	if (n - gap >= sizeof(keys))
		return "it is too long";
	memcpy(keys, line + gap, n - gap);
	keys[n - gap] = '\0';
	while (key_parse(&at, &key))
		;
	if (*at != '\0')
		return "unknown key; write keys as in j <Enter> <C-d> <F5>";
	if (!rebind(m, line, name, keys, n - gap))
		return "unknown action; the manual lists all actions";
	return NULL;
}

void
keymap_read(struct keymap *m, const char *text, size_t size, const char *path, FILE *say)
{
	size_t at = 0, n;
	const char *end, *wrong;
	unsigned number = 1;
	struct err e;

	if (m->keys == NULL)
		m->keys = mem_new(nkey_bindings, sizeof(*m->keys));
	for (; at < size; at += n + 1, number++) {
		end = memchr(text + at, '\n', size - at);
		n = end != NULL ? (size_t)(end - (text + at)) : size - at;
		wrong = read_line(m, text + at, n);
		if (wrong == NULL)
			continue;
		(void)err_set(&e, ERR_FORMAT, "%s:%u: %s; the line is ignored", path, number,
			wrong);
		fprintf(say, "%s\n", e.text);
	}
}

void
keymap_release(struct keymap *m)
{
	size_t i;

	for (i = 0; m->keys != NULL && i < nkey_bindings; i++)
		free(m->keys[i]);
	free(m->keys);
	m->keys = NULL;
}
