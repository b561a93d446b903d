/* gnu.h - parts that the formats of GNU have in common
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GNU_H
#define GNU_H

#include <stdbool.h>
#include <stddef.h>

#include "base/cursor.h"
#include "samples/format.h"

/* The version number in files that ldprofile.c reads. */
#define GNU_SHARED 0x1ffffu

/* Can the 16 bytes at P be the name of a unit (15 bytes) and its abbreviation?  If STRICT is set,
 * neither may be empty.  The place of a unit in a record depends on the size of addresses, so
 * callers find the size by this test. */
bool gnu_is_dimension(const unsigned char *p, bool strict);

enum { GNU_HEADER = 20 };		/* bytes of the header of the file */

/* An attempt to read a file with one byte order and one width of addresses. */
struct gnu_attempt {
	const struct raw *raw;
	struct samples *s;
	struct cursor c;
	size_t done;			/* the file was read up to this byte */
	struct profile_file file;
	struct err *e;
};

/* Reads the file T->raw into T->s, with the byte order and address size that T->s has.  Returns
 * false if the file is damaged: T->s->damage and T->e say how, and T->done where. */
bool gnu_parse(struct gnu_attempt *t);

#endif
