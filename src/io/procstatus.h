/* procstatus.h - the fields of /proc/PID/status, and the age of a process
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROCSTATUS_H
#define PROCSTATUS_H

#include <stdbool.h>
#include <sys/types.h>

enum { PROCSTATUS_VALUE = 256 };

/* Sets VALUE to the value of the field NAME, as "Uid", of process or thread PID; 0 is this process.
 * The rest of a value that is too long is left off.  False: there is no such process or field. */
bool procstatus_read(unsigned long pid, const char *name, char value[PROCSTATUS_VALUE]);

/* Returns the number of process or thread PID that it knows itself.  In a container, it may be
 * another one.  Returns PID if this is not known. */
pid_t procstatus_own_number(pid_t pid);

/* Has process PID ended, and remains a zombie, of which the system still knows the times? */
bool procstatus_is_zombie(unsigned long pid);

/* Returns the age of process PID in seconds, or -1 if the age is not known.  *IS_ZOMBIE: the
 * process has ended, and its parent has not yet waited for it. */
double procstatus_age(unsigned long pid, bool *is_zombie);

#endif
