/* witness.c - tells which signals were sent to the whole process group
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/witness.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 200 };	/* how many milliseconds an answer is waited for: the witness may
				 * have been stopped together with gprowse, but continued later */

struct question {
	unsigned asked;			/* number of the question */
	int number;			/* of the signal */
};

struct answer {
	unsigned asked;
	bool has;
	pid_t sender;
};

/* In the witness: answers questions until gprowse closes the socket FD or ends. */
static _Noreturn void
answer_questions(int fd)
{
	const struct timespec now = { 0 };
	struct question q;

	while (recv(fd, &q, sizeof(q), 0) == (ssize_t)sizeof(q)) {
		struct answer a = { .asked = q.asked };
		siginfo_t info;
		sigset_t set;

		sigemptyset(&set);
		sigaddset(&set, q.number);
		if (sigtimedwait(&set, &info, &now) == q.number) {
			a.has = true;
			a.sender = info.si_pid;
		}
		(void)send(fd, &a, sizeof(a), MSG_NOSIGNAL);
	}
	_exit(0);
}

/* Are children of this process in its namespace of processes?  If not, the first child is the init
 * of another namespace, and must be the program. */
static bool
has_usual_children(void)
{
	char own[64] = "", children[64] = "";

	return readlink("/proc/self/ns/pid", own, sizeof(own) - 1) <= 0
		|| readlink("/proc/self/ns/pid_for_children", children, sizeof(children) - 1) <= 0
		|| strcmp(own, children) == 0;
}

void
witness_begin(struct witness *w)
{
	int ends[2];
	pid_t child;

	*w = (struct witness){ .fd = -1 };
	if (!has_usual_children()
	    || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
		return;
	child = fork();
	if (child == 0) {
		child = fork();
		if (child != 0) {
			(void)send(ends[1], &child, sizeof(child), MSG_NOSIGNAL);
			_exit(0);
		}
		close(ends[0]);
		prctl(PR_SET_NAME, WITNESS_NAME);
		answer_questions(ends[1]);
	}
	close(ends[1]);
	w->fd = ends[0];
	if (child > 0) {
		while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
			continue;
		if (recv(w->fd, &child, sizeof(child), MSG_DONTWAIT) == (ssize_t)sizeof(child)
		    && child > 0)
			w->pid = child;
	}
	if (w->pid == 0)
		witness_end(w);
}

bool
witness_has(struct witness *w, int number, pid_t *sender)
{
	struct question q = { ++w->asked, number };
	struct pollfd ready = { .fd = w->fd, .events = POLLIN };
	struct answer a = { 0 };

	if (w->pid == 0 || send(w->fd, &q, sizeof(q), MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
		return false;
	/* If a question was not answered in time, its answer comes before this one. */
	do {
		if (poll(&ready, 1, PATIENCE) <= 0
		    || recv(w->fd, &a, sizeof(a), MSG_DONTWAIT) != (ssize_t)sizeof(a))
			return false;
	} while (a.asked != q.asked);
	if (a.has)
		*sender = a.sender;
	return a.has;
}

void
witness_end(struct witness *w)
{
	struct pollfd ended = { .fd = w->fd };

	if (w->fd >= 0)
		(void)shutdown(w->fd, SHUT_WR);
	/* If the witness has not closed its end of the socket, it still exists: it is stopped. */
	if (w->pid > 0 && poll(&ended, 1, PATIENCE) == 0)
		kill(w->pid, SIGKILL);
	if (w->fd >= 0)
		close(w->fd);
	*w = (struct witness){ .fd = -1 };
}
