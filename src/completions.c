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
#include "launch/control_options.h"
#include "launch/record_options.h"

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

static bool
takes_process(const struct option_row *row)
{
	return row->argument.kind != NONE && strcmp(row->argument.name, "PID") == 0;
}

/* Prints TEXT for use inside single quotes, with a backslash before each character of SPECIAL.  A
 * single quote becomes \' if SPECIAL begins with a single quote, otherwise '\''. */
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

/* Prints a pattern that matches the words before the argument of ROW, such as
 * "-S|--external-symbol-table|--external-symbol-table=".  If the argument can be omitted, the
 * pattern is only "--name=". */
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

/* Prints an arm of "case" that offers the words for the argument of ROW. */
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
	} else if (takes_process(row)) {
		printf("words=$(ps axo pid= 2>/dev/null) nothing=1 ");
	} else {
		printf("nothing=1 ");
	}
	puts(";;");
}

/* Prints every option of the N ROWS: "-b --brief --color= ". */
static void
print_bash_options(const struct option_row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct option_row *row = &rows[i];

		if (!is_offered(row))
			continue;
		if (row->letter != 0)
			printf("-%c ", row->letter);
		if (row->name != NULL)
			printf("--%s%s ", row->name, row->argument.kind == NEEDED ? "=" : "");
	}
}

/* Prints the statements that complete the options in the N ROWS. */
static void
print_bash_completion(const struct option_row *rows, size_t n)
{
	puts("\tcase $before$joined in");
	for (size_t i = 0; i < n; i++) {
		const struct option_row *row = &rows[i];

		if (is_offered(row) && row->argument.kind != NONE
		    && (row->argument.kind != MAYBE || row->name != NULL))
			print_bash_arm(row);
	}
	printf("\tesac\n\tif [ -z \"$words\" ] && [[ $word == -* ]]; then\n\t\twords='");
	print_bash_options(rows, n);
	puts("'\n\tfi");
}

/* Prints the function that completes gprowse record. */
static void
print_bash_record(void)
{
	puts("# bash completion for gprowse, made from its tables of options\n\n"
		"# Sets the words to offer after gprowse record.  Fails if the command line already\n"
		"# names a program; the completion of that program was called then.\n"
		"_gprowse_record()\n{\n"
		"\tlocal i\n"
		"\tfor ((i = 2; i < COMP_CWORD; i++)); do\n"
		"\t\tcase ${COMP_WORDS[i]} in\n"
		"\t\t-[Fop] | =) ((i++)) ;;\n"
		"\t\t-*) ;;\n"
		"\t\t*)\n"
		"\t\t\tdeclare -F _command_offset >/dev/null && _command_offset $i\n"
		"\t\t\treturn 1 ;;\n"
		"\t\tesac\n"
		"\tdone");
	print_bash_completion(record_option_rows, RECORD_NOPTIONS);
	puts("\tif [ -z \"$words$nothing\" ]; then\n"
		"\t\tmapfile -t COMPREPLY < <(compgen -c -- \"$word\"; compgen -d -S / -- \"$word\")\n"
		"\tfi\n"
		"}\n");
}

static void
print_bash(void)
{
	print_bash_record();
	puts("_gprowse()\n{\n"
		"\tlocal word=$2 before=$3 words= joined= nothing=\n\n"
		"\t# Bash takes --view=NAME for three words.\n"
		"\tif [ \"$word\" = = ]; then\n"
		"\t\tword= joined==\n"
		"\telif [ \"$before\" = = ]; then\n"
		"\t\tbefore=${COMP_WORDS[COMP_CWORD-2]} joined==\n"
		"\tfi\n"
		"\tCOMPREPLY=()\n"
		"\tif [ \"$COMP_CWORD\" -gt 1 ] && [ \"${COMP_WORDS[1]}\" = record ]; then\n"
		"\t\t_gprowse_record || return\n"
		"\telif [ \"$COMP_CWORD\" -gt 1 ] && [ \"${COMP_WORDS[1]}\" = control ]; then\n"
		"\t\t_gprowse_control\n"
		"\telse\n"
		"\t\t_gprowse_options\n"
		"\tfi\n"
		"\t[ -z \"$words$nothing\" ] || compopt +o default +o bashdefault 2>/dev/null\n"
		"\t[ -n \"$words\" ] || return\n"
		"\tCOMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
		"\tcase ${COMPREPLY-} in *=) compopt -o nospace 2>/dev/null ;; esac\n"
		"}\n\n"
		"_gprowse_control()\n{");
	print_bash_completion(control_option_rows, CONTROL_NOPTIONS);
	puts("}\n\n"
		"_gprowse_options()\n{");
	print_bash_completion(option_rows, noption_rows);
	puts("\tlocal commands=\n"
		"\t[ -z \"$word\" ] || commands=$(compgen -W 'control record' -- \"$word\")\n"
		"\tif [ \"$COMP_CWORD\" -eq 1 ] && [ -n \"$commands\" ]; then\n"
		"\t\tmapfile -t COMPREPLY < <(echo \"$commands\"; compgen -f -- \"$word\")\n"
		"\tfi\n"
		"}\n"
		"complete -o bashdefault -o default -F _gprowse gprowse");
}

/* Prints what follows the name of an option in zsh: "[help]" and, for an argument, ":NAME:" or, if
 * the argument may be omitted, "::NAME:", then "(words)", "_files", "_pids" or nothing. */
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
		} else if (takes_process(row)) {
			printf("_pids");
		}
	}
	puts("' \\");
}

/* Prints the arguments of _arguments for the N ROWS. */
static void
print_zsh_options(const struct option_row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct option_row *row = &rows[i];

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
}

static void
print_zsh(void)
{
	puts("#compdef gprowse\n"
		"# zsh completion for gprowse, made from its tables of options\n\n"
		"if (( CURRENT > 2 )) && [[ $words[2] = record ]]; then\n"
		"\tshift words\n"
		"\t(( CURRENT-- ))\n"
		"\t_arguments -s -S \\");
	print_zsh_options(record_option_rows, RECORD_NOPTIONS);
	puts("\t'*:::program:_normal'\n"
		"\treturn\n"
		"fi\n"
		"if (( CURRENT > 2 )) && [[ $words[2] = control ]]; then\n"
		"\tshift words\n"
		"\t(( CURRENT-- ))\n"
		"\t_arguments -s \\");
	print_zsh_options(control_option_rows, CONTROL_NOPTIONS);
	puts("\t'1:process or recording:{ _pids; _files }'\n"
		"\treturn\n"
		"fi\n"
		"_arguments -s \\");
	print_zsh_options(option_rows, noption_rows);
	puts("\t'1:file or command:{ compadd control record; _files }' \\\n"
		"\t'*:file:_files'");
}

/* Prints a line for each of the N ROWS; fish offers the option if CONDITION is true. */
static void
print_fish_options(const struct option_row *rows, size_t n, const char *condition)
{
	for (size_t i = 0; i < n; i++) {
		const struct option_row *row = &rows[i];

		if (!is_offered(row))
			continue;
		printf("complete -c gprowse -n '%s'", condition);
		if (row->letter != 0)
			printf(" -s %c", row->letter);
		if (row->name != NULL)
			printf(" -l %s", row->name);
		if (has_words(row)) {
			printf(" %s -a '", row->argument.kind == NEEDED ? "-x" : "-f");
			print_words(row);
			printf("'");
		} else if (takes_process(row)) {
			printf(" -x -a '(__fish_complete_pids)'");
		} else if (row->argument.kind == NEEDED) {
			printf(takes_file(row) ? " -r -F" : " -x");
		}
		printf(" -d '");
		print_help(row, "'\\");
		puts("'");
	}
}

/* Prints " -o --output" for each option of gprowse record that has an argument. */
static void
print_fish_arguments(void)
{
	for (size_t i = 0; i < RECORD_NOPTIONS; i++) {
		const struct option_row *row = &record_option_rows[i];

		if (!is_offered(row) || row->argument.kind != NEEDED)
			continue;
		if (row->letter != 0)
			printf(" -%c", row->letter);
		if (row->name != NULL)
			printf(" --%s", row->name);
	}
}

static void
print_fish(void)
{
	puts("# fish completion for gprowse, made from its tables of options\n\n"
		"function __gprowse_command\n"
		"\tset -l words (commandline -opc)\n"
		"\ttest (count $words) -gt 1; and contains -- $words[2] $argv\n"
		"end\n"
		"complete -c gprowse -n 'test (count (commandline -opc)) -eq 1' -a control "
		"-d 'Control a program that is recorded'\n"
		"complete -c gprowse -n 'test (count (commandline -opc)) -eq 1' -a record "
		"-d 'Run a program and record its profile'\n"
		"complete -c gprowse -n '__gprowse_command control' -a '(__fish_complete_pids)'");
	printf("complete -c gprowse -n '__gprowse_command record' "
		"-a '(__fish_complete_subcommand --fcs-skip=2");
	print_fish_arguments();
	puts(")'");
	print_fish_options(record_option_rows, RECORD_NOPTIONS, "__gprowse_command record");
	print_fish_options(control_option_rows, CONTROL_NOPTIONS, "__gprowse_command control");
	print_fish_options(option_rows, noption_rows, "not __gprowse_command control record");
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
