/* control_copy.c - the copies of recordings that a reset makes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/control_copy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/pathname.h"
#include "io/clock.h"
#include "launch/directory.h"
#include "measured/recording.h"

enum { BLOCK = 1 << 16 };		/* bytes that are copied at once */

/* Copies the bytes [AT, END) of FROM to the same offsets of TO; stops earlier at the end of FROM.
 * Blocks of zeros are not written, so they become holes.  Returns 0 or an errno. */
static int
copy_bytes(int from, int to, uint64_t at, uint64_t end)
{
	static char block[BLOCK];
	static const char zeros[BLOCK];

	while (at < end) {
		off_t data = lseek(from, (off_t)at, SEEK_DATA);
		size_t want = end - at < BLOCK ? (size_t)(end - at) : BLOCK;
		ssize_t n;

		if (data > (off_t)at) {
			at = (uint64_t)data;
			continue;
		}
		if (data < 0 && errno == ENXIO)		/* only a hole follows */
			break;
		n = pread(from, block, want, (off_t)at);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno;
		if (n == 0)
			break;
		if (memcmp(block, zeros, (size_t)n) != 0) {
			errno = ENOSPC;
			if (pwrite(to, block, (size_t)n, (off_t)at) != n)
				return errno;
		}
		at += (uint64_t)n;
	}
	return 0;
}

/* Copies the recording FROM to the empty file TO, and writes the time of the reset into the head of
 * TO.  Threads count meanwhile, so slots are copied at different moments.  Counts only grow, and
 * the head is read first, so no count in TO is greater than in FROM.  Returns 0 or an errno. */
static int
copy_file(int from, int to)
{
	struct rec_head head;
	int error;

	if (pread(from, &head, sizeof(head), 0) != (ssize_t)sizeof(head))
		return EIO;
	error = copy_bytes(from, to, sizeof(head), head.used);
	if (error != 0)
		return error;
	head.base = clock_now(CLOCK_REALTIME);
	errno = ENOSPC;
	if (pwrite(to, &head, sizeof(head), 0) != (ssize_t)sizeof(head) || fsync(to) != 0)
		return errno;
	return 0;
}

/* Makes a file with a new name beside the file OF.  Returns its descriptor, or -1 with errno.  Sets
 * *PATH in both cases; free() it. */
static int
make_file(const char *of, char **path)
{
	size_t room = strlen(of) + sizeof(REC_BASE_SUFFIX ".XXXXXX");

	*path = mem_new(room, 1);
	snprintf(*path, room, "%s%s.XXXXXX", of, REC_BASE_SUFFIX);
	return mkostemp(*path, O_CLOEXEC);
}

/* Adds a copy of the file OF of the target NAME, which is open as FROM, to COPIES.  Returns 0 or an
 * errno. */
static int
add_copy(struct control_copies *copies, const char *name, const char *of, int from)
{
	struct control_copy copy = { .name = name, .of = mem_text(of, strlen(of)) };
	int to = make_file(of, &copy.path), error = errno;

	if (to >= 0) {
		error = copy_file(from, to);
		if (close(to) != 0 && error == 0)
			error = errno;
	} else {
		free(copy.path);
		copy.path = NULL;
	}
	copies->list = mem_grow(copies->list, copies->n + 1, &copies->room, sizeof(*copies->list));
	copies->list[copies->n++] = copy;
	return error;
}

static int
open_file(const char *path)
{
	return open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

/* Copies the recording of T.  Returns 0 or an errno. */
static int
copy_target(struct control_copies *copies, const struct target *t)
{
	int from = t->is_used ? t->fd : open_file(t->path);
	int error = from >= 0 ? add_copy(copies, t->name, t->path, from) : errno;

	if (from >= 0 && !t->is_used)
		close(from);
	return error;
}

/* Copies PATH, the file of waits of the target NAME, if there is one.  Returns 0 or an errno. */
static int
copy_waits(struct control_copies *copies, const char *name, const char *path)
{
	char magic[sizeof(REC_WAIT_MAGIC) - 1];
	int from = open_file(path), error = 0;

	if (from >= 0 && pread(from, magic, sizeof(magic), 0) == (ssize_t)sizeof(magic)
	    && memcmp(magic, REC_WAIT_MAGIC, sizeof(magic)) == 0)
		error = add_copy(copies, name, path, from);
	if (from >= 0)
		close(from);
	return error;
}

/* Copies the file of the waits of T, if there is one.  Returns 0 or an errno. */
static int
copy_waits_of(struct control_copies *copies, const struct target *t)
{
	size_t end = strlen(REC_SUFFIX), n = strlen(t->path), room = n + sizeof(REC_WAIT_SUFFIX);
	char *path;
	int error;

	if (!pathname_ends(t->path, REC_SUFFIX))
		return 0;
	path = mem_new(room, 1);
	snprintf(path, room, "%.*s%s", (int)(n - end), t->path, REC_WAIT_SUFFIX);
	error = copy_waits(copies, t->name, path);
	free(path);
	return error;
}

/* The state of visit_waits(). */
struct waits_visit {
	struct control_copies *copies;
	int error;			/* an errno, or 0 */
};

/* Copies the file NAME of D if it has the waits of a child that has no recording yet. */
static bool
visit_waits(const struct directory *d, const char *name, void *with)
{
	struct waits_visit *v = with;
	size_t n = strlen(name), end = strlen(REC_WAIT_SUFFIX), room = n + sizeof(REC_SUFFIX);
	char *beside, *path;

	if (!pathname_ends(name, REC_WAIT_SUFFIX))
		return true;
	beside = mem_new(room, 1);
	snprintf(beside, room, "%.*s%s", (int)(n - end), name, REC_SUFFIX);
	if (faccessat(d->fd, beside, F_OK, AT_SYMLINK_NOFOLLOW) != 0) {
		path = directory_file(d, name);
		v->error = copy_waits(v->copies, d->path, path);
		free(path);
	}
	free(beside);
	return v->error == 0;
}

bool
control_copies_make(struct control_copies *copies, const struct targets *t, struct err *e)
{
	struct waits_visit children = { .copies = copies };
	int error = 0;

	*copies = (struct control_copies){ 0 };
	for (size_t pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < t->n; i++) {
			error = pass == 0 ? copy_target(copies, &t->list[i])
				: copy_waits_of(copies, &t->list[i]);
			if (error != 0)
				return err_set(e, ERR_IO, "%s: cannot be reset, because it cannot be copied: %s",
					t->list[i].name, strerror(error));
		}
	if (t->directory.fd < 0)
		return true;
	if (!directory_visit(&t->directory, visit_waits, &children, e))
		return err_in(e, "%s", t->directory.path);
	return children.error == 0 || err_set(e, ERR_IO, "%s: cannot be reset, because a file of waits "
		"cannot be copied: %s", t->directory.path, strerror(children.error));
}

bool
control_copies_use(struct control_copies *copies, struct err *e)
{
	for (size_t i = 0; i < copies->n; i++) {
		struct control_copy *copy = &copies->list[i];
		char *path = recording_copy_path(copy->of);
		bool renamed = rename(copy->path, path) == 0;

		free(path);
		if (!renamed)
			return err_set(e, ERR_IO, "%s: cannot be reset: %s", copy->name,
				strerror(errno));
		free(copy->path);
		copy->path = NULL;
	}
	return true;
}

void
control_copies_release(struct control_copies *copies)
{
	for (size_t i = 0; i < copies->n; i++) {
		if (copies->list[i].path != NULL)
			unlink(copies->list[i].path);
		free(copies->list[i].path);
		free(copies->list[i].of);
	}
	free(copies->list);
	*copies = (struct control_copies){ 0 };
}
