/* help.h - the texts of --help and --version
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef HELP_H
#define HELP_H

#include <stdio.h>

#include "cli/options.h"

/* Prints the line "usage: ...". */
void help_usage(FILE *file);

/* Prints --help, with the options from options.def. */
void help_print(FILE *file);

/* Prints the option of ROW and its help, in several lines if the help is long. */
void help_option(FILE *file, const struct option_row *row);

/* Prints the lines of --version.  The first is for scripts. */
void help_version(FILE *file);

#endif
