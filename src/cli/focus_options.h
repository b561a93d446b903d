/* focus_options.h - the functions that --focus names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FOCUS_OPTIONS_H
#define FOCUS_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "cli/options.h"
#include "figures/exclusions.h"
#include "table/view_context.h"

/* Sets FUNCS, which has room for all functions of the profile of CTX, to those whose names match
 * REGEX, an argument of --focus, and *N to their number.  Names are compared as they are shown, and
 * without parameters.  False: E says why the profile cannot be shown so. */
bool focus_options_find(struct view_context *ctx, const char *regex, uint32_t *funcs, uint32_t *n,
	struct err *e);

/* Opens X over the graph of CTX, with the foci of O in force, and lets CTX show the result; if O
 * has no foci, does nothing.  The caller releases X after CTX.  False: E says why this is not
 * possible; then there is nothing to release in X. */
bool focus_options_show(struct exclusions *x, struct view_context *ctx, const struct options *o,
	struct err *e);

#endif
