/* wait_containers.c - processes that have other numbers in their containers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "waits/wait_containers.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "io/clock.h"
#include "io/procfile.h"
#include "io/procstatus.h"

/* The length of a name such as "pid:[4026531836]", with its NUL, or more. */
enum { NAME = 40 };

/* Sets NAME to that of the namespace in which process PID has its number.  False: the process has
 * ended, or the system does not tell.  Source: pid_namespaces(7). */
static bool
name_space(char name[NAME], pid_t pid)
{
	char path[40];
	ssize_t n;

	snprintf(path, sizeof(path), "/proc/%d/ns/pid", (int)pid);
	n = readlink(path, name, NAME - 1);
	if (n > 0)
		name[n] = '\0';
	return n > 0;
}

void
wait_containers_refresh(struct wait_containers *c)
{
	enum { BUDGET = 100 };
	const uint64_t moment = 50000000, now = clock_now(CLOCK_MONOTONIC);
	uint64_t begin = clock_now(CLOCK_THREAD_CPUTIME_ID), cost;
	char here[NAME], there[NAME];
	DIR *d;

	if (now < c->again || !name_space(here, getpid()))
		return;
	c->n = 0;
	c->read = now;
	d = procfile_processes();
	for (pid_t pid; (pid = procfile_next(d)) != 0;) {
		if (!name_space(there, pid) || strcmp(here, there) == 0)
			continue;
		c->v = mem_grow(c->v, c->n + 1, &c->room, sizeof(*c->v));
		c->v[c->n++] = (struct wait_contained){ pid, procstatus_own_number(pid) };
	}
	cost = BUDGET * (clock_now(CLOCK_THREAD_CPUTIME_ID) - begin);
	c->again = now + (cost > moment ? cost : moment);
}

void
wait_containers_release(struct wait_containers *c)
{
	free(c->v);
	*c = (struct wait_containers){ 0 };
}
