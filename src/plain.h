/* plain.h - characters of text that nobody vouches for
 *
 * Names come from files: bytes that are no UTF-8, and characters that would do something
 * instead of being seen, must not get out as they are.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PLAIN_H
#define PLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "out.h"

enum { PLAIN_REPLACEMENT = 0xfffd };

/* The first character of the N > 0 bytes at S, which takes *USED of them; bytes that cannot
 * be one are, as far as they could have become one, one replacement character. */
uint32_t plain_character(const char *s, size_t n, size_t *used);

/* Write the first of the N > 0 bytes at S so that it can be seen: "^[", "U+202E", U+FFFD.
 * How many bytes it took. */
size_t plain_write(struct out *o, const char *s, size_t n);

#endif
