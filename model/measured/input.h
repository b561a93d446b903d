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
	const char *directory;		/* borrowed; the directory of which the file is a part, or
					 * NULL */
	int fd;				/* -1: the input is closed */
	unsigned char *bytes;		/* owned; the buffer */
	size_t at, n, room;		/* .at: index of the next byte; .n: number of bytes in the
					 * buffer; .room: size of .bytes */
	uint64_t passed;		/* how many bytes of the file were removed from the
					 * buffer */
	uint64_t line;			/* number of the line that input_line() returned last */
	bool ended;			/* the buffer can get no more bytes: the file has ended, or
					 * .failed is set */
	bool failed;			/* reading failed, as .err says */
	size_t size;			/* size of the file; 0: not known */
	bool waits;			/* before each read, wait for the writer of a pipe */
	struct stop *stop;		/* receives progress, and may stop the reading; or NULL */
	struct err err;
};

/* Opens PATH, which must live as long as IN, and reads its beginning into the buffer: at least
 * INPUT_HEAD bytes, or the whole file if it is shorter.  If the file is a text, reads on until the
 * buffer has INPUT_LONGEST bytes, or has 1 MiB and a line that is neither empty nor a comment
 * ("#").  Reads and unpacks a compressed file completely; if it is damaged, only the part before
 * the damage can be read.  A text in UTF-16 is read completely and becomes UTF-8; a byte order mark
 * is removed.  If WAITS is false, a pipe without a writer is an empty file.  Returns false if PATH
 * cannot be read, as E says; then there is nothing to close. */
bool input_open(struct input *in, const char *path, bool waits, struct stop *stop, struct err *e);
void input_close(struct input *in);

enum { INPUT_HEAD = 1 << 16 };		/* number of bytes that are enough to recognize a binary
					 * format */
enum { INPUT_LONGEST = 1 << 24 };	/* greatest length of a line, in bytes */

/* Sets *LINE to the next line, without its end ("\n" or "\r\n"), and *N to its length.  The line is
 * valid until the next call.  Returns false if there are no more lines.  Also returns false if the
 * next line is too long, reading failed, or the user stopped the work; then input_why() returns
 * true. */
bool input_line(struct input *in, char **line, size_t *n);

/* Returns how many bytes IN has before it is read, as a text in UTF-8 and not compressed; 0: this
 * is not known. */
uint64_t input_length(const struct input *in);

/* Reads the rest of the file into the buffer.  Returns false if this is not possible, as E says. */
bool input_all(struct input *in, struct err *e);

/* Makes at least N bytes available, from IN->bytes + IN->at on.  False: the file ends before, or
 * reading failed; then input_why() returns true. */
bool input_bytes(struct input *in, size_t n);

/* Did input_line() or input_bytes() return false before the end of the file?  If so, sets E to the
 * reason. */
bool input_why(const struct input *in, struct err *e);

#endif
