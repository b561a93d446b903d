/* compare_options.h - the options and the operands of --compare
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef COMPARE_OPTIONS_H
#define COMPARE_OPTIONS_H

#include <stdbool.h>

#include "base/err.h"
#include "cli/options.h"

/* Returns how many of the ARGC words ARGV come before the word -- that separates the two profiles
 * of --compare; ARGC if --compare or this word is missing. */
int compare_options_split(int argc, char **argv);

/* *N words at *A name the files of the first profile of --compare, *NAFTER words at *B those of the
 * second.  If there are none, makes them name the default files; if the second profile has none,
 * makes it have the second of two words.  False: E says what is wrong. */
bool compare_options_words(char ***a, int *n, char ***b, int *nafter, struct err *e);

/* Like options_apply(), for options that go with --compare. */
bool compare_options_apply(struct options *o, enum option_id id, const char *arg, struct err *e);

/* Can --compare, or the options that go with it, be combined with the other options that were
 * given?  LISTER is an option that asks for a listing, or NULL.  False: E says why not. */
bool compare_options_check(const struct options *o, const struct option_row *lister,
	struct err *e);

void compare_options_release(struct options *o);

#endif
