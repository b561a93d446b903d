/* imagefile.h - the file of an image in memory, as an ELF file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGEFILE_H
#define IMAGEFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct image;

/* Opens and maps the file IM->path.  A program of Windows becomes an ELF file.  Sets .fd, .bytes,
 * .size, .modified, .is_pe, .pe_at, .pe_size and .leading of IM.  If this returns false, E says
 * why, without the path; IM must be closed all the same. */
bool imagefile_open(struct image *im, struct err *e);

/* Maps the ELF file that was made of the PE file IM once more, without its symbols.  The caller may
 * change its headers.  Returns its IM->size bytes, for imagefile_unmap(), or NULL. */
unsigned char *imagefile_map_again(const struct image *im);

/* Unmaps SIZE bytes at BYTES, which may be NULL. */
void imagefile_unmap(unsigned char *bytes, size_t size);

/* Tells the kernel that the bytes of IM are not needed for now.  They do not count as memory of
 * this process until they are read again. */
void imagefile_rest(const struct image *im);

/* Closes the file of IM. */
void imagefile_close(struct image *im);

#endif
