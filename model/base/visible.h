/* visible.h - untrusted text in a form that is safe to show
 *
 * Names come from files.  Control characters, invisible characters and bytes that are no character
 * are spelled out wherever text is shown: "^[" for a control character, "<U+202E>" for an invisible
 * character, "<9b>" for a byte.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VISIBLE_H
#define VISIBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VISIBLE_ROOM = 16 };		/* bytes that one character may need, with a NUL */

#define VISIBLE_NO_CHARACTER UINT32_MAX

/* Returns the first character of the N > 0 bytes of UTF-8 at S; *USED becomes the number of its
 * bytes. VISIBLE_NO_CHARACTER: the first *USED bytes are no character. */
uint32_t visible_read(const char *s, size_t n, size_t *used);

/* Is the character C (Unicode) a control character, a mark of direction or another character that
 * is invisible but changes how text looks? */
bool visible_is_active(uint32_t c);

/* Spells out the character C, or BYTE if C is VISIBLE_NO_CHARACTER; returns the length of TEXT. */
size_t visible_spell(char text[VISIBLE_ROOM], uint32_t c, char byte);

/* Writes the first character of the N > 0 bytes at S, in the locale's encoding, to TEXT as it can
 * be printed; returns the number of bytes of S that it takes. */
size_t visible_print(char text[VISIBLE_ROOM], const char *s, size_t n);

/* Is the encoding of the locale, and so of the terminal, not UTF-8?  Then only ASCII is shown. */
bool visible_is_ascii(void);

#endif
