/* recorded_unnamed.h - notes about programs and libraries whose functions have no names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_UNNAMED_H
#define RECORDED_UNNAMED_H

#include <stdint.h>

#include "measured/measured.h"
#include "recorded/recorded_images.h"

/* Adds notes about IMAGES of a recording whose function names are not used, and about images with
 * many of all SAMPLES in code without a name.  Images with the same fault share a note. */
void recorded_unnamed_note(struct measured *m, const struct recorded_images *images,
	uint64_t samples);

/* Likewise about IMAGES of another profile, whose code without names has samples.  SAMPLES is
 * indexed by function, ALL is their sum.  Images that share a function, as builds of one program
 * do, are one in the notes: SAMPLES of such functions become 0. */
void recorded_unnamed_note_code(struct measured *m, const struct recorded_images *images,
	uint64_t *samples, uint64_t all);

#endif
