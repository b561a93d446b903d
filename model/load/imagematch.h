/* imagematch.h - check whether an image is the one that was run, and find its load offset
 *
 * In the image that was run, each function calls mcount near its beginning, and the distance is the
 * same in most functions.  Each call site has a call instruction.  In another image, the recorded
 * addresses are anywhere in the code.
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
					 * .fit: at how many of them a function of this image may
					 * call mcount */
	size_t sites_fit, nsites;	/* .nsites: number of call sites that were checked;
					 * .sites_fit: how many of them may be calls of the callee
					 * in this image */
	size_t nowhere, ncallees;	/* .ncallees: number of arc records that were checked;
					 * .nowhere: how many of them have a callee outside all code
					 * of the image */
	bool is_sure;			/* the image calls mcount and its code can be decoded, so
					 * most addresses and call sites must fit */
};

/* Returns how well image number IM of P fits the calls.  P must have functions and samples. */
struct image_match imagematch_of(const struct profile *p, uint32_t im);

/* Are most callees outside all code of the image?  Returns false if there are fewer than two. */
bool imagematch_is_outside(const struct image_match *m);

/* Does M show that another image was run? */
bool imagematch_is_wrong(const struct image_match *m);

struct image;

/* Does IM have a symbol of a function that counts calls, such as mcount?  If so, a part of IM was
 * compiled with -pg. */
bool imagematch_counts_calls(const struct image *im);

enum { IMAGEMATCH_NEAR = 64 };		/* greatest distance between the beginning of a function and
					 * its call of mcount that is accepted, in bytes; compilers
					 * need less */

/* .n[d] is the number of counted places that are d bytes after the beginning of their function. */
struct offset_counts {
	size_t n[IMAGEMATCH_NEAR + 1];
};

/* Counts a place that is OFFSET bytes after the beginning of its function.  Places at more than
 * IMAGEMATCH_NEAR bytes are ignored. */
void imagematch_count_offset(struct offset_counts *c, uint64_t offset);

/* Returns the most frequent distance in C.  If several distances are equally frequent, returns the
 * smallest of them. */
size_t imagematch_usual_offset(const struct offset_counts *c);

/* imagematch_slide.c */

/* Is any address of S between the beginning of the first function and the end of the last function
 * of image number IM?  Also true if S has no addresses. */
bool imagematch_has_any(const struct profile *p, uint32_t im, const struct samples *s);

/* Searches for the load offset of image number IM in the addresses of S, none of which may be in
 * the image.  Returns 0 if none is found. */
uint64_t imagematch_guess(const struct profile *p, uint32_t im, const struct samples *s);

/* Subtracts the load offset of image number IM from the addresses of S, and returns the offset.
 * Uses the offset that the user gave.  If the user gave none, searches for an offset, but only by
 * exact rules and if imagematch_has_any() is false.  Returns 0 if no offset is needed or none is
 * found. */
uint64_t imagematch_slide(const struct profile *p, uint32_t im, struct samples *s);

#endif
