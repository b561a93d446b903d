/* samename.c - names of functions without what differs from build to build or from run to run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "compare/samename.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/clonename.h"
#include "profile/names.h"

static const char digits[] = "0123456789", hex_digits[] = "0123456789abcdefABCDEF";

/* What stands before characters that do not matter. */
static const struct varying {
	const char *before, *set;
} varying[] = {
	{ "0x", hex_digits },
	{ "$_", digits },
	{ "}#", digits },		/* the numbers of lambdas: older and newer demanglers */
	{ ")#", digits },
	{ "auto#", digits },
	{ "Lambda$", digits },
	{ "Lambda/", hex_digits },
	{ ".func", "0123456789." },	/* Go */
	{ "JS:", "*~^+" },
	{ "LazyCompile:", "*~^+" },
};

/* S has begun with the first of its characters.  Returns the row of VARYING whose .before S begins
 * with and which is followed by a character of .set; NULL: there is none. */
static const struct varying *
varying_at(const char *s)
{
	for (size_t i = 0; i < sizeof(varying) / sizeof(*varying); i++) {
		size_t n = strlen(varying[i].before);

		if (strncmp(s, varying[i].before, n) == 0 && s[n] != '\0'
		    && strchr(varying[i].set, s[n]) != NULL)
			return &varying[i];
	}
	return NULL;
}

/* Returns the length of NAME without the ending of a clone. */
static size_t
length_of(const char *name)
{
	const char *ending = clonename_ending(name), *clone = strstr(name, " [clone ");

	if (clone != NULL && clone > name && (ending == NULL || clone < ending))
		ending = clone;
	return ending != NULL ? (size_t)(ending - name) : strlen(name);
}

const char *
samename_of(struct arena *text, const char *name)
{
	size_t length = length_of(name), n = 0;
	char *same = NULL;

	if (name[length] != '\0')
		same = arena_text(text, name, length);
	for (const char *s = name; s < name + length;) {
		const struct varying *v = strchr("0$})aL.J", *s) != NULL ? varying_at(s) : NULL;
		size_t copied = v != NULL ? strlen(v->before) : 1;

		if (v != NULL && same == NULL)
			same = arena_text(text, name, length);
		if (same != NULL)
			memcpy(same + n, s, copied);
		n += copied;
		s += copied;
		s += v != NULL ? strspn(s, v->set) : 0;
	}
	if (same == NULL)
		return name;
	same[n] = '\0';
	return same;
}

/* Returns what DEMANGLE makes of SYMBOL without the ending of a clone, without what varies. */
static const char *
demangled(struct arena *text, const char *symbol, char *(*demangle)(const char *))
{
	const char *cut = symbol[length_of(symbol)] == '\0' ? symbol
		: arena_text(text, symbol, length_of(symbol));
	char *name = demangle(cut);
	const char *same = samename_of(text, name != NULL ? name : cut);

	if (name != NULL && same == name)
		same = arena_text(text, name, strlen(name));
	free(name);
	return same;
}

static char *
demangle_auto(const char *symbol)
{
	return names_demangle(symbol, DEMANGLE_AUTO);
}

const char *
samename_demangled(struct arena *text, const char *symbol)
{
	return demangled(text, symbol, demangle_auto);
}

const char *
samename_bare(struct arena *text, const char *symbol)
{
	return demangled(text, symbol, names_demangle_bare);
}

bool
samename_is_numbered(const char *symbol)
{
	if (strncmp(symbol, "_ZN", 3) == 0 && strstr(symbol, "17h") != NULL)
		return true;
	return (symbol[0] == '_' && symbol[1] == 'R')
		|| (strncmp(symbol, "_Z", 2) == 0
			&& (strstr(symbol, "Ul") != NULL || strstr(symbol, "$_") != NULL));
}
