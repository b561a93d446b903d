/* open_recording.h - make a measured profile from recordings
 *
 * Processes and threads are added up.  A function of an image is one function, wherever processes
 * had the image mapped.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OPEN_RECORDING_H
#define OPEN_RECORDING_H

#include "measured/reader.h"
#include "profile/open_options.h"

/* Reads the recordings that OPTIONS name, directories or single files, into M.  A program may be
 * named before them; its file then replaces a recorded image, see recorded_images.program.
 * MEASURED_OTHER: no recordings, or not only recordings, are named, and M is unchanged.
 * MEASURED_FAILED: E says why nothing can be shown. */
enum measured_result open_recording(struct measured *m, const struct open_options *options,
	struct err *e);

/* Sets *SOURCES to the paths of the recordings that OPTIONS name, to be free()d, and returns their
 * number.  *PROGRAM becomes the program that is named before the recordings, or NULL.  0: no
 * recordings, or not only recordings, are named, and *SOURCES is NULL. */
size_t open_recording_sources(const struct open_options *options, const char **program,
	const char ***sources);

#endif
