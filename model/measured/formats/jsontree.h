/* jsontree.h - a JSON text as a tree in little memory
 *
 * The values of a document are in one array, in the order of the text: the elements of an array or
 * object follow it directly.  A value needs 16 bytes, and at least two bytes of the text.  Strings
 * stay in the text.  A text that is damaged or ends early gives the values before the damage.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef JSONTREE_H
#define JSONTREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "measured/input.h"
#include "measured/measured.h"

enum jsontree_kind { JSONTREE_NULL, JSONTREE_BOOL, JSONTREE_INTEGER, JSONTREE_REAL,
	JSONTREE_TEXT, JSONTREE_ARRAY, JSONTREE_OBJECT };

struct jsontree_value {
	uint32_t next;			/* index of the next element of the same array or object;
					 * 0: this is the last one */
	uint32_t kind : 3;		/* enum jsontree_kind */
	uint32_t n : 29;		/* JSONTREE_TEXT: bytes; arrays and objects: elements, keys
					 * included */
	union {
		int64_t integer;	/* also of JSONTREE_BOOL: 0 or 1 */
		double real;
		const char *text;	/* borrowed */
	};
};

struct jsontree {
	struct jsontree_value *v;	/* owned; .v[0] is the document */
	uint32_t n;
	size_t room;
};

/* An array or object that is being read. */
struct jsontree_open {
	uint32_t value, last;		/* its index; index of its last element, or NOBODY */
};

struct jsontree_text {
	const char *s;			/* not NULL, without a NUL at its end */
	size_t n;
};

/* Reads the whole of IN, whose bytes must live as long as T, and calls measured_allow() for M.
 * Returns false if IN is damaged, as E says; T->n is 0 if there are no values at all. */
bool jsontree_read(struct jsontree *t, struct input *in, struct measured *m, struct err *e);
void jsontree_release(struct jsontree *t);

/* Reads IN into its buffer, as far as it can be read, and calls measured_allow() for M.  Returns
 * false if a tree of it would be too large, as E says; FORMAT is the name of its format. */
bool jsontree_input(struct input *in, struct measured *m, const char *format, struct err *e);

/* Appends VALUE to T and, if IN is not NULL, to the array or object IN. */
void jsontree_append(struct jsontree *t, struct jsontree_open *in,
	const struct jsontree_value *value);

/* Returns the value of KEY in the object V, or NULL; V may be NULL or no object. */
const struct jsontree_value *jsontree_get(const struct jsontree *t,
	const struct jsontree_value *v, const char *key);

/* Returns the first element of V, or NULL: V may be NULL, empty, or no array or object.  Returns
 * the element after V, or NULL.  In objects, keys and values alternate. */
const struct jsontree_value *jsontree_first(const struct jsontree *t,
	const struct jsontree_value *v);
const struct jsontree_value *jsontree_next(const struct jsontree *t,
	const struct jsontree_value *v);

/* Returns the indices in T->v of the N elements of the array V, to be free()d; V may be NULL. */
uint32_t *jsontree_elements(const struct jsontree *t, const struct jsontree_value *v, uint32_t *n);

/* Returns V as a number, or OTHERWISE if it is NULL or no number. */
double jsontree_real(const struct jsontree_value *v, double otherwise);
int64_t jsontree_integer(const struct jsontree_value *v, int64_t otherwise);

/* Returns V as a text; "" if it is NULL or no text. */
struct jsontree_text jsontree_text(const struct jsontree_value *v);
bool jsontree_is(const struct jsontree_value *v, const char *text);

/* Do the N bytes at HEAD begin with "{" or "[", and is WORD in them? */
bool jsontree_has(const unsigned char *head, size_t n, const char *word);

#endif
