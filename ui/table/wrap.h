/* wrap.h - breaking text into rows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef WRAP_H
#define WRAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "table/view.h"

/* Returns how many bytes of TEXT to write on a line of WIDTH cells.  The line ends between words,
 * but a long word is broken if the line would otherwise be less than a third full. */
size_t wrap_line(const char *text, int width, bool ascii);

/* Breaks paragraph TEXT into lines for the screen of V, indented by INDENT cells, and adds a row
 * for each line.  OF is stored in text_line.of. */
void wrap_paragraph(struct view *v, const char *text, uint32_t of, int indent, enum style style);

#endif
