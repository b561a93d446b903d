/* sentences.h - facts in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef SENTENCES_H
#define SENTENCES_H

#include <stdio.h>

#include "words/facts.h"

/* Writes the sentences ABOUT a subject (sentences.def) that are true of F. */
void sentences_say(const struct facts *f, const char *about, FILE *out);

#endif
