/* open_measured_files.h - read the files of a measured profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OPEN_MEASURED_FILES_H
#define OPEN_MEASURED_FILES_H

#include "load/open.h"
#include "measured/reader.h"
#include "profile/profile.h"

/* Reads the files that OPTIONS name into P, if they are recordings, or if the first file that is
 * not empty is a measured profile.  Such files need no image.  Empty files are skipped.
 * MEASURED_OTHER: the files are of other kinds.  MEASURED_FAILED: E says why the files cannot be
 * shown.  With both results, P does not change. */
enum measured_result open_measured_files(struct profile *p, const struct open_options *options,
	struct err *e);

#endif
