/* fold_levels.c - the levels of folding: which functions become one row, and the name of the row
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/fold_levels.h"

#include <stdlib.h>
#include <string.h>

#include "base/clonename.h"
#include "base/mem.h"
#include "base/pathname.h"
#include "elf/image.h"
#include "lookup/sourceplace.h"
#include "text/bare.h"
#include "text/shorten.h"

static const char *
clone_key(struct grouping *g, uint32_t f)
{
	const char *symbol = g->p->funcs[f].name, *end = clonename_ending(symbol);

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

/* Returns the scopes in the name of function F, such as "geo::Circle"; if OUTERMOST is set, only
 * the outermost scope.  Returns NULL if the name has no scopes. */
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

/* Returns the path of the program or library of F.  Returns NULL if the path is not known, or if
 * the profile has only one program or library. */
static const char *
object_key(struct grouping *g, uint32_t f)
{
	const char *path = g->p->images[g->p->funcs[f].image].path;

	return g->p->nimages > 1 && *path != '\0' ? path : NULL;
}

const char *
fold_levels_row_name(const struct grouping *g, enum fold_level level, const char *key)
{
	if (level == FOLD_FILES || level == FOLD_OBJECTS)
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
	[FOLD_OBJECTS] = { object_key, INSTANCES, false,
		"folded by program or library", "programs and libraries",
		"program or library: its functions" },
};

/* Is the kernel the only program that P names?  Folded stacks mark functions of the kernel, but
 * name no other programs. */
static bool
has_only_kernel(const struct profile *p)
{
	return p->nimages == 2 && strcmp(p->images[0].path, "[kernel]") == 0
		&& *p->images[1].path == '\0';
}

const struct fold_level_info *
fold_levels_of(const struct profile *p, enum fold_level level)
{
	static const struct fold_level_info kernel = { object_key, INSTANCES, false,
		"functions of the kernel folded", "functions of the kernel",
		"function, or [kernel]: all its functions" };

	return level == FOLD_OBJECTS && has_only_kernel(p) ? &kernel : &fold_levels[level];
}
