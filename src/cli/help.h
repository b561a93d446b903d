/* help.h - the texts of --help and --version
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef HELP_H
#define HELP_H

#include <stdio.h>

/* Print the line "usage: ...". */
void help_usage(FILE *file);

/* Print --help, with the options from options.def. */
void help_print(FILE *file);

/* Print the three lines of --version. */
void help_version(FILE *file);

#endif
