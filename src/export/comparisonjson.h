/* comparisonjson.h - what a comparison says about both profiles, as JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COMPARISONJSON_H
#define COMPARISONJSON_H

#include "io/jsonout.h"
#include "table/view_context.h"

/* Writes the comparison of CTX under the key comparison; nothing if there is none. */
void comparisonjson_write(struct jsonout *j, const struct view_context *ctx);

/* Writes KEY and the number X; null if X is not finite. */
void comparisonjson_number(struct jsonout *j, const char *key, double x);

#endif
