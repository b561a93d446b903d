/* recorded_check.h - --check of a recording, whose gmon.out is compared with its stacks
 *
 * "gprowse record" leaves stacks and a gmon.out of the same run in one directory.  A gmon.out has
 * only the samples in the code of the program.  So only stacks that were sampled in this code are
 * compared with it: then both profiles have the same samples and the same total.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORDED_CHECK_H
#define RECORDED_CHECK_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"
#include "cli/options.h"

/* Copies O to *CHANGED.  If O asks for a check of a recording and names no gmon.out, changes the
 * copy: the program and the gmon.out of the recording become the profile, and the recording becomes
 * CHANGED->check.  TEXT owns the new texts.  False: the recording cannot be checked, as E says. */
bool recorded_check_options(struct options *changed, const struct options *o, struct arena *text,
	struct err *e);

/* Is the profile that --check names a recording? */
bool recorded_check_is(const struct options *o);

/* Returns the path of the recorded program, as the marker of the recording O->check has it.  If the
 * marker has no such path or cannot be read, returns the base name of the image of O.  The result
 * is valid as long as O and TEXT. */
const char *recorded_check_program(const struct options *o, struct arena *text);

#endif
