/* help.h - what --help and --version print.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HELP_H
#define HELP_H

#include <stdio.h>

/* The line that shows how to start the program. */
void help_usage(FILE *file);

/* All of --help, with the options from options.def. */
void help_print(FILE *file);

/* The three lines of --version. */
void help_version(FILE *file);

#endif
