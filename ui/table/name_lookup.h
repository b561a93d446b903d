/* name_lookup.h - finding a function by a part of its name or by its index
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef NAME_LOOKUP_H
#define NAME_LOOKUP_H

#include <stdint.h>

#include "table/view_context.h"

/* How well a text fits a name, best first. */
enum fit {
	FIT_WHOLE,			/* the whole name, as in name_lookup_exact() */
	FIT_END,			/* the last parts of the name: "detail::f" of
					 * "int geo::detail::f<int>(int)", "Marshal" of
					 * "encoding/json.Marshal" */
	FIT_PARTS,			/* other whole parts: "geo::detail" of
					 * "geo::detail::f<int>" */
	FIT_BEGIN,			/* the beginning of a part: "detail::f" of "detail::fast" */
	FIT_INSIDE,			/* the text is anywhere in the name; case matters if the
					 * text has a capital */
	FIT_NONE,
};

struct name_match {
	uint32_t node;			/* the best match; NOBODY: no name fits, or the search was
					 * stopped */
	enum fit fit;
	uint32_t n;			/* number of nodes that have the same fit, .node included */
};

/* A text that is looked for in names. */
struct name_query {
	const char *text;		/* borrowed */
	const char *word;		/* if .length > 0: a word that is in the symbol of each
					 * match */
	size_t length;			/* length of .word in bytes */
	bool capitals;			/* case matters */
};

/* Sets K up for TEXT, which is borrowed.  Case matters if TEXT has a capital. */
void name_query_open(struct name_query *k, const char *text);

/* Can the name of node N contain K->text?  False if the symbol of N does not contain K->word. */
bool name_query_may_match(const struct name_query *k, const struct view_context *ctx, uint32_t n);

/* Returns the first node, in order of indices, whose name or index is TEXT.  Returns NOBODY if
 * there is none, or if the search was stopped.  TEXT may be a symbol, a name as shown, with or
 * without arguments, or an index, "[7]" or "7". */
uint32_t name_lookup_exact(struct view_context *ctx, const char *text);

/* Returns the first match of TEXT; matches are sorted by fit, then by index.  If AFTER is not
 * NOBODY, returns the match that follows the node AFTER. */
struct name_match name_lookup_best(struct view_context *ctx, const char *text, uint32_t after);

#endif
