/* svg_repeats.h - lines of text in which parts of lines before are not repeated
 *
 * Long names of instances of templates have long parts in common.  A part of a line that was in the
 * text before is written as two tabs and "LINE,START,LENGTH;": the number of the earlier line, the
 * position of the part in that line, and the length of the part.  START and LENGTH are in UTF-16
 * units, as scripts count.  LINE may be the line that is being written.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SVG_REPEATS_H
#define SVG_REPEATS_H

#include <stddef.h>
#include <stdint.h>

#include "io/out.h"

struct svg_repeats {
	char *text;			/* owned; all lines so far, without references */
	size_t n, room;
	struct svg_line {
		size_t begin;		/* position of the line in .text, in bytes */
		uint32_t call;		/* number of the call of svg_repeats_write() that wrote the
					 * line */
	} *lines;			/* owned */
	size_t nlines, lines_room;
	uint32_t calls;			/* number of calls of svg_repeats_write() */
	struct svg_position {
		uint32_t line;
		uint32_t call;		/* number of the call that wrote .line; 0: no position */
		uint32_t at, units;	/* position in the line in bytes and in UTF-16 units */
	} *positions[2];		/* owned; two hash tables of positions.  A position is found
					 * by the hash of the bytes that begin there: many bytes in
					 * the first table, few bytes in the second */
};

void svg_repeats_open(struct svg_repeats *s);
void svg_repeats_release(struct svg_repeats *s);

/* Writes LINE, N bytes, and a newline; markup in LINE is escaped.  LINE is UTF-8, and its only
 * control characters are single tabs. */
void svg_repeats_write(struct svg_repeats *s, struct out *o, const char *line, size_t n);

/* Forgets the last line, so that later lines do not refer to it. */
void svg_repeats_undo(struct svg_repeats *s);

#endif
