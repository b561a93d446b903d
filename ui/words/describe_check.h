/* describe_check.h - estimated and known shares of a function or a call in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DESCRIBE_CHECK_H
#define DESCRIBE_CHECK_H

#include <stdbool.h>
#include <stdio.h>

#include "figures/sharecheck.h"
#include "table/view_context.h"

/* Are the known shares of CTX->check sampled, not counted? */
bool describe_check_is_sampled(const struct view_context *ctx);

/* Describes ROW of CTX->check, in phrases or in paragraphs (see describe.h). */
void describe_check_brief(struct view_context *ctx, const struct check_row *row, FILE *out);
void describe_check_full(struct view_context *ctx, const struct check_row *row, FILE *out);

#endif
