/* attribute_lines.h - attribute the samples of code to source lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ATTRIBUTE_LINES_H
#define ATTRIBUTE_LINES_H

#include <stdint.h>

#include "profile/callsites.h"

/* Receives TICKS samples of the code at ADDR, which belongs to line LINE of FILE (borrowed; NULL:
 * no line is known). */
typedef void attribute_to_line(void *with, const char *file, unsigned line, uint64_t addr,
	double ticks);

/* Share TICKS samples of the code [LO, HI) of image IMAGE among its lines: call GIVE for each part
 * with samples, sorted by address.  A line may have several parts.  Parts are in proportion to the
 * instructions that begin in the code of a line or, if these are not known, to its bytes.  They add
 * up to TICKS. */
void attribute_lines(struct callsites *places, uint32_t image, uint64_t lo, uint64_t hi,
	double ticks, attribute_to_line *give, void *with);

#endif
