/* docgen.c - inserts the tables of the program into the manuals
 *
 * A filter: it replaces the line @OPTIONS@ by the options in options.def, @RECORD_OPTIONS@ by those
 * in record_options.def, @CONTROL_OPTIONS@ by those in control_options.def, @KEYS@ by the keys in
 * keys.def, @ACTIONS@ by the names of actions and @COLUMNS@ by the columns of the views.  With an
 * argument, the name of a shell, it prints the completions for this shell instead.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/choices.h"
#include "cli/options.h"
#include "completions.h"
#include "launch/control_options.h"
#include "launch/record_options.h"
#include "screen/keys.h"
#include "table/column_values.h"
#include "views/views.h"

enum { LINE = 76 };

/* Prints the N bytes of WORD, escaped for mdoc; returns the number of printed characters. */
static int
print_word(const char *word, size_t n)
{
	int at = 0;

	if (n > 0 && (*word == '.' || *word == '\''))
		at += printf("\\&");
	for (size_t i = 0; i < n; i++) {
		bool hyphen = word[i] == '-' && i + 1 < n && (i == 0 || word[i - 1] == '-'
			|| word[i - 1] == '(');

		if (hyphen || word[i] == '\\')
			at += printf(hyphen ? "\\-" : "\\e");
		else
			at += printf("%c", word[i]);
	}
	return at;
}

/* Prints TEXT for mdoc, in lines of about LINE characters. */
static void
print_text(const char *text)
{
	int at = 0;

	while (*text != '\0') {
		size_t n = strcspn(text, " ");

		if (at > 0 && at + (int)n > LINE) {
			putchar('\n');
			at = 0;
		} else if (at > 0) {
			at += printf(" ");
		}
		at += print_word(text, n);
		text += n;
		text += strspn(text, " ");
	}
	putchar('\n');
}

static void
begin_group(const char *title, bool *open)
{
	if (*open)
		puts(".El");
	if (title != NULL)
		printf(".Ss %s\n.Bl -tag -width Ds\n", title);
	*open = title != NULL;
}

/* Prints the argument of ROW as it follows the letter of the option (LETTER is set) or the name of
 * the option. */
static void
print_argument(const struct option_row *row, bool letter)
{
	if (row->argument.kind == MAYBE)
		printf(" Ns Oo%s Ar %s Oc", letter ? "" : " = Ns", row->argument.name);
	else if (row->argument.kind == NEEDED)
		printf("%s Ar %s", letter ? "" : " Ns = Ns", row->argument.name);
}

static void
print_option(const struct option_row *row)
{
	char *help;

	printf(".It");
	if (row->letter != 0) {
		printf(" Fl %c", row->letter);
		print_argument(row, true);
		printf("%s", row->name != NULL ? " ," : "");
	}
	if (row->name != NULL) {
		printf(" Fl -%s", row->name);
		print_argument(row, false);
	}
	putchar('\n');
	help = choices_help(row);
	print_text(help);
	free(help);
}

static bool
is_refused(const struct option_row *row)
{
	return row->id != NOPTIONS && row->use == NEVER;
}

static void
print_options(void)
{
	const char *stop = "";
	bool open = false;

	for (size_t i = 0; i < noption_rows; i++) {
		const struct option_row *row = &option_rows[i];

		if (row->id == NOPTIONS)
			begin_group(row->help, &open);
		else if (!is_refused(row))
			print_option(row);
	}
	begin_group(NULL, &open);
	printf(".Ss Not supported\nThese options of gprof are refused:\n");
	for (size_t i = 0; i < noption_rows; i++) {
		const struct option_row *row = &option_rows[i];

		if (!is_refused(row))
			continue;
		printf("%s", stop);
		stop = " ,\n";
		if (row->letter != 0)
			printf(".Fl %c", row->letter);
		else
			printf(".Fl -%s", row->name);
	}
	puts(" .");
}

/* Prints the N options ROWS of a command. */
static void
print_command_options(const struct option_row *rows, size_t n)
{
	puts(".Bl -tag -width Ds");
	for (size_t i = 0; i < n; i++)
		print_option(&rows[i]);
	puts(".El");
}

/* Prints the names of all actions, each once. */
static void
print_actions(void)
{
	const char *last = "", *c;
	int at = 0;
	size_t i, j;

	for (i = 0; i < nkey_bindings; i++) {
		for (j = 0; j < i; j++)
			if (key_bindings[j].name != NULL
					&& key_bindings[i].action == key_bindings[j].action)
				break;
		if (key_bindings[i].keys == NULL || j < i)
			continue;
		fputs(last, stdout);
		last = at > LINE - 20 ? ",\n" : ", ";
		at = at > LINE - 20 ? 0 : at;
		for (c = key_bindings[i].name; *c != '\0'; c++, at++)
			putchar(*c == '_' ? '-' : tolower((unsigned char)*c));
		at += 2;
	}
	printf(".\n");
}

/* The bits of WHERE are the views in which a key works.  Prints these views, or nothing if the key
 * works in all views. */
static void
print_where(unsigned where)
{
	static const struct { unsigned bit; const char *name; } views[] = {
#define VIEW(where, ops, name, printed, reads, rows) { where, name },
#define VARIANT(where, ...)
#include "screen/views.def"
#undef VIEW
#undef VARIANT
	};
	unsigned missing = ANY & ~where;
	bool almost_all = (missing & (missing - 1)) == 0;
	const char *before = almost_all ? "(all but " : "(";
	char text[512] = "";
	size_t n = 0;

	if (where == ANY)
		return;
	for (size_t i = 0; i < sizeof(views) / sizeof(*views); i++)
		if ((almost_all ? missing : where) & views[i].bit) {
			n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%s", before,
				views[i].name);
			assert(n + 1 < sizeof(text));
			before = ", ";
		}
	text[n] = ')';
	print_text(text);
}

/* Do bindings I and K have the same action and keys? */
static bool
is_same(size_t i, size_t k)
{
	return key_bindings[k].action == key_bindings[i].action
		&& strcmp(key_bindings[k].keys, key_bindings[i].keys) == 0;
}

/* Is binding I the same as an earlier one of its group? */
static bool
is_listed(size_t i)
{
	for (size_t k = i; k-- > 0 && key_bindings[k].keys != NULL;)
		if (is_same(i, k))
			return true;
	return false;
}

/* Prints what binding I does, and in which views.  Also prints this for each later binding of the
 * same group that has the same action and keys. */
static void
print_effects(size_t i)
{
	bool several = false;
	size_t k;

	for (k = i + 1; k < nkey_bindings && key_bindings[k].keys != NULL; k++)
		several = several || is_same(i, k);
	if (several)
		puts(".Bl -item -compact");
	for (k = i; k < nkey_bindings && key_bindings[k].keys != NULL; k++) {
		if (!is_same(i, k))
			continue;
		if (several)
			puts(".It");
		print_text(key_bindings[k].help);
		print_where(key_bindings[k].where);
	}
	if (several)
		puts(".El");
}

static void
print_keys(void)
{
	bool open = false;

	for (size_t i = 0; i < nkey_bindings; i++) {
		const struct binding *b = &key_bindings[i];
		char names[128];

		if (b->keys == NULL) {
			begin_group(b->help, &open);
			continue;
		}
		if (is_listed(i))
			continue;
		key_names(b->keys, names, sizeof(names));
		printf(".It Ic \"\\&");
		for (const char *s = names; *s != '\0'; s++)
			printf(*s == '"' ? "\\(dq" : *s == '\\' ? "\\e" : "%c", *s);
		puts("\"");
		print_effects(i);
	}
	begin_group(NULL, &open);
}

/* Prints the ids of the columns of each view, then what each id means. */
static void
print_columns(void)
{
	const struct view_ops *ops;

	puts(".Bl -tag -width functions -compact");
	for (size_t i = 0; (ops = views_printable(i)) != NULL; i++) {
		printf(".It Sy %s\n", ops->info->name);
		for (int c = 0; c < ops->ncolumns; c++)
			if (column_value_exists(&ops->columns[c]))
				printf(".Li %s\n", ops->columns[c].id);
	}
	puts(".El\n.Pp\nThe same name means the same in every view:\n.Pp\n"
		".Bl -tag -width self_exec -compact");
	for (size_t i = 0; i < ncolumn_ids; i++) {
		printf(".It Li %s\n", column_ids[i].id);
		print_text(column_ids[i].about);
	}
	puts(".El");
}

int
main(int argc, char **argv)
{
	char line[1024];

	if (argc > 1)
		return completions_print(argv[1]) && fflush(stdout) == 0
			? EXIT_SUCCESS : EXIT_FAILURE;
	while (fgets(line, sizeof(line), stdin) != NULL) {
		if (strcmp(line, "@OPTIONS@\n") == 0)
			print_options();
		else if (strcmp(line, "@RECORD_OPTIONS@\n") == 0)
			print_command_options(record_option_rows, RECORD_NOPTIONS);
		else if (strcmp(line, "@CONTROL_OPTIONS@\n") == 0)
			print_command_options(control_option_rows, CONTROL_NOPTIONS);
		else if (strcmp(line, "@KEYS@\n") == 0)
			print_keys();
		else if (strcmp(line, "@ACTIONS@\n") == 0)
			print_actions();
		else if (strcmp(line, "@COLUMNS@\n") == 0)
			print_columns();
		else
			fputs(line, stdout);
	}
	return ferror(stdin) || fflush(stdout) != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
