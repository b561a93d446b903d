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

/* Returns the function of line LINE of V, a source view, or NOBODY.  For a line with samples or
 * calls, this is a function that has samples or calls there.  For any other line, it is a function
 * that has code there or nearby.  If several functions qualify and V->about is one of them, or if
 * V->about begins on the line, returns V->about. */
uint32_t line_function(const struct view *v, uint32_t line);

#endif
