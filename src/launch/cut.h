/* cut.h - cuts the files of a recording to the bytes that are used
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CUT_H
#define CUT_H

#include <stdbool.h>

#include "launch/directory.h"
#include "record/recording.h"

enum cut {
	CUT_ENDED,			/* the process has ended, and its file was cut */
	CUT_RUNS,			/* the process still writes the file, so it was not cut */
	CUT_OTHER,			/* not a file of this session, or it cannot be read */
};

/* Cuts the file NAME in D to the bytes that it uses, if it is of this session and its process has
 * ended.  The file may be damaged. */
enum cut cut_file(const struct directory *d, const char *name);

/* Is the recording FD, which is open for reading only and has the head HEAD, a file that no process
 * writes or has mapped for writing?  The system gives a lease (fcntl(2)) only for such a file.  On
 * file systems without leases, the answer is whether the process has ended. */
bool cut_is_unused(int fd, const struct rec_head *head);

/* Does process HEAD->pid run, and did it begin before the file with the head HEAD was made?  It may
 * have executed another program since.  If it is not known when it began, the answer is true. */
bool cut_process_runs(const struct rec_head *head);

/* Opens the recording PATH for reading and writing, relative to DIR as openat(2) does; a symbolic
 * link is followed only if FOLLOWS.  Waits, for at most 0.1 s, while another gprowse has a lease to
 * see whether the file is used.  Returns the descriptor, or -1 with errno. */
int cut_open(int dir, const char *path, bool follows);

#endif
