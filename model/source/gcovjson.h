/* gcovjson.h - reading the JSON that gcov(1) prints
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GCOVJSON_H
#define GCOVJSON_H

#include <stddef.h>
#include <sys/types.h>

#include "source/gcov.h"

/* The output of a running gcov. */
struct gcov_output {
	const char *name;		/* name of the program, such as "gcov-12", for messages */
	pid_t pid;			/* process of gcov; 0: not known */
	int fd;				/* gcov's output is read from this descriptor */
	size_t nfiles;			/* number of files that gcov was given; 0: do not limit the
					 * number of documents that it prints */
	const char *data;		/* path of the first file that gcov was given; NULL: not
					 * known */
	unsigned gcc;			/* major version of gcc that wrote .data; 0: not known */
};

/* Reads what gcov prints, and adds the lines to G.  A line that gcov prints several times is added
 * several times.  False: the output is wrong or does not end, no output came for too long, or the
 * user stopped the work; E says which.  G may then have some of the lines. */
bool gcovjson_read(struct gcov *g, const struct gcov_output *from, struct stop *stop,
	struct err *e);

#endif
