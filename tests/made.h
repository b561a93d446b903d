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

/* A profile of N functions called f0, f1 ..., 16 bytes each from 0x1000 on, without time
 * and calls.  profile_release() it. */
void made_profile(struct profile *p, enum rules rules, uint32_t n);

/* Calls: profile_link() is yet to be called. */
void made_call(struct profile *p, uint32_t caller, uint32_t callee, uint64_t count);

/* Give P an image that is one section of code, and what follows the last function, and
 * comes before the first one, to nobody (gprof) or to two functions [before] and [after].
 * N functions are at AT[0], AT[1] ... and the last ends at END. */
void made_image(struct profile *p, enum rules rules, const uint64_t *at, uint32_t n,
	uint64_t end);

/* A histogram of P's image. */
void made_histogram(struct profile *p, uint64_t lo, uint64_t hi, const uint64_t *bins,
	size_t n);

/* Let the options name what TEXT says in TABLE, as gprof's options do. */
void made_selection(struct profile *p, enum select_table table, const char *text);

#endif
