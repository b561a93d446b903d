/* line_function.h - the function to which a line of a source view belongs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef LINE_FUNCTION_H
#define LINE_FUNCTION_H

#include <stdbool.h>
#include <stdint.h>

#include "table/view.h"

/* Does function F begin on line LINE of the source that V shows? */
bool line_function_begins_on(const struct view *v, uint32_t f, uint32_t line);

/* Returns the function of line LINE of V, or NOBODY.  For a line with samples or calls, it is a
 * function that has samples or calls there.  For another line, it is the function that has code
 * there or nearby.  If V->about is one of several such functions, or begins on the line, V->about
 * is returned. */
uint32_t line_function(const struct view *v, uint32_t line);

#endif
