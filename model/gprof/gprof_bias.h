/* gprof_bias.h - where GNU gprof looks for the lines of code that has no debug information
 *
 * gprof takes a PE file whose code has no debug information for one that was moved without its
 * debug information.  It compares the address of one function in both, and looks the code up again,
 * moved by this distance.  Often, the distance is one between two functions, because gprof also
 * finds inlined copies of the function.  Then code gets lines and functions that are not its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GPROF_BIAS_H
#define GPROF_BIAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "elf/image.h"
#include "gprof/gprof_linespans.h"

/* Returns the distance for IM, whose debug information has the functions FUNCS and TEXTS_SIZE bytes
 * of names.  Returns 0 if IM is no PE file. */
uint64_t gprof_bias_find(const struct image *im, const struct dwarf_funcs *funcs,
	size_t texts_size);

/* Returns the line span in which gprof finds ADDR, or NULL.  BIAS is the result of
 * gprof_bias_find().  From ADDR to *END - 1, gprof finds the same line span. */
const struct gprof_linespan *gprof_bias_linespan(const struct gprof_linespans *s, uint64_t bias,
	uint64_t addr, uint64_t *end);

/* Does gprof find a line and a function in line span SPAN of S, which may be NULL?  In PE files, it
 * finds a line only where the debug information has a function, too. */
bool gprof_bias_has_place(const struct gprof_linespans *s, const struct gprof_linespan *span);

#endif
