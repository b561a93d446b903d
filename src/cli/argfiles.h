/* argfiles.h - @FILE on the command line: the options in a file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ARGFILES_H
#define ARGFILES_H

#include <stdbool.h>

#include "base/err.h"

/* Replaces each word "@FILE" of the N WORDS by the words in FILE, as GNU gprof does: they are
 * separated by blanks, in quotes, or after backslashes.  A word whose file does not exist stays.
 * Sets *OUT to the words, ended by NULL, and *NOUT to their number; argfiles_free() frees them.
 * False: a file cannot be read, or files name one another without end, as E says; then there is
 * nothing to free. */
bool argfiles_expand(char ***out, int *nout, char **words, int n, struct err *e);
void argfiles_free(char **words);

#endif
