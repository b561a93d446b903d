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
	bool is_used;			/* a process has the file mapped; false: the process has
					 * ended or executed another program */
	int fd;				/* open for reading; -1 if .is_used is false */
};

struct targets {
	struct target *list;		/* owned */
	size_t n, room;
	struct directory directory;	/* directory of the recording; .fd is -1 if only a process
					 * or a file was named */
	char *program;			/* owned; the program that was started, or NULL if it is not
					 * known */
	char **skipped;			/* owned; messages about files that cannot be used */
	size_t nskipped, skipped_room;
	unsigned long unrecorded;	/* number of the process that was named, if it runs and is
					 * not recorded; otherwise 0 */
};

/* Finds the files that WORD names.  WORD is the number of a process, the directory of a recording,
 * or a file in it.  Locks files that are used, so that only one gprowse control at a time acts on
 * them.  If another gprowse control has locked a file, waits for at most about WAIT milliseconds.
 * False: E says why no file was found or locked; T is released, but T->unrecorded is set. */
bool targets_find(struct targets *t, const char *word, int wait, struct err *e);

/* Processes may have made more files since targets_find().  Sets NOW to all files of the directory
 * of T.  Locks nothing.  False: T has no directory, or the directory has no files. */
bool targets_find_again(struct targets *now, const struct targets *t);

/* Adds the file PATH, which is called NAME in messages, to T.  PATH is relative to DIR, which is
 * T->directory.fd or AT_FDCWD (the current directory).  A symbolic link is refused.  False: the
 * file cannot be used, as E says. */
bool targets_add(struct targets *t, int dir, const char *path, const char *name, struct err *e);

/* Removes the file that was added last. */
void targets_remove_last(struct targets *t);

/* Adds the file of process PID to T, which is empty.  PID may also be the number of a thread of the
 * process, or of the gprowse record that has started the process.  False: E says why there is no
 * file; if the process runs and is not recorded, T->unrecorded is set. */
bool targets_add_process(struct targets *t, unsigned long pid, struct err *e);

/* Adds the files into which gprowse writes what it sees of process PID from outside.  NUMBER is the
 * number of the process in its recording.  T may have the file that the process has mapped.  False:
 * there are none. */
bool targets_add_outside(struct targets *t, unsigned long pid, unsigned long number);

/* Does process PID execute the same file as this process, which it is not? */
bool target_is_gprowse(unsigned long pid);

/* Returns the name of user UID, "user NAME" or "user NUMBER", in TEXT. */
const char *target_user(char text[64], unsigned long uid);

/* Opens the file of T for writing; T->is_used must be true.  Returns a descriptor, which the caller
 * closes, or -1. */
int target_open(const struct target *t, struct err *e);

void targets_release(struct targets *t);

#endif
