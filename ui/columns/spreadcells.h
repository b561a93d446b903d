/* spreadcells.h - how evenly the time of a function is spread over the profile files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SPREADCELLS_H
#define SPREADCELLS_H

#include <stdio.h>

#include "table/column_values.h"

/* Functions for struct column.  "Unevenness" is the most time that a function has in one profile
 * file, divided by its mean time in all files.  "most_file" is the file with the most time. */
bool spreadcell_used(const struct view_context *ctx);
int spreadcell_need_most_file(const struct view_context *ctx);
void spreadcell_draw_unevenness(const struct view *v, const struct column_value *d,
	struct pen *pen);
void spreadcell_most_file(const struct view *v, const struct row *r, struct pen *pen);
double spreadcell_key_most_file(const struct view *v, const struct row *r);

bool spreadcell_value_unevenness(const struct view *v, const struct row *r, struct column_value *d);
bool spreadcell_value_most_file(const struct view *v, const struct row *r, struct column_value *d);
bool spreadcell_value_file_least(const struct view *v, const struct row *r, struct column_value *d);
bool spreadcell_value_file_most(const struct view *v, const struct row *r, struct column_value *d);
bool spreadcell_value_file_mean(const struct view *v, const struct row *r, struct column_value *d);
bool spreadcell_value_file_deviation(const struct view *v, const struct row *r,
	struct column_value *d);

/* Describe how evenly the time of node N is spread over the profile files: in phrases for the
 * detail line, or in paragraphs.  With only one profile file, nothing is written. */
void spreadcell_describe_brief(const struct view_context *ctx, uint32_t n, FILE *out);
void spreadcell_describe_full(const struct view_context *ctx, uint32_t n, FILE *out);

#endif
