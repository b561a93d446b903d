/* gateout.h - --gate: decides whether B is slower than A, and prints why
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GATEOUT_H
#define GATEOUT_H

#include <stdio.h>

#include "base/err.h"
#include "cli/options.h"
#include "cli/view_input.h"
#include "compare/gate.h"

/* Compares the profile of IN, which was loaded with --compare, with the profile before, and prints
 * each finding in a line to FILE, which must have a descriptor; with --format=json, also everything
 * that went into the decision.  Returns the decision; if it is GATE_ERROR, E says why. */
enum gate_result gateout_print(const struct view_input *in, const struct options *o, FILE *file,
	struct err *e);

#endif
