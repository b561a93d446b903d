/* listing_requests.h - the listings that were asked for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LISTING_REQUESTS_H
#define LISTING_REQUESTS_H

#include <stdbool.h>

#include "base/err.h"
#include "cli/options.h"
#include "elf/image.h"
#include "samples/samples.h"

/* Load what O names and print the listings that it asks for, or the default ones.  BEFORE, if not
 * NULL, is called with what was loaded before anything is printed; false ends the program with its
 * error.  Returns the exit status. */
int listing_requests_print(const struct options *o, bool (*before)(const struct options *o,
	const struct samples *s, const struct image *image, struct err *e));

#endif
