/* keymap.h - keys that the user has assigned to actions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef KEYMAP_H
#define KEYMAP_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "screen/keys.h"

/* Keys that the user has assigned.  A zeroed keymap has none. */
struct keymap {
	char **keys;			/* owned; .keys[I] has the keys that the user has assigned
					 * to key_bindings[I]; .keys[I] is NULL if this binding has
					 * the keys of keys.def */

	/* Handles a line "set TEXT" of the key file.  TEXT has N bytes; WITH is .with.  Returns an
	 * error message if TEXT is wrong, otherwise NULL.  If .set is NULL, each line "set TEXT" is
	 * wrong. */
	const char *(*set)(void *with, const char *text, size_t n);
	void *with;
};

/* Reads lines "action keys" and "set name value" from TEXT, the SIZE bytes of the file PATH.
 * Ignores wrong lines, and prints a message about each to SAY. */
void keymap_read(struct keymap *m, const char *text, size_t size, const char *path, FILE *say);
void keymap_release(struct keymap *m);

/* In the two functions below, M may be NULL; then all keys are as in keys.def. */

/* Returns the keys of binding B. */
const char *keymap_keys(const struct keymap *m, const struct binding *b);

/* Returns the binding of KEY in the view whose bit is WHERE, or NULL. */
const struct binding *keymap_binding(const struct keymap *m, unsigned where, uint32_t key);

#endif
