/* fold_levels.c - the levels of folding: which functions become one row, and its name
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/fold_levels.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/pathname.h"
#include "lookup/sourceplace.h"
#include "text/bare.h"
#include "text/shorten.h"

const char *
fold_levels_clone_suffix(const char *symbol)
{
	static const char *const suffixes[] = { ".isra.", ".part.", ".cold", ".constprop.",
		"._omp_fn.", ".lto_priv.", ".localalias", ".clone.", ".llvm." };
	const char *at, *first = NULL;
	size_t i;

	for (i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++) {
		at = strstr(symbol, suffixes[i]);
		if (at != NULL && at > symbol && (first == NULL || at < first))
			first = at;
	}
	return first;
}

static const char *
clone_key(struct grouping *g, uint32_t f)
{
	const char *symbol = g->p->funcs[f].name, *end = fold_levels_clone_suffix(symbol);

	return end != NULL ? arena_text(g->text, symbol, (size_t)(end - symbol)) : symbol;
}

static const char *
template_key(struct grouping *g, uint32_t f)
{
	char *generic = shorten_generic(view_context_own_name(&g->a->ctx, f));
	const char *key = generic != NULL ? arena_text(g->text, generic, strlen(generic)) : NULL;

	free(generic);
	return key;
}

/* Returns the scopes of function F, or only the OUTERMOST; NULL if F has none. */
static const char *
scopes_key(struct grouping *g, uint32_t f, bool outermost)
{
	char *scopes = bare_scopes(view_context_own_name(&g->a->ctx, f), outermost);
	const char *key = scopes != NULL ? arena_text(g->text, scopes, strlen(scopes)) : NULL;

	free(scopes);
	return key;
}

static const char *
class_key(struct grouping *g, uint32_t f)
{
	return scopes_key(g, f, false);
}

static const char *
namespace_key(struct grouping *g, uint32_t f)
{
	return scopes_key(g, f, true);
}

static const char *
file_key(struct grouping *g, uint32_t f)
{
	const char *file = sourceplace_of_func(g->a->ctx.lookup, f).file;
	char *path;

	if (file == NULL || (strstr(file, "/.") == NULL && strstr(file, "//") == NULL))
		return file;
	path = mem_new(strlen(file) + 1, 1);
	pathname_normalize(path, file);
	file = arena_text(g->text, path, strlen(path));
	free(path);
	return file;
}

static const char *
directory_key(struct grouping *g, uint32_t f)
{
	const char *file = file_key(g, f);

	return file != NULL ? arena_text(g->text, file, (size_t)(pathname_base(file) - file))
		: NULL;
}

const char *
fold_levels_row_name(const struct grouping *g, enum fold_level level, const char *key)
{
	if (level == FOLD_FILES)
		return pathname_base(key);
	if (level != FOLD_DIRECTORIES)
		return key;
	key += g->common;
	return *key != '\0' ? key : "./";
}

/* Bits of the levels that show clones and instances of templates as one row. */
enum { INSTANCES = FOLD_BIT(FOLD_CLONES) | FOLD_BIT(FOLD_TEMPLATES) };

const struct fold_level_info fold_levels[FOLD_LEVELS] = {
	[FOLD_CLONES] = { clone_key, 0, false, "clones folded", "clones", NULL },
	[FOLD_TEMPLATES] = { template_key, FOLD_BIT(FOLD_CLONES), false,
		"template instances folded", "templates", NULL },
	[FOLD_CLASSES] = { class_key, INSTANCES, false,
		"folded by class or namespace", "classes",
		"class, namespace or function" },
	[FOLD_NAMESPACES] = { namespace_key, INSTANCES, true,
		"folded by outermost namespace", "namespaces",
		"outermost namespace or function" },
	[FOLD_FILES] = { file_key, INSTANCES, false,
		"folded by the file that defines the function", "files",
		"file: functions defined in it" },
	[FOLD_DIRECTORIES] = { directory_key, INSTANCES, true,
		"folded by the directory of the function's file", "directories",
		"directory: functions in its files" },
};
