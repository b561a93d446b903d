/* out.h - buffered text output with fast formatting of numbers
 *
 * Listings of large programs are tens of megabytes of numbers, so numbers are formatted here, with
 * the same result as printf().  After a failed write, all later output is dropped.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OUT_H
#define OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct out {
	int fd;				/* where the text is written; -1 if the text is collected in
					 * memory */
	char *bytes;			/* owned; text that is not written yet */
	size_t used, room;
	bool visible;			/* spell out control characters in names */
	bool ascii;			/* .fd is a terminal that does not show UTF-8 */
	int error;			/* errno of the first write that failed, or 0 */
};

/* Opens O to write to FD, which out_close() leaves open. */
void out_open(struct out *o, int fd);

/* Opens O to collect text in O->bytes instead of writing it.  The text is the same as if it were
 * written to TO.  The caller may set O->used to 0 to drop the text. */
void out_collect(struct out *o, const struct out *to);

/* Writes the rest and releases O.  False: something could not be written, and errno says why. */
bool out_close(struct out *o);

/* Sets E to the message that standard output could not be written; NUMBER is the errno.  If the
 * reader of the output is gone, the kind is ERR_UNREAD, and the user gets no message. */
#define out_failed(e, number) (out_failed_(e, number), false)
void out_failed_(struct err *e, int number);

void out_bytes(struct out *o, const char *s, size_t n);
void out_text(struct out *o, const char *s);
void out_blanks(struct out *o, size_t n);

/* Writes text as printf() does, but only the first 511 bytes of it. */
void out_printf(struct out *o, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Writes NAME, which comes from a file.  If O->visible, control characters are spelled out. */
void out_name(struct out *o, const char *name);

/* Writes the first character of the N bytes at S as UTF-8; N is at least 1.  Returns how many of
 * the bytes were read.  Control characters are spelled out.  On a terminal without UTF-8,
 * characters that are not ASCII and invalid bytes are spelled out, too.  Elsewhere, invalid bytes
 * become U+FFFD. */
size_t out_utf8(struct out *o, const char *s, size_t n);

/* Must the character C be spelled out in O, because it would not be shown as it is? */
bool out_is_active(const struct out *o, uint32_t c);

/* Writes N bytes of a source file.  On a terminal, control characters except TAB and newline are
 * spelled out. */
void out_source(struct out *o, const char *s, size_t n);

/* Writes TEXT, cut and padded to |WIDTH| bytes: right-aligned or, if WIDTH < 0, left-aligned. */
void out_cell(struct out *o, int width, const char *text);

/* Writes N as printf("%*ju") does: right-aligned or, if WIDTH < 0, left-aligned. */
void out_count(struct out *o, int width, uint64_t n);

/* Writes X as printf("%*.*f") does.  DECIMALS is at most DECIMAL_MOST (decimal.h). */
void out_fixed(struct out *o, int width, int decimals, double x);

#endif
