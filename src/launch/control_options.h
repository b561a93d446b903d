/* control_options.h - parses the words after gprowse control
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CONTROL_OPTIONS_H
#define CONTROL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "cli/options.h"

enum control_option {
#define OPTION(id, ...) CONTROL_##id,
#include "launch/control_options.def"
#undef OPTION
	CONTROL_NOPTIONS
};

/* The rows of control_options.def. */
extern const struct option_row control_option_rows[CONTROL_NOPTIONS];

/* Texts are borrowed from the command line. */
struct control_options {
	bool begin, halt, reset, dump, help;
	const char *output;		/* the file that .dump writes, or NULL for gmon.out */
	const char *target;		/* number of a process, path of a recording, or path of a
					 * file in it */
};

/* Parses the words ARGV[1] to ARGV[ARGC - 1].  Letters can be joined, as in -pr; long names cannot
 * be abbreviated. */
bool control_options_parse(struct control_options *o, int argc, char **argv, struct err *e);

/* Prints the help of the command. */
void control_options_help(void);

#endif
