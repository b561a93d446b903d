/* wait_index.h - makes an index of unwind tables that have none
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WAIT_INDEX_H
#define WAIT_INDEX_H

#include "waits/wait_images.h"

/* The copy of IM is the section .eh_frame.  Appends a section .eh_frame_hdr, and sets .header of
 * IM. */
void wait_index_make(struct wait_image *im);

#endif
