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
	size_t at, n, room;		/* .at: index of the next byte; .n: number of bytes in the
					 * buffer; .room: size of .bytes */
	uint64_t passed;		/* bytes of the file that are not in the buffer any more */
	uint64_t line;			/* number of the line that input_line() returned last */
	bool ended;			/* no more bytes can be read into the buffer: end of file,
					 * or .failed */
	bool failed;			/* reading failed, as .err says */
	size_t size;			/* size of the file; 0: not known */
	bool waits;			/* before each read, wait for the writer of a pipe */
	struct stop *stop;		/* receives progress, may stop the reading; or NULL */
	struct err err;
};

/* Opens PATH, which must live as long as IN.  Reads at least INPUT_HEAD bytes, or the whole file,
 * into the buffer.  Reads more of a text, until the buffer has 1 MiB and a line that is neither
 * empty nor a comment ("#"), or INPUT_LONGEST bytes.  Reads and unpacks a compressed file
 * completely; if it is damaged, only the part before the damage can be read.  If WAITS is false, a
 * pipe without a writer is empty.  False: E says why, and there is nothing to close. */
bool input_open(struct input *in, const char *path, bool waits, struct stop *stop, struct err *e);
void input_close(struct input *in);

enum { INPUT_HEAD = 1 << 16 };		/* bytes from which binary formats are recognized */
enum { INPUT_LONGEST = 1 << 24 };	/* bytes of the longest line */

/* Sets *LINE to the next line, without its end ("\n" or "\r\n"), and *N to its length.  The line is
 * valid until the next call.  False: there are no more lines or, if input_why() returns true, the
 * next line is too long, reading failed, or the user stopped the work. */
bool input_line(struct input *in, char **line, size_t *n);

/* Reads the rest of the file into the buffer.  False: E says why not. */
bool input_all(struct input *in, struct err *e);

/* Did input_line() end before the end of the file?  If so, sets E to the reason. */
bool input_why(const struct input *in, struct err *e);

#endif
