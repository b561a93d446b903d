/* record_options.c - parses the words after gprowse record
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "launch/record_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/choices.h"
#include "cli/help.h"
#include "cli/perfwords.h"

enum { HZ_DEFAULT = 1000, HZ_MOST = 10000, WAIT_DEFAULT = 100, WAIT_MOST = 1000 };

const struct option_row record_option_rows[RECORD_NOPTIONS] = {
#define OPTION(id, letter, name, argument, use, help) \
	{ RECORD_##id, letter, name, argument, use, help },
#include "launch/record_options.def"
#undef OPTION
};

static bool
set_rate(struct record_options *o, const char *value, struct err *e)
{
	char *end;
	unsigned long hz = strtoul(value, &end, 10);

	if (*value < '0' || *value > '9' || *end != '\0' || hz > HZ_MOST)
		return err_set(e, ERR_USAGE, "-F %s: the rate is a number from 0 to %d", value, HZ_MOST);
	o->hz = (unsigned)hz;
	o->has_hz = true;
	return true;
}

static bool
set_wait(struct record_options *o, const char *value, struct err *e)
{
	char *end;
	unsigned long hz = strtoul(value, &end, 10);

	o->wait_hz = (unsigned)hz;
	o->has_wait = true;
	if (strcmp(value, "off") == 0 || (*value >= '0' && *value <= '9' && *end == '\0'
	    && hz <= WAIT_MOST))
		return true;
	return err_set(e, ERR_USAGE, "--wait=%s: it is off, or a number from 0 to %d", value,
		WAIT_MOST);
}

static bool
set_seconds(struct record_options *o, const char *value, struct err *e)
{
	static const struct {
		const char *unit;
		double seconds;
	} units[] = { { "", 1 }, { "s", 1 }, { "ms", 1e-3 }, { "m", 60 }, { "h", 3600 } };
	size_t digits = strspn(value, "0123456789.");
	char *end = NULL;

	o->seconds = 0;
	for (size_t i = 0; i < sizeof(units) / sizeof(*units) && digits > 0; i++)
		if (strcmp(value + digits, units[i].unit) == 0)
			o->seconds = strtod(value, &end) * units[i].seconds;
	return (o->seconds > 0 && end == value + digits) || err_set(e, ERR_USAGE, "--for=%s: it is a "
		"time greater than 0, such as 10s, 500ms, 2m or 1h", value);
}

static bool
apply_option(struct record_options *o, const struct option_row *row, const char *value,
	struct err *e)
{
	size_t i;

	switch ((enum record_option)row->id) {
	case RECORD_RATE:
		return set_rate(o, value, e);
	case RECORD_OUTPUT:
		o->directory = value;
		return *value != '\0' || err_set(e, ERR_USAGE, "-o: the name of the directory is empty");
	case RECORD_OFF:
		o->off = true;
		return true;
	case RECORD_STACKS:
		o->stacks = value;
		o->has_stacks = true;
		return choices_find(row, value, &i, e);
	case RECORD_CLOCK:
		o->clock = value;
		return choices_find(row, value, &i, e);
	case RECORD_WAIT:
		return set_wait(o, value, e);
	case RECORD_PROCESS:
		o->process = value;
		return true;
	case RECORD_FOR:
		return set_seconds(o, value, e);
	case RECORD_OPEN:
		o->open = true;
		return true;
	case RECORD_HELP:
		o->help = true;
		return true;
	case RECORD_NOPTIONS:
		break;
	}
	return true;
}

/* Returns the row of the option that WORD names as "-F", "-FVALUE", "--NAME" or "--NAME=VALUE".
 * Sets *VALUE to the value, or to NULL if WORD has none.  Returns NULL if there is no such
 * option. */
static const struct option_row *
row_of_word(const char *word, const char **value)
{
	size_t n = strcspn(word, "=");

	for (size_t i = 0; i < RECORD_NOPTIONS; i++) {
		const struct option_row *row = &record_option_rows[i];

		*value = word[n] == '=' ? word + n + 1 : NULL;
		if (word[1] == '-' && strlen(row->name) == n - 2
		    && memcmp(row->name, word + 2, n - 2) == 0)
			return row;
		*value = word[2] != '\0' ? word + 2 : NULL;
		if (row->letter != 0 && word[1] == row->letter)
			return row;
	}
	return NULL;
}

/* Can the options be combined with -p?  The rest of the command line has N words. */
static bool
check_process(const struct record_options *o, int n, struct err *e)
{
	if (o->process == NULL)
		return o->seconds == 0 || err_set(e, ERR_USAGE, "--for is only for -p; a program is "
			"recorded until it ends");
	if (n > 0)
		return err_set(e, ERR_USAGE, "-p %s: a process is recorded, so no program is run: %s",
			o->process, o->program[0]);
	if (o->hz == 0)
		return err_set(e, ERR_USAGE, "-F 0: with -p, calls are not counted, so samples are "
			"needed");
	if (o->has_stacks || o->off)
		return err_set(e, ERR_USAGE, "%s: this option is not for -p", o->off ? "--off"
			: "--stacks");
	return true;
}

static bool
refuse_option(const char *word, struct err *e)
{
	const char *instead = perfwords_option(word);

	return err_set(e, ERR_USAGE, "%s: no such option of gprowse record; %s", word,
		instead != NULL ? instead : "gprowse record --help lists them");
}

bool
record_options_parse(struct record_options *o, int argc, char **argv, struct err *e)
{
	const struct option_row *row;
	const char *value;
	int i;

	*o = (struct record_options){ .directory = "gprowse.data", .stacks = "auto", .clock = "auto",
		.hz = HZ_DEFAULT, .wait_hz = WAIT_DEFAULT };
	for (i = 1; i < argc && argv[i][0] == '-' && argv[i][1] != '\0'; i++) {
		if (strcmp(argv[i], "--") == 0) {
			i++;
			break;
		}
		row = row_of_word(argv[i], &value);
		if (row == NULL)
			return refuse_option(argv[i], e);
		if (row->argument.kind == NONE && value != NULL)
			return err_set(e, ERR_USAGE, "%s: this option takes no argument", argv[i]);
		if (row->argument.kind == NEEDED && value == NULL && i + 1 >= argc)
			return err_set(e, ERR_USAGE, "%s needs an argument: %s", argv[i],
				row->argument.name);
		if (row->argument.kind == NEEDED && value == NULL)
			value = argv[++i];
		if (!apply_option(o, row, value != NULL ? value : "", e))
			return false;
		if (o->help)
			return true;
	}
	o->program = argv + i;
	if (o->hz == 0 && !o->has_wait)
		o->wait_hz = 0;
	if (strcmp(o->clock, "perf") == 0 && o->hz == 0)
		return err_set(e, ERR_USAGE, "--clock=perf: with -F 0, no samples are taken");
	if (!check_process(o, argc - i, e))
		return false;
	if (o->process != NULL)
		return true;
	if (i >= argc)
		return err_set(e, ERR_USAGE, "gprowse record: the program to run is missing");
	return *argv[i] != '\0' || err_set(e, ERR_USAGE, "the name of the program is empty");
}

void
record_options_help(void)
{
	puts("usage: gprowse record [OPTION]... [--] PROGRAM [ARG]...\n"
		"       gprowse record [OPTION]... -p PID\n"
		"Run PROGRAM, and record how often its functions call each other, where it spends its\n"
		"processor time, and where its threads wait.  Threads, libraries and child processes\n"
		"are recorded, too.  Calls are counted in code compiled with -pg, samples are taken in\n"
		"all code.  The recording is a directory, which gprowse DIR opens.  A file called\n"
		"record is opened by its path, ./record.\n");
	for (size_t i = 0; i < RECORD_NOPTIONS; i++)
		help_option(stdout, &record_option_rows[i]);
	puts("\nThe exit status is that of PROGRAM, or 128 + n if signal n ended it; 125 if gprowse\n"
		"failed, 126 if PROGRAM cannot be run, 127 if it is not found.  With -p, it is 0,\n"
		"or 1 if the process cannot be recorded.");
}

enum outside_clock
record_options_clock(const struct record_options *o)
{
	return strcmp(o->clock, "perf") == 0 ? OUTSIDE_PERF
		: strcmp(o->clock, "timer") == 0 ? OUTSIDE_STOPS : OUTSIDE_AUTO;
}
