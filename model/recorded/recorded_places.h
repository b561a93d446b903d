/* recorded_places.h - where the file of a recorded image may be
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_PLACES_H
#define RECORDED_PLACES_H

#include <stdint.h>

#include "base/arena.h"
#include "profile/open_options.h"

/* Returns the path of a file that may be the image PATH, whose build-id is the N bytes at ID.  I
 * counts the places from 0; the files that have code come first.  "": place I does not exist for
 * this image.  NULL: there are no more places. */
const char *recorded_place(struct arena *text, const struct image_places *places, unsigned i,
	const char *path, const unsigned char *id, uint32_t n);

/* Likewise for a file with debug information that was removed from the image. */
const char *recorded_debug_place(struct arena *text, const struct image_places *places, unsigned i,
	const unsigned char *id, uint32_t n);

/* Likewise for the list of the symbols of the kernel, which perf record has copied. */
const char *recorded_kernel_place(struct arena *text, const struct image_places *places,
	unsigned i, const unsigned char *id, uint32_t n);

/* Likewise for the ELF file of the kernel, whose build-id is to be checked. */
const char *recorded_vmlinux_place(struct arena *text, const struct image_places *places,
	unsigned i, const unsigned char *id, uint32_t n);

#endif
