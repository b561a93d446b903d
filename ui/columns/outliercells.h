/* outliercells.h - the profile file or recording in which a function differs from the others
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OUTLIERCELLS_H
#define OUTLIERCELLS_H

#include <stdio.h>

#include "table/column_values.h"
#include "table/file_label.h"

/* Functions for the members of struct column.  The cell shows a run only if its difference is more
 * than noise explains; values are of the run that differs most, whether or not. */
bool outliercell_used(const struct view_context *ctx);
int outliercell_need(const struct view *v);
void outliercell_draw(const struct view *v, const struct row *r, struct pen *pen);
double outliercell_key(const struct view *v, const struct row *r);
bool outliercell_value_run(const struct view *v, const struct row *r, struct column_value *d);
bool outliercell_value_times(const struct view *v, const struct row *r, struct column_value *d);
bool outliercell_value_q(const struct view *v, const struct row *r, struct column_value *d);

/* Sets *P to how likely noise alone makes any file of function N differ as much as the one with
 * SAMPLES, values of the profile, and *IS_MORE to whether these are more than the mean.  Returns
 * false if it is not known.  PART is a part of a measured profile, or NOBODY. */
bool outliercell_chance(const struct view_context *ctx, uint32_t n, uint32_t part, double samples,
	double *p, bool *is_more);

/* Returns the run of function N that differs more than by noise, or NULL. */
const struct outlier *outliercell_of(const struct view_context *ctx, uint32_t n);

/* outliercell_describe_brief(): if a run of node N differs more than by noise, says so in a phrase
 * (see describe.h) and returns true.  outliercell_describe_full(): says in a paragraph whether a
 * run differs; writes nothing if N is a cycle, or if there are too few runs or samples to say. */
bool outliercell_describe_brief(const struct view_context *ctx, uint32_t n, FILE *out);
void outliercell_describe_full(const struct view_context *ctx, uint32_t n, FILE *out);

#endif
