/* active.h - characters that would do something instead of being seen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ACTIVE_H
#define ACTIVE_H

#include <stdbool.h>
#include <stdint.h>

/* Is the character C (Unicode) a control, a mark of direction, or something else that is not
 * seen but changes what is? */
bool is_active(uint32_t c);

#endif
