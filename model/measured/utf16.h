/* utf16.h - texts in UTF-16, as programs on Windows write them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef UTF16_H
#define UTF16_H

#include <stdbool.h>
#include <stddef.h>

/* Are the N bytes at S the beginning of a text in UTF-16?  It begins with a byte order mark or with
 * four characters of ASCII.  Sets *IS_BIG: the first byte of a character is the more significant
 * one. */
bool utf16_recognise(const unsigned char *s, size_t n, bool *is_big);

/* Returns the N bytes at S, a text in UTF-16, as UTF-8, to be free()d.  *LENGTH becomes its length
 * in bytes.  Halves of characters, and an odd byte at the end, become U+FFFD. */
unsigned char *utf16_to_utf8(const unsigned char *s, size_t n, bool is_big, size_t *length);

#endif
