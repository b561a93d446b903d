/* wrap.h - long text as rows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WRAP_H
#define WRAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "table/view.h"

/* How many bytes of TEXT go into a line of WIDTH cells: whole words, unless one is longer. */
size_t wrap_line(const char *text, int width, bool ascii);

/* Cut paragraph TEXT into pieces that fit the screen, indented by INDENT, and add them,
 * which speak of OF, and their rows to V. */
void wrap_paragraph(struct view *v, const char *text, uint32_t of, int indent, enum style style);

#endif
