/* out.h - text to a file descriptor, as fast as it can be formatted
 *
 * Listings of large programs are tens of megabytes of figures, so the common shapes of
 * figures are formatted here; the bytes are those of printf.  A write that fails is
 * remembered, and everything after it is dropped.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OUT_H
#define OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct out {
	int fd;				/* -1: everything stays in memory */
	char *bytes;			/* owned; those not written yet */
	size_t used, room;
	bool visible;			/* control characters in names are spelled out */
	bool ascii;			/* a terminal that takes bytes of UTF-8 for something else */
	int error;			/* errno of the first write that failed, or 0 */
};

/* Text to FD, which out_close() leaves open. */
void out_open(struct out *o, int fd);

/* Collect text in O->bytes, for what will be written to TO; USED may be set back. */
void out_collect(struct out *o, const struct out *to);

/* Write what is left; false: something could not be written, and errno says why. */
bool out_close(struct out *o);

/* Standard output could not be written, with errno NUMBER.  It is ERR_UNREAD, and no reason to
 * complain, if everybody has gone away who could read it. */
#define out_failed(e, number) (out_failed_(e, number), false)
void out_failed_(struct err *e, int number);

void out_bytes(struct out *o, const char *s, size_t n);
void out_text(struct out *o, const char *s);
void out_blanks(struct out *o, size_t n);
void out_printf(struct out *o, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* A name that comes from a file. */
void out_name(struct out *o, const char *name);

/* Write the first character of the N > 0 bytes at S, visibly, as UTF-8 whatever it is: bytes
 * that are no character become U+FFFD.  On a terminal without UTF-8 what is not ASCII is spelled
 * out as well.  How many bytes it took. */
size_t out_utf8(struct out *o, const char *s, size_t n);

/* Would the character C, as UTF-8, do something where O goes instead of being seen? */
bool out_is_active(const struct out *o, uint32_t c);

/* N bytes of a source file: for a terminal without control characters but TAB and newline. */
void out_source(struct out *o, const char *s, size_t n);

/* TEXT cut and padded to |WIDTH| columns, at the right or (WIDTH < 0) at the left. */
void out_cell(struct out *o, int width, const char *text);

/* As "%*ju": to the right or (WIDTH < 0) to the left in at least |WIDTH| columns. */
void out_count(struct out *o, int width, uint64_t n);

/* As "%*.*f"; one or two DECIMALS. */
void out_fixed(struct out *o, int width, int decimals, double x);

#endif
