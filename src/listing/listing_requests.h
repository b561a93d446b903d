/* listing_requests.h - prints the listings that the options ask for
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

/* Loads the files of O, and prints the listings that O asks for, or the default listings.  Returns
 * the exit status.  BEFORE, if not NULL, is called with the samples and the image before anything
 * is printed.  If BEFORE returns false, the user is told the error E, and nothing is printed. */
int listing_requests_print(const struct options *o, bool (*before)(const struct options *o,
	const struct samples *s, const struct image *image, struct err *e));

#endif
