/* wait_open.h - finds the process of a recording, and children that have no recordings yet
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WAIT_OPEN_H
#define WAIT_OPEN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "record/recording.h"
#include "waits/wait_containers.h"
#include "waits/wait_forks.h"
#include "waits/wait_task.h"

/* Begins to look at the process that writes the recording NAME.gprec of SESSION in DIRECTORY, a
 * descriptor.  IMAGES is borrowed.  The process may be in one of CONTAINERS.  Returns NULL if there
 * is no such process; sets *HAS_ENDED if there was one, which has ended. */
struct wait_task *wait_open(int directory, const char *name, const uint8_t session[16],
	struct wait_images *images, uint32_t hz, const struct wait_containers *containers,
	bool *has_ended);

/* What wait_open_fork() has found. */
enum wait_found {
	WAIT_FOUND,
	WAIT_NOT_YET,			/* the process runs: it has not yet waited */
	WAIT_NONE,			/* there is no such process, or it has executed a program */
};

/* Begins to look at process PID, if it is the child C of fork(), and has no recording yet.  The
 * other arguments are as those of wait_open().  Sets *OPENED to what wait_task_close() will
 * release, if the result is WAIT_FOUND. */
enum wait_found wait_open_fork(struct wait_task **opened, int directory, pid_t pid,
	const struct wait_fork *c, const uint8_t session[16], struct wait_images *images,
	uint32_t hz);

/* The process of T, for which T->is_fork is set, has made the recording of OTHER, which was not yet
 * looked at.  From now on, T is looked at for this recording.  Releases OTHER. */
void wait_open_adopt(struct wait_task *t, struct wait_task *other);

/* Gives T, whose file of waits cannot be made because another process has a file of its name, the
 * name with the next number. */
void wait_open_rename(struct wait_task *t);

/* The process of T, for which T->is_fork is set, has executed a program.  If the recording NAME of
 * this program may have a file of waits that has the name of that of T, renames the file of T. */
void wait_open_give_way(struct wait_task *t, const char *name);

/* Has the process of T executed another program since this function was called first?  If
 * T->is_fork is not set, its recording tells. */
bool wait_open_executed(struct wait_task *t);

#endif
