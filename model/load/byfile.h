/* byfile.h - the samples and calls of one function in each file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BYFILE_H
#define BYFILE_H

#include "base/stop.h"
#include "profile/profile.h"

/* Samples and calls of a function in one file. */
struct file_share {
	double samples, all;		/* samples of the function, and of the whole file */
	uint64_t calls;			/* calls of the function by other functions */
	bool read;			/* false: the file is missing or cannot be used any more */
};

/* Read every file of function F's image again into V, which is indexed like
 * P->samples[image].files.  INTO, as in struct fold, or NULL: functions folded into F count as F.
 * Returns false if stopped. */
bool byfile_read(const struct profile *p, const uint32_t *into, uint32_t f, struct file_share *v,
	struct stop *stop);

#endif
