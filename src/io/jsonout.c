/* jsonout.c - JSON, written as a stream
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/jsonout.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/visible.h"

enum { REPLACEMENT = 0xfffd };		/* written instead of bytes that are no character */

static struct jsonout_level *
current_level(struct jsonout *j)
{
	return &j->levels[j->depth];
}

static void
new_line(struct jsonout *j)
{
	out_text(j->out, "\n");
	out_blanks(j->out, j->depth);
}

/* Writes the comma and the line break that a value or a key needs before it. */
static void
begin_value(struct jsonout *j)
{
	struct jsonout_level *l = current_level(j);

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
open_level(struct jsonout *j, const char *open, char close, bool flat)
{
	bool inside_flat = current_level(j)->flat;

	begin_value(j);
	out_text(j->out, open);
	assert(j->depth + 1 < JSONOUT_DEPTH);
	j->depth++;
	*current_level(j) = (struct jsonout_level){ .close = close, .flat = flat || inside_flat };
}

void
jsonout_object(struct jsonout *j, bool flat)
{
	open_level(j, "{", '}', flat);
}

void
jsonout_array(struct jsonout *j, bool flat)
{
	open_level(j, "[", ']', flat);
}

void
jsonout_end(struct jsonout *j)
{
	struct jsonout_level l = *current_level(j);

	assert(j->depth > 0 && !j->after_key);
	j->depth--;
	if (l.any && !l.flat)
		new_line(j);
	out_bytes(j->out, &l.close, 1);
}

void
jsonout_key(struct jsonout *j, const char *name)
{
	begin_value(j);
	out_text(j->out, "\"");
	out_text(j->out, name);
	out_text(j->out, "\": ");
	j->after_key = true;
}

void
jsonout_literal(struct jsonout *j)
{
	begin_value(j);
}

void
jsonout_null(struct jsonout *j)
{
	begin_value(j);
	out_text(j->out, "null");
}

void
jsonout_bool(struct jsonout *j, bool value)
{
	begin_value(j);
	out_text(j->out, value ? "true" : "false");
}

void
jsonout_count(struct jsonout *j, uint64_t value)
{
	begin_value(j);
	out_count(j->out, 0, value);
}

void
jsonout_integer(struct jsonout *j, int64_t value)
{
	begin_value(j);
	out_printf(j->out, "%" PRId64, value);
}

static void
put_escaped(struct out *o, uint32_t c)
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
	size_t used;

	begin_value(j);
	out_text(j->out, "\"");
	for (; n > 0; text += used, n -= used) {
		uint32_t c = visible_read(text, n, &used);

		if (c == '"' || c == '\\')
			out_text(j->out, "\\");
		if (c == VISIBLE_NO_CHARACTER)
			c = REPLACEMENT;
		if (out_is_active(j->out, c) || c == REPLACEMENT)
			put_escaped(j->out, c);
		else
			out_bytes(j->out, text, used);
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

	begin_value(j);
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
