/* choices.h - the words from which the argument of an option is chosen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CHOICES_H
#define CHOICES_H

#include "cli/options.h"

/* The argument of ROW can be one of several words.  Returns word I of them, from 0 on, or NULL if
 * there are not so many. */
const char *choices_word(const struct option_row *row, size_t i);

/* Is WORD one of the words for the argument of ROW?  If so, *I becomes its index.  If not, E
 * becomes an error that lists the words. */
bool choices_find(const struct option_row *row, const char *word, size_t *i, struct err *e);

/* Returns the help of ROW with its words in the place of %s; the caller frees it. */
char *choices_help(const struct option_row *row);

/* Each returns word I, from 0 on, of a list that options.def names, or NULL if there are not so
 * many words. */
const char *choices_export(size_t i);
const char *choices_profile_format(size_t i);
const char *choices_sort_column(size_t i);
const char *choices_view(size_t i);

#endif
