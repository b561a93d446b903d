/* attach.h - gprowse record -p: records a process that runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ATTACH_H
#define ATTACH_H

#include <stdbool.h>

#include "base/err.h"
#include "launch/record_options.h"

/* Records the process that O names until it ends, until O->seconds are over, or until SIGINT,
 * SIGTERM or SIGHUP comes.  The process is not harmed.  False: E says why it cannot be recorded.
 * If O asks for the browser, *OPEN becomes the path of the recording, to be free()d. */
bool attach_run(const struct record_options *o, char **open, struct err *e);

#endif
