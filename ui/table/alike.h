/* alike.h - names on the screen that look alike once they are shortened: overloads and instances
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef ALIKE_H
#define ALIKE_H

#include <stddef.h>
#include <stdint.h>

struct view;
struct view_context;

/* A node on the screen whose name is equal to the name of another node on the screen if template
 * arguments and parameters are removed.  The whole names differ in bytes [.from, .end) of the name
 * of .node. */
struct alike {
	uint32_t node;
	size_t from, end;
};

struct alikes {
	struct alike *v;		/* owned; sorted by node */
	size_t n;
};

/* Finds the nodes that look alike in rows FIRST to END - 1 of V; free() .v of the result. */
struct alikes alikes_find(const struct view *v, int first, int end);

/* Like alikes_find(), for the N NODES, not for rows. */
struct alikes alikes_of_nodes(struct view_context *ctx, const uint32_t *nodes, size_t n);

/* Returns the name of NODE, shortened to WIDTH cells; free() it.  If NODE is in A, keeps the bytes
 * in which the name differs from names that look alike. */
char *alikes_shorten(const struct alikes *a, struct view_context *ctx, uint32_t node,
	int width);

#endif
