/* spreadcells.h - how a function is spread over the files: columns, words, names of files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SPREADCELLS_H
#define SPREADCELLS_H

#include <stdio.h>

#include "table/column_values.h"

bool used_spread(const struct scene *s);
int need_most_file(const struct scene *s);

void cell_unevenness(const struct view *v, const struct row *r, struct pen *pen);
void cell_most_file(const struct view *v, const struct row *r, struct pen *pen);
double value_unevenness(const struct view *v, const struct row *r);
double value_most_file(const struct view *v, const struct row *r);

bool data_unevenness(const struct view *v, const struct row *r, struct datum *d);
bool data_most_file(const struct view *v, const struct row *r, struct datum *d);
bool data_file_least(const struct view *v, const struct row *r, struct datum *d);
bool data_file_most(const struct view *v, const struct row *r, struct datum *d);
bool data_file_mean(const struct view *v, const struct row *r, struct datum *d);
bool data_file_deviation(const struct view *v, const struct row *r, struct datum *d);

/* Node N in the words of describe.h; nothing if there is only one file. */
void say_spread(const struct scene *s, uint32_t n, FILE *out);
void tell_spread(const struct scene *s, uint32_t n, FILE *out);

#endif
