/* cut.c - cuts the files of a recording to the bytes that are used
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/cut.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "io/clock.h"
#include "io/procstatus.h"

bool
cut_process_runs(uint32_t pid, uint64_t start)
{
	static const double tick = 0.02;	/* seconds; longer than a tick of the system's
						 * clock */
	bool is_zombie;
	double age;

	if (pid == 0 || pid > INT32_MAX || (kill((pid_t)pid, 0) != 0 && errno == ESRCH))
		return false;
	age = procstatus_age(pid, &is_zombie);
	if (is_zombie)
		return false;
	return age < 0 || age + tick >= clock_seconds(CLOCK_MONOTONIC) - (double)start / 1e9;
}

bool
cut_is_unused(int fd, const struct rec_head *head)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN }, old;
	bool leased;

	/* The holder of a lease gets SIGIO if a process opens the file for writing. */
	sigaction(SIGIO, &ignore, &old);
	leased = fcntl(fd, F_SETLEASE, F_RDLCK) == 0;
	if (leased)
		fcntl(fd, F_SETLEASE, F_UNLCK);
	sigaction(SIGIO, &old, NULL);
	if (leased)
		return true;
	return errno != EAGAIN && !cut_process_runs(head->pid, head->start);
}

int
cut_open(int dir, const char *path, bool follows)
{
	const struct timespec moment = { .tv_nsec = 1000000 };
	int flags = O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (follows ? 0 : O_NOFOLLOW);
	int fd = openat(dir, path, flags);

	for (int i = 0; i < 100 && fd < 0 && errno == EAGAIN; i++) {
		nanosleep(&moment, NULL);
		fd = openat(dir, path, flags);
	}
	return fd;
}

static bool
is_of_session(const struct rec_head *head, const struct directory *d)
{
	return memcmp(head->magic, REC_MAGIC, sizeof(head->magic)) == 0
		&& head->order == REC_ORDER && head->version == REC_VERSION
		&& memcmp(head->session, d->session, sizeof(head->session)) == 0;
}

/* Cuts the file NAME, which has the status ST.  If the file does not say that its process has
 * exited, writes into the file that the process is gone.  The limit in the head becomes 0 first: a
 * process that still uses the file then does not write after the new end. */
static void
cut_at_end(const struct directory *d, const char *name, const struct stat *st)
{
	int fd = cut_open(d->fd, name, false);
	const uint64_t limit = 0;
	uint32_t ended;
	uint64_t used;

	if (fd < 0)
		return;
	if (pwrite(fd, &limit, sizeof(limit), offsetof(struct rec_head, limit)) > 0
	    && pread(fd, &used, sizeof(used), offsetof(struct rec_head, used)) == sizeof(used)
	    && used >= 2 * REC_PAGE && used < (uint64_t)st->st_size)
		(void)!ftruncate(fd, (off_t)used);
	if (pread(fd, &ended, sizeof(ended), REC_CONTROL_AT(ended)) == sizeof(ended)
	    && ended == REC_RUNS) {
		ended = REC_GONE;
		(void)!pwrite(fd, &ended, sizeof(ended), REC_CONTROL_AT(ended));
	}
	close(fd);
}

enum cut
cut_file(const struct directory *d, const char *name)
{
	int fd = openat(d->fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	enum cut result = CUT_OTHER;
	struct rec_head head;
	struct stat st;

	if (fd < 0)
		return CUT_OTHER;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_nlink == 1
	    && pread(fd, &head, sizeof(head), 0) == (ssize_t)sizeof(head)
	    && is_of_session(&head, d)) {
		result = cut_is_unused(fd, &head) ? CUT_ENDED : CUT_RUNS;
		if (result == CUT_ENDED)
			cut_at_end(d, name, &st);
	}
	close(fd);
	return result;
}
