/* exclude_options.c - excluded functions and calls, written as command line options
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "app/exclude_options.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/pathinput.h"

/* Can a symspec name a function that is called NAME?  In a symspec of gprof, a colon, a slash, and
 * a digit at the beginning have other meanings.  IS_MEASURED: gprof cannot read the profile. */
static bool
can_be_named(const char *name, bool is_measured)
{
	return *name != '\0' && (is_measured || (name[strcspn(name, ":/")] == '\0'
		&& (*name < '0' || *name > '9')));
}

/* Returns ":" if NAME has a dot, else "".  Without the colon, gprof would read such a name as the
 * name of a file. */
static const char *
colon_if_dotted(const char *name, bool is_measured)
{
	return !is_measured && strchr(name, '.') != NULL ? ":" : "";
}

/* Prints GAP and a command line option, quoted for a shell.  The option excludes function FROM or,
 * unless TO is NULL, the calls from FROM to TO.  Returns false if no option can name these
 * functions. */
static bool
print_option(const char *from, const char *to, bool is_measured, const char *gap, FILE *out)
{
	char *spec, *word;

	if (!can_be_named(from, is_measured) || (to != NULL && !can_be_named(to, is_measured)))
		return false;
	spec = mem_new(strlen(from) + (to != NULL ? strlen(to) : 0) + 4, 1);
	sprintf(spec, "%s%s%s%s%s", colon_if_dotted(from, is_measured), from,
		to != NULL ? "/" : "", to != NULL ? colon_if_dotted(to, is_measured) : "", to != NULL ? to : "");
	word = pathinput_quote(spec);
	fprintf(out, "%s%s %s", gap, to != NULL ? "-k" : "-E", word);
	free(word);
	free(spec);
	return true;
}

static void
print_options(const struct exclusions *c, bool is_measured, FILE *out)
{
	const struct profile *p = c->profile;
	size_t all = c->nfuncs + c->narcs, printed = 0;
	uint32_t i;

	for (i = 0; i < p->nfuncs; i++)
		if (exclusions_has_read(c, false, i))
			printed += print_option(p->funcs[i].name, NULL, is_measured,
				printed > 0 ? " " : "", out);
	for (i = 0; i < p->narcs; i++)
		if (exclusions_has_read(c, true, i))
			printed += print_option(p->funcs[p->arcs[i].caller].name,
				p->funcs[p->arcs[i].callee].name, is_measured,
				printed > 0 ? " " : "", out);
	fputc('\n', out);
	if (printed < all)
		fprintf(out, "\nNo option can name %zu of these %zu: their names contain : or /, or "
			"begin with a digit.\n", all - printed, all);
}

char *
exclude_options_text(const struct exclusions *c)
{
	static const char nothing[] = "Nothing is excluded; x excludes functions and calls.";
	bool is_measured = profile_has(c->profile, HAS_EVENTS);
	char *text = NULL;
	size_t size;
	FILE *out;

	if (c->nfuncs + c->narcs == 0)
		return mem_text(nothing, strlen(nothing));
	out = mem_stream(&text, &size);
	fprintf(out, "Excluded functions and calls as options of gprowse%s\n",
		is_measured ? "" : " and gprof");
	print_options(c, is_measured, out);
	fprintf(out, "\nUse them on the command line: gprowse %s.  An option applies to all functions "
		"of that name.\n", is_measured ? "... PROFILE" : "--exact -q ... PROGRAM PROFILE");
	mem_close(out);
	return text;
}
