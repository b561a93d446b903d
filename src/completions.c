/* completions.c - scripts with which shells complete the options of gprowse
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "completions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/choices.h"
#include "cli/options.h"

static bool
is_offered(const struct option_row *row)
{
	return row->id != NOPTIONS && row->use != NEVER;
}

static bool
has_words(const struct option_row *row)
{
	return choices_word(row, 0) != NULL;
}

static void
print_words(const struct option_row *row)
{
	const char *word;

	for (size_t i = 0; (word = choices_word(row, i)) != NULL; i++)
		printf("%s%s", i > 0 ? " " : "", word);
}

static bool
takes_file(const struct option_row *row)
{
	static const char *const names[] = { "FILE", "MAP", "DIR", "DIRS", "STACKS" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (row->argument.kind != NONE && strcmp(row->argument.name, names[i]) == 0)
			return true;
	return false;
}

/* Print TEXT for use inside single quotes, with a backslash before each character of SPECIAL. */
static void
print_quoted(const char *text, const char *special)
{
	for (; *text != '\0'; text++) {
		if (*text == '\'')
			fputs(*special == '\'' ? "\\'" : "'\\''", stdout);
		else if (strchr(special, *text) != NULL)
			printf("\\%c", *text);
		else
			putchar(*text);
	}
}

static void
print_help(const struct option_row *row, const char *special)
{
	char *text = choices_help(row);

	print_quoted(text, special);
	free(text);
}

/* Print a pattern for the words after which an argument of ROW is completed, such as
 * "-S|--external-symbol-table|--external-symbol-table=".  An argument that can be missing follows
 * only "--name=". */
static void
print_pattern(const struct option_row *row)
{
	if (row->letter != 0 && row->argument.kind == NEEDED)
		printf("-%c%s", row->letter, row->name != NULL ? "|" : "");
	if (row->name != NULL && row->argument.kind == NEEDED)
		printf("--%s|", row->name);
	if (row->name != NULL)
		printf("--%s=", row->name);
}

/* Print an arm of "case" that offers the words for the argument of ROW. */
static void
print_bash_arm(const struct option_row *row)
{
	printf("\t");
	print_pattern(row);
	printf(") ");
	if (has_words(row)) {
		printf("words='");
		print_words(row);
		printf("' ");
	} else if (takes_file(row)) {
		printf("return ");
	} else {
		printf("nothing=1 ");
	}
	puts(";;");
}

/* Print every option: "-b --brief --color= ". */
static void
print_bash_options(void)
{
	for (size_t i = 0; i < noption_rows; i++) {
		const struct option_row *row = &option_rows[i];

		if (!is_offered(row))
			continue;
		if (row->letter != 0)
			printf("-%c ", row->letter);
		if (row->name != NULL)
			printf("--%s%s ", row->name, row->argument.kind == NEEDED ? "=" : "");
	}
}

static void
print_bash(void)
{
	puts("# bash completion for gprowse, made from its table of options\n\n"
		"_gprowse()\n{\n"
		"\tlocal word=$2 before=$3 words= joined= nothing=\n\n"
		"\t# Bash takes --view=NAME for three words.\n"
		"\tif [ \"$word\" = = ]; then\n"
		"\t\tword= joined==\n"
		"\telif [ \"$before\" = = ]; then\n"
		"\t\tbefore=${COMP_WORDS[COMP_CWORD-2]} joined==\n"
		"\tfi\n"
		"\tCOMPREPLY=()\n"
		"\tcase $before$joined in");
	for (size_t i = 0; i < noption_rows; i++) {
		const struct option_row *row = &option_rows[i];

		if (is_offered(row) && row->argument.kind != NONE
		    && (row->argument.kind != MAYBE || row->name != NULL))
			print_bash_arm(row);
	}
	printf("\tesac\n\tif [ -z \"$words\" ] && [[ $word == -* ]]; then\n\t\twords='");
	print_bash_options();
	puts("'\n\tfi\n"
		"\t[ -z \"$words$nothing\" ] || compopt +o default +o bashdefault 2>/dev/null\n"
		"\t[ -n \"$words\" ] || return\n"
		"\tCOMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
		"\tcase ${COMPREPLY-} in *=) compopt -o nospace 2>/dev/null ;; esac\n"
		"}\n"
		"complete -o bashdefault -o default -F _gprowse gprowse");
}

/* Print what follows the name of an option in zsh: "[help]:NAME:(words)". */
static void
print_zsh_rest(const struct option_row *row)
{
	printf("[");
	print_help(row, "[]:\\");
	printf("]");
	if (row->argument.kind != NONE) {
		printf("%s%s:", row->argument.kind == MAYBE ? "::" : ":", row->argument.name);
		if (has_words(row)) {
			printf("(");
			print_words(row);
			printf(")");
		} else if (takes_file(row)) {
			printf("_files");
		}
	}
	puts("' \\");
}

static void
print_zsh(void)
{
	puts("#compdef gprowse\n"
		"# zsh completion for gprowse, made from its table of options\n\n"
		"_arguments -s \\");
	for (size_t i = 0; i < noption_rows; i++) {
		const struct option_row *row = &option_rows[i];

		if (!is_offered(row))
			continue;
		if (row->letter != 0) {
			printf("\t'*-%c%s", row->letter, row->argument.kind == MAYBE ? "-"
				: row->argument.kind == NEEDED ? "+" : "");
			print_zsh_rest(row);
		}
		if (row->name != NULL) {
			printf("\t'*--%s%s", row->name, row->argument.kind == MAYBE ? "=-"
				: row->argument.kind == NEEDED ? "=" : "");
			print_zsh_rest(row);
		}
	}
	puts("\t'*:file:_files'");
}

static void
print_fish(void)
{
	puts("# fish completion for gprowse, made from its table of options\n");
	for (size_t i = 0; i < noption_rows; i++) {
		const struct option_row *row = &option_rows[i];

		if (!is_offered(row))
			continue;
		printf("complete -c gprowse");
		if (row->letter != 0)
			printf(" -s %c", row->letter);
		if (row->name != NULL)
			printf(" -l %s", row->name);
		if (has_words(row)) {
			printf(" %s -a '", row->argument.kind == NEEDED ? "-x" : "-f");
			print_words(row);
			printf("'");
		} else if (row->argument.kind == NEEDED) {
			printf(takes_file(row) ? " -r -F" : " -x");
		}
		printf(" -d '");
		print_help(row, "'\\");
		puts("'");
	}
}

bool
completions_print(const char *shell)
{
	if (strcmp(shell, "bash") == 0)
		print_bash();
	else if (strcmp(shell, "zsh") == 0)
		print_zsh();
	else if (strcmp(shell, "fish") == 0)
		print_fish();
	else
		return false;
	return true;
}
