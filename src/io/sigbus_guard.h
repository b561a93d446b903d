/* sigbus_guard.h - files that become shorter while they are mapped
 *
 * A program that is built again while it is looked at: what is read behind the new end of its
 * file ends a process that does nothing about it.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SIGBUS_GUARD_H
#define SIGBUS_GUARD_H

#include <stdbool.h>

/* From now on there are zeros where such a file has ended. */
void sigbus_guard_install(void);

/* Did it happen since this was last asked? */
bool sigbus_guard_happened(void);

/* What to say then. */
extern const char sigbus_guard_message[];

#endif
