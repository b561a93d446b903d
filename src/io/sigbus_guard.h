/* sigbus_guard.h - survives files that become shorter while they are mapped
 *
 * A program may be rebuilt while its old file is mapped.  Reading behind the new end of the file
 * raises SIGBUS, which would end the process.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SIGBUS_GUARD_H
#define SIGBUS_GUARD_H

#include <stdbool.h>

/* Let such reads return zeros from now on. */
void sigbus_guard_install(void);

/* Was there such a read since the last call? */
bool sigbus_guard_happened(void);

/* The message about it. */
extern const char sigbus_guard_message[];

#endif
