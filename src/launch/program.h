/* program.h - finds the program that gprowse record runs, and whether it can be recorded
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>

#include "base/err.h"
#include "elf/linkage.h"

/* Exit statuses of gprowse record.  The first three are those of env(1).  If signal N ended the
 * program, the status is STATUS_SIGNAL + N. */
enum { STATUS_FAILED = 125, STATUS_NOT_RUN = 126, STATUS_NOT_FOUND = 127, STATUS_SIGNAL = 128 };

struct program {
	char *path;			/* owned; the path that exec is called with */
	char *image;			/* owned; the ELF file that runs: .path or, if .path is a
					 * script, its interpreter; without symbolic links */
	struct linkage linkage;		/* linkage of .image */
	bool preload;			/* the recorder is to be preloaded; false: the loader of the
					 * program would refuse it */
	bool recorded;			/* the program itself will be recorded */
	bool is_restricted;		/* neither the program nor others that it executes will be
					 * recorded, because system calls are restricted */
	bool is_hidden;			/* the program cannot be recorded from outside either */
	bool is_outside;		/* the program is recorded from outside; its caller sets
					 * this */
	bool is_stopped;		/* .is_outside is set, and the threads of the program are
					 * stopped for samples */
	bool counts_itself;		/* the program is not recorded, but glibc counts in it,
					 * because it was linked statically with -pg */
	struct err why;			/* if not .recorded: why not, and what can be done */
};

/* Finds the program NAME as execvp() does: if NAME has no '/', in the directories of the
 * environment variable PATH.  LIBRARY is the linkage of the recorder.  Returns 0 or, if NAME cannot
 * be run, an exit status; then E says why.  Release P in any case. */
int program_find(struct program *p, const char *name, const struct linkage *library,
	struct err *e);

void program_release(struct program *p);

#endif
