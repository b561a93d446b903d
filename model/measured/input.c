/* input.c - the bytes of a measured profile, read as a stream
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/compression.h"
#include "base/file.h"
#include "base/mem.h"
#include "measured/utf16.h"
#include "samples/unpack.h"

enum { CHUNK = 1 << 20 };		/* number of bytes that are read at once, after the first
					 * INPUT_HEAD bytes.  To recognize the format of a text,
					 * is_enough() wants this many bytes, unless the text is
					 * shorter */

/* Makes reading end with the error E. */
static void
fail(struct input *in, const struct err *e)
{
	in->err = *e;
	in->ended = in->failed = true;
}

/* Appends more bytes of the file to the buffer. */
static void
read_more(struct input *in)
{
	size_t chunk = in->n < INPUT_HEAD ? INPUT_HEAD : CHUNK;
	struct err e;
	ssize_t got;

	if (in->ended)
		return;
	if (stop_asked(in->stop, in->passed + in->n)) {
		(void)err_set(&e, ERR_STOPPED, "stopped");
		fail(in, &e);
		return;
	}
	if (in->waits && !file_wait(in->fd, in->stop, &e)) {
		fail(in, &e);
		return;
	}
	in->bytes = mem_grow(in->bytes, in->n + chunk, &in->room, 1);
	got = read(in->fd, in->bytes + in->n, chunk);
	if (got < 0 && errno == EINTR)
		return;
	if (got < 0) {
		(void)err_file(&e, errno);
		fail(in, &e);
	} else if (got == 0) {
		in->ended = true;
	} else {
		in->n += (size_t)got;
	}
}

/* Replaces the contents of the buffer by the unpacked file.  HOW is the compression of the file.
 * If the file is damaged, keeps what was unpacked before the damage, and E says where reading ends.
 * False: the file cannot be read, nothing could be unpacked, or the user stopped the work, as E
 * says. */
static bool
unpack(struct input *in, const struct compression *how, struct err *e)
{
	struct file packed, whole;
	size_t damaged;
	bool ok;

	if (!input_all(in, e))
		return false;
	packed = (struct file){ in->bytes, in->n };
	ok = unpack_file(how, &packed, &whole, in->stop, &damaged, e);
	free(in->bytes);
	in->bytes = whole.bytes;
	in->n = in->room = whole.size;
	if (ok)
		return true;
	if (whole.size == 0)
		return false;
	fail(in, e);			/* the bytes before the damage can be used; then reading
					 * ends with E */
	return true;
}

/* Opens PATH.  If PATH is a pipe, does not wait for a writer.  Later reads wait for bytes; but a
 * pipe that has no writer reads as empty.  Returns the descriptor, or -1 with errno set. */
static int
open_at_once(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	int flags = fd >= 0 ? fcntl(fd, F_GETFL) : -1;

	if (flags >= 0)
		(void)fcntl(fd, F_SETFL, flags & ~O_NONBLOCK);
	return fd;
}

/* Has the buffer enough bytes to recognize the format?  A file with a NUL is no text.  A text must
 * have CHUNK bytes in the buffer, and a line that is neither empty nor a comment, because the
 * header of a callgrind file can be long. */
static bool
is_enough(const struct input *in)
{
	const unsigned char *line = in->bytes, *next;

	if (in->n < INPUT_HEAD)
		return false;
	if (memchr(in->bytes, '\0', in->n) != NULL || in->n >= INPUT_LONGEST)
		return true;
	while (in->n >= CHUNK && (next = memchr(line, '\n',
			in->n - (size_t)(line - in->bytes))) != NULL) {
		if (next > line && *line != '#')
			return true;
		line = next + 1;
	}
	return false;
}

/* Makes a text in UTF-16 one in UTF-8, and removes a byte order mark.  False: the rest of the text
 * cannot be read, as E says. */
static bool
decode_text(struct input *in, struct err *e)
{
	bool is_big, is_utf16 = utf16_recognise(in->bytes, in->n, &is_big);
	size_t mark;

	if (is_utf16) {
		unsigned char *text;

		/* What was unpacked before a damage is used. */
		if (!in->failed && !input_all(in, e))
			return false;
		text = utf16_to_utf8(in->bytes, in->n, is_big, &in->n);
		free(in->bytes);
		in->bytes = text;
		in->room = in->n;
	}
	mark = in->n >= 3 && memcmp(in->bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
	if (mark > 0)
		memmove(in->bytes, in->bytes + mark, in->n - mark);
	in->n -= mark;
	return true;
}

bool
input_open(struct input *in, const char *path, bool waits, struct stop *stop, struct err *e)
{
	bool is_standard = strcmp(path, "-") == 0;
	const struct compression *how;
	struct stat st;

	*in = (struct input){ .path = path, .waits = waits, .stop = stop,
		.fd = is_standard ? STDIN_FILENO : open_at_once(path) };
	if (in->fd < 0)
		return err_file(e, errno);
	if (fstat(in->fd, &st) == 0 && S_ISREG(st.st_mode))
		in->size = (size_t)st.st_size;
	while (!in->ended && !is_enough(in))
		read_more(in);
	*e = in->err;
	how = !in->failed && in->n > 0 ? compression_of(in->bytes, in->n) : NULL;
	if (in->failed || (how != NULL && !unpack(in, how, e)) || !decode_text(in, e)) {
		input_close(in);
		return false;
	}
	return true;
}

void
input_close(struct input *in)
{
	if (in->fd > STDERR_FILENO)
		close(in->fd);
	stop_end(in->stop);
	free(in->bytes);
	*in = (struct input){ .fd = -1 };
}

uint64_t
input_length(const struct input *in)
{
	return in->ended ? in->n : in->size;
}

bool
input_all(struct input *in, struct err *e)
{
	while (!in->ended)
		read_more(in);
	*e = in->err;
	return !in->failed;
}

/* Moves the unread bytes to the beginning of the buffer. */
static void
discard_used(struct input *in)
{
	memmove(in->bytes, in->bytes + in->at, in->n - in->at);
	in->passed += in->at;
	in->n -= in->at;
	in->at = 0;
}

bool
input_line(struct input *in, char **line, size_t *n)
{
	size_t seen = 0;
	char *end;
	struct err e;

	while ((end = in->n > in->at + seen ? memchr(in->bytes + in->at + seen, '\n',
			in->n - in->at - seen) : NULL) == NULL && !in->ended) {
		seen = in->n - in->at;
		if (seen > INPUT_LONGEST)
			break;
		if (in->at > 0)
			discard_used(in);
		read_more(in);
	}
	if (in->at == in->n || (end == NULL && in->failed))
		return false;
	*line = (char *)in->bytes + in->at;
	*n = end != NULL ? (size_t)(end - *line) : in->n - in->at;
	if (*n > INPUT_LONGEST) {
		(void)err_set(&e, ERR_FORMAT, "is longer than %d bytes", INPUT_LONGEST);
		fail(in, &e);
		return false;
	}
	in->line++;
	in->at += *n + (end != NULL);
	if (*n > 0 && (*line)[*n - 1] == '\r')
		--*n;
	return true;
}

bool
input_bytes(struct input *in, size_t n)
{
	while (in->n - in->at < n && !in->ended) {
		if (in->at > 0)
			discard_used(in);
		read_more(in);
	}
	return in->n - in->at >= n;
}

bool
input_why(const struct input *in, struct err *e)
{
	if (in->failed)
		*e = in->err;
	return in->failed;
}
