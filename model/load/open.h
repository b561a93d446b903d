/* open.h - read images and profile files into one profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OPEN_H
#define OPEN_H

#include "profile/open_options.h"
#include "profile/profile.h"
#include "samples/samples.h"

/* Reads all files that OPTIONS names into P.  Strings and arrays in OPTIONS must live as long as P,
 * but OPTIONS itself need not.  A damaged profile is opened as far as it can be read, and
 * P->damaged is set.  False: nothing can be shown or the user stopped the work, as E says; P needs
 * no release. */
bool open_profile(struct profile *p, const struct open_options *options, struct err *e);

/* Did a profiler that wrote a file of S lose calls, because its table of calls was full? */
bool open_has_lost_calls(const struct samples *s);

/* The steps of open_profile(). */

/* Opens each image that OPTIONS names, and makes its symbols functions of P.  A library that is
 * named several times is opened once.  False: an image cannot be used, as E says. */
bool open_images(struct profile *p, const struct open_options *options, struct err *e);

/* Makes the symbols of image number IM functions of P.  The image must be open.  False: E says why
 * not. */
bool open_functions(struct profile *p, uint32_t im, const struct open_options *options,
	struct err *e);

/* Reads and sums the profiles of each image.  A file that cannot be used becomes a note.  Returns
 * false if the user stopped the work, if no profile of the program can be used, or if the profiles
 * of a library do not fit the library or have another rate than the program; E says which. */
bool open_files(struct profile *p, const struct open_options *options, struct err *e);

/* Sets the sampling rate of P and attributes its samples to functions.  The images and files of P
 * must have been read. */
void open_samples(struct profile *p);

/* Tells the kernel that the bytes of the images of P are not needed for now. */
void open_rest_images(const struct profile *p);

#endif
