/* choices.h - the words from which the argument of an option is chosen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef CHOICES_H
#define CHOICES_H

#include "cli/options.h"

/* The I-th word for the argument of ROW; NULL: there are no more. */
const char *choices_word(const struct option_row *row, size_t i);

/* Is WORD a choice for the argument of ID?  *I becomes its number.  Otherwise E names the
 * choices. */
bool choices_find(enum option_id id, const char *word, size_t *i, struct err *e);

/* The help of ROW, with its words in the place of %s; the caller frees it. */
char *choices_help(const struct option_row *row);

/* The lists of words that options.def names: the I-th word of each; NULL: there are no more. */
const char *choices_export(size_t i);
const char *choices_profile_format(size_t i);
const char *choices_sort_column(size_t i);
const char *choices_view(size_t i);

#endif
