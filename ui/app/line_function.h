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

/* Returns the function of line LINE of V, a source view, or NOBODY.  If V->about begins on the
 * line, returns V->about.  For a line with samples or calls, returns a function that has samples or
 * calls on this line.  For any other line, returns a function that has code on this line or nearby.
 * If V->about is one of several such functions, returns V->about. */
uint32_t line_function(const struct view *v, uint32_t line);

#endif
