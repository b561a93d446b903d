/* attribute_lines.h - attribute the samples of code to source lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ATTRIBUTE_LINES_H
#define ATTRIBUTE_LINES_H

#include <stdint.h>

#include "profile/callsites.h"

/* Receives TICKS samples of the code at ADDR, which belongs to line LINE of FILE.  FILE is
 * borrowed; NULL: no line is known. */
typedef void attribute_to_line(void *with, const char *file, unsigned line, uint64_t addr,
	double ticks);

/* Shares TICKS samples of the code [LO, HI) of image IMAGE among its lines.  The code of a line may
 * have several parts.  A part gets samples in proportion to the instructions that begin in it or,
 * if the instructions are not known or none begins in the code, to its bytes.  Calls GIVE for each
 * part with samples, and for some parts without samples, sorted by address.  The samples of the
 * parts add up to TICKS. */
void attribute_lines(struct callsites *places, uint32_t image, uint64_t lo, uint64_t hi,
	double ticks, attribute_to_line *give, void *with);

#endif
