/* cut.h - cuts the files of a recording to the bytes that are used
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CUT_H
#define CUT_H

#include <stdbool.h>
#include <stdint.h>

#include "launch/directory.h"
#include "record/recording.h"

enum cut {
	CUT_ENDED,			/* no process writes the file any more, so it was cut */
	CUT_RUNS,			/* a process still writes the file, so it was not cut */
	CUT_OTHER,			/* not a file of this session, or it cannot be read */
};

/* Cuts the file NAME in D to its used bytes, if it is of the session of D and no process writes it.
 * The file may be damaged. */
enum cut cut_file(const struct directory *d, const char *name);

/* Is FD a recording that no process writes or has mapped for writing?  FD is open for reading only;
 * HEAD is its head.  The system gives a lease (fcntl(2)) only for a file that is not open for
 * writing.  On file systems without leases, the answer is whether the process of HEAD has ended. */
bool cut_is_unused(int fd, const struct rec_head *head);

/* Does the process still run that had the number PID and began a file at the moment START (ns,
 * CLOCK_MONOTONIC)?  The process may have executed another program since.  If a process PID exists
 * but began after START, the answer is no: it has got the same number later.  If it is not known
 * when process PID began, the answer is yes. */
bool cut_process_runs(uint32_t pid, uint64_t start);

/* Opens the recording PATH for reading and writing, relative to DIR as openat(2) does.  Follows a
 * symbolic link only if FOLLOWS.  Another gprowse may have a lease for a moment, to see whether the
 * file is used.  Waits for the end of the lease, but at most about 0.1 s.  Returns the descriptor,
 * or -1 with errno. */
int cut_open(int dir, const char *path, bool follows);

#endif
