/* recorded_codes.h - the functions at the addresses of a profile that names images
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_CODES_H
#define RECORDED_CODES_H

#include "measured/codes.h"
#include "measured/measured.h"
#include "profile/open_options.h"
#include "recorded/recorded_images.h"

struct recorded_codes {
	struct codes codes;		/* for the reader of the profile */
	struct recorded_images images;
};

/* Prepares C for a reader that adds to M. */
void recorded_codes_open(struct recorded_codes *c, struct measured *m);
void recorded_codes_release(struct recorded_codes *c);

#endif
