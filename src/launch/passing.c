/* passing.c - which signals gprowse record passes on to the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/passing.h"

#include <string.h>
#include <unistd.h>

#include "io/clock.h"
#include "io/procstatus.h"

/* How many ns a signal waits while its sender may be about to send it to other processes, too: at
 * least MOMENT, A_WHILE if the sender still exists, and PATIENCE while the sender runs. */
static const uint64_t moment = 2000000, a_while = 20000000, patience = 200000000;

void
passing_begin(struct passing *p)
{
	*p = (struct passing){ 0 };
	witness_begin(&p->witness);
}

/* Was the signal INFO sent to the group, or by its sender also to the witness?  The system sends
 * signals to the group, but tells only the leader of a session that its terminal is gone. */
static bool
was_to_group(struct passing *p, const siginfo_t *info)
{
	struct seen_signal *s = &p->seen[info->si_signo];
	bool is_from_system = info->si_code > 0;
	bool was_seen;

	if (witness_has(&p->witness, info->si_signo, &s->sender))
		s->is_new = true;
	was_seen = s->is_new && s->sender == info->si_pid;
	if (was_seen)
		s->is_new = false;
	return was_seen || (is_from_system && getsid(0) != getpid());
}

/* Sends the signal INFO to the program.  But if the program has sent it, to its parent, sends it to
 * the parent of gprowse, which would be that of the program without gprowse. */
static void
pass(const struct passing *p, const siginfo_t *info)
{
	pid_t to = info->si_pid == p->child && info->si_code <= 0 ? getppid() : p->child;

	if (info->si_code == SI_QUEUE)
		(void)sigqueue(to, info->si_signo, info->si_value);
	else
		(void)kill(to, info->si_signo);
}

static void
remove_waiting(struct passing *p, size_t i)
{
	p->nwaiting--;
	memmove(p->waiting + i, p->waiting + i + 1, (p->nwaiting - i) * sizeof(*p->waiting));
}

/* Removes the signals that wait and are the same as INFO, from the same sender.  timeout(1) sends a
 * signal to gprowse, and then to the group. */
static void
remove_same(struct passing *p, const siginfo_t *info)
{
	for (size_t i = p->nwaiting; i-- > 0;)
		if (p->waiting[i].info.si_signo == info->si_signo
		    && p->waiting[i].info.si_pid == info->si_pid)
			remove_waiting(p, i);
}

/* Passes the oldest signal on, unless it was also sent to the group.  If the witness got it only
 * after gprowse, it waits twice. */
static void
pass_oldest(struct passing *p)
{
	siginfo_t info = p->waiting[0].info;

	remove_waiting(p, 0);
	if (was_to_group(p, &info))
		remove_same(p, &info);
	else
		pass(p, &info);
}

/* Returns how many ns a signal of process PID waits. */
static uint64_t
time_to_wait(pid_t pid)
{
	char state[PROCSTATUS_VALUE];

	if (pid <= 0 || !procstatus_read((unsigned long)pid, "State", state))
		return moment;
	return *state == 'R' ? patience : a_while;
}

static bool
is_due(const struct waiting_signal *w)
{
	uint64_t age = clock_now(CLOCK_MONOTONIC) - w->since;

	return age >= moment && age >= time_to_wait(w->info.si_pid);
}

void
passing_take(struct passing *p, const siginfo_t *info)
{
	bool is_own = info->si_code <= 0 && info->si_pid == getpid();

	if (info->si_signo == SIGCHLD || info->si_signo > PASSING_SIGNALS || is_own)
		return;
	if (was_to_group(p, info)) {
		remove_same(p, info);
		return;
	}
	if (p->nwaiting == PASSING_WAITING)
		pass_oldest(p);
	p->waiting[p->nwaiting++] = (struct waiting_signal){ *info, clock_now(CLOCK_MONOTONIC) };
}

bool
passing_due(struct passing *p, struct timespec *left)
{
	while (p->nwaiting > 0 && is_due(&p->waiting[0]))
		pass_oldest(p);
	*left = (struct timespec){ .tv_nsec = (long)moment };
	return p->nwaiting > 0;
}

void
passing_end(struct passing *p)
{
	witness_end(&p->witness);
}
