/* witness.c - tells which signals were sent to the whole process group
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/witness.h"

#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/socket.h>
#include <time.h>

enum {
	PATIENCE = 200,		/* how many milliseconds an answer is waited for: the witness may
				 * have been stopped together with gprowse, but continued later */
};

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
static void
answer_questions(int fd, void *with)
{
	const struct timespec now = { 0 };
	struct question q;

	(void)with;
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
}

void
witness_begin(struct witness *w)
{
	*w = (struct witness){ 0 };
	orphan_begin(&w->process, ORPHAN_PREFIX "group", answer_questions, NULL);
}

bool
witness_has(struct witness *w, int number, pid_t *sender)
{
	struct question q = { ++w->asked, number };
	struct pollfd ready = { .fd = w->process.fd, .events = POLLIN };
	struct answer a = { 0 };

	if (w->process.pid == 0
	    || send(w->process.fd, &q, sizeof(q), MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
		return false;
	/* If a question was not answered in time, its answer comes before this one. */
	do {
		if (poll(&ready, 1, PATIENCE) <= 0
		    || recv(w->process.fd, &a, sizeof(a), MSG_DONTWAIT) != (ssize_t)sizeof(a))
			return false;
	} while (a.asked != q.asked);
	if (a.has)
		*sender = a.sender;
	return a.has;
}

void
witness_end(struct witness *w)
{
	orphan_end(&w->process, PATIENCE);
}
