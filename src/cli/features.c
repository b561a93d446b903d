/* features.c - which optional parts this gprowse was built with
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "cli/features.h"

#include <stdbool.h>
#include <stdio.h>

#include "base/mem.h"

/* Each part is called as in the options --without-NAME and --disable-NAME of `configure`. */
static const struct feature {
	const char *name;
	bool built;
} features[] = {
#ifdef HAVE_ZLIB
	{ "zlib", true },
#else
	{ "zlib", false },
#endif
#ifdef HAVE_LZMA
	{ "lzma", true },
#else
	{ "lzma", false },
#endif
#ifdef HAVE_ZSTD
	{ "zstd", true },
#else
	{ "zstd", false },
#endif
#ifdef HAVE_ZYDIS
	{ "zydis", true },
#else
	{ "zydis", false },
#endif
	{ "recorder", HAVE_RECORDER },
};

/* Writes the parts that were BUILT, or those that were not, with BEFORE before the first.  Returns
 * false if there are none. */
static bool
list(FILE *file, bool built, const char *before)
{
	bool any = false;

	for (size_t i = 0; i < sizeof(features) / sizeof(*features); i++)
		if (features[i].built == built) {
			fprintf(file, "%s%s", any ? ", " : before, features[i].name);
			any = true;
		}
	return any;
}

char *
features_text(void)
{
	char *text;
	size_t size;
	FILE *file = mem_stream(&text, &size);

	(void)list(file, false, list(file, true, "") ? "; without " : "no optional part: without ");
	mem_close(file);
	return text;
}
