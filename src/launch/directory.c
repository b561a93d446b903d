/* directory.c - makes the directory of a recording, and renames an older one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/directory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "record/recording.h"

static const char marker_begin[] = "gprowse-session ";

/* Does the directory FD belong to this user and have a marker? */
static bool
is_recording(int fd)
{
	char bytes[sizeof(marker_begin) - 1];
	struct stat st;
	bool is_marker;
	int marker;

	if (fstat(fd, &st) != 0 || st.st_uid != geteuid())
		return false;
	marker = openat(fd, REC_MARKER, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (marker < 0)
		return false;
	is_marker = fstat(marker, &st) == 0 && S_ISREG(st.st_mode)
		&& read(marker, bytes, sizeof(bytes)) == (ssize_t)sizeof(bytes)
		&& memcmp(bytes, marker_begin, sizeof(bytes)) == 0;
	close(marker);
	return is_marker;
}

/* Do the first N bytes of NAME end with END, which is not all of them? */
static bool
has_end(const char *name, size_t n, const char *end)
{
	size_t k = strlen(end);

	return n > k && memcmp(name + n - k, end, k) == 0;
}

static bool
ends_with(const char *name, const char *end)
{
	return has_end(name, strlen(name), end);
}

/* Is NAME the name of a file that glibc writes for a process that counts itself? */
static bool
is_glibc_profile(const char *name)
{
	static const char begin[] = "gmon.out.";
	const size_t n = sizeof(begin) - 1;

	return strncmp(name, begin, n) == 0 && name[n] != '\0'
		&& name[n + strspn(name + n, "0123456789")] == '\0';
}

/* Is NAME the name of a copy that a reset makes?  Until the copy is complete, "." and six other
 * characters are at the end of its name. */
static bool
is_copy(const char *name)
{
	size_t n = strlen(name), end = n > 7 && name[n - 7] == '.' ? n - 7 : n;

	return has_end(name, end, REC_SUFFIX REC_BASE_SUFFIX)
		|| has_end(name, end, REC_WAIT_SUFFIX REC_BASE_SUFFIX);
}

/* Is NAME the name of a file that gprowse, the recorder or glibc writes into a recording? */
static bool
is_file_of_recording(const char *name)
{
	return strcmp(name, REC_MARKER) == 0 || strcmp(name, REC_ACCOUNTS) == 0
		|| strcmp(name, "gmon.out") == 0
		|| strncmp(name, ".gmon.out.", 10) == 0 || is_glibc_profile(name)
		|| ends_with(name, REC_SUFFIX) || ends_with(name, REC_JIT_SUFFIX)
		|| ends_with(name, REC_WAIT_SUFFIX) || ends_with(name, REC_IMAGE_SUFFIX)
		|| is_copy(name);
}

bool
directory_visit(const struct directory *d,
	bool (*visit)(const struct directory *d, const char *name, void *with), void *with,
	struct err *e)
{
	int copy = openat(d->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *names = copy >= 0 ? fdopendir(copy) : NULL;
	struct dirent *entry;
	bool go_on = true;

	if (names == NULL) {
		(void)err_set(e, ERR_IO, "the directory cannot be read: %s", strerror(errno));
		if (copy >= 0)
			close(copy);
		return false;
	}
	while (go_on && (entry = readdir(names)) != NULL)
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			go_on = visit(d, entry->d_name, with);
	closedir(names);
	return true;
}

static bool
check_name(const struct directory *d, const char *name, void *with)
{
	struct err *e = with;

	(void)d;
	return is_file_of_recording(name) || err_set(e, ERR_USAGE, "contains %s, which is not a file "
		"of a recording; move this file, or give another directory with -o", name);
}

static bool
remove_name(const struct directory *d, const char *name, void *with)
{
	struct err *e = with;

	if (strcmp(name, REC_MARKER) == 0 || unlinkat(d->fd, name, 0) == 0 || errno == ENOENT)
		return true;
	return err_set(e, ERR_IO, "%s cannot be removed: %s", name, strerror(errno));
}

/* Removes PATH, the recording FD.  If it has a file that does not belong to a recording, removes
 * nothing.  The marker is removed last, so that a directory that could not be removed completely is
 * still a recording. */
static bool
remove_recording(int fd, const char *path, struct err *e)
{
	const struct directory d = { .fd = fd };

	e->kind = ERR_NONE;
	if (!directory_visit(&d, check_name, e, e) || e->kind != ERR_NONE
	    || !directory_visit(&d, remove_name, e, e) || e->kind != ERR_NONE)
		return false;
	if ((unlinkat(fd, REC_MARKER, 0) == 0 || errno == ENOENT) && rmdir(path) == 0)
		return true;
	return err_set(e, ERR_IO, "cannot be removed: %s", strerror(errno));
}

/* If PATH is a recording of this user, opens it as *FD.  If PATH does not exist, sets *FD to -1,
 * and returns true, too.  False: PATH is something else or cannot be examined; E says so without
 * naming PATH. */
static bool
open_recording(const char *path, int *fd, struct err *e)
{
	struct stat st;

	*fd = -1;
	if (lstat(path, &st) != 0)
		return errno == ENOENT || err_set(e, ERR_IO, "%s", strerror(errno));
	if (S_ISDIR(st.st_mode)) {
		*fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (*fd < 0)
			return err_set(e, ERR_IO, "the directory cannot be read: %s",
				strerror(errno));
		if (is_recording(*fd))
			return true;
		close(*fd);
	}
	return err_set(e, ERR_USAGE, "exists and is not a recording of yours, so it is not replaced; "
		"give another directory with -o");
}

/* Removes the recording OLD, if it exists.  False: OLD is something else or cannot be removed. */
static bool
remove_old(const char *old, struct err *e)
{
	bool removed;
	int fd;

	if (!open_recording(old, &fd, e))
		return err_in(e, "%s", old);
	if (fd < 0)
		return true;
	removed = remove_recording(fd, old, e);
	close(fd);
	return removed || err_in(e, "%s", old);
}

/* Returns the path of the old recording beside PATH, to be free()d. */
static char *
old_path(const char *path)
{
	size_t room = strlen(path) + sizeof(".old");
	char *old = mem_new(room, 1);

	snprintf(old, room, "%s.old", path);
	return old;
}

/* Renames the recording D->path, if there is one, to D->path.old. */
static bool
keep_old(struct directory *d, struct err *e)
{
	char *old;
	int fd;

	if (!open_recording(d->path, &fd, e))
		return err_in(e, "%s", d->path);
	if (fd < 0)
		return true;
	close(fd);
	old = old_path(d->path);
	if (remove_old(old, e)) {
		d->replaced = rename(d->path, old) == 0;
		if (!d->replaced)
			(void)err_set(e, ERR_IO, "%s: cannot be renamed to %s: %s", d->path, old,
				strerror(errno));
	}
	free(old);
	return d->replaced;
}

/* Does the directory FD belong to this user?  If not, errno is set. */
static bool
belongs_to_user(int fd)
{
	struct stat st;

	if (fstat(fd, &st) != 0)
		return false;
	errno = EPERM;
	return st.st_uid == geteuid();
}

/* Makes the directory D->path and opens it.  Between the two steps, a user who may rename files in
 * the parent directory could put another directory in its place.  So the owner of the opened
 * directory is checked. */
static bool
make_new(struct directory *d, struct err *e)
{
	mode_t mask = umask(077);
	bool made = mkdir(d->path, 0700) == 0;
	int error = errno;

	umask(mask);
	if (made) {
		d->fd = open(d->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		error = errno;
	}
	if (d->fd >= 0) {
		d->absolute = realpath(d->path, NULL);
		error = errno;
	}
	if (d->fd >= 0 && !belongs_to_user(d->fd)) {
		error = errno;
		close(d->fd);
		d->fd = -1;
	}
	if (!made || d->fd < 0 || d->absolute == NULL)
		return err_set(e, ERR_IO, "%s: the directory cannot be made: %s", d->path,
			strerror(error));
	/* rec_settings.directory of the recorder has room for this length. */
	if (strlen(d->absolute) >= 1000)
		return err_set(e, ERR_IO, "%s: the path is too long; give another directory with -o",
			d->path);
	return true;
}

void
directory_session(const struct directory *d, char text[DIRECTORY_HEX])
{
	for (size_t i = 0; i < sizeof(d->session); i++)
		sprintf(text + 2 * i, "%02x", d->session[i]);
}

static bool
make_marker(struct directory *d, struct err *e)
{
	char hex[DIRECTORY_HEX];
	int fd;

	if (getrandom(d->session, sizeof(d->session), 0) != (ssize_t)sizeof(d->session))
		return err_set(e, ERR_IO, "the system gives no random numbers: %s", strerror(errno));
	fd = openat(d->fd, REC_MARKER, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return err_set(e, ERR_IO, "%s/%s: %s", d->path, REC_MARKER, strerror(errno));
	close(fd);
	directory_session(d, hex);
	return directory_mark(d, "gprowse-session", "1", e) && directory_mark(d, "session", hex, e);
}

bool
directory_make(struct directory *d, const char *path, struct err *e)
{
	size_t n = strlen(path);

	while (n > 1 && path[n - 1] == '/')
		n--;
	*d = (struct directory){ .path = mem_text(path, n), .fd = -1 };
	if (!keep_old(d, e))
		return false;
	if (make_new(d, e) && make_marker(d, e))
		return true;
	directory_undo(d);
	return false;
}

void
directory_undo(struct directory *d)
{
	struct err ignored;
	char *old;

	if (d->fd >= 0)
		(void)remove_recording(d->fd, d->path, &ignored);
	if (!d->replaced)
		return;
	old = old_path(d->path);
	/* The renaming fails if a process has left files in the new directory; then both
	 * directories stay. */
	if (rename(old, d->path) == 0)
		d->replaced = false;
	free(old);
}

bool
directory_mark(const struct directory *d, const char *word, const char *text, struct err *e)
{
	size_t room = strlen(word) + 4 * strlen(text) + 3, n;
	char *line = mem_new(room, 1);
	bool written;
	int fd;

	n = (size_t)sprintf(line, "%s ", word);
	for (const char *c = text; *c != '\0'; c++)
		n += (size_t)sprintf(line + n, *c < ' ' || *c > '~' || *c == '\\' ? "\\x%02x" : "%c",
			(unsigned char)*c);
	line[n++] = '\n';
	fd = openat(d->fd, REC_MARKER, O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	errno = fd >= 0 ? ENOSPC : errno;
	written = fd >= 0 && write(fd, line, n) == (ssize_t)n;
	if (!written)
		(void)err_set(e, ERR_IO, "%s/%s: %s", d->path, REC_MARKER, strerror(errno));
	if (fd >= 0)
		close(fd);
	free(line);
	return written;
}

char *
directory_file(const struct directory *d, const char *name)
{
	size_t room = strlen(name) + 40;
	char *path = mem_new(room, 1);

	snprintf(path, room, "/proc/self/fd/%d/%s", d->fd, name);
	return path;
}

bool
directory_unnamed(struct err *e, const char *path)
{
	size_t n = strlen(path);

	if (strncmp(e->text, path, n) == 0 && strncmp(e->text + n, ": ", 2) == 0)
		memmove(e->text, e->text + n + 2, strlen(e->text + n + 2) + 1);
	return false;
}

/* Copies at most MOST bytes of FROM to TO.  Returns false if this fails. */
static bool
copy_bytes(int from, int to, off_t most)
{
	char bytes[65536];
	ssize_t n;

	while (most > 0 && (n = read(from, bytes, sizeof(bytes))) != 0) {
		if (n < 0)
			return false;
		for (ssize_t done = 0, k; done < n; done += k) {
			k = write(to, bytes + done, (size_t)(n - done));
			if (k <= 0)
				return false;
		}
		most -= n;
	}
	return true;
}

bool
directory_copy(const struct directory *d, int from, const char *name, off_t most)
{
	int to = openat(d->fd, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	bool done;

	if (to < 0)
		return false;
	done = copy_bytes(from, to, most);
	if (close(to) != 0)
		done = false;
	if (!done)
		(void)unlinkat(d->fd, name, 0);
	return done;
}

void
directory_release(struct directory *d)
{
	if (d->fd >= 0)
		close(d->fd);
	free(d->path);
	free(d->absolute);
}
