/* decode.h - what profile files hold, as JSON, without an image
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DECODE_H
#define DECODE_H

#include <stdbool.h>
#include <stddef.h>

#include "io/jsonout.h"
#include "io/out.h"
#include "samples/format.h"

/* Print the N files as JSON: one is an object, several are an array.  What is wrong with one
 * is also said in words on standard error.  False: something was wrong with one. */
bool decode_print(struct out *o, const char *const *files, size_t n,
	const struct format_options *how);

/* Write the histograms and arcs of S as members of the open object. */
void decode_put_records(struct jsonout *j, const struct samples *s);

#endif
