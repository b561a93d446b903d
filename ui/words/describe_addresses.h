/* describe_addresses.h - the addresses of code without names, in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DESCRIBE_ADDRESSES_H
#define DESCRIBE_ADDRESSES_H

#include <stdint.h>
#include <stdio.h>

#include "table/view_context.h"

/* If node N is code without names, and the profile of stacks has addresses of this code, writes the
 * addresses with the most samples of their own to OUT.  Stacks with an excluded function do not
 * count; stacks with an excluded call do. */
void describe_addresses(const struct view_context *ctx, uint32_t n, FILE *out);

#endif
