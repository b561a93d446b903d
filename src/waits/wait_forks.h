/* wait_forks.h - children of fork() that have no recordings of their own yet
 *
 * The recorder in a new child notes its number: record/recording.h, struct rec_forks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WAIT_FORKS_H
#define WAIT_FORKS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A child.  Other processes may have written anything, so the number may be that of any process. */
struct wait_fork {
	pid_t pid;			/* its own number; in a container, it may have another */
	uint64_t low, high;		/* it began between these times: ns, CLOCK_MONOTONIC */
	uint64_t looked;		/* when it was last looked for; 0: not yet */
};

struct wait_forks {
	int fd;				/* of the file; -1: not yet open */
	uint64_t n;			/* how many children were read */
	uint64_t missing;		/* which child had not yet written its number when it was to
					 * be read */
	uint64_t read;			/* when */
	struct wait_fork *v;		/* owned; children that are not looked at yet */
	size_t nv, room;
};

/* Adds the new children that are noted in DIRECTORY, a descriptor. */
void wait_forks_read(struct wait_forks *f, int directory);

void wait_forks_release(struct wait_forks *f);

#endif
