/* sigbus_guard.h - files that become shorter while they are mapped
 *
 * A program that is built again while it is looked at: what is read behind the new end of its
 * file ends a process that does nothing about it.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SIGBUS_GUARD_H
#define SIGBUS_GUARD_H

#include <stdbool.h>

/* From now on there are zeros where such a file has ended. */
void shrink_survive(void);

/* Did it happen since this was last asked? */
bool shrink_happened(void);

/* What to say then. */
extern const char shrink_message[];

#endif
