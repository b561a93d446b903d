/* visible.h - untrusted text in a form that is safe to show
 *
 * Names come from files, which may be crafted.  Control characters, invisible characters and
 * invalid bytes are spelled out wherever text is shown: "^[" for a control character, "<U+202E>"
 * for an invisible character, "<9b>" for an invalid byte.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VISIBLE_H
#define VISIBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VISIBLE_ROOM = 16 };		/* bytes of the text that shows one character, with its
					 * NUL */

#define VISIBLE_NO_CHARACTER UINT32_MAX

/* Returns the first character of the N > 0 bytes of UTF-8 at S; *USED becomes its number of bytes.
 * Returns VISIBLE_NO_CHARACTER if the first *USED bytes are not valid. */
uint32_t visible_read(const char *s, size_t n, size_t *used);

/* Is the character C (Unicode) a control character, a mark of direction or another character that
 * is invisible but changes how text looks? */
bool visible_is_active(uint32_t c);

/* Writes the character C to TEXT, spelled out, and returns the length of TEXT.  If C is
 * VISIBLE_NO_CHARACTER, writes BYTE, which is invalid, instead. */
size_t visible_spell(char text[VISIBLE_ROOM], uint32_t c, char byte);

/* Writes the first character at S to TEXT in a form that can be printed.  S has N > 0 bytes in the
 * locale's encoding.  Returns the number of bytes of S that were used. */
size_t visible_print(char text[VISIBLE_ROOM], const char *s, size_t n);

/* Is the encoding of the locale, and so of the terminal, UTF-8? */
bool visible_is_utf8(void);

#endif
