/* cut.c - cuts the files of a recording to the bytes that are used
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/cut.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>



/* Offset of a number of the control page in the file. */
#define CONTROL(member) (REC_PAGE + (off_t)offsetof(struct rec_control, member))

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
	return errno != EAGAIN && kill((pid_t)head->pid, 0) != 0 && errno == ESRCH;
}

static bool
is_of_session(const struct rec_head *head, const struct directory *d)
{
	return memcmp(head->magic, REC_MAGIC, sizeof(head->magic)) == 0
		&& head->order == REC_ORDER && head->version == REC_VERSION
		&& memcmp(head->session, d->session, sizeof(head->session)) == 0;
}

/* Cuts the file NAME, which has the status ST, and notes that its process is gone.  In case a
 * process still uses the file, the limit in the head becomes 0 first, so that the process does not
 * write after the new end. */
static void
cut_at_end(const struct directory *d, const char *name, const struct stat *st)
{
	int fd = openat(d->fd, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	const uint64_t limit = 0;
	uint32_t ended;
	uint64_t used;

	if (fd < 0)
		return;
	if (pwrite(fd, &limit, sizeof(limit), offsetof(struct rec_head, limit)) > 0
	    && pread(fd, &used, sizeof(used), offsetof(struct rec_head, used)) == sizeof(used)
	    && used >= 2 * REC_PAGE && used < (uint64_t)st->st_size)
		(void)!ftruncate(fd, (off_t)used);
	if (pread(fd, &ended, sizeof(ended), CONTROL(ended)) == sizeof(ended)
	    && ended == REC_RUNS) {
		ended = REC_GONE;
		(void)!pwrite(fd, &ended, sizeof(ended), CONTROL(ended));
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
