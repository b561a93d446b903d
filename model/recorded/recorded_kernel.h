/* recorded_kernel.h - the functions of the kernel and its modules
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_KERNEL_H
#define RECORDED_KERNEL_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/stop.h"
#include "profile/open_options.h"
#include "recorded/recorded_images.h"
#include "symbols/symbols.h"

/* Reads the functions of the kernel IM into FS: from the copy that perf record made, or from the
 * kernel of this machine if it is the same.  Returns false if there are none; then *WHY is the
 * reason, and there is nothing to release. */
bool recorded_kernel_read(struct functions *fs, const struct image_places *places,
	const struct recorded_image *im, struct arena *text, const char **why);

#endif
