/* open.h - the steps of open_profile()
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OPEN_H
#define OPEN_H

#include "profile/profile.h"

/* Open the images that OPTIONS name, each once, and make their symbols functions of P. */
bool open_images(struct profile *p, const struct open_options *options, struct err *e);

/* Make the symbols of image number IM, which is open, functions of P. */
bool open_functions(struct profile *p, uint32_t im, const struct open_options *options,
	struct err *e);

/* Read the profiles of each image and add them up.  Files that are left out are noted; false:
 * there is nothing left of some image. */
bool open_files(struct profile *p, const struct open_options *options, struct err *e);

/* Find out the rate of P, which has its functions and what was read, and whose the samples are. */
void open_samples(struct profile *p);

#endif
