/* sourceplace.h - source files and lines as text such as "pcg.hpp:123", which users read and type
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SOURCEPLACE_H
#define SOURCEPLACE_H

#include <stddef.h>
#include <stdint.h>

#include "lookup/lookup.h"

/* Returns the file and line where function F begins; .file is NULL if they are not known. */
struct source_place sourceplace_of_func(struct lookup *lookup, uint32_t f);

/* Returns the file and line of one call site of arc ARC: the site with the most calls or, in a
 * measured profile, with the greatest time.  .file is NULL if they are not known. */
struct source_place sourceplace_of_arc(struct lookup *lookup, uint32_t arc);

/* Returns PLACE, whose line may be one of a difference (bothsources.h), as users know it: in the
 * version of the file that has the line, that of B if both have it. */
struct source_place sourceplace_seen(const struct lookup *lookup, struct source_place place);

/* Returns PATH as it is shown: its base name or, if LOOKUP->full_paths is set, all of it. */
const char *sourceplace_shown(const struct lookup *lookup, const char *path);

/* Writes PLACE to TEXT and returns TEXT: "pcg.hpp:123", "pcg.hpp" if the line is not known, or ""
 * if the file is not known. */
#define SOURCEPLACE_ROOM 512
const char *sourceplace_text(const struct lookup *lookup, struct source_place place,
	char text[SOURCEPLACE_ROOM]);

/* Returns the lines of at most MOST call sites of arc ARC, such as "pcg.hpp:123,131?", to be
 * free()d.  "?" means that the line is not certain.  " ..." at the end means that there are more
 * call sites. */
char *sourceplace_sites(struct lookup *lookup, uint32_t arc, size_t most);

/* Returns the number of the file that TEXT, "FILE:LINE", names, and sets *LINE.  FILE is the whole
 * path or the end of it.  NOBODY: there is no such file, or TEXT has no line. */
uint32_t sourceplace_find_line(struct lookup *lookup, const char *text, uint32_t *line);

/* Returns the number of the file that TEXT names by its whole path or the end of it.  NOBODY: there
 * is no such file, or TEXT has no dot.  A name without a dot is probably the misspelt name of a
 * function, so debug information is not opened for it. */
uint32_t sourceplace_find_file(struct lookup *lookup, const char *text);

/* Returns the last line of the text of function F.  If that line is not known, returns the line
 * where F begins.  The sources must have been read and contain the file of F. */
uint32_t sourceplace_last_line(struct lookup *lookup, uint32_t f);

/* Returns the function to which the code of line L belongs.  If that is not known, returns the last
 * function of the file that begins at or before line L, or NOBODY.  The sources must have been
 * read. */
uint32_t sourceplace_func_of_line(const struct lookup *lookup, const struct source_line *l);

/* Returns the name, as in the source, of the innermost function that is inlined at ADDR of image
 * IMAGE.  NULL: no function is inlined there, or ADDR is 0. */
const char *sourceplace_inlined(struct lookup *lookup, uint32_t image, uint64_t addr);

#endif
