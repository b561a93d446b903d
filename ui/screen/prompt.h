/* prompt.h - a line that is being typed.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PROMPT_H
#define PROMPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "screen/grid.h"

enum question {
	ASK_NOTHING,
	ASK_SEARCH,			/* a regular expression */
	ASK_FILTER,			/* the same, for rows to keep */
	ASK_GO,				/* an index or a name */
	ASK_INDEX,			/* digits */
	ASK_SORT,			/* one letter: a column */
	ASK_SOURCE,			/* a file or a directory */
	ASK_WRITE,			/* a file */
	ASK_OVERWRITE,			/* y or n */
	ASK_MARK, ASK_GO_MARK,		/* a letter */
};

enum typed {
	TYPED_MORE,			/* the line goes on */
	TYPED_LINE,			/* Enter: it is complete */
	TYPED_NOTHING,			/* given up */
	TYPED_TAB,
};

struct prompt {
	enum question question;
	char *text;			/* owned; never NULL while asking */
	size_t n, room;
	size_t at;			/* byte the cursor is on */
	bool proposed;			/* the text was not typed: what is
					 * typed takes its place */
	char *stem;			/* owned; what was typed before Tab completed it */
	uint32_t completed;		/* the node it was completed to, or NOBODY */
};

/* Ask for something, with TEXT on the line, which is copied and may be that of P; the cursor is
 * behind it.  What was asked before is given up. */
void prompt_open(struct prompt *p, enum question question, const char *text);

/* Ask for nothing; a zeroed prompt does so, too. */
void prompt_close(struct prompt *p);

/* Put TEXT, which is copied, on the line that is being typed. */
void prompt_set(struct prompt *p, const char *text);

/* Type KEY into the line; what to do now is for the caller, who closes the prompt. */
enum typed prompt_key(struct prompt *p, uint32_t key);

/* Draw LEAD and the line into line Y of G.  What stands in parentheses in LEAD is left out
 * where it would take the room of what is typed. */
void prompt_draw(const struct prompt *p, const char *lead, struct grid *g, int y);

#endif
