/* marshal.h - data that Python's module marshal wrote, as a tree of JSON values
 *
 * Tuples, lists and sets become arrays, dictionaries become objects, whose keys may be of any kind.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef MARSHAL_H
#define MARSHAL_H

#include "measured/formats/jsontree.h"

/* Reads the N bytes at BYTES, which must live as long as T.  Returns false if they are damaged, as
 * E says; T then has the values before the damage. */
bool marshal_read(struct jsontree *t, const unsigned char *bytes, size_t n, struct err *e);

/* Returns V or, if V refers to another value, this value.  V may be NULL. */
const struct jsontree_value *marshal_value(const struct jsontree *t,
	const struct jsontree_value *v);

#endif
