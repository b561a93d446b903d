/* clonename.c - endings that compilers append to the symbols of clones and parts of functions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/clonename.h"

#include <stddef.h>
#include <string.h>

/* Returns the first place of ENDING in SYMBOL that is not the beginning of SYMBOL, or NULL if there
 * is none.  If the last character of ENDING is '.' or '_', any text may follow.  Otherwise, a dot
 * or the end of SYMBOL must follow. */
static const char *
find_ending(const char *symbol, const char *ending)
{
	size_t n = strlen(ending);
	bool open = ending[n - 1] == '.' || ending[n - 1] == '_';

	for (const char *at = strstr(symbol, ending); at != NULL; at = strstr(at + n, ending))
		if (at > symbol && (open || at[n] == '.' || at[n] == '\0'))
			return at;
	return NULL;
}

const char *
clonename_ending(const char *symbol)
{
	static const char *const endings[] = { ".isra.", ".part.", ".cold", ".constprop.",
		"._omp_fn.", ".lto_priv.", ".localalias", ".clone.", ".llvm.", ".arch_", ".avx2",
		".avx512f", ".sse4.2", ".default", ".resolver" };
	const char *first = NULL;

	/* All endings begin with a dot, and most symbols have none. */
	if (*symbol == '\0' || strchr(symbol + 1, '.') == NULL)
		return NULL;
	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++) {
		const char *at = find_ending(symbol, endings[i]);

		if (at != NULL && (first == NULL || at < first))
			first = at;
	}
	return first;
}

bool
clonename_is_of(const char *symbol, const char *name)
{
	size_t n = strlen(name);
	const char *rest = symbol + n;

	if (strncmp(symbol, name, n) != 0 || *rest != '.')
		return false;
	return clonename_ending(symbol) == rest
		|| (rest[1] != '\0' && rest[1 + strspn(rest + 1, "0123456789")] == '\0');
}

bool
clonename_is_cold(const char *symbol)
{
	const char *ending = clonename_ending(symbol);

	return ending != NULL && strstr(ending, ".cold") != NULL;
}
