/* process.h - the file into which a process records
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROCESS_H
#define PROCESS_H

#include "base/err.h"

/* Returns the path of the file into which process PID records, to be free()d.  NULL: E says why
 * there is none. */
char *process_file(unsigned long pid, struct err *e);

#endif
