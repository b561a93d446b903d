/* complete.h - the end of a recording: its files are cut, read and added up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COMPLETE_H
#define COMPLETE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "launch/directory.h"
#include "launch/program.h"
#include "measured/recording.h"

/* Sums over all processes of a recording. */
struct recorded {
	size_t nfiles;			/* files of the session that could be read */
	size_t nprocesses, nthreads;
	size_t nrunning;		/* processes that have not ended */
	size_t nresets;			/* files that were reset; calls and samples before the reset
					 * are not included */
	size_t nswitched;		/* files of processes recorded from outside that gprowse
					 * control has switched on or off */
	uint64_t calls, lost_calls;
	uint64_t samples, lost_samples;
	double seconds;			/* processor time that the samples stand for */
	double used;			/* processor time that threads used, with and without
					 * samples */
};

/* Completes the recording D after the program P has ended.  Cuts the files of processes that have
 * ended, reads all files, sets *TOTAL, and writes gmon.out.  HZ is the rate of samples, or 0 if no
 * samples were taken.  A file that cannot be read is skipped; the browser has a note about this
 * file.  Writes no gmon.out if P counts itself, if the image of P has no code, or if no file could
 * be read.  False: E says why the files of D could not be listed, or why gmon.out could not be
 * written.  *TOTAL is set in any case. */
bool complete_recording(struct recorded *total, const struct directory *d, const struct program *p,
	unsigned hz, struct err *e);

/* Writes TOTAL to standard error in one line.  The line also says how the recording PATH is opened.
 * STATUS is the exit status of the program; if a signal ended the program, the line names the
 * signal. */
void complete_tell(const struct recorded *total, const char *path, int status);

#endif
