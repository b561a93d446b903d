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
#include "io/clock.h"
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

/* Makes a file with a new name beside the file of T.  Returns its descriptor, or -1 with errno.
 * Sets *PATH in both cases; free() it. */
static int
make_file(const struct target *t, char **path)
{
	size_t room = strlen(t->path) + sizeof(REC_BASE_SUFFIX ".XXXXXX");

	*path = mem_new(room, 1);
	snprintf(*path, room, "%s%s.XXXXXX", t->path, REC_BASE_SUFFIX);
	return mkostemp(*path, O_CLOEXEC);
}

/* Copies the recording of T to the new file *PATH.  Returns 0 or an errno.  *PATH is NULL if no
 * file was made. */
static int
copy_target(const struct target *t, char **path)
{
	int from = t->is_used ? t->fd
		: open(t->path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	int to = from >= 0 ? make_file(t, path) : -1, error = errno;

	if (to >= 0) {
		error = copy_file(from, to);
		if (close(to) != 0 && error == 0)
			error = errno;
	} else {
		free(*path);
		*path = NULL;
	}
	if (from >= 0 && !t->is_used)
		close(from);
	return error;
}

/* Copies the recording of target number I of T to a new file, COPIES->paths[I]. */
static bool
make_copy(struct control_copies *copies, const struct targets *t, size_t i, struct err *e)
{
	int error = copy_target(&t->list[i], &copies->paths[i]);

	return error == 0 || err_set(e, ERR_IO, "%s: cannot be reset, because it cannot be copied: %s",
		t->list[i].name, strerror(error));
}

bool
control_copies_make(struct control_copies *copies, const struct targets *t, struct err *e)
{
	*copies = (struct control_copies){ .paths = mem_new(t->n, sizeof(*copies->paths)),
		.n = t->n };
	for (size_t i = 0; i < t->n; i++)
		if (!make_copy(copies, t, i, e))
			return false;
	return true;
}

bool
control_copies_use(struct control_copies *copies, const struct targets *t, struct err *e)
{
	for (size_t i = 0; i < copies->n; i++) {
		char *path;
		bool renamed;

		if (copies->paths[i] == NULL)
			continue;
		path = recording_copy_path(t->list[i].path);
		renamed = rename(copies->paths[i], path) == 0;
		free(path);
		if (!renamed)
			return err_set(e, ERR_IO, "%s: cannot be reset: %s", t->list[i].name,
				strerror(errno));
		free(copies->paths[i]);
		copies->paths[i] = NULL;
	}
	return true;
}

void
control_copies_release(struct control_copies *copies)
{
	for (size_t i = 0; i < copies->n; i++)
		if (copies->paths[i] != NULL)
			unlink(copies->paths[i]);
	for (size_t i = 0; i < copies->n; i++)
		free(copies->paths[i]);
	free(copies->paths);
	*copies = (struct control_copies){ 0 };
}
