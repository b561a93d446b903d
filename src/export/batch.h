/* batch.h - --view: prints a view of the browser as text or data
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef BATCH_H
#define BATCH_H

#include <stdbool.h>
#include <stdio.h>

#include "base/err.h"
#include "cli/options.h"
#include "cli/view_input.h"

/* Is there a view called NAME?  If not, E lists the views. */
bool batch_has_view(const char *name, struct err *e);

/* Prints the view that BATCH names to FILE, which must have a descriptor. */
bool batch_view(const struct view_input *in, const struct view_request *batch, FILE *file,
	struct err *e);

#endif
