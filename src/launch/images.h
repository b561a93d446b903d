/* images.h - keeps the programs and libraries that were recorded, in case that they are built anew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef IMAGES_H
#define IMAGES_H

#include <sys/types.h>

#include "launch/directory.h"
#include "measured/recording.h"

/* Keeps in D the programs and libraries of R that this user owns: with a link to the file or, if D
 * is on another file system, with a copy.  Omits the recorder, and what belongs to the system.
 * *COPIED is the number of bytes of all copies in D; it limits them. */
void images_keep(const struct directory *d, const struct recording *r, off_t *copied);

#endif
