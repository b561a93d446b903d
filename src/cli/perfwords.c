/* perfwords.c - what users of perf type, and what to type instead
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/perfwords.h"

#include <stddef.h>
#include <string.h>

struct perfword {
	const char *word, *instead;
};

static const struct perfword commands[] = {
	{ "report", "gprowse FILE opens a profile" },
	{ "annotate", "gprowse FILE opens a profile; the key a shows the source of a function" },
	{ "diff", "gprowse --compare OLD NEW compares two profiles" },
	{ "script", "gprowse --export=folded FILE prints the stacks of a profile" },
	{ "top", "gprowse record -p PID records a process; gprowse gprowse.data shows it meanwhile" },
	{ "stat", "gprowse record PROGRAM records a program, and prints what it recorded" },
	{ "list", "gprowse FILE opens a profile; the key E shows its other events" },
	{ "help", "gprowse --help lists the options" },
};

static const struct perfword options[] = {
	{ "-g", "stacks are always recorded" },
	{ "--call-graph", "stacks are always recorded; --stacks=METHOD says how" },
	{ "-a", "--process=PID records a process that runs; the whole system is not recorded" },
	{ "--all-cpus", "--process=PID records a process that runs; the whole system is not recorded" },
	{ "-e", "processor time, waits and calls are always recorded" },
	{ "--event", "processor time, waits and calls are always recorded" },
	{ "--pid", "--process=PID records a process that runs" },
	{ "--freq", "-F HZ sets the rate of samples" },
	{ "-c", "-F HZ sets the rate of samples" },
};

const char *
perfwords_command(const char *word)
{
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
		if (strcmp(commands[i].word, word) == 0)
			return commands[i].instead;
	return NULL;
}

const char *
perfwords_option(const char *word)
{
	/* The value of a letter may follow it at once. */
	size_t n = word[0] == '-' && word[1] != '-' ? 2 : strcspn(word, "=");

	for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++)
		if (strlen(options[i].word) == n && strncmp(options[i].word, word, n) == 0)
			return options[i].instead;
	return NULL;
}
