/* out.c - buffered text output with fast formatting of numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/out.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/decimal.h"
#include "base/mem.h"
#include "base/visible.h"

enum {
	ROOM = 256 * 1024,
	SMALL = 512,			/* greatest length of a number, in bytes */
};

static void
flush_bytes(struct out *o)
{
	size_t done = 0;

	if (o->fd < 0) {
		o->bytes = mem_grow(o->bytes, o->room + 1, &o->room, 1);
		return;
	}
	while (done < o->used && o->error == 0) {
		ssize_t n = write(o->fd, o->bytes + done, o->used - done);

		if (n >= 0)
			done += (size_t)n;
		else if (errno != EINTR)
			o->error = errno;
	}
	o->used = 0;
}

/* Returns room for N <= SMALL characters at the end of the buffer. */
static char *
room(struct out *o, size_t n)
{
	if (n > o->room - o->used)
		flush_bytes(o);
	assert(n <= o->room - o->used);
	return o->bytes + o->used;
}

void
out_open(struct out *o, int fd)
{
	*o = (struct out){ .fd = fd, .bytes = mem_uncleared(ROOM, 1), .room = ROOM,
		.visible = isatty(fd) };
	o->ascii = o->visible && !visible_is_utf8();
}

void
out_collect(struct out *o, const struct out *to)
{
	*o = (struct out){ .fd = -1, .bytes = mem_uncleared(ROOM, 1), .room = ROOM,
		.visible = to->visible, .ascii = to->ascii };
}

bool
out_close(struct out *o)
{
	if (o->fd >= 0)
		flush_bytes(o);
	free(o->bytes);
	o->bytes = NULL;
	errno = o->error;
	return o->error == 0;
}

void
out_failed_(struct err *e, int number)
{
	struct pollfd p = { .fd = STDOUT_FILENO };
	bool unread = number == EPIPE || (poll(&p, 1, 0) > 0 && (p.revents & POLLERR) != 0);

	(void)err_set(e, unread ? ERR_UNREAD : ERR_IO,
		"standard output: %s; part of the output is missing", strerror(number));
}

void
out_bytes(struct out *o, const char *s, size_t n)
{
	while (n > o->room - o->used) {
		size_t part = o->room - o->used;

		memcpy(o->bytes + o->used, s, part);
		o->used = o->room;
		s += part;
		n -= part;
		flush_bytes(o);
	}
	memcpy(o->bytes + o->used, s, n);
	o->used += n;
}

void
out_text(struct out *o, const char *s)
{
	out_bytes(o, s, strlen(s));
}

void
out_blanks(struct out *o, size_t n)
{
	while (n > 0) {
		size_t part = n < SMALL ? n : SMALL;

		memset(room(o, part), ' ', part);
		o->used += part;
		n -= part;
	}
}

void
out_printf(struct out *o, const char *format, ...)
{
	char text[SMALL];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (n > 0)
		out_bytes(o, text, (size_t)n < sizeof(text) ? (size_t)n : sizeof(text) - 1);
}

/* Writes the LENGTH bytes at NAME, with control characters spelled out. */
static void
put_visible(struct out *o, const char *name, size_t length)
{
	const char *end = name + length;
	char text[VISIBLE_ROOM];

	while (name < end) {
		name += visible_print(text, name, (size_t)(end - name));
		out_text(o, text);
	}
}

bool
out_is_active(const struct out *o, uint32_t c)
{
	return visible_is_active(c) || (o->ascii && c >= 0x80);
}

size_t
out_utf8(struct out *o, const char *s, size_t n)
{
	char text[VISIBLE_ROOM];
	size_t used;
	uint32_t c = visible_read(s, n, &used);

	if (c == VISIBLE_NO_CHARACTER && !o->ascii)
		out_text(o, "\xef\xbf\xbd");
	else if (out_is_active(o, c))
		out_bytes(o, text, visible_spell(text, c, *s));
	else
		out_bytes(o, s, used);
	return used;
}

void
out_name(struct out *o, const char *name)
{
	if (o->visible)
		put_visible(o, name, strlen(name));
	else
		out_text(o, name);
}

void
out_source(struct out *o, const char *s, size_t n)
{
	const char *end = s + n;

	if (!o->visible) {
		out_bytes(o, s, n);
		return;
	}
	while (s < end) {
		const char *p = s;

		while (p < end && *p != '\t' && *p != '\n')
			p++;
		put_visible(o, s, (size_t)(p - s));
		if (p < end)
			out_bytes(o, p++, 1);
		s = p;
	}
}

void
out_cell(struct out *o, int width, const char *text)
{
	size_t columns = (size_t)abs(width), n = strnlen(text, columns);

	if (width > 0)
		out_blanks(o, columns - n);
	if (o->visible)
		put_visible(o, text, n);
	else
		out_bytes(o, text, n);
	if (width < 0)
		out_blanks(o, columns - n);
}

/* Writes the characters from S to END, padded to |WIDTH| columns. */
static void
put_padded(struct out *o, int width, const char *s, const char *end)
{
	size_t n = (size_t)(end - s), columns = (size_t)abs(width);
	size_t blanks = columns > n ? columns - n : 0;
	char *to = room(o, n + blanks);

	if (width > 0) {
		memset(to, ' ', blanks);
		to += blanks;
	}
	memcpy(to, s, n);
	if (width < 0)
		memset(to + n, ' ', blanks);
	o->used += n + blanks;
}

void
out_count(struct out *o, int width, uint64_t n)
{
	char text[DECIMAL_ROOM], *end = text + sizeof(text);

	put_padded(o, width, decimal_count(end, n), end);
}

void
out_fixed(struct out *o, int width, int decimals, double x)
{
	char text[DECIMAL_ROOM], *end = text + sizeof(text), *s = decimal_fixed(end, x, decimals);

	if (s != NULL)
		put_padded(o, width, s, end);
	else
		out_printf(o, "%*.*f", width, decimals, x);
}
