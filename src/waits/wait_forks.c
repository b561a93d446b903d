/* wait_forks.c - children of fork() that have no recordings of their own yet
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "waits/wait_forks.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "io/clock.h"
#include "record/recording.h"

static void
add(struct wait_forks *f, pid_t pid, uint64_t low, uint64_t high)
{
	f->v = mem_grow(f->v, f->nv + 1, &f->room, sizeof(*f->v));
	f->v[f->nv++] = (struct wait_fork){ .pid = pid, .low = low, .high = high };
}

/* Reads N, how many children there are. */
static bool
read_number(const struct wait_forks *f, uint64_t *n)
{
	return pread(f->fd, n, sizeof(*n), REC_FORKS_AT) == (ssize_t)sizeof(*n);
}

void
wait_forks_read(struct wait_forks *f, int directory)
{
	uint64_t now = clock_now(CLOCK_MONOTONIC), before = f->read != 0 ? f->read : now, n;
	struct rec_forks forks;

	if (f->fd < 0)
		f->fd = openat(directory, REC_ACCOUNTS,
			O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	f->read = now;
	if (f->fd < 0 || !read_number(f, &n) || n == f->n
	    || pread(f->fd, &forks, sizeof(forks), REC_FORKS_AT) != (ssize_t)sizeof(forks))
		return;
	/* Older ones are no longer in the file. */
	if (f->n > forks.n || forks.n - f->n > REC_FORKS)
		f->n = forks.n > REC_FORKS ? forks.n - REC_FORKS : 0;
	while (f->n < forks.n) {
		uint64_t child = forks.last[f->n % REC_FORKS], pid = child & UINT32_MAX;

		bool is_written = (uint32_t)(child >> 32) == (uint32_t)(f->n + 1);

		if (!is_written && f->missing != f->n + 1) {
			f->missing = f->n + 1;
			break;
		}
		f->n++;
		if (is_written && pid > 0 && pid <= INT32_MAX)
			add(f, (pid_t)pid, before, now);
	}
}

void
wait_forks_release(struct wait_forks *f)
{
	if (f->fd >= 0)
		close(f->fd);
	free(f->v);
	*f = (struct wait_forks){ .fd = -1 };
}
