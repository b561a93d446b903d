/* profilerfuncs.c - names of the functions that -pg adds to a program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/profilerfuncs.h"

#include <string.h>

/* The functions of the profiler.  By gprof's rules, the first NGPROF of them are hidden, and the
 * others are shown. */
static const char *const names[] = {
	"_gprof_mcount", "mcount", "_mcount", "__mcount", "__mcount_internal", "__mcleanup",
	"__fentry__", "__gnu_mcount_nc", "_mcount_nc", ".mcount", "profil_counter",
	"_mcount_private",
};

enum { NGPROF = 6 };

bool
profilerfuncs_has(const char *name)
{
	/* It is asked of every symbol: most names of C++ differ in the second character. */
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (name[0] == names[i][0] && name[1] == names[i][1] && strcmp(name, names[i]) == 0)
			return true;
	return false;
}

bool
profilerfuncs_counts_calls(const char *name)
{
	enum { LONGEST = 32 };		/* only the first LONGEST bytes of a name are searched */

	return memmem(name, strnlen(name, LONGEST), "mcount", 6) != NULL
		|| strcmp(name, "__fentry__") == 0;
}

const char *
profilerfuncs_of_gprof(size_t i)
{
	return i < NGPROF ? names[i] : NULL;
}
