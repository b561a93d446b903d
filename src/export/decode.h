/* decode.h - --decode: the contents of profile files as JSON
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

/* Prints the N files as JSON: one file as an object, several as an array.  A directory is replaced
 * by its profiles (profiledir.h).  False: a file is damaged or cannot be read; a message on
 * standard error has said so. */
bool decode_print(struct out *o, const char *const *files, size_t n,
	const struct format_options *how);

/* Writes the histograms and arcs of S as members of the open object. */
void decode_put_records(struct jsonout *j, const struct samples *s);

#endif
