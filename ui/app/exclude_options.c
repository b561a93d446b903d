/* exclude_options.c - what is out, as options.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/exclude_options.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/pathinput.h"

/* Can a symspec name a function that is called NAME?  What has a colon, a slash or digits
 * in front is taken for something else there. */
static bool
can_be_named(const char *name)
{
	return *name != '\0' && name[strcspn(name, ":/")] == '\0'
		&& (*name < '0' || *name > '9');
}

/* A colon says that what has a dot is no file. */
static const char *
colon_if_dotted(const char *name)
{
	return strchr(name, '.') ? ":" : "";
}

/* The option that names FROM, or the calls from FROM to TO, one word to a shell.
 * Returns false if there is none. */
static bool
print_option(const char *from, const char *to, const char *gap, FILE *out)
{
	char *spec, *word;

	if (!can_be_named(from) || (to && !can_be_named(to)))
		return false;
	spec = mem_new(strlen(from) + (to ? strlen(to) : 0) + 4, 1);
	sprintf(spec, "%s%s%s%s%s", colon_if_dotted(from), from, to ? "/" : "", to ? colon_if_dotted(to) : "",
		to ? to : "");
	word = pathinput_quote(spec);
	fprintf(out, "%s%s %s", gap, to ? "-k" : "-E", word);
	free(word);
	free(spec);
	return true;
}

static void
print_options(const struct exclusions *c, FILE *out)
{
	const struct profile *p = c->profile;
	size_t all = c->nfuncs + c->narcs, said = 0;
	uint32_t i;

	for (i = 0; i < p->nfuncs; i++)
		if (c->funcs[i])
			said += print_option(p->funcs[i].name, NULL, said > 0 ? " " : "",
				out);
	for (i = 0; i < p->narcs; i++)
		if (c->arcs[i])
			said += print_option(p->funcs[p->arcs[i].caller].name,
				p->funcs[p->arcs[i].callee].name, said > 0 ? " " : "",
				out);
	fputc('\n', out);
	if (said < all)
		fprintf(out, "\nNo option can name %zu of %zu: those with : or / in their "
			"names, or a digit in front.\n", all - said, all);
}

char *
exclude_options_text(const struct exclusions *c)
{
	static const char nothing[] = "Nothing is out: x takes out functions and calls";
	char *text = NULL;
	size_t size;
	FILE *out;

	if (c->nfuncs + c->narcs == 0)
		return mem_text(nothing, strlen(nothing));
	out = mem_stream(&text, &size);
	fputs("What is out, as options of gprowse and of gprof\n", out);
	print_options(c, out);
	fputs("\nPut them on the command line, as in gprowse --exact -q ... PROGRAM PROFILE.  An option "
		"means all functions of that name.\n", out);
	mem_close(out);
	return text;
}
