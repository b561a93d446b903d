/* A file that is there whole, or not at all.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "newfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mem.h"

/* What everybody may do with the file:
 * what they could with OLD, if that is one, else what is usual. */
static mode_t
mode(const struct stat *old)
{
	mode_t mask;

	if (old != NULL && S_ISREG(old->st_mode))
		return old->st_mode & 0777;
	mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

bool
newfile_open(struct newfile *f, const char *path, struct err *e)
{
	const char *slash = strrchr(path, '/');
	int dir = slash != NULL ? (int)(slash + 1 - path) : 0;
	size_t room = strlen(path) + sizeof(".XXXXXX") + 1;
	struct stat st;

	if (lstat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISLNK(st.st_mode))
		return err_set(e, ERR_IO, "%s: is not a file, and is not replaced by one", path);
	*f = (struct newfile){ .path = path, .temporary = mem_new(room, 1) };
	snprintf(f->temporary, room, "%.*s.%s.XXXXXX", dir, path, path + dir);
	f->fd = mkostemp(f->temporary, O_CLOEXEC);
	if (f->fd >= 0)
		return true;
	(void)err_set(e, ERR_IO, "%s: cannot be written here: %s", path, strerror(errno));
	free(f->temporary);
	return false;
}

bool
newfile_close(struct newfile *f, int error, struct err *e)
{
	struct stat st;
	bool is_old = lstat(f->path, &st) == 0;

	if (error == 0
		&& (fchmod(f->fd, mode(is_old ? &st : NULL)) != 0 || fsync(f->fd) != 0))
		error = errno;
	if (close(f->fd) != 0 && error == 0)
		error = errno;
	if (error == 0 && rename(f->temporary, f->path) != 0)
		error = errno;
	if (error != 0) {
		unlink(f->temporary);
		(void)err_set(e, ERR_IO, "%s: %s; %s", f->path, strerror(error),
			is_old ? "the old file is untouched" : "nothing was written");
	}
	free(f->temporary);
	return error == 0;
}
