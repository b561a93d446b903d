/* explain.h - what the columns of the listings mean, in words
 *
 * Printed unless -b asks for brevity.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef EXPLAIN_H
#define EXPLAIN_H

extern const char explain_flat[], explain_graph[], explain_bsd_graph[];

#endif
