/* match_text.h - the text of a drawn row with which patterns are compared
 *
 * It is the text of all columns, but names of functions are without parameters, template arguments
 * and return type, unless the pattern asks for them; and the column of names has only names, not
 * the marks and remarks that are drawn beside them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MATCH_TEXT_H
#define MATCH_TEXT_H

#include "table/layout.h"

#define NAME_GAP "  "		/* in front of a name in the column of names */

struct match_text {
	char *text;			/* owned */
	int *cells;			/* owned; indexed by byte of TEXT: its cell in the line */
	size_t n;			/* bytes of TEXT */
	size_t text_room, cells_room;

	/* Working memory of match_text_read(). */
	char *name;			/* owned */
	int *name_cells;		/* owned */
	uint32_t *from;			/* owned */
	size_t name_room, name_cells_room, from_room;
};

/* Set T, zeroed at first, to the text of line Y of G, in which the columns of L are drawn.  WHOLE:
 * names are compared with parameters, template arguments and return type. */
void match_text_read(struct match_text *t, const struct layout *l, const struct grid *g, int y,
	bool whole);
void match_text_release(struct match_text *t);

/* Does the expression TEXT look for a bracket, so that it must be compared with whole names?  "("
 * is only a bracket in "\(" and "[(]", since it begins a group elsewhere. */
bool match_text_asks_whole(const char *text);

#endif
