/* prompt.h - a line that the user types, as an answer to a question
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef PROMPT_H
#define PROMPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "screen/grid.h"

enum question {
	ASK_NOTHING,
	ASK_SEARCH,			/* answer: a regular expression to search for */
	ASK_FILTER,			/* answer: a regular expression for the rows to show */
	ASK_GO,				/* answer: an index, a name, FILE or FILE:LINE to go to */
	ASK_INDEX,			/* answer: an index to go to, only digits */
	ASK_SORT,			/* answer: the letter of a column to sort by */
	ASK_SOURCE,			/* answer: the path of a source file, or of a directory
					 * above it */
	ASK_WRITE,			/* answer: the path of the file to write */
	ASK_DUMP,			/* answer: the path of the gmon.out to write */
	ASK_OVERWRITE,			/* answer: y or n */
	ASK_MARK, ASK_GO_MARK,		/* answer: the letter of a mark */
};

enum typed {
	TYPED_MORE,			/* the line is not complete */
	TYPED_LINE,			/* Enter: the line is complete */
	TYPED_NOTHING,			/* the prompt was cancelled */
	TYPED_TAB,
	TYPED_BACKTAB,
};

struct prompt {
	enum question question;
	char *text;			/* owned; not NULL while the prompt is open */
	size_t n, room;
	size_t at;			/* byte at which the cursor is */
	bool proposed;			/* the text is a proposal: the next character replaces it */
	char *stem;			/* owned; the typed text for which Tab listed names; NULL
					 * after any key except Tab */
	uint32_t completed;		/* the node whose name Tab put into the prompt, or NOBODY */
};

/* Opens the prompt with the cursor behind TEXT, which is copied and may be P->text.  If the prompt
 * is open already, cancels it first. */
void prompt_open(struct prompt *p, enum question question, const char *text);

/* Closes the prompt; a zeroed prompt is closed. */
void prompt_close(struct prompt *p);

/* Replaces the typed text by TEXT, which is copied. */
void prompt_set(struct prompt *p, const char *text);

/* Types KEY into the line.  The caller acts on the result and closes the prompt. */
enum typed prompt_key(struct prompt *p, uint32_t key);

/* Draws LEAD, a question, and the typed text into line Y of G.  If Tab completed the text to a name
 * that is too long, draws the beginning of the name, with the cursor behind P->stem.  Omits text in
 * parentheses at the end of LEAD if it would leave too little room for the typed text. */
void prompt_draw(const struct prompt *p, const char *lead, struct grid *g, int y);

#endif
