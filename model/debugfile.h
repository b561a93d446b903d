/* debugfile.h - where libdwfl may look for debug information
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DEBUGFILE_H
#define DEBUGFILE_H

#include <elfutils/libdwfl.h>

/* For dwfl_begin(): as usual, but nothing beside the image is opened that is no file, such as a
 * pipe, which would be waited for. */
extern const Dwfl_Callbacks debugfile_callbacks;

#endif
