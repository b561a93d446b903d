/* recorded_check.h - --check of a recording, which has both what is estimated and what is known
 *
 * "gprowse record" leaves stacks and a gmon.out of the same run in one directory.  A gmon.out has
 * only the samples in the code of the program.  So the stacks that are compared with it are those
 * with samples there, too: both profiles then have the same samples, and shares of the same total.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_CHECK_H
#define RECORDED_CHECK_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"
#include "cli/options.h"

/* If O asks for a check of a recording and names no gmon.out, sets *CHANGED to O with the program
 * and the gmon.out of the recording as its files, and the recording as the profile with known
 * times.  Otherwise, sets *CHANGED to O.  Members that O owns stay with O; TEXT owns new ones.
 * False: E says what the recording lacks. */
bool recorded_check_options(struct options *changed, const struct options *o, struct arena *text,
	struct err *e);

/* Is the profile with known times of O a recording? */
bool recorded_check_is(const struct options *o);

/* Returns the path or name that the program of O has in the recording that --check names.  It
 * lives as long as O and TEXT. */
const char *recorded_check_program(const struct options *o, struct arena *text);

#endif
