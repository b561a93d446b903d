/* file_label.h - short names of the profile files of a run: "211" for gmon.out.211
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FILE_LABEL_H
#define FILE_LABEL_H

#include <stdint.h>

#include "table/view_context.h"

enum { FILE_LABEL = 64 };		/* most bytes of a label, including its NUL */

/* Sets .path_start and .path_end of CTX to the lengths of the common prefix and the common suffix
 * of the paths of all profile files of image 0.  If there is only one file, they stay 0. */
void file_label_find_common(struct view_context *ctx);

/* Writes the label of file FILE of image IMAGE into OUT; a long label is cut. */
void file_label(const struct view_context *ctx, uint32_t image, uint32_t file,
	char out[FILE_LABEL]);

#endif
