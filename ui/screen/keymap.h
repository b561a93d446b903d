/* keymap.h - keys as the user wants them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef KEYMAP_H
#define KEYMAP_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "screen/keys.h"

/* Where keys are not those of the table; zeroed, it is the table. */
struct keymap {
	char **keys;			/* owned; of each binding, or NULL; NULL: as in the table */
};

/* Take lines "action keys" from TEXT, the SIZE bytes of the file PATH.  Lines that are wrong
 * are ignored; each is a line of what SAY is told. */
void keymap_read(struct keymap *m, const char *text, size_t size, const char *path, FILE *say);
void keymap_release(struct keymap *m);

/* M may be NULL in both: the table. */

/* The keys of binding B. */
const char *keymap_keys(const struct keymap *m, const struct binding *b);

/* What KEY does where WHERE is the bit of a view; NULL: nothing. */
const struct binding *keymap_binding(const struct keymap *m, unsigned where, uint32_t key);

#endif
