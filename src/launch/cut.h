/* cut.h - the files of a recording without the room that their processes did not need
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
	CUT_RUNS,			/* the process still writes the file, which stays */
	CUT_OTHER,			/* no file of this session */
};

/* Cuts the file NAME in D to the bytes that it uses, if it is of this session and its process has
 * ended.  Nothing in the file is trusted. */
enum cut cut_file(const struct directory *d, const char *name);

/* Is the recording FD, which is open for reading only and has the head HEAD, a file that no process
 * writes or has mapped for writing?  A lease (fcntl(2)) is only given for such a file.  File
 * systems without leases: the process HEAD->pid must not exist. */
bool cut_is_unused(int fd, const struct rec_head *head);

#endif
