/* callgrind_header.h - the first lines of an export to callgrind: what its figures are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CALLGRIND_HEADER_H
#define CALLGRIND_HEADER_H

#include "export/callgrind_costs.h"
#include "export/export.h"

/* Writes the header for COSTS, with the line "events:" at its end. */
void callgrind_header(struct export *x, const struct callgrind_costs *costs);

#endif
