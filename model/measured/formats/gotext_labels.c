/* gotext_labels.c - the labels of goroutines in a profile of Go as text, which name its parts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/formats/gotext_labels.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static const char begin[] = "# labels: {";

enum { MOST_KEYS = 64 };		/* other keys are not counted */

/* Sets TEXT, which has room for all of AT, to the text in quotes at AT, and *N to its length.
 * Returns what is behind it; NULL: there is none.  Only quotes and backslashes lose the backslash
 * before them: other escapes stay, which are control characters and damaged UTF-8. */
static const char *
unquote(const char *at, char *text, size_t *n)
{
	*n = 0;
	if (*at++ != '"')
		return NULL;
	while (*at != '"' && *at != '\0') {
		if (*at == '\\' && (at[1] == '"' || at[1] == '\\'))
			at++;
		text[(*n)++] = *at++;
	}
	text[*n] = '\0';
	return *at == '"' ? at + 1 : NULL;
}

/* Sets KEY and VALUE, which have room for all of AT, to the label at AT, and *N to the length of
 * VALUE.  Returns where the next label is; NULL: there is none at AT. */
static const char *
next_label(const char *at, char *key, char *value, size_t *n)
{
	size_t nkey;

	at = unquote(at, key, &nkey);
	if (at == NULL || *at != ':' || nkey == 0)
		return NULL;
	at = unquote(at + 1, value, n);
	if (at == NULL)
		return NULL;
	return at + strspn(at, ", ");
}

struct counts {
	struct {
		char *key;		/* owned */
		uint64_t n;
	} v[MOST_KEYS];
	size_t n;
};

/* Counts the labels of LINE, which is a line of labels. */
static void
count(struct counts *c, const char *line)
{
	size_t room = strlen(line) + 1, n, i;
	char *key = mem_uncleared(room, 1), *value = mem_uncleared(room, 1);
	const char *at = line + sizeof(begin) - 1;

	while ((at = next_label(at, key, value, &n)) != NULL) {
		for (i = 0; i < c->n && strcmp(c->v[i].key, key) != 0; i++)
			;
		if (i == c->n && c->n < MOST_KEYS)
			c->v[c->n++].key = mem_text(key, strlen(key));
		if (i < c->n)
			c->v[i].n++;
	}
	free(key);
	free(value);
}

char *
gotext_labels_key(const char *text, size_t n)
{
	struct counts c = { 0 };
	const char *end = text + n, *next;
	size_t best = 0;
	char *line, *key;

	for (const char *at = text; at < end; at = next + (next < end)) {
		next = memchr(at, '\n', (size_t)(end - at));
		if (next == NULL)
			next = end;
		if ((size_t)(next - at) < sizeof(begin)
		    || memcmp(at, begin, sizeof(begin) - 1) != 0)
			continue;
		line = mem_text(at, (size_t)(next - at));
		count(&c, line);
		free(line);
	}
	for (size_t i = 1; i < c.n; i++)
		if (c.v[i].n > c.v[best].n)
			best = i;
	key = c.n > 0 ? c.v[best].key : NULL;
	for (size_t i = 0; i < c.n; i++)
		if (i != best)
			free(c.v[i].key);
	return key;
}

uint32_t
gotext_labels_part(struct measured *m, const char *key, const char *line)
{
	size_t room = line != NULL ? strlen(line) + 1 : 1, n = 0;
	char *name = mem_uncleared(room, 1), *value = mem_uncleared(room, 1);
	const char *at = line != NULL && room > sizeof(begin) ? line + sizeof(begin) - 1 : NULL;
	uint32_t part;
	bool has = false;

	while (!has && at != NULL && (at = next_label(at, name, value, &n)) != NULL)
		has = strcmp(name, key) == 0;
	part = has ? measured_part(m, key, value, n) : measured_part(m, key, "(none)", 6);
	free(name);
	free(value);
	return part;
}
