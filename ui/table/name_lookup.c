/* name_lookup.c - finding a function by a part of its name or by its index
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "table/name_lookup.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/clonename.h"
#include "figures/entries.h"
#include "text/bare.h"

/* Returns the index that TEXT, "[7]" or "7", means, or 0 if TEXT is no index. */
static uint64_t
parse_index(const char *text)
{
	bool bracket = text[0] == '[';
	const char *digits = text + bracket;
	size_t n = strspn(digits, "0123456789");

	if (n == 0 || n > 18 || strcmp(digits + n, bracket ? "]" : "") != 0)
		return 0;
	return strtoull(digits, NULL, 10);
}

/* Is TEXT equal to NAME, with or without its arguments? */
static bool
is_called(const char *name, const char *text)
{
	size_t n = strlen(text);

	return strncmp(name, text, n) == 0 && (name[n] == '\0' || name[n] == '(');
}

/* Returns the longest identifier in TEXT, and sets *N to its length.  If a symbol does not contain
 * this identifier, its name cannot contain TEXT, so it need not be demangled.  But symbols
 * abbreviate arguments and a few names of the standard library.  If TEXT may have such an
 * abbreviation, sets *N to 0. */
static const char *
longest_identifier(const char *text, size_t *n)
{
	static const char *const abbreviated[] = { "operator", "allocator", "string", "stream",
		"std", "lambda", "unnamed", "anonymous", "clone" };
	size_t i, length, end = strcspn(text, "<([");
	const char *best = text, *at;

	*n = 0;
	for (at = text; at < text + end; at += length ? length : 1) {
		for (length = 0; at[length] == '_' || isalnum((unsigned char)at[length]);)
			length++;
		if (length > *n) {
			*n = length;
			best = at;
		}
	}
	for (i = 0; i < sizeof(abbreviated) / sizeof(*abbreviated); i++)
		if (strstr(text, abbreviated[i]) != NULL)
			*n = 0;
	return best;
}

static bool
contains(const struct name_query *k, const char *name)
{
	return (k->capitals ? strstr(name, k->text) : strcasestr(name, k->text)) != NULL;
}

void
name_query_open(struct name_query *k, const char *text)
{
	*k = (struct name_query){ .text = text };
	for (const char *c = text; *c != '\0' && !k->capitals; c++)
		k->capitals = isupper((unsigned char)*c);
	k->word = longest_identifier(text, &k->length);
}

bool
name_query_may_match(const struct name_query *k, const struct view_context *ctx, uint32_t n)
{
	const char *symbol;
	size_t i;

	if (k->length == 0 || view_context_is_cycle(ctx, n))
		return true;
	symbol = ctx->profile->funcs[n].name;
	if (k->capitals)
		return memmem(symbol, strlen(symbol), k->word, k->length) != NULL;
	for (i = 0; symbol[i] != '\0'; i++)
		if (strncasecmp(symbol + i, k->word, k->length) == 0)
			return true;
	return false;
}

/* Does a part of NAME begin at AT?  Parts of C++ and Rust follow "::", those of Go and Java a "/" or
 * a ".".  The ending of a clone, as in "f.part.0", is no part. */
static bool
begins_part(const char *name, const char *at)
{
	const char *ending;

	if (at == name)
		return true;
	if (at[-1] == '.') {
		ending = clonename_ending(name);
		return !isdigit((unsigned char)*at) && (ending == NULL || at <= ending);
	}
	return at[-1] == '/' || (at > name + 1 && at[-1] == ':' && at[-2] == ':');
}

/* Returns how well TEXT fits NAME, which is in its bare form (text/bare.h). */
static enum fit
fit_of_bare_name(const char *name, const char *text)
{
	size_t n = strlen(text);
	enum fit fit, best = FIT_NONE;
	const char *at;

	for (at = name; (at = strstr(at, text)) != NULL; at++) {
		if (!begins_part(name, at))
			continue;
		fit = at[n] == '\0' || strncmp(at + n, " [", 2) == 0 ? FIT_END
			: strncmp(at + n, "::", 2) == 0 ? FIT_PARTS : FIT_BEGIN;
		if (fit < best)
			best = fit;
	}
	return best;
}

/* Returns how well K->text fits the name or the symbol of node N. */
static enum fit
fit_of_node(struct view_context *ctx, uint32_t n, const struct name_query *k)
{
	const char *name, *symbol = NULL;
	size_t length = strlen(k->text);
	enum fit fit;
	char *bare;

	if (!name_query_may_match(k, ctx, n))
		return FIT_NONE;
	name = view_context_name(ctx, n);
	if (!view_context_is_cycle(ctx, n))
		symbol = ctx->profile->funcs[n].name;
	if (is_called(name, k->text) || (symbol != NULL && strcmp(symbol, k->text) == 0))
		return FIT_WHOLE;
	bare = bare_name(name);
	fit = fit_of_bare_name(bare, k->text);
	if (fit > FIT_BEGIN && (strncmp(name, k->text, length) == 0
		|| (symbol != NULL && strncmp(symbol, k->text, length) == 0)))
		fit = FIT_BEGIN;
	if (fit > FIT_INSIDE && (contains(k, name) || contains(k, bare)
		|| (symbol != NULL && contains(k, symbol))))
		fit = FIT_INSIDE;
	free(bare);
	return fit;
}

uint32_t
name_lookup_exact(struct view_context *ctx, const char *text)
{
	struct name_query k;
	uint64_t index = parse_index(text);
	uint32_t i, n;

	if (index != 0)
		return view_context_at_index(ctx, index);
	if (*text == '\0')
		return NOBODY;
	name_query_open(&k, text);
	k.capitals = true;
	for (i = 0; i < ctx->graph->nnodes && !view_context_is_stopped(ctx, i); i++) {
		n = ctx->graph->entries[i];
		if (!name_query_may_match(&k, ctx, n))
			continue;
		if (!view_context_is_cycle(ctx, n)
			&& strcmp(ctx->profile->funcs[n].name, text) == 0)
			return n;
		if (is_called(view_context_name(ctx, n), text))
			return n;
	}
	return NOBODY;
}

/* Returns the best match of K with the fit LEAST or a worse fit.  Ignores matches with the fit
 * LEAST before position AFTER in graph.entries.  If several matches have the best fit, returns the
 * first of them in graph.entries. */
static struct name_match
best_match(struct view_context *ctx, const struct name_query *k, enum fit least, uint32_t after)
{
	struct name_match best = { NOBODY, FIT_NONE, 0 };
	uint32_t i, n, counts[FIT_NONE + 1] = { 0 };
	enum fit fit;

	for (i = 0; i < ctx->graph->nnodes; i++) {
		if (view_context_is_stopped(ctx, i))
			return (struct name_match){ NOBODY, FIT_NONE, 0 };
		n = ctx->graph->entries[i];
		fit = fit_of_node(ctx, n, k);
		counts[fit]++;
		if (fit >= best.fit || fit < least || (fit == least && i < after))
			continue;
		best.node = n;
		best.fit = fit;
	}
	best.n = best.node == NOBODY ? 0 : counts[best.fit];
	return best;
}

struct name_match
name_lookup_best(struct view_context *ctx, const char *text, uint32_t after)
{
	struct name_query k;
	struct name_match found;
	enum fit least = FIT_WHOLE;
	uint32_t from = 0;
	uint64_t index = parse_index(text);

	if (index != 0 && after == NOBODY) {
		found.node = view_context_at_index(ctx, index);
		found.fit = FIT_WHOLE;
		found.n = found.node != NOBODY;
		return found;
	}
	if (*text == '\0')
		return (struct name_match){ NOBODY, FIT_NONE, 0 };
	name_query_open(&k, text);
	if (after != NOBODY) {
		least = fit_of_node(ctx, after, &k);
		if (least == FIT_NONE) {
			k.length = 0;
			least = fit_of_node(ctx, after, &k);
		}
		from = entries_position(ctx->graph, (uint64_t)ctx->graph->nodes[after].index + 1);
	}
	found = best_match(ctx, &k, least, from);
	/* The names of symbols that contain K.word do not match.  A symbol may abbreviate this
	 * word, so compare the names of all symbols. */
	if (found.node == NOBODY && after == NOBODY && k.length > 0 && !ctx->stopped) {
		k.length = 0;
		found = best_match(ctx, &k, FIT_WHOLE, 0);
	}
	return found;
}
