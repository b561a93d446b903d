/* callgrind_names.h - compressed names in files of callgrind
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CALLGRIND_NAMES_H
#define CALLGRIND_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/numbering.h"

/* The names of one kind (objects, files or functions) that have numbers in a file: "(12) name"
 * gives name number 12, and "(12)" stands for it from then on.  All zero: there are none. */
struct callgrind_names {
	struct numbering numbers;
	struct callgrind_name *v;	/* owned */
	size_t n, room;
};

/* A name as it stands in a line. */
struct callgrind_text {
	const char *name;		/* no NUL ends it; empty: only a number is given */
	size_t n;
	bool has_number;
	uint32_t number;
};

/* Splits the N bytes at S into number and name.  Returns false if the number is too large.  Also
 * returns false if the bytes begin with "(" and a digit, but not with a number in parentheses. */
bool callgrind_names_split(struct callgrind_text *t, const char *s, size_t n);

/* Returns a pointer to the value for NUMBER in T, which the caller may set.  The value is NOBODY at
 * first.  The pointer is valid until the next call. */
uint32_t *callgrind_names_at(struct callgrind_names *t, uint32_t number);

void callgrind_names_release(struct callgrind_names *t);

#endif
