/* sum.h - the sum of many profiles as one file: -s
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

/* Read all profiles of O and write their sum.  Those that cannot be used are named on standard
 * error and left out, whole; then, and if nothing could be written, false, and E says so. */
bool sum_files(const struct options *o, struct err *e);

/* Write S, which was read from all profiles of O; they are of programs like IMAGE. */
bool sum_write(const struct options *o, const struct samples *s,
	const struct image *image, struct err *e);

#endif
