/* rubymarshal.h - data that Ruby's module Marshal wrote, as a tree of JSON values
 *
 * Arrays become arrays; hashes and objects become objects, whose keys may be of any kind; strings
 * and symbols become texts.  What no profile has becomes null.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef RUBYMARSHAL_H
#define RUBYMARSHAL_H

#include "measured/formats/jsontree.h"

/* Do the N bytes at HEAD begin as such data do? */
bool rubymarshal_is(const unsigned char *head, size_t n);

/* Reads the whole of IN, whose bytes must live as long as T, and calls measured_allow() for M.
 * Returns false if IN is damaged, as E says; T then has the values before the damage. */
bool rubymarshal_read(struct jsontree *t, struct input *in, struct measured *m, struct err *e);

#endif
