/* control_options.c - parses the words after gprowse control
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/control_options.h"

#include <stdio.h>
#include <string.h>

#include "cli/help.h"

const struct option_row control_option_rows[CONTROL_NOPTIONS] = {
#define OPTION(id, letter, name, argument, use, help) \
	{ CONTROL_##id, letter, name, argument, use, help },
#include "launch/control_options.def"
#undef OPTION
};

/* The words that are not parsed yet. */
struct words {
	char **next;			/* the next word is *next; NULL follows the last word */
	struct control_options *options;
};

/* Applies the option ROW.  VALUE is the argument that the word of the option contains, or NULL.  If
 * VALUE is NULL and the option needs an argument, the next word is the argument. */
static bool
apply_option(struct words *w, const struct option_row *row, const char *value, struct err *e)
{
	struct control_options *o = w->options;

	switch ((enum control_option)row->id) {
	case CONTROL_BEGIN:
		o->begin = true;
		break;
	case CONTROL_HALT:
		o->halt = true;
		break;
	case CONTROL_RESET:
		o->reset = true;
		break;
	case CONTROL_DUMP:
		o->dump = true;
		break;
	case CONTROL_OUTPUT:
		o->output = value != NULL ? value : *w->next != NULL ? *w->next++ : NULL;
		if (o->output == NULL || *o->output == '\0')
			return err_set(e, ERR_USAGE, "-o needs an argument: FILE");
		break;
	case CONTROL_HELP:
		o->help = true;
		break;
	case CONTROL_NOPTIONS:
		break;
	}
	return true;
}

static bool
set_unknown(const char *word, struct err *e)
{
	return err_set(e, ERR_USAGE, "%s: no such option of gprowse control; gprowse control --help "
		"lists them", word);
}

/* Parses WORD, which begins with "--". */
static bool
parse_name(struct words *w, const char *word, struct err *e)
{
	size_t n = strcspn(word, "=");
	const char *value = word[n] == '=' ? word + n + 1 : NULL;

	for (size_t i = 0; i < CONTROL_NOPTIONS; i++) {
		const struct option_row *row = &control_option_rows[i];

		if (strlen(row->name) != n - 2 || memcmp(row->name, word + 2, n - 2) != 0)
			continue;
		if (row->argument.kind == NONE && value != NULL)
			return err_set(e, ERR_USAGE, "%s: this option takes no argument", word);
		return apply_option(w, row, value, e);
	}
	return set_unknown(word, e);
}

/* Parses WORD, which is '-' and letters.  The argument of an option is the rest of WORD after the
 * letter of the option or, if nothing is left of WORD, the next word. */
static bool
parse_letters(struct words *w, const char *word, struct err *e)
{
	for (const char *c = word + 1; *c != '\0'; c++) {
		const struct option_row *row = NULL;
		bool has_value;

		for (size_t i = 0; i < CONTROL_NOPTIONS && row == NULL; i++)
			if (control_option_rows[i].letter == *c)
				row = &control_option_rows[i];
		if (row == NULL)
			return set_unknown(word, e);
		has_value = row->argument.kind == NEEDED;
		if (!apply_option(w, row, has_value && c[1] != '\0' ? c + 1 : NULL, e))
			return false;
		if (has_value)
			break;
	}
	return true;
}

/* Says in E that WORD follows TARGET, although only one target is allowed. */
static bool
set_second_target(const char *word, const char *target, struct err *e)
{
	for (size_t i = 0; i < CONTROL_NOPTIONS; i++)
		if (strcmp(control_option_rows[i].name, target) == 0)
			return err_set(e, ERR_USAGE, "%s: write it as an option: gprowse control "
				"--%s %s", target, target, word);
	return err_set(e, ERR_USAGE, "%s: gprowse control acts on one process or recording, and %s "
		"is named already; omit one of them", word, target);
}

static bool
check_combination(const struct control_options *o, struct err *e)
{
	if (o->help)
		return true;
	if (o->target == NULL)
		return err_set(e, ERR_USAGE, "gprowse control: the process or recording is missing");
	if (*o->target == '\0')
		return err_set(e, ERR_USAGE, "the name of the recording is empty");
	if (o->begin && o->halt)
		return err_set(e, ERR_USAGE, "-b and -h contradict each other; give one of them");
	return o->output == NULL || o->dump
		|| err_set(e, ERR_USAGE, "-o names the file that -p writes; give -p, too");
}

bool
control_options_parse(struct control_options *o, int argc, char **argv, struct err *e)
{
	struct words w = { .next = argv + (argc > 0), .options = o };
	bool options_end = false, ok;
	const char *word;

	*o = (struct control_options){ 0 };
	while ((word = *w.next) != NULL) {
		w.next++;
		ok = true;
		if (!options_end && strcmp(word, "--") == 0)
			options_end = true;
		else if (!options_end && word[0] == '-' && word[1] == '-')
			ok = parse_name(&w, word, e);
		else if (!options_end && word[0] == '-' && word[1] != '\0')
			ok = parse_letters(&w, word, e);
		else if (o->target == NULL)
			o->target = word;
		else
			ok = set_second_target(word, o->target, e);
		if (!ok)
			return false;
	}
	return check_combination(o, e);
}

void
control_options_help(void)
{
	puts("usage: gprowse control [-b | -h] [-p [-o FILE]] [-r] PID | DIR | FILE\n"
		"Control a program that runs under gprowse record: the process PID, all processes of\n"
		"the recording DIR, or the process that writes FILE in it.  Without options, print the\n"
		"state.  A file or directory whose name is a number is named by its path, ./123.\n");
	for (size_t i = 0; i < CONTROL_NOPTIONS; i++)
		help_option(stdout, &control_option_rows[i]);
	puts("\nSeveral options are carried out in this order: -h, -p, -r, -b.  With -pr, each call is\n"
		"either in the file that -p writes, or counted after the reset.");
}
