/* open_measured_funcs.h - images, functions and source places of a measured profile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef OPEN_MEASURED_FUNCS_H
#define OPEN_MEASURED_FUNCS_H

#include "measured/measured.h"
#include "profile/profile.h"

/* Sets the images, the functions and the source places of P to those of M, and allocates the arrays
 * of P that are indexed by image.  The functions are sorted by image; P->func_of says which
 * function of P each function of M has become.  P borrows the texts of M. */
void open_measured_funcs(struct profile *p, const struct measured *m);

#endif
