/* batch.h - views without a screen
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

/* Is there a view that is called NAME? */
bool batch_has_view(const char *name, struct err *e);

/* Print a view, complete. */
bool batch_view(const struct view_input *in, const struct view_request *batch, FILE *out, struct err *e);

#endif
