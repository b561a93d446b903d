/* loaded.h - what the command line names, read into memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LOADED_H
#define LOADED_H

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

#include "base/err.h"
#include "callgraph/graph.h"
#include "cli/options.h"
#include "profile/names.h"
#include "profile/profile.h"

/* When a file was written; all 0 if there is none. */
struct file_stamp {
	const char *path;		/* as the options name it */
	struct timespec modified;
	off_t size;
};

enum { LOADED_MOST_STAMPS = 64 };		/* files that are looked at for changes */

/* What the browser and its views are over. */
struct loaded {
	struct profile profile;		/* under RULES_EXACT */
	struct graph graph;
	struct names names;		/* each is made when it is first asked for */
	struct file_stamp stamps[LOADED_MOST_STAMPS];	/* of the files it is from, before
						 * they were read */
	size_t nstamps;
};

/* The stamp that the file PATH has now. */
struct file_stamp loaded_stamp(const char *path);

/* Read what WANTED, made of O's, says, with a line of progress on standard error if nothing else
 * watches (WANTED->stop).  Where there is no file with a default name, E says how to get
 * one. */
bool loaded_open_profile(struct profile *p, const struct options *o,
	const struct open_options *wanted, struct err *e);

/* Read all that O names; NULL: E says why not.  STOP, if not NULL, watches and may stop it. */
struct loaded *loaded_read(const struct options *o, struct stop *stop, struct err *e);
void loaded_free(struct loaded *l);

#endif
