/* otherkinds.h - files of other profilers that gprowse does not read, and what to do with them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OTHERKINDS_H
#define OTHERKINDS_H

#include <stddef.h>

struct other_kind {
	const char *name;		/* constant; such as "perf.data" */
	const char *advice;		/* constant; what the file is, and which program converts or
					 * shows it; a message consists of the name of the file and
					 * this text */
};

/* Returns the kind of a file that begins with the N bytes at HEAD, or NULL. */
const struct other_kind *otherkinds_find(const unsigned char *head, size_t n);

#endif
