/* visible.h - text that nobody vouches for, in a form that can be shown
 *
 * Names come from files.  What would do something instead of being seen, and what is no
 * character at all, is spelled out wherever text gets out, always alike: "^[" for a control,
 * "<U+202E>" for other characters, "<9b>" for a byte.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VISIBLE_H
#define VISIBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VISIBLE_ROOM = 16 };		/* what one character may need, with a NUL */

#define VISIBLE_NO_CHARACTER UINT32_MAX

/* The first character of the N > 0 bytes of UTF-8 at S, which takes *USED of them.
 * VISIBLE_NO_CHARACTER: *USED bytes could have become one, but do not. */
uint32_t visible_read(const char *s, size_t n, size_t *used);

/* Is the character C (Unicode) a control, a mark of direction, or something else that is not
 * seen but changes what is? */
bool visible_is_active(uint32_t c);

/* Spell out the character C, or the byte BYTE if that is VISIBLE_NO_CHARACTER; how many bytes it takes. */
size_t visible_spell(char text[VISIBLE_ROOM], uint32_t c, char byte);

/* The first character that the N > 0 bytes at S are in the locale, as it can be printed there;
 * how many of the bytes it takes. */
size_t visible_print(char text[VISIBLE_ROOM], const char *s, size_t n);

/* Does the encoding of the locale, and so of the terminal, lack what is not ASCII, or spell it
 * otherwise than UTF-8? */
bool visible_is_ascii(void);

#endif
