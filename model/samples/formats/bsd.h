/* bsd.h - parts that the formats of BSD have in common
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BSD_H
#define BSD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "samples/format.h"
#include "samples/samples.h"

/* Returns the count of an arc; FIELD is the count in the file.  If FIELD is impossibly large (2^48
 * or more), only its lower 4 bytes are the count, because mingw does not write the others. */
uint64_t bsd_real_count(uint64_t field, unsigned address_size);

/* Reads arcs from byte AT to the end of RAW.  An arc has three words, each as wide as an address.
 * Returns false if RAW ends inside an arc. */
bool bsd_read_arcs(const struct raw *raw, size_t at, struct samples *s, struct err *e);

/* Reads the 4.4BSD header at byte AT of RAW, and the bins behind it, into S.  *NEXT becomes the
 * offset of the byte behind the bins. */
bool bsd44_read_histogram(const struct raw *raw, size_t at, struct samples *s,
	size_t *next, struct err *e);

/* Returns the size of a 4.4BSD header in bytes. */
size_t bsd44_header(unsigned address_size);

#endif
