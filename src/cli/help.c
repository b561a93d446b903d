/* help.c - the texts of --help and --version
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "cli/help.h"

#include <stdlib.h>
#include <string.h>

#include "cli/choices.h"
#include "cli/features.h"
#include "cli/options.h"

enum { HELP_COLUMN = 28, HELP_WIDTH = 79 };

/* Prints TEXT from column HELP_COLUMN on, in several lines if necessary.  The cursor is in column
 * AT. */
static void
print_wrapped(FILE *file, const char *text, int at)
{
	if (at >= HELP_COLUMN - 1) {
		fputc('\n', file);
		at = 0;
	}
	while (*text != '\0') {
		int n = (int)strcspn(text, " ");

		if (at > HELP_COLUMN && at + 1 + n > HELP_WIDTH) {
			fputc('\n', file);
			at = 0;
		}
		if (at <= HELP_COLUMN)
			at += fprintf(file, "%*s%.*s", HELP_COLUMN - at, "", n, text);
		else
			at += fprintf(file, " %.*s", n, text);
		text += n;
		text += strspn(text, " ");
	}
	fputc('\n', file);
}

static int
print_spelling(FILE *file, const struct option_row *row)
{
	int at = 0;

	if (row->letter != 0)
		at += fprintf(file, "  -%c%s", row->letter, row->name != NULL ? "," : "");
	else
		at += fprintf(file, "     ");
	if (row->name != NULL)
		at += fprintf(file, " --%s", row->name);
	if (row->argument.kind == MAYBE)
		at += fprintf(file, "[=%s]", row->argument.name);
	if (row->argument.kind == NEEDED)
		at += fprintf(file, "%c%s", row->name != NULL ? '=' : ' ', row->argument.name);
	return at;
}

void
help_option(FILE *file, const struct option_row *row)
{
	char *text = choices_help(row);

	print_wrapped(file, text, print_spelling(file, row));
	free(text);
}

/* Prints the options of gprof that are refused. */
static void
print_refused(FILE *file)
{
	fprintf(file, "\nOptions of gprof that are not supported:");
	for (size_t i = 0; i < noption_rows; i++) {
		const struct option_row *row = &option_rows[i];

		if (row->use != NEVER)
			continue;
		if (row->letter != 0)
			fprintf(file, " -%c", row->letter);
		else
			fprintf(file, " --%s", row->name);
	}
	fputc('\n', file);
}

void
help_usage(FILE *file)
{
	fputs("usage: gprowse [OPTION]... [IMAGE [PROFILE]...]\n", file);
}

void
help_print(FILE *file)
{
	help_usage(file);
	fputs("       gprowse [OPTION]... PROFILE...\n"
		"       gprowse record [OPTION]... PROGRAM [ARG]...\n"
		"       gprowse control [OPTION]... PID | DIR | FILE\n"
		"Browse the profile of a program compiled with -pg, or list it as gprof does.\n"
		"IMAGE is the program (default: a.out), PROFILE the file that it wrote (default:\n"
		"gmon.out); several profiles are added up.  Profiles of other tools are opened\n"
		"without an IMAGE: folded stacks, callgrind.out, pprof, perf.data, flame graphs\n"
		"and others (- is standard input).  On a terminal gprowse is a browser (its key ?\n"
		"explains the keys), unless an option asks for a listing; elsewhere it prints a\n"
		"listing.\n"
		"gprowse record runs a program, or watches a process that runs already, and records\n"
		"its profile: processor time, waits and calls (gprowse record --help).\n"
		"gprowse control halts, resets or dumps what is recorded while the program runs\n"
		"(gprowse control --help).\n", file);
	for (size_t i = 0; i < noption_rows; i++) {
		const struct option_row *row = &option_rows[i];

		if (row->id == NOPTIONS)
			fprintf(file, "\n%s:\n", row->help);
		else if (row->use != NEVER)
			help_option(file, row);
	}
	print_refused(file);
	fputs("\nAn argument in [] is attached: -pSPEC, --graph=SPEC.  SPEC is the name of a\n"
		"function in the symbol table (:NAME if it contains a dot), or CALLER/CALLEE.\n"
		"@FILE stands for the options in FILE.\n", file);
}

void
help_version(FILE *file)
{
	char *features = features_text();

	fprintf(file, PACKAGE_NAME " " PACKAGE_VERSION ", which lists profiles as GNU gprof 2.40 does\n"
		"Built with %s\n"
		"Licence GPLv3+: GNU GPL version 3 or later <https://gnu.org/licenses/gpl.html>\n"
		"This is free software; there is no warranty, to the extent permitted by law.\n", features);
	free(features);
}
