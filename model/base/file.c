/* file.c - reading whole files into memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

/* Greatest number of bytes that are read from a pipe, that a file may grow while it is read, and of
 * files of FILE_SMALL. */
static const size_t LONGEST = 256 << 20;

/* Is FD a regular file with holes, of which no byte was read yet?  ST is the status of FD.
 * Profiles of the dynamic linker and of large programs consist mostly of holes.  Holes are not
 * read, and the memory for them is never touched. */
static bool
has_holes(int fd, const struct stat *st)
{
	return S_ISREG(st->st_mode) && lseek(fd, 0, SEEK_CUR) == 0
		&& (uint64_t)st->st_blocks < (uint64_t)st->st_size / 512;
}

/* If byte F->size of FD is in a hole, moves FD and F->size to the end of the hole, but not beyond
 * SIZE.  The bytes of F are zeroed already.  Returns how many bytes the caller may read before the
 * next hole, or SIZE_MAX if this is not known. */
static size_t
skip_hole(struct file *f, int fd, size_t size)
{
	off_t at = (off_t)f->size, data = lseek(fd, at, SEEK_DATA), hole;

	if (data < 0)			/* only a hole is left, or holes are not supported */
		data = errno == ENXIO ? lseek(fd, 0, SEEK_END) : at;
	if (data < at)
		data = at;
	if (data > (off_t)size)
		data = (off_t)size;
	hole = lseek(fd, data, SEEK_HOLE);
	f->size = (size_t)lseek(fd, data, SEEK_SET);
	return hole > data ? (size_t)(hole - data) : SIZE_MAX;
}

/* Tests STOP before it waits, because it never waits if FD always has bytes.  While it waits, tests
 * STOP every PATIENCE milliseconds, because a signal that comes just before poll() does not
 * interrupt poll(). */
bool
file_wait(int fd, struct stop *stop, struct err *e)
{
	enum { PATIENCE = 100 };	/* milliseconds between two tests of STOP */
	struct pollfd p = { .fd = fd, .events = POLLIN };

	for (;;) {
		int n;

		if (stop != NULL && stop_asked(stop, stop->done))
			return err_set(e, ERR_STOPPED, "stopped");
		n = poll(&p, 1, stop != NULL ? PATIENCE : -1);
		if (n > 0)
			return true;
		if (n < 0 && errno != EINTR)
			return err_file(e, errno);
	}
}

/* Returns memory for the N bytes of a file, zeroed if the file has HOLES.  If there is too little
 * memory, returns NULL for a file of more than LONGEST bytes, and ends the program for a smaller
 * file. */
static unsigned char *
allocate_bytes(size_t n, bool holes)
{
	if (n > LONGEST)
		return holes ? calloc(n, 1) : malloc(n);
	return holes ? mem_new(n, 1) : mem_uncleared(n, 1);
}

/* Can FD be read to its end?  If not, E says why.  *ST becomes the status of FD. */
static bool
is_readable(int fd, struct stat *st, struct err *e)
{
	if (fstat(fd, st) < 0)
		return err_file(e, errno);
	if (S_ISDIR(st->st_mode))
		return err_set(e, ERR_IO, "is a directory, not a file");
	if (S_ISCHR(st->st_mode) || S_ISBLK(st->st_mode))
		return err_set(e, ERR_IO, isatty(fd) ? "is a terminal, not a file"
			: "is a device, not a file");
	return (uint64_t)st->st_size <= SIZE_MAX / 2 || err_file(e, EFBIG);
}

/* Reads FD to its end into F.  A regular file may grow or shrink while it is read.  If WAITS is
 * set, waits for the writer of a pipe; otherwise, a pipe without a writer is empty. */
static bool
read_all(struct file *f, int fd, bool waits, struct stop *stop, struct err *e)
{
	struct stat st;
	size_t room, want = 4096;
	bool holes;

	if (!is_readable(fd, &st, e))
		return false;
	if (S_ISREG(st.st_mode) && st.st_size > 0)
		want = (size_t)st.st_size + 1;
	holes = has_holes(fd, &st);
	f->bytes = allocate_bytes(want, holes);
	if (f->bytes == NULL)
		return err_file(e, ENOMEM);
	room = want;
	for (;;) {
		size_t left = SIZE_MAX;
		ssize_t n;

		if (holes && f->size < (size_t)st.st_size)
			left = skip_hole(f, fd, (size_t)st.st_size);
		if (f->size > LONGEST && f->size - LONGEST > (size_t)st.st_size)
			return err_set(e, ERR_IO, "does not end: reading stopped after %zu megabytes",
				LONGEST >> 20);
		f->bytes = mem_grow(f->bytes, want, &room, 1);
		/* Files in /proc are regular files of size 0.  Some of them have no bytes at first,
		 * like a pipe, so wait for bytes. */
		if (waits && (!S_ISREG(st.st_mode) || st.st_size == 0) && !file_wait(fd, stop, e))
			return false;
		n = read(fd, f->bytes + f->size, left < room - f->size ? left : room - f->size);
		if (n < 0 && errno == EAGAIN && !file_wait(fd, stop, e))
			return false;
		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (n < 0)
			return err_file(e, errno);
		if (n == 0)
			return true;
		f->size += (size_t)n;
		want = f->size + 1;
	}
}

int
file_open_regular(const char *path, struct stat *st, struct err *e)
{
	static const int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY;
	int fd;

	if (stat(path, st) != 0) {
		(void)err_file(e, errno);
		return -1;
	}
	if (!S_ISREG(st->st_mode)) {
		(void)err_set(e, ERR_FORMAT, "is not a regular file");
		return -1;
	}
	/* The file may have become a pipe since then. */
	fd = open(path, flags | O_NONBLOCK);
	if (fd < 0 && errno == EAGAIN)		/* another process holds a lease on the file;
						 * without O_NONBLOCK, open() waits until the lease
						 * ends */
		fd = open(path, flags);
	if (fd >= 0 && fstat(fd, st) == 0 && S_ISREG(st->st_mode))
		return fd;
	(void)err_file(e, fd < 0 ? errno : EINVAL);
	if (fd >= 0)
		close(fd);
	return -1;
}

/* Opens PATH, which may be a pipe.  Does not wait for the writer of a pipe.  Returns -1 if PATH
 * cannot be opened, as E says. */
static int
open_any(const char *path, struct err *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0 && errno == EAGAIN)		/* see file_open_regular() */
		fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		(void)err_file(e, errno);
	return fd;
}

bool
file_read(struct file *f, const char *path, enum file_kinds kinds, struct stop *stop,
	struct err *e)
{
	bool is_stdin = strcmp(path, "-") == 0, ok;
	struct stat st = { 0 };
	int fd;

	*f = (struct file){ NULL, 0 };
	fd = is_stdin ? STDIN_FILENO
		: kinds == FILE_REGULAR || kinds == FILE_SMALL ? file_open_regular(path, &st, e)
		: open_any(path, e);
	if (fd < 0)
		return false;
	ok = kinds == FILE_SMALL && st.st_size > (off_t)LONGEST
		? err_set(e, ERR_FORMAT, "longer than %zu megabytes; not read", LONGEST >> 20)
		: read_all(f, fd, is_stdin || kinds == FILE_AWAITED, stop, e);
	if (ok && f->size == 0 && !is_stdin && kinds == FILE_READY && fstat(fd, &st) == 0
	    && S_ISFIFO(st.st_mode))
		ok = err_set(e, ERR_IO, "is an empty pipe, or no program writes to it");
	if (!is_stdin)
		close(fd);
	if (!ok)
		file_release(f);
	return ok;
}

int
file_read_errno(int fd)
{
	int error = 0;
	ssize_t n;

	do
		n = read(fd, &error, sizeof(error));
	while (n < 0 && errno == EINTR);
	return n == (ssize_t)sizeof(error) ? error : 0;
}

void
file_release(struct file *f)
{
	free(f->bytes);
	*f = (struct file){ NULL, 0 };
}
