/* spreadcells.h - how evenly the time of a function is spread over the profile files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SPREADCELLS_H
#define SPREADCELLS_H

#include <stdio.h>

#include "table/column_values.h"

/* Functions for the members of struct column.  "Unevenness" is the greatest time of the function in
 * one profile file, divided by the mean of its times in all files.  "most_file" is the file in
 * which the function has the greatest time. */
bool spreadcell_used(const struct view_context *ctx);
int spreadcell_need_most_file(const struct view *v);
void spreadcell_most_file(const struct view *v, const struct row *r, struct pen *pen);
double spreadcell_key_most_file(const struct view *v, const struct row *r);

bool spreadcell_value_unevenness(const struct view *v, const struct row *r, struct column_value *d);
bool spreadcell_value_most_file(const struct view *v, const struct row *r, struct column_value *d);
bool spreadcell_value_of_files(const struct view *v, const struct row *r, struct column_value *d);

/* Values of column.which for spreadcell_value_of_files(). */
enum { SPREAD_LEAST, SPREAD_MOST, SPREAD_MEAN, SPREAD_DEVIATION };

/* Describes how evenly the time of node N is spread over the profile files, in a phrase or in a
 * paragraph (see describe.h).  Writes nothing if there is only one profile file, N is a cycle, or N
 * has no samples. */
void spreadcell_describe_brief(const struct view_context *ctx, uint32_t n, FILE *out);
void spreadcell_describe_full(const struct view_context *ctx, uint32_t n, FILE *out);

#endif
