/* sourceplace.h - source files and lines as text such as "pcg.hpp:123", which users read and type
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SOURCEPLACE_H
#define SOURCEPLACE_H

#include <stddef.h>
#include <stdint.h>

#include "lookup/lookup.h"

/* Where function F begins; .file is NULL if that is not known. */
struct source_place sourceplace_of_func(struct lookup *lookup, uint32_t f);

/* The call site of arc ARC that made most of its calls; .file is NULL if it is not known. */
struct source_place sourceplace_of_arc(struct lookup *lookup, uint32_t arc);

/* PATH as it is shown: its base name, or all of it. */
const char *sourceplace_shown(const struct lookup *lookup, const char *path);

/* PLACE as "pcg.hpp:123" in TEXT; "" if it is not known. */
#define SOURCEPLACE_ROOM 512
const char *sourceplace_text(const struct lookup *lookup, struct source_place place,
	char text[SOURCEPLACE_ROOM]);

/* The lines that make the calls of arc ARC, as "pcg.hpp:123,131?", of at most MOST call sites; to
 * be free()d. */
char *sourceplace_sites(struct lookup *lookup, uint32_t arc, size_t most);

/* Returns the file that TEXT, "FILE:LINE", names by the end of its path, and sets *LINE; NOBODY:
 * there is no such file. */
uint32_t sourceplace_find_line(struct lookup *lookup, const char *text, uint32_t *line);

/* Returns the file that TEXT names by the end of its path; NOBODY: there is none, or TEXT has no
 * dot.  Source files have a dot in their names and most functions do not: so debug information
 * is not opened for every misspelt function. */
uint32_t sourceplace_find_file(struct lookup *lookup, const char *text);

/* The last line of the code of function F, whose file is in the sources, which are read. */
uint32_t sourceplace_last_line(struct lookup *lookup, uint32_t f);

/* The function that the code of line L belongs to, or NOBODY; the sources are read. */
uint32_t sourceplace_func_of_line(const struct lookup *lookup, const struct source_line *l);

/* Returns the name in the source of the innermost function that is inlined at ADDR of image IMAGE;
 * NULL: no function is inlined there, or ADDR is 0. */
const char *sourceplace_inlined(struct lookup *lookup, uint32_t image, uint64_t addr);

#endif
