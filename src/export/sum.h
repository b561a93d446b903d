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

/* Read all profiles of O and write their sum.  Profiles that cannot be used are named on standard
 * error and omitted as a whole.  False: some profiles were omitted, or nothing was written; E says
 * so. */
bool sum_files(const struct options *o, struct err *e);

/* Write S, which was read from all profiles of O, with the byte order of IMAGE, and with the
 * address size of --address-size or else of IMAGE. */
bool sum_write(const struct options *o, const struct samples *s,
	const struct image *image, struct err *e);

#endif
