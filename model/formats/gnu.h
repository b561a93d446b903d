/* gnu.h - what the formats of GNU have in common
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GNU_H
#define GNU_H

#include <stdbool.h>

/* The version of a shared profile: formats/ldprofile.c. */
#define GNU_SHARED 0x1ffffu

/* Are the 16 bytes at P the name of a unit and its abbreviation? */
bool gnu_is_dimension(const unsigned char *p, bool strict);

#endif
