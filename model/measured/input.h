/* input.h - the bytes of a measured profile: a file or a pipe, read as a stream
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef INPUT_H
#define INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/stop.h"

struct input {
	const char *path;		/* borrowed; "-": standard input */
	int fd;				/* -1: the input is closed */
	unsigned char *bytes;		/* owned; the buffer */
	size_t at, n, room;		/* the next byte; end of the bytes that were read; size of
					 * .bytes */
	uint64_t passed;		/* bytes of the file that are not in the buffer any more */
	uint64_t line;			/* number of the line that input_line() returned last */
	bool ended;			/* no more bytes can be read into the buffer: end of file,
					 * or .failed */
	bool failed;			/* reading failed, as .err says */
	size_t size;			/* size of the file; 0: not known */
	struct stop *stop;		/* receives progress, may stop the reading; or NULL */
	struct err err;
};

/* Opens PATH and reads the beginning into the buffer: at least INPUT_HEAD bytes, or all there is.
 * Of a text, 1 MiB and a line that is neither empty nor a comment ("#") are read, but not much more
 * than INPUT_LONGEST bytes.  A compressed file is read and unpacked as a whole; if it is damaged,
 * the part before the damage can be read.  False: E says why, and there is nothing to close. */
bool input_open(struct input *in, const char *path, struct stop *stop, struct err *e);
void input_close(struct input *in);

enum { INPUT_HEAD = 1 << 16 };		/* bytes from which binary formats are recognized */
enum { INPUT_LONGEST = 1 << 24 };	/* bytes of the longest line */

/* Sets *LINE to the next line, without its end ("\n" or "\r\n"), and *N to its length.  The line is
 * valid until the next call.  False: there are no more lines, or the next is longer than
 * INPUT_LONGEST, or reading was stopped or failed: see input_why(). */
bool input_line(struct input *in, char **line, size_t *n);

/* Reads everything into the buffer.  False: E says why. */
bool input_all(struct input *in, struct err *e);

/* Did input_line() end before the end of the file?  Then E says why. */
bool input_why(const struct input *in, struct err *e);

#endif
