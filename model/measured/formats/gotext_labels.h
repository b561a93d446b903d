/* gotext_labels.h - the labels of goroutines in a profile of Go as text, which name its parts
 *
 *	# labels: {"job":"mail", "user":"x\"y"}
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef GOTEXT_LABELS_H
#define GOTEXT_LABELS_H

#include <stddef.h>

#include "measured/measured.h"

/* Returns the key that most of the labels in the N bytes at TEXT have, to be free()d; NULL: there
 * are no labels.  If several keys made parts, some parts would lack samples, because a sample can
 * be in only one part. */
char *gotext_labels_key(const char *text, size_t n);

/* Returns the part of M for the value that KEY has in LINE, a line of labels; NULL: the stack has
 * none. */
uint32_t gotext_labels_part(struct measured *m, const char *key, const char *line);

#endif
