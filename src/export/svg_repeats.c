/* svg_repeats.c - lines of text in which parts of lines before are not repeated
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "export/svg_repeats.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "export/xml.h"

enum {
	LEAST = 20,			/* bytes; a repeated part that is shorter is written
					 * again */
	MANY = 96,			/* bytes; repeats of this length or more are looked for
					 * first, because they are probably the longest */
	POSITIONS = 1 << 16,
};

static const size_t sizes[] = { MANY, LEAST };

/* A window of .size bytes of a line, and its hash.  If the window has 3 bytes a, b and c, and m is
 * hash_multiplier, the hash is a*m^2 + b*m + c; likewise for more bytes.  So the hash of the window
 * at the next byte can be computed from this hash (Karp and Rabin, Efficient randomized
 * pattern-matching algorithms, 1987). */
struct window {
	size_t size;
	uint64_t hash;
	uint64_t power;			/* hash_multiplier to the power of .size - 1 */
};

void
svg_repeats_open(struct svg_repeats *s)
{
	*s = (struct svg_repeats){ .nlines = 0 };
	for (int i = 0; i < 2; i++)
		s->positions[i] = mem_new(POSITIONS, sizeof(*s->positions[i]));
}

void
svg_repeats_release(struct svg_repeats *s)
{
	free(s->text);
	free(s->lines);
	free(s->positions[0]);
	free(s->positions[1]);
}

static bool
is_inside_character(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* Returns the number of UTF-16 units of the N bytes TEXT, which is UTF-8. */
static uint32_t
units_of(const char *text, size_t n)
{
	uint32_t units = 0;

	for (size_t i = 0; i < n; i++)
		if (!is_inside_character(text[i]))
			units += (unsigned char)text[i] >= 0xf0 ? 2 : 1;
	return units;
}

/* Compares two parts of the text: one begins at position AT of the last line, the other at P.
 * Returns for how many bytes they are equal, without an incomplete character at the end, or 0 if
 * fewer than LEAST bytes are equal. */
static size_t
length_of_repeat(const struct svg_repeats *s, const struct svg_position *p, size_t at)
{
	size_t last = s->nlines - 1, n = 0, from, most;

	/* P may be in a line that was forgotten (svg_repeats_undo()). */
	if (p->call == 0 || p->line > last || s->lines[p->line].call != p->call)
		return 0;
	at += s->lines[last].begin;
	from = s->lines[p->line].begin + p->at;
	most = (p->line < last ? s->lines[p->line + 1].begin : at) - from;
	most = most < s->n - at ? most : s->n - at;
	while (n < most && s->text[from + n] == s->text[at + n])
		n++;
	while (n > 0 && at + n < s->n && is_inside_character(s->text[at + n]))
		n--;
	return n >= LEAST ? n : 0;
}

/* Places W at the beginning of LINE, which has N bytes. */
static void
window_open(struct window *w, size_t size, const char *line, size_t n)
{
	*w = (struct window){ .size = size, .power = 1 };
	for (size_t i = 0; i < size && i < n; i++) {
		w->hash = w->hash * hash_multiplier + (unsigned char)line[i];
		w->power *= i > 0 ? hash_multiplier : 1;
	}
}

/* Moves W from the byte at LINE to the next byte, unless the end of W is already at END, the end of
 * the line. */
static void
window_move(struct window *w, const char *line, const char *end)
{
	if ((size_t)(end - line) > w->size)
		w->hash = (w->hash - (unsigned char)*line * w->power) * hash_multiplier
			+ (unsigned char)line[w->size];
}

/* Writes the N bytes at TEXT with markup escaped, but tabs as they are. */
static void
write_as_is(struct out *o, const char *text, size_t n)
{
	const char *end = text + n, *tab;

	for (; (tab = memchr(text, '\t', (size_t)(end - text))) != NULL; text = tab + 1) {
		xml_bytes(o, text, (size_t)(tab - text));
		out_text(o, "\t");
	}
	xml_bytes(o, text, (size_t)(end - text));
}

void
svg_repeats_write(struct svg_repeats *s, struct out *o, const char *line, size_t n)
{
	size_t written = 0, length;
	struct window windows[2];
	uint32_t units = 0;

	for (int k = 0; k < 2; k++)
		window_open(&windows[k], sizes[k], line, n);
	s->lines = mem_grow(s->lines, s->nlines + 1, &s->lines_room, sizeof(*s->lines));
	s->lines[s->nlines++] = (struct svg_line){ s->n, ++s->calls };
	s->text = mem_grow(s->text, s->n + n, &s->room, 1);
	memcpy(s->text + s->n, line, n);
	s->n += n;
	for (size_t i = 0; i < n; i++) {
		for (int k = 0; k < 2 && !is_inside_character(line[i]); k++) {
			struct svg_position *position;

			if (i + sizes[k] > n)
				continue;
			position = &s->positions[k][hash_mix(windows[k].hash) % POSITIONS];
			if (i >= written && (length = length_of_repeat(s, position, i)) > 0) {
				write_as_is(o, line + written, i - written);
				out_printf(o, "\t\t%" PRIu32 ",%" PRIu32 ",%" PRIu32 ";",
					position->line, position->units,
					units_of(line + i, length));
				written = i + length;
			}
			*position = (struct svg_position){ (uint32_t)s->nlines - 1, s->calls,
				(uint32_t)i, units };
		}
		units += units_of(line + i, 1);
		for (int k = 0; k < 2; k++)
			window_move(&windows[k], line + i, line + n);
	}
	write_as_is(o, line + written, n - written);
	out_text(o, "\n");
}

void
svg_repeats_undo(struct svg_repeats *s)
{
	s->n = s->lines[--s->nlines].begin;
}
