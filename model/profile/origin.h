/* origin.h - where a profile is from: its program, its files, and what they say of themselves
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ORIGIN_H
#define ORIGIN_H

#include <stdint.h>

struct profile;

/* All texts are borrowed from the profile, and NULL if they are not known. */
struct origin {
	const char *path;		/* of the file that names the profile: of samples of
					 * addresses, the image, otherwise the first profile file;
					 * not NULL */
	const char *file;		/* path of the first profile file */
	const char *program;		/* path of the program that was run */
	const char *name;		/* by which it was run */
	const char *format;		/* name of the format; NULL: that of samples of addresses */
	const char *title, *title_rest, *lost;	/* as in struct measured */
	uint32_t nmore;			/* number of files that follow the one at .path */
	uint32_t nlibraries;		/* number of images after the first one that the user
					 * named */
};

struct origin origin_of(const struct profile *p);

#endif
