/* describe_known.h - functions and calls of profiles whose totals are known, in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef DESCRIBE_KNOWN_H
#define DESCRIBE_KNOWN_H

#include <stdio.h>

#include "words/facts.h"

/* Explain all figures of node N, or of ARC.  F has the facts that describe_node_full() and
 * describe_arc_full() set. */
void describe_known_node(struct facts *f, uint32_t n, FILE *out);
void describe_known_arc(struct facts *f, uint32_t arc, FILE *out);

#endif
