/* recording_marker.h - the file that makes a directory a recording
 *
 * record/recording.h describes its lines; see REC_MARKER.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDING_MARKER_H
#define RECORDING_MARKER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct recording_marker {
	bool has_session;		/* .session is known */
	unsigned char session[16];	/* identifies the recording; the files of its processes have
					 * the same bytes */
	const char *program;		/* path of the image that was started; NULL: not known */
	const char *command;		/* program and arguments; NULL: not known */
	unsigned wait_hz;		/* looks per second at waiting threads; 0: waits were not
					 * recorded */
	uint64_t missed;		/* processor time in ms of processes that were not found */
	uint64_t elapsed;		/* ms that the program was recorded for; 0: not known */
	bool has_status;		/* the program has ended */
	unsigned status;		/* exit status of the program, or 128 + N if signal N ended
					 * it */
};

/* Does the directory PATH have a marker, so that it is a recording? */
bool recording_marker_exists(const char *path);

/* Reads the marker of the directory PATH into MARKER.  Values that are missing or damaged are not
 * known; if the marker is not a file that can be read, none is known.  Texts are stored in TEXT.
 * False: there is no marker, and MARKER becomes all zero. */
bool recording_marker_read(struct recording_marker *marker, const char *path, struct arena *text);

#endif
