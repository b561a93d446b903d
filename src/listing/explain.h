/* explain.h - explanations of the columns of the listings
 *
 * The explanations are printed unless -b is given.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPLAIN_H
#define EXPLAIN_H

extern const char explain_flat[], explain_graph[], explain_bsd_graph[];

/* The explanations for profiles whose totals are known. */
extern const char explain_known_flat[], explain_known_graph[];

#endif
