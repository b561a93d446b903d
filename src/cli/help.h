/* help.h - the texts of --help and --version
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef HELP_H
#define HELP_H

#include <stdio.h>

#include "cli/options.h"

/* Print the line "usage: ...". */
void help_usage(FILE *file);

/* Print --help, with the options from options.def. */
void help_print(FILE *file);

/* Print the line of one option, or several lines if its text is long. */
void help_option(FILE *file, const struct option_row *row);

/* Print the three lines of --version. */
void help_version(FILE *file);

#endif
