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
	const char *name;		/* name of the program, for messages */
	pid_t pid;			/* 0: not known */
	int fd;				/* the output is read from here */
	size_t nfiles;			/* files that gcov was given; 0: any number */
	const char *data;		/* path of the first file; NULL: not known */
	unsigned gcc;			/* major version of gcc that wrote .data; 0: not known */
};

/* Add the lines that gcov prints to G; a line with several entries is added several times.  False:
 * E says what is wrong with the output, or that STOP was asked for. */
bool gcovjson_read(struct gcov *g, const struct gcov_output *from, struct stop *stop,
	struct err *e);

#endif
