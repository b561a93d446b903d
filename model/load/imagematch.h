/* imagematch.h - check whether an image is the one that was run, and find its load offset
 *
 * In the image that was run each function calls mcount near its beginning, in most functions at
 * the same distance from it; and at each call site there is a call instruction.  In another
 * image these addresses are anywhere.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGEMATCH_H
#define IMAGEMATCH_H

#include "profile/profile.h"
#include "samples/samples.h"

/* How well an image fits the calls that were counted. */
struct image_match {
	size_t fit, n;			/* N places where calls were counted; FIT of them are
					 * where the right image would have them */
	size_t sites_fit, nsites;	/* NSITES call sites; at SITES_FIT of them the callee may
					 * be called */
	size_t nowhere, ncallees;	/* NCALLEES callees; NOWHERE of them are outside all code */
	bool is_sure;			/* the image calls mcount, and its code can be decoded */
};

/* How well image number IM of P, which has its functions and samples, fits the calls. */
struct image_match imagematch_of(const struct profile *p, uint32_t im);

/* Do most calls go to addresses where the image has no code? */
bool imagematch_is_outside(const struct image_match *m);

/* Does M show that the image is not the one that was run? */
bool imagematch_is_wrong(const struct image_match *m);

struct image;

/* Does IM call a function that counts calls: was any of it compiled with -pg? */
bool imagematch_counts_calls(const struct image *im);

enum { IMAGEMATCH_NEAR = 64 };		/* a function calls mcount at most this many bytes from its
					 * beginning, with some to spare */

/* Number of places where calls were counted, indexed by their distance from the beginning of the
 * function. */
struct offset_counts {
	size_t n[IMAGEMATCH_NEAR + 1];
};

/* Count a place at distance OFFSET, unless that is above IMAGEMATCH_NEAR. */
void imagematch_count_offset(struct offset_counts *c, uint64_t offset);

/* Returns the most frequent distance of a counted place from the beginning of its function. */
size_t imagematch_usual_offset(const struct offset_counts *c);

/* imagematch_slide.c */

/* Is any address of S in the functions of image number IM? */
bool imagematch_has_any(const struct profile *p, uint32_t im, const struct samples *s);

/* Subtract the load offset of image number IM from the addresses of S: the offset that the user
 * gave or, by exact rules and if no address of S is in a function of the image, an offset that
 * makes S fit.  Returns the offset, which may be 0. */
uint64_t imagematch_slide(const struct profile *p, uint32_t im, struct samples *s);

#endif
