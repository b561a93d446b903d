/* recorded_tables.h - the unwind tables in the file of an image
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_TABLES_H
#define RECORDED_TABLES_H

#include "recorded/recorded_images.h"

/* Returns the unwind tables of IM, which is open; they are read once.  NULL: stacks of its kind of
 * processor cannot be unwound on this machine. */
struct unwind_tables *recorded_tables_of(struct recorded_image *im);

#endif
