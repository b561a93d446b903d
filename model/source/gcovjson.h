/* gcovjson.h - what gcov(1) prints
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GCOVJSON_H
#define GCOVJSON_H

#include <stddef.h>
#include <sys/types.h>

#include "source/gcov.h"

/* A gcov that is running. */
struct gcov_output {
	const char *name;		/* of the program, for messages */
	pid_t pid;			/* the process; 0: nobody knows */
	int fd;				/* what it prints comes from here */
	size_t nfiles;			/* that it was given; 0: any number */
	const char *data;		/* path of the first file that it reads; or NULL */
	unsigned gcc;			/* that wrote that file; 0: not known */
};

/* Add the lines FROM a gcov to G; several entries of one line stay apart.  False: E says what
 * is wrong with them, or that STOP was asked for. */
bool gcovjson_read(struct gcov *g, const struct gcov_output *from, struct stop *stop,
	struct err *e);

#endif
