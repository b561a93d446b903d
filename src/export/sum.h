/* sum.h - -s: adds many profiles up and writes the sum to one file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SUM_H
#define SUM_H

#include <stdbool.h>

#include "base/err.h"
#include "cli/options.h"
#include "elf/image.h"
#include "samples/samples.h"

/* Reads all profiles of O and writes their sum.  A profile that cannot be used is named on standard
 * error and omitted.  Returns false if some profiles were omitted, or if nothing was written; E
 * says so. */
bool sum_files(const struct options *o, struct err *e);

/* Writes S, the sum of the profiles of O, to O->output.  The file has the byte order of IMAGE, and
 * the address size of --address-size or, without this option, of IMAGE. */
bool sum_write(const struct options *o, const struct samples *s,
	const struct image *image, struct err *e);

#endif
