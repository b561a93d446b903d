/* imagematch.h - check whether an image is the one that was run, and find its load offset
 *
 * In the image that was run, each function calls mcount near its beginning, most of them at the
 * same distance from their beginning; and there is a call instruction at each call site.  In
 * another image, these addresses are anywhere in the code.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGEMATCH_H
#define IMAGEMATCH_H

#include "profile/profile.h"
#include "samples/samples.h"

/* How well an image fits the calls that were counted. */
struct image_match {
	size_t fit, n;			/* .n: number of addresses at which calls were counted;
					 * .fit: how many of them may be a function's call of mcount
					 * in this image */
	size_t sites_fit, nsites;	/* .nsites: number of call sites that were checked;
					 * .sites_fit: at how many of them the image may call the
					 * callee */
	size_t nowhere, ncallees;	/* .ncallees: number of arc records that were checked;
					 * .nowhere: how many of them have a callee outside all code
					 * of the image */
	bool is_sure;			/* the image calls mcount and its code can be decoded, so
					 * that most places must fit */
};

/* Returns how well image number IM of P fits the calls.  P must have functions and samples. */
struct image_match imagematch_of(const struct profile *p, uint32_t im);

/* Are most callees outside all code of the image? */
bool imagematch_is_outside(const struct image_match *m);

/* Does M show that another image was run? */
bool imagematch_is_wrong(const struct image_match *m);

struct image;

/* Does IM have a symbol of a function that counts calls, such as mcount?  If so, a part of IM was
 * compiled with -pg. */
bool imagematch_counts_calls(const struct image *im);

enum { IMAGEMATCH_NEAR = 64 };		/* most bytes between the beginning of a function and its
					 * call of mcount, with room to spare */

/* .n[d] is the number of counted places that are d bytes after the beginning of their function. */
struct offset_counts {
	size_t n[IMAGEMATCH_NEAR + 1];
};

/* Counts a place that is OFFSET bytes after the beginning of its function.  Places at more than
 * IMAGEMATCH_NEAR bytes are ignored. */
void imagematch_count_offset(struct offset_counts *c, uint64_t offset);

/* Returns the most frequent distance in C; if several are, the smallest. */
size_t imagematch_usual_offset(const struct offset_counts *c);

/* imagematch_slide.c */

/* Is any address of S between the beginning of the first function of image number IM and the end of
 * the last one?  True, too, if S has no addresses. */
bool imagematch_has_any(const struct profile *p, uint32_t im, const struct samples *s);

/* Subtracts the load offset of image number IM from the addresses of S, and returns the offset.  If
 * the user gave an offset, that is used.  If not, an offset is searched for, but only by exact
 * rules and if imagematch_has_any() is false.  0: no offset is needed, or none is found. */
uint64_t imagematch_slide(const struct profile *p, uint32_t im, struct samples *s);

#endif
