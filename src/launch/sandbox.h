/* sandbox.h - whether the system allows the system calls that recording a program needs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SANDBOX_H
#define SANDBOX_H

#include <stdbool.h>

#include "launch/preload.h"
#include "outside/outside.h"

/* Returns how many filters of system calls (seccomp) this process has.  If the system does not
 * count them, returns their mode, which is 0 if there are none.  Returns -1 if neither is known. */
long sandbox_filters(void);

/* Does the system end a process that makes the system calls of the recorder L? */
bool sandbox_ends_recorder(const struct preload *l);

/* Does the system end a process that calls ptrace(2)? */
bool sandbox_ends_tracer(void);

/* Removes from *CLOCK what the system would end this process for.  False: nothing is left, as E
 * says. */
bool sandbox_allows(enum outside_clock *clock, struct err *e);

#endif
