/* format.h - the formats of profile files
 *
 * One file in formats/ and one row of a table each.  A format says whether a file looks
 * like its own and decodes it into the same struct samples.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FORMAT_H
#define FORMAT_H

#include <stdbool.h>
#include <stddef.h>

#include "err.h"
#include "samples.h"

/* A file as it was read, and what is known about the process that wrote it. */
struct raw {
	const unsigned char *bytes;
	size_t size;
	unsigned address_size;		/* of the image: 4 or 8; 0: unknown */
	bool big_endian;		/* of the image, if address_size is known */
};

struct format {
	const char *name;

	/* Does RAW look like this format?  Sets S->big_endian, S->address_size. */
	bool (*recognise)(const struct raw *raw, struct samples *s);

	/* Read RAW, which was recognised, into S.  On false S holds what came before the
	 * damage, and E says what and at which byte. */
	bool (*decode)(const struct raw *raw, struct samples *s, struct err *e);
};

extern const struct format gnu_format;

/* Find the format of RAW and read it.  On false S holds what could be read; release it. */
bool format_decode(const struct raw *raw, struct samples *s, struct err *e);

#endif
