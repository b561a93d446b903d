/* made.h - profiles put together by hand, without any file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MADE_H
#define MADE_H

#include "elf/image.h"
#include "profile/profile.h"
#include "profile/spans.h"
#include "samples/samples.h"

/* Makes a profile of N functions f0, f1 ... of 16 bytes each from 0x1000 on, without samples and
 * calls.  Release it with profile_release(). */
void made_profile(struct profile *p, enum rules rules, uint32_t n);

/* Adds COUNT calls.  After the last made_call(), the test must call profile_link(). */
void made_call(struct profile *p, uint32_t caller, uint32_t callee, uint64_t count);

/* Makes a profile of N functions f0, f1 ... at AT[0], AT[1] ... in an image with one section of
 * code.  The last function ends at END.  By gprof's rules, code outside these functions belongs to
 * no function.  With --exact, it belongs to the functions [before] and [after]: [before] is
 * function 0, and f0 is function 1. */
void made_image(struct profile *p, enum rules rules, const uint64_t *at, uint32_t n,
	uint64_t end);

/* Adds a histogram of N bins over [LO, HI) to P, which made_image() made. */
void made_histogram(struct profile *p, uint64_t lo, uint64_t hi, const uint64_t *bins,
	size_t n);

/* Selects functions or arcs by the symspec TEXT for TABLE, as an option of gprof does. */
void made_selection(struct profile *p, enum select_table table, const char *text);

#endif
