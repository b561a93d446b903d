/* codelines.h - which functions have code on the lines of a source file
 *
 * A line has code of several functions if it is in a template, or in a function that was inlined.
 * Only functions that begin in the file, or have samples or calls in it, are known.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CODELINES_H
#define CODELINES_H

#include <stddef.h>
#include <stdint.h>

#include "profile/callsites.h"
#include "source/sources.h"

/* FUNC has code on line NUMBER. */
struct code_line {
	uint32_t number, func;
};

/* The text of a function: the lines from its header (.first) to the last line of its code
 * (.last). */
struct func_text {
	uint32_t func, first, last;
};

struct code_lines {
	struct code_line *v;		/* owned; sorted by line, then by function */
	struct func_text *texts;	/* owned; sorted by first line; a function inside the text
					 * of another one, such as a lambda, is omitted */
	size_t n, ntexts;
};

/* Finds which functions have code on the lines of file FILE of S, and the texts of functions.  S
 * was made from PLACES.  Reads the line tables only of functions that begin in FILE, or have
 * samples or calls in it; other functions are ignored.  A measured profile has no code: there, a
 * function has the lines on which it has samples or calls. */
void codelines_make(struct code_lines *c, const struct sources *s, struct callsites *places,
	uint32_t file);
void codelines_release(struct code_lines *c);

/* Returns the functions with code on line NUMBER and sets *N to their number.  The result may be
 * NULL if *N is 0. */
const struct code_line *codelines_at(const struct code_lines *c, uint32_t number, size_t *n);

/* Returns the last text that begins on line NUMBER or before, or NULL.  If several texts begin on
 * one line, they also end on one line. */
const struct func_text *codelines_text_before(const struct code_lines *c, uint32_t number);

#endif
