/* sampler.c - samples a program that gprowse record starts, by short stops
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/sampler.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "io/procstatus.h"

enum { PATIENCE = 30000 };		/* ms in which the process writes its last file */

/* What the process needs. */
struct sampling {
	struct outside_options options;
	int executed[2];		/* ends of the pipe */
};

/* In the process: samples the process whose number comes from the socket FD.  Sends a message if
 * this is not possible. */
static void
sample(int fd, void *with)
{
	struct sampling *s = with;
	struct outside *o;
	struct err e;
	char byte;
	pid_t pid;

	close(s->executed[1]);
	if (recv(fd, &pid, sizeof(pid), 0) != (ssize_t)sizeof(pid))
		return;
	while (read(s->executed[0], &byte, 1) < 0 && errno == EINTR)
		continue;
	s->options.has_run = true;
	o = outside_begin(&s->options, pid, &e);
	if (o == NULL)
		(void)send(fd, e.text, strlen(e.text), MSG_NOSIGNAL);
	while (recv(fd, &byte, 1, 0) > 0)
		continue;
	/* If gprowse was killed, the process may run. */
	outside_end(o, kill(pid, 0) != 0 || procstatus_is_zombie((unsigned long)pid));
}

bool
sampler_begin(struct sampler *s, const struct outside_options *options, struct err *e)
{
	struct sampling sampling = { .options = *options };

	*s = (struct sampler){ .executed = -1, .process.fd = -1 };
	if (pipe2(sampling.executed, O_CLOEXEC) != 0)
		return err_set(e, ERR_IO, "no process for samples can be made: %s", strerror(errno));
	orphan_begin(&s->process, ORPHAN_PREFIX "samples", sample, &sampling);
	close(sampling.executed[0]);
	s->executed = sampling.executed[1];
	if (s->process.pid > 0)
		return true;
	close(s->executed);
	s->executed = -1;
	return err_set(e, ERR_IO, "no process for samples can be made");
}

void
sampler_allow(const struct sampler *s)
{
#ifdef PR_SET_PTRACER
	if (s->process.pid > 0)
		prctl(PR_SET_PTRACER, (unsigned long)s->process.pid, 0, 0, 0);
#else
	(void)s;
#endif
}

void
sampler_follow(struct sampler *s, pid_t pid)
{
	if (s->process.pid > 0 && pid > 0)
		(void)send(s->process.fd, &pid, sizeof(pid), MSG_NOSIGNAL);
	if (s->executed >= 0)
		close(s->executed);
	s->executed = -1;
}

bool
sampler_end(struct sampler *s, struct err *e)
{
	struct pollfd ready = { .fd = s->process.fd, .events = POLLIN };
	char text[sizeof(e->text)];
	ssize_t n = 0;

	if (s->executed >= 0)
		close(s->executed);
	s->executed = -1;
	if (s->process.pid > 0) {
		(void)shutdown(s->process.fd, SHUT_WR);
		if (poll(&ready, 1, PATIENCE) > 0)
			n = recv(s->process.fd, text, sizeof(text) - 1, MSG_DONTWAIT);
		orphan_end(&s->process, n > 0 ? PATIENCE : 0);
	}
	return n <= 0 || err_set(e, ERR_IO, "%.*s", (int)n, text);
}
