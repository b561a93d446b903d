/* gnu.h - what the formats of GNU have in common
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GNU_H
#define GNU_H

#include <stdbool.h>
#include <stddef.h>

#include "base/cursor.h"
#include "samples/format.h"

/* The version of a shared profile: formats/ldprofile.c. */
#define GNU_SHARED 0x1ffffu

/* Are the 16 bytes at P the name of a unit and its abbreviation? */
bool gnu_is_dimension(const unsigned char *p, bool strict);

enum { GNU_HEADER = 20 };		/* bytes */

/* An attempt to read a file with one byte order and one width of addresses. */
struct gnu_attempt {
	const struct raw *raw;
	struct samples *s;
	struct cursor c;
	size_t done;			/* what stands before this byte was read */
	struct profile_file file;
	struct err *e;
};

/* How wide addresses are as the user or else the image says; 0: nobody does. */
unsigned gnu_known_size(const struct raw *raw);

/* Read all of the file of T with the layout that T->s has. */
bool gnu_parse(struct gnu_attempt *t);

#endif
