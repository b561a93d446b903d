/* wait_containers.h - processes that have other numbers in their containers
 *
 * A recording has the number that its process has there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WAIT_CONTAINERS_H
#define WAIT_CONTAINERS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct wait_containers {
	struct wait_contained {
		pid_t pid, own;		/* its number here and in its container */
	} *v;				/* owned */
	size_t n, room;
	uint64_t read;			/* when .v was read: ns, CLOCK_MONOTONIC */
	uint64_t again;			/* .v is not read again before: ns, CLOCK_MONOTONIC */
};

/* Reads again which processes there are, but not if it has done so a moment ago.  There may be
 * many: at most a hundredth of a processor is used. */
void wait_containers_refresh(struct wait_containers *c);

void wait_containers_release(struct wait_containers *c);

#endif
