/* sigbus_guard.h - keeps the program running when a mapped file becomes shorter
 *
 * A program may be rebuilt while its old file is mapped.  Reading behind the new end of the file
 * raises SIGBUS, which would end the process.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SIGBUS_GUARD_H
#define SIGBUS_GUARD_H

#include <stdbool.h>

/* Makes reads behind the end of a mapped file return zeros, from now on. */
void sigbus_guard_install(void);

/* Was there a read behind the end of a mapped file since the last call? */
bool sigbus_guard_happened(void);

/* The message for the user after a read behind the end of a mapped file. */
extern const char sigbus_guard_message[];

#endif
