/* recording_marker.c - the file that makes a directory a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "measured/recording_marker.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "record/recording.h"

enum { LONGEST = 1 << 20 };		/* bytes of a marker that are read */

static const char version_line[] = REC_MARKER " 1\n";

/* Does the directory PATH have a marker?  If so, opens it as *FD, or sets *FD to -1 if it is not a
 * file that can be read. */
static bool
find_marker(const char *path, int *fd)
{
	int dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct stat st;
	bool exists;

	*fd = -1;
	if (dir < 0)
		return false;
	exists = fstatat(dir, REC_MARKER, &st, AT_SYMLINK_NOFOLLOW) == 0;
	if (exists)
		*fd = openat(dir, REC_MARKER, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	close(dir);
	if (*fd >= 0 && (fstat(*fd, &st) != 0 || !S_ISREG(st.st_mode))) {
		close(*fd);
		*fd = -1;
	}
	return exists;
}

bool
recording_marker_exists(const char *path)
{
	int fd;
	bool exists = find_marker(path, &fd);

	if (fd >= 0)
		close(fd);
	return exists;
}

/* Returns the value of the hexadecimal digit C, or -1. */
static int
digit_value(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = c != '\0' ? strchr(digits, c) : NULL;

	return at != NULL ? (int)(at - digits) : -1;
}

/* Sets *BYTE to the value of the two hexadecimal digits at S.  False: S begins with something
 * else. */
static bool
read_byte(unsigned char *byte, const char *s)
{
	int high = digit_value(s[0]), low = high >= 0 ? digit_value(s[1]) : -1;

	*byte = low >= 0 ? (unsigned char)(high << 4 | low) : 0;
	return low >= 0;
}

/* Reads the text S, which must be 2 * N hexadecimal digits in lower case, into the N BYTES.
 * Returns false if S has another length or other characters. */
static bool
read_hex(unsigned char *bytes, size_t n, const char *s)
{
	if (strlen(s) != 2 * n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (!read_byte(&bytes[i], s + 2 * i))
			return false;
	return true;
}

/* Returns a copy of the value S; TEXT owns the copy.  Each "\xHH" in S becomes the byte with the
 * hexadecimal value HH. */
static const char *
read_text(const char *s, struct arena *text)
{
	char *copy = arena_text(text, s, strlen(s)), *to = copy;
	unsigned char byte;

	for (; *s != '\0'; s++) {
		bool is_byte = s[0] == '\\' && s[1] == 'x' && read_byte(&byte, s + 2);

		*to++ = is_byte ? (char)byte : *s;
		s += is_byte ? 3 : 0;
	}
	*to = '\0';
	return copy;
}

/* Sets the member of MARKER that LINE, a word and a value, describes. */
static void
read_line(struct recording_marker *marker, char *line, struct arena *text)
{
	char *value = strchr(line, ' ');

	if (value == NULL)
		return;
	*value++ = '\0';
	if (strcmp(line, "session") == 0) {
		marker->has_session = read_hex(marker->session, sizeof(marker->session), value);
	} else if (strcmp(line, "program") == 0) {
		marker->program = read_text(value, text);
	} else if (strcmp(line, "command") == 0) {
		marker->command = read_text(value, text);
	} else if (strcmp(line, "wait") == 0) {
		marker->wait_hz = (unsigned)strtoul(value, NULL, 10);
	} else if (strcmp(line, "missed") == 0) {
		marker->missed = strtoull(value, NULL, 10);
	} else if (strcmp(line, "elapsed") == 0) {
		marker->elapsed = strtoull(value, NULL, 10);
	} else if (strcmp(line, "status") == 0) {
		marker->has_status = true;
		marker->status = (unsigned)strtoul(value, NULL, 10);
	}
}

bool
recording_marker_read(struct recording_marker *marker, const char *path, struct arena *text)
{
	bool exists;
	char *bytes, *next;
	ssize_t n;
	int fd;

	*marker = (struct recording_marker){ 0 };
	exists = find_marker(path, &fd);
	if (fd < 0)
		return exists;
	bytes = mem_uncleared(LONGEST + 1, 1);
	n = read(fd, bytes, LONGEST);
	close(fd);
	bytes[n > 0 ? n : 0] = '\0';
	if (strncmp(bytes, version_line, sizeof(version_line) - 1) == 0)
		for (char *line = bytes; line != NULL; line = next) {
			next = strchr(line, '\n');
			if (next != NULL)
				*next++ = '\0';
			read_line(marker, line, text);
		}
	free(bytes);
	return true;
}
