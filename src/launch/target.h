/* target.h - the files that gprowse control acts on: those of a process or of a recording
 *
 * A file is written only after its owner, its type and its first bytes were checked.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef TARGET_H
#define TARGET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "launch/directory.h"
#include "record/recording.h"

/* The file of a process. */
struct target {
	char *name;			/* owned; for messages */
	char *path;			/* owned; stays valid if the directory is renamed */
	struct rec_head head;
	bool is_used;			/* a process has it mapped; false: the process has ended */
	int fd;				/* open for reading; -1 if it is not used */
};

struct targets {
	struct target *list;		/* owned */
	size_t n, room;
	struct directory directory;	/* of a recording; .fd is -1 if there is none */
	char *program;			/* owned; the program that was started; NULL: not known */
	char **skipped;			/* owned; messages about files that cannot be used */
	size_t nskipped, skipped_room;
	unsigned long unrecorded;	/* number of a process that was named, and runs without a
					 * recording; 0: there is none */
};

/* Finds the files that WORD names: the number of a process, the directory of a recording or a
 * file in it.  Locks those that are used: one gprowse control at a time acts on a file.  Waits for
 * another one for at most WAIT milliseconds.  False: E says why there are none, or that another one
 * acts on them; T is released, but T->unrecorded is set. */
bool targets_find(struct targets *t, const char *word, int wait, struct err *e);

/* Finds the files of the directory of T again, without locks: processes may have made other files
 * since.  False: T was not found in a directory, or there are none. */
bool targets_find_again(struct targets *now, const struct targets *t);

/* Opens the file PATH, which is called NAME in messages, and adds it to T.  PATH is relative to
 * DIR, which is T->directory.fd or AT_FDCWD (the current directory).  Symbolic links are not
 * followed. */
bool targets_add(struct targets *t, int dir, const char *path, const char *name, struct err *e);

/* Adds the file of process PID to T, which is empty. */
bool targets_add_process(struct targets *t, unsigned long pid, struct err *e);

/* Returns the name of user UID, "user NAME" or "user NUMBER", in TEXT. */
const char *target_user(char text[64], unsigned long uid);

/* Opens the file of T for writing; T->is_used must be true.  Returns a descriptor, which the caller
 * closes, or -1. */
int target_open(const struct target *t, struct err *e);

void targets_release(struct targets *t);

#endif
