/* own_profile.h - the profile that a program counts itself while gprowse record runs it
 *
 * The recorder cannot be loaded into a program that is linked statically.  If such a program was
 * compiled with -pg, glibc counts in it.  If the program exits normally, glibc writes the profile
 * to the directory of the recording.  Otherwise, gprowse reads the tables of glibc from the memory
 * of the program when it ends.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OWN_PROFILE_H
#define OWN_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "launch/directory.h"
#include "launch/trace.h"

struct own_profile {
	const struct directory *directory;	/* borrowed */
	struct trace trace;		/* for run_program() */
	char *prefix;			/* owned; value of OWN_PROFILE_VARIABLE for the program */
	bool is_full;			/* the table of calls of the program was full, so calls are
					 * missing */
	uint64_t lost;			/* calls that are not in gmon.out; see
					 * glibc_tables_read() */
	bool was_read;			/* the tables were read and written to gmon.out */
	struct err why;			/* why the tables could not be read or written */
};

/* The variable of the environment that tells glibc where to write profiles.  If its value is NAME,
 * process PID writes its profile to the file NAME.PID. */
#define OWN_PROFILE_VARIABLE "GMON_OUT_PREFIX"

/* Prepares P for a program that is recorded into D. */
void own_profile_open(struct own_profile *p, const struct directory *d);

/* Completes P after the program has ended.  If the program wrote its profile itself, renames the
 * file to gmon.out.  Returns true if the directory has the gmon.out of the program now.  False: E
 * says why not. */
bool own_profile_finish(struct own_profile *p, struct err *e);

void own_profile_release(struct own_profile *p);

#endif
