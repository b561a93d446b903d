/* record_options.h - parses the words after gprowse record
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RECORD_OPTIONS_H
#define RECORD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "cli/options.h"
#include "outside/outside.h"

enum record_option {
#define OPTION(id, ...) RECORD_##id,
#include "launch/record_options.def"
#undef OPTION
	RECORD_NOPTIONS
};

/* The rows of record_options.def. */
extern const struct option_row record_option_rows[RECORD_NOPTIONS];

/* Texts are borrowed from the command line. */
struct record_options {
	const char *directory;
	const char *stacks;		/* auto, fp, cfi or none */
	const char *clock;		/* auto, timer or perf */
	unsigned wait_hz;		/* looks per second at waiting threads; 0: none */
	unsigned hz;			/* samples per second of processor time; 0: none */
	bool has_hz, has_stacks, has_wait;	/* the command line has -F, --stacks, --wait */
	bool off, open, help;
	const char *process;		/* number of the process that is recorded, as the user wrote
					 * it; NULL: a program is run */
	double seconds;			/* how long the process is recorded; 0: until it ends */
	char **program;			/* the program and its arguments, then NULL */
};

/* Parses the words ARGV[1] to ARGV[ARGC - 1].  The first word that is not an option is the program;
 * all words after it are its arguments.  Long names cannot be abbreviated. */
bool record_options_parse(struct record_options *o, int argc, char **argv, struct err *e);

/* Prints the help of the command. */
void record_options_help(void);

/* Returns the clock that O asks for. */
enum outside_clock record_options_clock(const struct record_options *o);

#endif
