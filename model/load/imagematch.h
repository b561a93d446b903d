/* imagematch.h - is the image the one that was run, and where did its code run?
 *
 * In the image that was run each function calls mcount near its beginning, in most functions at
 * the same distance from it; and at each call site there is a call instruction.  In another
 * image these addresses are anywhere.
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGEMATCH_H
#define IMAGEMATCH_H

#include "profile/profile.h"
#include "samples/samples.h"

/* How well an image fits the calls that were counted. */
struct image_match {
	size_t fit, n;			/* of N places where calls were counted, those that fit */
	size_t sites_fit, nsites;	/* the same of call sites */
	size_t nowhere, ncallees;	/* of NCALLEES callees, those outside of all code */
	bool is_sure;			/* the image calls mcount, in instructions that are known */
};

/* How well does image number IM of P, which has its functions and samples, fit? */
struct image_match imagematch_of(const struct profile *p, uint32_t im);

/* Are most calls of addresses where the image has no code? */
bool imagematch_is_outside(const struct image_match *m);

/* Is it another image than the one that was run? */
bool imagematch_is_wrong(const struct image_match *m);

struct image;

/* Does IM call a function that counts calls: was any of it compiled with -pg? */
bool imagematch_counts_calls(const struct image *im);

enum { IMAGEMATCH_NEAR = 64 };		/* at most so many bytes from the beginning of a function
					 * its calls are counted, and some more */

/* At how many places calls were counted, by the distance from the beginning of the function. */
struct offset_counts {
	size_t n[IMAGEMATCH_NEAR + 1];
};

void imagematch_count_offset(struct offset_counts *c, uint64_t offset);

/* The distance that most places have. */
size_t imagematch_usual_offset(const struct offset_counts *c);

/* imagematch_slide.c */

/* Is any address of S in the functions of image number IM? */
bool imagematch_has_any(const struct profile *p, uint32_t im, const struct samples *s);

/* Move S to where image number IM has its code: by the distance that the user gave or, with exact
 * rules and if no address of S is in its functions, by one that makes S fit.  Returns the distance
 * that was subtracted from the addresses; 0: none was. */
uint64_t imagematch_slide(const struct profile *p, uint32_t im, struct samples *s);

#endif
