/* match_text.h - the text of a drawn row with which patterns are compared
 *
 * This is the text of all columns, with two differences.  Names of functions have no parameters,
 * template arguments and return type, unless the pattern looks for brackets.  Marks and remarks
 * beside a name in the column of names are omitted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MATCH_TEXT_H
#define MATCH_TEXT_H

#include "table/layout.h"

#define NAME_GAP "  "		/* text before each name in the column of names */

struct match_text {
	char *text;			/* owned */
	int *cells;			/* owned; byte I of .text is drawn in cell .cells[I] */
	size_t n;			/* bytes of .text */
	size_t text_room, cells_room;

	/* Working memory of match_text_read(). */
	char *name;			/* owned */
	int *name_cells;		/* owned */
	uint32_t *from;			/* owned */
	size_t name_room, name_cells_room, from_room;
};

/* Sets T to the text of line Y of G, in which the columns of L are drawn.  T must be zeroed before
 * the first call.  If WHOLE, names keep their parameters, template arguments and return type. */
void match_text_read(struct match_text *t, const struct layout *l, const struct grid *g, int y,
	bool whole);
void match_text_release(struct match_text *t);

/* Does the expression TEXT look for "<" or "(", so that it must be compared with whole names?  Only
 * "\(" and "[(]" look for "(": elsewhere "(" begins a group. */
bool match_text_asks_whole(const char *text);

#endif
