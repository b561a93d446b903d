/* visible.c - run a command on a terminal of its own, and check that it writes only visible text
 *
 *	visible COMMAND [ARGUMENT]...	copies the output of COMMAND to standard output
 *	visible				checks standard input
 *
 * If a byte is not visible text, prints its place and exits with 1.  Not visible are control
 * characters of seven and eight bits, except for lines, pages and tabs; direction marks; characters
 * of no width; bytes that are not UTF-8; and, in a locale without UTF-8, all that is not ASCII.
 * Otherwise exits with 3 if COMMAND exits with 1, and with 2 if it exits with neither 0 nor 1.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <langinfo.h>
#include <locale.h>
#include <pty.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "bytes.h"

/* Sets *C to the UTF-8 character at S, where N > 0 bytes are left.  Returns the size of the
 * character in bytes, or 0 if the bytes are not UTF-8. */
static size_t
read_character(const unsigned char *s, size_t n, uint32_t *c)
{
	size_t length = *s < 0x80 ? 1 : *s < 0xc2 ? 0 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3
		: *s < 0xf5 ? 4 : 0;

	if (length == 0 || length > n)
		return 0;
	*c = length == 1 ? *s : *s & (0x7fu >> length);
	for (size_t i = 1; i < length; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		*c = *c << 6 | (s[i] & 0x3f);
	}
	return length;
}

static bool
is_text(uint32_t c)
{
	if (c < 0x20 || (c >= 0x7f && c < 0xa0))
		return c == '\n' || c == '\t' || c == '\r' || c == '\f';
	return c != 0xad && c != 0x34f && c != 0x61c && (c < 0x200b || c > 0x200f)
		&& (c < 0x2028 || c > 0x202e) && (c < 0x2060 || c > 0x206f)
		&& (c < 0xd800 || c > 0xdfff) && (c < 0xfe00 || c > 0xfe0f) && c != 0xfeff
		&& (c < 0xe0000 || c > 0xe0fff);
}

static bool
is_all_text(const struct bytes *b)
{
	bool ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;

	for (size_t at = 0, n; at < b->n; at += n) {
		uint32_t c = 0;

		n = read_character(b->v + at, b->n - at, &c);
		if (n > 0 && is_text(c) && (c < 0x80 || !ascii))
			continue;
		fprintf(stderr, "visible: byte %zu is %#x of character %#x\n", at, b->v[at],
			(unsigned)c);
		return false;
	}
	return true;
}

static void
read_all(struct bytes *b, int fd, bool copy)
{
	char part[4096];
	ssize_t n;

	while ((n = read(fd, part, sizeof(part))) > 0) {
		put_bytes(b, part, (size_t)n);
		if (copy)
			fwrite(part, 1, (size_t)n, stdout);
	}
}

int
main(int argc, char **argv)
{
	struct winsize size = { .ws_row = 50, .ws_col = 200 };
	struct bytes b = { 0 };
	int terminal, status = 0;
	struct termios modes;
	bool fine;

	(void)argc;
	setlocale(LC_CTYPE, "");
	if (argv[1] != NULL) {
		pid_t child = forkpty(&terminal, NULL, NULL, &size);

		if (child == 0) {
			if (tcgetattr(STDOUT_FILENO, &modes) == 0) {
				modes.c_oflag &= ~(tcflag_t)OPOST;
				tcsetattr(STDOUT_FILENO, TCSANOW, &modes);
			}
			execvp(argv[1], argv + 1);
			_exit(127);
		}
		if (child < 0)
			return 99;
		read_all(&b, terminal, true);
		waitpid(child, &status, 0);
	} else {
		read_all(&b, STDIN_FILENO, false);
	}
	fine = is_all_text(&b);
	bytes_release(&b);
	if (!fine)
		return 1;
	if (!WIFEXITED(status) || WEXITSTATUS(status) > 1)
		return 2;
	return WEXITSTATUS(status) == 0 ? 0 : 3;
}
