/* procstatus.h - the fields of /proc/PID/status
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROCSTATUS_H
#define PROCSTATUS_H

#include <stdbool.h>

enum { PROCSTATUS_VALUE = 256 };

/* Sets VALUE to the value of the field NAME, as "Uid", of process or thread PID; 0 is this process.
 * The rest of a value that is too long is left off.  False: there is no such process or field. */
bool procstatus_read(unsigned long pid, const char *name, char value[PROCSTATUS_VALUE]);

#endif
