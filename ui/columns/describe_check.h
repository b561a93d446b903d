/* describe_check.h - estimated and known shares of a function or a call in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DESCRIBE_CHECK_H
#define DESCRIBE_CHECK_H

#include <stdio.h>

#include "callgraph/sharecheck.h"
#include "table/view_context.h"

/* Describes ROW of CTX->check, in phrases or in paragraphs (see describe.h). */
void describe_check_brief(struct view_context *ctx, const struct check_row *row, FILE *out);
void describe_check_full(struct view_context *ctx, const struct check_row *row, FILE *out);

#endif
