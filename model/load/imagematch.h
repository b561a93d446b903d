/* imagematch.h - is the image the one that was run?
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGEMATCH_H
#define IMAGEMATCH_H

#include "profile/profile.h"

/* How well an image matches the calls that were counted. */
struct image_match {
	size_t fit, n;			/* of N places where calls were counted, those that fit */
	size_t sites_fit, nsites;	/* the same of places where calls were made */
	size_t nowhere, ncallees;	/* of NCALLEES calls those of no code at all */
	bool is_sure;			/* it counts calls, and it is known what that looks like */
};

/* How well does image number IM match the calls that were counted?  In the image that was run
 * each function calls mcount near its beginning, and in most of them at one distance from it;
 * and where a call was made, there is one.  In another image the places are anywhere. */
struct image_match imagematch_of(const struct profile *p, uint32_t im);

/* Are most calls of addresses where the image has no code? */
bool imagematch_is_outside(const struct image_match *m);

/* Is that another image? */
bool imagematch_is_wrong(const struct image_match *m);

struct image;

/* Does IM call what counts calls: was any of it compiled with -pg? */
bool imagematch_counts_calls(const struct image *im);

#endif
