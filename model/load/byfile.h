/* byfile.h - one function, file by file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BYFILE_H
#define BYFILE_H

#include "base/stop.h"
#include "profile/profile.h"

/* What one file holds of a function. */
struct file_share {
	double samples, all;		/* of the function; of the whole file */
	uint64_t calls;			/* by others */
	bool read;			/* false: the file is not there any more, or was changed */
};

/* Read every file of function F's image again.  INTO, if not NULL, says of each function who
 * stands for it: then all that F stands for count as F.  V has room for the files, in the order
 * of P->samples[image].files.  False: somebody asked to stop. */
bool byfile_read(const struct profile *p, const uint32_t *into, uint32_t f, struct file_share *v,
	struct stop *stop);

#endif
