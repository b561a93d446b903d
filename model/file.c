/* Whole files in memory.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mem.h"

/* Bytes that are read of a pipe, and of a file beyond the size it had. */
static const size_t most = 256 << 20;

/* Read FD to its end.  The size a regular file has now is only where we start. */
static bool
read_all(struct file *f, int fd, struct err *e)
{
	struct stat st;
	size_t room, want = 4096;

	if (fstat(fd, &st) < 0)
		return err_file(e, errno);
	if (S_ISDIR(st.st_mode))
		return err_set(e, ERR_IO, "is a directory, not a profile");
	if (S_ISCHR(st.st_mode) || S_ISBLK(st.st_mode))
		return err_set(e, ERR_IO, isatty(fd) ? "is a terminal, not a profile"
			: "is a device, not a profile");
	if ((uint64_t)st.st_size > SIZE_MAX / 2)
		return err_file(e, EFBIG);
	if (S_ISREG(st.st_mode) && st.st_size > 0)
		want = (size_t)st.st_size + 1;
	f->bytes = mem_fresh(want, 1);
	room = want;
	for (;;) {
		ssize_t n;

		if (f->size > most && f->size - most > (size_t)st.st_size)
			return err_set(e, ERR_IO, "does not end: it was given up after %zu megabytes",
				most >> 20);
		f->bytes = mem_room(f->bytes, want, &room, 1);
		n = read(fd, f->bytes + f->size, room - f->size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return err_file(e, errno);
		if (n == 0)
			return true;
		f->size += (size_t)n;
		want = f->size + 1;
	}
}

bool
file_read(struct file *f, const char *path, struct err *e)
{
	bool is_stdin = strcmp(path, "-") == 0;
	int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	bool ok;

	*f = (struct file){ NULL, 0 };
	if (fd < 0)
		return err_file(e, errno);
	ok = read_all(f, fd, e);
	if (!is_stdin)
		close(fd);
	if (!ok)
		file_release(f);
	return ok;
}

void
file_release(struct file *f)
{
	free(f->bytes);
	*f = (struct file){ NULL, 0 };
}
